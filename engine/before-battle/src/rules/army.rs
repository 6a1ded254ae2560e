//! Build Your Army: composition, points, the General's equipment, distractions. §Build Your Army.

use std::collections::{BTreeMap, BTreeSet};

use hindsight_kernel::{Refusal, refusals};

use crate::messages::MESSAGES;
use crate::model::cards::{Cards, Class, UnitCard, UnitType};
use crate::model::names::{CardId, UNITS_PER_ARMY};
use crate::model::state::ArmyList;
use crate::rules::equipment::{fits_slots, no_duplicates};

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a list, in the order in which they are judged.
    pub(crate) enum ArmyRefusal {
        /// A card that the pack does not have.
        NoCard { card: CardId } = "BB-ARMY-01", "§Build Your Army", card => asked(card);
        /// Too many or too few cards of a class.
        WrongCount { class: Class, wanted: usize, found: usize } = "BB-ARMY-01", "§Build Your Army", wanted, class = <&str>::from(*class), found
            => asked(found), allowed(wanted);
        /// A card of another roster.
        OtherRoster { card: CardId, name: String, roster: String } = "BB-ARMY-01", "§Build Your Army", name, roster => asked(card);
        /// Core units beyond the point cap.
        CorePoints { cost: u8, cap: u8 } = "BB-ARMY-02", "§Build Your Army", cost, cap => asked(cost), allowed(cap);
        /// A General's items that allowance and pool do not pay.
        Overspent { cost: u8, excess: u8, pool: u8, most: u8 } = "BB-ARMY-04", "§Equip Your General", excess, pool
            => asked(cost), allowed(most);
        /// A General among the distractions.
        GeneralShown { card: CardId } = "BB-ARMY-08", "§Select Your Distractions" => asked(card);
        /// A distraction of another roster.
        StrangeDistraction { card: CardId, name: String, class: Class } = distraction_rule(*class), "§Select Your Distractions", name
            => asked(card);
        /// A distraction that is in the army too.
        DistractionInArmy { card: CardId, name: String, class: Class } = distraction_rule(*class), "§Select Your Distractions", name
            => asked(card);
        /// Too many or too few Core distractions.
        CoreDistractions { wanted: usize, found: usize, choices: Vec<CardId> } = "BB-ARMY-06", "§Select Your Distractions", wanted, found
            => asked(found), allowed(choices);
        /// An Elite distraction that no Elite type of the army needs.
        SurplusElite { card: CardId, name: String, kind: UnitType, choices: BTreeMap<UnitType, Vec<CardId>> } = "BB-ARMY-07", "§Select Your Distractions", name, kind = <&str>::from(*kind)
            => asked(card), allowed(choices);
        /// An Elite type of the army without its distraction.
        EliteMissing { kind: UnitType, choices: Vec<CardId> } = "BB-ARMY-07", "§Select Your Distractions", kind = <&str>::from(*kind)
            => allowed(choices);
    }
}

/// The rule by which a card of a class is a distraction.
const fn distraction_rule(class: Class) -> &'static str {
    match class {
        Class::Core => "BB-ARMY-06",
        Class::Elite => "BB-ARMY-07",
        Class::General => "BB-ARMY-08",
    }
}

/// Core, Elite and General units of an army. Rule `BB-ARMY-01`.
pub const COMPOSITION: [(Class, usize); 3] = [(Class::Core, 3), (Class::Elite, 2), (Class::General, 1)];

/// The cards of these ids, or which id is no card.
fn cards_of<'c>(cards: &'c Cards, ids: &[CardId]) -> Result<Vec<&'c UnitCard>, Refusal> {
    ids.iter()
        .map(|&id| {
            cards
                .unit(id)
                .ok_or_else(|| ArmyRefusal::NoCard { card: id }.into())
        })
        .collect()
}

