//! Folding of events of attacks and their dice.

use hindsight_kernel::FoldError;

use super::contests::{attack, change, reroll, test, thrown};
use crate::model::event::{AttackEvent, RollOf};
use crate::model::state::State;

/// Applies an event of attacks and their dice.
pub(super) fn evolve(state: &mut State, event: &AttackEvent) -> Result<(), FoldError> {
    match event {
        AttackEvent::AttackDeclared { attack } => state.attack = Some((**attack).clone()),
        AttackEvent::AttackChanged { change: by } => change(state, *by)?,
        AttackEvent::AttackRolled { roll, .. } => attack(state)?.dice = thrown(roll),
        AttackEvent::DiceRerolled { of, places, roll, .. } => {
            let dice = match of {
                RollOf::Attack => &mut attack(state)?.dice,
                RollOf::Defence => &mut attack(state)?.defence_dice,
                RollOf::Panic => &mut test(state)?.dice,
            };
            reroll(dice, places, roll)?;
        }
        AttackEvent::BonusUsed => attack(state)?.bonus = false,
        AttackEvent::HitsCounted { hits, precise } => {
            let attack = attack(state)?;
            (attack.hits, attack.precise) = (*hits, *precise);
        }
        AttackEvent::DefenceRolled { roll, .. } => attack(state)?.defence_dice = thrown(roll),
        AttackEvent::AttackResolved { .. } => attack(state)?.struck = true,
        AttackEvent::AttackEnded => state.attack = None,
    }
    Ok(())
}
