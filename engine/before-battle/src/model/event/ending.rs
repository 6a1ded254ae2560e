//! Ends of turns and of the battle.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::state::Ending;

/// Events that end a turn or the battle.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum EndingEvent {
    /// A turn ended. Rule `BB-TURN-03`.
    TurnEnded,
    /// The battle ended. Rules `BB-WIN-01` to `-03`.
    BattleEnded {
        /// How.
        ending: Ending,
    },
}
