//! Parts of events: an attack with its dice, and a unit as it lies face up.

use hindsight_kernel::Roll;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::cards::{Cards, Slot};
use crate::model::names::{CardId, ItemId, UnitId};

/// One attack from its dice to the losses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Blow {
    /// Who struck or shot.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// The attack dice.
    pub attack: Roll,
    /// The least face that hit.
    pub need: u8,
    /// Hits.
    pub hits: u8,
    /// The block dice, if any were rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<Roll>,
    /// The least face that blocked; 7 where no block was possible.
    pub block_need: u8,
    /// Hits blocked.
    pub blocked: u8,
    /// Wounds taken from models.
    pub wounds: u8,
    /// Wounds lost on a target without models.
    pub surplus: u8,
    /// The target's models after it.
    pub models_after: u8,
    /// Wounds on the target's wounded model after it.
    pub wounds_after: u8,
}

/// A unit as it lies face up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnedUp {
    /// Which.
    pub unit: UnitId,
    /// Its card.
    pub card: CardId,
    /// Its melee item, shield and ranged item.
    pub items: [Option<ItemId>; 3],
    /// Its models.
    pub models: u8,
}

/// Items by slot.
pub(crate) fn by_slot(cards: &Cards, items: impl IntoIterator<Item = ItemId>) -> [Option<ItemId>; 3] {
    let mut held = [None; 3];
    for item in items {
        if let Some(card) = cards.item(item) {
            held[card.slot as usize] = Some(item);
        }
    }
    held
}

/// The slots with what they hold.
pub(crate) fn held(items: &[Option<ItemId>; 3]) -> impl Iterator<Item = (Slot, ItemId)> {
    Slot::ALL
        .into_iter()
        .zip(items)
        .filter_map(|(slot, item)| Some((slot, (*item)?)))
}
