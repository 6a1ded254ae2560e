//! Events of wounds, destruction and condition tokens of units.

use hindsight_kernel::{Roll, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::agenda::Occasion;
use super::super::names::UnitId;
use super::parts::Cause;
use super::subjects::{Roller, Subjects};
use crate::cards::{ConditionToken, is_default};

/// Wounds, destruction and condition tokens of units.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum UnitEvent {
    /// A unit suffered wounds. Rules `IF-UNIT-04`, `IF-UNIT-05`.
    WoundsSuffered {
        /// Which.
        unit: UnitId,
        /// How many, surplus left out.
        wounds: u16,
        /// From what.
        cause: Cause,
        /// The D3 that gave the number, thrown as a D6, where one did.
        #[serde(default, skip_serializing_if = "is_default")]
        roll: Option<Roll>,
        /// Models left.
        models: u8,
        /// Wounds on the wounded model.
        wounded: u8,
    },
    /// A unit restored wounds. Rule `IF-UNIT-08`.
    WoundsRestored {
        /// Which.
        unit: UnitId,
        /// How many.
        wounds: u16,
        /// Models now.
        models: u8,
        /// Wounds on the wounded model.
        wounded: u8,
    },
    /// A unit was destroyed and removed with its tokens. Rule `IF-UNIT-07`.
    UnitDestroyed {
        /// Which.
        unit: UnitId,
        /// The trigger that follows.
        at: Occasion,
        /// The last cause of its wounds.
        cause: Cause,
    },
    /// A unit gained a condition token. Rule `IF-COND-01`.
    TokenPlaced {
        /// Which unit.
        unit: UnitId,
        /// Which token.
        token: ConditionToken,
    },
    /// A unit lost a condition token without anything following.
    TokenRemoved {
        /// Which unit.
        unit: UnitId,
        /// Which token.
        token: ConditionToken,
    },
    /// A condition token was expended by the enemy of its unit. Rule `IF-COND-05`.
    TokenExpended {
        /// By whom.
        seat: Seat,
        /// Which unit held it.
        unit: UnitId,
        /// Which token.
        token: ConditionToken,
    },
}

impl UnitEvent {
    /// The units and dice that it concerns.
    pub fn subjects(&self) -> Subjects<'_> {
        match self {
            Self::WoundsSuffered {
                unit,
                roll: Some(roll),
                ..
            } => Subjects::units([*unit]).thrown(roll, Roller::Unit(*unit), None),
            Self::WoundsSuffered { unit, roll: None, .. }
            | Self::WoundsRestored { unit, .. }
            | Self::TokenPlaced { unit, .. }
            | Self::TokenRemoved { unit, .. }
            | Self::TokenExpended { unit, .. } => Subjects::units([*unit]),
            Self::UnitDestroyed { .. } => Subjects::default(),
        }
    }
}
