//! A probability distribution over whole numbers: what it is and how one is made. What can be read from it stands in
//! `reading`, how distributions are changed and combined in `combining`.

mod combining;
mod reading;

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::OddsError;
pub(super) use combining::{TAIL, thin};
pub use reading::{Standing, Summary};

/// The largest value either side of 0 that a distribution holds; what would lie beyond is held at this value.
///
/// No sum of a whole season's dice comes near it. It bounds the memory one distribution can take.
pub const LIMIT: i32 = 1 << 20;

/// How far a sum of probabilities may be off before it is put right.
const DRIFT: f64 = 1e-14;

/// The exact chances of every whole number a roll may come to.
///
/// Written as `{"from": 2, "p": [0.25, 0.5, 0.25]}`: `p[i]` is the probability of the value `from + i`. The first and
/// the last entry are never 0, so equal distributions have equal parts.
///
/// ```
/// use hindsight_odds::Distribution;
///
/// let die = Distribution::uniform(1, 6);
/// let two = die.convolve(&die);
/// assert_eq!((two.first(), two.last(), two.mode()), (2, 12, 7));
/// assert!((two.at_least(10) - 6.0 / 36.0).abs() < 1e-12);
/// assert!((two.percentile(7) - 0.5).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Parts")]
pub struct Distribution {
    /// The value of the first probability.
    from: i32,
    /// The probability of `from`, `from + 1`, ...
    p: Vec<f64>,
}

/// A [`Distribution`] as it comes in, not yet checked.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Distribution")]
struct Parts {
    /// The value of the first probability.
    from: i32,
    /// The probability of `from`, `from + 1`, ...
    p: Vec<f64>,
}

impl TryFrom<Parts> for Distribution {
    type Error = OddsError;

    fn try_from(parts: Parts) -> Result<Self, OddsError> {
        let whole: f64 = check_weights(&parts.p)?;
        if (whole - 1.0).abs() > 1e-9 {
            return Err(OddsError::NotAWhole);
        }
        Self::from_weights(parts.from, parts.p)
    }
}

/// Making distributions.
impl Distribution {
    /// Always `value`.
    pub fn point(value: i32) -> Self {
        Self {
            from: value.clamp(-LIMIT, LIMIT),
            p: vec![1.0],
        }
    }

    /// Every value from one bound to the other, both included, equally likely.
    pub fn uniform(one: i32, other: i32) -> Self {
        let (low, high) = (
            one.min(other).clamp(-LIMIT, LIMIT),
            one.max(other).clamp(-LIMIT, LIMIT),
        );
        let count = (high - low) as usize + 1;
        Self {
            from: low,
            p: vec![1.0 / count as f64; count],
        }
    }

    /// 1 with this chance, otherwise 0. A chance outside 0 to 1 is taken to the nearer bound, no number to 0.
    pub fn bernoulli(chance: f64) -> Self {
        let chance = probability(chance);
        Self::normal(0, vec![1.0 - chance, chance])
    }

    /// The number of `trials` that succeed if each does with `chance`, which is read as in
    /// [`Self::bernoulli`].
    ///
    /// ```
    /// # use hindsight_odds::Distribution;
    /// assert!((Distribution::binomial(3, 0.5).exactly(2) - 3.0 / 8.0).abs() < 1e-12);
    /// assert_eq!(Distribution::binomial(0, 0.5), Distribution::point(0));
    /// ```
    pub fn binomial(trials: u32, chance: f64) -> Self {
        let chance = probability(chance);
        let trials = trials.min(LIMIT as u32);
        if chance == 0.0 || trials == 0 {
            return Self::point(0);
        }
        if chance >= 1.0 {
            return Self::point(trials as i32);
        }
        // Outward from the most likely count, so that nothing under- or overflows on the way.
        let odds = chance / (1.0 - chance);
        let n = trials as usize;
        let mode = (((n + 1) as f64 * chance) as usize).min(n);
        let mut p = vec![0.0; n + 1];
        p[mode] = 1.0;
        for k in mode..n {
            p[k + 1] = p[k] * ((n - k) as f64 / (k + 1) as f64) * odds;
        }
        for k in (0..mode).rev() {
            p[k] = p[k + 1] * ((k + 1) as f64 / (n - k) as f64) / odds;
        }
        let whole: f64 = p.iter().sum();
        for share in &mut p {
            *share /= whole;
        }
        Self::normal(0, p)
    }

