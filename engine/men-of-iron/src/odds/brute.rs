//! The odds of whole declarations against the engine itself: every way in which the dice can fall is played out.

use std::collections::{BTreeMap, BTreeSet};

use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::testing::{games, play};
use hindsight_kernel::{Distribution, Seat, below, bot_rng};

use super::fights::widest;
use super::{Assumptions, Fate, ShockOdds, shock_odds};
use crate::MenOfIron;
use crate::field::sample::{as_class, hex, id, with};
use crate::model::agenda::{Answer, Options, Question, Step, Topic};
use crate::model::attack::{Course, Declared, DeclaredAttacker};
use crate::model::command::Command;
use crate::model::names::{ClassId, LeaderId, UnitId};
use crate::model::piece::{Formation, LeaderPlace, Status, Unit};
use crate::model::state::{Activated, Activation, Kind, SEATS, State};
use crate::rules::declaration::continuing;
use crate::rules::shock::frontal_targets;
use crate::rules::victory::flight_points;

/// What the odds take for granted that players choose.
fn choice(state: &State, question: &Question) -> Answer {
    match (&question.options, question.topic) {
        (Options::OneOf(answers), Topic::CounterCharge) => match widest(answers.clone(), &[]) {
            Some((unit, targets, turn)) => Answer::CounterCharge {
                unit,
                targets,
                turn,
                path: Vec::new(),
            },
            None => Answer::No,
        },
        (Options::OneOf(_), Topic::AdvanceBeforeShock)
        | (Options::Places { .. }, Topic::RetreatBeforeShock) => Answer::No,
        (Options::OneOf(answers), _) => answers[0].clone(),
        (Options::Places { spots, .. }, _) => {
            let spot = spots[0];
            Answer::Place {
                unit: spot.unit,
                hex: spot.hex,
                through: spot.through,
                facing: state.unit(spot.unit).and_then(Unit::facing).unwrap(),
            }
        }
    }
}

/// Plays on from a position; where dice are wanted `more` says which faces are tried, each with its share.
fn run(
    state: &State,
    seat: Seat,
    command: &Command,
    faces: &mut Vec<u8>,
    chance: f64,
    more: &mut dyn FnMut() -> Vec<(u8, f64)>,
    end: &mut Vec<(State, f64)>,
) {
    match play::<MenOfIron>(state.clone(), &[(seat, command.clone())], faces) {
        Ok((after, _)) => match &after.agenda.last().unwrap().step {
            Step::Ask(question) => {
                let answer = choice(&after, question);
                let seat = question.seat;
                let command = Command::Choose { answer };
                run(&after, seat, &command, &mut Vec::new(), chance, more, end);
            }
            // Several Continued Attacks are declared together.
            Step::ContinuedAttacks if continuing(&after).len() > 1 => {
                let attack = |unit: &Unit| Declared {
                    attackers: vec![DeclaredAttacker {
                        unit: unit.id,
                        charge: None,
                    }],
                    defenders: frontal_targets(&after, unit),
                };
                let attacks = continuing(&after).into_iter().map(attack).collect();
                let command = Command::Attack { attacks };
                run(&after, seat, &command, &mut Vec::new(), chance, more, end);
            }
            _ => end.push((after, chance)),
        },
        Err(refusal) if refusal.rule.0 == "HS-DICE-01" => {
            for (face, share) in more() {
                faces.push(face);
                run(state, seat, command, faces, chance * share, more, end);
                faces.pop();
            }
        }
        Err(refusal) => panic!("{command:?}: {refusal:?}"),
    }
}

/// What the ends come to, told as the odds tell it.
struct Combined {
    fates: BTreeMap<UnitId, BTreeMap<Fate, f64>>,
    leaders: BTreeMap<LeaderId, f64>,
    points: [BTreeMap<i32, f64>; 2],
}

