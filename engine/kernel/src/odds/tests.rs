//! Odds against every single way the dice can fall, counted in whole numbers.

use std::collections::BTreeMap;

use super::*;

/// A multiple of every product of sides that occurs here.
const WHOLE: u128 = (1 << 40) * 3_u128.pow(20) * 5_u128.pow(8);

/// Hands out dice so that, run after run, every way they can fall comes up once.
struct Tape {
    path: Vec<(i32, i32, i32)>,
    next: usize,
}

impl Tape {
    fn roll(&mut self, die: Die) -> i32 {
        if self.next == self.path.len() {
            let mut faces = die.faces();
            let lowest = faces.next().expect("a die has a face");
            self.path.push((lowest, lowest, die.highest()));
        }
        self.next += 1;
        self.path[self.next - 1].1
    }

    fn d6(&mut self) -> i32 {
        self.roll(Die::D6)
    }

    fn dice(&mut self, count: usize) -> Vec<i32> {
        (0..count).map(|_| self.d6()).collect()
    }
}

/// Every result of `play` with its share of [`WHOLE`].
fn every_way(mut play: impl FnMut(&mut Tape) -> i32) -> BTreeMap<i32, u128> {
    let (mut tape, mut ways) = (
        Tape {
            path: Vec::new(),
            next: 0,
        },
        BTreeMap::new(),
    );
    loop {
        tape.next = 0;
        let result = play(&mut tape);
        let ways_per_path: u128 = tape
            .path
            .iter()
            .map(|&(low, _, high)| (high - low + 1) as u128)
            .product();
        assert_eq!(WHOLE % ways_per_path, 0);
        *ways.entry(result).or_default() += WHOLE / ways_per_path;
        while tape.path.last().is_some_and(|&(_, face, high)| face == high) {
            tape.path.pop();
        }
        match tape.path.last_mut() {
            Some((_, face, _)) => *face += 1,
            None => return ways,
        }
    }
}

#[track_caller]
fn same(found: &Distribution, ways: &BTreeMap<i32, u128>, what: &str) {
    let (first, last) = (
        ways.keys().next().expect("a way"),
        ways.keys().next_back().expect("a way"),
    );
    assert_eq!(
        (found.first(), found.last()),
        (*first, *last),
        "{what}: {found:?}"
    );
    for value in *first..=*last {
        let right = ways.get(&value).map_or(0.0, |&ways| ways as f64 / WHOLE as f64);
        let off = (found.exactly(value) - right).abs();
        assert!(
            off < 1e-12,
            "{what}, {value}: {} for {right}",
            found.exactly(value)
        );
    }
}

#[track_caller]
fn check(found: &Distribution, what: &str, play: impl FnMut(&mut Tape) -> i32) {
    same(found, &every_way(play), what);
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-12
}

/// Successes of D6s that roll `target` or under: 1 succeeds, 6 fails, each point above 5 turns one 6.
fn under(dice: &[i32], target: i32) -> i32 {
    let natural = dice
        .iter()
        .filter(|&&face| face != 6 && (face == 1 || face <= target))
        .count() as i32;
    let sixes = dice.iter().filter(|&&face| face == 6).count() as i32;
    natural + sixes.min((target - 5).max(0))
}

#[test]
fn sums_and_kept_dice() {
    for count in 0..=4 {
        check(&Die::D6.sum(count), "sum", |tape| {
            tape.dice(count as usize).iter().sum()
        });
    }
    check(&Die::D3.sum(3), "D3", |tape| {
        (0..3).map(|_| (tape.d6() + 1) / 2).sum()
    });
    check(&Die::D10_FROM_0.sum(2), "ten sides from 0", |tape| {
        tape.roll(Die::D10_FROM_0) + tape.roll(Die::D10_FROM_0)
    });
    for (count, keep) in [(2, 1), (3, 2), (4, 1), (4, 3), (3, 0), (2, 5)] {
        let kept = |tape: &mut Tape, highest: bool| -> i32 {
            let mut dice = tape.dice(count);
            dice.sort_unstable();
            if highest {
                dice.reverse();
            }
            dice.iter().take(keep).sum()
        };
        let (n, k) = (count as u32, keep as u32);
        check(&Die::D6.keep_highest(n, k).expect("few"), "highest", |tape| {
            kept(tape, true)
        });
        check(&Die::D6.keep_lowest(n, k).expect("few"), "lowest", |tape| {
            kept(tape, false)
        });
    }
}

