//! The cards that the book names, entered as data, and what cannot work.

use serde_json::{Value, json};

use crate::packs::{read_pack, sample_packs};

/// The sample pack with the cards that the book names, by the facts it gives (pp. 16-22, 37), and figures of our own
/// where it gives none.
fn book_pack() -> Value {
    let mut pack = sample_packs().remove(0);
    let change = |on: &str, change: Value, lasts: &str| json!({ "change": { "on": on, "change": change, "lasts": lasts } });
    let cards = [
        json!({ "number": 1, "name": "Force", "sides": [{
            "colour": "red", "windows": ["hit_pre"], "subject": "attacker",
            "effects": [change("attacker", json!({ "power": 2 }), "attack")] }] }),
        json!({ "number": 3, "name": "Follow Through", "sides": [{
            "colour": "red", "windows": ["hit_post", "wound_post"], "subject": "attacker",
            "effects": [{ "reroll": { "dice": "failed", "most": 2 } }] }] }),
        json!({ "number": 8, "name": "Stubborn Endurance", "sides": [{
            "colour": "blue", "windows": ["hit_pre"], "subject": "defender",
            "effects": [change("defender", json!({ "courage": 2 }), "turn")] }] }),
        json!({ "number": 11, "name": "Defy Fate", "sides": [
            { "colour": "red", "windows": ["hit_post", "wound_post"], "subject": "attacker",
              "effects": [{ "reroll": { "dice": "failed", "most": 1 } }] },
            { "colour": "blue", "windows": ["hit_post", "wound_post"], "subject": "defender",
              "effects": [{ "reroll": { "dice": "successful", "most": 1 } }] }] }),
        json!({ "number": 14, "name": "Rune of Skill", "sides": [
            { "colour": "green", "windows": ["courage_pre"], "subject": "checking",
              "effects": [change("checking", json!({ "courage": 2 }), "check")] },
            { "colour": "red", "windows": ["hit_pre"], "subject": "attacker",
              "effects": [change("attacker", json!({ "skill": 1 }), "attack")] }] }),
        json!({ "number": 15, "name": "The Plan", "sides": [{
            "colour": "green", "windows": ["mc_own"], "subject": "player",
            "effects": [{ "gain_command_actions": { "count": 1 } }] }] }),
        json!({ "number": 16, "name": "Attack Storm", "sides": [{
            "colour": "green", "windows": ["mc_any"], "subject": { "own": { "most": 3 } },
            "effects": [change("chosen", json!({ "dice": 1 }), "turn")] }] }),
        json!({ "number": 17, "name": "Frenzy", "sides": [{
            "colour": "green", "windows": ["mc_any"], "subject": { "own": { "most": 1 } },
            "effects": [change("chosen", json!({ "dice": 2 }), "turn"),
                        { "no_cards": { "while_": "attacking_or_defending" } }] }] }),
    ];
    for card in cards {
        let place = card["number"].as_u64().unwrap() as usize - 1;
        pack["common_cards"][place] = card;
    }
    pack["factions"][0]["abilities"][0] = json!({
        "id": "bravery", "name": "Bravery", "of_unit": true, "cost": 1, "window": "own_movement",
        "subject": { "own": { "most": 1 } },
        "mark": { "name": "Bravery", "effects": [{ "change": {
            "on": "chosen", "change": { "courage": 3 }, "lasts": "until_rout_check", "when": ["rout_check"] } }] }
    });
    pack
}

fn faults(change: impl FnOnce(&mut Value)) -> Vec<(String, String)> {
    let mut pack = book_pack();
    change(&mut pack);
    read_pack(&pack)
        .err()
        .unwrap_or_default()
        .into_iter()
        .map(|fault| (fault.path, fault.reason.into()))
        .collect()
}

#[test]
fn the_cards_that_the_book_names_can_be_entered_as_data() {
    let sound = read_pack(&book_pack()).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let named = [
        "Force",
        "Follow Through",
        "Stubborn Endurance",
        "Defy Fate",
        "Rune of Skill",
        "The Plan",
        "Attack Storm",
        "Frenzy",
    ];
    for name in named {
        assert!(
            sound.pack.common_cards.iter().any(|card| card.name == name),
            "{name}"
        );
    }
    assert_eq!(sound.pack.factions[0].abilities[0].id, "bravery");
}

#[test]
fn an_effect_that_could_never_work_is_a_fault_of_the_pack() {
    let effects = |card: usize| format!("/common_cards/{card}/sides/0/effects/0");
    let set = |card: usize, effect: Value| {
        faults(move |pack| pack["common_cards"][card]["sides"][0]["effects"] = json!([effect]))
    };
    // A word that the vocabulary does not have.
    assert!(!set(14, json!({ "teleport": {} })).is_empty());
    assert!(!set(14, json!("teleport")).is_empty());
    for (card, effect) in [
        // Green cards: attack dice, attack modifiers, a check that is not at hand, a moment that never comes.
        (14, json!({ "reroll": { "dice": "failed" } })),
        (14, json!({ "ignore": { "modifiers": ["long_range"] } })),
        (14, json!("reroll_courage")),
        (14, json!("spoil_attack")),
        (
            15,
            json!({ "change": { "on": "chosen", "change": { "dice": 1 }, "lasts": "attack" } }),
        ),
        (
            15,
            json!({ "change": { "on": "chosen", "change": { "dice": 1 }, "lasts": "check" } }),
        ),
        (
            15,
            json!({ "change": { "on": "chosen", "change": {}, "lasts": "turn" } }),
        ),
        // Before the to-hit roll no dice lie there and no wounds are counted.
        (0, json!({ "reroll": { "dice": "failed" } })),
        (0, json!({ "wounds": { "by": 1 } })),
        (0, json!("reroll_courage")),
        (0, json!({ "by_ruling": { "text": "" } })),
    ] {
        let found = set(card, effect.clone());
        assert!(
            found.iter().any(|(path, _)| path.starts_with(&effects(card))),
            "{effect}: {found:?}"
        );
    }
    // What is written as a ruling is sound.
    assert!(set(14, json!({ "by_ruling": { "text": "Exchange two own units." } })).is_empty());
    // Conditions of an attack outside one.
    let found = faults(|pack| {
        pack["common_cards"][15]["sides"][0]["subject"]["own"]["when"] = json!(["melee"]);
    });
    assert_eq!(found[0].0, "/common_cards/15/sides/0/subject/own/when/0");
    // Rules of units: a face that no die has, an enemy that nothing speaks of, nothing to do.
    for (written, at) in [
        (
            json!({ "name": "x", "at": { "thrown_to_hit": { "faces": [7] } }, "effects": ["spoil_attack"] }),
            "at",
        ),
        (
            json!({ "name": "x", "at": "in_red", "on": "other", "effects": ["fear_check"] }),
            "on",
        ),
        (json!({ "name": "x", "at": "in_red", "effects": [] }), "effects"),
        (
            json!({ "name": "x", "at": "in_red", "effects": ["spoil_attack"] }),
            "effects/0",
        ),
        (
            json!({ "name": "x", "at": "in_red", "when": ["melee"], "effects": ["fear_check"] }),
            "when/0",
        ),
    ] {
        let found = faults(|pack| pack["factions"][0]["units"][1]["triggers"] = json!([written]));
        assert!(
            found
                .iter()
                .any(|(path, _)| *path == format!("/factions/0/units/1/triggers/0/{at}")),
            "{written}: {found:?}"
        );
    }
}
