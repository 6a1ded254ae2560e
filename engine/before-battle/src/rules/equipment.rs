//! Equipment of one unit: slots, types and levels of items, and no item twice. §Select your weapons.

use std::collections::BTreeMap;

use hindsight_kernel::{Refusal, refusals};

use crate::messages::MESSAGES;
use crate::model::cards::{Cards, ItemCard, Slot, UnitCard};
use crate::model::names::ItemId;

/// Item types that a slot takes, each up to a level.
type Limits = BTreeMap<String, u8>;

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse items of a unit, in the order in which they are judged.
    pub(crate) enum EquipmentRefusal {
        /// An item that the pack does not have.
        NoItem { item: ItemId } = "BB-WPN-01", "§Select your weapons", item => asked(item);
        /// An item card twice in one army.
        Twice { item: ItemId } = "BB-WPN-04", "§Select your weapons", item => asked(item), allowed(1);
        /// Two items in one slot.
        SlotFull { name: String, slot: Slot, held: Vec<ItemId> } = "BB-WPN-02", "§Select your weapons", name, slot = <&str>::from(*slot)
            => asked(held), allowed(1);
        /// A level above the limit of the card.
        LevelTooHigh { name: String, item: ItemId, kind: String, limit: u8, limits: Limits } = "BB-WPN-03", "§Select your weapons", name, kind, limit
            => asked(item), allowed(limits);
        /// A type that the card does not list for the slot.
        TypeNotListed { name: String, item: ItemId, kind: String, slot: Slot, limits: Limits } = "BB-WPN-03", "§Select your weapons", name, kind, slot = <&str>::from(*slot)
            => asked(item), allowed(limits);
    }
}

/// The item card of an id. Rule `BB-WPN-01` (§Select your weapons).
pub(super) fn item(cards: &Cards, id: ItemId) -> Result<&ItemCard, Refusal> {
    cards
        .item(id)
        .ok_or_else(|| EquipmentRefusal::NoItem { item: id }.into())
}

/// At most one melee item, one shield and one ranged item. Rule `BB-WPN-02` (§Select your weapons).
pub fn one_per_slot(cards: &Cards, card: &UnitCard, items: &[ItemId]) -> Result<(), Refusal> {
    for slot in Slot::ALL {
        let mut held = Vec::new();
        for &id in items {
            if item(cards, id)?.slot == slot {
                held.push(id);
            }
        }
        if held.len() > 1 {
            let name = card.name.clone();
            return Err(EquipmentRefusal::SlotFull { name, slot, held }.into());
        }
    }
    Ok(())
}

/// The item's type is listed for its slot and its level is within the limit. Rule `BB-WPN-03`.
pub fn accepts(card: &UnitCard, item: &ItemCard) -> Result<(), Refusal> {
    let limits = card.equip.slot(item.slot);
    match limits.get(&item.kind) {
        Some(&limit) if item.level <= limit => Ok(()),
        Some(&limit) => Err(EquipmentRefusal::LevelTooHigh {
            name: card.name.clone(),
            item: item.id,
            kind: item.kind.clone(),
            limit,
            limits: limits.clone(),
        }
        .into()),
        None => Err(EquipmentRefusal::TypeNotListed {
            name: card.name.clone(),
            item: item.id,
            kind: item.kind.clone(),
            slot: item.slot,
            limits: limits.clone(),
        }
        .into()),
    }
}

/// Slots, types and levels of all items of one unit. Rules `BB-WPN-02` and `BB-WPN-03`.
pub fn fits_slots(cards: &Cards, card: &UnitCard, items: &[ItemId]) -> Result<(), Refusal> {
    one_per_slot(cards, card, items)?;
    items.iter().try_for_each(|&id| accepts(card, item(cards, id)?))
}

/// No item card twice in one army. Rule `BB-WPN-04` (§Select your weapons).
///
/// RULING: two levels of one weapon are different cards; a printed weapon does not count.
pub fn no_duplicates(items: impl IntoIterator<Item = ItemId>) -> Result<(), Refusal> {
    let mut seen = Vec::new();
    for id in items {
        if seen.contains(&id) {
            return Err(EquipmentRefusal::Twice { item: id }.into());
        }
        seen.push(id);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{names, sample_cards};

    #[test]
    fn bb_wpn_03_type_and_level_must_fit_the_card() {
        let cards = sample_cards();
        let fits = |card: &str, item: &str| {
            let (card, item) = (
                cards.unit(names(card)[0]).unwrap(),
                cards.item(names(item)[0]).unwrap(),
            );
            accepts(card, item).map_err(|refusal| refusal.rule.to_string())
        };
        let no = Err("BB-WPN-03".to_owned());
        assert_eq!(fits("rm-bows", "sword-1"), Ok(())); // Accepts sword up to level 1.
        assert_eq!(fits("rm-bows", "sword-2"), no);
        assert_eq!(fits("rm-bows", "axe-1"), no);
        assert_eq!(fits("rm-bows", "shield-1"), no); // No shield slot.
        assert_eq!(fits("rm-levy", "axe-1"), Ok(())); // "spear, axe up to 1" limits both.
        assert_eq!(fits("rm-levy", "spear-2"), no);
        assert_eq!(fits("af-axes", "axe-2"), Ok(())); // "axe up to 2, sword up to 1".
        assert_eq!(fits("af-axes", "sword-2"), no);
    }
}
