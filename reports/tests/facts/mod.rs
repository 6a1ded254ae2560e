//! Facts to count: of a made-up game with dice from a small generator.
#![allow(dead_code, reason = "each test and example takes what it needs")]
#![allow(clippy::similar_names, reason = "tables of units")]
#![allow(unreachable_pub, reason = "shared by tests, benches and examples")]

use std::borrow::Cow;

use hindsight_kernel::{
    AttackResolved, DamageDealt, DiceRolled, Distribution, Fact, Message, Moment, Roll, RollSource, Seat,
    SideId, Threat, UnitInfo,
};

/// A unit of the made-up game.
pub fn unit(id: &str, seat: Seat, name: &str, points: f64, full: u32) -> UnitInfo {
    UnitInfo {
        id: id.to_owned(),
        seat,
        card: name.to_lowercase().replace(' ', "-"),
        name: name.to_owned(),
        faction: if seat == Seat::A { "Rivermark" } else { "Cragfolk" }.to_owned(),
        kind: "infantry".to_owned(),
        points,
        full,
        left: full,
        alive: true,
    }
}

/// Twelve units.
pub fn units() -> Vec<UnitInfo> {
    let names = [
        ("A1", "Bridge Militia"),
        ("A2", "Ford Spears"),
        ("A3", "Reed Archers"),
        ("A4", "River Riders"),
        ("A5", "Mill Guard"),
        ("A6", "Old Hilda"),
        ("B1", "Wolf Pack"),
        ("B2", "Hill Axes"),
        ("B3", "Crag Slingers"),
        ("B4", "Stone Giant"),
        ("B5", "Banner of Ash"),
        ("B6", "Goat Lancers"),
    ];
    (0..)
        .zip(names)
        .map(|(place, (id, name))| {
            unit(
                id,
                if place < 6 { Seat::A } else { Seat::B },
                name,
                f64::from(3 + place % 4),
                8,
            )
        })
        .collect()
}

/// A moment of the made-up game.
pub fn moment(round: u32, turn: u32) -> Moment {
    Moment {
        round,
        turn,
        phase: "Combat phase".to_owned(),
        active: None,
        caption: Message::plain(format!("Round {round}")),
    }
}

/// A roll of six-sided dice of which each succeeds at `target` or more.
pub fn rolled(purpose: &str, seat: Seat, unit: &str, against: &str, faces: &[u8], target: u8) -> DiceRolled {
    let chance = f64::from(7 - target) / 6.0;
    let roll = Roll {
        purpose: Cow::Owned(purpose.to_owned()),
        sides: 6,
        faces: faces.to_vec(),
        counted: Vec::new(),
        source: RollSource::Scripted,
    };
    DiceRolled {
        purpose: purpose.to_owned(),
        seat,
        unit: Some(unit.to_owned()),
        against: Some(against.to_owned()),
        result: roll.at_least(target) as i32,
        target: Some(i32::from(target)),
        roll_under: false,
        expected: Distribution::binomial(faces.len() as u32, chance),
        roll,
        modifiers: Vec::new(),
        high_is_good: true,
    }
}

/// The threats of seats at the end of the turns of a made-up game: by the place of the last fact of each
/// turn.
pub fn turn_ends(facts: &[(u64, Moment, Fact)]) -> Vec<(usize, Vec<Threat>)> {
    let turn = |place: usize| facts.get(place).map(|(_, moment, _)| moment.turn);
    let ends = (0..facts.len()).filter(|&place| turn(place) != turn(place + 1));
    let threats = |turn: usize| {
        let of = |seat: Seat, enemy: &str| Threat {
            seat,
            enemies: (1..=6).map(|number| format!("{enemy}{number}")).collect(),
            in_reach: (1..=turn % 7).map(|number| format!("{enemy}{number}")).collect(),
        };
        vec![of(Seat::A, "B"), of(Seat::B, "A")]
    };
    ends.enumerate()
        .map(|(turn, place)| (place, threats(turn)))
        .collect()
}