fn combined(state: &State, odds: &ShockOdds, end: &[(State, f64)]) -> Combined {
    let mut told = Combined {
        fates: BTreeMap::new(),
        leaders: BTreeMap::new(),
        points: Default::default(),
    };
    for (after, chance) in end {
        for id in odds.fates.keys() {
            let fate = Fate::of(after.unit(*id).unwrap());
            *told.fates.entry(*id).or_default().entry(fate).or_default() += chance;
        }
        for (id, leader) in &after.leaders {
            if leader.losses > state.leader(*id).unwrap().losses {
                *told.leaders.entry(*id).or_default() += chance;
            }
        }
        for seat in SEATS {
            let gained = flight_points(after, seat) - flight_points(state, seat);
            *told.points[seat.index()].entry(gained).or_default() += chance;
        }
    }
    told
}

pub(super) fn near(one: f64, other: f64, least: f64, what: &str) {
    assert!((one - other).abs() < least, "{what}: {one} is not {other}");
}

fn compare(odds: &ShockOdds, told: &Combined, least: f64) {
    for (unit, fates) in &odds.fates {
        for fate in [
            Fate::Normal,
            Fate::Disordered,
            Fate::Unhorsed,
            Fate::Retired,
            Fate::Eliminated,
        ] {
            let chance = |of: Option<&BTreeMap<Fate, f64>>| {
                of.and_then(|fates| fates.get(&fate)).copied().unwrap_or(0.0)
            };
            near(
                chance(Some(fates)),
                chance(told.fates.get(unit)),
                least,
                &format!("{unit} {fate:?}"),
            );
        }
    }
    let leaders = odds.leaders.keys().chain(told.leaders.keys());
    for leader in leaders {
        let of = |all: &BTreeMap<LeaderId, f64>| all.get(leader).copied().unwrap_or(0.0);
        near(of(&odds.leaders), of(&told.leaders), least, leader.as_str());
    }
    for seat in SEATS {
        let whole: &Distribution = odds.points_of(seat);
        let known = &told.points[seat.index()];
        let numbers = whole
            .iter()
            .map(|(points, _)| points)
            .chain(known.keys().copied());
        for points in numbers.collect::<BTreeSet<i32>>() {
            let chance = whole.exactly(points);
            let other = known.get(&points).copied().unwrap_or(0.0);
            near(chance, other, least, &format!("{points} points of {seat}"));
        }
    }
}

/// Varr's `B1` is about to declare on open ground.
fn field(units: &[(&str, &str, u8)]) -> State {
    let mut state = with(units);
    let battle = std::sync::Arc::make_mut(&mut state.battle);
    battle.map.hex.clear();
    battle.map.side.clear();
    state.active = Seat::B;
    state.activations = 1;
    state.activation = Some(Activation {
        kind: Kind::Continued,
        of: Activated::Command("B1".parse().unwrap()),
    });
    state.agenda = vec![Step::DeclareAttacks.into()];
    for (standard, at) in [("A1", "1115"), ("A2", "1016"), ("B1", "1001")] {
        let id = standard.parse().unwrap();
        state.standards.get_mut(&id).unwrap().hex = Some(hex(at));
    }
    state
}

fn lead(state: &mut State, leader: &str, at: &str) {
    let id: LeaderId = leader.parse().unwrap();
    state.leaders.get_mut(&id).unwrap().place = LeaderPlace::On { hex: hex(at) };
}

fn charger(unit: &str, path: &[&str]) -> DeclaredAttacker {
    DeclaredAttacker {
        unit: id(unit),
        charge: Some(Course {
            path: path.iter().map(|label| hex(label)).collect(),
            turn: None,
        }),
    }
}

fn on_foot(unit: &str) -> DeclaredAttacker {
    DeclaredAttacker {
        unit: id(unit),
        charge: None,
    }
}

fn all_faces() -> Vec<(u8, f64)> {
    (1..=10).map(|face| (face, 0.1)).collect()
}