#[test]
fn printed_chances_of_summed_checks() {
    // Passes of 216 with 3d6 at or under 3 to 17; then chances of 36 to fail 2D6 at 4+ to 8+.
    let passes = [1, 4, 10, 20, 35, 56, 81, 108, 135, 160, 181, 196, 206, 212, 215];
    for (target, passes) in (3..).zip(passes) {
        assert!(
            near(Die::D6.sum(3).at_most(target), f64::from(passes) / 216.0),
            "{target}"
        );
    }
    assert!(near(Die::D6.sum(3).at_most(18), 1.0) && Die::D6.sum(3).at_most(2) == 0.0);
    for (target, fails) in (4..).zip([3, 6, 10, 15, 21]) {
        assert!(
            near(Die::D6.sum(2).at_most(target - 1), f64::from(fails) / 36.0),
            "{target}"
        );
    }
}

#[test]
fn counted_dice_over_and_under() {
    for target in -2..=9 {
        for count in 0..=4 {
            let what = format!("{count} dice at {target}");
            let found = |rule| Pool::new(rule).successes(count).expect("few");
            let n = count as usize;
            check(&found(SuccessRule::roll_under(target)), &what, |tape| {
                under(&tape.dice(n), target)
            });
            check(&found(SuccessRule::at_least(target)), &what, |tape| {
                tape.dice(n).iter().filter(|&&face| face >= target).count() as i32
            });
            check(&found(SuccessRule::at_most(target)), &what, |tape| {
                tape.dice(n).iter().filter(|&&face| face <= target).count() as i32
            });
            // Six always succeeds, one always fails, and -1 on every die.
            let odd = SuccessRule::at_least(target)
                .modified(-1)
                .always_succeeds(6)
                .always_fails(1);
            check(&found(odd), &what, |tape| {
                tape.dice(n)
                    .iter()
                    .filter(|&&face| face == 6 || (face != 1 && face > target))
                    .count() as i32
            });
        }
    }
}

#[test]
fn a_rule_reads_dice_as_the_books_do() {
    let under = SuccessRule::roll_under;
    let rows: [(SuccessRule, &[i32], u32); 9] = [
        (under(6), &[6, 6, 3], 2),
        (under(7), &[6, 6, 6], 2),
        (under(-2), &[1, 2, 1], 2),
        (SuccessRule::at_least(4), &[1, 3, 3, 4, 6, 2], 2),
        (SuccessRule::at_least(3), &[1, 2, 3, 3, 5, 6], 4),
        (
            SuccessRule::at_least(4).modified(-1).results(0, 6),
            &[6, 5, 4, 2, 1],
            2,
        ),
        (SuccessRule::at_least(3).modified(-3).results(0, 6), &[6, 5], 1),
        (SuccessRule::at_least(2).modified(1).results(0, 6), &[1, 1], 2),
        (SuccessRule::at_least(7), &[6, 6], 0),
    ];
    for (rule, faces, right) in rows {
        assert_eq!(rule.count(faces.iter().copied()), right, "{rule:?} {faces:?}");
    }
    assert!(
        near(under(3).chance(), 0.5)
            && near(under(0).chance(), 1.0 / 6.0)
            && near(under(8).chance(), 5.0 / 6.0)
    );
}

#[test]
fn some_failed_dice_rolled_again_with_overkill() {
    for target in [0, 3, 5, 6, 7, 9] {
        for most in 0..=3 {
            let pool = Pool::new(SuccessRule::roll_under(target)).reroll(Reroll::up_to(most, Which::Misses));
            check(
                &pool.successes(4).expect("few"),
                &format!("up to {most} at {target}"),
                |tape| {
                    let mut dice = tape.dice(4);
                    let failed = 4 - under(&dice, target);
                    let mut left = failed.min(most as i32);
                    for die in &mut dice {
                        if left > 0 && under(&[*die], target.min(5)) == 0 {
                            *die = tape.d6();
                            left -= 1;
                        }
                    }
                    under(&dice, target)
                },
            );
        }
    }
}

