//! Rulings of the players.

use hindsight_geometry::squares::{Cell, Facing};
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::command::Patch;
use crate::model::names::UnitId;
use crate::model::state::Loss;

/// A unit as it was noted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum NotedUnit {
    /// On the board.
    Standing {
        /// The unit.
        unit: UnitId,
        /// Its cell.
        cell: Cell,
        /// Its facing.
        facing: Facing,
        /// Models alive.
        models: u8,
        /// Wounds on the wounded model.
        wounds: u8,
    },
    /// Lost.
    Lost {
        /// The unit.
        unit: UnitId,
        /// How.
        lost: Loss,
    },
}

impl NotedUnit {
    /// The unit.
    pub const fn unit(self) -> UnitId {
        match self {
            Self::Standing { unit, .. } | Self::Lost { unit, .. } => unit,
        }
    }

    /// Its cell.
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Self::Standing { cell, .. } => Some(cell),
            Self::Lost { .. } => None,
        }
    }
}

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
    /// The board was set as it was noted beside the table: a turn begins. Rule `HS-NOTE-01`.
    PositionNoted {
        /// The round.
        round: u8,
        /// The player whose turn it is.
        active: Seat,
        /// The units that were noted.
        units: Vec<NotedUnit>,
    },
}
