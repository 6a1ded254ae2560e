//! Sentences of the procedure itself: openings, questions, answers, rulings.

use super::phrases::{patch, step};
use crate::model::agenda::Step;
use crate::model::event::ProcedureEvent;
use crate::model::names::seat_name;
use crate::model::state::State;
use crate::model::words::{self, count};
use crate::questions::{answer, question};

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &ProcedureEvent) -> String {
    match event {
        ProcedureEvent::Opened { book, .. } => {
            let factions: Vec<String> = book.factions.iter().map(|faction| faction.name.clone()).collect();
            format!("A battle begins with the factions {}", words::list(&factions))
        }
        ProcedureEvent::Placed { position } => format!(
            "The battle begins from a position with {}",
            count(position.on_table().count() as i64, "unit", "units")
        ),
        ProcedureEvent::Proceeded { ahead, .. } => match ahead.last() {
            Some(next) => format!("Next: {}", step(state, next)),
            None => "The procedure goes on".to_owned(),
        },
        ProcedureEvent::Asked { question: asked } => question(state, asked).to_string(),
        ProcedureEvent::Answered { answered } => {
            let seat = match state.agenda.last().map(|frame| &frame.step) {
                Some(Step::Ask(asked)) => seat_name(asked.seat),
                Some(_) | None => "The player",
            };
            format!("{seat} chooses: {}", answer(state, answered))
        }
        ProcedureEvent::Ruled { patch: what, .. } => patch(state, what),
    }
}
