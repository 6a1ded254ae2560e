//! Measures that weigh what was done against a better choice.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{MessageData, Phrase};

/// A measure of what was done and of what is proposed instead, both taken in the position in which the choice was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Weighed {
    /// Name of the measure: `expected wounds dealt`.
    pub what: String,
    /// Id of the name in the messages of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
    /// Value for what was done.
    pub done: f64,
    /// Value for the better choice.
    pub better: f64,
    /// Direction in which the measure is good for the player.
    pub wanted: MeasureWanted,
    /// Source of the two values.
    pub basis: MeasureBasis,
}

/// Direction in which a measure is good for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MeasureWanted {
    /// The player wants a higher value.
    More,
    /// The player wants a lower value.
    Less,
}

/// Source of the two values of a measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MeasureBasis {
    /// Exact odds of the dice that would be thrown.
    Odds,
    /// A count or a distance that no dice decide.
    Certain,
}

/// Difference below which two values are the same, which rounding of exact odds leaves.
const SAME: f64 = 1e-9;

impl Weighed {
    fn new(what: Phrase, (done, better): (f64, f64), basis: MeasureBasis) -> Self {
        let wanted = MeasureWanted::More;
        Self {
            what: what.to_string(),
            message: what.message().data(),
            done,
            better,
            wanted,
            basis,
        }
    }

    /// A measure by exact odds of which the player wants more: what was done, then the better choice.
    pub fn odds(what: Phrase, done: f64, better: f64) -> Self {
        Self::new(what, (done, better), MeasureBasis::Odds)
    }

    /// A measure without dice of which the player wants more: what was done, then the better choice.
    pub fn certain(what: Phrase, done: f64, better: f64) -> Self {
        Self::new(what, (done, better), MeasureBasis::Certain)
    }

    /// The same measure where the player wants less of it.
    #[must_use]
    pub fn less(self) -> Self {
        Self {
            wanted: MeasureWanted::Less,
            ..self
        }
    }

    /// Whether the measure says that the better choice is better.
    pub fn favours_better(&self) -> bool {
        match self.wanted {
            MeasureWanted::More => self.better > self.done + SAME,
            MeasureWanted::Less => self.better < self.done - SAME,
        }
    }
}
