//! Whole declared attacks: Reaction Fire on the way, Reluctance, Counter-Charge, the rolls themselves, leaders, and Continued
//! Attacks until none is left, as one chain.

use std::collections::BTreeMap;

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::{Distribution, Seat};

use super::arrival::{Arrivals, Earlier, MOST_WAYS, Way, arrivals, shot};
use super::chain::Parts;
use super::fights::{FightOdds, fight};
use super::scratch::{Delta, MOST_STEPS, Piece, Scratch};
use super::tally::{Tally, add};
use super::touched::Touched;
use crate::data::Outcome;
use crate::model::attack::{Attack, Declared};
use crate::model::names::{LeaderId, UnitId};
use crate::model::piece::{PiecePlace, Status, Unit};
use crate::model::state::State;
use crate::rules::declaration;

/// The most hexes of a course: one or two lie between a charger and its target. Rule `MOI-CHARGE-02`.
const LONGEST_COURSE: usize = 2;

/// The decisions that players are taken to make.
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

/// The way in which an attacker comes to the fight. Rules `MOI-CHARGE-10`, `MOI-CHARGE-13` (pp. 9-11).
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

/// The odds of an attack.
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
    /// Harm to each defender where it stands: the chance of 0 to 3 steps, 1 for Disordered or a Retreat, 2 for Retired or
    /// Unhorsed, 3 for Eliminated, also because it is Retired already or cannot go where it must.
    pub harms: BTreeMap<UnitId, [f64; 4]>,
    /// What the attackers suffer by the rolls of the fight.
    pub attackers: BTreeMap<Outcome, f64>,
    /// The chance of a Continued Attack.
    pub continued: f64,
    /// The chance that some defender leaves its hex by the result. Rule `MOI-ADV-01`.
    pub vacated: f64,
}

/// The fate of a unit when all fighting is over.
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
            (PiecePlace::Eliminated, _) => Self::Eliminated,
            (_, Status::Retired) => Self::Retired,
            (_, Status::Disordered) if unit.class == crate::model::names::ClassId::UMAA => Self::Unhorsed,
            (_, Status::Disordered) => Self::Disordered,
            (_, Status::Normal) => Self::Normal,
        }
    }
}

/// The odds of a whole declaration, with everything in front of it and everything that follows.
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
    /// Adds other odds with the chance of them.
    fn add(&mut self, other: &Self, chance: f64) {
        for (id, arrivals) in &other.arrivals {
            let known = self.arrivals.entry(*id).or_default();
            for (arrival, share) in arrivals {
                *known.entry(*arrival).or_default() += chance * share;
            }
        }
        for (id, outcomes) in &other.defenders {
            let known = self.defenders.entry(*id).or_default();
            for (outcome, share) in outcomes {
                *known.entry(*outcome).or_default() += chance * share;
            }
        }
        for (id, harms) in &other.harms {
            for (sum, share) in self.harms.entry(*id).or_default().iter_mut().zip(harms) {
                *sum += chance * share;
            }
        }
        for (outcome, share) in &other.attackers {
            *self.attackers.entry(*outcome).or_default() += chance * share;
        }
        self.comes_to_nothing += chance * other.comes_to_nothing;
        self.on_charge_table += chance * other.on_charge_table;
        self.counter_charged += chance * other.counter_charged;
        self.continued += chance * other.continued;
        self.vacated += chance * other.vacated;
    }

    /// The harm to one defender, in steps.
    pub fn harm_to(&self, unit: UnitId) -> Distribution {
        let harms = self.harms.get(&unit).copied().unwrap_or([1.0, 0.0, 0.0, 0.0]);
        // ERR: chances of harms are weights that are not all none.
        Distribution::from_weights(0, harms.to_vec()).unwrap_or_else(|_| Distribution::point(0))
    }

    /// The harm to all defenders together, in steps.
    pub fn harm(&self) -> Distribution {
        self.harms.keys().fold(Distribution::point(0), |total, unit| {
            total.convolve(&self.harm_to(*unit))
        })
    }
}

/// The odds of one attack as it is declared now, each unit of it where it stands: how it arrives and what its first rolls give.
/// Rules `MOI-CHARGE-10` to `MOI-CHARGE-13`, `MOI-CC-07` to `MOI-CC-09`, `MOI-SHOCK-07` to `MOI-SHOCK-09` (pp. 8-11).
///
/// Chargers are taken to ride one after the other as they are named, with every shot of Reaction Fire in order of the units'
/// ids; nobody retreats before shock.
pub fn attack_odds(state: &State, declared: &Declared, assumed: Assumptions) -> Option<AttackOdds> {
    let one = std::slice::from_ref(declared);
    let (mut odds, _) = gone_through(state, one, assumed, Depth::FirstRolls, true)?;
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
    odds_of(state, declared, assumed, true)
}

/// [`shock_odds`], with every position worked out by itself if nothing is remembered.
pub(super) fn odds_of(
    state: &State,
    declared: &[Declared],
    assumed: Assumptions,
    remembers: bool,
) -> Option<ShockOdds> {
    let (attacks, whole) = gone_through(state, declared, assumed, Depth::ToTheEnd, remembers)?;
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
    // ERR: chances of outcomes are weights that are not all none.
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

/// A fight of an attack with all the ways that lead to it: those are alike as far as it looks.
struct ReachedFight {
    after: Delta,
    arrivals: Arrivals,
    touched: Touched,
    fought: FightOdds,
    /// The chance of all ways.
    weight: f64,
    /// What it connects, with the chances.
    links: Vec<(Link, f64)>,
}

/// From which of the positions that earlier attacks left to which of those for the next ones a fight leads, and which Flight
/// Points were gained on the way to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Link {
    rank: usize,
    leads: usize,
    gained: [i32; 2],
}

