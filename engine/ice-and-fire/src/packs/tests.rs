//! The sample pack, the rules' list, and faults of packs that are not right.

use serde_json::{Value, json};

use super::*;
use crate::cards::{AttackKind, CardId, UnitKind};

fn sample_value() -> Value {
    serde_json::from_str(SAMPLE).unwrap()
}

fn id(text: &str) -> CardId {
    text.parse().unwrap()
}

/// The places of all faults of the sample with one place changed.
fn faults_with(path: &str, value: Value) -> Vec<String> {
    let mut pack = sample_value();
    *pack.pointer_mut(path).unwrap_or_else(|| panic!("{path}")) = value;
    match read_pack(&pack) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.into_iter().map(|fault| fault.path).collect(),
    }
}

#[test]
fn the_sample_pack_is_sound_and_holds_the_catalogue() {
    let sample = sample();
    let cards = sample.cards();
    let count = (
        cards.units.len(),
        cards.attachments.len(),
        cards.ncus.len(),
        cards.tactics.len(),
        cards.terrain.len(),
    );
    assert_eq!(count, (12, 4, 4, 20, 9));
    let shield = cards.unit(id("mw-shield")).unwrap();
    let numbers = (
        shield.points,
        shield.speed,
        shield.defence,
        shield.morale,
        shield.wounds_per_model,
    );
    assert_eq!(numbers, (5, 4, 3, 6, 1));
    let bows = cards.unit(id("mw-arch")).unwrap();
    let (_, bow) = bows.attacks_of(AttackKind::Ranged).next().unwrap();
    assert_eq!(
        (bow.to_hit, bow.dice.as_slice(), bow.range),
        (4, &[8, 6, 4][..], Some(crate::cards::RangeWord::Long))
    );
    // Points of the two armies.
    for army in &sample.pack.armies {
        let points: u32 = army
            .list
            .units
            .iter()
            .map(|listed| {
                let attached = listed
                    .attachment
                    .and_then(|id| cards.attachment(id))
                    .map_or(0, |card| card.points);
                u32::from(cards.unit(listed.card).unwrap().points + attached)
            })
            .chain(
                army.list
                    .ncus
                    .iter()
                    .map(|id| u32::from(cards.ncu(*id).unwrap().points)),
            )
            .sum();
        assert_eq!(points, 40, "{}", army.name);
    }
}

#[test]
fn if_army_03_a_deck_is_two_copies_of_seven_and_three_designs() {
    let cards = sample().cards();
    for (faction, commander) in [("merrow", "mw-rehl"), ("karst", "ka-urda")] {
        let deck = cards.deck(id(faction), id(commander));
        assert_eq!(deck.len(), 20);
        for card in &deck {
            assert_eq!(deck.iter().filter(|other| *other == card).count(), 2, "{card}");
        }
    }
}

#[test]
fn if_terr_14_each_sum_but_seven_names_a_piece() {
    let cards = sample().cards();
    let piece = |sum| {
        cards
            .terrain_rolled(sum)
            .map(|card| &*card.name)
            .collect::<Vec<_>>()
    };
    let rows = [
        (2, "Corpse Pile"),
        (3, "Corpse Pile"),
        (4, "Bog"),
        (5, "Palisade"),
        (6, "Hedge"),
        (8, "Wall"),
        (9, "Stakes"),
        (10, "Forest"),
        (11, "Weirwood Tree"),
        (12, "Weirwood Tree"),
    ];
    for (sum, name) in rows {
        assert_eq!(piece(sum), [name], "{sum}");
    }
    assert!(piece(7).is_empty());
}

#[test]
fn if_unit_02_and_03_dice_by_remaining_ranks() {
    let cards = sample().cards();
    let bow = |ranks| cards.unit(id("mw-arch")).unwrap().attacks[1].dice_with(ranks);
    assert_eq!([bow(3), bow(2), bow(1), bow(0)], [8, 6, 4, 0]);
    let lances = |ranks| cards.unit(id("mw-knight")).unwrap().attacks[0].dice_with(ranks);
    assert_eq!([lances(2), lances(1)], [8, 5]);
    let rows = [
        (UnitKind::Infantry, 12, 3),
        (UnitKind::Infantry, 9, 3),
        (UnitKind::Infantry, 8, 2),
        (UnitKind::Infantry, 5, 2),
        (UnitKind::Infantry, 4, 1),
        (UnitKind::Infantry, 1, 1),
        (UnitKind::Cavalry, 4, 2),
        (UnitKind::Cavalry, 3, 2),
        (UnitKind::Cavalry, 2, 1),
        (UnitKind::Cavalry, 1, 1),
        (UnitKind::SoloSmall, 1, 1),
        (UnitKind::SoloLarge, 0, 0),
    ];
    for (kind, models, ranks) in rows {
        assert_eq!(kind.remaining_ranks(models), ranks, "{kind:?} {models}");
    }
}

