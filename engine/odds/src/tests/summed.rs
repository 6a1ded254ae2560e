//! Dice that are added up, kept, and picked to roll again.

use super::*;

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
