mod book;
mod carried_over;
mod guide;

use serde_json::json;

use super::*;
use crate::model::cards::Book;
use crate::model::effect::Keyword;
use crate::model::names::CardNo;

fn sample() -> Value {
    sample_packs().remove(0)
}

fn faults(change: impl FnOnce(&mut Value)) -> Vec<(String, String)> {
    let mut pack = sample();
    change(&mut pack);
    let faults = read_pack(&pack).err().unwrap_or_default();
    faults
        .into_iter()
        .map(|fault| (fault.path, fault.reason.into()))
        .collect()
}

#[test]
fn the_sample_pack_is_sound_and_complete() {
    let sound = read_pack(&sample()).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(sound.info.system, "battleground-4");
    let book = sample_book();
    assert_eq!(
        (book.factions.len(), book.kinds.len(), book.maps.len()),
        (2, 24, 4)
    );
    for faction in &book.factions {
        assert_eq!(faction.deck.len(), 30);
        assert_eq!(
            book.kinds
                .iter()
                .filter(|kind| kind.faction == faction.id)
                .count(),
            12
        );
    }
}

#[test]
fn bg4_cards_10_a_deck_holds_30_different_cards_of_which_20_are_common() {
    let book = sample_book();
    let names = |faction: usize| -> Vec<(CardNo, String)> {
        let deck = &book.factions[faction].deck;
        deck.iter().map(|card| (card.number, card.name.clone())).collect()
    };
    let (one, other) = (names(0), names(1));
    assert_eq!(
        one.iter().map(|card| card.0).collect::<Vec<_>>(),
        CardNo::deck().collect::<Vec<_>>()
    );
    assert_eq!(one[..20], other[..20]);
    assert!(one[20..].iter().zip(&other[20..]).all(|(a, b)| a.1 != b.1));
    // A card that is missing, twice or out of place.
    let found = faults(|pack| pack["common_cards"][4]["number"] = json!(4));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|(path, _)| path == "/common_cards"));
}

#[test]
fn bg4_scen_08_what_a_scenario_changes_is_checked() {
    let scenario = |field: &str, value: serde_json::Value| -> Vec<String> {
        let found = faults(|pack| pack["scenarios"][0][field] = value.clone());
        found.into_iter().map(|(path, _)| path).collect()
    };
    let rule = json!({ "rule": { "name": "Night falls", "at": "end_of_turn", "effects": [{ "draw_cards": { "count": 1 } }] } });
    let whole = |first: &str| json!({ "whole_armies": { "first": first } });
    for (field, sound) in [
        ("map", json!("mill-stream")),
        ("deployment", json!("standard")),
        ("deployment", whole("B")),
        ("rules", vec![rule.clone(); 5].into()),
    ] {
        assert_eq!(scenario(field, sound.clone()), [""; 0], "{sound}");
    }
    let mut southern = rule.clone();
    southern["seat"] = json!("A");
    assert_eq!(scenario("rules", json!([southern])), [""; 0]);
    let mut nobodys = rule.clone();
    nobodys["seat"] = json!("C");
    let mut idle = rule.clone();
    idle["rule"]["effects"] = json!([]);
    for (field, wrong, at) in [
        ("map", json!("nowhere"), "map"),
        ("deployment", whole("C"), "deployment/whole_armies/first"),
        ("deployment", json!("ambush"), "deployment"),
        ("rules", vec![rule; 6].into(), "rules"),
        ("rules", json!([nobodys]), "rules/0/seat"),
        ("rules", json!([idle]), "rules/0/rule/effects"),
    ] {
        assert_eq!(
            scenario(field, wrong.clone()),
            [format!("/scenarios/0/{at}")],
            "{wrong}"
        );
    }
}

#[test]
fn bg4_setup_03_a_ready_army_has_a_budget_that_can_be_agreed() {
    let refused = |faction: &str, points: u32| {
        let found = faults(|pack| {
            let army = &mut pack["armies"][0];
            army["faction"] = json!(faction);
            army["budget"] = json!(points);
        });
        let named = found.into_iter().find(|(path, _)| path == "/armies/0/budget");
        named.map(|(_, reason)| reason)
    };
    let own = sample()["armies"][0]["faction"].as_str().unwrap().to_owned();
    // An army of a faction of another pack is looked at when it is played, but for its budget.
    for faction in [own.as_str(), "elsewhere"] {
        for points in [0, 499, 20_001, 65_535] {
            let reason = refused(faction, points).unwrap();
            assert_eq!(reason, "500 to 20000 points can be agreed (BG4-SETUP-03)");
        }
        for points in [500, 2_000, 20_000] {
            assert_eq!(refused(faction, points), None, "{faction} {points}");
        }
    }
}

