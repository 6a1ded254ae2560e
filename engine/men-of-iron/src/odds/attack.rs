//! Whole declared attacks: Reaction Fire on the way, Reluctance, Counter-Charge, the rolls themselves, leaders, and Continued
//! Attacks until none is left, as one chain.

use std::collections::BTreeMap;

use hindsight_geometry::hexes::Facing;
use hindsight_kernel::{Distribution, Seat};

use super::arrival::{Ride, rides};
use super::chain::{Chain, Tally};
use crate::data::{Combat, CombatCell, Outcome, Token};
use crate::model::agenda::{Answer, Cause};
use crate::model::attack::{Attack, Declared, Marker};
use crate::model::drm::sum;
use crate::model::names::{LeaderId, UnitId};
use crate::model::piece::{Place, Status, Unit};
use crate::model::state::State;
use crate::rules::{countercharge, declaration, modifiers, results, shock};
use crate::tables::MAX_COUNTER_CHARGE;
use crate::views::chances;

/// The most ways in which attackers can arrive that are gone through: six chargers with four ways each, and some more.
const MOST_WAYS: usize = 5_000;

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

/// What has become of a unit when all fighting is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fate {
    /// Normal, wherever it stands.
    Normal,
    /// Disordered.
    Disordered,
    /// Unhorsed, and Disordered by that. Rule `MOI-RES-12`.
    Unhorsed,
    /// Retired to its Standard.
    Retired,
    /// Removed for good.
    Eliminated,
}

impl Fate {
    pub(super) fn of(unit: &Unit) -> Self {
        match (unit.place, unit.status) {
            (Place::Eliminated, _) => Self::Eliminated,
            (_, Status::Retired) => Self::Retired,
            (_, Status::Disordered) if unit.class == crate::model::names::ClassId::UMAA => Self::Unhorsed,
            (_, Status::Disordered) => Self::Disordered,
            (_, Status::Normal) => Self::Normal,
        }
    }
}

/// What a whole declaration comes to, with everything in front of it and everything that follows.
#[derive(Debug, Clone, PartialEq)]
pub struct ShockOdds {
    /// The attacks as they were declared.
    pub attacks: Vec<AttackOdds>,
    /// What becomes of each unit that takes part, and of those that Continued Attacks reach.
    pub fates: BTreeMap<UnitId, BTreeMap<Fate, f64>>,
    /// The chance of each leader to be killed or captured.
    pub leaders: BTreeMap<LeaderId, f64>,
    /// For each attack the chance of so many Continued Attacks behind it, from none on.
    pub continued: Vec<Vec<f64>>,
    /// The Flight Points that each side has more than before. Rule `MOI-VIC-04`.
    pub points: [Distribution; 2],
}

impl ShockOdds {
    /// The Flight Points that a side has more than before.
    pub fn points_of(&self, seat: Seat) -> &Distribution {
        &self.points[seat.index() & 1]
    }
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

/// The odds of one attack as it is declared now, each unit of it where it stands: how it arrives and what its first rolls give.
/// Rules `MOI-CHARGE-10` to `MOI-CHARGE-13`, `MOI-CC-07` to `MOI-CC-09`, `MOI-SHOCK-07` to `MOI-SHOCK-09` (pp. 8-11).
///
/// Chargers are taken to ride one after the other as they are named, with every shot of Reaction Fire in order of the units'
/// ids; nobody retreats before shock.
pub fn attack_odds(state: &State, declared: &Declared, assumed: Assumptions) -> Option<AttackOdds> {
    let (mut odds, _) = gone_through(state, std::slice::from_ref(declared), assumed, Depth::FirstRolls)?;
    odds.pop()
}

/// The odds of a whole declaration, from the first charger's first step to the last Continued Attack. Rules of §9.2 to §12.7
/// (pp. 7-12).
///
/// What players choose on the way is taken as follows: every missile unit that may makes Reaction Fire, in the order of ids;
/// nobody retreats before shock; who may counter-charges as many as it can; units retreat, retire and advance to the first hex
/// that the rules list and keep their facing; attacks are resolved in the order of the list, and what one of them changes on the
/// map is not foreseen by the next. A declaration with more ways to arrive than can be gone through has no answer.
pub fn shock_odds(state: &State, declared: &[Declared], assumed: Assumptions) -> Option<ShockOdds> {
    let (attacks, whole) = gone_through(state, declared, assumed, Depth::ToTheEnd)?;
    let mut odds = ShockOdds {
        attacks,
        fates: BTreeMap::new(),
        leaders: BTreeMap::new(),
        continued: Vec::new(),
        points: [Distribution::point(0), Distribution::point(0)],
    };
    for tally in &whole.tallies {
        odds.continued.push(tally.continued.clone());
        for (leader, chance) in &tally.leaders {
            // Lost in one attack or in another.
            let before = odds.leaders.entry(*leader).or_default();
            *before = 1.0 - (1.0 - *before) * (1.0 - chance);
        }
        for (id, fates) in &tally.fates {
            let known = odds.fates.entry(*id).or_default();
            for (fate, chance) in fates {
                *known.entry(*fate).or_default() += chance;
            }
        }
    }
    // Whoever takes part and comes out as they went in.
    let part = declared.iter().flat_map(|attack| {
        let attackers = attack.attackers.iter().map(|attacker| attacker.unit);
        attackers.chain(attack.defenders.iter().copied())
    });
    for id in part {
        odds.fates.entry(id).or_default();
    }
    for (id, fates) in &mut odds.fates {
        let other: f64 = fates.values().sum();
        if let Some(unit) = state.unit(*id).filter(|_| other < 1.0) {
            *fates.entry(Fate::of(unit)).or_default() += 1.0 - other;
        }
    }
    for place in 0..2 {
        odds.points[place] = spread(
            whole
                .points
                .iter()
                .map(|(points, chance)| (points[place], *chance)),
        );
    }
    Some(odds)
}

/// A distribution of whole numbers with their chances.
fn spread(numbers: impl Iterator<Item = (i32, f64)>) -> Distribution {
    let mut weights: BTreeMap<i32, f64> = BTreeMap::new();
    for (number, chance) in numbers {
        *weights.entry(number).or_default() += chance;
    }
    let (Some(&least), Some(&most)) = (weights.keys().next(), weights.keys().next_back()) else {
        return Distribution::point(0);
    };
    let all = (least..=most).map(|number| weights.get(&number).copied().unwrap_or(0.0));
    Distribution::from_weights(least, all.collect::<Vec<f64>>()).unwrap_or_else(|_| Distribution::point(0))
}

/// How far attacks are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// To the rolls of the declared attacks.
    FirstRolls,
    /// Until no Continued Attack is left.
    ToTheEnd,
}

