//! Folding of events of the procedure itself: openings, questions, answers, rulings.

use std::sync::Arc;

use hindsight_kernel::{FoldError, agenda};

use crate::model::agenda::Step;
use crate::model::event::ProcedureEvent;
use crate::model::state::{SeatPlayers, State};

/// Applies an event of the chapter.
pub(super) fn evolve(state: &mut State, event: &ProcedureEvent) -> Result<(), FoldError> {
    match event {
        ProcedureEvent::Opened {
            book,
            decks,
            edition,
            shares,
            house,
        } => {
            if !state.book.kinds.is_empty() {
                return Err(FoldError::new("the battle is already open"));
            }
            state.book = Arc::clone(book);
            state.decks = *decks;
            state.edition = *edition;
            if !shares.is_empty() {
                state.players = SeatPlayers::new(shares.len());
                for (player, share) in state.players.iter_mut().zip(shares) {
                    player.share = Some(*share);
                }
            }
            state.house = *house;
            state.agenda = vec![Step::ChooseFactions.into()];
        }
        ProcedureEvent::Placed { position } => {
            if position
                .units
                .iter()
                .any(|unit| position.book.kind(unit.kind).is_none())
            {
                return Err(FoldError::new("a unit has no card"));
            }
            *state = (**position).clone();
        }
        ProcedureEvent::Proceeded { done, ahead } => agenda::fold_proceeded(&mut state.agenda, *done, ahead)?,
        ProcedureEvent::Asked { question } => state.agenda.push(Step::Ask(question.clone()).into()),
        ProcedureEvent::Answered { answered } => {
            let is_question = |step: &Step| matches!(step, Step::Ask(_));
            agenda::fold_answered(&mut state.agenda, is_question, answered.clone())?;
        }
        ProcedureEvent::Ruled { patch, .. } => crate::model::fold::rulings::apply(state, patch)?,
    }
    Ok(())
}