#[test]
fn all_successes_rolled_again_with_overkill() {
    for target in [0, 3, 6, 7] {
        let pool = Pool::new(SuccessRule::roll_under(target)).reroll(Reroll::all(Which::EverySuccess));
        check(
            &pool.successes(3).expect("few"),
            &format!("every success at {target}"),
            |tape| {
                let mut dice = tape.dice(3);
                let mut turned = (target - 5).max(0);
                for die in &mut dice {
                    let six_turned = *die == 6 && turned > 0;
                    turned -= i32::from(six_turned);
                    if six_turned || under(&[*die], target.min(5)) == 1 {
                        *die = tape.d6();
                    }
                }
                under(&dice, target)
            },
        );
    }
}

/// The best (or worst) mean over all sets of at most `most` of the dice that may be rolled again.
fn best_mean(
    faces: &[i32],
    most: u32,
    worst: bool,
    worth: &impl Fn(&[i32]) -> i32,
    allowed: &impl Fn(&[i32]) -> bool,
) -> f64 {
    let sets = (0_u32..1 << faces.len()).filter(|set| {
        let chosen = faces
            .iter()
            .enumerate()
            .filter(|(place, _)| set >> place & 1 == 1);
        set.count_ones() <= most && allowed(&chosen.map(|(_, &face)| face).collect::<Vec<_>>())
    });
    let means = sets.map(|set| {
        let ways = every_way(|tape| {
            let dice: Vec<i32> = faces
                .iter()
                .enumerate()
                .map(|(i, &face)| if set >> i & 1 == 1 { tape.d6() } else { face })
                .collect();
            worth(&dice)
        });
        ways.iter()
            .map(|(&value, &ways)| f64::from(value) * (ways as f64 / WHOLE as f64))
            .sum()
    });
    means.fold(
        if worst { f64::MAX } else { f64::MIN },
        if worst { f64::min } else { f64::max },
    )
}

#[test]
fn no_other_choice_of_dice_is_better_for_who_chooses() {
    for target in [1, 3, 5, 6, 7] {
        for most in [1, 2, 3] {
            for (which, worst) in [(Which::Misses, false), (Which::Successes, true)] {
                let pool = Pool::new(SuccessRule::roll_under(target)).reroll(Reroll::up_to(most, which));
                let mut right = 0.0;
                for throw in 0..216 {
                    let faces = [throw / 36 + 1, throw / 6 % 6 + 1, throw % 6 + 1];
                    let worth = |dice: &[i32]| under(dice, target);
                    let failed = 3 - under(&faces, target);
                    // Only failed dice; a 6 that Overkill turned is not one of them.
                    let allowed = |chosen: &[i32]| worst || chosen.len() as i32 <= failed;
                    right += best_mean(&faces, most, worst, &worth, &allowed) / 216.0;
                }
                let found = pool.successes(3).expect("few").mean();
                assert!(
                    near(found, right),
                    "{which:?}, {most} at {target}: {found} for {right}"
                );
            }
        }
    }
}

#[test]
fn single_faces_and_whole_rolls_again() {
    let rule = SuccessRule::at_least(4);
    let hits = |dice: &[i32]| dice.iter().filter(|&&face| face >= 4).count() as i32;
    for most in [None, Some(1)] {
        for face in [1, 5, 9] {
            let pool = Pool::new(rule).reroll(Reroll {
                which: Which::Face(face),
                most,
            });
            check(
                &pool.successes(3).expect("few"),
                &format!("{most:?} dice showing {face}"),
                |tape| {
                    let mut dice = tape.dice(3);
                    let mut left = most.unwrap_or(9);
                    for die in &mut dice {
                        if *die == face && left > 0 {
                            *die = tape.d6();
                            left -= 1;
                        }
                    }
                    hits(&dice)
                },
            );
        }
    }
    let pool = Pool::new(rule).reroll(Reroll::all(Which::Any));
    check(&pool.successes(3).expect("few"), "whole roll", |tape| {
        hits(&tape.dice(3))
    });
    // Ones and then misses; the new ones stay.
    let pool = Pool::new(rule)
        .reroll(Reroll::all(Which::Face(1)))
        .reroll(Reroll::up_to(1, Which::Misses));
    check(&pool.successes(3).expect("few"), "ones, then one miss", |tape| {
        let (mut dice, mut fresh, mut left) = (tape.dice(3), [true; 3], 1);
        for (die, fresh) in dice.iter_mut().zip(&mut fresh) {
            if *die == 1 {
                (*die, *fresh) = (tape.d6(), false);
            }
        }
        for (die, fresh) in dice.iter_mut().zip(fresh) {
            if *die < 4 && fresh && left > 0 {
                *die = tape.d6();
                left -= 1;
            }
        }
        hits(&dice)
    });
}

