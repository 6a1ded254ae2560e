//! Reasons for which a side of an enemy may not be rushed, as each edition has them (pp. 46-47, 61-68).

use battleground_geometry::{Inches, Side};

use super::no_rush::NoFinalRush;
use crate::field::Blocker;
use crate::field::blocker;
use crate::messages::MESSAGES;
use crate::model::names::UnitId;
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::naming::{by_id, card_side, inches};

refusals! {
    messages = MESSAGES;
    /// Reasons for which a side of an enemy may not be rushed, in the words of an edition.
    #[derive(Copy)]
    pub(crate) enum SideRefusal {
        Rush(why: NoFinalRush) = why.rule(), "pp. 61-68", why = why.message();
        NotClearlyVisible = Rule::Rush04, "p. 62";
        NoPathToTheNearest = Rule::Rush05, "p. 62";
        NothingNoted = Rule::Rush04, "p. 62";
        NotNearer { distance: Inches, reach: Inches } = Rule::Rush07, "p. 65",
            distance = inches(*distance), reach = inches(*reach);
        TooFar { distance: Inches, reach: Inches } = Rule::Rush07, "p. 65",
            distance = inches(*distance), reach = inches(*reach);
        RoomForAFlank = Rule::Rush14, "p. 68";
        NoRoom = Rule::Rush14, "p. 68";
        AnotherIsNearer(side: Side) = Rule::Rush05, "p. 62", side = card_side(*side);
        AnotherIsPermitted(side: Side) = Rule::Rush05, "p. 62", side = card_side(*side);
        LineCrossed(by: Blocker) = Rule::Geo17, "p. 12", by = blocker(*by);
        LaneTooNarrow(by: Blocker) = Rule::Geo18, "p. 12-13", by = blocker(*by);
        MostDirectlyAhead(enemy: UnitId) = Rule::Rush09, "p. 66", enemy = by_id(*enemy);
        ComesFirst(enemy: UnitId) = Rule::Rush09, "p. 66", enemy = by_id(*enemy);
    }
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse an enemy that is named as the target of a Final Rush.
    #[derive(Copy)]
    pub(crate) enum RushTargetRefusal {
        NotRushed { unit: UnitId, enemy: UnitId, why: SideRefusal } = why.rule(), "pp. 61-68",
            unit = by_id(*unit), enemy = by_id(*enemy), why = why.message();
        NotMostDirectlyAhead { unit: UnitId, enemy: UnitId } = Rule::Rush09, "p. 66",
            enemy = by_id(*enemy), unit = by_id(*unit);
    }
}
