//! Whom the units of a seat could attack next: engaged enemies, charges within the Speed alone and shots.

use hindsight_kernel::{Seat, Threat};

use crate::cards::AttackKind;
use crate::model::names::{SEATS, UnitId};
use crate::model::state::State;
use crate::rules::{attack, charge, shots};

/// What each seat threatens; nothing before the battle.
///
/// A charge counts as far as it succeeds with the least face of its die: what hangs on the die does not count.
pub(super) fn threats(state: &State) -> Option<Vec<Threat>> {
    if state.round == 0 {
        return None;
    }
    Some(SEATS.map(|seat| threat(state, seat)).into())
}

fn on_table(state: &State, seat: Seat) -> Vec<UnitId> {
    state
        .on_table()
        .map(|(unit, _)| unit.id)
        .filter(|id| id.seat() == seat)
        .collect()
}

fn threat(state: &State, seat: Seat) -> Threat {
    let enemies = on_table(state, seat.opponent());
    let own = on_table(state, seat);
    let in_reach = enemies
        .iter()
        .filter(|enemy| own.iter().any(|unit| reaches(state, *unit, **enemy, 1)));
    Threat {
        seat,
        in_reach: in_reach.map(ToString::to_string).collect(),
        enemies: enemies.iter().map(ToString::to_string).collect(),
    }
}

/// Whether a unit could strike, shoot at or charge another in its next activation, a charge with a die of `die` or less.
pub(crate) fn reaches(state: &State, unit: UnitId, enemy: UnitId, die: i32) -> bool {
    if state.is_engaged(unit) {
        return state.engaged_with(unit).any(|(_, other, _)| other == enemy)
            && attack::weapon_of(state, unit, AttackKind::Melee, None).is_ok();
    }
    can_shoot(state, unit, enemy) || needed_to_charge(state, unit, enemy).is_some_and(|needed| needed <= die)
}

/// Whether a unit could shoot at another in its next activation.
pub(crate) fn can_shoot(state: &State, unit: UnitId, enemy: UnitId) -> bool {
    let shots = state
        .unit_and_card(unit)
        .map_or(0, |(_, card)| card.attacks_of(AttackKind::Ranged).count());
    (0..shots).any(|weapon| shots::shot(state, unit, enemy, weapon as u8).is_some())
}

/// The least die with which a unit can charge another, by the best heading: from 1 to 6, or nothing.
pub(crate) fn needed_to_charge(state: &State, unit: UnitId, enemy: UnitId) -> Option<i32> {
    let (_, card) = state.unit_and_card(unit)?;
    let arcs = charge::arcs(state, unit, enemy);
    arcs.into_iter()
        .filter_map(|arc| charge::best_heading(state, unit, enemy, Some(arc)))
        .map(|(_, path)| path.needed(card.speed, 0))
        .min()
        .filter(|needed| *needed <= 6)
}