#[test]
fn two_players_roll_again_in_turn() {
    for again in [Again::OncePerRoll, Again::OncePerReroll] {
        for (mine, theirs) in [(None, None), (Some(1), None), (None, Some(1)), (Some(2), Some(1))] {
            let pool = Pool::new(SuccessRule::at_least(5))
                .reroll(Reroll {
                    which: Which::Misses,
                    most: mine,
                })
                .reroll(Reroll {
                    which: Which::Successes,
                    most: theirs,
                })
                .again(again);
            check(
                &pool.successes(3).expect("few"),
                &format!("{again:?} {mine:?} {theirs:?}"),
                |tape| {
                    let (mut dice, mut fresh) = (tape.dice(3), [true; 3]);
                    let mut left = mine.unwrap_or(9);
                    for (die, fresh) in dice.iter_mut().zip(&mut fresh) {
                        if *die < 5 && left > 0 {
                            (*die, *fresh) = (tape.d6(), false);
                            left -= 1;
                        }
                    }
                    let mut left = theirs.unwrap_or(9);
                    for (die, fresh) in dice.iter_mut().zip(fresh) {
                        if *die >= 5 && left > 0 && (fresh || again == Again::OncePerReroll) {
                            *die = tape.d6();
                            left -= 1;
                        }
                    }
                    dice.iter().filter(|&&face| face >= 5).count() as i32
                },
            );
        }
    }
}

#[test]
fn criticals_through_saves() {
    // Each six: one hit more, or a wound without a die, or both; with and without the enemy rolling sixes again.
    let pool = Pool::new(SuccessRule::at_least(3).critical_from(6));
    let save = Pool::new(SuccessRule::at_least(4).modified(-1).results(0, 6));
    for (extra, direct) in [(0, false), (1, false), (0, true), (1, true)] {
        for weakened in [None, Some(1), Some(9)] {
            let mut attack = pool.clone();
            if let Some(most) = weakened {
                attack = attack.reroll(Reroll::up_to(most, Which::Criticals));
            }
            let odds = Chain::dice(2)
                .roll_with("hits", attack, Criticals { extra, direct })
                .save("wounds", save.clone())
                .odds()
                .expect("few");
            let mut all_hits = BTreeMap::new();
            let wounds = every_way(|tape| {
                let mut dice = tape.dice(2);
                let mut left = weakened.unwrap_or(0);
                for die in &mut dice {
                    if *die == 6 && left > 0 {
                        *die = tape.d6();
                        left -= 1;
                    }
                }
                let hits = dice.iter().filter(|&&face| face >= 3).count();
                let sixes = dice.iter().filter(|&&face| face == 6).count();
                let past = if direct { sixes } else { 0 };
                let rolling = hits - past + sixes * extra as usize;
                *all_hits.entry((rolling + past) as i32).or_insert(0) += 1;
                (past + tape.dice(rolling).iter().filter(|&&face| face - 1 < 4).count()) as i32
            });
            same(&odds.total, &wounds, &format!("{extra} {direct} {weakened:?}"));
            assert_eq!(
                odds.steps[0].distribution.last(),
                *all_hits.keys().next_back().expect("hits")
            );
        }
    }
}

