//! Dice that are counted, rolled again and led through saves to damage.

use super::*;

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
            let pool =
                Pool::new(SuccessRule::roll_under(target)).reroll(Reroll::up_to(most, RerollWhich::Misses));
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
        let pool = Pool::new(SuccessRule::roll_under(target)).reroll(Reroll::all(RerollWhich::EverySuccess));
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

#[test]
fn no_other_choice_of_dice_is_better_for_who_chooses() {
    for target in [1, 3, 5, 6, 7] {
        for most in [1, 2, 3] {
            for (which, worst) in [(RerollWhich::Misses, false), (RerollWhich::Successes, true)] {
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
                which: RerollWhich::Face(face),
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
    let pool = Pool::new(rule).reroll(Reroll::all(RerollWhich::Any));
    check(&pool.successes(3).expect("few"), "whole roll", |tape| {
        hits(&tape.dice(3))
    });
    // Ones and then misses; the new ones stay.
    let pool = Pool::new(rule)
        .reroll(Reroll::all(RerollWhich::Face(1)))
        .reroll(Reroll::up_to(1, RerollWhich::Misses));
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
                    which: RerollWhich::Misses,
                    most: mine,
                })
                .reroll(Reroll {
                    which: RerollWhich::Successes,
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
                attack = attack.reroll(Reroll::up_to(most, RerollWhich::Criticals));
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
        .then("at least one", ChainStep::AtLeast { count: 1 })
        .odds()
        .expect("few");
    check(&at_least.total, "at least one", |tape| wounds(tape).max(1));
    let bloody = attack
        .clone()
        .then("more", ChainStep::AddIfAny { count: 2 })
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
            ChainStep::Each {
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
            Pool::new(SuccessRule::roll_under(7)).reroll(Reroll::up_to(1, RerollWhich::Misses)),
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
