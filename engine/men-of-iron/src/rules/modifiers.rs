//! The situations of shots and attacks, as the combat tables read them (§9.3, §10.4, pp. 7-9).

use super::measure;
use super::shock::is_charging;
use crate::field::Aspect;
use crate::model::attack::{Attack, Attacker};
use crate::model::piece::Unit;
use crate::model::state::State;
use crate::tables::FireFacts;
use crate::tables::{AttackerFacts, ShockFacts};

/// The facts that one unit's shot at another depends on. Rule `MOI-FIRE-17` (pp. 7-13).
pub fn of_shot(state: &State, firer: &Unit, target: &Unit) -> Option<FireFacts> {
    let (from, to) = (firer.hex()?, target.hex()?);
    Some(FireFacts {
        weapon: state.weapon_of(firer)?.0,
        range: from.distance_to(to),
        firer_disordered: firer.is_disordered(),
        target: state.class_of(target),
        column: state.column_of(target),
        order: state.order_of(target),
        retired: target.is_retired(),
        formation: target.formation,
        aspect: Aspect::of(target, from)?,
        terrain: state.battle.fire_terrain(from, to),
        schiltron_drm: i32::from(state.battle.options.schiltron_fire_drm),
    })
}

/// The facts that one roll of an attack depends on: the attackers that take part, one of so many defenders.
/// Rule `MOI-SDRM-01` (p. 9).
pub fn of_attack(
    state: &State,
    attack: &Attack,
    attackers: &[&Attacker],
    defender: &Unit,
    defenders: usize,
) -> Option<ShockFacts> {
    let to = defender.hex()?;
    let each = |attacker: &&Attacker| {
        let unit = state.unit(attacker.unit)?;
        let column = state.column_of(unit);
        Some(AttackerFacts {
            class: state.class_of(unit),
            aspect: Aspect::of(defender, attacker.at)?,
            charging: is_charging(state, attacker),
            moved: unit.acts.moved,
            leader: is_led(state, unit),
            disordered: unit.is_disordered(),
            terrain: state
                .battle
                .shock_terrain(attacker.at, to, column)
                .unwrap_or_default(),
            level: state.battle.map.level(attacker.at),
            earlier: u32::from(unit.acts.attacks),
        })
    };
    Some(ShockFacts {
        attackers: attackers.iter().filter_map(each).collect(),
        defenders: defenders as u32,
        defender: state.class_of(defender),
        order: state.order_of(defender),
        retired: defender.is_retired(),
        rating: i32::from(state.strength_of(defender).sdd),
        formation: defender.formation,
        level: state.battle.map.level(to),
        countercharged: attack.countered_by.contains(&defender.id),
        against_fire: false,
    })
}

/// Whether the leader of its own Command stands with a unit. Rule `MOI-SDRM-08` (pp. 9, 13).
fn is_led(state: &State, unit: &Unit) -> bool {
    measure::leaders_with(state, unit.id).iter().any(|id| {
        state
            .battle
            .leader
            .get(id)
            .is_some_and(|card| card.commands.contains(&unit.command))
    })
}
