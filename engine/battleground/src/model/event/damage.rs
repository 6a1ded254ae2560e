//! Events of ammo, damage boxes and destruction.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::names::UnitId;
use crate::model::state::Cause;

/// An event of ammo, damage boxes and destruction.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum DamageEvent {
    /// Ammo boxes were marked (above 0) or erased.
    AmmoMarked {
        /// Whose.
        unit: UnitId,
        /// By how many.
        by: i8,
    },
    /// Damage boxes were marked.
    BoxesMarked {
        /// Whose.
        unit: UnitId,
        /// How many.
        boxes: u8,
        /// Wounds beyond the last box.
        excess: u8,
        /// By whom.
        by: Option<UnitId>,
        /// Whether they count only from Combat Consequences on. Rule `BG4-COMB-02` (pp. 90, 96).
        fresh: bool,
    },
    /// Damage boxes were erased.
    BoxesErased {
        /// Whose.
        unit: UnitId,
        /// How many.
        boxes: u8,
    },
    /// Damage of the Combat Phase takes effect.
    DamageCounted,
    /// A unit was destroyed and removed.
    UnitDestroyed {
        /// Which.
        unit: UnitId,
        /// Why.
        cause: Cause,
        /// By whom.
        by: Option<UnitId>,
    },
}
