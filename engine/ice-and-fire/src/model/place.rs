//! Distance and direction of a unit's shift. Poses and places are those of the table: [`crate::field`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A straight move of a shift: any direction, counted like a heading. Rule `IF-ACT-09`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shift {
    /// Whole degrees clockwise from north, 0 to 359.
    #[schemars(range(min = 0, max = 359))]
    pub direction: u16,
    /// Thousandths of an inch, a multiple of 10. Rule `IF-MOVE-01`.
    #[schemars(range(min = 0, max = 12000))]
    pub distance: i32,
}
