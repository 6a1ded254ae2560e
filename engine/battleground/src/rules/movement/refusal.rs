//! Reasons to refuse a move under Direct Control (pp. 36, 41-46, 124-125).

use battleground_geometry::{Degrees, Inches};
use hindsight_kernel::Seat;

use crate::model::names::{UnitId, seat_name};
use crate::model::refusal::refusals;
use crate::model::rule::Rule;

refusals! {
    /// Reasons to refuse a move under Direct Control: whether anybody is moved, what the first wrong leg is, what it costs, what
    /// stands in its way, and whether a flyer lands at its end.
    pub(crate) enum LegRefusal {
        // Whether anybody is moved.
        NobodyWaits = Rule::Move22, "p. 46", "no directly controlled unit waits for its legs";
        NotYours { unit: UnitId, seat: Seat } = Rule::Move22, "p. 46", "{unit} is not moved by {}", seat_name(*seat);
        /// Only units under Direct Control that were activated together are moved in one step. Rules `BG4-TURN-06` (pp. 33, 43),
        /// `BG3-MOV-15` (p. 12).
        NotOfTheStep(unit: UnitId) = Rule::Turn06, "p. 33, 43",
            "{unit} does not wait for its legs: units under Direct Control that were activated together are moved in one step"
            => asked(unit);
        NoEnemy(unit: UnitId) = Rule::Cmd06, "p. 36, 46", "{unit} is no enemy unit on the table" => asked(unit);
        Engaged(unit: UnitId) = Rule::Eng04, "p. 59, 82", "{unit} is engaged and cannot move";
        TooMany(most: usize) = Rule::Move17, "p. 41-44", "a move has at most {most} legs";
        NotOnTheTable(unit: UnitId) = Rule::Move22, "p. 46", "{unit} is not on the table";

        // What a leg is.
        FlyerManeuvers = Rule::Fly05, "p. 124", "a flyer moves straight and by turns only";
        LeavesThePoint = Rule::ManeuversOnPoint, "p. 8", "it maneuvers on its point and must touch it at every moment";
        Negative = Rule::Move17, "p. 41-44", "a leg has no negative length";
        NoTurn(why: String) = Rule::Move15, "p. 41-42", "{why}";
        IsAboutFace = Rule::Man07, "p. 44", "a reform to the opposite heading is an about face";

        // What it costs.
        TooSlow(inches: Inches) = Rule::Man08, "p. 44-45", "a unit that moves {inches} cannot make this maneuver";
        TooLate(inches: Inches) = Rule::Move21, "p. 43-45, 115",
            "the maneuver would lower its allowance below the {inches} it has moved";
        TooSharp { inches: Inches, most: Degrees } = Rule::Move15, "p. 41-42", "with {inches} it may turn by {most} at most"
            => allowed(most);
        TurnTooDear { cost: Inches, left: Inches } = Rule::Move14, "p. 41", "the turn costs {cost}, and {left} is left"
            => allowed(left);
        TooLong(inches: Inches) = Rule::Move17, "p. 41-44", "only {inches} of the allowance is left for this leg"
            => allowed(inches);

        // What stands in its way.
        NoRoomForBothCards = Rule::Colos05, "p. 121",
            "its front card is slid under others, and there is no room for both of its cards";
        NoRoomToReform = Rule::Man07, "p. 44", "there is no room for the reform";
        TerrainStops(inches: Inches) = Rule::Terr10, "p. 115", "the terrain ahead stops it after {inches}"
            => allowed(inches);
        EdgeStops { by: String, stop: Inches } = Rule::Move20, "p. 43", "{by} stops it after {stop}" => allowed(stop);
        Stopped { by: String, stop: Inches } = Rule::Move18, "p. 43", "{by} stops it after {stop}" => allowed(stop);
        TurnBlocked = Rule::Move18, "p. 43", "something stands in the way of the turn";

        // Landing. Rules `BG4-FLY-06`, `BG4-FLY-07` (pp. 124-125).
        /// Nobody lands under Direct Control. Rule `BG3-KEY-18` (p. 29).
        NoLandingUnderControl = Rule::Fly06, "p. 124-125", "a flyer does not land under Direct Control";
        CannotLand(why: &'static str) = Rule::Fly06, "p. 124-125", "{why}";
        LandsTooFar { moved: Inches, limit: Inches } = Rule::Fly06, "p. 124-125",
            "to land it may move at most its ground distance {limit}" => asked(moved), allowed(limit);
        NoRoomToLand(heading: Degrees) = Rule::Fly06, "p. 124-125", "there is no room to land there" => asked(heading);
    }
}
