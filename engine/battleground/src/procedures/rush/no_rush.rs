//! Reasons for which a unit may not Final Rush an enemy (pp. 61-68).

use battleground_geometry::{Inches, Side};

use crate::model::names::{UnitId, side_name};
use crate::model::refusal::refusals;
use crate::model::rule::Rule;

refusals! {
    /// Reasons for which a unit may not Final Rush an enemy, in the order in which it is judged. Rules `BG4-RUSH-02` to
    /// `BG4-RUSH-15` (pp. 50, 61-62, 64, 65, 66, 68).
    #[derive(Copy)]
    pub(crate) enum NoFinalRush {
        NotReady = Rule::Rush02, "p. 61", "only a Ready unit may Final Rush";
        NotOnClose = Rule::Rush02, "p. 61", "only a unit with the order Close may Final Rush";
        Engaged = Rule::Rush02, "p. 61", "an engaged unit does not Final Rush";
        Flying = Rule::Fly12, "p. 125", "a unit that flies or began the turn flying does not Final Rush";
        Spent = Rule::Turn05, "p. 33-36", "it has been activated this turn, or has given up its Final Rush";
        TooLate = Rule::Turn04, "p. 33", "a normal move has been made this turn";
        NoEnemy = Rule::Rush04, "p. 62", "there is no such enemy";
        EnemyFlying = Rule::Fly12, "p. 125", "an enemy that flies or began the turn flying cannot be Final Rushed";
        NotItsObjective = Rule::Rush03, "p. 61-62", "it is not the unit's objective and does not stand in its way";
        NotVisible = Rule::Rush04, "p. 62", "it was not Visible at the start of the turn";
        /// Rules `BG4-RUSH-05`, `BG4-RUSH-06` (pp. 62, 64).
        NoOpenPath = Rule::Rush05, "p. 62",
            "no Open Path led to its Facing Side, or to its Nearest Open Side, at the start of the turn";
        PathBlocked(side: Side) = Rule::Rush05, "p. 62",
            "the path to the {}, the only side permitted this turn, is blocked now", side_name(*side);
        TooFar { distance: Inches, reach: Inches } = Rule::Rush07, "p. 65",
            "the permitted side is {distance} away and the unit moves {reach}";
        NoTurningBack(unit: UnitId) = Rule::Rush10, "p. 66", "the unit began the turn too near to {unit} to turn back";
        SkirmisherInFront = Rule::Skirm04, "p. 128", "a Skirmisher rushes the front of a line unit only to pinch it";
        /// Rules `BG4-RUSH-14`, `BG4-RUSH-15`, `BG4-RUSH-22`, `BG4-RUSH-24` (pp. 68, 69-72).
        NoRoom = Rule::Rush14, "p. 68", "there is no room for it there";
    }
}