#[test]
fn every_fault_is_found_with_its_place() {
    let rows = [
        ("/system", json!("chess")),
        ("/units/0/speed", json!(0)),
        ("/units/0/speed", json!("fast")),
        ("/units/1/attacks/0/dice", json!([5])),
        ("/units/1/attacks/1/range", json!(null)),
        ("/units/2/attacks/0/dice/1", json!(0)),
        ("/units/3/faction", json!("nobody")),
        ("/units/4/id", json!("mw-levy")),
        ("/attachments/0/points", json!(3)),
        ("/attachments/1/kind", json!("solo_small")),
        ("/ncus/0/effects/0", json!({ "replace_panic": { "wounds": 1 } })),
        ("/tactics/0/effects/0", json!({ "charge_mod": { "by": 1 } })),
        ("/tactics/0/effects/0", json!({ "mod_defence": { "by": 100 } })),
        ("/tactics/0/when/0", json!({ "friendly": "tested" })),
        ("/tactics/0/owner", json!({ "commander": "ka-drum" })),
        ("/terrain/0/width", json!(1)),
        ("/armies/0/list/ncus/0", json!("nobody")),
        ("/armies/1/list/units/0/card", json!("nobody")),
    ];
    for (path, value) in rows {
        let found = faults_with(path, value.clone());
        assert!(
            found.iter().any(|fault| fault.starts_with(path)),
            "{path} {value}: {found:?}"
        );
    }
}

/// `IF-UNIT-01`, `IF-ARMY-03`: units of fewer models are whole ranks, and decks with designs that take the place of others
/// are whole.
#[test]
fn smaller_units_and_replaced_designs_are_checked() {
    let with = |changes: &[(&str, &str, Value)]| -> Vec<String> {
        let mut pack = sample_value();
        for (at, field, value) in changes {
            pack.pointer_mut(at).unwrap()[field] = value.clone();
        }
        let faults = read_pack(&pack).err().unwrap_or_default();
        faults.into_iter().map(|fault| fault.path).collect()
    };
    let place = |name: &str| {
        let at = sample().pack.tactics.iter().position(|card| card.id == id(name));
        format!("/tactics/{}", at.unwrap())
    };
    let levy = "/units/3";
    assert_eq!(with(&[(levy, "models", json!(7))])[0], "/units/3/models");
    assert_eq!(with(&[(levy, "models", json!(0))])[0], "/units/3/models");
    assert_eq!(with(&[(levy, "models", json!(16))])[0], "/units/3/models");
    assert_eq!(with(&[(levy, "models", json!(8))]), ["/units/3/attacks/0/dice"]);
    let two_ranks = ("/units/3/attacks/0", "dice", json!([6, 5]));
    assert_eq!(
        with(&[(levy, "models", json!(8)), two_ranks]),
        Vec::<String>::new()
    );
    let (faction, commander) = (place("mw-hold"), place("mw-tide"));
    let found = with(&[(&faction, "replaces", json!(["mw-salt"]))]);
    assert!(found.contains(&format!("{faction}/replaces")), "{found:?}");
    let found = with(&[(&commander, "replaces", json!(["nobody"]))]);
    assert!(found.contains(&format!("{commander}/replaces/0")), "{found:?}");
    // Six of the faction and three of the commander are no deck; a fourth of the commander makes it whole.
    assert_eq!(
        with(&[(&commander, "replaces", json!(["mw-hold"]))]),
        ["/armies/0/list"]
    );
    let mut fourth = sample_value().pointer(&commander).unwrap().clone();
    (fourth["id"], fourth["replaces"]) = (json!("mw-fourth"), json!(["mw-hold"]));
    let mut pack = sample_value();
    pack["tactics"].as_array_mut().unwrap().push(fourth);
    let sound = read_pack(&pack).unwrap();
    let deck = sound.pack.cards("").deck(id("merrow"), id("mw-rehl"));
    assert_eq!((deck.len(), deck.contains(&id("mw-hold"))), (20, false));
}

#[test]
fn all_faults_are_told_at_once() {
    let mut pack = sample_value();
    pack["units"][0]["speed"] = json!("fast");
    pack["units"][0]["defence"] = json!(99);
    pack["units"][5]["wings"] = json!(2);
    pack["tactics"][3]["trigger"] = json!("whenever");
    pack["ncus"][1] = json!(7);
    let found: Vec<String> = read_pack(&pack)
        .unwrap_err()
        .into_iter()
        .map(|fault| fault.path)
        .collect();
    for place in [
        "/units/0/speed",
        "/units/0/defence",
        "/units/5/wings",
        "/tactics/3/trigger",
        "/ncus/1",
    ] {
        assert!(found.iter().any(|path| path == place), "{place}: {found:?}");
    }
    assert!(read_pack(&json!([])).is_err() && read_pack(&json!({})).is_err());
}

#[test]
fn the_checked_in_schema_is_the_present_one() {
    hindsight_kernel::testing::schema_is_checked_in::<Pack>(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/packs/schema.json"
    ));
}

#[test]
fn the_reader_follows_every_keyword_of_the_schema() {
    let schema = IceAndFire::pack_schema();
    assert_eq!(hindsight_kernel::pack::unread_keywords(&schema), [].into());
}

#[test]
fn the_rules_are_those_of_the_catalogue() {
    let rules = rulebook().rules();
    assert_eq!(rules.len(), 155);
    assert_eq!(
        (rules[0].id.as_str(), rules[154].id.as_str()),
        ("IF-GEO-01", "IF-VP-07")
    );
    for rule in rules {
        assert!(
            rule.sentence.ends_with('.') && rule.sentence.len() > 20,
            "{}",
            rule.id
        );
        assert!(
            rule.page.starts_with('§') && !rule.title.is_empty(),
            "{}",
            rule.id
        );
    }
}
