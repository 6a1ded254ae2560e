//! Tactics cards. Rules `IF-ARMY-03`, `IF-CARD-01`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::effect::{Condition, Effect, Trigger};
use super::{CardId, Name, is_default};

const fn two() -> u8 {
    2
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
const fn is_two(copies: &u8) -> bool {
    *copies == 2
}

/// Whose deck a design belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CardOwner {
    /// Every army of this faction.
    Faction(Name),
    /// Armies led by this commander: an attachment, or a unit or NCU that is a commander.
    Commander(CardId),
}

/// A design of a tactics card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TacticsCard {
    /// Unique in its pack.
    pub id: CardId,
    /// What people call it.
    pub name: String,
    /// Whose deck it belongs to.
    pub owner: CardOwner,
    /// Copies in a deck.
    #[serde(default = "two", skip_serializing_if = "is_two")]
    #[schemars(range(min = 1, max = 4))]
    pub copies: u8,
    /// A commander's: the designs of the faction whose place it takes in the deck.
    #[serde(default, skip_serializing_if = "is_default")]
    pub replaces: Vec<CardId>,
    /// When it may be played.
    pub trigger: Trigger,
    /// What must hold besides.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when: Vec<Condition>,
    /// What it does, in this order.
    pub effects: Vec<Effect>,
    /// Its text for people.
    #[serde(default, skip_serializing_if = "is_default")]
    pub text: String,
}