#[test]
fn bg4_setup_03_a_scenario_prescribes_a_budget_that_can_be_agreed() {
    let prescribed = |points: u32| faults(|pack| pack["scenarios"][0]["budget"] = json!(points));
    for points in [500, 2_000, 20_000] {
        assert!(prescribed(points).is_empty(), "{points}");
    }
    // Nobody may propose so few or so many: the set-up would never end.
    for points in [0, 499, 20_001] {
        let found = prescribed(points);
        let paths: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(paths, ["/scenarios/0/budget"], "{points}");
    }
}

#[test]
fn bg4_setup_05_a_sample_army_passes_the_same_checks_as_a_built_one() {
    let book = sample_book();
    let pack = read_pack(&sample()).unwrap().pack;
    // Unit points and totals as the catalogue lists them.
    let totals = [
        ("ostmark-line", 1_934, 1_984),
        ("ostmark-horse", 1_967, 1_992),
        ("ostmark-with-exiles", 1_859, 1_984),
        ("gravenmoor-warband", 1_824, 1_999),
        ("gravenmoor-beast", 1_876, 1_976),
        ("ostmark-1500", 1_429, 1_479),
        ("gravenmoor-1500", 1_352, 1_477),
        ("ostmark-2500", 2_456, 2_481),
        ("gravenmoor-2500", 2_355, 2_480),
    ];
    assert_eq!(pack.armies.len(), totals.len());
    for (id, units, total) in totals {
        let army = pack.armies.iter().find(|army| army.id == id).unwrap();
        let list = |cards| crate::model::state::ArmyList {
            units: army.units.clone(),
            cards,
            abilities: Vec::new(),
        };
        let allegiance = crate::model::state::Allegiance {
            faction: army.faction.clone(),
            mercenaries: army.mercenaries.clone(),
            also: Vec::new(),
        };
        assert_eq!(
            crate::procedures::army::cost(&book, &allegiance, &list(0)),
            units,
            "{id}"
        );
        assert_eq!(
            crate::procedures::army::cost(&book, &allegiance, &list(army.cards)),
            total,
            "{id}"
        );
        assert!(
            crate::procedures::army::faults(&book, army.budget, true, &allegiance, &list(army.cards))
                .is_empty()
        );
    }
}

#[test]
fn bg4_keyw_01_a_unit_has_exactly_one_size() {
    let found = faults(|pack| pack["factions"][0]["units"][1]["keywords"] = json!(["large", "colossal"]));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, "/factions/0/units/1/keywords");
    assert!(found[0].1.contains("BG4-KEYW-01"));
    // Types and equipment may be combined; faction labels are free.
    let book = sample_book();
    let riders = book.kinds.iter().find(|kind| kind.id == "outriders").unwrap();
    assert!(riders.is(Keyword::Cavalry) && riders.is(Keyword::Javelins) && riders.is(Keyword::Normal));
    assert!(faults(|pack| pack["factions"][0]["units"][1]["labels"] = json!(["undead lesser"])).is_empty());
}

#[test]
fn bg4_keyw_02_a_unit_without_a_size_is_normal() {
    let book = sample_book();
    let sizes = [Keyword::Normal, Keyword::Large, Keyword::Colossal];
    for kind in &book.kinds {
        assert_eq!(
            sizes.iter().filter(|size| kind.is(**size)).count(),
            1,
            "{}",
            kind.id
        );
    }
    let of = |id: &str| book.kinds.iter().find(|kind| kind.id == id).unwrap();
    assert!(of("league-swords").is(Keyword::Normal));
    assert!(of("ogre-breakers").is(Keyword::Large) && !of("ogre-breakers").is(Keyword::Normal));
}

#[test]
fn bg4_keyw_05_a_unit_that_is_nothing_else_is_infantry() {
    let book = sample_book();
    let of = |id: &str| book.kinds.iter().find(|kind| kind.id == id).unwrap();
    for (id, infantry) in [
        ("league-swords", true),
        ("ogre-breakers", true), // Large and Fearsome.
        ("mire-colossus", true), // Colossal and Terrifying.
        ("rook-riders", true),   // Flying.
        ("sworn-exiles", true),  // Mercenary.
        ("iron-knights", false),
        ("runner-screen", false),
        ("field-ballista", false),
    ] {
        assert_eq!(of(id).is(Keyword::Infantry), infantry, "{id}");
    }
}

