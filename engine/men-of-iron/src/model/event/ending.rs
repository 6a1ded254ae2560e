//! Events of Loss Checks, the end of an Activation and of the battle, and rulings.

use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::command::Patch;
use super::super::drm::Throw;
use super::super::state::Ending;
use super::subjects::{Roller, Subjects};

/// Loss Checks, the end of an Activation and of the battle, and rulings.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum EndingEvent {
    /// A player's Loss Check. Rule `MOI-VIC-02`.
    LossChecked {
        /// Whose.
        seat: Seat,
        /// Their Flight Points.
        points: i32,
        /// Their Flight Level.
        level: i32,
        /// The roll; none where it could not change anything. Rule `MOI-VIC-06`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        throw: Option<Throw>,
        /// Whether the army flees.
        fails: bool,
    },
    /// An Activation is complete.
    ActivationEnded,
    /// The battle is over.
    GameEnded {
        /// How.
        ending: Ending,
    },
    /// A ruling changed something. Rule `HS-RULE-01`.
    Patched {
        /// What.
        patch: Patch,
    },
}

impl EndingEvent {
    /// The units and dice that it concerns.
    pub fn subjects(&self) -> Subjects<'_> {
        match self {
            Self::LossChecked { seat, throw, .. } => Subjects {
                rolls: throw.iter().map(|throw| &throw.roll).collect(),
                by: Some(Roller::Seat(*seat)),
                ..Subjects::default()
            },
            Self::ActivationEnded | Self::GameEnded { .. } | Self::Patched { .. } => Subjects::default(),
        }
    }
}