/// What all attacks come to in the end.
#[derive(Default)]
struct Whole {
    /// By attack.
    tallies: Vec<Tally>,
    /// Flight Points of both sides together, over all attacks.
    points: BTreeMap<[i32; 2], f64>,
}

/// The ways in which a charger can arrive behind others of whom some spent shots and some stand in its way.
type Ridden = ((Vec<UnitId>, Vec<Unit>), Vec<(Ride, f64)>);

/// Goes through every way in which the dice of a declaration can fall.
fn gone_through(
    state: &State,
    declared: &[Declared],
    assumed: Assumptions,
    depth: Depth,
) -> Option<(Vec<AttackOdds>, Whole)> {
    let attacks = declaration::attacks_of(state, declared);
    if attacks.is_empty()
        || attacks
            .iter()
            .any(|attack| attack.attackers.is_empty() || attack.defenders.is_empty())
    {
        return None;
    }
    let mut odds = vec![AttackOdds::default(); attacks.len()];
    let mut whole = Whole {
        tallies: vec![Tally::default(); attacks.len()],
        points: BTreeMap::new(),
    };
    // How all attackers arrive together: a unit with one shot of Reaction Fire has it for all chargers.
    let mut arrivals: Vec<(Vec<Ride>, f64)> = vec![(Vec::new(), 1.0)];
    for attack in &attacks {
        for attacker in &attack.attackers {
            let mut known: Vec<Ridden> = Vec::new();
            let mut next = Vec::with_capacity(arrivals.len());
            for (way, chance) in &arrivals {
                let spent = way.last().map_or_else(Vec::new, |ride| ride.spent.clone());
                // Who fell out onto this one's course bars it.
                let in_the_way: Vec<Unit> = way
                    .iter()
                    .map(|ride| &ride.unit)
                    .filter(|unit| {
                        let course = attacker.course.as_ref();
                        unit.hex()
                            .zip(course)
                            .is_some_and(|(hex, course)| course.path.contains(&hex))
                    })
                    .cloned()
                    .collect();
                let before = (spent, in_the_way);
                let place = if let Some(place) = known.iter().position(|(known, _)| *known == before) {
                    place
                } else {
                    let all = rides(state, attack, attacker, (&before.0, &before.1), assumed);
                    known.push((before, all));
                    known.len() - 1
                };
                for (ride, share) in &known[place].1 {
                    let mut way = way.clone();
                    way.push(ride.clone());
                    next.push((way, chance * share));
                }
                if next.len() > MOST_WAYS {
                    return None;
                }
            }
            arrivals = next;
        }
    }
    let mut scratch = state.clone();
    for (way, chance) in &arrivals {
        let mut riders = way.iter();
        let mut points = BTreeMap::from([([0, 0], *chance)]);
        for ((attack, odds), tally) in attacks.iter().zip(&mut odds).zip(&mut whole.tallies) {
            let ridden: Vec<&Ride> = riders.by_ref().take(attack.attackers.len()).collect();
            for ride in &ridden {
                *odds
                    .arrivals
                    .entry(ride.unit.id)
                    .or_default()
                    .entry(ride.arrival)
                    .or_default() += chance;
            }
            let mut chain = (depth == Depth::ToTheEnd).then(|| Chain::new(state));
            fight(
                &mut scratch,
                state,
                attack,
                &ridden,
                *chance,
                assumed,
                odds,
                chain.as_mut(),
            );
            if let Some(chain) = chain {
                points = added(&points, &chain.tally.points, *chance);
                tally.add(&chain.tally);
            }
        }
        for (points, chance) in points {
            *whole.points.entry(points).or_default() += chance;
        }
    }
    Some((odds, whole))
}

