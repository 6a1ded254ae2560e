//! Frame of a battle on which both players agree (pp. 136-137).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The agreed frame of a battle. Rules `BG4-SETUP-03`, `BG4-SETUP-04` (pp. 136-137).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Agreed {
    /// The points budget.
    pub budget: Option<u16>,
    /// The id of the scenario.
    pub scenario: Option<String>,
    /// The id of the map.
    pub map: Option<String>,
}
