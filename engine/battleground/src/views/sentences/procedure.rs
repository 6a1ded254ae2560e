//! Sentences of the procedure itself: openings, questions, answers, rulings.

use hindsight_kernel::{Argument, Message, message};

use super::{rulings, steps};
use crate::messages::{self, MESSAGES};
use crate::model::agenda::Step;
use crate::model::event::ProcedureEvent;
use crate::model::state::State;
use crate::questions::{answer, question};

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &ProcedureEvent) -> Message {
    match event {
        ProcedureEvent::Opened { book, .. } => {
            let factions = book.factions.iter().map(|faction| &faction.name);
            message!(MESSAGES, "battle-opened", factions = Argument::list(factions))
        }
        ProcedureEvent::Placed { position } => {
            message!(MESSAGES, "battle-placed", units = position.on_table().count())
        }
        ProcedureEvent::Proceeded { done, ahead } => {
            let below = || {
                let place = state.agenda.len().checked_sub(usize::from(*done) + 1)?;
                state.agenda.get(place).map(|frame| &frame.step)
            };
            match ahead.last().or_else(below) {
                Some(next) => message!(MESSAGES, "next-step", step = steps::step(state, next)),
                None => message!(MESSAGES, "nothing-left"),
            }
        }
        ProcedureEvent::Asked { question: asked } => {
            message!(MESSAGES, "asked", question = question(state, asked))
        }
        ProcedureEvent::Answered { answered } => match state.agenda.last().map(|frame| &frame.step) {
            Some(Step::Ask(asked)) => {
                let answer = answer(state, asked, &answered.answer);
                message!(MESSAGES, "answered", seat = messages::seat(asked.seat), answer)
            }
            Some(_) | None => message!(MESSAGES, "answered-by-nobody"),
        },
        ProcedureEvent::PositionNoted {
            turn, active, units, ..
        } => message!(
            MESSAGES,
            "position-noted",
            turn,
            seat = messages::seat(*active),
            units = units.len()
        ),
        ProcedureEvent::Ruled { patch, .. } => rulings::patch(state, patch),
    }
}
