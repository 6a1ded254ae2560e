//! Folding of events of Panic Tests and retreats.

use hindsight_kernel::{FoldError, message};

use super::contests::{test, thrown};
use crate::messages::MESSAGES;
use crate::model::event::MoraleEvent;
use crate::model::state::State;

/// Applies an event of Panic Tests and retreats.
pub(super) fn evolve(state: &mut State, event: &MoraleEvent) -> Result<(), FoldError> {
    match event {
        MoraleEvent::PanicDemanded { test } => state.panics.push(test.clone()),
        MoraleEvent::PanicModified { by } => {
            let test = test(state)?;
            test.modifier = test.modifier.saturating_add(*by);
        }
        MoraleEvent::PanicReplaced { wounds } => test(state)?.replaced = Some(*wounds),
        MoraleEvent::PanicRolled { roll, .. } => test(state)?.dice = thrown(roll),
        MoraleEvent::PanicEnded => {
            state
                .panics
                .pop()
                .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-panic-test")))?;
        }
        MoraleEvent::RetreatRolled { .. } | MoraleEvent::PanicResolved { .. } => {}
    }
    Ok(())
}
