//! Folding of events of special rules, abilities, spells and lasting effects.

use hindsight_kernel::{Argument, FoldError, message};

use super::living;
use crate::messages::MESSAGES;
use crate::model::event::AbilityEvent;
use crate::model::state::State;

/// Applies an event of the chapter.
pub(super) fn evolve(state: &mut State, event: &AbilityEvent) -> Result<(), FoldError> {
    match event {
        AbilityEvent::AbilityUsed { .. } => {}
        AbilityEvent::RuleTriggered { triggered } => state.triggered.push((**triggered).clone()),
        AbilityEvent::RuleSettled { place, .. } => {
            if usize::from(*place) >= state.triggered.len() {
                return Err(FoldError::new(message!(MESSAGES, "fold-no-special-rule")));
            }
            state.triggered.remove(usize::from(*place));
        }
        AbilityEvent::SpellCast { unit, .. } => living(state, *unit, false)?.turn.cast = true,
        AbilityEvent::LastingAdded { unit, lasting } => {
            living(state, *unit, false)?.lasting.push(lasting.clone());
        }
        AbilityEvent::LastingEnded {
            unit,
            place,
            name,
            effects,
        } => {
            let lasting = &mut living(state, *unit, true)?.lasting;
            let place = usize::from(*place);
            let there = lasting.get_mut(place).filter(|there| there.name == *name);
            let Some(there) = there else {
                return Err(FoldError::new(message!(
                    MESSAGES,
                    "fold-nothing-to-end",
                    name = Argument::quoted(name)
                )));
            };
            let none_left = crate::model::lasting::end_effects(there, effects);
            if effects.is_empty() || none_left {
                lasting.remove(place);
            }
        }
    }
    Ok(())
}
