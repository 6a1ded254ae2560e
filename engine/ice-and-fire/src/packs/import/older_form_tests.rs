//! The older form of the data: statistics under `statistics`, lists named in the plural, rules beside the statistics.

use serde_json::json;

use super::*;
use crate::cards::{AttackAbility, Effect};

fn id(text: &str) -> Name {
    text.parse().unwrap()
}

/// A unit with one attack and one ability of its name; `beside` stands beside the statistics.
fn unit(number: &str, attacks: &Value, abilities: &Value, beside: &[(&str, Value)]) -> Value {
    let mut card = json!({
        "id": number, "name": format!("Unit {number}"),
        "statistics": {
            "faction": "freefolk", "type": "infantry", "tray": "infantry", "cost": 5, "speed": 5, "defense": 4,
            "morale": 6, "attacks": attacks, "abilities": abilities,
        },
    });
    for (field, value) in beside {
        card[*field] = value.clone();
    }
    card
}

fn melee(name: &str) -> Value {
    json!({ "name": name, "type": "melee", "hit": 3, "dice": [7, 6, 5] })
}

fn imported(faction: &Value, abilities: &Value) -> (Pack, ImportedPack) {
    let file = |name: &str, value: &Value| ImportFile {
        name: name.to_owned(),
        text: value.to_string(),
    };
    let neutral = json!({ "units": [{
        "id": "990", "name": "Hired Mules",
        "statistics": {
            "faction": "neutral", "type": "infantry", "tray": "infantry", "cost": 4, "speed": 5, "defense": 5,
            "morale": 7, "attacks": [melee("Hooves")], "abilities": [],
        },
    }] });
    let files = [
        file("freefolk.json", faction),
        file("neutral.json", &neutral),
        file("abilities.json", abilities),
    ];
    let named = PackTitle {
        id: "data".to_owned(),
        name: "Data".to_owned(),
    };
    let imported = import_asoiaf_tmg_data(&files, &named).unwrap();
    let pack = read_pack(&imported.pack).unwrap().pack;
    (pack, imported)
}

fn rules_card(number: &str, name: &str, text: &str) -> Value {
    json!({
        "id": number, "name": name, "type": "faction",
        "statistics": { "faction": "freefolk", "front": { "text": [text] }, "back": { "text": ["Lay it beside the deck."] } },
    })
}

#[test]
fn rules_cards_of_the_older_form_are_taken_or_named() {
    let plain = unit("901", &json!([melee("Clubs")]), &json!([]), &[]);
    let bannered = unit(
        "902",
        &json!([melee("Clubs")]),
        &json!([]),
        &[("rules", json!(["50601"]))],
    );
    let ncu = json!({
        "id": "903", "name": "Iline", "rules": ["50602"],
        "statistics": { "faction": "freefolk", "cost": 4, "abilities": [{ "name": "Bells", "effect": [
            "Each time Iline Claims [SWORDS], target 1 enemy Combat Unit. They become **Vulnerable**.",
        ] }] },
    });
    let faction = json!({
        "units": [plain, bannered], "ncus": [ncu],
        "specials": [
            rules_card("50399", "No Coin", "**These armies may never include Neutral Units.**"),
            rules_card("50601", "Banners", "They come with 4 banners."),
            rules_card("50602", "Gardens", "There is one more zone."),
        ],
    });
    let (pack, imported) = imported(&faction, &json!({}));
    let freefolk = pack
        .factions
        .iter()
        .find(|faction| faction.id == id("freefolk"))
        .unwrap();
    assert_eq!(freefolk.allies, Vec::<Name>::new(), "no neutral units");
    let rule = pack.units[1]
        .abilities
        .iter()
        .find(|ability| ability.name == "Banners")
        .unwrap();
    assert_eq!(rule.text, "They come with 4 banners. Lay it beside the deck.");
    assert_eq!(rule.effects, [Effect::ByRuling]);
    let iline = &pack.ncus[0];
    assert!(
        iline.text.contains("Gardens: There is one more zone."),
        "{}",
        iline.text
    );
    assert!(iline.effects.contains(&Effect::ByRuling));
    let left_out: Vec<&str> = imported
        .notes
        .iter()
        .filter(|note| note.path.starts_with("/specials/"))
        .map(|note| &*note.path)
        .collect();
    assert_eq!(left_out, ["/specials/0"], "the two others are taken");
}

