//! Luck of many rolls together.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::distribution::TAIL;
use super::{Distribution, Standing};

/// What many rolls came to against what they could have come to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Luck {
    /// How many rolls.
    pub rolls: u64,
    /// The sum of their results.
    pub actual: i64,
    /// The sum expected.
    pub mean: f64,
    /// The standard deviation of the sum.
    pub sd: f64,
    /// `actual` less `mean`.
    pub surplus: f64,
    /// Where the sum stands in the exact distribution of all such sums; without a roll all that is known is a half.
    pub standing: Standing,
}

/// Rolls collected for one figure of luck.
///
/// The order in which they are added changes nothing, not even the last bit. Rolls with one distribution are counted,
/// so thousands of them cost little more than one of each kind.
///
/// ```
/// use hindsight_odds::{Die, Rolls};
///
/// let mut rolls = Rolls::default();
/// for face in [6, 5, 6] {
///     rolls.add(&Die::D6.distribution(), face);
/// }
/// let luck = rolls.luck();
/// assert_eq!((luck.rolls, luck.actual), (3, 17));
/// assert!((luck.standing.at_least - 4.0 / 216.0).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rolls {
    kinds: BTreeMap<(i32, Vec<u64>), (Distribution, u32)>,
    count: u64,
    actual: i64,
}

impl Rolls {
    /// Adds a roll whose high results are good for whom the luck is counted.
    pub fn add(&mut self, distribution: &Distribution, actual: i32) {
        let bits = distribution.probabilities().iter().map(|p| p.to_bits()).collect();
        let kind = self
            .kinds
            .entry((distribution.first(), bits))
            .or_insert_with(|| (distribution.clone(), 0));
        kind.1 = kind.1.saturating_add(1);
        self.count += 1;
        self.actual += i64::from(actual);
    }

    /// Adds a roll whose low results are good: it counts with the other sign.
    pub fn add_low_is_good(&mut self, distribution: &Distribution, actual: i32) {
        self.add(&distribution.negate(), actual.saturating_neg());
    }

    /// The exact distribution of the sum of all rolls; the point 0 without any.
    ///
    /// Tails below 1e-20 are folded inward while convolving.
    pub fn distribution(&self) -> Distribution {
        let kinds = self
            .kinds
            .values()
            .map(|(kind, count)| kind.times(*count))
            .collect();
        balanced_sum(kinds)
    }

    /// The luck of all rolls together.
    pub fn luck(&self) -> Luck {
        let sum = self.distribution();
        let mean: f64 = self
            .kinds
            .values()
            .map(|(kind, count)| kind.mean() * f64::from(*count))
            .sum();
        let variance: f64 = self
            .kinds
            .values()
            .map(|(kind, count)| kind.variance() * f64::from(*count))
            .sum();
        let actual = self.actual.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        Luck {
            rolls: self.count,
            actual: self.actual,
            mean,
            sd: variance.sqrt(),
            surplus: self.actual as f64 - mean,
            standing: sum.standing(actual),
        }
    }
}

impl<'d> FromIterator<(&'d Distribution, i32)> for Rolls {
    fn from_iter<I: IntoIterator<Item = (&'d Distribution, i32)>>(rolls: I) -> Self {
        let mut collected = Self::default();
        for (distribution, actual) in rolls {
            collected.add(distribution, actual);
        }
        collected
    }
}

/// The sum of one independent draw from each distribution.
pub fn sum_of_independent<'d>(parts: impl IntoIterator<Item = &'d Distribution>) -> Distribution {
    parts
        .into_iter()
        .map(|part| (part, 0))
        .collect::<Rolls>()
        .distribution()
}

/// Sums the narrowest first, so that few wide sums are made.
fn balanced_sum(mut parts: Vec<Distribution>) -> Distribution {
    while parts.len() > 1 {
        parts.sort_by_key(|part| part.probabilities().len());
        parts = parts
            .chunks(2)
            .map(|pair| match pair {
                [one, other] => one.convolve(other).trim(TAIL),
                _ => pair[0].clone(),
            })
            .collect();
    }
    parts.pop().unwrap_or_else(|| Distribution::point(0))
}
