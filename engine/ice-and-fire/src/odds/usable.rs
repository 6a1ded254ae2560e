//! Changes that a card, Order or token makes in the odds of an attack.

use super::{Stage, Terms};
use crate::cards::{ConditionToken, Effect, Role};

/// Something that could be used in an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change<'e> {
    /// The token is expended by the enemy of the unit that holds it. Rules `IF-COND-02` to `-04`.
    Token(ConditionToken),
    /// An effect of a card or Order happens.
    Effect(&'e Effect),
}

/// The terms of an attack after something was used; nothing if it changes nothing in this attack.
pub fn changed_by(terms: &Terms, change: Change<'_>) -> Option<Terms> {
    let mut after = terms.clone();
    match change {
        Change::Token(ConditionToken::Weakened) => after.weakened = true,
        Change::Token(ConditionToken::Vulnerable) => after.vulnerable = true,
        Change::Token(ConditionToken::Panicked) => after.panicked = true,
        Change::Effect(effect) => match effect {
            Effect::ModDefence { by } => after.defence_mod += i32::from(*by),
            Effect::ModPanic { by } => after.panic_mod += i32::from(*by),
            Effect::AddAbility { ability } => after.abilities = after.abilities.with(*ability),
            Effect::AddAttackDice { dice } => {
                if let Stage::Dice(count) = &mut after.stage {
                    *count += u32::from(*dice);
                }
            }
            Effect::RerollAttack => after.reroll_attack = true,
            Effect::RerollDefence => after.reroll_defence = true,
            Effect::CancelChargeBonus => after.reroll_attack = false,
            Effect::ReplacePanic { wounds } => after.replace_panic = Some(*wounds),
            // A token placed before the roll that it bears on is expended there.
            Effect::PlaceToken { on, token } => match (on, token) {
                (Role::Attacker | Role::EnemyUnit, Some(ConditionToken::Weakened)) => after.weakened = true,
                (Role::Defender | Role::EnemyUnit, Some(ConditionToken::Vulnerable)) => {
                    after.vulnerable = true;
                }
                (Role::Defender | Role::Tested | Role::EnemyUnit, Some(ConditionToken::Panicked)) => {
                    after.panicked = true;
                }
                _ => {}
            },
            Effect::ModMorale { .. }
            | Effect::Restore { .. }
            | Effect::RemoveToken { .. }
            | Effect::Shift { .. }
            | Effect::ChargeMod { .. }
            | Effect::MoveMod { .. }
            | Effect::Wounds { .. }
            | Effect::PanicTest { .. }
            | Effect::Draw { .. }
            | Effect::ByRuling => {}
        },
    }
    (after != *terms).then_some(after)
}
