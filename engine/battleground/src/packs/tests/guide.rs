//! The guide for entering cards is held to what the program takes.

use serde_json::Value;

use crate::packs::*;

const GUIDE: &str = include_str!("../../../PACKS.md");

/// The sample pack with the cards that the guide shows, as it tells to put them there.
fn followed() -> Value {
    let shown: Vec<Value> = GUIDE
        .split("```json\n")
        .skip(1)
        .map(|behind| serde_json::from_str(behind.split_once("```").expect("its end").0).expect("JSON"))
        .collect();
    let [unit, card] = &shown[..] else {
        panic!("a unit and a card");
    };
    let mut pack = sample_packs().remove(0);
    pack["id"] = "my-cards".into();
    let faction = &mut pack["factions"][0];
    faction["units"].as_array_mut().expect("units").push(unit.clone());
    faction["cards"][0] = card.clone();
    pack
}

#[test]
fn the_cards_of_the_guide_are_taken() {
    let sound = read_pack(&followed()).expect("no faults");
    let faction = &sound.pack.factions[0];
    let card = faction.units.last().expect("a unit").kind(&faction.id);
    assert_eq!(
        (card.attack.dice, card.attack.skill, card.attack.power),
        (5, 5, 4)
    );
    assert_eq!((card.def_skill, card.toughness, card.boxes.all()), (2, 3, 9));
    assert_eq!(card.specials.len(), 1);
    assert_eq!(faction.cards[0].sides[0].effects.len(), 2);
}

#[test]
fn faults_are_named_by_paths_like_that_of_the_guide() {
    let mut wrong = followed();
    wrong["factions"][0]["units"][0]["courage"] = 99.into();
    let faults = read_pack(&wrong).expect_err("courage of 99");
    let paths: Vec<&str> = faults.iter().map(|fault| fault.path.as_str()).collect();
    assert_eq!(paths, ["/factions/0/units/0/courage"]);
    assert!(GUIDE.contains(paths[0]));
}

#[test]
fn the_guide_names_every_field_of_a_unit_card() {
    let schema = pack_schema();
    let fields = schema["$defs"]["PackUnit"]["properties"]
        .as_object()
        .expect("fields");
    // These stand in every card, or are named by their line.
    let plain = ["id", "name", "impact_hits", "labels", "direct_control_cost"];
    for field in fields.keys().filter(|field| !plain.contains(&field.as_str())) {
        assert!(
            GUIDE.contains(&format!("\"{field}\"")) || GUIDE.contains(&format!("`{field}`")),
            "{field}"
        );
    }
}
