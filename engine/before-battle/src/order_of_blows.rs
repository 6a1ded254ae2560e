//! Who attacks first? §Who attacks first?

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::combat::by_cell;
use crate::geometry::{Direction, attack_direction, faced_enemy, faces, rear_cell};
use crate::names::{UnitId, UnitSet};
use crate::state::State;

/// One unit's part in a combat: whom it strikes, from where, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Strike {
    /// Who.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// Where it meets the target.
    pub direction: Direction,
    /// 1 to 4.
    pub tier: u8,
}

/// The last tier.
pub const LAST_TIER: u8 = 4;

/// Whom a unit strikes in a combat: the enemy in its front cell, if that one is of the same combat.
/// Rule `BB-ORD-01` (§Who attacks first?).
///
/// RULING: a unit attacked from the flank does not strike back without facing its attacker.
pub fn struck_by(state: &State, combat: UnitSet, unit: UnitId) -> Option<UnitId> {
    faced_enemy(state, unit).filter(|&enemy| combat.contains(enemy))
}

/// Whether a unit may not strike because an enemy of the same combat attacks its rear, itself able to strike.
/// Rule `BB-ORD-02` (§Who attacks first?).
///
/// RULING: found from the rearmost unit forward, so a rear attacker that is silenced silences nobody.
pub fn silenced(state: &State, combat: UnitSet, unit: UnitId) -> bool {
    let behind = rear_cell(state, unit)
        .and_then(|cell| state.at(cell))
        .map(|other| other.id);
    behind.is_some_and(|attacker| {
        attacker.seat() != unit.seat()
            && combat.contains(attacker)
            && faces(state, attacker, unit)
            // Each step goes one cell further back in one line, so this ends at the board's edge.
            && !silenced(state, combat, attacker)
    })
}

/// The tier in which a unit strikes an enemy that it meets from this direction. Rules `BB-ORD-03` to `BB-ORD-06`, `-08`.
///
/// RULING: one queue in the printed order; spears come directly before chargers.
pub fn tier(state: &State, unit: UnitId, target: UnitId, direction: Direction) -> u8 {
    match direction {
        Direction::Flank | Direction::Rear => 1,
        Direction::Front if state.gear(unit).strikes_before_charger() && state.charged.contains(target) => 2,
        Direction::Front if state.charged.contains(unit) => 3,
        Direction::Front => LAST_TIER,
    }
}

/// Who strikes whom in a combat and when, by cell; and who is silenced. All of it is fixed at the beginning of the combat.
/// Rules `BB-ORD-01` to `BB-ORD-08`.
pub fn order_of_blows(state: &State, combat: UnitSet) -> (Vec<Strike>, UnitSet) {
    let (mut strikes, mut mute) = (Vec::new(), UnitSet::EMPTY);
    for unit in by_cell(state, combat) {
        let Some(target) = struck_by(state, combat, unit) else {
            continue;
        };
        if silenced(state, combat, unit) {
            mute.insert(unit);
        } else if let Some(direction) = attack_direction(state, unit, target) {
            strikes.push(Strike {
                unit,
                target,
                direction,
                tier: tier(state, unit, target, direction),
            });
        }
    }
    (strikes, mute)
}

/// The strikes of a tier that can still be struck: striker and target both stand. Rule `BB-ORD-07`.
pub fn strikes_of_tier(state: &State, tier: u8) -> Vec<Strike> {
    state
        .combat
        .strikes
        .iter()
        .copied()
        .filter(|strike| {
            strike.tier == tier && state.cell(strike.unit).is_some() && state.cell(strike.target).is_some()
        })
        .collect()
}
