//! Reasons to refuse an activation, or the end of the phase while some are left (pp. 33-36, 38-43).

use battleground_geometry::Pose;
use hindsight_kernel::{Argument, Seat};

use crate::messages::MESSAGES;
use crate::model::names::UnitId;
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::naming::{by_id, player};

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse an activation: when it may begin, which units are named, whether they may move now, whether they may
    /// move together, and where a reported move leads.
    pub(crate) enum ActivationRefusal {
        NotActive(seat: Seat) = Rule::Turn03, "p. 33", seat = player(*seat);
        NotBetweenActions = Rule::Turn03, "p. 33";
        StillToActivate(units: Vec<UnitId>) = Rule::Turn03, "p. 33",
            units = Argument::list(units.iter().copied().map(by_id)) => allowed(units);
        NamesNobody = Rule::Turn03, "p. 33";
        NotOnTheTable(unit: UnitId) = Rule::Turn03, "p. 33", unit = by_id(*unit) => asked(unit);
        NotOwnUnit(unit: UnitId) = Rule::Turn03, "p. 33", unit = by_id(*unit) => asked(unit);
        ActivatedAlready(unit: UnitId) = Rule::Turn05, "p. 33-36", unit = by_id(*unit) => asked(unit);
        NamedTwice { unit: UnitId, units: Vec<UnitId> } = Rule::Turn06, "p. 33, 43", unit = by_id(*unit) => asked(units);
        PartnerRushesAlone { unit: UnitId, units: Vec<UnitId> } = Rule::PartnersRush, "p. 26",
            unit = by_id(*unit) => asked(units);
        RushesFirst { rusher: UnitId, mover: UnitId, units: Vec<UnitId> } = Rule::Turn04, "p. 33",
            rusher = by_id(*rusher), mover = by_id(*mover) => asked(units), allowed([rusher]);
        EndOnOneAnother { one: UnitId, other: UnitId, units: Vec<UnitId> } = Rule::Turn06, "p. 33, 43",
            one = by_id(*one), other = by_id(*other) => asked(units);
        /// Units that move at the same time do not pass through one another. Rules `BG4-TURN-06` (pp. 33, 43),
        /// `BG4-MOVE-18` (p. 43).
        PassThroughOneAnother { one: UnitId, other: UnitId, units: Vec<UnitId> } = Rule::Turn06, "p. 33, 43",
            one = by_id(*one), other = by_id(*other) => asked(units);
        /// RULING: BG4-TURN-06, only a unit that leaves is taken off the table for the others; here it cannot be told who does
        /// (pp. 33, 43).
        NeverSettles { units: Vec<UnitId> } = Rule::Turn06, "p. 33, 43" => asked(units);
        LedElsewhere { unit: UnitId, pose: Pose, ends: Vec<Pose> } = Rule::Move01, "p. 38",
            unit = by_id(*unit) => asked(pose), allowed(ends);
    }
}
