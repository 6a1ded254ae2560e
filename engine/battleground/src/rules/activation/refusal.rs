//! Reasons to refuse an activation, or the end of the phase while some are left (pp. 33-36, 38-43).

use battleground_geometry::Pose;
use hindsight_kernel::Seat;

use crate::model::names::{UnitId, seat_name};
use crate::model::refusal::refusals;
use crate::model::rule::Rule;

refusals! {
    /// Reasons to refuse an activation: when it may begin, which units are named, whether they may move now, whether they may
    /// move together, and where a reported move leads.
    pub(crate) enum ActivationRefusal {
        NotActive(seat: Seat) = Rule::Turn03, "p. 33", "{} is not the Active Player", seat_name(*seat);
        NotBetweenActions = Rule::Turn03, "p. 33", "units are activated between the actions of a Movement & Command Phase";
        StillToActivate(units: Vec<UnitId>) = Rule::Turn03, "p. 33", "{} must be activated first", names(units)
            => allowed(units);
        NamesNobody = Rule::Turn03, "p. 33", "name at least one unit";
        NotOnTheTable(unit: UnitId) = Rule::Turn03, "p. 33", "there is no unit {unit} on the table" => asked(unit);
        NotOwnUnit(unit: UnitId) = Rule::Turn03, "p. 33", "{unit} is not an own unit" => asked(unit);
        ActivatedAlready(unit: UnitId) = Rule::Turn05, "p. 33-36", "{unit} was activated this turn already" => asked(unit);
        NamedTwice { unit: UnitId, units: Vec<UnitId> } = Rule::Turn06, "p. 33, 43", "{unit} is named twice" => asked(units);
        PartnerRushesAlone { unit: UnitId, units: Vec<UnitId> } = Rule::PartnersRush, "p. 26",
            "{unit} belongs to a partner: name it only where it and one of your units make their Final Rushes together"
            => asked(units);
        RushesFirst { rusher: UnitId, mover: UnitId, units: Vec<UnitId> } = Rule::Turn04, "p. 33",
            "{rusher} can Final Rush, which comes before any normal move such as that of {mover}"
            => asked(units), allowed([rusher]);
        EndOnOneAnother { one: UnitId, other: UnitId, units: Vec<UnitId> } = Rule::Turn06, "p. 33, 43",
            "{one} and {other} would end on one another: activate them otherwise" => asked(units);
        /// Units that move at the same time do not pass through one another. Rules `BG4-TURN-06` (pp. 33, 43),
        /// `BG4-MOVE-18` (p. 43).
        PassThroughOneAnother { one: UnitId, other: UnitId, units: Vec<UnitId> } = Rule::Turn06, "p. 33, 43",
            "{one} and {other} would pass through one another: activate them otherwise" => asked(units);
        /// RULING: BG4-TURN-06, only a unit that leaves is taken off the table for the others; here it cannot be told who does
        /// (pp. 33, 43).
        NeverSettles { units: Vec<UnitId> } = Rule::Turn06, "p. 33, 43",
            "which of them leave hangs on which of the others leave: activate them otherwise" => asked(units);
        LedElsewhere { unit: UnitId, pose: Pose, ends: Vec<Pose> } = Rule::Move01, "p. 38",
            "the rules do not lead {unit} there; if it was played so, enter it as a ruling" => asked(pose), allowed(ends);
    }
}

/// Units in a row: `A1, A2`.
fn names(units: &[UnitId]) -> String {
    let names: Vec<String> = units.iter().map(ToString::to_string).collect();
    names.join(", ")
}
