//! Events of Loss Checks, the end of an Activation and of the battle, and rulings.

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::command::Patch;
use super::super::drm::Throw;
use super::super::names::{LeaderId, StandardId, UnitId};
use super::super::piece::{Formation, LeaderPlace, PiecePlace, Status};
use super::super::state::Ending;
use super::subjects::{Roller, Subjects};

/// A combat unit as it was noted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NotedUnit {
    /// The unit.
    pub unit: UnitId,
    /// Where it is.
    pub place: PiecePlace,
    /// Its status.
    pub status: Status,
    /// Its formation.
    pub formation: Formation,
    /// Whether a hobilar has dismounted.
    pub dismounted: bool,
}

/// A leader as they were noted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NotedLeader {
    /// The leader.
    pub leader: LeaderId,
    /// Where they are.
    pub place: LeaderPlace,
}

/// A Standard as it was noted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NotedStandard {
    /// The Standard.
    pub standard: StandardId,
    /// Its hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<Hex>,
    /// Whether it is captured.
    pub captured: bool,
}

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
    /// The map was set as it was noted: a player chooses an Activation freely. Rule `HS-NOTE-01`.
    PositionNoted {
        /// The number of the Activation that is to be chosen.
        activation: u32,
        /// The player who chooses.
        active: Seat,
        /// The combat units that were noted.
        units: Vec<NotedUnit>,
        /// The leaders that were noted.
        leaders: Vec<NotedLeader>,
        /// The Standards that were noted.
        standards: Vec<NotedStandard>,
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
            Self::PositionNoted { units, .. } => Subjects {
                units: units.iter().map(|noted| noted.unit).collect(),
                ..Subjects::default()
            },
            Self::ActivationEnded | Self::GameEnded { .. } | Self::Patched { .. } => Subjects::default(),
        }
    }
}
