//! A whole declared attack: Reaction Fire on the way, Reluctance, Counter-Charge, and the rolls themselves as one chain.

use std::collections::BTreeMap;

use hindsight_geometry::hexes::Facing;
use hindsight_kernel::Distribution;

use crate::data::{Combat, CombatCell, Outcome, Token};
use crate::field::charges::final_facing;
use crate::model::agenda::{Answer, Cause};
use crate::model::attack::{Attack, Attacker, Declared, Marker};
use crate::model::drm::sum;
use crate::model::names::UnitId;
use crate::model::piece::{Occasion, Place, Status};
use crate::model::state::State;
use crate::rules::{charge, countercharge, declaration, fire, modifiers, results, shock};
use crate::tables::{MAX_COUNTER_CHARGE, MAX_RELUCTANCE};
use crate::views::chances;

/// What players are taken to decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Assumptions {
    /// Whether every missile unit that may makes Reaction Fire.
    pub reaction_fire: bool,
    /// Whether every defender that may counter-charges as many attackers as it can.
    pub counter_charge: bool,
}

impl Default for Assumptions {
    fn default() -> Self {
        Self {
            reaction_fire: true,
            counter_charge: true,
        }
    }
}

/// How an attacker comes to the fight. Rules `MOI-CHARGE-10`, `MOI-CHARGE-13` (pp. 9-11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arrival {
    /// Still marked Charge.
    Charging,
    /// By Shock: it was declared so, or is Reluctant.
    Shocking,
    /// Disordered, by Shock.
    Disordered,
    /// Not at all.
    Out,
}

/// What an attack comes to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AttackOdds {
    /// How each attacker arrives before any Counter-Charge.
    pub arrivals: BTreeMap<UnitId, BTreeMap<Arrival, f64>>,
    /// The chance that no attack is rolled for at all.
    pub comes_to_nothing: f64,
    /// The chance that the Charge Table is used, of all.
    pub on_charge_table: f64,
    /// The chance that a Counter-Charge succeeds, of all.
    pub counter_charged: f64,
    /// What each defender suffers; no effect where it is not attacked.
    pub defenders: BTreeMap<UnitId, BTreeMap<Outcome, f64>>,
    /// What the attackers suffer by the rolls of the fight.
    pub attackers: BTreeMap<Outcome, f64>,
    /// The chance of a Continued Attack.
    pub continued: f64,
    /// The chance that some defender leaves its hex by the result. Rule `MOI-ADV-01`.
    pub vacated: f64,
}

impl AttackOdds {
    /// The harm to all defenders together: 1 for Disordered or a Retreat, 2 for Retired or Unhorsed, 3 for Eliminated.
    pub fn harm(&self) -> Distribution {
        let mut total: Option<Distribution> = None;
        for odds in self.defenders.values() {
            let mut weights = vec![0.0; 4];
            for (outcome, chance) in odds {
                weights[steps(*outcome)] += chance;
            }
            let one = Distribution::from_weights(0, weights).unwrap_or_else(|_| Distribution::point(0));
            total = Some(match total {
                None => one,
                Some(total) => total.convolve(&one),
            });
        }
        total.unwrap_or_else(|| Distribution::point(0))
    }
}

/// How bad a result is, in steps.
pub(crate) fn steps(outcome: Outcome) -> usize {
    if outcome.has(Token::Eliminated) {
        3
    } else if outcome.has(Token::Retired)
        || outcome.has(Token::RetiredOrUnhorsed)
        || outcome.has(Token::Unhorsed)
    {
        2
    } else {
        usize::from(!outcome.is_none())
    }
}

