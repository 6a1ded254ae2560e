//! Select your weapons: points, and who gets what. §Select your weapons.

use hindsight_kernel::{Refusal, Seat, refusals};

use crate::messages::MESSAGES;
use crate::model::cards::Cards;
use crate::model::names::{ItemId, UNITS_PER_ARMY, UnitId};
use crate::model::state::{ArmyList, Assigned};
use crate::rules::army::{general, pool_after_general};
use crate::rules::equipment::{fits_slots, item, no_duplicates};

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a choice of weapons, in the order in which they are judged.
    pub(crate) enum WeaponRefusal {
        /// An item for a unit of the other player.
        OtherArmy { unit: UnitId } = "BB-WPN-01", "§Select your weapons", unit => asked(unit);
        /// Items beyond the points that are left.
        TooExpensive { spent: u8, pool: u8 } = "BB-WPN-01", "§Select your weapons", spent, pool => asked(spent), allowed(pool);
    }
}

/// Items for at most the points the General has left, each assigned to a unit of the army.
/// Rule `BB-WPN-01` (§Select your weapons).
pub fn weapon_points(cards: &Cards, list: &ArmyList, weapons: &[Assigned]) -> Result<u8, Refusal> {
    let pool = pool_after_general(cards, list)?;
    let mut spent = 0_u8;
    for assigned in weapons {
        spent = spent.saturating_add(item(cards, assigned.item)?.points);
    }
    if spent > pool {
        return Err(WeaponRefusal::TooExpensive { spent, pool }.into());
    }
    Ok(spent)
}

/// All items of the unit at a place of the list. Rule `BB-ARMY-05`.
///
/// RULING: the General keeps what he took while the list was built, and may fill empty slots in the weapons step.
pub fn items_of(cards: &Cards, list: &ArmyList, weapons: &[Assigned], slot: usize) -> Vec<ItemId> {
    let first: &[ItemId] = match general(cards, &list.units) {
        Some((place, _)) if place == slot => &list.general_items,
        _ => &[],
    };
    let later = weapons
        .iter()
        .filter(|assigned| assigned.unit.slot() == slot)
        .map(|assigned| assigned.item);
    first.iter().copied().chain(later).collect()
}

/// A whole choice of weapons. Rules `BB-WPN-01` to `BB-WPN-04`.
pub fn check_weapons(
    cards: &Cards,
    seat: Seat,
    list: &ArmyList,
    weapons: &[Assigned],
) -> Result<(), Refusal> {
    if let Some(stranger) = weapons.iter().find(|assigned| assigned.unit.seat() != seat) {
        return Err(WeaponRefusal::OtherArmy { unit: stranger.unit }.into());
    }
    weapon_points(cards, list, weapons)?;
    no_duplicates(
        list.general_items
            .iter()
            .copied()
            .chain(weapons.iter().map(|assigned| assigned.item)),
    )?;
    for slot in 0..UNITS_PER_ARMY {
        if let Some(card) = list.units.get(slot).and_then(|&id| cards.unit(id)) {
            fits_slots(cards, card, &items_of(cards, list, weapons, slot))?;
        }
    }
    Ok(())
}

