//! Sentences of events of the procedure itself: the opening position and the agenda.

use super::agenda;
use crate::model::event::ProcedureEvent;
use crate::model::state::State;

/// Describes an event of the procedure itself: the opening position and the agenda in one sentence.
pub(super) fn describe(before: &State, event: &ProcedureEvent) -> String {
    match event {
        ProcedureEvent::BattleSetOut { state } => format!("{} is set out.", state.battle.title),
        ProcedureEvent::Agenda { change } => agenda::change_words(before, change),
    }
}