/// Every way in which the dice can fall, against the odds.
fn agrees(state: &State, declared: &[Declared]) -> ShockOdds {
    let odds = shock_odds(state, declared, Assumptions::default()).unwrap();
    let command = Command::Attack {
        attacks: declared.to_vec(),
    };
    let mut end = Vec::new();
    run(
        state,
        Seat::B,
        &command,
        &mut Vec::new(),
        1.0,
        &mut all_faces,
        &mut end,
    );
    near(end.iter().map(|(_, chance)| chance).sum(), 1.0, 1e-9, "all ways");
    compare(&odds, &combined(state, &odds, &end), 1e-9);
    for chances in &odds.continued {
        near(chances.iter().sum(), 1.0, 1e-9, "Continued Attacks");
    }
    odds
}

#[test]
fn moi_charge_13_a_charge_on_pikes_with_leaders_on_both_sides() {
    let mut state = field(&[("B-MM1", "1010", 5), ("A-PK1", "1012", 11), ("A-PK2", "0214", 1)]);
    lead(&mut state, "Maran", "1010");
    lead(&mut state, "Osric", "1012");
    let declared = [Declared {
        attackers: vec![charger("B-MM1", &["1011"])],
        defenders: vec![id("A-PK1")],
    }];
    let odds = agrees(&state, &declared);
    // Both leaders are in danger: of the pikes' Disorder, and of the riders'.
    assert!(odds.leaders.len() == 2, "{:?}", odds.leaders);
}

#[test]
fn moi_fire_15_reaction_fire_before_a_charge_and_continued_attacks_behind_it() {
    // A longbow in front of the charger, a Disordered unit behind the target: chains of Continued Attacks.
    let mut state = field(&[
        ("B-MM1", "1010", 5),
        ("A-LB1", "1012", 11),
        ("A-SL1", "1013", 1),
        ("A-LB2", "0214", 1),
    ]);
    state.units.get_mut(&id("A-SL1")).unwrap().status = Status::Disordered;
    let declared = [Declared {
        attackers: vec![charger("B-MM1", &["1011"])],
        defenders: vec![id("A-LB1")],
    }];
    let odds = agrees(&state, &declared);
    assert!(odds.continued[0].len() >= 2, "{:?}", odds.continued);
    assert!(odds.fates[&id("B-MM1")][&Fate::Unhorsed] > 0.0);
}

#[test]
fn moi_cc_08_a_counter_charge_with_a_turn() {
    let mut state = field(&[("B-MM1", "1010", 5), ("A-MM1", "1012", 3), ("A-MM2", "1615", 1)]);
    as_class(&mut state, "A-MM1", ClassId::MMAA);
    let declared = [Declared {
        attackers: vec![charger("B-MM1", &["1011"])],
        defenders: vec![id("A-MM1")],
    }];
    agrees(&state, &declared);
}

#[test]
fn moi_shock_09_one_attacker_on_two_defenders_of_which_one_is_a_schiltron() {
    let mut state = field(&[
        ("B-MM1", "1010", 5),
        ("A-PK1", "1011", 1),
        ("A-LB1", "1111", 1),
        ("A-PK2", "0214", 1),
    ]);
    let pikes = state.units.get_mut(&id("A-PK1")).unwrap();
    pikes.formation = Formation::Schiltron;
    let declared = [Declared {
        attackers: vec![on_foot("B-MM1")],
        defenders: vec![id("A-PK1"), id("A-LB1")],
    }];
    agrees(&state, &declared);
}

/// Two attacks of one declaration, far from each other.
#[test]
fn moi_shock_06_two_attacks_of_one_declaration() {
    let state = field(&[
        ("B-MM1", "0610", 5),
        ("A-PK1", "0611", 11),
        ("B-MM2", "1410", 5),
        ("A-SL1", "1411", 11),
        ("A-LB2", "0214", 1),
        ("A-PK2", "0414", 1),
        ("B-GN1", "0202", 1),
    ]);
    let on = |attacker: &str, defender: &str| Declared {
        attackers: vec![on_foot(attacker)],
        defenders: vec![id(defender)],
    };
    agrees(&state, &[on("B-MM1", "A-PK1"), on("B-MM2", "A-SL1")]);
}

