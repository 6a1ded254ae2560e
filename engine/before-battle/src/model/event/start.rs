//! The start roll and its two rights. §Roll to Start.

use hindsight_kernel::{Roll, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::state::Right;

/// Events of the start roll.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum StartEvent {
    /// Both players rolled for the start. Rule `BB-START-01`.
    StartRolled {
        /// South's die.
        south: Roll,
        /// North's die.
        north: Roll,
        /// The winner, or nothing on a tie.
        winner: Option<Seat>,
    },
    /// The winner took a right. Rule `BB-START-01`.
    RightTaken {
        /// Who.
        seat: Seat,
        /// Which.
        right: Right,
        /// Who holds the deployment right now.
        deployment_right: Seat,
    },
    /// The first deployer was named. Rule `BB-START-02`.
    DeployerNamed {
        /// By whom.
        seat: Seat,
        /// Who deploys first.
        first: Seat,
    },
    /// The first player was named. Rule `BB-START-02`.
    FirstNamed {
        /// By whom.
        seat: Seat,
        /// Who takes the first turn.
        first: Seat,
    },
}
