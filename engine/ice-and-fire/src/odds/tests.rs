//! The odds against every roll counted out, and against the catalogue's vectors.

use std::collections::BTreeMap;

use hindsight_kernel::{Rules, Seat, below, bot_rng};

use super::*;
use crate::IceAndFire;
use crate::cards::{AttackAbility, ConditionToken, Effect};
use crate::model::command::{Action, Command};
use crate::rules::scene::{Scene, id};

fn plain(dice: u32) -> Terms {
    Terms {
        stage: Stage::Dice(dice),
        to_hit: 4,
        abilities: Abilities::default(),
        reroll_attack: false,
        weakened: false,
        save: 4,
        defence_mod: 0,
        vulnerable: false,
        reroll_defence: false,
        kind: UnitKind::Infantry,
        models: 12,
        wounds_per_model: 1,
        wounded: 0,
        morale: 6,
        panic_mod: 0,
        panicked: false,
        replace_panic: None,
    }
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} {expected}");
}

#[test]
fn if_mor_02_the_chance_to_fail_is_the_catalogues() {
    for (morale, ways) in [(4, 3.0), (5, 6.0), (6, 10.0), (7, 15.0), (8, 21.0)] {
        let terms = Terms {
            stage: Stage::Wounded,
            morale,
            ..plain(0)
        };
        let odds = terms.odds().unwrap();
        close(odds.panics, ways / 36.0);
        close(odds.panic_wounds.mean(), 2.0 * ways / 36.0);
    }
}

#[test]
fn if_atk_07_and_bon_02_modified_saves() {
    let blocked = |save, defence_mod, sundering: bool| {
        let mut terms = Terms {
            stage: Stage::Counted { hits: 1, precise: 0 },
            save,
            defence_mod,
            ..plain(0)
        };
        if sundering {
            terms.abilities = terms.abilities.with(AttackAbility::Sundering);
        }
        terms.odds().unwrap().attack_wounds.exactly(0)
    };
    // Save 3+ with Sundering and Rear: only a 6. Save 2+ with Fortified: every die. Save 5+ from the rear: none.
    close(blocked(3, -2, true), 1.0 / 6.0);
    close(blocked(2, 1, false), 1.0);
    close(blocked(5, -2, false), 0.0);
    close(blocked(3, -1, false), 3.0 / 6.0);
}

#[test]
fn if_abil_01_02_and_05_sixes_are_read_from_the_faces() {
    use AttackAbility::{CriticalBlow, Precision};
    let wounds = |faces: &[u8], abilities: &[AttackAbility], to_hit| {
        let shown = faces
            .iter()
            .map(|&face| ShownDie {
                face,
                rerolled: false,
            })
            .collect();
        let terms = Terms {
            stage: Stage::Rolled(shown),
            abilities: abilities.iter().copied().collect(),
            to_hit,
            // Nothing blocks: wounds are hits and precise wounds.
            save: 7,
            ..plain(0)
        };
        let odds = terms.odds().unwrap();
        (odds.hits.unwrap().mode(), odds.attack_wounds.mode())
    };
    assert_eq!(wounds(&[6, 6, 4, 2], &[CriticalBlow], 4), (5, 5));
    assert_eq!(wounds(&[6, 5, 3], &[Precision], 3), (2, 3));
    assert_eq!(wounds(&[6, 6, 1], &[CriticalBlow, Precision], 4), (2, 4));
    assert_eq!(wounds(&[1, 2, 3, 4, 6, 6], &[], 3), (4, 4));
}

#[test]
fn if_cond_02_to_04_each_token_changes_the_odds_for_its_user() {
    let before = plain(8).odds().unwrap().wounds.mean();
    let after = |token| {
        let changed = changed_by(&plain(8), Change::Token(token)).unwrap();
        changed.odds().unwrap().wounds.mean()
    };
    assert!(after(ConditionToken::Weakened) < before);
    assert!(after(ConditionToken::Vulnerable) > before);
    assert!(after(ConditionToken::Panicked) > before);
    assert!(changed_by(&plain(8), Change::Effect(&Effect::Draw { cards: 1 })).is_none());
    let more = changed_by(&plain(8), Change::Effect(&Effect::AddAttackDice { dice: 2 })).unwrap();
    assert_eq!(more.stage, Stage::Dice(10));
}

#[test]
fn if_unit_05_models_and_ranks_of_several_wounds() {
    let cavalry = Terms {
        kind: UnitKind::Cavalry,
        models: 4,
        wounds_per_model: 3,
        ..plain(0)
    };
    assert_eq!(
        [0, 2, 3, 4, 6, 12].map(|wounds| cavalry.models_after(wounds)),
        [4, 4, 3, 3, 2, 0]
    );
    assert_eq!(cavalry.wounds_left(), 12);
    let odds = Terms {
        stage: Stage::Counted { hits: 0, precise: 6 },
        panic_mod: 12,
        ..cavalry
    }
    .odds()
    .unwrap();
    assert_eq!((odds.models.mode(), odds.ranks.mode()), (2, 1));
    close(odds.destroyed, 0.0);
}

