//! How chargers come to the fight: the ride under Reaction Fire, and Reluctance (§9.2, §11.3-§11.4, pp. 7-11).

use std::collections::BTreeMap;

use hindsight_geometry::hexes::Facing;

use super::chain::{Ways, is_out, suffer};
use super::{Arrival, Assumptions};
use crate::data::{Outcome, Reaction as Reacts};
use crate::field::charges::final_facing;
use crate::model::agenda::Cause;
use crate::model::attack::{Attack, Attacker, Course};
use crate::model::drm::sum;
use crate::model::names::UnitId;
use crate::model::piece::{Leader, LeaderPlace, Occasion, Place, Reaction, Unit};
use crate::model::state::State;
use crate::rules::leaders::CASUALTY_FROM;
use crate::rules::{charge, fire, measure, modifiers};
use crate::tables::MAX_RELUCTANCE;
use crate::views::chances;

/// A way in which an attacker can come to the fight.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ride {
    /// How it arrives.
    pub(super) arrival: Arrival,
    /// The unit as it then is.
    pub(super) unit: Unit,
    /// The leaders who began with it, as they then are.
    pub(super) leaders: Vec<Leader>,
    /// The units with one shot of Reaction Fire that have used it.
    pub(super) spent: Vec<UnitId>,
}

/// Every way in which an attacker can arrive, with its chance. Rules `MOI-CHARGE-10`, `MOI-CHARGE-13`, `MOI-FIRE-11` to
/// `MOI-FIRE-15` (pp. 7-11).
///
/// `spent` have used their one shot at a charger before; units that fell out before stand in the way. A course that is no
/// longer free is exchanged for another one, or the charger stays where it is.
pub(super) fn rides(
    state: &State,
    attack: &Attack,
    attacker: &Attacker,
    (spent, in_the_way): (&[UnitId], &[Unit]),
    assumed: Assumptions,
) -> Vec<(Ride, f64)> {
    let Some(unit) = state.unit(attacker.unit) else {
        return Vec::new();
    };
    let with = measure::leaders_with(state, unit.id);
    let leaders =
        |state: &State| -> Vec<Leader> { with.iter().filter_map(|id| state.leader(*id).cloned()).collect() };
    let Some(course) = &attacker.course else {
        let arrival = if unit.is_disordered() {
            Arrival::Disordered
        } else {
            Arrival::Shocking
        };
        let ride = Ride {
            arrival,
            unit: unit.clone(),
            leaders: leaders(state),
            spent: spent.to_vec(),
        };
        return vec![(ride, 1.0)];
    };
    let mut begin = state.clone();
    for other in in_the_way {
        begin.units.insert(other.id, other.clone());
    }
    let target = attack
        .defenders
        .first()
        .and_then(|defender| begin.unit(defender.unit));
    let other = match target {
        Some(target) if !in_the_way.is_empty() && !charge::is_free(&begin, unit, target, course) => {
            charge::other_courses(&begin, unit, target).into_iter().next()
        }
        Some(_) | None => Some(course.clone()),
    };
    let Some(course) = &other else {
        let ride = Ride {
            arrival: Arrival::Out,
            unit: unit.clone(),
            leaders: leaders(state),
            spent: spent.to_vec(),
        };
        return vec![(ride, 1.0)];
    };
    for id in spent {
        shot(&mut begin, *id, unit.id);
    }
    let mut ways: Ways = vec![(begin, 1.0)];
    let mut out: Ways = Vec::new();
    for place in 0..course.path.len() {
        ways = step(ways, unit, course, place, assumed, &mut out);
    }
    let last = course.path.last().copied().unwrap_or(attacker.at);
    let mut all: Vec<(Ride, f64)> = Vec::new();
    let mut add = |arrival, state: &State, chance: f64| {
        let ride = Ride {
            arrival,
            unit: state.unit(unit.id).cloned().unwrap_or_else(|| unit.clone()),
            leaders: leaders(state),
            spent: one_shots(state),
        };
        match all.iter_mut().find(|(known, _)| *known == ride) {
            Some((_, known)) => *known += chance,
            None => all.push((ride, chance)),
        }
    };
    for (state, chance) in out {
        add(Arrival::Out, &state, chance);
    }
    for (mut state, chance) in ways {
        let facing = final_facing(course, unit.facing().unwrap_or(Facing::One));
        if let Some(unit) = state.units.get_mut(&unit.id) {
            unit.place = Place::On { hex: last, facing };
        }
        if state.unit(unit.id).is_some_and(Unit::is_disordered) {
            add(Arrival::Disordered, &state, chance);
            continue;
        }
        let mut there = attack.clone();
        for rider in there.attackers.iter_mut().filter(|rider| rider.unit == unit.id) {
            (rider.at, rider.course) = (last, None);
        }
        state.attacks = vec![there];
        let willing =
            charge::reluctance(&state, unit.id).map_or(1.0, |(_, drm)| chances::at_most(MAX_RELUCTANCE, drm));
        state.attacks.clear();
        for (arrival, share) in [(Arrival::Charging, willing), (Arrival::Shocking, 1.0 - willing)] {
            if share > 0.0 {
                add(arrival, &state, chance * share);
            }
        }
    }
    all
}

