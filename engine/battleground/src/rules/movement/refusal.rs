//! Reasons to refuse a move under Direct Control (pp. 36, 41-46, 124-125).

use battleground_geometry::{Degrees, Inches};
use hindsight_kernel::{Argument, Seat};

use crate::field::Blocker;
use crate::field::blocker;
use crate::messages::MESSAGES;
use crate::model::names::UnitId;
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::naming::{by_id, length, player};
use crate::procedures::movement::flying::room::NoLanding;

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a move under Direct Control: whether anybody is moved, what the first wrong leg is, what it costs, what
    /// stands in its way, and whether a flyer lands at its end.
    pub(crate) enum LegRefusal {
        // Whether anybody is moved.
        NobodyWaits = Rule::Move22, "p. 46";
        NotYours { unit: UnitId, seat: Seat } = Rule::Move22, "p. 46", unit = by_id(*unit), seat = player(*seat);
        /// Only units under Direct Control that were activated together are moved in one step. Rules `BG4-TURN-06` (pp. 33, 43),
        /// `BG3-MOV-15` (p. 12).
        NotOfTheStep(unit: UnitId) = Rule::Turn06, "p. 33, 43", unit = by_id(*unit) => asked(unit);
        NoEnemy(unit: UnitId) = Rule::Cmd06, "p. 36, 46", unit = by_id(*unit) => asked(unit);
        Engaged(unit: UnitId) = Rule::Eng04, "p. 59, 82", unit = by_id(*unit);
        TooMany(most: usize) = Rule::Move17, "p. 41-44", most;
        NotOnTheTable(unit: UnitId) = Rule::Move22, "p. 46", unit = by_id(*unit);

        // What a leg is.
        FlyerManeuvers = Rule::Fly05, "p. 124";
        LeavesThePoint = Rule::ManeuversOnPoint, "p. 8";
        Negative = Rule::Move17, "p. 41-44";
        NoTurn(why: String) = Rule::Move15, "p. 41-42", why;
        IsAboutFace = Rule::Man07, "p. 44";

        // What it costs.
        TooSlow(inches: Inches) = Rule::Man08, "p. 44-45", inches = length(*inches);
        TooLate(inches: Inches) = Rule::Move21, "p. 43-45, 115", inches = length(*inches);
        TooSharp { inches: Inches, most: Degrees } = Rule::Move15, "p. 41-42",
            inches = length(*inches), most = Argument::text(most) => allowed(most);
        TurnTooDear { cost: Inches, left: Inches } = Rule::Move14, "p. 41",
            cost = length(*cost), left = length(*left) => allowed(left);
        TooLong(inches: Inches) = Rule::Move17, "p. 41-44", inches = length(*inches) => allowed(inches);

        // What stands in its way.
        NoRoomForBothCards = Rule::Colos05, "p. 121";
        NoRoomToReform = Rule::Man07, "p. 44";
        TerrainStops(inches: Inches) = Rule::Terr10, "p. 115", inches = length(*inches) => allowed(inches);
        EdgeStops { by: Vec<Blocker>, stop: Inches } = Rule::Move20, "p. 43",
            by = Argument::list(by.iter().copied().map(blocker)), stop = length(*stop) => allowed(stop);
        Stopped { by: Vec<Blocker>, stop: Inches } = Rule::Move18, "p. 43",
            by = Argument::list(by.iter().copied().map(blocker)), stop = length(*stop) => allowed(stop);
        TurnBlocked = Rule::Move18, "p. 43";

        // Landing. Rules `BG4-FLY-06`, `BG4-FLY-07` (pp. 124-125).
        /// Nobody lands under Direct Control. Rule `BG3-KEY-18` (p. 29).
        NoLandingUnderControl = Rule::Fly06, "p. 124-125";
        CannotLand(why: NoLanding) = Rule::Fly06, "p. 124-125", why = why.word();
        LandsTooFar { moved: Inches, limit: Inches } = Rule::Fly06, "p. 124-125",
            limit = length(*limit) => asked(moved), allowed(limit);
        NoRoomToLand(heading: Degrees) = Rule::Fly06, "p. 124-125" => asked(heading);
    }
}