/// Three Core, two Elite, one General, all of one roster. Rule `BB-ARMY-01` (§Build Your Army).
///
/// RULING: a Core or Elite card may be taken twice; both players may use the same cards; rosters do not mix.
pub fn army_composition(cards: &Cards, units: &[CardId]) -> Result<(), Refusal> {
    let army = cards_of(cards, units)?;
    for (class, wanted) in COMPOSITION {
        let found = army.iter().filter(|card| card.class == class).count();
        if found != wanted {
            return Err(ArmyRefusal::WrongCount { class, wanted, found }.into());
        }
    }
    match army.iter().find(|card| card.roster != army[0].roster) {
        Some(stranger) => Err(ArmyRefusal::OtherRoster {
            card: stranger.id,
            name: stranger.name.clone(),
            roster: cards.roster_name(army[0].roster),
        }
        .into()),
        None => Ok(()),
    }
}

/// The cost of the Core units together: at most 7. Rule `BB-ARMY-02` (§Build Your Army).
///
/// RULING: the cap is for all three together.
pub fn core_points(cards: &Cards, units: &[CardId]) -> Result<u8, Refusal> {
    let cap = cards.board.core_points;
    // Cards of a file from outside may cost more together than a number holds.
    let cost = cards_of(cards, units)?
        .iter()
        .filter(|card| card.class == Class::Core)
        .map(|card| card.cost.unwrap_or(0))
        .fold(0, u8::saturating_add);
    if cost > cap {
        return Err(ArmyRefusal::CorePoints { cost, cap }.into());
    }
    Ok(cost)
}

/// The General of an army and his place in the list.
pub fn general<'c>(cards: &'c Cards, units: &[CardId]) -> Option<(usize, &'c UnitCard)> {
    units
        .iter()
        .enumerate()
        .filter_map(|(slot, &id)| Some((slot, cards.unit(id)?)))
        .find(|(_, card)| card.class == Class::General)
}

/// The General's items respect his slots, types and levels. Rule `BB-ARMY-03` (§Equip Your General).
pub fn general_equipment(cards: &Cards, list: &ArmyList) -> Result<(), Refusal> {
    let Some((_, card)) = general(cards, &list.units) else {
        return Err(ArmyRefusal::WrongCount {
            class: Class::General,
            wanted: 1,
            found: 0,
        }
        .into());
    };
    no_duplicates(list.general_items.iter().copied())?;
    fits_slots(cards, card, &list.general_items)
}

/// The cost of the General's items.
pub fn general_cost(cards: &Cards, list: &ArmyList) -> u8 {
    list.general_items
        .iter()
        .filter_map(|&item| cards.item(item))
        .map(|item| item.points)
        .fold(0, u8::saturating_add)
}

/// The weapon points left for the weapons step once the General is equipped: his items beyond the allowance are
/// paid from the pool. Rule `BB-ARMY-04` (§Equip Your General).
pub fn pool_after_general(cards: &Cards, list: &ArmyList) -> Result<u8, Refusal> {
    let allowance = general(cards, &list.units).map_or(0, |(_, card)| card.allowance);
    let cost = general_cost(cards, list);
    let (pool, excess) = (cards.board.weapon_points, excess_over_allowance(allowance, cost));
    pool.checked_sub(excess).ok_or_else(|| {
        let most = allowance + pool;
        ArmyRefusal::Overspent {
            cost,
            excess,
            pool,
            most,
        }
        .into()
    })
}

/// The part of the cost of the General's items that the pool pays. Allowance left over is lost, it never adds
/// to the pool. Rule `BB-ARMY-05` (§Equip Your General).
pub const fn excess_over_allowance(allowance: u8, cost: u8) -> u8 {
    cost.saturating_sub(allowance)
}

/// Exactly one Core card of the roster that is not in the army. Rule `BB-ARMY-06` (§Select Your Distractions).
///
/// RULING: none if the roster has no other.
pub fn core_distraction(cards: &Cards, list: &ArmyList) -> Result<(), Refusal> {
    let shown = distractions_of(cards, list)?;
    let spare = spare_cards(cards, &list.units, Class::Core);
    let wanted = usize::from(!spare.is_empty());
    let found = shown.iter().filter(|card| card.class == Class::Core).count();
    if found != wanted {
        let choices = spare.iter().map(|card| card.id).collect();
        return Err(ArmyRefusal::CoreDistractions {
            wanted,
            found,
            choices,
        }
        .into());
    }
    Ok(())
}