#[test]
fn abilities_by_round_are_settled_by_the_players() {
    let fury = json!({ "FURY": { "effect": [
        "This Attack gains the following by the Game Round:", "**• 2+:** **Critical Blow**", "**• 3+:** **Vicious**",
    ] } });
    // Without the heading the condition stands in the line alone.
    let bare = json!({ "FURY": { "effect": ["• **Sundering**", "• **4+: Vicious**"] } });
    let of = |abilities: &Value| {
        let card = unit("901", &json!([melee("Fury")]), &json!(["Fury"]), &[]);
        let (pack, _) = imported(&json!({ "units": [card] }), abilities);
        let card = pack.units[0].clone();
        (card.attacks[0].abilities.clone(), card.abilities[0].clone())
    };
    let (attack, ability) = of(&fury);
    assert_eq!(attack, []);
    assert_eq!(
        (ability.when, ability.effects),
        (Vec::new(), vec![Effect::ByRuling])
    );
    let (attack, ability) = of(&bare);
    assert_eq!(attack, [AttackAbility::Sundering]);
    assert_eq!(ability.effects, [Effect::ByRuling]);
}

#[test]
fn what_stands_under_a_heading_is_settled_by_the_players() {
    // A choice before the dice; and an ability that is no attack's.
    let texts = json!({
        "SPIKE": { "effect": ["Before rolling Attack Dice, choose 1:", "• **Critical Blow**", "• **Precision**"] },
        "AT BAY": { "effect": ["While it has 1 rank:", "• **Vicious**"], "icons": ["melee"] },
    });
    let card = unit("901", &json!([melee("Spike")]), &json!(["Spike", "At Bay"]), &[]);
    let (pack, _) = imported(&json!({ "units": [card] }), &texts);
    let card = &pack.units[0];
    assert_eq!(card.attacks[0].abilities, []);
    for ability in &card.abilities {
        assert_eq!(ability.effects, [Effect::ByRuling], "{}", ability.name);
    }
}

#[test]
fn every_attack_of_a_name_gets_its_text() {
    let attacks = json!([
        { "name": "Harpoon", "type": "short", "hit": 4, "dice": [6, 6, 4] },
        { "name": "Harpoon", "type": "melee", "hit": 4, "dice": [6, 6, 4] },
    ]);
    let texts = json!({ "HARPOON": { "effect": ["• **Sundering**"], "icons": ["melee", "ranged"] } });
    let card = unit("901", &attacks, &json!(["Harpoon"]), &[]);
    let (pack, _) = imported(&json!({ "units": [card] }), &texts);
    for attack in &pack.units[0].attacks {
        assert_eq!(attack.abilities, [AttackAbility::Sundering]);
    }
}

#[test]
fn several_replaced_designs_may_stand_in_one_text() {
    let design = |number: &str, remove: Option<&str>| {
        let mut facts = json!({ "faction": "freefolk", "text": [{ "trigger": "Start of a friendly Turn:", "effect": ["Draw 1 Tactics card."] }] });
        if let Some(remove) = remove {
            facts["remove"] = json!(remove);
            facts["commander_id"] = json!("905");
        }
        json!({ "id": number, "name": format!("Design {number}"), "statistics": facts })
    };
    let leader = json!({
        "id": "905", "name": "Rehl",
        "statistics": { "faction": "freefolk", "type": "infantry", "cost": "C", "commander": true, "abilities": [] },
    });
    let card = unit("901", &json!([melee("Clubs")]), &json!([]), &[]);
    let faction = json!({
        "units": [card], "attachments": [leader],
        "tactics": [design("40301", None), design("40302", None), design("40326", Some("40301\n40302"))],
    });
    let (pack, imported) = imported(&faction, &json!({}));
    let shrug = pack.tactics.iter().find(|card| card.id == id("40326")).unwrap();
    assert_eq!(shrug.replaces, [id("40301"), id("40302")]);
    assert!(
        imported
            .notes
            .iter()
            .all(|note| !note.reason.contains("not in these files"))
    );
}

#[test]
fn factions_are_called_as_people_call_them() {
    let card = unit("901", &json!([melee("Clubs")]), &json!([]), &[]);
    let mut watch = unit("902", &json!([melee("Clubs")]), &json!([]), &[]);
    watch["statistics"]["faction"] = json!("nightswatch");
    let (pack, _) = imported(&json!({ "units": [card, watch] }), &json!({}));
    let names: Vec<&str> = pack.factions.iter().map(|faction| &*faction.name).collect();
    assert_eq!(names, ["Free Folk", "Night's Watch", "Neutral"]);
}
