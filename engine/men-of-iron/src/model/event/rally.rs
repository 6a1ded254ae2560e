//! Events of rallying and Standards.

use hindsight_geometry::hexes::Hex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::drm::Throw;
use super::super::names::{StandardId, UnitId};
use super::super::piece::Status;
use super::subjects::Subjects;

/// Rallying and Standards.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum RallyEvent {
    /// A unit rallied. Rules `MOI-RALLY-01`, `MOI-RALLY-02`.
    UnitRallied {
        /// The unit.
        unit: UnitId,
        /// Its status now.
        to: Status,
    },
    /// The roll of a Retired unit whose Standard moves away. Rule `MOI-STD-04`.
    StandardCheckRolled {
        /// The unit.
        unit: UnitId,
        /// The roll.
        throw: Throw,
        /// Whether the unit is eliminated.
        eliminated: bool,
    },
    /// A Standard was moved. Rule `MOI-STD-03`.
    StandardMoved {
        /// The Standard.
        standard: StandardId,
        /// From where; none if it was off the map.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Hex>,
        /// Where to.
        to: Hex,
    },
    /// A Standard was captured. Rule `MOI-STD-07`.
    StandardCaptured {
        /// The Standard.
        standard: StandardId,
        /// Where.
        hex: Hex,
    },
}

impl RallyEvent {
    /// The units and dice that it concerns.
    pub fn subjects(&self) -> Subjects<'_> {
        match self {
            Self::UnitRallied { unit, .. } => Subjects::units([*unit]),
            Self::StandardCheckRolled { unit, throw, .. } => Subjects::units([*unit]).thrown(&throw.roll),
            Self::StandardMoved { .. } | Self::StandardCaptured { .. } => Subjects::default(),
        }
    }
}