/// For each Elite type of the army exactly one Elite card of that type that is not in it.
/// Rule `BB-ARMY-07` (§Select Your Distractions).
///
/// RULING: the type is the card's `type`; one with no other card left is skipped.
pub fn elite_distractions(cards: &Cards, list: &ArmyList) -> Result<(), Refusal> {
    let mut wanted = elite_types(cards, &list.units);
    for card in distractions_of(cards, list)? {
        if card.class != Class::Elite {
            continue;
        }
        if wanted.remove(&card.kind).is_none() {
            return Err(ArmyRefusal::SurplusElite {
                card: card.id,
                name: card.name.clone(),
                kind: card.kind,
                choices: elite_types(cards, &list.units),
            }
            .into());
        }
    }
    match wanted.into_iter().next() {
        Some((kind, choices)) => Err(ArmyRefusal::EliteMissing { kind, choices }.into()),
        None => Ok(()),
    }
}

/// The Elite types that need a distraction, with the cards that can be it.
pub fn elite_types(cards: &Cards, units: &[CardId]) -> BTreeMap<UnitType, Vec<CardId>> {
    let spare = spare_cards(cards, units, Class::Elite);
    let kinds: BTreeSet<UnitType> = units
        .iter()
        .filter_map(|&id| cards.unit(id))
        .filter(|card| card.class == Class::Elite)
        .map(|card| card.kind)
        .collect();
    kinds
        .into_iter()
        .map(|kind| {
            (
                kind,
                spare
                    .iter()
                    .filter(|card| card.kind == kind)
                    .map(|card| card.id)
                    .collect::<Vec<_>>(),
            )
        })
        .filter(|(_, choices)| !choices.is_empty())
        .collect()
}

/// The cards of a class of the army's roster that are not in the army.
pub fn spare_cards<'c>(cards: &'c Cards, units: &[CardId], class: Class) -> Vec<&'c UnitCard> {
    let roster = units
        .first()
        .and_then(|&id| cards.unit(id))
        .map(|card| card.roster);
    cards
        .units
        .iter()
        .filter(|card| Some(card.roster) == roster && card.class == class && !units.contains(&card.id))
        .collect()
}

/// The distractions: cards of the roster, none in the army, none a General. They are only shown: no slot of the army
/// holds one, so none can be armed, placed or score. Rule `BB-ARMY-08` (§Select Your Distractions).
pub fn distractions_of<'c>(cards: &'c Cards, list: &ArmyList) -> Result<Vec<&'c UnitCard>, Refusal> {
    let shown = cards_of(cards, &list.distractions)?;
    let roster = list
        .units
        .first()
        .and_then(|&id| cards.unit(id))
        .map(|card| card.roster);
    for card in &shown {
        let (id, name, class) = (card.id, card.name.clone(), card.class);
        if class == Class::General {
            return Err(ArmyRefusal::GeneralShown { card: id }.into());
        }
        if Some(card.roster) != roster {
            return Err(ArmyRefusal::StrangeDistraction {
                card: id,
                name,
                class,
            }
            .into());
        }
        if list.units.contains(&id) {
            return Err(ArmyRefusal::DistractionInArmy {
                card: id,
                name,
                class,
            }
            .into());
        }
    }
    Ok(shown)
}

