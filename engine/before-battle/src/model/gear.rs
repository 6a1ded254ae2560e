//! A unit's card with the items it holds: where every number of a fight comes from. §Select your weapons.

use hindsight_kernel::{Modifier, RuleId};

use crate::model::cards::{BlockVs, BlowOrder, Cards, ItemCard, Slot, UnitCard};

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
    use super::*;
    use crate::scene::{Scene, unit};

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