/// A whole made-up game: version, moment and fact of each.
pub fn game(seed: u64) -> Vec<(u64, Moment, Fact)> {
    let mut state = seed.wrapping_mul(2).wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut random = move |below: u32| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ((state >> 33) % u64::from(below)) as u32
    };
    let roster = units();
    let mut left: Vec<u32> = roster.iter().map(|unit| unit.full).collect();
    let mut facts = Vec::new();
    let mut version = 1;
    for turn in 1..=12_u32 {
        let at = moment(turn.div_ceil(2), turn);
        for place in 0..6_usize {
            let own = if turn % 2 == 1 { place } else { 6 + place };
            if left[own] == 0 {
                continue;
            }
            let foe = (0..6)
                .map(|step| (step + random(6) as usize) % 6 + if own < 6 { 6 } else { 0 })
                .find(|&foe| left[foe] > 0);
            let Some(foe) = foe else { continue };
            let (unit, target) = (&roster[own], &roster[foe]);
            version += 1;
            facts.push((
                version,
                at.clone(),
                Fact::Activated {
                    unit: unit.id.clone(),
                    seat: unit.seat,
                    action: if place == 2 { "shoot" } else { "march" }.to_owned(),
                },
            ));
            facts.push((
                version,
                at.clone(),
                Fact::UnitMoved {
                    unit: unit.id.clone(),
                    seat: unit.seat,
                    distance: f64::from(random(3)),
                    kind: "march".to_owned(),
                    way: Vec::new(),
                },
            ));
            let faces: Vec<u8> = (0..left[own].min(6)).map(|_| 1 + random(6) as u8).collect();
            let dice = faces.len() as u32;
            let attack = rolled("attack", unit.seat, &unit.id, &target.id, &faces, 4);
            let hits = attack.result as u32;
            let expected = attack.expected.clone();
            facts.push((version, at.clone(), Fact::DiceRolled(attack)));
            let blocks: Vec<u8> = (0..hits).map(|_| 1 + random(6) as u8).collect();
            let block = rolled("block", target.seat, &target.id, &unit.id, &blocks, 5);
            let saved = block.result as u32;
            if hits > 0 {
                facts.push((version, at.clone(), Fact::DiceRolled(block)));
            }
            let damage = (hits - saved).min(left[foe]);
            let surplus = hits - saved - damage;
            facts.push((
                version,
                at.clone(),
                Fact::AttackResolved(AttackResolved {
                    unit: unit.id.clone(),
                    seat: unit.seat,
                    against: target.id.clone(),
                    kind: if place == 2 { "shooting" } else { "melee" }.to_owned(),
                    ranged: place == 2,
                    dice,
                    hits,
                    saved,
                    damage,
                    surplus,
                    expected,
                    tier: None,
                }),
            ));
            if damage > 0 {
                left[foe] -= damage;
                facts.push((
                    version,
                    at.clone(),
                    Fact::DamageDealt(DamageDealt {
                        unit: target.id.clone(),
                        seat: target.seat,
                        by: Some(unit.id.clone()),
                        cause: "melee".to_owned(),
                        wounds: damage,
                        models: damage,
                        share: f64::from(damage) / 8.0,
                    }),
                ));
            }
            if left[foe] == 0 {
                facts.push((
                    version,
                    at.clone(),
                    Fact::Destroyed {
                        unit: target.id.clone(),
                        seat: target.seat,
                        points: target.points,
                        cause: "melee".to_owned(),
                        by: Some(unit.id.clone()),
                    },
                ));
                facts.push((
                    version,
                    at.clone(),
                    Fact::Scored {
                        side: SideId::of_seat(unit.seat),
                        amount: target.points,
                        total: target.points,
                        reason: "a unit destroyed".to_owned(),
                    },
                ));
            } else if damage > 1 {
                let face = 1 + random(6) as i32;
                facts.push((
                    version,
                    at.clone(),
                    Fact::MoraleChecked {
                        unit: target.id.clone(),
                        seat: target.seat,
                        kind: "flee".to_owned(),
                        need: 3,
                        rolled: face,
                        passed: face >= 3,
                        chance: 4.0 / 6.0,
                    },
                ));
                if face < 3 {
                    facts.push((
                        version,
                        at.clone(),
                        Fact::Broken {
                            unit: target.id.clone(),
                            seat: target.seat,
                        },
                    ));
                }
            }
            facts.push((
                version,
                at.clone(),
                Fact::Counted {
                    counter: "courage_spent".to_owned(),
                    unit: Some(unit.id.clone()),
                    seat: None,
                    amount: 1.0,
                },
            ));
        }
    }
    facts
}
