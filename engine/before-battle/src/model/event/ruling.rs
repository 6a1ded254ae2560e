//! Rulings of the players.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::command::Patch;

/// Events outside the rules.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum RulingEvent {
    /// A ruling changed the position.
    Patched {
        /// How.
        patch: Patch,
    },
}
