//! Sentences of events of the procedure itself: setting up, positions and the agenda.

use hindsight_kernel::{Message, message};

use crate::messages::MESSAGES;
use crate::model::event::ProcedureEvent;
use crate::model::state::State;

/// Describes an event of the procedure itself: setting up, positions and the agenda in one sentence.
pub(super) fn describe(before: &State, event: &ProcedureEvent) -> Message {
    match event {
        ProcedureEvent::GameSetUp { agreed, .. } => {
            message!(
                MESSAGES,
                "game-set-up",
                points = agreed.points,
                victory = agreed.victory
            )
        }
        ProcedureEvent::Placed { .. } => message!(MESSAGES, "game-placed"),
        ProcedureEvent::Agenda { change } => crate::views::steps::describe(before, change),
    }
}
