//! Events of Reaction, Active and Return Fire.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::names::UnitId;
use super::super::piece::Occasion;
use super::parts::Shot;
use super::subjects::Subjects;

/// Reaction, Active and Return Fire.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum FireEvent {
    /// A unit made Reaction Fire. Rule `MOI-FIRE-11`.
    ReactionFired {
        /// Who fires.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// On which occasion.
        on: Occasion,
        /// The shot.
        shot: Shot,
    },
    /// A unit made Active Fire. Rule `MOI-FIRE-06`.
    ActiveFired {
        /// Who fires.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// The shot.
        shot: Shot,
    },
    /// A unit made Return Fire. Rule `MOI-FIRE-08`.
    ReturnFired {
        /// Who fires.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// The shot.
        shot: Shot,
    },
}

impl FireEvent {
    /// The units and dice that it concerns.
    pub fn subjects(&self) -> Subjects<'_> {
        match self {
            Self::ReactionFired {
                unit, target, shot, ..
            }
            | Self::ActiveFired { unit, target, shot }
            | Self::ReturnFired { unit, target, shot } => {
                Subjects::units([*unit, *target]).thrown(&shot.throw.roll)
            }
        }
    }
}
