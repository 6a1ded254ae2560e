//! Whom the units of a seat could attack next.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Seat;

/// What a seat threatens in a position.
///
/// An enemy is in reach if at least one unit of the seat could strike it, shoot at it, or rush or charge it in that unit's
/// next activation: under the rules of its game and by the orders it has, with everybody else where they are now. What
/// hangs on a die that is not thrown yet does not count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Threat {
    /// Who threatens.
    pub seat: Seat,
    /// The enemy units on the field, by their ids.
    pub enemies: Vec<String>,
    /// Those of them that are in reach.
    pub in_reach: Vec<String>,
}
