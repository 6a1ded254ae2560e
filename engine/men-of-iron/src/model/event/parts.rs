//! Parts of events: shots, and the reasons of turns and rolls.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::drm::Throw;
use super::super::names::UnitId;
use crate::data::Outcome;

/// A unit in enemy zones of control.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InZoc {
    /// The unit.
    pub unit: UnitId,
    /// Whose zones.
    pub of: Vec<UnitId>,
}

/// Why a unit turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TurnBy {
    /// In its own Move/Fire. Rule `MOI-FACE-02`.
    Order,
    /// As a charger. Rule `MOI-CHARGE-04`.
    Charge,
    /// By a successful Counter-Charge. Rule `MOI-CC-05`.
    CounterCharge,
}

/// What a Counter-Charge answers. Rule `MOI-CC-01`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// Active Fire.
    Fire,
    /// Shock attackers.
    Shock,
    /// Chargers.
    Charge,
}

/// The form of a leader's casualty roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeaderForm {
    /// 8 or 9 kills. Rule `MOI-LEAD-05`.
    Fire,
    /// The die less the Activation Rating: 3 or more kills. Rule `MOI-LEAD-04`.
    Shock,
}

/// A shot with its result. Rule `MOI-FIRE-16`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// The range in hexes.
    pub range: u8,
    /// The roll with its modifiers.
    pub throw: Throw,
    /// The result.
    pub result: Outcome,
}
