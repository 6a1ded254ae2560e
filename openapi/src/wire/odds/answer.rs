//! Answers of exact odds.

use hindsight_kernel::Distribution;
use hindsight_kernel::odds::{Contest, Luck, Standing};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The exact odds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OddsAnswer {
    /// The distribution of the result: of a contest the one less the other, of a test 1 for passed, of luck the sum.
    pub distribution: Distribution,
    /// The expected value.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// The most likely value; the lowest of several.
    pub mode: i32,
    /// The lowest value that is not exceeded in at least half of all cases.
    pub median: i32,
    /// The chance of each value or more, from the lowest value on.
    pub at_least: Vec<f64>,
    /// What comes out of each stage of a chain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<OddsStep>,
    /// Where the actual result lies that the question named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
    /// Who wins a contest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contest: Option<Contest>,
    /// The chance of each result of a table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<OddsOutcome>,
    /// The luck of the actual results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<Luck>,
}

/// What comes out of a stage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OddsStep {
    /// Its name; its kind where none was given.
    pub name: String,
    /// How many go on, those that went past the rolls included.
    pub distribution: Distribution,
    /// The expected value.
    pub mean: f64,
}

/// A result of a table with its chance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OddsOutcome {
    /// What the table says.
    pub says: String,
    /// How likely, 0 to 1.
    pub p: f64,
}