/// What comes out of a roll, each with its chance.
type Ways<T> = BTreeMap<T, f64>;

fn add<T: Ord>(ways: &mut Ways<T>, what: T, chance: f64) {
    *ways.entry(what).or_default() += chance;
}

/// An attack counted out roll by roll, with its re-rolls chosen by trying each choice.
struct Counted<'t>(&'t Terms);

impl Counted<'_> {
    fn blocks(&self, face: i32) -> bool {
        let terms = self.0;
        let sundering = i32::from(terms.abilities.has(AttackAbility::Sundering));
        (face + terms.defence_mod - sundering).clamp(0, 6) >= i32::from(terms.save)
    }

    /// Unblocked hits of one hit: every face, every face of a re-roll.
    fn unblocked(&self) -> f64 {
        let mut unblocked = 0.0;
        for face in 1..=6 {
            let again = if self.blocks(face) {
                self.0.vulnerable
            } else {
                self.0.reroll_defence
            };
            for second in 1..=6 {
                let last = if again { second } else { face };
                unblocked += if self.blocks(last) { 0.0 } else { 1.0 / 36.0 };
            }
        }
        unblocked
    }

    /// Hits with a die and wounds without one of a final face.
    fn read(&self, face: u8) -> (u32, u32) {
        let abilities = self.0.abilities;
        let precise = abilities.has(AttackAbility::Precision);
        match (face >= self.0.to_hit, face) {
            (false, _) => (0, 0),
            (true, 6) => (
                u32::from(!precise) + u32::from(abilities.has(AttackAbility::CriticalBlow)),
                u32::from(precise),
            ),
            (true, _) => (1, 0),
        }
    }

    fn worth(&self, face: u8) -> f64 {
        let (hits, precise) = self.read(face);
        f64::from(hits) * self.unblocked() + f64::from(precise)
    }

    /// Every roll of so many dice, re-rolled die by die where that is worth it.
    fn attack(&self, dice: u32) -> Ways<(u32, u32)> {
        let new: f64 = (1..=6).map(|face| self.worth(face)).sum::<f64>() / 6.0;
        let mut ways = Ways::from([((0, 0), 1.0)]);
        for _ in 0..dice {
            let mut next = Ways::new();
            for ((hits, precise), chance) in ways {
                for face in 1..=6 {
                    let again = (self.0.reroll_attack && self.worth(face) < new - 1e-12)
                        || (self.0.weakened && self.worth(face) > new + 1e-12);
                    for second in 1..=6 {
                        let (more, wounds) = self.read(if again { second } else { face });
                        add(&mut next, (hits + more, precise + wounds), chance / 36.0);
                    }
                }
            }
            ways = next;
        }
        ways
    }

    /// Every roll of the Panic Test with every choice of dice to roll again, the best by expected wounds.
    fn panic(&self, left: u32) -> Ways<u32> {
        let terms = self.0;
        let vicious = if terms.abilities.has(AttackAbility::Vicious) {
            2
        } else {
            0
        };
        let wounds = |dice: [i32; 3]| {
            let failed = dice[0] + dice[1] + terms.panic_mod - vicious < i32::from(terms.morale);
            if failed {
                ((dice[2] + 1) / 2).min(left as i32) as u32
            } else {
                0
            }
        };
        let every = || {
            (1..=6).flat_map(|one| (1..=6).flat_map(move |two| (1..=6).map(move |three| [one, two, three])))
        };
        let mut ways = Ways::new();
        for first in every() {
            let after = |mask: usize| {
                let mut ways = Ways::new();
                for second in every() {
                    let mut dice = first;
                    for at in 0..3 {
                        if mask & (1 << at) != 0 {
                            dice[at] = second[at];
                        }
                    }
                    add(&mut ways, wounds(dice), 1.0 / 216.0);
                }
                ways
            };
            let mean = |ways: &Ways<u32>| {
                ways.iter()
                    .map(|(wounds, chance)| f64::from(*wounds) * chance)
                    .sum::<f64>()
            };
            let mut best = Ways::from([(wounds(first), 1.0)]);
            if terms.panicked {
                for mask in 1..8 {
                    let other = after(mask);
                    if mean(&other) > mean(&best) + 1e-9 {
                        best = other;
                    }
                }
            }
            for (wounds, chance) in best {
                add(&mut ways, wounds, chance / 216.0);
            }
        }
        ways
    }

    fn total(&self, dice: u32) -> Ways<u32> {
        let through = self.unblocked();
        let left = self.0.wounds_left();
        let mut totals = Ways::new();
        let mut panics: BTreeMap<u32, Ways<u32>> = BTreeMap::new();
        for ((hits, precise), chance) in self.attack(dice) {
            // Every pattern of blocked and unblocked hits.
            for pattern in 0..(1_u32 << hits) {
                let open = pattern.count_ones();
                let likely = through.powi(open as i32) * (1.0 - through).powi((hits - open) as i32);
                let wounds = (open + precise).min(left);
                let chance = chance * likely;
                if wounds == 0 || wounds == left {
                    add(&mut totals, wounds, chance);
                    continue;
                }
                let panic = panics
                    .entry((left - wounds).min(3))
                    .or_insert_with(|| self.panic(left - wounds));
                for (more, likely) in panic.iter() {
                    add(&mut totals, wounds + more, chance * likely);
                }
            }
        }
        totals
    }
}

