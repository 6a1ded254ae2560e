//! Events of the procedure itself: the opening position and the agenda.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::agenda::Change;
use super::super::state::State;

/// The procedure itself: the opening position and the agenda.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum ProcedureEvent {
    /// The battle is set out, or a game begins from a position.
    BattleSetOut {
        /// The position.
        state: Box<State>,
    },
    /// What is to be done has changed.
    Agenda {
        /// How.
        change: Change,
    },
}
