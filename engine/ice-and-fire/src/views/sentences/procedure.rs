//! Sentences of events of the procedure itself: setting up, positions and the agenda.

use crate::model::event::ProcedureEvent;
use crate::model::state::State;

/// Describes an event of the procedure itself: setting up, positions and the agenda in one sentence.
pub(super) fn describe(before: &State, event: &ProcedureEvent) -> String {
    match event {
        ProcedureEvent::GameSetUp { agreed, .. } => format!(
            "A game of {} points is set up; {} victory points win.",
            agreed.points, agreed.victory
        ),
        ProcedureEvent::Placed { .. } => "The game begins from a position.".to_owned(),
        ProcedureEvent::Agenda { change } => crate::views::steps::describe(before, change),
    }
}