#[test]
fn bg4_keyw_05_a_large_terrifying_unit_is_infantry() {
    let of = |keywords: Value| {
        let mut unit = sample()["factions"][0]["units"][0].clone();
        unit["keywords"] = keywords;
        let card: super::form::PackUnit = serde_json::from_value(unit).unwrap();
        card.kind("one")
    };
    assert!(of(json!(["large", "terrifying"])).is(Keyword::Infantry));
    for other in ["cavalry", "skirmisher", "wheeled"] {
        assert!(
            !of(json!(["large", "terrifying", other])).is(Keyword::Infantry),
            "{other}"
        );
    }
}

#[test]
fn all_faults_of_a_pack_are_listed_at_once_with_path_and_reason() {
    let found = faults(|pack| {
        pack["system"] = json!("chess");
        pack["colour"] = json!("blue");
        pack["common_cards"][0]["sides"][0]["colour"] = json!("pink");
        pack["common_cards"][1]["sides"][0]["windows"] = json!(["mc_own"]);
        pack["factions"][0]["units"][0]["points"] = json!(0);
        pack["factions"][0]["units"][2]["move"] = json!(4);
        pack["factions"][0]["units"][2]["courage"] = json!("high");
        pack["factions"][1]["units"][9]
            .as_object_mut()
            .unwrap()
            .remove("fly");
        pack["factions"][1]["abilities"][0]
            .as_object_mut()
            .unwrap()
            .remove("cost");
        pack["maps"][1]["pieces"][0]["level"] = json!(4);
        pack["maps"][1]["pieces"][1]["area"] = json!([[0, 0], [1, 1]]);
        pack["scenarios"][0]["victory"]["threshold"] = json!(0);
        pack["armies"][0]["cards"] = json!(9);
    });
    let at = |path: &str| found.iter().filter(|(place, _)| place.starts_with(path)).count();
    for path in [
        "/system",
        "/colour",
        "/common_cards/0",
        "/common_cards/1/sides/0/windows",
        "/factions/0/units/0/points",
        "/factions/0/units/2/move",
        "/factions/0/units/2/courage",
        "/factions/1/units/9/fly",
        "/factions/1/abilities/0",
        "/maps/1/pieces/0/level",
        "/maps/1/pieces/1",
        "/scenarios/0/victory/threshold",
        "/armies/0",
    ] {
        assert!(at(path) >= 1, "{path} is missing in {found:#?}");
    }
    assert!(found.iter().all(|(_, reason)| !reason.is_empty()));
}

#[test]
fn nothing_is_a_pack_but_a_pack() {
    for wrong in [
        json!(null),
        json!([]),
        json!("pack"),
        json!({}),
        json!({ "factions": 3 }),
    ] {
        assert!(read_pack(&wrong).is_err(), "{wrong}");
    }
    let schema = pack_schema();
    assert_eq!(schema["title"], json!("Pack"));
    assert_eq!(hindsight_kernel::pack::unread_keywords(&schema), [].into());
    let mut own = sample();
    own["version"] = json!("2");
    assert_ne!(hash(&own), hash(&sample()));
    let mut book = Book::default();
    add_to_book(&mut book, &read_pack(&own).unwrap().pack, "hash");
    assert_eq!(book.factions[0].pack, "hash");
}

#[test]
fn the_checked_in_schema_is_the_present_one() {
    hindsight_kernel::testing::schema_is_checked_in::<Pack>(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/packs/schema.json"
    ));
}