impl ReachedFight {
    /// Whether the attackers have arrived in the same manner.
    fn is_arrived_at(&self, arrivals: &Arrivals) -> bool {
        self.arrivals.len() == arrivals.len()
            && self
                .arrivals
                .iter()
                .zip(arrivals)
                .all(|((here, chance), (there, share))| here == there && (chance - share).abs() < 1e-12)
    }
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
/// cost is that of its own ways and never the product of those of all attacks. What was worked out for one position is taken for
/// every other one that is the same as far as was looked, where it `remembers`.
fn gone_through(
    state: &State,
    declared: &[Declared],
    assumed: Assumptions,
    depth: Depth,
    remembers: bool,
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
    let mut now = Scratch::new(state, MOST_STEPS, remembers);
    let mut open: Vec<(Earlier, Points)> = vec![(Earlier::default(), Points::from([([0, 0], 1.0)]))];
    for (place, attack) in attacks.iter().enumerate() {
        let mut next: Vec<(Earlier, Points)> = Vec::new();
        let mut ways: Vec<(usize, usize, Way)> = Vec::new();
        for (rank, (earlier, _)) in open.iter().enumerate() {
            for (way, leaves) in behind(&mut now, state, &attacks, place, earlier, assumed)? {
                now.spend_more(next.len() / 16);
                let known = next.iter().position(|(known, _)| *known == leaves);
                let leads = known.unwrap_or_else(|| {
                    next.push((leaves, Points::new()));
                    next.len() - 1
                });
                ways.push((rank, leads, way));
            }
            if ways.len() > MOST_WAYS {
                return None;
            }
        }
        let tally = &mut tallies[place];
        let wholes: Vec<f64> = open.iter().map(|(_, points)| points.values().sum()).collect();
        for known in fights(&mut now, attack, &ways, &wholes, (assumed, depth), tally)? {
            odds[place].add(&known.fought.odds, known.weight);
            tally.add_further(&known.fought.tally, known.weight);
            let gained = match depth {
                Depth::FirstRolls => &vec![([0, 0], 1.0)],
                Depth::ToTheEnd => &known.fought.tally.points,
            };
            for (link, chance) in &known.links {
                let to = &mut next[link.leads].1;
                add_points(to, &open[link.rank].1, gained, link.gained, *chance);
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

/// The fights of an attack, each with the ways that lead to it; what changed on those ways is counted in the tally.
fn fights(
    now: &mut Scratch,
    attack: &Attack,
    ways: &[(usize, usize, Way)],
    wholes: &[f64],
    (assumed, depth): (Assumptions, Depth),
    tally: &mut Tally,
) -> Option<Vec<ReachedFight>> {
    let mut all: Vec<ReachedFight> = Vec::new();
    let mut parts = Parts::default();
    now.set_varying(ways.iter().map(|(.., way)| &way.after));
    for (rank, leads, way) in ways {
        let chance = way.chance();
        if chance <= 0.0 {
            continue;
        }
        now.spend_more(1 + all.len() / 64);
        let mut arrivals = way.arrivals.clone();
        for (_, share) in &mut arrivals {
            *share /= chance;
        }
        let alike = all.iter().filter(|_| now.remembers).position(|known| {
            known.is_arrived_at(&arrivals) && known.touched.are_alike(now.base(), &known.after, &way.after)
        });
        let which = alike.unwrap_or_else(|| {
            now.touched.clear();
            let parts = (depth == Depth::ToTheEnd).then_some(&mut parts);
            let fought = fight(now, attack, &way.after, &arrivals, assumed, parts);
            all.push(ReachedFight {
                after: way.after.clone(),
                arrivals,
                touched: now.touched.clone(),
                fought,
                weight: 0.0,
                links: Vec::new(),
            });
            all.len() - 1
        });
        if now.left() == 0 {
            return None;
        }
        let known = &mut all[which];
        let weight = chance * wholes[*rank];
        let gained = match depth {
            Depth::FirstRolls => [0, 0],
            Depth::ToTheEnd => tally.count_before(now.base(), &way.after, &known.fought.tally, weight),
        };
        known.weight += weight;
        let link = Link {
            rank: *rank,
            leads: *leads,
            gained,
        };
        add(&mut known.links, &link, chance);
    }
    Some(all)
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
    let mut begin = Scratch::new(state, now.left(), now.remembers);
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
    let riders = || {
        attacks
            .iter()
            .take(place + 1)
            .flat_map(|attack| &attack.attackers)
    };
    let mut all = Vec::with_capacity(ways.len());
    for way in ways {
        let there = |id: UnitId| {
            let changed = way.after.iter().find_map(|piece| match piece.as_ref() {
                Piece::Unit(unit) if unit.id == id => Some(unit),
                _ => None,
            });
            changed.or_else(|| begin.base().unit(id))
        };
        let mut spent = earlier.spent.clone();
        spent.extend_from_slice(&way.spent);
        spent.sort_unstable();
        spent.dedup();
        let leaves = Earlier {
            spent,
            in_the_way: riders()
                .filter_map(|rider| there(rider.unit))
                .filter(|unit| unit.hex().is_some_and(|hex| to_ride.contains(&hex)))
                .cloned()
                .collect(),
        };
        all.push((way, leaves));
    }
    Some(all)
}

/// Adds Flight Points so far together with those that one more attack gains before and in its fight, each with its chance.
fn add_points(to: &mut Points, so_far: &Points, fought: &[([i32; 2], f64)], before: [i32; 2], share: f64) {
    for (one, chance) in so_far {
        for (other, gained) in fought {
            let all = [one[0] + before[0] + other[0], one[1] + before[1] + other[1]];
            *to.entry(all).or_default() += chance * gained * share;
        }
    }
}
