//! Sentences of events of the procedure itself: the opening position and the agenda.

use hindsight_kernel::{Message, message};

use super::agenda;
use crate::messages::MESSAGES;
use crate::model::event::ProcedureEvent;
use crate::model::state::State;

/// Describes an event of the procedure itself: the opening position and the agenda in one sentence.
pub(super) fn describe(before: &State, event: &ProcedureEvent) -> Message {
    match event {
        ProcedureEvent::BattleSetOut { state } => {
            message!(MESSAGES, "battle-set-out", title = &state.battle.title)
        }
        ProcedureEvent::Agenda { change } => agenda::change_words(before, change),
    }
}