#[test]
fn every_number_of_a_card_is_bounded_and_all_that_are_not_are_named() {
    let found = faults(|pack| {
        let unit = &mut pack["factions"][1]["units"][9];
        assert_eq!(unit["id"], "rook-riders");
        unit["attack"]["dice"] = json!(13);
        unit["ranged"] = json!({"range": 7, "profile": {"dice": 255, "skill": 5, "power": 5}});
        unit["impact_hits"] = json!(7);
        unit["specials"] = json!(vec![json!({"change": {"dice": 13}}); 21]);
        unit["spells"] = json!([{"name": "Bolt", "keywords": ["attack"], "range": 7,
            "profile": {"dice": 3, "skill": 13, "power": 5}, "effects": [{"damage": {"wounds": 28}}]}]);
        let coven = &mut pack["factions"][1]["units"][8];
        let spell = coven["spells"][0].clone();
        coven["spells"] = json!(vec![spell; 11]);
        let ability = &mut pack["factions"][0]["abilities"][1];
        ability["effects"] = json!([{"draw_cards": {"count": 200}}]);
        ability["cost"] = json!(21);
        let cards = &mut pack["common_cards"];
        cards[14]["sides"][0]["effects"] = json!([{"gain_command_actions": {"count": 16}}]);
        cards[18]["sides"][0]["effects"] = json!([{"erase_ammo": {"most": 200}}]);
        cards[19]["sides"][0]["effects"] =
            json!([{"change": {"on": "chosen", "change": {"mc": -13}, "lasts": "turn"}}]);
        cards[15]["sides"][0]["effects"] = json!(vec!["fear_check"; 21]);
        cards[14]["sides"][0]["when"] = json!(["unengaged"]);
    });
    let paths: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
    for path in [
        "/factions/1/units/9/attack/dice",
        "/factions/1/units/9/ranged/profile/dice",
        "/factions/1/units/9/impact_hits",
        "/factions/1/units/9/specials",
        "/factions/1/units/9/specials/0/change/dice",
        "/factions/1/units/9/spells/0/profile/skill",
        "/factions/1/units/9/spells/0/effects/0/damage/wounds",
        "/factions/1/units/8/spells",
        "/factions/0/abilities/1/effects/0/draw_cards/count",
        "/factions/0/abilities/1/cost",
        "/common_cards/14/sides/0/effects/0/gain_command_actions/count",
        "/common_cards/18/sides/0/effects/0/erase_ammo/most",
        "/common_cards/19/sides/0/effects/0/change/change/mc",
        "/common_cards/15/sides/0/effects",
        "/common_cards/14/sides/0/when",
    ] {
        assert!(paths.contains(&path), "{path} is missing in {found:#?}");
    }
    let dice = found
        .iter()
        .find(|(path, _)| path.ends_with("attack/dice"))
        .unwrap();
    assert_eq!(dice.1, "0 to 12 is expected, not 13");
    // The schema names the same bounds.
    let schema = pack_schema();
    let bound = |definition: &str, field: &str| {
        let property = &schema["$defs"][definition]["properties"][field];
        (property["minimum"].clone(), property["maximum"].clone())
    };
    assert_eq!(bound("Profile", "dice"), (json!(0), json!(12)));
    assert_eq!(bound("Change", "mc"), (json!(-12), json!(12)));
    assert_eq!(bound("PackUnit", "impact_hits"), (json!(0), json!(6)));
    assert_eq!(
        schema["$defs"]["PackUnit"]["properties"]["spells"]["maxItems"],
        json!(10)
    );
}

#[test]
fn bg4_terr_23_a_crossing_drawn_over_deep_water_lets_units_pass() {
    let mut pack = sample();
    let rectangle = |kind: &str, area: [[f64; 2]; 4]| json!({ "kind": kind, "area": area });
    pack["maps"][0]["pieces"] = json!([
        rectangle(
            "deep_water",
            [[0.0, 14.0], [36.0, 14.0], [36.0, 16.0], [0.0, 16.0]]
        ),
        rectangle(
            "wet_ground",
            [[14.0, 13.0], [22.0, 13.0], [22.0, 17.0], [14.0, 17.0]]
        ),
    ]);
    let sound = read_pack(&pack).unwrap();
    let mut book = Book::default();
    add_to_book(&mut book, &sound.pack, "");
    let pieces = book.maps[0].pieces.clone();
    let at = |x: f64| {
        let state = crate::scene::scene()
            .unit("A1", crate::scene::line(), (x, 11.0, 0.0))
            .set(|state| {
                let book = std::sync::Arc::make_mut(&mut state.book);
                book.maps[0].pieces.clone_from(&pieces);
            })
            .state();
        let field = crate::field::Field::of(&state);
        let unit = state.unit(crate::scene::id("A1")).unwrap();
        let over = battleground_geometry::Card::new(crate::scene::pose(x, 15.0, 0.0), state.size(unit));
        let barred = state.map().unwrap().pieces.iter().any(|piece| {
            field
                .barred_area(unit, piece)
                .is_some_and(|area| overlaps(&over, area, TOL))
        });
        (barred, field.ground_steps(unit, &[over]))
    };
    // On the crossing only its own row, -1; beside it the water is closed.
    assert_eq!(at(18.0), (false, -1));
    assert!(at(8.0).0);
}
