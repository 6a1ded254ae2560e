//! Folding of events of attacks.

use hindsight_kernel::{FoldError, message};

use super::at_hand;
use crate::messages::MESSAGES;
use crate::model::attack::MovedTo;
use crate::model::event::CombatEvent;
use crate::model::state::State;

/// Applies an event of the chapter.
pub(super) fn evolve(state: &mut State, event: &CombatEvent) -> Result<(), FoldError> {
    match event {
        CombatEvent::TargetsChosen { declared, .. } => state.declared.extend(declared.iter().cloned()),
        CombatEvent::ChoiceSettled { place } => {
            let declared = state.declared.get_mut(usize::from(*place));
            declared
                .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-attack")))?
                .done = true;
        }
        CombatEvent::AttackBegan { attack, place } => {
            state.attack = Some(attack.clone());
            if let Some(place) = place {
                let declared = state.declared.get_mut(usize::from(*place));
                declared
                    .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-attack")))?
                    .done = true;
            }
        }
        CombatEvent::AttackWent { stage, asked } => {
            let attack = at_hand(state)?;
            attack.stage = *stage;
            attack.asked = *asked;
        }
        CombatEvent::AttackRolled { to_wound, roll, .. } => {
            let attack = at_hand(state)?;
            if *to_wound {
                attack.wound_roll = Some(roll.clone());
            } else {
                attack.hit_roll = Some(roll.clone());
            }
        }
        CombatEvent::AttackChanged { lasting, onto } => {
            let attack = at_hand(state)?;
            let card = u8::try_from(attack.cards.len()).unwrap_or(u8::MAX);
            attack.moved.extend(onto.map(|unit| MovedTo { card, unit }));
            attack.cards.push(lasting.clone());
        }
        CombatEvent::AttackResolved { .. } => {
            if state.attack.take().is_none() {
                return Err(FoldError::new(message!(MESSAGES, "fold-no-attack-at-hand")));
            }
        }
    }
    Ok(())
}
