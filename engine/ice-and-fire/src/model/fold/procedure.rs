//! Folding of events of the procedure itself: setting up, positions and the agenda.

use std::sync::Arc;

use hindsight_kernel::agenda::AgendaChange;
use hindsight_kernel::{FoldError, agenda, message};

use super::forget_fallen;
use crate::IceAndFire;
use crate::messages::MESSAGES;
use crate::model::agenda::Step;
use crate::model::event::ProcedureEvent;
use crate::model::state::State;

/// Applies an event of the procedure itself: setting up, positions and the agenda.
pub(super) fn evolve(state: &mut State, event: &ProcedureEvent) -> Result<(), FoldError> {
    match event {
        ProcedureEvent::GameSetUp { cards, agreed } => {
            if !state.cards.units.is_empty() {
                return Err(FoldError::new(message!(MESSAGES, "fold-set-up-already")));
            }
            *state = State::opening(Arc::clone(cards), agreed.clone());
            state.agenda = vec![Step::Lists.into()];
        }
        ProcedureEvent::Placed { position } => *state = (**position).clone(),
        ProcedureEvent::Agenda { change } => {
            agenda::fold_change::<IceAndFire>(&mut state.agenda, change)?;
            if let AgendaChange::Proceeded { ahead, .. } = change {
                forget_fallen(state, ahead);
            }
        }
    }
    Ok(())
}