/// Flight Points so far with those of one more attack, whose chances add up to `whole`.
fn added(
    before: &BTreeMap<[i32; 2], f64>,
    more: &BTreeMap<[i32; 2], f64>,
    whole: f64,
) -> BTreeMap<[i32; 2], f64> {
    let mut sum = BTreeMap::new();
    for (one, chance) in before {
        for (other, share) in more {
            *sum.entry([one[0] + other[0], one[1] + other[1]]).or_default() += chance * share / whole;
        }
    }
    sum
}

/// Puts a unit and the leaders with it back as they stand in the position.
fn restore(scratch: &mut State, state: &State, ride: &Ride) {
    if let Some(was) = state.units.get(&ride.unit.id) {
        scratch.units.insert(was.id, was.clone());
    }
    for leader in &ride.leaders {
        if let Some(was) = state.leaders.get(&leader.id) {
            scratch.leaders.insert(was.id, was.clone());
        }
    }
}

/// The fight when the attackers have arrived so.
#[allow(
    clippy::too_many_arguments,
    reason = "one call goes through a whole attack, and each of these is a part of it"
)]
fn fight(
    scratch: &mut State,
    state: &State,
    attack: &Attack,
    way: &[&Ride],
    chance: f64,
    assumed: Assumptions,
    odds: &mut AttackOdds,
    chain: Option<&mut Chain<'_>>,
) {
    let mut there = attack.clone();
    for (attacker, ride) in there.attackers.iter_mut().zip(way) {
        if let Some(course) = attacker.course.take() {
            let declared = course.path.last().copied().unwrap_or(attacker.at);
            attacker.at = match ride.arrival {
                Arrival::Out => declared,
                Arrival::Charging | Arrival::Shocking | Arrival::Disordered => {
                    ride.unit.hex().unwrap_or(declared)
                }
            };
        }
        attacker.marker = if ride.arrival == Arrival::Charging {
            Marker::Charge
        } else {
            Marker::Shock
        };
        scratch.units.insert(ride.unit.id, ride.unit.clone());
        for leader in &ride.leaders {
            scratch.leaders.insert(leader.id, leader.clone());
        }
    }
    scratch.attacks = vec![there.clone()];
    let mut fight = Fight {
        tried: Vec::new(),
        assumed,
        odds,
        chain,
    };
    fight.counter(scratch, &there, chance);
    scratch.attacks.clear();
    for ride in way {
        restore(scratch, state, ride);
    }
}

/// The Counter-Charge that is tried first of those that may be: as many as can be, without a turn where it makes no difference.
pub(super) fn widest(
    options: Vec<Answer>,
    tried: &[UnitId],
) -> Option<(UnitId, Vec<UnitId>, Option<Facing>)> {
    options
        .into_iter()
        .filter_map(|answer| match answer {
            Answer::CounterCharge {
                unit, targets, turn, ..
            } if !tried.contains(&unit) => Some((unit, targets, turn)),
            _ => None,
        })
        .max_by_key(|(unit, targets, turn)| (targets.len(), turn.is_none(), std::cmp::Reverse(*unit)))
}

/// A fight that is gone through.
struct Fight<'f, 'c> {
    /// Who has tried to counter-charge.
    tried: Vec<UnitId>,
    assumed: Assumptions,
    odds: &'f mut AttackOdds,
    chain: Option<&'f mut Chain<'c>>,
}

impl Fight<'_, '_> {
    /// The Counter-Charges, defender by defender, and then the rolls.
    fn counter(&mut self, scratch: &mut State, attack: &Attack, chance: f64) {
        let widest = if self.assumed.counter_charge {
            widest(countercharge::options_against_attackers(scratch), &self.tried)
        } else {
            None
        };
        let Some((id, targets, turn)) = widest else {
            roll(scratch, attack, chance, self.odds);
            if let Some(chain) = &mut self.chain {
                chain.fight(scratch, attack, chance, 0);
            }
            return;
        };
        let success = scratch.unit(id).map_or(0.0, |unit| {
            chances::at_most(
                MAX_COUNTER_CHARGE,
                sum(&countercharge::drms(scratch, unit, turn.is_some())),
            )
        });
        self.tried.push(id);
        if success < 1.0 {
            self.counter(scratch, attack, chance * (1.0 - success));
        }
        if success > 0.0 {
            self.odds.counter_charged += chance * success;
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
            if let (Some(facing), Some(unit)) = (turn, scratch.units.get_mut(&id))
                && let Place::On { hex, .. } = unit.place
            {
                unit.place = Place::On { hex, facing };
            }
            let before = std::mem::replace(&mut scratch.attacks, vec![met.clone()]);
            self.counter(scratch, &met, chance * success);
            scratch.attacks = before;
            if let (Some(place), Some(unit)) = (was, scratch.units.get_mut(&id)) {
                unit.place = place;
            }
        }
        self.tried.pop();
    }
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
