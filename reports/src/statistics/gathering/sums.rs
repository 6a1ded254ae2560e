//! Sums that come out the same in whatever order they are added.

use std::ops::AddAssign;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::unit::{AttackTally, Checks, Damage};

/// A sum of fractions, kept in whole millionths.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(from = "f64", into = "f64")]
#[schemars(with = "f64")]
pub struct Amount(i64);

/// Millionths in one.
const MILLION: f64 = 1e6;

impl From<f64> for Amount {
    /// The nearest millionth; 0 for what is no number.
    fn from(value: f64) -> Self {
        Self((value * MILLION).round() as i64)
    }
}

impl From<Amount> for f64 {
    fn from(amount: Amount) -> Self {
        amount.0 as Self / MILLION
    }
}

impl AddAssign for Amount {
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0.saturating_add(other.0);
    }
}

/// Attacks of many games added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct AttackSums {
    /// How many.
    pub attacks: u64,
    /// Dice thrown.
    pub dice: u64,
    /// Hits.
    pub hits: u64,
    /// Hits blocked, saved or not converted.
    pub saved: u64,
    /// Damage that counted.
    pub damage: u64,
    /// Damage lost on targets already destroyed.
    pub surplus: u64,
    /// Damage expected.
    pub expected: Amount,
}

impl From<&AttackTally> for AttackSums {
    fn from(tally: &AttackTally) -> Self {
        Self {
            attacks: tally.attacks.into(),
            dice: tally.dice.into(),
            hits: tally.hits.into(),
            saved: tally.saved.into(),
            damage: tally.damage.into(),
            surplus: tally.surplus.into(),
            expected: tally.expected.into(),
        }
    }
}

impl AttackSums {
    pub(super) fn add(&mut self, other: &Self) {
        self.attacks += other.attacks;
        self.dice += other.dice;
        self.hits += other.hits;
        self.saved += other.saved;
        self.damage += other.damage;
        self.surplus += other.surplus;
        self.expected += other.expected;
    }
}

/// Damage of many games added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct DamageSums {
    /// Wounds or boxes.
    pub wounds: u64,
    /// Models or steps.
    pub models: u64,
    /// Shares of full units, 1 for a whole one.
    pub share: Amount,
    /// The same in points of those units.
    pub worth: Amount,
}

impl From<&Damage> for DamageSums {
    fn from(damage: &Damage) -> Self {
        Self {
            wounds: damage.wounds.into(),
            models: damage.models.into(),
            share: damage.share.into(),
            worth: damage.worth.into(),
        }
    }
}

impl DamageSums {
    pub(super) fn add(&mut self, other: &Self) {
        self.wounds += other.wounds;
        self.models += other.models;
        self.share += other.share;
        self.worth += other.worth;
    }
}

/// Morale tests of many games added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct CheckSums {
    /// How many were taken.
    pub taken: u64,
    /// How many were passed.
    pub passed: u64,
    /// How many should have been.
    pub expected: Amount,
}

impl From<&Checks> for CheckSums {
    fn from(checks: &Checks) -> Self {
        Self {
            taken: checks.taken.into(),
            passed: checks.passed.into(),
            expected: checks.expected.into(),
        }
    }
}

impl CheckSums {
    pub(super) fn add(&mut self, other: &Self) {
        self.taken += other.taken;
        self.passed += other.passed;
        self.expected += other.expected;
    }
}
