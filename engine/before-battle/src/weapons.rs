//! Select your weapons: points, slots, limits, and what items do to the numbers. §Select your weapons.

use hindsight_kernel::{Modifier, Refusal, RuleId};

use crate::army::{general, pool_after_general};
use crate::cards::{BlockVs, BlowOrder, Cards, ItemCard, Slot, UnitCard};
use crate::names::{ItemId, UNITS_PER_ARMY};
use crate::state::{ArmyList, Assigned};
use hindsight_kernel::Seat;

/// Items for at most the points the General has left, each assigned to a unit of the army.
/// Rule `BB-WPN-01` (§Select your weapons).
pub fn weapon_points(cards: &Cards, list: &ArmyList, weapons: &[Assigned]) -> Result<u8, Refusal> {
    let pool = pool_after_general(cards, list)?;
    let mut spent = 0_u8;
    for assigned in weapons {
        spent = spent.saturating_add(item(cards, assigned.item)?.points);
    }
    if spent > pool {
        return Err(Refusal::new(
            "BB-WPN-01",
            format!("these items cost {spent} points, {pool} are left"),
        )
        .asked(spent)
        .allowed(pool));
    }
    Ok(spent)
}

fn item(cards: &Cards, id: ItemId) -> Result<&ItemCard, Refusal> {
    cards
        .item(id)
        .ok_or_else(|| Refusal::new("BB-WPN-01", format!("the pack has no item {id}")).asked(id))
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
            let word: &str = slot.into();
            return Err(Refusal::new(
                "BB-WPN-02",
                format!("{} can hold one {word} item only", card.name),
            )
            .asked(held)
            .allowed(1));
        }
    }
    Ok(())
}

/// The item's type is listed for its slot and its level is within the limit. Rule `BB-WPN-03`.
pub fn accepts(card: &UnitCard, item: &ItemCard) -> Result<(), Refusal> {
    let limits = card.equip.slot(item.slot);
    match limits.get(&item.kind) {
        Some(&limit) if item.level <= limit => Ok(()),
        Some(&limit) => Err(Refusal::new(
            "BB-WPN-03",
            format!("{} takes a {} up to level {limit} only", card.name, item.kind),
        )
        .asked(item.id)
        .allowed(limits)),
        None => {
            let word: &str = item.slot.into();
            Err(Refusal::new(
                "BB-WPN-03",
                format!("{} takes no {} as its {word} item", card.name, item.kind),
            )
            .asked(item.id)
            .allowed(limits))
        }
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
            return Err(Refusal::new("BB-WPN-04", format!("{id} is in this army twice"))
                .asked(id)
                .allowed(1));
        }
        seen.push(id);
    }
    Ok(())
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
        return Err(
            Refusal::new("BB-WPN-01", format!("{} is not of this army", stranger.unit)).asked(stranger.unit),
        );
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
/// Rule `BB-WPN-05`; [`crate::view`] hides them.
pub const HIDDEN_UNTIL: &str = "BB-DEP-05";

/// Melee or shooting: which attacks a number is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attack {
    /// Hand to hand.
    Melee,
    /// From afar.
    Shooting,
}

/// A unit's card with the items it holds: where every number of a fight comes from.
#[derive(Debug, Clone, Copy)]
pub struct Gear<'c> {
    /// The card.
    pub card: &'c UnitCard,
    /// Melee item, shield, ranged item.
    pub items: [Option<&'c ItemCard>; 3],
    /// Whether the unit has charged this turn.
    pub charged: bool,
}

/// A number with what made it. Rule `BB-WPN-06`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// What counts.
    pub value: u8,
    /// What it is made of.
    pub modifiers: Vec<Modifier>,
}

fn part(name: &str, change: i32, rule: &'static str) -> Modifier {
    Modifier {
        name: name.to_owned(),
        change,
        rule: RuleId::new(rule),
    }
}

/// Adds all changes first, then limits the result. Rule `BB-WPN-06`.
fn limited(parts: &[(i32, Option<&ItemCard>)], low: i32, high: i32) -> u8 {
    parts
        .iter()
        .map(|(change, _)| change)
        .sum::<i32>()
        .clamp(low, high) as u8
}

fn explained(
    printed: &str,
    rule: &'static str,
    parts: &[(i32, Option<&ItemCard>)],
    low: i32,
    high: i32,
) -> Number {
    let value = limited(parts, low, high);
    let sum: i32 = parts.iter().map(|(change, _)| change).sum();
    let mut modifiers: Vec<Modifier> = parts
        .iter()
        .filter(|(change, item)| item.is_none() || *change != 0)
        .map(|(change, item)| match item {
            Some(item) => part(item.id.as_str(), *change, "BB-WPN-06"),
            None => part(&format!("{printed} {change}+"), *change, rule),
        })
        .collect();
    if sum != i32::from(value) {
        modifiers.push(part("limit", i32::from(value) - sum, "BB-WPN-06"));
    }
    Number { value, modifiers }
}