/// A whole list, step by step in the book's order.
pub fn check_list(cards: &Cards, list: &ArmyList) -> Result<(), Refusal> {
    debug_assert_eq!(
        COMPOSITION.iter().map(|(_, count)| count).sum::<usize>(),
        UNITS_PER_ARMY
    );
    army_composition(cards, &list.units)?;
    core_points(cards, &list.units)?;
    general_equipment(cards, list)?;
    pool_after_general(cards, list)?;
    core_distraction(cards, list)?;
    elite_distractions(cards, list)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::BeforeBattle;
    use crate::model::names::UnitId;
    use crate::rules::weapons::check_weapons;
    use crate::scene::{Scene, names, rule_of, sample_cards};
    use hindsight_kernel::{Notation, Seat};

    const LEGAL: &str = "rm-militia rm-bows rm-riders rm-gate rm-knights rm-orsa";

    fn list(units: &str, items: &str, distractions: &str) -> ArmyList {
        ArmyList {
            units: names(units),
            general_items: names(items),
            distractions: names(distractions),
        }
    }

    #[test]
    fn bb_army_02_03_costs_beyond_every_number_are_refused() {
        // No pack may say so; a position of a file from outside can.
        let mut cards = sample_cards();
        for unit in &mut cards.units {
            unit.cost = unit.cost.map(|_| u8::MAX);
        }
        for item in &mut cards.items {
            item.points = u8::MAX;
        }
        let army = list(LEGAL, "", "");
        assert_eq!(
            core_points(&cards, &army.units).unwrap_err().rule.to_string(),
            "BB-ARMY-02"
        );
        let items = cards.items.iter().take(3).map(|item| item.id).collect();
        let army = ArmyList {
            general_items: items,
            ..army
        };
        assert_eq!(general_cost(&cards, &army), u8::MAX);
    }

    #[test]
    fn bb_army_01_an_army_is_three_core_two_elite_one_general_of_one_roster() {
        let cards = sample_cards();
        let rows = [
            (LEGAL, true),
            ("rm-orsa rm-gate rm-militia rm-knights rm-bows rm-riders", true), // Any order.
            ("rm-levy rm-militia rm-bows rm-riders rm-gate rm-orsa", false),   // 4 Core, 1 Elite, 1 General.
            ("rm-militia rm-bows rm-riders rm-gate rm-knights", false),        // 3, 2, 0.
            ("rm-militia rm-bows rm-riders rm-gate rm-knights rm-mill", false), // 3, 3, 0.
            ("rm-militia rm-bows rm-riders rm-gate rm-orsa rm-dunmar", false), // 3, 1, 2.
            (
                "rm-militia rm-bows rm-riders rm-gate rm-knights rm-orsa rm-levy",
                false,
            ), // 7 units.
            ("", false),
            ("rm-levy rm-levy rm-levy rm-gate rm-gate rm-orsa", true), // The same card twice.
            ("rm-militia rm-bows rm-riders rm-gate rm-knights af-skarn", false), // Two rosters.
            ("rm-militia rm-bows rm-riders rm-gate rm-knights no-card", false),
        ];
        for (units, legal) in rows {
            let result = army_composition(&cards, &names(units));
            assert_eq!(result.is_ok(), legal, "{units}");
            if !legal {
                assert_eq!(rule_of(result), "BB-ARMY-01", "{units}");
            }
        }
    }

    #[test]
    fn bb_army_01_both_players_may_take_the_same_cards() {
        let mut scene = Scene::begun(&json!({}), &[]);
        let line = format!("list {LEGAL} / distractions rm-levy rm-mill rm-swans");
        scene.give(Seat::A, &line, &[]).unwrap();
        scene.give(Seat::B, &line, &[]).unwrap();
        assert_eq!(scene.state.players[0].shown, scene.state.players[1].shown);
    }

    #[test]
    fn bb_army_02_the_core_units_cost_seven_points_together() {
        let cards = sample_cards();
        let elite = "rm-gate rm-knights rm-orsa";
        let rows = [
            ("rm-militia rm-bows rm-riders", Some(7)), // 2 + 2 + 3.
            ("rm-riders rm-weir rm-militia", None),    // 3 + 3 + 2 = 8.
            ("rm-levy rm-levy rm-levy", Some(3)),      // 1 + 1 + 1.
        ];
        for (cores, points) in rows {
            let result = core_points(&cards, &names(&format!("{cores} {elite}")));
            match points {
                Some(points) => assert_eq!(result, Ok(points), "{cores}"),
                None => assert_eq!(rule_of(result), "BB-ARMY-02", "{cores}"),
            }
        }
        // The four points left over buy nothing: the weapon pool stays as it is.
        let cheap = list(
            "rm-levy rm-levy rm-levy rm-gate rm-knights rm-orsa",
            "",
            "rm-bows rm-mill rm-swans",
        );
        assert_eq!(pool_after_general(&cards, &cheap), Ok(6));
    }

    #[test]
    fn bb_army_03_the_general_is_equipped_by_his_allowance() {
        let cards = sample_cards();
        let pool = |units: &str, items: &str| pool_after_general(&cards, &list(units, items, ""));
        assert_eq!(pool(LEGAL, "sword-1 shield-1"), Ok(6)); // Allowance 2, items 1 + 1.
        let equip = |items: &str| general_equipment(&cards, &list(LEGAL, items, ""));
        assert_eq!(equip("sword-1 shield-1"), Ok(()));
        assert_eq!(rule_of(equip("sword-1 axe-1")), "BB-WPN-02"); // Two melee items.
        assert_eq!(rule_of(equip("sword-1 sword-1")), "BB-WPN-04"); // One id twice.
        assert_eq!(rule_of(equip("spear-1")), "BB-WPN-03");
        assert_eq!(rule_of(equip("great-3")), "BB-WPN-03");
        let mut stingy = cards.clone();
        stingy
            .units
            .iter_mut()
            .find(|card| card.id == names("rm-orsa")[0])
            .unwrap()
            .allowance = 0;
        assert_eq!(
            pool_after_general(&stingy, &list(LEGAL, "sword-1 shield-1", "")),
            Ok(4)
        ); // All from the pool.
    }

    #[test]
    fn bb_army_04_what_the_allowance_does_not_pay_comes_from_the_pool() {
        let mut cards = sample_cards();
        assert_eq!(
            pool_after_general(&cards, &list(LEGAL, "sword-2 shield-1", "")),
            Ok(5)
        ); // Allowance 2, cost 3.
        let skarn = cards
            .units
            .iter_mut()
            .find(|card| card.id == names("af-skarn")[0])
            .unwrap();
        skarn.ranged = Some(4);
        skarn.equip.ranged.insert("bow".to_owned(), 3);
        let army = "af-axes af-kiln af-soot af-nine af-brand af-skarn"; // Allowance 1.
        assert_eq!(
            pool_after_general(&cards, &list(army, "great-3 shield-1 bow-3", "")),
            Ok(0)
        ); // Cost 7.
        let over = pool_after_general(&cards, &list(army, "great-3 shield-2 bow-3", "")); // Cost 8.
        assert_eq!(rule_of(over), "BB-ARMY-04");
    }

    #[test]
    fn bb_army_05_allowance_left_over_is_lost() {
        let cards = sample_cards();
        let army = "rm-militia rm-bows rm-riders rm-gate rm-knights rm-dunmar"; // Allowance 3.
        assert_eq!(pool_after_general(&cards, &list(army, "sword-1", "")), Ok(6));
        // Nothing at list building: a 2-point item in the weapons step costs 2 of the pool.
        let bare = list(army, "", "");
        let give = |line: &str| match BeforeBattle::parse(&format!("weapons {line}")) {
            Ok(crate::model::command::Command::ConfirmWeapons {
                weapons: Some(weapons),
            }) => weapons,
            other => panic!("{other:?}"),
        };
        let weapons = give("A6 sword-2");
        assert_eq!(
            crate::rules::weapons::weapon_points(&cards, &bare, &weapons),
            Ok(2)
        );
        assert_eq!(
            check_weapons(
                &cards,
                Seat::A,
                &bare,
                &give("A6 sword-2, A4 sword-1, A4 shield-3")
            ),
            Ok(())
        );
        assert_eq!(
            rule_of(check_weapons(
                &cards,
                Seat::A,
                &bare,
                &give("A6 sword-2, A4 axe-2, A4 shield-3")
            )),
            "BB-WPN-01"
        );
        // He may fill empty slots later, but not exchange what he took.
        let armed = list(army, "sword-1", "");
        assert_eq!(
            check_weapons(&cards, Seat::A, &armed, &give("A6 shield-1")),
            Ok(())
        );
        assert_eq!(
            rule_of(check_weapons(&cards, Seat::A, &armed, &give("A6 sword-2"))),
            "BB-WPN-02"
        );
        let rows = [(2, 2, 0), (2, 3, 1), (1, 7, 6), (3, 1, 0), (0, 2, 2)];
        for (allowance, cost, excess) in rows {
            assert_eq!(excess_over_allowance(allowance, cost), excess);
        }
    }

    #[test]
    fn bb_army_06_one_core_card_outside_the_army_is_the_core_distraction() {
        let cards = sample_cards();
        let check = |distractions: &str| core_distraction(&cards, &list(LEGAL, "", distractions));
        assert_eq!(check("rm-levy"), Ok(()));
        assert_eq!(check("rm-weir"), Ok(())); // Its cost is ignored.
        for wrong in ["rm-bows", "", "rm-levy rm-weir", "af-mob"] {
            assert_eq!(rule_of(check(wrong)), "BB-ARMY-06", "{wrong}");
        }
        let mut few = cards.clone();
        few.units
            .retain(|card| !["rm-levy", "rm-otters", "rm-weir"].contains(&card.id.as_str()));
        assert_eq!(core_distraction(&few, &list(LEGAL, "", "")), Ok(())); // No other Core card: none is shown.
    }

    #[test]
    fn bb_army_07_one_elite_distraction_for_each_elite_type() {
        let cards = sample_cards();
        let cores = "rm-militia rm-bows rm-riders";
        let rows = [
            ("rm-gate rm-knights", "rm-mill rm-swans", true), // Infantry and cavalry: one of each.
            ("rm-gate rm-knights", "rm-mill", false),
            ("rm-gate rm-knights", "rm-mill rm-sluice", false), // A third type.
            ("rm-gate rm-knights", "rm-mill rm-swans rm-eel", false),
            ("rm-gate rm-knights", "rm-gate rm-swans", false), // In the army.
            ("rm-gate rm-gate", "rm-mill", true),              // One type: one distraction.
            ("rm-gate rm-gate", "rm-mill rm-swans", false),
            ("rm-gate rm-mill", "", true), // Both infantry Elites are in the army: none is possible.
            ("rm-gate rm-mill", "rm-swans", false),
            ("rm-sluice rm-knights", "rm-swans rm-eel", true),
        ];
        for (elites, distractions, legal) in rows {
            let result = elite_distractions(
                &cards,
                &list(&format!("{cores} {elites} rm-orsa"), "", distractions),
            );
            assert_eq!(result.is_ok(), legal, "{elites} / {distractions}");
            if !legal {
                assert_eq!(rule_of(result), "BB-ARMY-07", "{elites} / {distractions}");
            }
        }
    }

    #[test]
    fn bb_army_08_a_distraction_is_never_deployed_armed_or_a_general() {
        // Units are named by their place in the list, so no command can name a distraction.
        assert!(BeforeBattle::parse("deploy rm-levy c2 N").is_err());
        assert!(BeforeBattle::parse("deploy A7 c2 N").is_err());
        assert!(BeforeBattle::parse("weapons A7 axe-1").is_err());
        let cards = sample_cards();
        let general = distractions_of(&cards, &list(LEGAL, "", "rm-levy rm-dunmar"));
        assert_eq!(rule_of(general), "BB-ARMY-08");
        // In a whole game none of them stands on the board.
        let scene = Scene::begun(&json!({ "armies": "sample" }), &[5, 3]);
        let shown = list(LEGAL, "", "rm-levy rm-mill rm-swans").distractions;
        let army = scene.state.players[0].list.known().unwrap();
        assert_eq!(army.distractions, shown);
        assert!(UnitId::of(Seat::A).all(|unit| !shown.contains(&army.units[unit.slot()])));
    }
}