/// One hex of a course: every missile unit that may shoots, in the order of ids; who falls out goes to `out`.
fn step(
    ways: Ways,
    rider: &Unit,
    course: &Course,
    place: usize,
    assumed: Assumptions,
    out: &mut Ways,
) -> Ways {
    let hex = course.path[place];
    // Reaction Fire meets the facing with which the hex is entered, before a turn declared for that hex.
    let facing = match course.turn {
        Some(turn) if usize::from(turn.after) <= place => turn.facing,
        Some(_) | None => rider.facing().unwrap_or(Facing::One),
    };
    let mut open: Ways = Vec::new();
    for (mut state, chance) in ways {
        let leaders = measure::leaders_with(&state, rider.id);
        if let Some(unit) = state.units.get_mut(&rider.id) {
            unit.place = Place::On { hex, facing };
        }
        for leader in leaders {
            if let Some(leader) = state.leaders.get_mut(&leader) {
                leader.place = LeaderPlace::On { hex };
            }
        }
        open.push((state, chance));
    }
    let mut there: Ways = Vec::new();
    while let Some((state, chance)) = open.pop() {
        // An Unhorsed unit stays in the hex and is shot at further. Rule `MOI-FIRE-15`.
        let stands = state.unit(rider.id).is_some_and(|unit| unit.hex() == Some(hex));
        let reactor = if stands && assumed.reaction_fire {
            fire::reactors(&state, rider.id, hex, Occasion::Charge)
                .first()
                .copied()
        } else {
            None
        };
        let Some(reactor) = reactor else {
            if is_out(rider, &state, hex) {
                out.push((state, chance));
            } else {
                merge(&mut there, state, chance);
            }
            continue;
        };
        for (after, chance) in shoot(&state, chance, reactor, rider.id) {
            merge(&mut open, after, chance);
        }
    }
    there
}

/// A shot with all its results.
fn shoot(state: &State, chance: f64, reactor: UnitId, target: UnitId) -> Ways {
    let (Some(shooter), Some(unit)) = (state.unit(reactor), state.unit(target)) else {
        return Vec::new();
    };
    let Some(facts) = modifiers::of_shot(state, shooter, unit) else {
        return Vec::new();
    };
    let from: Vec<_> = shooter.hex().into_iter().collect();
    let added = sum(&facts.drms(&state.battle.charts));
    // Results that endanger leaders are told apart from those that do not.
    let mut results: BTreeMap<(Outcome, bool), (f64, i32)> = BTreeMap::new();
    for (die, outcome) in chances::shot_results(&state.battle.charts, &facts)
        .into_iter()
        .enumerate()
    {
        let adjusted = die as i32 + added;
        let entry = results
            .entry((outcome, adjusted >= CASUALTY_FROM))
            .or_insert((0.0, adjusted));
        entry.0 += 0.1;
    }
    let mut before = state.clone();
    shot(&mut before, reactor, target);
    results
        .into_iter()
        .flat_map(|((outcome, _), (share, adjusted))| {
            suffer(
                vec![(before.clone(), chance * share)],
                target,
                outcome,
                Cause::Fire(adjusted),
                &from,
            )
        })
        .collect()
}

/// Notes a shot of Reaction Fire.
fn shot(state: &mut State, reactor: UnitId, at: UnitId) {
    if let Some(unit) = state.units.get_mut(&reactor) {
        unit.acts.reactions.push(Reaction {
            at,
            on: Occasion::Charge,
        });
    }
}

/// The units whose weapon reacts once in an Activation and has done so.
fn one_shots(state: &State) -> Vec<UnitId> {
    state
        .units
        .values()
        .filter(|unit| !unit.acts.reactions.is_empty())
        .filter(|unit| {
            state
                .weapon_of(unit)
                .is_some_and(|(_, weapon)| weapon.reaction == Reacts::One)
        })
        .map(|unit| unit.id)
        .collect()
}

/// Adds a way to others, together with an equal one if there is one.
fn merge(ways: &mut Ways, state: State, chance: f64) {
    match ways.iter_mut().find(|(known, _)| *known == state) {
        Some((_, known)) => *known += chance,
        None => ways.push((state, chance)),
    }
}
