//! Folding of events of wounds, destruction and condition tokens of units.

use hindsight_kernel::{FoldError, message};

use super::{contests, remove_unit, unit_of};
use crate::messages::MESSAGES;
use crate::model::event::UnitEvent;
use crate::model::state::State;

/// Applies an event of wounds, destruction and condition tokens of units.
pub(super) fn evolve(state: &mut State, event: &UnitEvent) -> Result<(), FoldError> {
    match event {
        UnitEvent::WoundsSuffered {
            unit,
            wounds,
            models,
            wounded,
            cause,
            ..
        } => {
            let hurt = unit_of(state, *unit)?;
            (hurt.models, hurt.wounded) = (*models, *wounded);
            contests::count_wounds(state, *unit, *wounds, *cause);
        }
        UnitEvent::WoundsRestored {
            unit,
            models,
            wounded,
            ..
        } => {
            let healed = unit_of(state, *unit)?;
            (healed.models, healed.wounded) = (*models, *wounded);
        }
        UnitEvent::UnitDestroyed { unit, at, cause } => {
            contests::note_destroyed(state, *unit, *cause);
            remove_unit(state, *unit)?;
            state.fallen.push(*at);
        }
        UnitEvent::TokenPlaced { unit, token } => {
            let unit = unit_of(state, *unit)?;
            if !unit.tokens.contains(token) {
                unit.tokens.push(*token);
                unit.tokens.sort_unstable();
            }
        }
        UnitEvent::TokenRemoved { unit, token } | UnitEvent::TokenExpended { unit, token, .. } => {
            let unit = unit_of(state, *unit)?;
            let place = unit.tokens.iter().position(|held| held == token);
            unit.tokens
                .remove(place.ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-token")))?);
        }
    }
    Ok(())
}
