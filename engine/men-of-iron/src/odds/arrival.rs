//! How chargers come to the fight: the ride under Reaction Fire, and Reluctance (§9.2, §11.3-§11.4, pp. 7-11).

use std::collections::BTreeMap;

use hindsight_geometry::hexes::{Facing, Hex};

use super::scratch::{Delta, Piece, Scratch};
use super::suffering::{Hit, is_out, put, suffer};
use super::{Arrival, Assumptions};
use crate::data::{Outcome, Reaction as Reacts};
use crate::field::charges::final_facing;
use crate::model::agenda::Cause;
use crate::model::attack::{Attack, Attacker, Course};
use crate::model::drm::sum;
use crate::model::names::UnitId;
use crate::model::piece::{Occasion, Place, Reaction, Unit};
use crate::model::state::State;
use crate::rules::leaders::CASUALTY_FROM;
use crate::rules::{charge, fire, measure, modifiers};
use crate::tables::MAX_RELUCTANCE;
use crate::views::chances;

/// The most ways in which the attackers of one attack can arrive that are gone through.
pub(super) const MOST_WAYS: usize = 5_000;

/// How many steps a ride counts, beside the results that are suffered on it.
const RIDE_STEPS: usize = 16;

/// A position to which the attackers of an attack can come, and how each can have arrived there: a Reluctant charger stands where
/// a willing one does.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Way {
    /// What has changed.
    pub(super) after: Delta,
    /// How each has arrived, as far as they have ridden, with the chance of it.
    pub(super) arrivals: Vec<(Vec<Arrival>, f64)>,
}

impl Way {
    /// The chance of the position.
    pub(super) fn chance(&self) -> f64 {
        self.arrivals.iter().map(|(_, chance)| chance).sum()
    }

    /// Whether another way comes to the same position with the same shares of arrivals.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let (one, two) = (self.chance(), other.chance());
        self.after == other.after
            && self.arrivals.len() == other.arrivals.len()
            && self
                .arrivals
                .iter()
                .zip(&other.arrivals)
                .all(|((here, chance), (there, share))| {
                    here == there && (chance * two - share * one).abs() < 1e-15
                })
    }

    /// Adds the chances of a way that is like it.
    pub(super) fn add(&mut self, other: &Self) {
        for ((_, chance), (_, more)) in self.arrivals.iter_mut().zip(&other.arrivals) {
            *chance += more;
        }
    }
}

/// What earlier attacks of the same declaration leave for the chargers of the next ones.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Earlier {
    /// The units with one shot of Reaction Fire that have used it.
    pub(super) spent: Vec<UnitId>,
    /// Riders that stand on courses which others have still to ride.
    pub(super) in_the_way: Vec<Unit>,
}

/// Positions, each by what has changed, with their chances.
type Ways = Vec<(Delta, f64)>;

/// Every way in which the attackers of one of the attacks arrive, each with its chance; nothing where there are too many.
///
/// They ride one after the other, and each finds the others where they have come to.
pub(super) fn arrivals(
    now: &mut Scratch,
    attacks: &[Attack],
    place: usize,
    assumed: Assumptions,
) -> Option<Vec<Way>> {
    let attack = attacks.get(place)?;
    let mut ways = vec![Way {
        after: Delta::new(),
        arrivals: vec![(Vec::new(), 1.0)],
    }];
    // The attacks as they are while somebody rides: those before have ridden.
    let mut under_way = attacks.to_vec();
    for earlier in under_way
        .iter_mut()
        .take(place)
        .flat_map(|attack| &mut attack.attackers)
    {
        earlier.rode = true;
    }
    for (rank, attacker) in attack.attackers.iter().enumerate() {
        let (mut next, mut count) = (Vec::with_capacity(ways.len()), 0);
        for way in ways {
            now.apply(&way.after);
            let was = now.set_attacks(under_way.clone());
            let all = rides(now, attack, attacker, assumed);
            now.set_attacks(was);
            now.back(0);
            for (after, how) in all {
                let each = |(before, chance): &(Vec<Arrival>, f64)| -> Vec<(Vec<Arrival>, f64)> {
                    let with = |(arrival, share): &(Arrival, f64)| {
                        let mut arrivals = before.clone();
                        arrivals.push(*arrival);
                        (arrivals, chance * share)
                    };
                    how.iter().map(with).collect()
                };
                let arrivals: Vec<_> = way.arrivals.iter().flat_map(each).collect();
                count += arrivals.len();
                next.push(Way { after, arrivals });
            }
            if count > MOST_WAYS || now.left() == 0 {
                return None;
            }
        }
        if let Some(rider) = under_way[place].attackers.get_mut(rank) {
            rider.rode = true;
        }
        ways = next;
    }
    Some(ways)
}

/// Where one attacker can come to, and how it can have arrived there.
type Ride = (Delta, Vec<(Arrival, f64)>);