#[test]
fn chains_from_dice_to_damage() {
    let attack = Chain::dice(3)
        .roll("hits", Pool::new(SuccessRule::at_least(3)))
        .save("wounds", Pool::new(SuccessRule::at_least(5)));
    let wounds = |tape: &mut Tape| {
        let hits = tape.dice(3).iter().filter(|&&face| face >= 3).count();
        tape.dice(hits).iter().filter(|&&face| face < 5).count() as i32
    };
    check(&attack.odds().expect("few").total, "wounds", wounds);
    let capped = attack.clone().cap("lost", 2).odds().expect("few");
    check(&capped.total, "capped", |tape| wounds(tape).min(2));
    let at_least = attack
        .clone()
        .then("at least one", Step::AtLeast { count: 1 })
        .odds()
        .expect("few");
    check(&at_least.total, "at least one", |tape| wounds(tape).max(1));
    let bloody = attack
        .clone()
        .then("more", Step::AddIfAny { count: 2 })
        .add("less", -1)
        .odds()
        .expect("few");
    check(&bloody.total, "more if any, less one", |tape| {
        let n = wounds(tape);
        (if n > 0 { n + 2 } else { 0 } - 1).max(0)
    });
    let models = Models {
        count: 2,
        wounds_each: 2,
        wounds_on_first: 1,
    };
    check(
        &attack.models("models", models).odds().expect("few").total,
        "models",
        |tape| (wounds(tape) + 1) / 2,
    );

    let each = Chain::dice(2)
        .roll("hits", Pool::new(SuccessRule::at_least(4)))
        .then(
            "damage",
            Step::Each {
                amount: Die::D3.distribution(),
            },
        )
        .odds()
        .expect("few");
    check(&each.total, "D3 each", |tape| {
        let hits = tape.dice(2).iter().filter(|&&face| face >= 4).count();
        (0..hits).map(|_| tape.roll(Die::D3)).sum()
    });
    let impact = Chain::dice(2)
        .roll("hits", Pool::new(SuccessRule::roll_under(6)))
        .add("impact", 1)
        .roll(
            "wounds",
            Pool::new(SuccessRule::roll_under(7)).reroll(Reroll::up_to(1, Which::Misses)),
        )
        .cap("boxes", 2)
        .odds()
        .expect("few");
    check(&impact.total, "impact and Overkill", |tape| {
        let hits = under(&tape.dice(2), 6) as usize + 1;
        let mut dice = tape.dice(hits);
        if under(&dice, 7) < hits as i32 {
            let six = dice.iter().position(|&face| face == 6).expect("only sixes fail");
            dice[six] = tape.d6();
        }
        under(&dice, 7).min(2)
    });
    // Direct damage begins behind the dice.
    assert_eq!(
        Chain::dice(2).add("prevented", -1).odds().expect("few").total,
        Distribution::point(1)
    );
    // As many dice as another die says.
    let random = Chain::of(Die::D3.distribution()).roll("hits", Pool::new(SuccessRule::at_least(6)));
    check(&random.odds().expect("few").total, "D3 dice", |tape| {
        let count = tape.roll(Die::D3) as usize;
        tape.dice(count).iter().filter(|&&face| face == 6).count() as i32
    });
}

#[test]
fn models_lose_wounds_one_after_the_other() {
    let rows = [
        ((5, 1, 0), 3, 3),
        ((3, 2, 0), 3, 1),
        ((2, 2, 1), 1, 1),
        ((3, 0, 7), 2, 2),
        ((0, 2, 0), 4, 0),
    ];
    for ((count, wounds_each, wounds_on_first), wounds, lost) in rows {
        assert_eq!(
            Models {
                count,
                wounds_each,
                wounds_on_first
            }
            .lost(wounds),
            lost
        );
    }
}

#[test]
fn totals_rolled_again() {
    let two = Die::D6.sum(2);
    let throw = |tape: &mut Tape| tape.d6() + tape.d6();
    check(&reroll_below(&two, 6), "below 6", |tape| match throw(tape) {
        low if low < 6 => throw(tape),
        enough => enough,
    });
    check(&keep_better(&two), "better", |tape| throw(tape).max(throw(tape)));
    check(&keep_worse(&two), "worse", |tape| throw(tape).min(throw(tape)));
    check(
        &Die::D6.distribution().max(&Die::D3.distribution()),
        "unlike dice",
        |tape| tape.d6().max(tape.roll(Die::D3)),
    );
    for roll in [two, Die::D3.distribution(), Distribution::binomial(5, 0.3)] {
        let best = reroll_below_mean(&roll).mean();
        let others = (roll.first()..=roll.last() + 1).map(|least| reroll_below(&roll, least).mean());
        assert!(near(others.fold(f64::MIN, f64::max), best));
    }
    assert!(near(reroll_failed_test(0.5, 0.25), 0.625));
}

#[test]
fn dice_of_a_sum_picked_after_seeing_them() {
    for count in [0_usize, 1, 2, 3] {
        for target in 0..=19 {
            for most in [None, Some(1), Some(2)] {
                for (aim, low) in [(Aim::AtLeast(target), false), (Aim::AtMost(target), true)] {
                    if target > 6 * count as i32 + 1 || (count == 3 && target != 10) {
                        continue;
                    }
                    let meets = |dice: &[i32]| {
                        let total: i32 = dice.iter().sum();
                        i32::from(if low { total <= target } else { total >= target })
                    };
                    let mut right = 0.0;
                    let throws = 6_i32.pow(count as u32);
                    for throw in 0..throws {
                        let faces: Vec<i32> = (0..count)
                            .map(|place| throw / 6_i32.pow(place as u32) % 6 + 1)
                            .collect();
                        let most = most.unwrap_or(9);
                        right += best_mean(&faces, most, false, &meets, &|_| true) / f64::from(throws);
                    }
                    let found = picked_rerolls(Die::D6, count as u32, aim, most).expect("few");
                    assert!(
                        near(found, right),
                        "{count} dice, {aim:?}, {most:?}: {found} for {right}"
                    );
                }
            }
        }
    }
}