impl<'c> Gear<'c> {
    /// The item that attacks of a kind are made with.
    pub fn weapon(&self, attack: Attack) -> Option<&'c ItemCard> {
        self.items[match attack {
            Attack::Melee => Slot::Melee,
            Attack::Shooting => Slot::Ranged,
        } as usize]
    }

    /// The ranged weapon: an assigned one replaces the printed one. Rules `BB-SHOOT-01`, `BB-WPN-04`.
    pub fn ranged_weapon(&self, cards: &'c Cards) -> Option<&'c ItemCard> {
        self.weapon(Attack::Shooting)
            .or_else(|| cards.item(self.card.innate_ranged?))
    }

    fn melee_parts(&self) -> [(i32, Option<&'c ItemCard>); 4] {
        let change = |item: Option<&'c ItemCard>| (item.map_or(0, |item| -i32::from(item.melee_mod)), item);
        [
            (i32::from(self.card.melee), None),
            change(self.items[0]),
            change(self.items[1]),
            change(self.items[2]),
        ]
        .map(|(change, item)| (change, item))
    }

    /// The least face that hits in melee: 2 to 6. Rules `BB-ATK-02`, `BB-WPN-06`.
    pub fn melee_target(&self) -> u8 {
        limited(&self.melee_parts()[..], 2, 6)
    }

    /// The same with what made it.
    pub fn melee_number(&self) -> Number {
        explained("melee", "BB-ATK-02", &present(&self.melee_parts()), 2, 6)
    }

    /// The least face that hits in shooting: 2 to 6, if the unit can shoot. Rules `BB-SHOOT-07`, `BB-WPN-06`.
    pub fn ranged_target(&self) -> Option<u8> {
        self.card.ranged.map(|ranged| ranged.clamp(2, 6))
    }

    /// The same with what made it.
    pub fn ranged_number(&self) -> Option<Number> {
        let printed = i32::from(self.card.ranged?);
        Some(explained("ranged", "BB-SHOOT-07", &[(printed, None)], 2, 6))
    }

    fn block_parts(
        &self,
        attack: Attack,
        weapon: Option<&'c ItemCard>,
        striker_charged: bool,
    ) -> [(i32, Option<&'c ItemCard>); 5] {
        let own = |item: Option<&'c ItemCard>| {
            let works = item.is_some_and(|item| match item.block_vs {
                BlockVs::Both => true,
                BlockVs::Melee => attack == Attack::Melee,
            });
            (
                if works {
                    item.map_or(0, |item| -i32::from(item.block_mod))
                } else {
                    0
                },
                item,
            )
        };
        let enemy = weapon
            .filter(|weapon| striker_charged || !weapon.when_charged)
            .map_or(0, |weapon| i32::from(weapon.enemy_block_mod));
        [
            (i32::from(self.card.block), None),
            own(self.items[0]),
            own(self.items[1]),
            own(self.items[2]),
            (enemy, weapon),
        ]
    }

    /// The least face that blocks against this attacker: 2 to 7, and 7 blocks nothing. Only the weapon the attack is
    /// made with worsens it. Rules `BB-ATK-03`, `BB-SHOOT-08`, `BB-WPN-06`.
    pub fn block_target(&self, attack: Attack, weapon: Option<&ItemCard>, striker_charged: bool) -> u8 {
        let shorter: Gear<'_> = *self;
        limited(&shorter.block_parts(attack, weapon, striker_charged), 2, 7)
    }

    /// The same with what made it.
    pub fn block_number(&self, attack: Attack, weapon: Option<&ItemCard>, striker_charged: bool) -> Number {
        let shorter: Gear<'_> = *self;
        explained(
            "block",
            "BB-ATK-03",
            &present(&shorter.block_parts(attack, weapon, striker_charged)),
            2,
            7,
        )
    }

    /// Cells of a full move, at least 1. Rule `BB-WPN-06`.
    pub fn speed(&self) -> u8 {
        let change: i32 = self
            .items
            .iter()
            .flatten()
            .map(|item| i32::from(item.speed_mod))
            .sum();
        (i32::from(self.card.speed) + change).max(1) as u8
    }

    /// Melee dice of each model. Rules `BB-ATK-01`, `BB-WPN-06`.
    pub fn attacks(&self) -> u8 {
        let more: u8 = self
            .items
            .iter()
            .flatten()
            .filter(|item| self.charged || !item.when_charged)
            .map(|item| item.attacks_mod)
            .sum();
        self.card.attacks.saturating_add(more)
    }

    /// Whether card or items let it strike before a charger. Rule `BB-ORD-08`.
    pub fn strikes_before_charger(&self) -> bool {
        self.card.order == BlowOrder::BeforeCharger
            || self
                .items
                .iter()
                .flatten()
                .any(|item| item.order == BlowOrder::BeforeCharger)
    }
}

/// The printed number and the items that are there.
fn present<'c>(parts: &[(i32, Option<&'c ItemCard>)]) -> Vec<(i32, Option<&'c ItemCard>)> {
    parts
        .iter()
        .enumerate()
        .filter(|(place, (_, item))| *place == 0 || item.is_some())
        .map(|(_, part)| *part)
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::scene::{Scene, names, rule_of, sample_cards, unit};
    use crate::state::Secret;
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

    #[test]
    fn bb_wpn_06_changes_are_added_then_limited() {
        let melee = |printed: u8, item: &str| {
            let scene = Scene::new("A1 d4 N")
                .card("A1", |card| card.melee = printed)
                .items("A1", item);
            scene.state.gear(unit("A1")).melee_target()
        };
        assert_eq!(melee(3, "sword-1"), 2);
        assert_eq!(melee(2, "sword-1"), 2);
        let block = |printed: u8, own: &str, enemy: &str| {
            let scene = Scene::new("A1 d4 N, B1 d5 S")
                .card("A1", |card| card.block = printed)
                .items("A1", own)
                .items("B1", enemy);
            let striker = scene.state.gear(unit("B1"));
            let target = scene.state.gear(unit("A1"));
            let weapon = striker.weapon(Attack::Melee);
            let number = target.block_number(Attack::Melee, weapon, false);
            assert_eq!(number.value, target.block_target(Attack::Melee, weapon, false));
            let sum: i32 = number.modifiers.iter().map(|part| part.change).sum();
            assert_eq!(sum, i32::from(number.value), "the parts explain the number");
            number.value
        };
        assert_eq!(block(5, "shield-1", "axe-2"), 6); // 5 - 1 + 2.
        assert_eq!(block(6, "", "axe-1"), 7); // No block dice.
        assert_eq!(block(7, "shield-1", ""), 6);
        assert_eq!(block(2, "shield-3", ""), 2);
        let slow = Scene::new("A1 d4 N")
            .card("A1", |card| card.speed = 1)
            .items("A1", "shield-3");
        assert_eq!(slow.state.gear(unit("A1")).speed(), 1);
        let heavy = Scene::new("A1 d4 N").items("A1", "shield-3");
        assert_eq!(heavy.state.gear(unit("A1")).speed(), 1); // Speed 2 less 1.
    }

    #[test]
    fn bb_wpn_06_only_the_weapon_of_the_attack_worsens_the_block() {
        let scene = Scene::new("A1 d4 N, B1 d5 S").items("A1", "sword-2 bow-1");
        let (striker, target) = (scene.state.gear(unit("A1")), scene.state.gear(unit("B1")));
        assert_eq!(
            target.block_target(Attack::Melee, striker.weapon(Attack::Melee), false),
            6
        );
        assert_eq!(
            target.block_target(Attack::Shooting, striker.ranged_weapon(&scene.state.cards), false),
            5
        );
        let scene = Scene::new("A1 d4 N, B1 d5 S").items("A1", "crossbow-2");
        let (striker, target) = (scene.state.gear(unit("A1")), scene.state.gear(unit("B1")));
        assert_eq!(
            target.block_target(Attack::Melee, striker.weapon(Attack::Melee), false),
            5
        );
        assert_eq!(
            target.block_target(Attack::Shooting, striker.ranged_weapon(&scene.state.cards), false),
            6
        );
        // A shield against melee does nothing against shooting.
        let scene = Scene::new("A1 d4 N").items("A1", "shield-1");
        let gear = scene.state.gear(unit("A1"));
        assert_eq!(
            (
                gear.block_target(Attack::Melee, None, false),
                gear.block_target(Attack::Shooting, None, false)
            ),
            (4, 5)
        );
        // A lance counts only in a turn in which its holder charged.
        let scene = Scene::new("A1 d4 N, B1 d5 S").items("A1", "lance-2");
        let lance = scene.state.gear(unit("A1")).weapon(Attack::Melee);
        let target = scene.state.gear(unit("B1"));
        assert_eq!(
            (
                target.block_target(Attack::Melee, lance, false),
                target.block_target(Attack::Melee, lance, true)
            ),
            (5, 6)
        );
        let charged = scene.clone().charged("A1");
        assert_eq!(
            (
                scene.state.gear(unit("A1")).attacks(),
                charged.state.gear(unit("A1")).attacks()
            ),
            (1, 2)
        );
    }
}
