//! The import of the newer form of the data, with small files of our own: statistics in the card itself, lists named in the
//! singular, texts of abilities in the file of a faction.

use serde_json::{Value, json};

use super::moments::{Own, moment};
use super::phrases::{self, ability};
use super::*;
use crate::cards::{
    AttackAbility, AttackKind, CardOwner, Condition, Effect, Name, Role, Trigger, UnitKind, ZoneName,
};

fn id(text: &str) -> Name {
    text.parse().unwrap()
}

/// Ten designs of a commander who leads without the deck of the faction, and seven of the faction.
fn designs() -> Vec<Value> {
    let design = |id: &str, owner: Option<&str>| {
        let mut card = json!({
            "id": id, "name": format!("Tide {id}"), "faction": "merrow", "version": "S07", "role": "tactics",
            "text": [{ "trigger": "Start of a friendly Turn:", "effect": ["Draw 1 Tactics card."] }],
        });
        if let Some(owner) = owner {
            card["commander"] = json!({ "id": owner });
        }
        card
    };
    let mut cards: Vec<Value> = (1..=7)
        .map(|number| design(&format!("f{number}"), None))
        .collect();
    cards.extend((1..=10).map(|number| design(&format!("w{number}"), Some("whale"))));
    cards.extend((1..=4).map(|number| design(&format!("r{number}"), Some("rehl"))));
    // Two of a commander whom they call by another id; one of the Whale's is in Orca's deck as well.
    cards.extend((1..=2).map(|number| design(&format!("o{number}"), Some("orca-of-old"))));
    // The fourth of Rehl takes the place of a design of the faction.
    let last = cards.iter_mut().find(|card| card["id"] == "r4").unwrap();
    last["remove"] = json!("f2");
    let said = json!({ "remove": "Before the game begins, \"Tide f2\" leaves your deck for this card." });
    last["text"].as_array_mut().unwrap().push(said);
    cards
}

fn merrow() -> Value {
    json!({
        "_meta": { "author": "Us", "id": "merrow", "language": "en" },
        "factions": { "merrow": { "long": "House Merrow", "text_color": "#123456" } },
        "abilities": {
            "DROWNED GUARD": { "effect": ["• This unit has 8 models and 2 ranks.", "• Each model has 2 Wounds."] },
            "ENGINE": { "effect": ["• This unit has 6 Wounds.", "• It cannot be moved."], "icons": ["wounds6"] },
            "BITE (OLD SEAL)": { "effect": ["• **Vicious**"], "icons": ["melee"] },
            "STEADFAST": { "effect": ["This unit gains +2 to Morale Test rolls."] },
        },
        "unit": [
            {
                "id": "guard", "name": "Drowned Guard", "faction": "merrow", "version": "S07", "role": "unit",
                "tray": "infantry", "icon": "infantry", "cost": 6, "speed": 5, "defense": 3, "morale": 4, "wounds": 2,
                "attacks": [{ "name": "Anchors", "type": "melee", "hit": 2, "dice": [7, 6] }],
                "abilities": ["Drowned Guard", "Steadfast"], "rules": ["banners"],
                "back_text": [{ "heading": "THE OLD KING", "name": "Loyalty", "text": "*Serves one king alone.*" }],
            },
            {
                "id": "mules", "name": "Salt Mules", "faction": "merrow", "role": "unit", "tray": "cavalry",
                "icon": "cavalry", "cost": 4, "speed": 4, "defense": 6, "morale": 6, "wounds": 3,
                "attacks": [{ "name": "Escort", "type": "melee", "hit": 4, "dice": [3] }], "abilities": [],
            },
            {
                "id": "whale", "name": "The Whale", "title": "Lord of the Deep", "faction": "merrow", "role": "unit",
                "tray": "solo", "icon": "monster", "cost": 5, "speed": 5, "defense": 3, "morale": 3, "wounds": 8,
                "commander": true, "character": true,
                "attacks": [{ "name": "Bite", "type": "melee", "hit": 3, "dice": [7] }], "abilities": ["Bite (Old Seal)"],
            },
            {
                "id": "thrower", "name": "Stone Thrower", "faction": "merrow", "role": "unit", "tray": "warmachine",
                "icon": "siegeengine", "cost": 6, "speed": 1, "defense": 5, "morale": 5,
                "attacks": [
                    { "name": "Stones", "type": "ranged", "hit": 6, "dice": [1] },
                    { "name": "Crew", "type": "melee", "hit": 4, "dice": [3] },
                ],
                "abilities": ["Engine"],
            },
            {
                "id": "cub", "name": "Seal Cub", "faction": "merrow", "role": "unit", "tray": "solo", "icon": "monster",
                "speed": 4, "defense": 3, "morale": 3, "wounds": 3,
                "attacks": [{ "name": "Bite", "type": "melee", "hit": 3, "dice": [3] }], "abilities": [],
            },
        ],
        "ncu": [
            {
                "id": "iline", "name": "Iline", "title": "Abbess", "faction": "merrow", "role": "ncu", "cost": 5,
                "character": true, "commander": true, "tokens": { "name": "order", "number": 2 },
                "abilities": [{ "name": "Bells", "effect": ["She begins with 2 Order tokens."] }],
            },
        ],
        "attachment": [
            {
                "id": "rehl", "name": "Rehl", "title": "Captain", "faction": "merrow", "role": "attachment",
                "tray": "infantry", "icon": "infantry", "commander": true, "character": true, "abilities": ["Sundering"],
                "tactics": ["r1", "r2", "r3", "r4"],
            },
            {
                "id": "orca", "name": "Orca", "faction": "merrow", "role": "attachment", "tray": "cavalry",
                "icon": "cavalry", "commander": true, "abilities": [], "tactics": ["o1", "o2", "w1"],
            },
            {
                "id": "boy", "name": "Cabin Boy", "faction": "merrow", "role": "attachment", "tray": "infantry",
                "icon": "infantry", "abilities": ["Steadfast"],
            },
            {
                "id": "spy", "name": "Spy", "faction": "merrow", "role": "attachment", "tray": "infantry", "cost": 1,
                "icon": "infantry", "abilities": ["Steadfast"], "enemy": true,
            },
            {
                "id": "gull", "name": "Gull", "faction": "merrow", "role": "attachment", "tray": "none", "icon": "none",
                "abilities": ["Steadfast"],
            },
        ],
        "tactics": designs(),
        "special": [
            {
                "id": "banners", "name": "Merrow Banners", "faction": "merrow", "role": "special", "category": "banners",
                "front": { "text": ["The Drowned Guard come with 4 banners."] },
            },
            {
                "id": "alone", "name": "No Strangers", "faction": "merrow", "role": "special", "category": "faction",
                "front": { "text": ["**Merrow armies may never include Neutral Attachments or Units.**"] },
            },
        ],
    })
}

