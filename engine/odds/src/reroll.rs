//! Re-rolls: who may roll which dice again.
//!
//! A [`Reroll`] is for counted dice and lives in a [`super::Pool`]; the functions are for totals and single tests.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::distribution::probability;
use super::{Die, Distribution, OddsError};

/// Which dice of a counted roll are rolled again, chosen after seeing them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RerollWhich {
    /// Failed dice: what the roller chooses. Dice that Overkill turned into successes are not failed.
    Misses,
    /// Successful dice, criticals first: what an enemy chooses. Dice saved by Overkill are left alone, since rolling
    /// them again can only help the roller.
    Successes,
    /// Criticals only.
    Criticals,
    /// All successes whether anyone wants it or not, those saved by Overkill included.
    EverySuccess,
    /// Dice that show this face, for instance ones.
    Face(i32),
    /// Any dice at all, misses first, then hits, then criticals; without a limit the whole roll.
    Any,
}

/// One permission or duty to roll dice again, once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reroll {
    /// Which dice.
    pub which: RerollWhich,
    /// At most how many; `None` is no limit.
    #[serde(default)]
    pub most: Option<u32>,
}

impl Reroll {
    /// As many of these dice as there are.
    pub const fn all(which: RerollWhich) -> Self {
        Self { which, most: None }
    }

    /// At most so many of these dice.
    pub const fn up_to(most: u32, which: RerollWhich) -> Self {
        Self {
            which,
            most: Some(most),
        }
    }
}

/// A whole roll that is made again, once, if its result is one that `again` names.
///
/// ```
/// use hindsight_odds::{Die, reroll_if};
///
/// // A failed check of 3d6 under 12 is rolled again.
/// let check = reroll_if(&Die::D6.sum(3), |total| total > 12);
/// let once = 160.0 / 216.0;
/// assert!((check.at_most(12) - (once + (1.0 - once) * once)).abs() < 1e-12);
/// ```
#[must_use]
pub fn reroll_if(roll: &Distribution, mut again: impl FnMut(i32) -> bool) -> Distribution {
    let (mut kept, mut repeated) = (Vec::with_capacity(roll.probabilities().len()), 0.0);
    for (value, p) in roll.iter() {
        let goes = again(value);
        kept.push(if goes { 0.0 } else { p });
        repeated += if goes { p } else { 0.0 };
    }
    for (share, p) in kept.iter_mut().zip(roll.probabilities()) {
        *share += repeated * p;
    }
    Distribution::normal(roll.first().into(), kept)
}

/// A whole roll that is made again, once, if it is below `least`.
#[must_use]
pub fn reroll_below(roll: &Distribution, least: i32) -> Distribution {
    reroll_if(roll, |value| value < least)
}

/// A whole roll made again, once, if it is below its mean: no other rule of all-or-nothing has a higher mean.
#[must_use]
pub fn reroll_below_mean(roll: &Distribution) -> Distribution {
    let mean = roll.mean();
    reroll_if(roll, |value| f64::from(value) < mean - 1e-9)
}

/// The better of two rolls, where more is better.
#[must_use]
pub fn keep_better(roll: &Distribution) -> Distribution {
    roll.max(roll)
}

/// The worse of two rolls, where more is better.
#[must_use]
pub fn keep_worse(roll: &Distribution) -> Distribution {
    roll.min(roll)
}

/// The chance to pass a test that may be repeated once after a failure, perhaps with another chance then.
pub fn reroll_failed_test(first: f64, again: f64) -> f64 {
    let (first, again) = (probability(first), probability(again));
    first + (1.0 - first) * again
}

/// What whoever picks the dice wants of a total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// It shall reach the number.
    AtLeast(i32),
    /// It shall not exceed the number.
    AtMost(i32),
}

/// The most dice that [`picked_rerolls`] looks through.
const MOST_PICKED: u32 = 8;

/// The chance that the total of `count` dice meets the aim, if someone with that aim may roll any of them again, once,
/// after seeing all faces. At most `most` dice are rolled again, if that is given.
///
/// # Errors
/// [`OddsError::TooManyDice`] beyond 8 dice, [`OddsError::TooComplex`] for dice of very many sides.
///
/// ```
/// use hindsight_odds::{Aim, Die, picked_rerolls};
///
/// // A Morale Test of 2D6 on 2+ cannot fail, however the enemy picks.
/// assert_eq!(picked_rerolls(Die::D6, 2, Aim::AtMost(1), None)?, 0.0);
/// // On 12+ they break a pair of sixes by rolling both again: 1/36 of 1/36 holds.
/// let failed = picked_rerolls(Die::D6, 2, Aim::AtMost(11), None)?;
/// assert!((failed - (1.0 - 1.0 / 1296.0)).abs() < 1e-12);
/// # Ok::<(), hindsight_odds::OddsError>(())
/// ```
pub fn picked_rerolls(die: Die, count: u32, aim: Aim, most: Option<u32>) -> Result<f64, OddsError> {
    if count > MOST_PICKED {
        return Err(OddsError::TooManyDice {
            dice: count,
            most: MOST_PICKED,
        });
    }
    let faces: Vec<i32> = die.faces().collect();
    let throws = (0..u64::from(count)).try_fold(1_u64, |all, taken| {
        all.checked_mul(faces.len() as u64 + taken)
            .map(|all| all / (taken + 1))
    });
    if throws.is_none_or(|throws| throws > 200_000) {
        return Err(OddsError::TooComplex);
    }
    let most = most.unwrap_or(count).min(count);
    let again: Vec<Distribution> = (0..=most).map(|dice| die.sum(dice)).collect();
    let mut met = 0.0;
    each_throw(&faces, count, &mut Vec::new(), 1.0, &mut |shown, chance| {
        // The dice that hurt most go first, so only how many of them is open. `shown` has the lowest face first.
        let best = (0..=most as usize)
            .map(|rolled| {
                let (kept, new) = (shown.len() - rolled, &again[rolled]);
                match aim {
                    Aim::AtLeast(target) => {
                        new.at_least(target.saturating_sub(shown[rolled..].iter().sum::<i32>()))
                    }
                    Aim::AtMost(target) => {
                        new.at_most(target.saturating_sub(shown[..kept].iter().sum::<i32>()))
                    }
                }
            })
            .fold(0.0, f64::max);
        met += chance * best;
    });
    Ok(met.min(1.0))
}

/// Every throw of `left` dice as faces in ascending order, with its probability.
fn each_throw(
    faces: &[i32],
    left: u32,
    shown: &mut Vec<i32>,
    chance: f64,
    visit: &mut impl FnMut(&[i32], f64),
) {
    match faces.split_first() {
        _ if left == 0 => visit(shown, chance),
        None => {}
        Some((&face, higher)) => {
            // Of the dice left, each shows the lowest of the faces left with an equal share.
            for (count, p) in Distribution::binomial(left, 1.0 / faces.len() as f64).iter() {
                let count = count as u32;
                shown.extend(std::iter::repeat_n(face, count as usize));
                each_throw(higher, left - count, shown, chance * p, visit);
                shown.truncate(shown.len() - count as usize);
            }
        }
    }
}
