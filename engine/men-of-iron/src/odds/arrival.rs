//! Arrival of chargers at the fight: the ride under Reaction Fire, and Reluctance (§9.2, §11.3-§11.4,
//! pp. 7-11).

use std::rc::Rc;

use hindsight_geometry::hexes::{Facing, Hex};

use super::scratch::{Delta, PieceId, Scratch, laid_over};
use super::suffering::{Hit, is_out, put, suffer};
use super::touched::Touched;
use super::{Arrival, Assumptions};
use crate::data::{Outcome, Reaction as Reacts};
use crate::field::charges::{courses, final_facing};
use crate::model::agenda::Cause;
use crate::model::attack::{Attack, Attacker, Course};
use crate::model::drm::sum;
use crate::model::names::UnitId;
use crate::model::piece::{Occasion, PiecePlace, Reaction, Unit};
use crate::model::state::State;
use crate::rules::leaders::CASUALTY_FROM;
use crate::rules::{charge, fire, modifiers};
use crate::tables::MAX_RELUCTANCE;
use crate::views::chances;

/// The most ways in which the attackers of one attack can arrive that are gone through.
pub(super) const MOST_WAYS: usize = 5_000;

/// How many steps a ride counts, beside the results that are suffered on it.
const RIDE_STEPS: usize = 16;

/// How each attacker has arrived, as far as they have ridden, with the chance of it.
pub(super) type Arrivals = Vec<(Vec<Arrival>, f64)>;

/// A position to which the attackers of an attack can come, and how each can have arrived there: a Reluctant charger stands where
/// a willing one does.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Way {
    /// What has changed, but for the shots of Reaction Fire.
    pub(super) after: Delta,
    /// The units with one shot of Reaction Fire that have used it.
    pub(super) spent: Vec<UnitId>,
    /// How each has arrived.
    pub(super) arrivals: Arrivals,
}