/// Every way in which one attacker can arrive from the position as it is now. Rules `MOI-CHARGE-10`, `MOI-CHARGE-13`,
/// `MOI-FIRE-11` to `MOI-FIRE-15` (pp. 7-11).
///
/// A course that is no longer free is exchanged for another one, or the charger stays where it is.
fn rides(now: &mut Scratch, attack: &Attack, attacker: &Attacker, assumed: Assumptions) -> Vec<Ride> {
    now.spend_more(RIDE_STEPS);
    let Some(unit) = now.state().unit(attacker.unit).cloned() else {
        return Vec::new();
    };
    let Some(declared) = &attacker.course else {
        let arrival = if unit.is_disordered() {
            Arrival::Disordered
        } else {
            Arrival::Shocking
        };
        return vec![(now.delta(), vec![(arrival, 1.0)])];
    };
    let state = now.state();
    let target = attack
        .defenders
        .first()
        .and_then(|defender| state.unit(defender.unit));
    let course = match target {
        Some(target) if charge::is_free(state, &unit, target, declared) => Some(declared.clone()),
        Some(target) => charge::other_courses(state, &unit, target).into_iter().next(),
        None => None,
    };
    let Some(course) = course else {
        return vec![(now.delta(), vec![(Arrival::Out, 1.0)])];
    };
    let mut ways: Ways = vec![(now.delta(), 1.0)];
    let mut out: Ways = Vec::new();
    now.back(0);
    for place in 0..course.path.len() {
        ways = step(now, ways, (&unit, &course, place), assumed, &mut out);
    }
    let last = course.path.last().copied().unwrap_or(attacker.at);
    let mut all: Vec<Ride> = out
        .into_iter()
        .map(|(after, chance)| (after, vec![(Arrival::Out, chance)]))
        .collect();
    for (after, chance) in ways {
        now.apply(&after);
        let facing = final_facing(&course, unit.facing().unwrap_or(Facing::One));
        now.unit(unit.id, |unit| unit.place = Place::On { hex: last, facing });
        let how = if now.state().unit(unit.id).is_some_and(Unit::is_disordered) {
            vec![(Arrival::Disordered, chance)]
        } else {
            let willing = willing(now, attack, unit.id, last);
            let mut how = vec![
                (Arrival::Charging, chance * willing),
                (Arrival::Shocking, chance * (1.0 - willing)),
            ];
            how.retain(|(_, share)| *share > 0.0);
            how
        };
        all.push((now.delta(), how));
        now.back(0);
    }
    all
}

/// The chance that a charger at the end of its course is not Reluctant. Rules `MOI-CHARGE-12` to `MOI-CHARGE-14` (p. 11).
fn willing(now: &mut Scratch, attack: &Attack, id: UnitId, last: Hex) -> f64 {
    let mut there = attack.clone();
    for rider in there.attackers.iter_mut().filter(|rider| rider.unit == id) {
        (rider.at, rider.course) = (last, None);
    }
    let was = now.set_attacks(vec![there]);
    let chance = charge::reluctance(now.state(), id).map_or(1.0, |(_, facts)| {
        chances::at_most(MAX_RELUCTANCE, sum(&facts.drms()))
    });
    now.set_attacks(was);
    chance
}

/// One hex of a course: every missile unit that may shoots, in the order of ids; who falls out goes to `out`.
fn step(
    now: &mut Scratch,
    ways: Ways,
    (rider, course, place): (&Unit, &Course, usize),
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
    for (delta, chance) in ways {
        now.apply(&delta);
        let leaders = measure::leaders_with(now.state(), rider.id);
        put(now, rider.id, hex, &leaders);
        now.unit(rider.id, |unit| unit.place = Place::On { hex, facing });
        open.push((now.delta(), chance));
        now.back(0);
    }
    let mut there: Ways = Vec::new();
    while let Some((delta, chance)) = open.pop() {
        now.apply(&delta);
        // An Unhorsed unit stays in the hex and is shot at further. Rule `MOI-FIRE-15`.
        let stands = now
            .state()
            .unit(rider.id)
            .is_some_and(|unit| unit.hex() == Some(hex));
        let reactor = if stands && assumed.reaction_fire {
            fire::reactors(now.state(), rider.id, hex, Occasion::Charge)
                .first()
                .copied()
        } else {
            None
        };
        match reactor {
            Some(reactor) => shoot(now, chance, reactor, rider.id, &mut open),
            None if is_out(rider, now.state(), hex) => merge(out, delta, chance),
            None => merge(&mut there, delta, chance),
        }
        now.back(0);
    }
    there
}

/// A shot with all its results.
fn shoot(now: &mut Scratch, chance: f64, reactor: UnitId, target: UnitId, open: &mut Ways) {
    let state = now.state();
    let (Some(shooter), Some(unit)) = (state.unit(reactor), state.unit(target)) else {
        return;
    };
    let Some(facts) = modifiers::of_shot(state, shooter, unit) else {
        return;
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
    shot(now, reactor, target);
    for ((outcome, _), (share, adjusted)) in results {
        let hit = Hit {
            unit: target,
            outcome,
            cause: Cause::Fire(adjusted),
            from: &from,
        };
        suffer(now, &hit, chance * share, &mut |now, chance| {
            if now.spend_more(1 + open.len() / 16) {
                merge(open, now.delta(), chance);
            }
        });
    }
}

/// Notes a shot of Reaction Fire.
pub(super) fn shot(now: &mut Scratch, reactor: UnitId, at: UnitId) {
    now.unit(reactor, |unit| {
        unit.acts.reactions.push(Reaction {
            at,
            on: Occasion::Charge,
        });
    });
}

/// The units whose weapon reacts once in an Activation and has done so.
pub(super) fn one_shots(state: &State) -> Vec<UnitId> {
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

/// Leaves out of a way the shots that were fired: no fight depends on them.
pub(super) fn forget_shots(state: &State, way: &mut Way) {
    for piece in &mut way.after {
        if let Piece::Unit(unit) = piece
            && let Some(was) = state.unit(unit.id)
        {
            unit.acts.reactions.clone_from(&was.acts.reactions);
        }
    }
    way.after
        .retain(|piece| !matches!(piece, Piece::Unit(unit) if state.unit(unit.id) == Some(unit)));
}

/// Adds a way to others, together with an equal one if there is one.
fn merge(ways: &mut Ways, delta: Delta, chance: f64) {
    match ways.iter_mut().find(|(known, _)| *known == delta) {
        Some((_, known)) => *known += chance,
        None => ways.push((delta, chance)),
    }
}