/// Two chargers that both come before a crossbow, which shoots once, one of them before a longbow too: too many ways to go
/// through, so a great many are drawn.
#[test]
fn moi_fire_13_one_shot_for_all_chargers() {
    let mut state = field(&[
        ("B-MM1", "1010", 5),
        ("B-MM2", "1211", 7),
        ("A-DM1", "1012", 5),
        ("A-SL1", "1111", 7),
        ("A-LB1", "0911", 3),
        ("A-LB2", "0214", 1),
    ]);
    as_class(&mut state, "A-SL1", ClassId::CB);
    let declared = [Declared {
        attackers: vec![charger("B-MM1", &["1011"]), charger("B-MM2", &["1112"])],
        defenders: vec![id("A-DM1")],
    }];
    let Some(odds) = shock_odds(&state, &declared, Assumptions::default()) else {
        panic!("there are odds");
    };
    let mut rng = bot_rng(29);
    let command = Command::Attack {
        attacks: declared.to_vec(),
    };
    let mut end = Vec::new();
    let drawn = 4_000;
    for _ in 0..drawn {
        let mut one = || draw(&mut rng);
        let before = end.len();
        run(
            &state,
            Seat::B,
            &command,
            &mut Vec::new(),
            1.0 / f64::from(drawn),
            &mut one,
            &mut end,
        );
        assert_eq!(end.len(), before + 1);
    }
    compare(&odds, &combined(&state, &odds, &end), 0.03);
}

/// One face at random.
fn draw(rng: &mut dyn Rng) -> Vec<(u8, f64)> {
    below(rng, 10)
        .map(|face| (face as u8 + 1, 1.0))
        .into_iter()
        .collect()
}

/// How many ways in which dice can fall are gone through at a random position; the others are left out.
const MOST_PLAYS: u32 = 1_500;

/// A random position about the middle of the field and a legal declaration on it, if there is one.
pub(super) fn at_random(rng: &mut dyn Rng) -> Option<(State, Vec<Declared>)> {
    let mut pick = |count: usize| below(rng, count).unwrap();
    let middle = hex("1010");
    let around: Vec<_> = with(&[])
        .battle
        .map
        .extent()
        .hexes()
        .filter(|hex| hex.distance_to(middle) <= 2)
        .collect();
    let mut state = if pick(2) == 0 { field(&[]) } else { on_the_map() };
    // Somebody of each Command stands far off, so that leaders have where to go; not always.
    for (unit, at) in [
        ("A-LB2", "0214"),
        ("A-PK2", "0414"),
        ("A-MM4", "1615"),
        ("B-GN1", "0202"),
    ] {
        if pick(4) > 0 {
            crate::field::sample::put(&mut state, unit, at, 1);
        }
    }
    let classes = [
        ClassId::MMAA,
        ClassId::MMAA,
        ClassId::MMAA,
        ClassId::DMAA,
        ClassId::AXE,
        ClassId::GEN,
    ];
    let own = ["B-MM1", "B-MM2", "B-CB1"];
    let enemies = ["A-DM1", "A-LB1", "A-MM1", "A-PK1", "A-SL1", "A-AX1"];
    let mut free = around;
    let (count, first) = (1 + pick(4), pick(enemies.len()));
    let units = own[..=pick(3)]
        .iter()
        .chain((0..count).map(|place| &enemies[(first + place) % enemies.len()]));
    for unit in units {
        let at = free.swap_remove(pick(free.len()));
        crate::field::sample::put(&mut state, unit, &at.to_string(), 1 + 2 * pick(6) as u8);
        if unit.starts_with("B-MM") {
            as_class(&mut state, unit, classes[pick(classes.len())]);
        }
        let unit = state.units.get_mut(&id(unit)).unwrap();
        (unit.status, unit.formation) = match pick(12) {
            0 | 1 => (Status::Disordered, Formation::Open),
            2 => (Status::Retired, Formation::Open),
            3 if unit.class == ClassId::PIKE => (Status::Normal, Formation::Schiltron),
            4 if unit.class == ClassId::DMAA => (Status::Normal, Formation::ShieldWall),
            _ => (Status::Normal, Formation::Open),
        };
    }
    for (leader, unit) in [("Maran", "B-MM1"), ("Osric", "A-PK1"), ("Hale", "A-LB1")] {
        if let Some(at) = state.unit(id(unit)).unwrap().hex()
            && pick(3) == 0
        {
            lead(&mut state, leader, &at.to_string());
        }
    }
    let legal = |attacks: &Vec<Declared>| crate::rules::declaration::check(&state, Seat::B, attacks).is_ok();
    let mut declarations: Vec<Vec<Declared>> = declarations(&state).into_iter().filter(legal).collect();
    // Pairs are rare: where there are some, one of them.
    if declarations.iter().any(|attacks| attacks[0].attackers.len() > 1) {
        declarations.retain(|attacks| attacks[0].attackers.len() > 1);
    }
    let chosen = declarations.get(pick(declarations.len().max(1)))?.clone();
    Some((state, chosen))
}

