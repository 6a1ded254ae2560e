//! Whom the units of a seat could attack next.

use std::collections::BTreeSet;

use hindsight_kernel::{Seat, Threat};

use super::reach::reachable;
use crate::model::names::UnitId;
use crate::model::piece::Unit;
use crate::model::state::{SEATS, State};
use crate::rules::shock;

/// The threats of both seats: an enemy is in reach of a unit that could shoot, shock or charge it after its own movement.
pub fn threats(state: &State) -> Vec<Threat> {
    SEATS
        .map(|seat| {
            let enemies: Vec<&Unit> = state.on_map(seat.opponent()).collect();
            let mut reached: BTreeSet<UnitId> = BTreeSet::new();
            for unit in state.on_map(seat) {
                reached.extend(in_reach(state, unit, &enemies));
            }
            Threat {
                seat,
                enemies: enemies.iter().map(|enemy| enemy.id.to_string()).collect(),
                in_reach: reached.iter().map(ToString::to_string).collect(),
            }
        })
        .into()
}

/// The enemies that a unit could shoot, shock or charge after its own movement, whatever it turns to.
pub fn in_reach(state: &State, unit: &Unit, enemies: &[&Unit]) -> Vec<UnitId> {
    let Some(start) = unit.hex() else {
        return Vec::new();
    };
    let fires = if state.can_fire(unit) {
        state.weapon_of(unit).map_or(0, |(_, weapon)| weapon.range())
    } else {
        0
    };
    let charges = if crate::rules::measure::can_charge(state, unit) {
        3
    } else {
        0
    };
    let longest = fires.max(charges).max(1);
    let ma = u32::from(state.strength_of(unit).ma);
    let near: Vec<&&Unit> = enemies
        .iter()
        .filter(|enemy| {
            enemy
                .hex()
                .is_some_and(|at| start.distance_to(at) <= ma + longest)
        })
        .collect();
    if near.is_empty() {
        return Vec::new();
    }
    let mut places: Vec<_> = reachable(state, unit)
        .into_iter()
        .filter(|(_, reached)| reached.may_stop)
        .map(|(hex, _)| hex)
        .collect();
    places.push(start);
    near.into_iter()
        .filter(|enemy| {
            let Some(at) = enemy.hex() else { return false };
            let shocks =
                shock::may_attack(state, unit, enemy) || !shock::frontal_targets(state, unit).is_empty();
            places.iter().any(|place| {
                let distance = place.distance_to(at);
                distance <= fires && state.battle.line_of_sight(*place, at)
                    || distance == 1
                        && (shocks
                            || state
                                .battle
                                .charts
                                .matrix(state.class_of(unit), state.class_of(enemy))
                                .is_some())
                    || (2..=charges).contains(&distance) && state.battle.line_of_sight(*place, at)
            })
        })
        .map(|enemy| enemy.id)
        .collect()
}

/// The threat of one seat.
pub fn of(state: &State, seat: Seat) -> Option<Threat> {
    threats(state).into_iter().find(|threat| threat.seat == seat)
}
