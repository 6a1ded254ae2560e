//! House rules: what the players agree on before a battle of the earlier edition, beside budget, scenario and
//! map.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{is_false, is_none_left};
use crate::model::names::CardNo;

/// The most command decks that a player has beside their first.
pub const MOST_MORE_DECKS: u8 = 3;

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
    /// Command decks of each player beside the first, shuffled into it, as they are advised above 3000 points. Rule
    /// `BG3-SCEN-06` (p. 26).
    // RULING: BG3-SCEN-06, the budget asks for none and forbids none; a deck that is shared stays one.
    #[serde(skip_serializing_if = "is_none_left")]
    #[schemars(range(max = 3))]
    pub more_decks: u8,
}

impl HouseRules {
    /// Whether nothing differs from the book.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// The number of copies that a player has of each command card. Rule `BG3-SCEN-06` (p. 26).
    pub fn copies(self) -> u8 {
        if self.shared_deck {
            return 1;
        }
        1 + self.more_decks.min(MOST_MORE_DECKS)
    }

    /// The command cards of a player before any is drawn, by number. Rules `BG4-CARDS-10`, `BG3-SET-07` (pp. 3-4),
    /// `BG3-SCEN-06` (p. 26).
    pub fn deck(self) -> Vec<CardNo> {
        CardNo::deck()
            .flat_map(|card| std::iter::repeat_n(card, usize::from(self.copies())))
            .collect()
    }
}