#[test]
fn random_numbers_of_things() {
    let shifted = Die::D3.distribution().shift(-2); // -1, 0 or 1 each.
    check(
        &Die::D3.distribution().sum_of(&shifted),
        "D3 times -1 to 1",
        |tape| {
            let count = tape.roll(Die::D3);
            (0..count).map(|_| tape.roll(Die::D3) - 2).sum()
        },
    );
    check(
        &shifted.shift(1).sum_of(&Die::D3.distribution().shift(2)),
        "0 to 2 times 3 to 5",
        |tape| {
            let count = tape.roll(Die::D3) - 1;
            (0..count).map(|_| tape.roll(Die::D3) + 2).sum()
        },
    );
    check(
        &shifted.sum_of(&Die::D3.distribution().negate()),
        "-1 to 1 times -3 to -1",
        |tape| {
            let count = tape.roll(Die::D3) - 2;
            (0..count).map(|_| -tape.roll(Die::D3)).sum()
        },
    );
    check(&Die::D3.distribution().thinned(1.0 / 3.0), "thinned", |tape| {
        let count = tape.roll(Die::D3);
        (0..count).filter(|_| tape.roll(Die::D3) == 1).count() as i32
    });
    // Panic: wounded but not destroyed, 2D6 under 7 costs a D3, five wounds at most.
    let panic = Distribution::uniform(1, 6).bind(|wounds| {
        if wounds >= 5 {
            return Distribution::point(5);
        }
        let failed = Die::D6.sum(2).at_most(6);
        let more = Die::D3.distribution().shift(wounds).cap(5);
        Distribution::mixture([(failed, &more), (1.0 - failed, &Distribution::point(wounds))])
            .expect("weights")
    });
    check(&panic, "panic", |tape| {
        let wounds = tape.d6();
        if wounds < 5 && tape.d6() + tape.d6() < 7 {
            (wounds + tape.roll(Die::D3)).min(5)
        } else {
            wounds.min(5)
        }
    });
}

#[test]
fn one_roll_against_another() {
    let (one, other) = (Die::D6.distribution(), Die::D6.keep_highest(2, 1).expect("few"));
    check(&one.difference(&other), "difference", |tape| {
        tape.d6() - tape.d6().max(tape.d6())
    });
    let ways = every_way(|tape| tape.d6().cmp(&tape.d6().max(tape.d6())) as i32);
    let contest = Contest::between(&one, &other);
    for (result, found) in [(1, contest.win), (0, contest.tie), (-1, contest.lose)] {
        assert!(near(found, ways[&result] as f64 / WHOLE as f64), "{contest:?}");
    }
    let never = Contest::between(&Distribution::point(3), &Distribution::point(3)).ties_rolled_again();
    assert_eq!(
        never,
        Contest {
            win: 0.0,
            tie: 1.0,
            lose: 0.0
        }
    );
}

#[test]
fn tables_of_results() {
    let table = Table::new([(0, "a"), (5, "b"), (6, "c"), (7, "b")]).expect("sound");
    let odds = table.odds(&Die::D10_FROM_0.distribution().shift(-1));
    // Adjusted rolls -1 to 8: six of ten up to 4, then b, c, b, b.
    for (name, tenths) in [("a", 6.0), ("b", 3.0), ("c", 1.0), ("d", 0.0)] {
        assert!(near(odds.p(&name), tenths / 10.0), "{name}");
    }
    assert_eq!(odds.list().len(), 3);
    assert!(near(odds.worth(|name| i32::from(*name == "b")).mean(), 0.3));
    let two = odds
        .clone()
        .bind(|first| odds.clone().map(|second| first == "a" && second == "a"));
    assert!(near(two.p(&true), 0.36));
    assert_eq!(Table::<u8>::new([]), Err(OddsError::BadTable));
    assert_eq!(Table::new([(1, 'x'), (1, 'y')]), Err(OddsError::BadTable));
    assert!(serde_json::from_str::<Table<u8>>("[]").is_err());
    let written = serde_json::to_string(&table).expect("plain data");
    assert_eq!(
        serde_json::from_str::<Table<&str>>(&written).expect("as written"),
        table
    );
}

