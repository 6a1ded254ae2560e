//! Strikes of a combat: who strikes whom, from which direction, and when. §Who attacks first?

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::names::{UnitId, words};

words! {
    /// Where an attack meets its target.
    pub enum Direction {
        /// Face to face.
        Front,
        /// From a side.
        Flank,
        /// From behind.
        Rear,
    }
}

/// One unit's part in a combat: whom it strikes, from where, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Strike {
    /// Who.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// Where it meets the target.
    pub direction: Direction,
    /// 1 to 4.
    pub tier: u8,
}
