//! The exact odds of an attack, each number with what made it.

use hindsight_kernel::{AttackChances, Distribution, RollChances};

use crate::model::gear::{Attack, Number};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::rules::attack::{block_need, chance, melee_dice, melee_need, unit_capacity, wound_odds};
use crate::rules::shooting::{shooting_dice, shooting_need, shot_block_need};

/// The exact odds of a blow, as both units stand now.
pub fn melee_odds(state: &State, unit: UnitId, target: UnitId) -> AttackChances {
    let gear = state.gear(unit);
    let weapon = gear.weapon(Attack::Melee);
    let hit = Number {
        value: melee_need(state, unit),
        ..gear.melee_number()
    };
    let block = state
        .gear(target)
        .block_number(Attack::Melee, weapon, gear.charged);
    debug_assert_eq!(block.value, block_need(state, unit, target));
    odds(state, unit, target, "melee", melee_dice(state, unit), hit, block)
}

/// The exact odds of a shot, as both units stand now.
pub fn shooting_odds(state: &State, unit: UnitId, target: UnitId) -> AttackChances {
    let gear = state.gear(unit);
    let weapon = gear.ranged_weapon(&state.cards);
    let dice = shooting_dice(state.unit(unit).models, gear.card.front_rank);
    let need = shooting_need(state, unit).unwrap_or(6);
    let hit = gear.ranged_number().unwrap_or(Number {
        value: need,
        modifiers: Vec::new(),
    });
    let block = state
        .gear(target)
        .block_number(Attack::Shooting, weapon, gear.charged);
    debug_assert_eq!(block.value, shot_block_need(state, unit, target));
    odds(state, unit, target, "shooting", u16::from(dice), hit, block)
}

fn odds(
    state: &State,
    unit: UnitId,
    target: UnitId,
    kind: &str,
    dice: u16,
    hit: Number,
    block: Number,
) -> AttackChances {
    let capacity = unit_capacity(state, target);
    let hits = Distribution::binomial(u32::from(dice), chance(hit.value));
    let blocked = hits.thinned(chance(block.value));
    let damage = wound_odds(dice, hit.value, block.value, capacity);
    let destroys = damage.at_least(i32::from(capacity));
    AttackChances {
        unit: unit.to_string(),
        target: target.to_string(),
        kind: kind.to_owned(),
        steps: vec![
            RollChances {
                purpose: if kind == "melee" { "attack" } else { "shoot" }.to_owned(),
                dice: Some(u32::from(dice)),
                target: Some(i32::from(hit.value)),
                modifiers: hit.modifiers,
                successes: hits,
            },
            RollChances {
                purpose: "block".to_owned(),
                dice: None,
                target: Some(i32::from(block.value)),
                modifiers: block.modifiers,
                successes: blocked,
            },
        ],
        damage,
        destroys,
    }
}
