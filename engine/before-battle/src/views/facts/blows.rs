//! An attack: its dice against chance, and what made its numbers.

use hindsight_kernel::{AttackResolved, DamageDealt, Distribution, Fact, Modifier};

use super::Story;
use crate::model::event::Blow;
use crate::model::gear::{Attack, Number};
use crate::model::state::State;
use crate::rules::attack::{chance, wound_odds};

impl Story<'_> {
    /// One attack: its dice, its outcome against chance, its damage.
    pub(super) fn blow(&mut self, blow: &Blow, attack: Attack, tier: Option<u8>, capacity: u16) {
        let (kind, hit, block) = numbers(self.before, blow, attack);
        let dice = blow.attack.dice() as u32;
        let (unit, target) = (blow.unit.to_string(), blow.target.to_string());
        let expected = Distribution::binomial(dice, chance(blow.need));
        let attacked = blow.attack_throw().rolled(i32::from(blow.hits), expected, hit);
        self.out.push(Fact::DiceRolled(attacked));
        if let Some(throw) = blow.block_throw() {
            let expected = Distribution::binomial(u32::from(blow.hits), chance(blow.block_need));
            let blocked = throw.rolled(i32::from(blow.blocked), expected, block);
            self.out.push(Fact::DiceRolled(blocked));
        }
        self.out.push(Fact::AttackResolved(AttackResolved {
            unit: unit.clone(),
            seat: blow.unit.seat(),
            against: target.clone(),
            kind: kind.to_owned(),
            ranged: attack == Attack::Shooting,
            dice,
            hits: u32::from(blow.hits),
            saved: u32::from(blow.blocked),
            damage: u32::from(blow.wounds),
            surplus: u32::from(blow.surplus),
            expected: wound_odds(dice as u16, blow.need, blow.block_need, capacity),
            tier,
        }));
        if blow.wounds > 0 {
            let card = self.before.card(blow.target);
            let full = u16::from(card.models) * u16::from(card.wounds_per_model);
            let models = {
                // Wounds needed for each model that died, from what the target could still take.
                let each = u16::from(card.wounds_per_model.max(1));
                capacity
                    .div_ceil(each)
                    .saturating_sub(u16::from(blow.models_after))
            };
            self.out.push(Fact::DamageDealt(DamageDealt {
                unit: target,
                seat: blow.target.seat(),
                by: Some(unit),
                cause: kind.to_owned(),
                wounds: u32::from(blow.wounds),
                models: u32::from(models),
                share: f64::from(blow.wounds) / f64::from(full.max(1)),
            }));
        }
    }
}

/// What made the hit number and the block number of a blow.
fn numbers(before: &State, blow: &Blow, attack: Attack) -> (&'static str, Vec<Modifier>, Vec<Modifier>) {
    let (gear, target) = (before.gear(blow.unit), before.gear(blow.target));
    let (kind, hit, weapon) = match attack {
        Attack::Melee => ("melee", Some(gear.melee_number()), gear.weapon(Attack::Melee)),
        Attack::Shooting => (
            "shooting",
            gear.ranged_number(),
            gear.ranged_weapon(&before.cards),
        ),
    };
    let block = target.block_number(attack, weapon, gear.charged);
    let parts = |number: Number| number.modifiers;
    (kind, hit.map_or_else(Vec::new, parts), parts(block))
}
