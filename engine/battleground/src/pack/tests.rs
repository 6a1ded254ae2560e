use super::*;
use crate::cards::Book;
use crate::names::CardNo;

fn sample() -> Value {
    sample_packs().remove(0)
}

fn faults(change: impl FnOnce(&mut Value)) -> Vec<(String, String)> {
    let mut pack = sample();
    change(&mut pack);
    let faults = read_pack(&pack).err().unwrap_or_default();
    faults
        .into_iter()
        .map(|fault| (fault.path, fault.reason))
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
        let list = |cards| crate::state::ArmyList {
            units: army.units.clone(),
            cards,
        };
        assert_eq!(crate::army::cost(&book, &list(0)), units, "{id}");
        assert_eq!(crate::army::cost(&book, &list(army.cards)), total, "{id}");
        let allegiance = crate::state::Allegiance {
            faction: army.faction.clone(),
            mercenaries: army.mercenaries.clone(),
        };
        assert!(crate::army::faults(&book, army.budget, true, &allegiance, &list(army.cards)).is_empty());
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
    let mut own = sample();
    own["version"] = json!("2");
    assert_ne!(hash(&own), hash(&sample()));
    let mut book = Book::default();
    add_to_book(&mut book, &read_pack(&own).unwrap().pack, "hash");
    assert_eq!(book.factions[0].pack, "hash");
}
