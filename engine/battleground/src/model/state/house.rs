//! What the players agree on before a battle of the earlier edition, beside budget, scenario and map.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::is_false;

/// The options of a battle of the earlier edition; the later one has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct HouseRules {
    /// Both players draw from one deck and discard to one pile. Rule `BG3-SET-07` (pp. 3-4).
    // RULING: BG3-SET-07, armies of two factions share cards 1 to 20 alone: the others belong to one of them.
    #[serde(skip_serializing_if = "is_false")]
    pub shared_deck: bool,
    /// Armies are built before scenario and terrain are agreed. Rule `BG3-ARMY-07` (p. 26).
    #[serde(skip_serializing_if = "is_false")]
    pub armies_before_terrain: bool,
    /// In the Yellow and In the Red cost attack dice, as the reference sheet has it, not skill. Rule `BG3-MOD-03` (p. 19).
    #[serde(skip_serializing_if = "is_false")]
    pub shade_costs_dice: bool,
}

impl HouseRules {
    /// Whether nothing differs from the book.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}