#[test]
fn luck_of_many_rolls() {
    let mut rolls = Rolls::default();
    rolls.add(&Die::D6.sum(2), 9);
    rolls.add(&Die::D3.distribution(), 3);
    rolls.add_low_is_good(&Die::D6.distribution(), 2);
    let ways = every_way(|tape| tape.d6() + tape.d6() + tape.roll(Die::D3) - tape.d6());
    same(&rolls.distribution(), &ways, "three rolls");
    let luck = rolls.luck();
    let share = |holds: &dyn Fn(i32) -> bool| {
        ways.iter()
            .filter(|(value, _)| holds(**value))
            .map(|(_, &ways)| ways as f64)
            .sum::<f64>()
            / WHOLE as f64
    };
    assert_eq!((luck.rolls, luck.actual), (3, 10));
    assert!(near(luck.standing.at_least, share(&|value| value >= 10)));
    assert!(near(
        luck.standing.percentile,
        share(&|value| value < 10) + share(&|value| value == 10) / 2.0
    ));
    assert!(near(luck.mean, 5.5) && near(luck.surplus, 4.5));
    let none = Rolls::default().luck();
    assert_eq!((none.actual, none.standing.percentile), (0, 0.5));
}

#[test]
fn luck_of_thousands_of_rolls_is_exact() {
    // 6,000 rolls of 1 to 12 dice at one chance are one binomial of all dice.
    let kinds: Vec<Distribution> = (1..=12).map(|dice| Distribution::binomial(dice, 0.5)).collect();
    let rolls: Rolls = kinds
        .iter()
        .flat_map(|kind| std::iter::repeat_n((kind, 3), 500))
        .collect();
    let all = Distribution::binomial(78 * 500, 0.5);
    let sum = rolls.distribution();
    for value in [19_300, 19_400, 19_500, 19_555, 19_800] {
        assert!((sum.at_most(value) - all.at_most(value)).abs() < 1e-11, "{value}");
    }
    assert_eq!((rolls.luck().rolls, rolls.luck().actual), (6_000, 18_000));
    let other_order: Rolls = kinds
        .iter()
        .rev()
        .flat_map(|kind| std::iter::repeat_n((kind, 3), 500))
        .collect();
    assert_eq!(other_order.distribution(), sum);
}

