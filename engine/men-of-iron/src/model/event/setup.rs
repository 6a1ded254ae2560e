//! Events of placing of pieces before the battle.

use hindsight_geometry::hexes::{Facing, Hex};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::names::{LeaderId, StandardId, UnitId};
use super::subjects::Subjects;

/// Placing of pieces before the battle.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum SetupEvent {
    /// A unit was placed before the battle. Rule `MOI-SETUP-02`.
    UnitPlaced {
        /// The unit.
        unit: UnitId,
        /// Its hex.
        hex: Hex,
        /// The vertex it faces.
        facing: Facing,
    },
    /// A leader was placed before the battle.
    LeaderPlaced {
        /// The leader.
        leader: LeaderId,
        /// The hex.
        hex: Hex,
    },
    /// A Standard was placed before the battle.
    StandardPlaced {
        /// The Standard.
        standard: StandardId,
        /// The hex.
        hex: Hex,
    },
}

impl SetupEvent {
    /// The units and dice that it concerns.
    pub fn subjects(&self) -> Subjects<'_> {
        match self {
            Self::UnitPlaced { unit, .. } => Subjects::units([*unit]),
            Self::LeaderPlaced { .. } | Self::StandardPlaced { .. } => Subjects::default(),
        }
    }
}
