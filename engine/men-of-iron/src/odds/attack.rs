//! Whole declared attacks: Reaction Fire on the way, Reluctance, Counter-Charge, the rolls themselves, leaders, and Continued
//! Attacks until none is left, as one chain.

use std::collections::BTreeMap;

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::{Distribution, Seat};

use super::arrival::{Earlier, MOST_WAYS, Way, arrivals, forget_shots, one_shots, shot};
use super::chain::Tally;
use super::fights::fight;
use super::scratch::{MOST_STEPS, Scratch};
use crate::data::{Outcome, Token};
use crate::model::attack::{Attack, Declared};
use crate::model::names::{LeaderId, UnitId};
use crate::model::piece::{Place, Status, Unit};
use crate::model::state::State;
use crate::rules::declaration;

/// The most hexes of a course: one or two lie between a charger and its target. Rule `MOI-CHARGE-02`.
const LONGEST_COURSE: usize = 2;

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
/// map is not foreseen by the next. Attacks without the shape of attacks have no answer, nor a declaration whose dice fall in more
/// ways than can be gone through in about a second.
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
    points: Points,
}

/// The Flight Points that both sides have more than before, with their chances.
type Points = BTreeMap<[i32; 2], f64>;

/// A way in which an attack is come to, and what it leads from and to.
struct Behind {
    way: Way,
    /// From which of the earlier ones, with the chance of that, and to which of the next ones.
    links: Vec<(usize, f64, usize)>,
}

/// Whether attacks have the shape of attacks: each unit once, one defender or two of a single attacker, courses as long as
/// a Charge. Rules `MOI-SHOCK-03`, `MOI-SHOCK-04`, `MOI-CHARGE-04` (pp. 8, 10).
fn is_shaped(declared: &[Declared]) -> bool {
    let mut courses = declared
        .iter()
        .flat_map(|attack| &attack.attackers)
        .filter_map(|attacker| attacker.charge.as_ref());
    declaration::check_shapes(declared).is_ok() && courses.all(|course| course.path.len() <= LONGEST_COURSE)
}

/// Goes through every way in which the dice of a declaration can fall.
///
/// An attack depends on the earlier ones only by the shots that are spent and the riders that stand in the way, so that its
/// cost is that of its own ways and never the product of those of all attacks.
fn gone_through(
    state: &State,
    declared: &[Declared],
    assumed: Assumptions,
    depth: Depth,
) -> Option<(Vec<AttackOdds>, Whole)> {
    if !is_shaped(declared) {
        return None;
    }
    let attacks = declaration::attacks_of(state, declared);
    if attacks.is_empty()
        || attacks
            .iter()
            .any(|attack| attack.attackers.is_empty() || attack.defenders.is_empty())
    {
        return None;
    }
    let mut odds = vec![AttackOdds::default(); attacks.len()];
    let mut tallies = vec![Tally::default(); attacks.len()];
    let mut now = Scratch::new(state, MOST_STEPS);
    let mut open: Vec<(Earlier, Points)> = vec![(Earlier::default(), Points::from([([0, 0], 1.0)]))];
    for (place, attack) in attacks.iter().enumerate() {
        let mut next: Vec<(Earlier, Points)> = Vec::new();
        let mut ways: Vec<Behind> = Vec::new();
        for (rank, (earlier, points)) in open.iter().enumerate() {
            let whole: f64 = points.values().sum();
            for (mut way, leaves) in behind(&mut now, state, &attacks, place, earlier, assumed)? {
                let known = next.iter().position(|(known, _)| *known == leaves);
                let leads = known.unwrap_or_else(|| {
                    next.push((leaves, Points::new()));
                    next.len() - 1
                });
                for (_, chance) in &mut way.arrivals {
                    *chance *= whole;
                }
                let link = (rank, way.chance(), leads);
                forget_shots(state, &mut way);
                now.spend_more((next.len() + ways.len()) / 16);
                let alike = ways
                    .iter_mut()
                    .filter(|_| open.len() > 1)
                    .find(|known| known.way.is_like(&way));
                match alike {
                    Some(known) => {
                        known.way.add(&way);
                        known.links.push(link);
                    }
                    None => ways.push(Behind {
                        way,
                        links: vec![link],
                    }),
                }
            }
            if ways.len() > MOST_WAYS {
                return None;
            }
        }
        let (odds, tally) = (&mut odds[place], &mut tallies[place]);
        for Behind { way, links } in &ways {
            let followed = (depth == Depth::ToTheEnd).then_some(&mut *tally);
            fight(&mut now, attack, way, assumed, odds, followed);
            if now.left() == 0 {
                return None;
            }
            let gained = match depth {
                Depth::FirstRolls => Points::from([([0, 0], way.chance())]),
                Depth::ToTheEnd => std::mem::take(&mut tally.points),
            };
            for (rank, chance, leads) in links {
                add_points(
                    &mut next[*leads].1,
                    &open[*rank].1,
                    &gained,
                    chance / way.chance(),
                );
            }
        }
        open = next;
    }
    let mut points = Points::new();
    for (gained, chance) in open.into_iter().flat_map(|(_, points)| points) {
        *points.entry(gained).or_default() += chance;
    }
    Some((odds, Whole { tallies, points }))
}

/// The ways in which the attackers of an attack arrive behind what earlier ones have left, each with what it leaves in turn.
fn behind(
    now: &mut Scratch,
    state: &State,
    attacks: &[Attack],
    place: usize,
    earlier: &Earlier,
    assumed: Assumptions,
) -> Option<Vec<(Way, Earlier)>> {
    let mut begin = Scratch::new(state, now.left());
    for unit in &earlier.in_the_way {
        begin.unit(unit.id, |is| is.clone_from(unit));
    }
    for id in &earlier.spent {
        shot(&mut begin, *id, attacks[place].attackers[0].unit);
    }
    begin.settle();
    let ways = arrivals(&mut begin, attacks, place, assumed)?;
    now.spend_down_to(begin.left());
    if place + 1 == attacks.len() {
        return Some(ways.into_iter().map(|way| (way, Earlier::default())).collect());
    }
    let to_ride: Vec<Hex> = attacks
        .iter()
        .skip(place + 1)
        .flat_map(|attack| &attack.attackers)
        .filter_map(|attacker| attacker.course.as_ref())
        .flat_map(|course| course.path.iter().copied())
        .collect();
    let mut all = Vec::with_capacity(ways.len());
    for way in ways {
        begin.apply(&way.after);
        let there = begin.state();
        let riders = attacks
            .iter()
            .take(place + 1)
            .flat_map(|attack| &attack.attackers);
        let leaves = Earlier {
            spent: one_shots(there),
            in_the_way: riders
                .filter_map(|rider| there.unit(rider.unit))
                .filter(|unit| unit.hex().is_some_and(|hex| to_ride.contains(&hex)))
                .cloned()
                .collect(),
        };
        begin.back(0);
        all.push((way, leaves));
    }
    Some(all)
}

/// Adds Flight Points so far together with those of one more attack, each with its chance.
fn add_points(to: &mut Points, before: &Points, more: &Points, share: f64) {
    let whole: f64 = before.values().sum();
    for (one, chance) in before {
        for (other, gained) in more {
            *to.entry([one[0] + other[0], one[1] + other[1]]).or_default() += chance / whole * gained * share;
        }
    }
}