#[test]
fn nothing_panics_and_the_odd_is_defined() {
    let none = Die::new(0);
    assert_eq!(
        (none.distribution(), none.sum(9)),
        (Distribution::point(0), Distribution::point(0))
    );
    assert_eq!(Die::D6.sum(0), Distribution::point(0));
    assert_eq!(
        Die {
            sides: u16::MAX,
            lowest: i16::MAX
        }
        .highest(),
        98_301
    );
    assert_eq!(
        none.keep_highest(3, 2).expect("nothing to keep"),
        Distribution::point(0)
    );
    assert!(Die::D6.keep_lowest(u32::MAX, 1).is_err() && Die::new(u16::MAX).keep_highest(100, 50).is_err());
    let no_sides = SuccessRule::new(none, Need::AtLeast(1));
    assert_eq!(
        Pool::new(no_sides).successes(4).expect("few"),
        Distribution::point(0)
    );
    for target in [i32::MIN, -1, 0, 7, i32::MAX] {
        for rule in [
            SuccessRule::roll_under(target),
            SuccessRule::at_least(target).modified(i32::MIN),
        ] {
            let pool = Pool::new(rule.critical_from(6)).reroll(Reroll::up_to(u32::MAX, Which::Successes));
            assert!(pool.successes(3).is_ok() && pool.successes(0).is_ok(), "{rule:?}");
        }
    }
    // However high the target, no more succeed than there are dice.
    assert_eq!(
        Pool::new(SuccessRule::roll_under(i32::MAX))
            .successes(3)
            .expect("few"),
        Distribution::point(3)
    );
    assert_eq!(SuccessRule::roll_under(i32::MAX).count([]), 0);
    assert!(Pool::new(SuccessRule::at_least(4)).successes(u32::MAX).is_err());
    assert!(Chain::dice(u32::MAX).odds().is_err());
    assert!(Chain::dice(3).add("more", i32::MAX).odds().is_err());
    assert_eq!(
        Chain::dice(3)
            .add("less", i32::MIN)
            .odds()
            .expect("none left")
            .total,
        Distribution::point(0)
    );
    let wide = Distribution::uniform(i32::MIN, i32::MAX);
    assert_eq!((wide.first(), wide.last()), (-LIMIT, LIMIT));
    assert_eq!(
        Distribution::point(i32::MAX).times(u32::MAX),
        Distribution::point(LIMIT)
    );
    assert_eq!(
        Distribution::uniform(5, 6).shift(i32::MIN),
        Distribution::point(-LIMIT)
    );
    assert_eq!(Distribution::uniform(-6, 6).scale(i32::MAX).last(), LIMIT);
    assert_eq!(Distribution::bernoulli(f64::NAN), Distribution::point(0));
    assert_eq!(Distribution::binomial(5, 7.0), Distribution::point(5));
    assert_eq!(Distribution::uniform(1, 6).clamp(4, 2), Distribution::point(2));
    assert_eq!(Distribution::uniform(1, 3).given(|value| value > 3), None);
    let die = Distribution::uniform(1, 6);
    assert_eq!(
        (
            die.at_least(i32::MIN),
            die.at_most(i32::MIN),
            die.exactly(i32::MAX)
        ),
        (1.0, 0.0, 0.0)
    );
    assert!(near(die.at_most(i32::MAX), 1.0) && die.at_least(i32::MAX) == 0.0);
    assert_eq!(
        (
            die.quantile(f64::NAN),
            die.quantile(-1.0),
            die.quantile(2.0),
            die.quantile(0.5)
        ),
        (1, 1, 6, 3)
    );
    assert_eq!(die.trim(1.0).iter().count(), 1);
    assert_eq!(die.trim(f64::NAN), die);
    assert!(picked_rerolls(Die::D6, 9, Aim::AtLeast(3), None).is_err());
    assert!(picked_rerolls(Die::new(u16::MAX), 8, Aim::AtLeast(3), None).is_err());
    assert!(Distribution::mixture([]).is_err() && Distribution::mixture([(-1.0, &die)]).is_err());
    assert!(Distribution::from_weights(0, vec![]).is_err());
    assert!(Distribution::from_weights(i32::MAX, vec![1.0]).is_err());
    assert!(Distribution::from_weights(0, vec![f64::INFINITY]).is_err());
    let hard = Pool::new(SuccessRule::at_least(4).critical_from(6))
        .reroll(Reroll::up_to(90, Which::Misses))
        .reroll(Reroll::up_to(90, Which::Successes));
    assert_eq!(hard.successes(200), Err(OddsError::TooComplex));
}

#[test]
fn what_is_written_is_read_again_and_nothing_unsound() {
    let written = serde_json::to_value(Distribution::uniform(2, 3)).expect("plain data");
    assert_eq!(written, serde_json::json!({"from": 2, "p": [0.5, 0.5]}));
    assert_eq!(
        serde_json::from_value::<Distribution>(written).expect("as written"),
        Distribution::uniform(2, 3)
    );
    for bad in [
        r#"{"from":0,"p":[]}"#,
        r#"{"from":0,"p":[0.5]}"#,
        r#"{"from":0,"p":[1.5,-0.5]}"#,
        r#"{"from":2000000,"p":[1]}"#,
    ] {
        assert!(serde_json::from_str::<Distribution>(bad).is_err(), "{bad}");
    }
    let summary = Die::D6.sum(2).summary();
    assert_eq!(
        (summary.from, summary.p.len(), summary.mode, summary.median),
        (2, 11, 7, 7)
    );
    assert!(near(summary.mean, 7.0) && near(summary.sd, (35.0_f64 / 6.0).sqrt()));
    let chain = Chain::dice(4)
        .roll(
            "hits",
            Pool::new(SuccessRule::roll_under(6)).reroll(Reroll::up_to(2, Which::Misses)),
        )
        .cap("damage", 3);
    let text = serde_json::to_string(&chain).expect("plain data");
    assert_eq!(serde_json::from_str::<Chain>(&text).expect("as written"), chain);
    let schema = schemars::schema_for!(Distribution).to_value();
    assert!(
        schema["properties"]["p"].is_object() && schema["title"] == "Distribution",
        "{schema}"
    );
    let _ = schemars::schema_for!(ChainOdds);
    let _ = schemars::schema_for!(Chain);
}
