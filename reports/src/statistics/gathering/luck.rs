//! The luck of rolls without end: how often each kind of roll was thrown, and what they gave together.
//!
//! A mean and a variance would merge too, but not give the percentile; so the kinds themselves are kept. There are
//! few of them: a game knows some dozens of different chances, however many games are played.

use std::cmp::Ordering;

use hindsight_kernel::{Distribution, odds};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::LuckFigures;

/// Rolls of many games by kind.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct LuckLedger {
    /// The sum of their results; of rolls that are good when low, each counts with the other sign.
    pub actual: i64,
    /// Each kind of roll, in an order of their own.
    pub kinds: Vec<LuckKind>,
}

/// Rolls with the same chances.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LuckKind {
    /// The exact distribution of one roll's result.
    pub expected: Distribution,
    /// How many were thrown.
    pub times: u64,
}

/// Any order will do that is the same everywhere.
fn order(one: &Distribution, other: &Distribution) -> Ordering {
    let bits = |distribution: &Distribution| {
        let chances = distribution.probabilities().iter();
        chances.map(|chance| chance.to_bits()).collect::<Vec<u64>>()
    };
    let start = one.first().cmp(&other.first());
    let long = one.probabilities().len().cmp(&other.probabilities().len());
    start.then(long).then_with(|| bits(one).cmp(&bits(other)))
}

impl LuckLedger {
    /// Takes a roll that is good when high.
    pub fn add(&mut self, expected: &Distribution, result: i32) {
        self.actual = self.actual.saturating_add(result.into());
        self.kind(expected, 1);
    }

    /// Takes everything that another ledger took.
    pub fn merge(&mut self, other: &Self) {
        self.actual = self.actual.saturating_add(other.actual);
        for kind in &other.kinds {
            self.kind(&kind.expected, kind.times);
        }
    }

    fn kind(&mut self, expected: &Distribution, times: u64) {
        match self
            .kinds
            .binary_search_by(|kind| order(&kind.expected, expected))
        {
            Ok(place) => self.kinds[place].times += times,
            Err(place) => self.kinds.insert(
                place,
                LuckKind {
                    expected: expected.clone(),
                    times,
                },
            ),
        }
    }

    /// The luck of all of them together, from the exact distribution of their sum.
    pub fn figures(&self) -> LuckFigures {
        let (mut rolls, mut expected, mut variance) = (0_u64, 0.0, 0.0);
        let mut sums = Vec::with_capacity(self.kinds.len());
        for kind in &self.kinds {
            rolls += kind.times;
            expected += kind.expected.mean() * kind.times as f64;
            variance += kind.expected.variance() * kind.times as f64;
            sums.push(kind.expected.times(u32::try_from(kind.times).unwrap_or(u32::MAX)));
        }
        let actual = self.actual.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        let standing = odds::sum_of_independent(&sums).standing(actual);
        LuckFigures {
            rolls,
            actual: self.actual,
            expected,
            deviation: variance.sqrt(),
            surplus: self.actual as f64 - expected,
            percentile: standing.percentile,
            at_least: standing.at_least,
        }
    }
}
