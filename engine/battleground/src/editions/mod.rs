//! The two editions of the game, which share this package.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which rulebook is played. Where the editions differ, the smallest function that truly differs matches on this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Edition {
    /// The V4.0 Main Rulebook (2019).
    #[default]
    V4,
}