/// The odds of one attack as it is declared now, each unit of it where it stands. Rules `MOI-CHARGE-10` to `MOI-CHARGE-13`,
/// `MOI-CC-07` to `MOI-CC-09`, `MOI-SHOCK-07` to `MOI-SHOCK-09` (pp. 8-11).
///
/// Chargers are taken to ride one after the other as they are named, with every shot of Reaction Fire in order of the units'
/// ids; nobody retreats before shock.
pub fn attack_odds(state: &State, declared: &Declared, assumed: Assumptions) -> Option<AttackOdds> {
    let attack = declaration::attacks_of(state, std::slice::from_ref(declared)).pop()?;
    if attack.attackers.is_empty() || attack.defenders.is_empty() {
        return None;
    }
    let mut odds = AttackOdds::default();
    let mut scratch = state.clone();
    let arrivals: Vec<BTreeMap<Arrival, f64>> = attack
        .attackers
        .iter()
        .map(|attacker| arrival_odds(&mut scratch, state, &attack, attacker, assumed))
        .collect();
    for (attacker, arrival) in attack.attackers.iter().zip(&arrivals) {
        odds.arrivals.insert(attacker.unit, arrival.clone());
    }
    let mut way = vec![Arrival::Out; arrivals.len()];
    combine(&arrivals, &mut way, 0, 1.0, &mut |way, chance| {
        fight(&mut scratch, state, &attack, way, chance, assumed, &mut odds);
    });
    Some(odds)
}

/// Goes through every way in which the attackers can arrive.
fn combine(
    arrivals: &[BTreeMap<Arrival, f64>],
    way: &mut Vec<Arrival>,
    place: usize,
    chance: f64,
    each: &mut impl FnMut(&[Arrival], f64),
) {
    let Some(of_one) = arrivals.get(place) else {
        each(way, chance);
        return;
    };
    for (arrival, share) in of_one {
        way[place] = *arrival;
        combine(arrivals, way, place + 1, chance * share, each);
    }
}

/// Puts a unit back as it stands in the position.
fn restore(scratch: &mut State, state: &State, id: UnitId) {
    if let (Some(unit), Some(was)) = (scratch.units.get_mut(&id), state.units.get(&id)) {
        unit.clone_from(was);
    }
}

fn set(scratch: &mut State, id: UnitId, change: impl FnOnce(&mut crate::model::piece::Unit)) {
    if let Some(unit) = scratch.units.get_mut(&id) {
        change(unit);
    }
}

