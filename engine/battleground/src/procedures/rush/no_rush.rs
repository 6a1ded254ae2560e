//! Reasons for which a unit may not Final Rush an enemy (pp. 61-68).

use battleground_geometry::{Inches, Side};

use crate::messages::MESSAGES;
use crate::model::names::UnitId;
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::naming::{by_id, card_side, length};

refusals! {
    messages = MESSAGES;
    /// Reasons for which a unit may not Final Rush an enemy, in the order in which it is judged. Rules `BG4-RUSH-02` to
    /// `BG4-RUSH-15` (pp. 50, 61-62, 64, 65, 66, 68).
    #[derive(Copy)]
    pub(crate) enum NoFinalRush {
        NotReady = Rule::Rush02, "p. 61";
        NotOnClose = Rule::Rush02, "p. 61";
        Engaged = Rule::Rush02, "p. 61";
        Flying = Rule::Fly12, "p. 125";
        Spent = Rule::Turn05, "p. 33-36";
        TooLate = Rule::Turn04, "p. 33";
        NoEnemy = Rule::Rush04, "p. 62";
        EnemyFlying = Rule::Fly12, "p. 125";
        NotItsObjective = Rule::Rush03, "p. 61-62";
        NotVisible = Rule::Rush04, "p. 62";
        /// Rules `BG4-RUSH-05`, `BG4-RUSH-06` (pp. 62, 64).
        NoOpenPath = Rule::Rush05, "p. 62";
        PathBlocked(side: Side) = Rule::Rush05, "p. 62", side = card_side(*side);
        TooFar { distance: Inches, reach: Inches } = Rule::Rush07, "p. 65",
            distance = length(*distance), reach = length(*reach);
        NoTurningBack(unit: UnitId) = Rule::Rush10, "p. 66", unit = by_id(*unit);
        SkirmisherInFront = Rule::Skirm04, "p. 128";
        /// Rules `BG4-RUSH-14`, `BG4-RUSH-15`, `BG4-RUSH-22`, `BG4-RUSH-24` (pp. 68, 69-72).
        NoRoom = Rule::Rush14, "p. 68";
    }
}