    /// The distribution in proportion to `weights`, the first of them that of `from`.
    ///
    /// # Errors
    /// [`OddsError::BadWeights`], or [`OddsError::BeyondLimit`] for values past [`LIMIT`].
    pub fn from_weights(from: i32, mut weights: Vec<f64>) -> Result<Self, OddsError> {
        let whole = check_weights(&weights)?;
        if from < -LIMIT || i64::from(from) + weights.len() as i64 - 1 > i64::from(LIMIT) {
            return Err(OddsError::BeyondLimit);
        }
        if (whole - 1.0).abs() > DRIFT {
            for weight in &mut weights {
                *weight /= whole;
            }
        }
        Ok(Self::normal(from.into(), weights))
    }

    /// A draw from one of several distributions, each chosen in proportion to its weight.
    ///
    /// # Errors
    /// [`OddsError::BadWeights`].
    ///
    /// ```
    /// # use hindsight_odds::Distribution;
    /// let (die, nothing) = (Distribution::uniform(1, 6), Distribution::point(0));
    /// assert!((Distribution::mixture([(1.0, &die), (3.0, &nothing)])?.exactly(0) - 0.75).abs() < 1e-12);
    /// # Ok::<(), hindsight_odds::OddsError>(())
    /// ```
    pub fn mixture<'d>(parts: impl IntoIterator<Item = (f64, &'d Self)>) -> Result<Self, OddsError> {
        let parts: Vec<(f64, &Self)> = parts.into_iter().collect();
        let weights: Vec<f64> = parts.iter().map(|&(weight, _)| weight).collect();
        let whole = check_weights(&weights)?;
        let parts: Vec<_> = parts
            .into_iter()
            .map(|(weight, part)| (weight / whole, Cow::Borrowed(part)))
            .collect();
        Ok(Self::blend(&parts))
    }

    /// A mixture whose weights already make a whole.
    fn blend(parts: &[(f64, Cow<'_, Self>)]) -> Self {
        let from = parts.iter().map(|(_, part)| part.from).min().unwrap_or(0);
        let last = parts.iter().map(|(_, part)| part.last()).max().unwrap_or(0);
        let mut p = vec![0.0; (last - from) as usize + 1];
        for (weight, part) in parts {
            let start = (part.from - from) as usize;
            for (slot, share) in p[start..].iter_mut().zip(&part.p) {
                *slot += weight * share;
            }
        }
        Self::normal(from.into(), p)
    }

    /// The one form of a distribution: within the limit, no outer zeros, summing to 1. Needs a positive weight.
    pub(super) fn normal(mut from: i64, mut p: Vec<f64>) -> Self {
        let limit = i64::from(LIMIT);
        if from + p.len() as i64 - 1 > limit {
            let keep = (limit - from + 1).clamp(1, p.len() as i64) as usize;
            let beyond: f64 = p.drain(keep..).sum();
            p[keep - 1] += beyond;
        }
        if from < -limit {
            let drop = (-limit - from).clamp(0, p.len() as i64 - 1) as usize;
            let beyond: f64 = p.drain(..drop).sum();
            p[0] += beyond;
            from += drop as i64;
        }
        let from = from.clamp(-limit, limit);
        let end = p
            .iter()
            .rposition(|&share| share > 0.0)
            .map_or(0, |last| last + 1);
        p.truncate(end);
        let start = p.iter().position(|&share| share > 0.0).unwrap_or(0);
        p.drain(..start);
        if p.is_empty() {
            return Self::point(0);
        }
        let whole: f64 = p.iter().sum();
        if (whole - 1.0).abs() > DRIFT || p.len() == 1 {
            for share in &mut p {
                *share /= whole;
            }
        }
        Self {
            from: (from + start as i64) as i32,
            p,
        }
    }
}

/// The sum of weights that are sound.
fn check_weights(weights: &[f64]) -> Result<f64, OddsError> {
    let whole: f64 = weights.iter().sum();
    if weights.iter().all(|weight| *weight >= 0.0) && whole > 0.0 && whole.is_finite() {
        Ok(whole)
    } else {
        Err(OddsError::BadWeights)
    }
}

/// A chance within 0 to 1; what is no number is 0.
pub(super) fn probability(chance: f64) -> f64 {
    if chance.is_nan() {
        0.0
    } else {
        chance.clamp(0.0, 1.0)
    }
}