/// How an attacker arrives: rides its course under Reaction Fire, then rolls for Reluctance.
fn arrival_odds(
    scratch: &mut State,
    state: &State,
    attack: &Attack,
    attacker: &Attacker,
    assumed: Assumptions,
) -> BTreeMap<Arrival, f64> {
    let id = attacker.unit;
    let disordered = state
        .unit(id)
        .is_some_and(crate::model::piece::Unit::is_disordered);
    let Some(course) = &attacker.course else {
        let arrival = if disordered {
            Arrival::Disordered
        } else {
            Arrival::Shocking
        };
        return BTreeMap::from([(arrival, 1.0)]);
    };
    let facing = state
        .unit(id)
        .and_then(crate::model::piece::Unit::facing)
        .unwrap_or(Facing::One);
    // The chances of being Normal, Disordered and out.
    let (mut normal, mut shaken, mut out) = (1.0, 0.0, 0.0);
    let mut fired: Vec<UnitId> = Vec::new();
    for (place, &hex) in course.path.iter().enumerate() {
        // Reaction Fire meets the facing with which the hex is entered, before a turn declared for that hex.
        let now = match course.turn {
            Some(turn) if usize::from(turn.after) <= place => turn.facing,
            Some(_) | None => facing,
        };
        set(scratch, id, |unit| unit.place = Place::On { hex, facing: now });
        if !assumed.reaction_fire {
            continue;
        }
        for reactor in fire::reactors(scratch, id, hex, Occasion::Charge) {
            if fired.contains(&reactor) {
                continue;
            }
            fired.push(reactor);
            let mut after = [0.0, 0.0, 0.0];
            for (from, status) in [(normal, Status::Normal), (shaken, Status::Disordered)] {
                if from <= 0.0 {
                    continue;
                }
                set(scratch, id, |unit| unit.status = status);
                let (Some(shooter), Some(target)) = (scratch.unit(reactor), scratch.unit(id)) else {
                    continue;
                };
                let Some(facts) = modifiers::of_shot(scratch, shooter, target) else {
                    continue;
                };
                let added = sum(&facts.drms(&scratch.battle.charts));
                for (die, outcome) in chances::shot_results(&scratch.battle.charts, &facts)
                    .into_iter()
                    .enumerate()
                {
                    let suffered =
                        results::effects(scratch, target, outcome, Cause::Fire(die as i32 + added));
                    let gone = suffered.unhorse || suffered.retreat || suffered.retire || suffered.eliminate;
                    let to = match (gone, suffered.disorder || status == Status::Disordered) {
                        (true, _) => 2,
                        (false, true) => 1,
                        (false, false) => 0,
                    };
                    after[to] += from * 0.1;
                }
            }
            [normal, shaken] = [after[0], after[1]];
            out += after[2];
            set(scratch, id, |unit| unit.status = Status::Normal);
        }
    }
    let last = course.path.last().copied().unwrap_or(attacker.at);
    set(scratch, id, |unit| {
        unit.status = Status::Normal;
        unit.place = Place::On {
            hex: last,
            facing: final_facing(course, facing),
        };
    });
    let mut there = attack.clone();
    for rider in &mut there.attackers {
        if rider.unit == id {
            rider.at = last;
            rider.course = None;
        }
    }
    scratch.attacks = vec![there];
    let willing =
        charge::reluctance(scratch, id).map_or(1.0, |(_, drm)| chances::at_most(MAX_RELUCTANCE, drm));
    scratch.attacks.clear();
    restore(scratch, state, id);
    let mut odds = BTreeMap::new();
    for (arrival, chance) in [
        (Arrival::Charging, normal * willing),
        (Arrival::Shocking, normal * (1.0 - willing)),
        (Arrival::Disordered, shaken),
        (Arrival::Out, out),
    ] {
        if chance > 0.0 {
            odds.insert(arrival, chance);
        }
    }
    odds
}

/// The fight when the attackers have arrived so.
fn fight(
    scratch: &mut State,
    state: &State,
    attack: &Attack,
    way: &[Arrival],
    chance: f64,
    assumed: Assumptions,
    odds: &mut AttackOdds,
) {
    let mut there = attack.clone();
    for (attacker, arrival) in there.attackers.iter_mut().zip(way) {
        let id = attacker.unit;
        let facing = state
            .unit(id)
            .and_then(crate::model::piece::Unit::facing)
            .unwrap_or(Facing::One);
        if let Some(course) = attacker.course.take() {
            attacker.at = course.path.last().copied().unwrap_or(attacker.at);
            let (hex, facing) = (attacker.at, final_facing(&course, facing));
            set(scratch, id, |unit| unit.place = Place::On { hex, facing });
        }
        attacker.marker = if *arrival == Arrival::Charging {
            Marker::Charge
        } else {
            Marker::Shock
        };
        match arrival {
            Arrival::Charging | Arrival::Shocking => {}
            Arrival::Disordered => set(scratch, id, |unit| unit.status = Status::Disordered),
            Arrival::Out => set(scratch, id, |unit| unit.place = Place::Eliminated),
        }
    }
    scratch.attacks = vec![there.clone()];
    counter(scratch, &there, &mut Vec::new(), chance, assumed, odds);
    scratch.attacks.clear();
    for attacker in &attack.attackers {
        restore(scratch, state, attacker.unit);
    }
}