/// The same on the ground of Harrow Ford.
fn on_the_map() -> State {
    let mut state = field(&[]);
    state.battle = with(&[]).battle;
    state
}

/// What could be declared: one unit alone, or two on one enemy; not all of it is legal.
fn declarations(state: &State) -> Vec<Vec<Declared>> {
    use crate::rules::declaration::{able_to_charge, able_to_shock};
    let mut single: Vec<(DeclaredAttacker, Vec<UnitId>)> = Vec::new();
    for (unit, targets) in able_to_shock(state) {
        single.push((DeclaredAttacker { unit, charge: None }, targets));
    }
    for (unit, target, course) in able_to_charge(state) {
        let charge = Some(course);
        single.push((DeclaredAttacker { unit, charge }, vec![target]));
    }
    let attack = |attackers: Vec<DeclaredAttacker>, defenders: &[UnitId]| {
        vec![Declared {
            attackers,
            defenders: defenders.to_vec(),
        }]
    };
    let mut all = Vec::new();
    for (place, (one, targets)) in single.iter().enumerate() {
        all.push(attack(vec![one.clone()], targets));
        for (other, also) in &single[place + 1..] {
            if targets == also && one.unit != other.unit {
                all.push(attack(vec![one.clone(), other.clone()], targets));
                all.push(attack(vec![other.clone(), one.clone()], targets));
            }
        }
    }
    all
}

#[test]
fn moi_shock_06_the_odds_are_those_of_the_engine_at_random_positions() {
    let (mut compared, mut pairs, mut charges) = (0, 0, 0);
    let numbers = games(120, 10);
    let all = numbers.end - numbers.start;
    for number in numbers {
        let mut rng = bot_rng(number);
        let Some((state, declared)) = at_random(&mut rng) else {
            continue;
        };
        let command = Command::Attack {
            attacks: declared.clone(),
        };
        let (mut end, mut plays) = (Vec::new(), 0);
        let mut faces = || {
            plays += 10;
            if plays > MOST_PLAYS {
                Vec::new()
            } else {
                all_faces()
            }
        };
        run(
            &state,
            Seat::B,
            &command,
            &mut Vec::new(),
            1.0,
            &mut faces,
            &mut end,
        );
        if plays > MOST_PLAYS {
            continue;
        }
        println!("position {number}: {declared:?}");
        let odds = shock_odds(&state, &declared, Assumptions::default()).unwrap();
        compare(&odds, &combined(&state, &odds, &end), 1e-9);
        compared += 1;
        pairs += u64::from(declared[0].attackers.len() == 2);
        charges += u64::from(declared[0].attackers.iter().any(|one| one.charge.is_some()));
    }
    println!("{compared} of {all} positions, {pairs} of two attackers, {charges} with a charge");
    assert!(compared * 4 >= all, "{compared} of {all} positions were compared");
    assert!(
        pairs * 20 >= all && charges * 20 >= all,
        "{pairs} pairs, {charges} charges"
    );
}
