//! Properties of every distribution.

use proptest::prelude::*;

use super::*;

fn distribution() -> impl Strategy<Value = Distribution> {
    (-20..20_i32, prop::collection::vec(0..9_u8, 1..12)).prop_map(|(from, weights)| {
        let weights: Vec<f64> = weights.into_iter().map(f64::from).collect();
        // ERR: weights that are all none make one point.
        Distribution::from_weights(from, weights).unwrap_or_else(|_| Distribution::point(from))
    })
}

fn pool() -> impl Strategy<Value = Pool> {
    let which = prop_oneof![
        Just(RerollWhich::Misses),
        Just(RerollWhich::Successes),
        Just(RerollWhich::Criticals),
        Just(RerollWhich::EverySuccess),
        (1..7).prop_map(RerollWhich::Face),
        Just(RerollWhich::Any),
    ];
    let reroll = (which, prop::option::of(0..4_u32)).prop_map(|(which, most)| Reroll { which, most });
    let rule =
        (-1..9, any::<bool>(), prop::option::of(5..7)).prop_map(|(target, under, critical)| SuccessRule {
            critical_from: critical,
            ..if under {
                SuccessRule::roll_under(target)
            } else {
                SuccessRule::at_least(target)
            }
        });
    (rule, prop::collection::vec(reroll, 0..3), any::<bool>()).prop_map(|(rule, rerolls, once)| Pool {
        rule,
        rerolls,
        again: if once {
            Again::OncePerRoll
        } else {
            Again::OncePerReroll
        },
    })
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

fn whole(distribution: &Distribution) -> bool {
    let p = distribution.probabilities();
    (p.iter().sum::<f64>() - 1.0).abs() < 1e-12
        && p.iter().all(|p| (0.0..=1.0 + 1e-12).contains(p))
        && p.first().is_some_and(|&p| p > 0.0)
        && p.last().is_some_and(|&p| p > 0.0)
}

proptest! {
    #[test]
    fn everything_stays_whole(a in distribution(), b in distribution(), n in 0..9_u32, x in -30..30, y in -30..30) {
        let made = [
            a.convolve(&b), a.times(n), a.sum_of(&b), a.thinned(0.3), a.max(&b), a.min(&b), a.difference(&b),
            a.negate(), a.shift(x), a.scale(x), a.clamp(x, y), a.map(|value| value / 3), a.trim(0.01),
            a.bind(|value| b.shift(value)), keep_better(&a), reroll_below(&a, x), a.times(200),
        ];
        for distribution in made {
            prop_assert!(whole(&distribution), "{distribution:?}");
        }
    }

    #[test]
    fn sums_commute_associate_and_add_their_moments(a in distribution(), b in distribution(), c in distribution()) {
        let (ab, ba) = (a.convolve(&b), b.convolve(&a));
        prop_assert_eq!(ab.first(), ba.first());
        for (value, p) in ab.iter() {
            prop_assert!(near(p, ba.exactly(value)));
        }
        let (left, right) = (ab.convolve(&c), a.convolve(&b.convolve(&c)));
        for (value, p) in left.iter() {
            prop_assert!(near(p, right.exactly(value)));
        }
        prop_assert!(near(ab.mean(), a.mean() + b.mean()));
        prop_assert!(near(ab.variance(), a.variance() + b.variance()));
        let once_by_once = a.convolve(&a).convolve(&a).convolve(&a).convolve(&a);
        for (value, p) in a.times(5).iter() {
            prop_assert!(near(p, once_by_once.exactly(value)));
        }
    }

    #[test]
    fn standings_rise_and_agree(a in distribution(), x in -40..40) {
        prop_assert!(a.percentile(x) <= a.percentile(x + 1) + 1e-12);
        prop_assert!(a.at_most(x) <= a.at_most(x + 1) + 1e-12);
        prop_assert!(near(a.at_most(x) + a.at_least(x + 1), 1.0));
        prop_assert!(near(a.percentile(x) + a.negate().percentile(-x), 1.0));
        prop_assert!(near(a.at_least(x) - a.at_least(x + 1), a.exactly(x)));
        let median = a.quantile(0.5);
        prop_assert!(a.at_most(median) > 0.5 - 1e-9 && a.at_most(median - 1) < 0.5 + 1e-9);
    }

    #[test]
    fn contests_are_differences(a in distribution(), b in distribution()) {
        let (contest, difference) = (Contest::between(&a, &b), a.difference(&b));
        prop_assert!(near(contest.win, difference.at_least(1)));
        prop_assert!(near(contest.tie, difference.exactly(0)));
        prop_assert!(near(contest.lose, difference.at_most(-1)));
        prop_assert!(near(a.max(&b).mean() + a.min(&b).mean(), a.mean() + b.mean()));
    }

    #[test]
    fn compounds_have_the_mean_of_their_parts(a in distribution(), b in distribution()) {
        let counts = a.clamp(0, 15);
        prop_assert!(near(counts.sum_of(&b).mean(), counts.mean() * b.mean()));
        prop_assert!(near(counts.thinned(0.25).mean(), counts.mean() / 4.0));
    }

    #[test]
    fn pools_stay_whole_and_chains_agree_with_them(pool in pool(), dice in 0..8_u32) {
        let successes = pool.successes(dice).expect("few dice");
        prop_assert!(whole(&successes), "{successes:?}");
        prop_assert!(successes.first() >= 0 && successes.last() <= dice as i32);
        let tally = pool.tally(dice).expect("few dice").worth(1);
        let hits = Chain::dice(dice).roll("hits", pool.clone()).odds().expect("few dice").total;
        let saved = Chain::dice(dice).save("left", pool.clone()).odds().expect("few dice").total;
        for value in 0..=dice as i32 {
            prop_assert!(near(tally.exactly(value), successes.exactly(value)));
            prop_assert!(near(hits.exactly(value), successes.exactly(value)));
            prop_assert!(near(saved.exactly(dice as i32 - value), successes.exactly(value)));
        }
    }

    #[test]
    fn a_reroll_helps_who_chooses_it(dice in 0..7_u32, target in 0..9, most in 0..4_u32) {
        let plain = Pool::new(SuccessRule::roll_under(target));
        let mean = |pool: &Pool| pool.successes(dice).expect("few dice").mean();
        let mine = mean(&plain.clone().reroll(Reroll::up_to(most, RerollWhich::Misses)));
        let theirs = mean(&plain.clone().reroll(Reroll::up_to(most, RerollWhich::Successes)));
        prop_assert!(theirs <= mean(&plain) + 1e-12 && mean(&plain) <= mine + 1e-12);
    }
}