/// The Counter-Charges, defender by defender, and then the rolls.
fn counter(
    scratch: &mut State,
    attack: &Attack,
    tried: &mut Vec<UnitId>,
    chance: f64,
    assumed: Assumptions,
    odds: &mut AttackOdds,
) {
    let widest = assumed
        .counter_charge
        .then(|| {
            countercharge::options_against_attackers(scratch)
                .into_iter()
                .filter_map(|answer| match answer {
                    Answer::CounterCharge {
                        unit, targets, turn, ..
                    } if !tried.contains(&unit) => Some((unit, targets, turn)),
                    _ => None,
                })
                // As many as can be, without a turn where it makes no difference.
                .max_by_key(|(unit, targets, turn)| (targets.len(), turn.is_none(), std::cmp::Reverse(*unit)))
        })
        .flatten();
    let Some((id, targets, turn)) = widest else {
        roll(scratch, attack, chance, odds);
        return;
    };
    let success = scratch.unit(id).map_or(0.0, |unit| {
        chances::at_most(
            MAX_COUNTER_CHARGE,
            sum(&countercharge::drms(scratch, unit, turn.is_some())),
        )
    });
    tried.push(id);
    if success < 1.0 {
        counter(scratch, attack, tried, chance * (1.0 - success), assumed, odds);
    }
    if success > 0.0 {
        odds.counter_charged += chance * success;
        let mut met = attack.clone();
        let mut shocked = false;
        for attacker in met
            .attackers
            .iter_mut()
            .filter(|attacker| targets.contains(&attacker.unit))
        {
            let charging = shock::is_charging(scratch, attacker);
            shocked |= !charging;
            attacker.marker = Marker::Shock;
        }
        if shocked {
            met.countered_by.push(id);
        }
        let was = scratch.units.get(&id).map(|unit| unit.place);
        if let Some(facing) = turn {
            set(scratch, id, |unit| {
                if let Place::On { hex, .. } = unit.place {
                    unit.place = Place::On { hex, facing };
                }
            });
        }
        let before = std::mem::replace(&mut scratch.attacks, vec![met.clone()]);
        counter(scratch, &met, tried, chance * success, assumed, odds);
        scratch.attacks = before;
        if let Some(place) = was {
            set(scratch, id, |unit| unit.place = place);
        }
    }
    tried.pop();
}

/// The rolls against each defender, added up.
fn roll(scratch: &State, attack: &Attack, chance: f64, odds: &mut AttackOdds) {
    let attackers = shock::attackers_in_place(scratch, attack);
    let defenders = shock::defenders_in_place(scratch, attack);
    if attackers.is_empty() || defenders.is_empty() {
        odds.comes_to_nothing += chance;
        for defender in &attack.defenders {
            *odds
                .defenders
                .entry(defender.unit)
                .or_default()
                .entry(Outcome::NONE)
                .or_default() += chance;
        }
        *odds.attackers.entry(Outcome::NONE).or_default() += chance;
        return;
    }
    // What all rolls so far give the attackers together: outcome, Continued Attack, a hex vacated.
    let mut together: BTreeMap<(Outcome, bool, bool), f64> =
        BTreeMap::from([((Outcome::NONE, false, false), chance)]);
    for (place, defender) in defenders.iter().enumerate() {
        let Some(facts) = modifiers::of_attack(scratch, attack, &attackers, defender, defenders.len()) else {
            continue;
        };
        if place == 0 && facts.table() == Combat::Charge {
            odds.on_charge_table += chance;
        }
        let cells: [CombatCell; 10] = chances::shock_results(&scratch.battle.charts, &facts);
        let of_defender = odds.defenders.entry(defender.id).or_default();
        let mut next = BTreeMap::new();
        for cell in cells {
            *of_defender.entry(cell.def).or_default() += chance * 0.1;
            let suffered = results::effects(scratch, defender, cell.def, Cause::Defending);
            let leaves = suffered.retreat || suffered.retire || suffered.eliminate;
            for ((outcome, continued, vacated), share) in &together {
                let key = (outcome.and(cell.att), *continued || cell.ca, *vacated || leaves);
                *next.entry(key).or_default() += share * 0.1;
            }
        }
        together = next;
    }
    for ((outcome, continued, vacated), share) in together {
        *odds.attackers.entry(outcome).or_default() += share;
        if continued {
            odds.continued += share;
        }
        if vacated {
            odds.vacated += share;
        }
    }
}
