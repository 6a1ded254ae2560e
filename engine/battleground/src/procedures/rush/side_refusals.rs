//! Reasons for which a side of an enemy may not be rushed, as each edition has them (pp. 46-47, 61-68).

use battleground_geometry::{Inches, Side};

use super::no_rush::NoFinalRush;
use crate::field::{Blocker, blockers};
use crate::model::names::{UnitId, side_name};
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::model::words::inches;

refusals! {
    /// Reasons for which a side of an enemy may not be rushed, in the words of an edition.
    #[derive(Copy)]
    pub(crate) enum SideRefusal {
        Rush(why: NoFinalRush) = why.rule(), "pp. 61-68", "{why}";
        NotClearlyVisible = Rule::Rush04, "p. 62", "it is not clearly visible";
        NoPathToTheNearest = Rule::Rush05, "p. 62", "no open path leads to the open side that is nearest";
        NothingNoted = Rule::Rush04, "p. 62", "the start of the turn noted nothing of it";
        NotNearer { distance: Inches, reach: Inches } = Rule::Rush07, "p. 65",
            "too far: it is {} away, and the unit rushes only what is nearer than {}", inches(*distance), inches(*reach);
        TooFar { distance: Inches, reach: Inches } = Rule::Rush07, "p. 65",
            "too far: it is {} away, and the unit moves {}", inches(*distance), inches(*reach);
        RoomForAFlank = Rule::Rush14, "p. 68",
            "there is no room for enough of its front, and another side within reach is open to its front";
        NoRoom = Rule::Rush14, "p. 68", "there is no room for enough of its front or of a flank";
        AnotherIsNearer(side: Side) = Rule::Rush05, "p. 62", "another open side is nearer, the {}", side_name(*side);
        AnotherIsPermitted(side: Side) = Rule::Rush05, "p. 62",
            "the {} is the side that may be rushed this turn", side_name(*side);
        LineCrossed(by: Blocker) = Rule::Geo17, "p. 12", "the line to it is crossed by {}", blockers(&[*by]);
        LaneTooNarrow(by: Blocker) = Rule::Geo18, "p. 12-13", "the lane is too narrow at {}", blockers(&[*by]);
        MostDirectlyAhead(enemy: UnitId) = Rule::Rush09, "p. 66", "{enemy} is Most Directly Ahead and must be rushed";
        ComesFirst(enemy: UnitId) = Rule::Rush09, "p. 66", "{enemy} comes first and must be rushed";
    }
}

refusals! {
    /// Reasons to refuse an enemy that is named as the target of a Final Rush.
    #[derive(Copy)]
    pub(crate) enum RushTargetRefusal {
        NotRushed { unit: UnitId, enemy: UnitId, why: SideRefusal } = why.rule(), "pp. 61-68",
            "{unit} may not Final Rush {enemy}: {why}";
        NotMostDirectlyAhead { unit: UnitId, enemy: UnitId } = Rule::Rush09, "p. 66",
            "{enemy} is not Most Directly Ahead of {unit}";
    }
}
