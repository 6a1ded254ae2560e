//! Folding of events of tactics cards, Orders and their effects.

use hindsight_kernel::FoldError;

use super::{show, unit_of};
use crate::model::event::EffectEvent;
use crate::model::state::State;

/// Applies an event of tactics cards, Orders and their effects.
pub(super) fn evolve(state: &mut State, event: &EffectEvent) -> Result<(), FoldError> {
    match event {
        EffectEvent::CardPlayed { seat, card } => {
            show(state.player_mut(*seat), *card)?;
        }
        EffectEvent::OrderUsed { unit, order } => {
            let unit = unit_of(state, *unit)?;
            if !unit.orders_used.contains(order) {
                unit.orders_used.push(*order);
            }
        }
        EffectEvent::TextShown { .. } | EffectEvent::EffectLost { .. } => {}
    }
    Ok(())
}