impl Way {
    /// The chance of the position.
    pub(super) fn chance(&self) -> f64 {
        self.arrivals.iter().map(|(_, chance)| chance).sum()
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

/// Where one attacker can come to, from a position in which others have ridden before, and how it can have arrived there.
#[derive(Debug)]
struct End {
    /// What has changed on the ride, but for the shots of Reaction Fire.
    after: Delta,
    /// The units with one shot of Reaction Fire that have used it on the ride.
    spent: Vec<UnitId>,
    how: Vec<(Arrival, f64)>,
}

/// A ride that was gone through: from where, and what was looked at for it.
struct Ridden {
    after: Delta,
    spent: Vec<UnitId>,
    touched: Touched,
    ends: Rc<[End]>,
}

/// Every way in which the attackers of one of the attacks arrive, each with its chance; nothing where there are too many.
///
/// They ride one after the other, and each finds the others where they have come to. A ride is gone through once for all
/// positions that are the same as far as it looks.
pub(super) fn arrivals(
    now: &mut Scratch,
    attacks: &[Attack],
    place: usize,
    assumed: Assumptions,
) -> Option<Vec<Way>> {
    let attack = attacks.get(place)?;
    let mut ways = vec![Way {
        after: Delta::new(),
        spent: Vec::new(),
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
        let mut ridden: Vec<Ridden> = Vec::new();
        now.set_varying(ways.iter().map(|way| &way.after));
        for way in &ways {
            let same = |ridden: &&Ridden| {
                ridden.spent == way.spent && ridden.touched.are_alike(now.base(), &ridden.after, &way.after)
            };
            let known = ridden.iter().filter(|_| now.remembers).find(same);
            let ends = if let Some(known) = known {
                Rc::clone(&known.ends)
            } else {
                now.apply(&way.after);
                for &reactor in &way.spent {
                    shot(now, reactor, attacker.unit);
                }
                now.touched.clear();
                let was = now.set_attacks(under_way.clone());
                let ends: Rc<[End]> = rides(now, attack, attacker, assumed).into();
                now.set_attacks(was);
                now.back(0);
                ridden.push(Ridden {
                    after: way.after.clone(),
                    spent: way.spent.clone(),
                    touched: now.touched.clone(),
                    ends: Rc::clone(&ends),
                });
                ends
            };
            for end in ends.iter() {
                let goes_on = goes_on(way, end);
                count += goes_on.arrivals.len();
                next.push(goes_on);
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

/// A way with the end of one more ride.
fn goes_on(way: &Way, end: &End) -> Way {
    let mut arrivals = Vec::with_capacity(way.arrivals.len() * end.how.len());
    for (before, chance) in &way.arrivals {
        for (arrival, share) in &end.how {
            let mut all = Vec::with_capacity(before.len() + 1);
            all.extend_from_slice(before);
            all.push(*arrival);
            arrivals.push((all, chance * share));
        }
    }
    let mut spent = way.spent.clone();
    spent.extend_from_slice(&end.spent);
    Way {
        after: laid_over(&way.after, &end.after),
        spent,
        arrivals,
    }
}

/// Every way in which one attacker can arrive from the position as it is now. Rules `MOI-CHARGE-10`, `MOI-CHARGE-13`,
/// `MOI-FIRE-11` to `MOI-FIRE-15` (pp. 7-11).
///
/// A course that is no longer free is exchanged for another one, or the charger stays where it is.
fn rides(now: &mut Scratch, attack: &Attack, attacker: &Attacker, assumed: Assumptions) -> Vec<End> {
    now.spend_more(RIDE_STEPS);
    now.touched.piece(PieceId::Unit(attacker.unit));
    let base = now.mark();
    let Some(unit) = now.state().unit(attacker.unit).cloned() else {
        return Vec::new();
    };
    let stays = |arrival| {
        vec![End {
            after: Delta::new(),
            spent: Vec::new(),
            how: vec![(arrival, 1.0)],
        }]
    };
    let Some(declared) = &attacker.course else {
        return stays(if unit.is_disordered() {
            Arrival::Disordered
        } else {
            Arrival::Shocking
        });
    };
    let Some(course) = course_of(now, attack, &unit, declared) else {
        return stays(Arrival::Out);
    };
    let mut riding = Riding {
        base,
        rider: unit,
        fired: Vec::new(),
        spent: Vec::new(),
        out: Vec::new(),
    };
    let mut ways: Ways = vec![(Delta::new(), 1.0)];
    for place in 0..course.path.len() {
        ways = riding.step(now, ways, &course, place, assumed);
    }
    riding.arrive(now, ways, attack, &course, attacker.at)
}

/// The course that a charger rides: the declared one, or another where that one is no longer free. Rule `MOI-CHARGE-10`.
fn course_of(now: &mut Scratch, attack: &Attack, unit: &Unit, declared: &Course) -> Option<Course> {
    for defender in &attack.defenders {
        now.touched.piece(PieceId::Unit(defender.unit));
    }
    let target = now.state().unit(attack.defenders.first()?.unit)?.clone();
    touch_course(now, unit, declared);
    if charge::is_free(now.state(), unit, &target, declared) {
        return Some(declared.clone());
    }
    if let (Some(from), Some(facing), Some(goal)) = (unit.hex(), unit.facing(), target.hex()) {
        for course in courses(from, facing, goal) {
            touch_course(now, unit, &course);
        }
    }
    charge::other_courses(now.state(), unit, &target)
        .into_iter()
        .next()
}

/// Notes what it depends on whether a course is free.
fn touch_course(now: &mut Scratch, unit: &Unit, course: &Course) {
    for &hex in &course.path {
        now.touched.stands_in(hex);
        now.touched.closed_by(unit.seat.opponent(), hex);
    }
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

/// One ride under Reaction Fire.
struct Riding {
    /// The changes that were made before it.
    base: usize,
    /// The charger as it began.
    rider: Unit,
    /// Who has shot at it: everybody shoots who may, so that it is the same in all ways.
    fired: Vec<UnitId>,
    /// Those of them that shoot once in an Activation.
    spent: Vec<UnitId>,
    /// The ways in which it has dropped out, with the shots that were spent by then.
    out: Vec<(Delta, Vec<UnitId>, f64)>,
}

impl Riding {
    /// One hex of a course: every missile unit that may shoots, in the order of ids.
    fn step(
        &mut self,
        now: &mut Scratch,
        ways: Ways,
        course: &Course,
        place: usize,
        assumed: Assumptions,
    ) -> Ways {
        let hex = course.path[place];
        // Reaction Fire meets the facing with which the hex is entered, before a turn declared for that hex.
        let facing = match course.turn {
            Some(turn) if usize::from(turn.after) <= place => turn.facing,
            Some(_) | None => self.rider.facing().unwrap_or(Facing::One),
        };
        let id = self.rider.id;
        let mut there: Ways = Vec::with_capacity(ways.len());
        for (delta, chance) in ways {
            now.apply(&delta);
            let leaders = now.leaders_with(id);
            put(now, id, hex, &leaders);
            now.unit(id, |unit| unit.place = PiecePlace::On { hex, facing });
            there.push((now.delta_since(self.base), chance));
            now.back(self.base);
        }
        let reactors = if assumed.reaction_fire {
            fire::reactors(now.state(), id, hex, Occasion::Charge)
        } else {
            Vec::new()
        };
        for reactor in reactors {
            if self.fired.contains(&reactor) {
                continue;
            }
            self.fired.push(reactor);
            if shoots_once(now.state(), reactor) {
                self.spent.push(reactor);
            }
            let mut next: Ways = Vec::new();
            for (delta, chance) in there {
                now.apply(&delta);
                self.shoot(now, chance, reactor, hex, &mut next);
                now.back(self.base);
            }
            there = next;
        }
        // An Unhorsed unit stays in the hex and is shot at further. Rule `MOI-FIRE-15`.
        let mut open: Ways = Vec::with_capacity(there.len());
        for (delta, chance) in there {
            now.apply(&delta);
            if is_out(&self.rider, now.state(), hex) {
                drop_out(&mut self.out, delta, &self.spent, chance);
            } else {
                open.push((delta, chance));
            }
            now.back(self.base);
        }
        open
    }

    /// A shot with all its results; who is no longer in the hex has dropped out.
    fn shoot(&mut self, now: &mut Scratch, chance: f64, reactor: UnitId, hex: Hex, open: &mut Ways) {
        let state = now.state();
        let target = self.rider.id;
        let (Some(shooter), Some(unit)) = (state.unit(reactor), state.unit(target)) else {
            return;
        };
        let Some(facts) = modifiers::of_shot(state, shooter, unit) else {
            return;
        };
        let from: Vec<_> = shooter.hex().into_iter().collect();
        let added = sum(&facts.drms(&state.battle.charts));
        // Results that endanger leaders are told apart from those that do not.
        let mut results: Vec<(Outcome, bool, i32, f64)> = Vec::new();
        for (die, outcome) in chances::shot_results(&state.battle.charts, &facts)
            .into_iter()
            .enumerate()
        {
            let adjusted = die as i32 + added;
            let endangers = adjusted >= CASUALTY_FROM;
            let known = results
                .iter_mut()
                .find(|known| (known.0, known.1) == (outcome, endangers));
            match known {
                Some(known) => known.3 += 0.1,
                None => results.push((outcome, endangers, adjusted, 0.1)),
            }
        }
        for (outcome, _, adjusted, share) in results {
            let hit = Hit {
                unit: target,
                outcome,
                cause: Cause::Fire(adjusted),
                from: &from,
            };
            suffer(now, &hit, chance * share, &mut |now, chance| {
                if !now.spend_more(1 + open.len() / 16) {
                    return;
                }
                let delta = now.delta_since(self.base);
                let stands = now.state().unit(target).and_then(Unit::hex) == Some(hex);
                if stands {
                    merge(open, delta, chance);
                } else {
                    drop_out(&mut self.out, delta, &self.spent, chance);
                }
            });
        }
    }

    /// The ends of the ride: dropped out on the way, or in the last hex of the course.
    fn arrive(self, now: &mut Scratch, ways: Ways, attack: &Attack, course: &Course, start: Hex) -> Vec<End> {
        let dropped = |(after, spent, chance)| End {
            after,
            spent,
            how: vec![(Arrival::Out, chance)],
        };
        let mut all: Vec<End> = self.out.into_iter().map(dropped).collect();
        let (id, last) = (self.rider.id, course.path.last().copied().unwrap_or(start));
        let facing = final_facing(course, self.rider.facing().unwrap_or(Facing::One));
        for (delta, chance) in ways {
            now.apply(&delta);
            now.unit(id, |unit| unit.place = PiecePlace::On { hex: last, facing });
            let how = if now.state().unit(id).is_some_and(Unit::is_disordered) {
                vec![(Arrival::Disordered, chance)]
            } else {
                let willing = willing(now, attack, id, last);
                let mut how = vec![
                    (Arrival::Charging, chance * willing),
                    (Arrival::Shocking, chance * (1.0 - willing)),
                ];
                how.retain(|(_, share)| *share > 0.0);
                how
            };
            all.push(End {
                after: now.delta_since(self.base),
                spent: self.spent.clone(),
                how,
            });
            now.back(self.base);
        }
        all
    }
}

/// Whether a unit's weapon reacts once in an Activation. Rule `MOI-FIRE-13` (p. 7).
fn shoots_once(state: &State, id: UnitId) -> bool {
    state
        .unit(id)
        .and_then(|unit| state.weapon_of(unit))
        .is_some_and(|(_, weapon)| weapon.reaction == Reacts::One)
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

/// Adds a way to others, together with an equal one if there is one.
fn merge(ways: &mut Ways, delta: Delta, chance: f64) {
    match ways.iter_mut().find(|(known, _)| *known == delta) {
        Some((_, known)) => *known += chance,
        None => ways.push((delta, chance)),
    }
}

/// Adds a way in which a charger drops out, together with an equal one if there is one.
fn drop_out(out: &mut Vec<(Delta, Vec<UnitId>, f64)>, delta: Delta, spent: &[UnitId], chance: f64) {
    match out
        .iter_mut()
        .find(|(known, used, _)| used == spent && *known == delta)
    {
        Some((.., known)) => *known += chance,
        None => out.push((delta, spent.to_vec(), chance)),
    }
}
