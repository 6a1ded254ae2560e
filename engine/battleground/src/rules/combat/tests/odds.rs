//! Exact odds against counting every outcome of the dice.

use std::collections::BTreeMap;

use battleground_geometry::Side;

use super::*;
use crate::flow::decide;
use crate::model::effect::Dice;
use crate::procedures::attack::dice::{candidates, successes};
use crate::rules::combat::odds::{Prospect, Start, now, preview};
use crate::scene::{line, scene};

/// A count of outcomes by value.
type Ways = BTreeMap<i32, f64>;

/// Every roll of so many dice.
fn rolls(dice: u32) -> Vec<Vec<u8>> {
    (0..dice).fold(vec![Vec::new()], |rolls, _| {
        rolls
            .iter()
            .flat_map(|roll| (1..=6).map(move |face| [roll.as_slice(), &[face]].concat()))
            .collect()
    })
}

/// The successes of all rolls with all their rerolls, by counting.
fn counted(target: i32, dice: u32, rerolls: &[(Dice, Option<u8>)]) -> Ways {
    fn go(target: i32, faces: &[u8], rerolls: &[(Dice, Option<u8>)], weight: f64, ways: &mut Ways) {
        let Some(((which, most), later)) = rerolls.split_first() else {
            *ways.entry(successes(target, faces) as i32).or_default() += weight;
            return;
        };
        let places: Vec<u8> = candidates(target, faces, *which)
            .into_iter()
            // The defender leaves a die alone that counts by Overkill only, if they may.
            .filter(|(_, read)| {
                *which == Dice::Failed
                    || most.is_none()
                    || *read == crate::procedures::attack::dice::Read::Success
            })
            .map(|(place, _)| place)
            .take(usize::from(most.unwrap_or(u8::MAX)))
            .collect();
        let again = rolls(places.len() as u32);
        for new in &again {
            let mut lying = faces.to_vec();
            for (place, face) in places.iter().zip(new) {
                lying[usize::from(*place)] = *face;
            }
            go(target, &lying, later, weight / again.len() as f64, ways);
        }
    }
    let all = rolls(dice);
    let mut ways = Ways::new();
    for roll in &all {
        go(target, roll, rerolls, 1.0 / all.len() as f64, &mut ways);
    }
    ways
}

/// Hits, wounds and boxes of an attack by counting.
fn enumerated(prospect: &Prospect, dice: u32) -> [Ways; 3] {
    let mut all = [Ways::new(), Ways::new(), Ways::new()];
    for (hits, p) in counted(prospect.to_hit, dice, &prospect.hit_rerolls) {
        let changes = prospect.hits.iter();
        let hits = changes.fold(hits, |hits, by| (hits + by).max(0)) + prospect.impact_hits as i32;
        *all[0].entry(hits).or_default() += p;
        for (wounds, q) in counted(prospect.to_wound, hits as u32, &prospect.wound_rerolls) {
            let least = wounds.max(prospect.least as i32);
            let wounds = prospect.wounds.iter().fold(least, |wounds, change| {
                if *change > 0 && wounds < 1 {
                    wounds
                } else {
                    (wounds + change).max(0)
                }
            });
            *all[1].entry(wounds).or_default() += p * q;
            *all[2].entry(wounds.min(prospect.boxes as i32)).or_default() += p * q;
        }
    }
    all
}

fn check(prospect: &Prospect, dice: u32) {
    let exact = prospect.odds().unwrap();
    let counted = enumerated(prospect, dice);
    for (name, exact, counted) in [
        ("hits", &exact.hits, &counted[0]),
        ("wounds", &exact.wounds, &counted[1]),
        ("boxes", &exact.boxes, &counted[2]),
    ] {
        for value in -1..12 {
            let expected = counted.get(&value).copied().unwrap_or(0.0);
            assert!(
                (exact.exactly(value) - expected).abs() < 1e-12,
                "{name} {value}: {} against {expected} in {prospect:?}",
                exact.exactly(value)
            );
        }
    }
    let gone = counted[2].get(&(prospect.boxes as i32)).copied().unwrap_or(0.0);
    assert!((exact.destroys - gone).abs() < 1e-12, "{prospect:?}");
}

fn plain(dice: u32, to_hit: i32, to_wound: i32) -> Prospect {
    Prospect {
        start: Start::Dice(dice),
        to_hit,
        hit_rerolls: Vec::new(),
        hits: Vec::new(),
        impact_hits: 0,
        to_wound,
        wound_rerolls: Vec::new(),
        wounds: Vec::new(),
        least: 0,
        boxes: 2,
    }
}