#[test]
fn the_odds_of_200_random_attacks_are_those_counted_out() {
    let mut rng = bot_rng(20);
    let mut upto = |count: usize| below(&mut rng, count).unwrap() as i32;
    for round in 0..200 {
        let dice = 1 + upto(4) as u32;
        let abilities = AttackAbility::ALL.into_iter().filter(|_| upto(3) == 0).collect();
        let kind = UnitKind::ALL[upto(4) as usize];
        let wounds_per_model = 1 + upto(3) as u8;
        let terms = Terms {
            stage: Stage::Dice(dice),
            to_hit: 2 + upto(5) as u8,
            abilities,
            reroll_attack: upto(2) == 0,
            weakened: upto(2) == 0,
            save: 2 + upto(5) as u8,
            defence_mod: upto(5) - 3,
            vulnerable: upto(2) == 0,
            reroll_defence: upto(4) == 0,
            kind,
            models: 1 + upto(usize::from(kind.models())) as u8,
            wounds_per_model,
            wounded: upto(usize::from(wounds_per_model)) as u8,
            morale: 4 + upto(6) as u8,
            panic_mod: upto(5) - 3,
            panicked: upto(2) == 0,
            replace_panic: None,
        };
        let odds = terms.odds().unwrap();
        let counted = Counted(&terms).total(dice);
        let left = terms.wounds_left();
        for wounds in 0..=left.max(1) {
            let expected = counted.get(&wounds).copied().unwrap_or_default();
            let found = odds.wounds.exactly(wounds as i32);
            assert!(
                (found - expected).abs() < 1e-9,
                "{round}: {wounds}: {found} {expected} {terms:?}"
            );
        }
        close(odds.destroyed, counted.get(&left).copied().unwrap_or_default());
    }
}

#[test]
fn shown_dice_give_the_odds_of_the_rest() {
    // The mean over every first roll of a die is the odds before it.
    for (reroll_attack, weakened) in [(false, false), (true, false), (false, true), (true, true)] {
        let terms = |stage| Terms {
            stage,
            reroll_attack,
            weakened,
            vulnerable: true,
            ..plain(0)
        };
        let before = terms(Stage::Dice(1)).odds().unwrap().wounds.mean();
        let after: f64 = (1..=6)
            .map(|face| {
                terms(Stage::Rolled(vec![ShownDie {
                    face,
                    rerolled: false,
                }]))
                .odds()
                .unwrap()
                .wounds
                .mean()
            })
            .sum();
        close(before, after / 6.0);
    }
    let saving = |face| Terms {
        stage: Stage::Saving {
            shown: vec![ShownDie {
                face,
                rerolled: false,
            }],
            precise: 0,
        },
        vulnerable: true,
        ..plain(0)
    };
    let before = Terms {
        stage: Stage::Counted { hits: 1, precise: 0 },
        vulnerable: true,
        ..plain(0)
    };
    let after: f64 = (1..=6)
        .map(|face| saving(face).odds().unwrap().wounds.mean())
        .sum();
    close(before.odds().unwrap().wounds.mean(), after / 6.0);
}

#[test]
fn between_its_declaration_and_its_dice_an_attack_has_all_its_dice() {
    // A position may be looked at after every event, also between two of one command.
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 24.0, 19.2, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180)
        .engaged("A1", "B1");
    scene.activate("A1");
    let mut state = scene.state.clone();
    let action = Action::Melee {
        target: id("B1"),
        facing: false,
        slot: None,
        weapon: None,
    };
    let events = scene.give(Seat::A, Command::Act { action }, &[1; 6]);
    let mut stages = Vec::new();
    for event in &events {
        IceAndFire::evolve(&mut state, event).unwrap();
        if let Some(terms) = under_way(&state) {
            stages.push(terms.stage);
        }
    }
    let rolled = stages
        .iter()
        .position(|stage| matches!(stage, Stage::Rolled(_)))
        .unwrap();
    assert!(
        rolled > 0 && stages[..rolled].iter().all(|stage| *stage == Stage::Dice(6)),
        "{stages:?}"
    );
}