fn neutral() -> Value {
    let mut bear = merrow()["unit"][1].take();
    (bear["name"], bear["faction"]) = (json!("Hired Mules"), json!("neutral"));
    json!({ "_meta": { "id": "neutral" }, "unit": [bear], "ncu": [], "attachment": [], "tactics": [], "special": [] })
}

fn imported() -> (Pack, ImportedPack) {
    let file = |name: &str, value: Value| ImportFile {
        name: name.to_owned(),
        text: value.to_string(),
    };
    let abilities = json!({ "STEADFAST": { "effect": ["Another file says this otherwise."] } });
    let files = [
        file("abilities.json", abilities),
        file("merrow.json", merrow()),
        file("neutral.json", neutral()),
    ];
    let named = PackTitle {
        id: "merrow-data".to_owned(),
        name: "Merrow data".to_owned(),
    };
    let imported = import_asoiaf_tmg_data(&files, &named).unwrap();
    let pack = read_pack(&imported.pack).unwrap().pack;
    (pack, imported)
}

fn told(report: &ImportedPack, path: &str, about: &str) -> bool {
    let fits = |note: &&ImportFault| note.path == path && note.reason.contains(about);
    report.notes.iter().any(|note| fits(&note))
}

#[test]
fn statistics_stand_in_the_card_itself() {
    let (pack, _) = imported();
    let unit = |name: &str| pack.units.iter().find(|card| card.id == id(name)).unwrap();
    let guard = unit("guard");
    assert_eq!(
        (guard.kind, guard.points, guard.defence),
        (UnitKind::Infantry, 6, 3)
    );
    assert_eq!(unit("whale").name, "The Whale, Lord of the Deep");
    assert_eq!(
        (unit("whale").kind, unit("whale").unique),
        (UnitKind::SoloSmall, true)
    );
    assert_eq!(unit("thrower").kind, UnitKind::SoloLarge);
    assert_eq!(unit("thrower").wounds(), 6, "its text says so");
    // The brackets behind the name of an ability tell whose it is.
    assert_eq!(unit("whale").attacks[0].abilities, [AttackAbility::Vicious]);
    // A text of the faction's own file comes before one that stands elsewhere.
    assert_eq!(guard.abilities[1].effects, [Effect::ModMorale { by: 2 }]);
    assert_eq!(pack.ncus[0].name, "Iline, Abbess");
}

