//! Sentences of ends of turns and of the battle.

use hindsight_kernel::{Message, message};

use crate::messages::{MESSAGES, seat_message};
use crate::model::event::EndingEvent;
use crate::model::state::{EndReason, Ending};

/// An event of the chapter in one sentence.
pub(super) fn sentence(event: &EndingEvent) -> Message {
    match event {
        EndingEvent::TurnEnded => message!(MESSAGES, "turn-ended"),
        EndingEvent::BattleEnded { ending } => battle_ended(*ending),
    }
}

fn battle_ended(ending: Ending) -> Message {
    let [south, north] = ending.points;
    let reason = match ending.reason {
        EndReason::AllUnitsLost => "all_units_lost",
        EndReason::Points => "points",
        EndReason::SurvivingShare | EndReason::Equal => "surviving_share",
    };
    match ending.winner {
        Some(winner) => message!(
            MESSAGES,
            "battle-won",
            seat = seat_message(winner),
            reason,
            south,
            north
        ),
        None => message!(MESSAGES, "battle-drawn", south, north),
    }
}