/// Items are face down with their unit until it is turned up: neither their number nor their points are told.
/// Rule `BB-WPN-05`; `views::secrets` hides them.
pub const HIDDEN_UNTIL: &str = "BB-DEP-05";

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::model::state::Secret;
    use crate::scene::{Scene, names, rule_of, sample_cards, unit};
    use hindsight_kernel::Viewer;

    fn army(general_items: &str) -> ArmyList {
        ArmyList {
            units: names("rm-militia rm-bows rm-riders rm-gate rm-knights rm-orsa"),
            general_items: names(general_items),
            distractions: names("rm-levy rm-mill rm-swans"),
        }
    }

    fn check(general_items: &str, weapons: &[(&str, &str)]) -> Result<(), Refusal> {
        let weapons: Vec<Assigned> = weapons
            .iter()
            .map(|(name, item)| Assigned {
                unit: unit(name),
                item: names(item)[0],
            })
            .collect();
        check_weapons(&sample_cards(), Seat::A, &army(general_items), &weapons)
    }

    #[test]
    fn bb_wpn_01_items_cost_six_points_at_most() {
        assert_eq!(
            check("", &[("A1", "sword-2"), ("A4", "shield-2"), ("A5", "lance-2")]),
            Ok(())
        ); // 2 + 2 + 2.
        let over = check("", &[("A1", "sword-2"), ("A4", "shield-3"), ("A5", "lance-2")]); // 2 + 3 + 2.
        assert_eq!(rule_of(over), "BB-WPN-01");
        // The General took 1 from the pool: 5 are legal, 6 are not.
        let five = [("A1", "spear-2"), ("A5", "lance-2"), ("A3", "sword-1")];
        assert_eq!(check("sword-2 shield-1", &five), Ok(()));
        let six = [("A1", "spear-2"), ("A5", "lance-2"), ("A4", "shield-2")];
        assert_eq!(rule_of(check("sword-2 shield-1", &six)), "BB-WPN-01");
        assert_eq!(rule_of(check("", &[("B1", "sword-1")])), "BB-WPN-01"); // Another player's unit.
        assert_eq!(rule_of(check("", &[("A1", "no-item")])), "BB-WPN-01");
        assert_eq!(check("", &[]), Ok(())); // Points left over are lost.
    }

    #[test]
    fn bb_wpn_02_one_item_in_each_slot() {
        let mut cards = sample_cards();
        let card = cards
            .units
            .iter_mut()
            .find(|card| card.id == names("rm-dunmar")[0])
            .unwrap();
        card.equip.melee.insert("spear".to_owned(), 2);
        let card = cards.unit(names("rm-dunmar")[0]).unwrap();
        assert_eq!(fits_slots(&cards, card, &names("sword-1 shield-1 bow-1")), Ok(()));
        assert_eq!(
            rule_of(fits_slots(&cards, card, &names("sword-1 spear-1"))),
            "BB-WPN-02"
        );
        assert_eq!(
            rule_of(fits_slots(&cards, card, &names("bow-1 javelin-1"))),
            "BB-WPN-02"
        );
        assert_eq!(rule_of(check("sword-1", &[("A6", "axe-1")])), "BB-WPN-02"); // "At any time": the first item counts.
    }

    #[test]
    fn bb_wpn_04_no_item_twice_in_an_army() {
        let mut cards = sample_cards();
        for card in &mut cards.units {
            card.equip.ranged.insert("bow".to_owned(), 3);
        }
        let twice = [("A2", "bow-1"), ("A1", "bow-1")].map(|(name, item)| Assigned {
            unit: unit(name),
            item: names(item)[0],
        });
        assert_eq!(
            rule_of(check_weapons(&cards, Seat::A, &army(""), &twice)),
            "BB-WPN-04"
        );
        assert_eq!(rule_of(check("sword-1", &[("A1", "sword-1")])), "BB-WPN-04"); // The General took it.
        assert_eq!(check("sword-1", &[("A1", "sword-2")]), Ok(())); // Two levels are two cards.
        // rm-bows has bow-1 printed; the item bow-1 may still be selected, and it replaces the printed one.
        assert_eq!(check("", &[("A2", "bow-1")]), Ok(()));
        assert_eq!(check("", &[("A2", "bow-2")]), Ok(()));
        // Both players own sword-1.
        let mut scene = Scene::begun(&json!({ "armies": "sample" }), &[5, 3]);
        assert!(scene.give(Seat::A, "take deployment", &[]).is_ok());
        let south = scene.state.players[0].list.known().unwrap();
        assert!(south.general_items.contains(&names("sword-1")[0]));
    }

    #[test]
    fn bb_wpn_05_items_their_number_and_their_points_stay_hidden_until_turned_up() {
        let mut scene = Scene::begun(&json!({ "armies": "sample" }), &[5, 3]);
        let seen = scene.seen_by(Viewer::Seat(Seat::B));
        assert_eq!(seen.players[0].weapons, Secret::Unknown);
        assert!(seen.players[1].weapons.known().is_some());
        let text = serde_json::to_string(&seen.players[0]).unwrap();
        assert!(!text.contains("spear-2") && !text.contains("sword-1"), "{text}");
        for line in ["take deployment", "name A first deployer"] {
            scene.give(Seat::A, line, &[]).unwrap();
        }
        scene.give(Seat::B, "name A first player", &[]).unwrap();
        for number in 1..=6 {
            let letter = char::from(b'a' + number - 1);
            scene
                .give(Seat::A, &format!("deploy A{number} {letter}2 N"), &[])
                .unwrap();
            assert_eq!(scene.seen_by(Viewer::Seat(Seat::B)).units[0].items, [None; 3]);
            scene
                .give(Seat::B, &format!("deploy B{number} {letter}7 S"), &[])
                .unwrap();
        }
        let seen = scene.seen_by(Viewer::Seat(Seat::B));
        assert_eq!(seen.units[0].items[0], Some(names("spear-2")[0]));
        assert_eq!(seen, scene.state, "everything is public from now on");
    }
}