#[test]
fn fewer_numbers_of_dice_are_fewer_ranks() {
    let (pack, report) = imported();
    let guard = &pack.units[0];
    assert_eq!((guard.models(), guard.full_ranks(), guard.wounds()), (8, 2, 16));
    assert_eq!(guard.attacks[0].dice, [7, 6]);
    assert_eq!(
        [guard.attacks[0].dice_with(2), guard.attacks[0].dice_with(1)],
        [7, 6]
    );
    let mules = &pack.units[1];
    assert_eq!((mules.models(), mules.full_ranks(), mules.wounds()), (2, 1, 6));
    assert!(told(&report, "/unit/0/attacks", "a unit of 8 models"));
}

#[test]
fn commanders_that_are_no_attachments_cost_what_their_cards_say() {
    let (pack, report) = imported();
    let whale = pack.units.iter().find(|card| card.id == id("whale")).unwrap();
    assert!(whale.commander && whale.points == 5);
    assert!(pack.ncus[0].commander && pack.ncus[0].points == 5);
    let rehl = &pack.attachments[0];
    assert!(rehl.commander && rehl.points == 0);
    // An attachment without a cost is free, a unit without one cannot be bought.
    assert_eq!(
        (pack.attachments[2].id, pack.attachments[2].points),
        (id("boy"), 0)
    );
    assert!(told(&report, "/attachment/2/cost", "0 points"));
    assert!(pack.units.iter().all(|card| card.id != id("cub")));
    assert!(told(&report, "/unit/4/cost", "left out"));
}

#[test]
fn requirements_and_rules_cards_are_texts_of_the_unit() {
    let (pack, _) = imported();
    let texts: Vec<(&str, &str)> = pack.units[0]
        .abilities
        .iter()
        .map(|ability| (&*ability.name, &*ability.text))
        .collect();
    assert!(
        texts.contains(&("Loyalty", "THE OLD KING: Serves one king alone.")),
        "{texts:?}"
    );
    assert!(
        texts.contains(&("Merrow Banners", "The Drowned Guard come with 4 banners.")),
        "{texts:?}"
    );
}

#[test]
fn what_no_attachment_here_can_be_is_left_out_and_told() {
    let (pack, report) = imported();
    assert_eq!(pack.attachments.len(), 3);
    assert!(told(&report, "/attachment/3/enemy", "a unit of the opponent"));
    assert!(told(&report, "/attachment/4/tray", "infantry or cavalry"));
    // Banners come with their unit; a rule of the whole faction is no card of this game.
    assert!(told(&report, "/special/1", "No Strangers: left out"));
    assert!(!told(&report, "/special/0", ""));
}

#[test]
fn if_army_03_designs_of_a_commander_take_the_place_of_the_factions() {
    let (pack, report) = imported();
    let cards = pack.cards("");
    let deck = |leader: &str| {
        let designs = cards.designs(id("merrow"), id(leader));
        designs.map(|card| card.id.to_string()).collect::<Vec<_>>()
    };
    // f2 is left out for r4.
    assert_eq!(
        deck("rehl"),
        ["f1", "f3", "f4", "f5", "f6", "f7", "r1", "r2", "r3", "r4"]
    );
    // A commander with ten designs needs none of the faction's.
    let whole: Vec<String> = (1..=10).map(|number| format!("w{number}")).collect();
    assert_eq!(deck("whale"), whole);
    for leader in ["rehl", "whale"] {
        assert_eq!(cards.deck(id("merrow"), id(leader)).len(), 20, "{leader}");
    }
    let last = pack.tactics.iter().find(|card| card.id == id("r4")).unwrap();
    assert_eq!(last.owner, CardOwner::Commander(id("rehl")));
    // What it takes the place of is no second use of it: it is live.
    assert_eq!(
        (last.trigger, &*last.effects),
        (Trigger::TurnStart, &[Effect::Draw { cards: 1 }][..])
    );
    assert!(told(&report, "", "the whole deck"));
}

#[test]
fn factions_have_their_names_and_say_whether_strangers_may_join() {
    let (pack, _) = imported();
    let faction = |name: &str| {
        pack.factions
            .iter()
            .find(|faction| faction.id == id(name))
            .unwrap()
    };
    assert_eq!(
        (&*faction("merrow").name, faction("merrow").allies.len()),
        ("House Merrow", 0)
    );
    assert_eq!(faction("neutral").name, "Neutral");
}

