//! Figures of a distribution: chances of single values and of ranges, mean, spread, quantiles.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Distribution;

/// A distribution with the figures people ask for first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// The value of the first probability.
    pub from: i32,
    /// The probability of `from`, `from + 1`, ...
    pub p: Vec<f64>,
    /// The expected value.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// The most likely value; the lowest if several are.
    pub mode: i32,
    /// The lowest value that is reached or undercut in at least half of all cases.
    pub median: i32,
}

/// Where an actual result stands in its distribution; each figure is a probability.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Standing {
    /// Exactly this result.
    pub exactly: f64,
    /// This result or a higher one.
    pub at_least: f64,
    /// This result or a lower one.
    pub at_most: f64,
    /// A lower result, plus half of exactly this one: 0.5 is neither lucky nor unlucky.
    pub percentile: f64,
}

/// Reading distributions.
impl Distribution {
    /// The lowest possible value.
    pub const fn first(&self) -> i32 {
        self.from
    }

    /// The highest possible value.
    pub const fn last(&self) -> i32 {
        self.from + (self.p.len() as i32 - 1)
    }

    /// The probabilities of [`Self::first`] and every value after it.
    pub fn probabilities(&self) -> &[f64] {
        &self.p
    }

    /// Every value with its probability, lowest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (i32, f64)> + '_ {
        self.p
            .iter()
            .enumerate()
            .map(|(place, &p)| (self.from + place as i32, p))
    }

    /// The probability of exactly `value`.
    pub fn exactly(&self, value: i32) -> f64 {
        usize::try_from(i64::from(value) - i64::from(self.from))
            .ok()
            .and_then(|place| self.p.get(place))
            .copied()
            .unwrap_or(0.0)
    }

    /// The probability of `value` or more.
    pub fn at_least(&self, value: i32) -> f64 {
        part(&self.p, self.place(value)..)
    }

    /// The probability of `value` or less.
    pub fn at_most(&self, value: i32) -> f64 {
        self.p[..self.place(value.saturating_add(1))]
            .iter()
            .sum::<f64>()
            .min(1.0)
    }

    /// The probability of a lower value, plus half that of `value` itself.
    pub fn percentile(&self, value: i32) -> f64 {
        let below = part(&self.p, ..self.place(value));
        (below + self.exactly(value) / 2.0).min(1.0)
    }

    /// Everything about where an actual `value` stands.
    pub fn standing(&self, value: i32) -> Standing {
        Standing {
            exactly: self.exactly(value),
            at_least: self.at_least(value),
            at_most: self.at_most(value),
            percentile: self.percentile(value),
        }
    }

    /// How many entries lie below `value`.
    fn place(&self, value: i32) -> usize {
        (i64::from(value) - i64::from(self.from)).clamp(0, self.p.len() as i64) as usize
    }

    /// The expected value.
    pub fn mean(&self) -> f64 {
        let steps: f64 = self
            .p
            .iter()
            .enumerate()
            .map(|(step, share)| step as f64 * share)
            .sum();
        f64::from(self.from) + steps
    }

    /// The mean square distance from the mean.
    pub fn variance(&self) -> f64 {
        let centre = self.mean() - f64::from(self.from);
        self.p
            .iter()
            .enumerate()
            .map(|(step, share)| (step as f64 - centre).powi(2) * share)
            .sum()
    }

    /// The standard deviation.
    pub fn sd(&self) -> f64 {
        self.variance().sqrt()
    }

    /// The most likely value; the lowest of several.
    pub fn mode(&self) -> i32 {
        let mut best = 0;
        for (place, &share) in self.p.iter().enumerate() {
            // Values that are equally likely on paper may differ in the last bits.
            if share > self.p[best] * (1.0 + 1e-12) {
                best = place;
            }
        }
        self.from + best as i32
    }

    /// The lowest value whose `at_most` reaches `share`, a number in 0 to 1.
    pub fn quantile(&self, share: f64) -> i32 {
        let mut sum = 0.0;
        for (value, p) in (self.from..).zip(&self.p) {
            sum += p;
            if sum + 1e-12 >= share || share.is_nan() {
                return value;
            }
        }
        self.last()
    }

    /// The distribution with its mean, spread, mode and median.
    pub fn summary(&self) -> Summary {
        Summary {
            from: self.from,
            p: self.p.clone(),
            mean: self.mean(),
            sd: self.sd(),
            mode: self.mode(),
            median: self.quantile(0.5),
        }
    }
}

/// The weight of some neighbouring values: 1 for all of them, 0 (and not -0, as an empty sum is) for none.
fn part(p: &[f64], places: impl std::slice::SliceIndex<[f64], Output = [f64]>) -> f64 {
    let some = &p[places];
    if some.len() == p.len() {
        1.0
    } else {
        (0.0 + some.iter().sum::<f64>()).min(1.0)
    }
}