#[test]
fn bg4_atk_13_odds_equal_the_count_of_all_outcomes() {
    for dice in 0..=3 {
        for to_hit in [-1, 1, 3, 5, 6, 7, 9] {
            for to_wound in [0, 2, 6, 8] {
                for impact_hits in 0..=1 {
                    let prospect = Prospect {
                        impact_hits,
                        ..plain(dice, to_hit, to_wound)
                    };
                    check(&prospect, dice);
                }
            }
        }
    }
}

#[test]
fn bg4_atk_11_odds_of_rerolls_equal_the_count_of_all_outcomes() {
    let cards: [&[(Dice, Option<u8>)]; 7] = [
        &[(Dice::Failed, Some(2))],
        &[(Dice::Failed, None)],
        &[(Dice::Successful, Some(2))],
        &[(Dice::Successful, Some(1))],
        &[(Dice::Successful, None)],
        &[(Dice::Failed, Some(1)), (Dice::Successful, Some(1))],
        &[(Dice::Successful, None), (Dice::Failed, Some(2))],
    ];
    for rerolls in cards {
        for target in [0, 2, 5, 6, 7] {
            for dice in 1..=3 {
                let prospect = Prospect {
                    hit_rerolls: rerolls.to_vec(),
                    ..plain(dice, target, 3)
                };
                check(&prospect, dice);
            }
            let prospect = Prospect {
                wound_rerolls: rerolls.to_vec(),
                impact_hits: 1,
                ..plain(2, 4, target)
            };
            check(&prospect, 2);
        }
    }
}

#[test]
fn bg3_ccard_05_odds_of_cards_that_change_hits_equal_the_count_of_all_outcomes() {
    for hits in [vec![1], vec![-1], vec![2, -1], vec![-3, 1]] {
        for to_hit in [0, 3, 7] {
            for impact_hits in 0..=1 {
                let prospect = Prospect {
                    hits: hits.clone(),
                    impact_hits,
                    ..plain(3, to_hit, 3)
                };
                check(&prospect, 3);
            }
        }
    }
}

#[test]
fn bg4_atk_05_odds_of_damage_cards_equal_the_count_of_all_outcomes() {
    for wounds in [vec![1], vec![-1], vec![2, -1], vec![-1, 1], vec![-3]] {
        let prospect = Prospect {
            wounds,
            ..plain(3, 4, 4)
        };
        check(&prospect, 3);
    }
}

#[test]
fn bg3_key_06_odds_count_the_least_damage_before_cards_change_it() {
    for wounds in [vec![], vec![1], vec![-1], vec![1, -1], vec![-1, 1]] {
        let prospect = Prospect {
            wounds,
            least: 1,
            ..plain(3, 2, 2)
        };
        check(&prospect, 3);
    }
}

#[test]
fn bg4_atk_13_odds_of_the_attack_at_hand_follow_its_dice() {
    let scene = || {
        scene()
            .unit("A1", line(), FRONT)
            .unit("B1", line(), AT)
            .engaged("A1", "B1", Side::Front)
    };
    let (numbers, before) = preview(&scene().state(), id("A1"), id("B1"), AttackKind::Melee).unwrap();
    assert_eq!(short(&numbers), (5, 3, 3, 0));
    assert!((before.wounds.mean() - 5.0 / 4.0).abs() < 1e-12);
    let mut state = with_hands(scene(), [&[1], &[]]).state();
    state.agenda.clear();
    let _ = at_table(state, &[1, 2, 6, 6, 6, 3, 6], |table| {
        crate::rules::combat::begin_attack(table, id("A1"), id("B1"), AttackKind::Melee, None);
        go_on(table).unwrap();
        let mean = |state: &State| now(state).unwrap().wounds.mean();
        assert!((mean(table.state()) - 1.25).abs() < 1e-12);
        decide(table, hindsight_kernel::Seat::A, &Command::Pass).unwrap();
        assert!((mean(table.state()) - 1.0).abs() < 1e-12, "two hits at one half");
        for _ in 0..2 {
            decide(table, hindsight_kernel::Seat::A, &Command::Pass).unwrap();
        }
        assert!((mean(table.state()) - 1.0).abs() < 1e-12, "one wound");
        for _ in 0..2 {
            decide(table, hindsight_kernel::Seat::A, &Command::Pass).unwrap();
        }
    });
}