#[test]
fn cards_of_two_factions_with_one_id_are_both_there() {
    let (pack, report) = imported();
    let hired = pack.units.last().unwrap();
    assert_eq!((hired.id, &*hired.name), (id("mules-neutral"), "Hired Mules"));
    assert!(told(&report, "/unit/0/id", "mules-neutral"));
}

#[test]
fn designs_follow_the_commander_whose_card_names_them() {
    let (pack, report) = imported();
    let cards = pack.cards("");
    let of_orca: Vec<&str> = cards
        .designs(id("merrow"), id("orca"))
        .filter(|card| card.owner == CardOwner::Commander(id("orca")))
        .map(|card| &*card.name)
        .collect();
    assert_eq!(of_orca, ["Tide o1", "Tide o2", "Tide w1"]);
    assert!(told(&report, "", "orca has it too"));
}

/// A trigger's text, the unit that it is about, and the moment, conditions and exactness that are read of it.
type MomentRow = (&'static str, Own, Trigger, Vec<Condition>, bool);

/// Moments of attacks.
fn moments_of_attacks() -> Vec<MomentRow> {
    use Condition::{Enemy, Friendly, IsThisUnit, Melee, OfKind, WoundsInflicted};
    use Role::{Attacker, Defender};
    let (cards, order) = (Own::Friends, Own::ThisUnit);
    vec![
        (
            "When a friendly Combat Unit is performing a Melee Attack, before rolling Attack Dice:",
            cards,
            Trigger::AttackDeclared,
            vec![Friendly(Attacker), Melee],
            true,
        ),
        (
            "When a friendly Cavalry Unit is performing an Attack, before rolling Attack Dice:",
            cards,
            Trigger::AttackDeclared,
            vec![Friendly(Attacker), OfKind(Attacker, vec![UnitKind::Cavalry])],
            true,
        ),
        (
            "When a friendly unit in Short Range is performing a Melee Attack, before rolling Attack Dice:",
            order,
            Trigger::AttackDeclared,
            vec![Friendly(Attacker), Melee],
            false,
        ),
        // What was attacked is attacked no more, and who attacks this unit is not this unit.
        (
            "After this unit is Attacked:",
            order,
            Trigger::AttackCompleted,
            vec![IsThisUnit(Defender)],
            true,
        ),
        (
            "When this unit is Attacked:",
            order,
            Trigger::AttackDeclared,
            vec![IsThisUnit(Defender)],
            true,
        ),
        (
            "When an enemy is performing an Attack on this unit, after Attack Dice are rolled:",
            order,
            Trigger::AttackRolled,
            vec![Enemy(Attacker), IsThisUnit(Defender)],
            true,
        ),
        (
            "When an enemy performs a Melee Attack on this unit, after rolling Defense Dice:",
            order,
            Trigger::DefenceRolled,
            vec![Enemy(Attacker), IsThisUnit(Defender), Melee],
            true,
        ),
        (
            "When an enemy performs a Charge Action on this unit, before resolving that Charge Action:",
            order,
            Trigger::ChargeDeclared,
            vec![Enemy(Attacker), IsThisUnit(Defender)],
            true,
        ),
        (
            "When this unit Attacks or is Attacked, before rolling Attack Dice:",
            order,
            Trigger::AttackDeclared,
            vec![],
            false,
        ),
        (
            "After a friendly unit completes a Melee Attack, if the Defender suffered any Wounds:",
            cards,
            Trigger::AttackCompleted,
            vec![Friendly(Attacker), Melee, WoundsInflicted(1)],
            true,
        ),
        (
            "After a friendly unit not containing Rehl is Attacked:",
            cards,
            Trigger::AttackCompleted,
            vec![Friendly(Defender)],
            false,
        ),
    ]
}

/// Moments of turns, zones, tests and destructions.
fn other_moments() -> Vec<MomentRow> {
    use Condition::{ClaimedZone, Friendly, IsThisUnit, OwnTurn};
    use Role::{Destroyed, Tested};
    let (cards, order) = (Own::Friends, Own::ThisUnit);
    vec![
        ("Start of any Turn:", cards, Trigger::TurnStart, vec![], true),
        (
            "At the Start of an enemy Turn, if nobody is near:",
            order,
            Trigger::TurnStart,
            vec![Condition::EnemyTurn],
            false,
        ),
        (
            "When a friendly NCU Claims a zone:",
            cards,
            Trigger::ZoneClaimed,
            vec![OwnTurn],
            true,
        ),
        (
            "When a friendly NCU Claims [CROWN]:",
            cards,
            Trigger::ZoneClaimed,
            vec![OwnTurn, ClaimedZone(ZoneName::Crown)],
            true,
        ),
        (
            "When a friendly unit passes a Morale Test:",
            cards,
            Trigger::PanicRolled,
            vec![Friendly(Tested)],
            false,
        ),
        (
            "When a friendly unit is performing a Panic Test, after dice are rolled:",
            cards,
            Trigger::PanicRolled,
            vec![Friendly(Tested)],
            true,
        ),
        (
            "When an enemy Combat Unit Activates:",
            cards,
            Trigger::TurnStart,
            vec![Condition::EnemyTurn],
            false,
        ),
        (
            "When a friendly unit is destroyed:",
            cards,
            Trigger::UnitDestroyed,
            vec![Friendly(Destroyed)],
            true,
        ),
        (
            "When this unit would be destroyed:",
            order,
            Trigger::UnitDestroyed,
            vec![IsThisUnit(Destroyed)],
            false,
        ),
    ]
}

/// A trigger is read to its last word, or the players settle the whole text.
#[test]
fn moments_are_exact_or_only_near() {
    let rows = moments_of_attacks().into_iter().chain(other_moments());
    for (text, own, trigger, when, exact) in rows {
        let found = moment(text, own).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(
            (found.trigger, found.when, found.exact),
            (trigger, when, exact),
            "{text}"
        );
    }
    for none in [
        "When an opponent plays a Tactics card:",
        "When this unit restores Wounds:",
        "By moonlight:",
    ] {
        assert_eq!(moment(none, Own::Friends), None, "{none}");
    }
}

/// No part of a text is live where the rest takes it back, and a number with a sign is added to something.
#[test]
fn what_is_chosen_or_replaced_is_settled_by_the_players() {
    let when = [Condition::Friendly(Role::Attacker), Condition::Melee];
    let texts: [&[&str]; 4] = [
        &[
            "Choose 1:",
            "• This Attack gains **Sundering**.",
            "• This Attack gains **Vicious**.",
        ],
        &[
            "Replace that zone's effect with:",
            "*1 enemy Combat Unit becomes* **Panicked**.",
        ],
        &[
            "This Attack gains **Vicious**.",
            "If it is a Charge, it gains **Sundering** instead.",
        ],
        &["The Defender suffers +1 Wound."],
    ];
    for text in texts {
        let lines: Vec<String> = text.iter().map(|line| (*line).to_owned()).collect();
        let found = phrases::effects(&lines, Trigger::AttackDeclared, &when, Own::Friends);
        assert_eq!(found, [Effect::ByRuling], "{text:?}");
    }
}

#[test]
fn abilities_are_live_as_far_as_one_set_of_conditions_goes() {
    use Condition::{Controls, IsThisUnit, Melee, OfACharge};
    let adds = |ability| Effect::AddAbility { ability };
    let attacker = IsThisUnit(Role::Attacker);
    let rows: [(&[&str], Vec<Condition>, Vec<Effect>); 6] = [
        (
            &[
                "When Charging, this Attack gains **Critical Blow**.",
                "Defenders do not roll Defense Dice.",
            ],
            vec![attacker.clone(), OfACharge],
            vec![adds(AttackAbility::CriticalBlow), Effect::ByRuling],
        ),
        (
            &["While you Control [SWORDS], this unit's Melee Attacks gain **Sundering**."],
            vec![attacker.clone(), Melee, Controls(ZoneName::Combat)],
            vec![adds(AttackAbility::Sundering)],
        ),
        (
            &["• **Precision**", "• When Charging, gains **Vicious**."],
            vec![attacker, Melee],
            vec![adds(AttackAbility::Precision), Effect::ByRuling],
        ),
        (&["• Each model in this unit has 3 Wounds."], vec![], vec![]),
        (&["This unit is a House Merrow unit."], vec![], vec![]),
        (
            &["Choose 1:", "• **Precision**", "• **Vicious**"],
            vec![],
            vec![Effect::ByRuling],
        ),
    ];
    for (text, when, effects) in rows {
        let lines: Vec<String> = text.iter().map(|line| (*line).to_owned()).collect();
        assert_eq!(
            ability(&lines, Some(AttackKind::Melee)),
            (when, effects),
            "{text:?}"
        );
    }
}
