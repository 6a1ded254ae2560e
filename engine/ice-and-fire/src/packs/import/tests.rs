//! The import, with a small file of our own in the form of the data.

use hindsight_kernel::Packs;
use serde_json::json;

use super::*;
use crate::IceAndFire;
use crate::cards::{
    AttackAbility, AttackKind, CardOwner, Condition, ConditionToken, Effect, RangeWord, Role, Trigger,
    UnitKind, ZoneName,
};

fn id(text: &str) -> Name {
    text.parse().unwrap()
}

fn named() -> PackTitle {
    PackTitle {
        id: "merrow-data".to_owned(),
        name: "Merrow data".to_owned(),
    }
}

fn files() -> Vec<ImportFile> {
    let file = |name: &str, value: Value| ImportFile {
        name: name.to_owned(),
        text: value.to_string(),
    };
    let card = |id: &str, name: &str, trigger: &str, effect: &[&str], commander: Option<&str>| {
        let mut facts = json!({ "version": "S04", "faction": "merrow", "text": [{ "trigger": trigger, "effect": effect }] });
        if let Some(commander) = commander {
            facts["commander_id"] = json!(commander);
        }
        json!({ "id": id, "name": name, "statistics": facts })
    };
    let merrow = json!({
        "units": [
            {
                "id": "901", "name": "Merrow Shieldmen",
                "statistics": {
                    "version": "S04", "faction": "merrow", "type": "infantry", "cost": 5, "speed": 4, "defense": 3,
                    "morale": 6, "tray": "infantry",
                    "attacks": [
                        { "name": "Boar Spears", "type": "melee", "hit": 4, "dice": [7, 5, 3] },
                        { "name": "Darts", "type": "short", "hit": 5, "dice": [5, 4, 3] },
                    ],
                    "abilities": ["Boar Spears", "Order: Locked Shields", "Sea Legs", "Steadfast", "Unwritten"],
                },
                "fluff": { "lore": "They stand." },
            },
            {
                "id": "902", "name": "Old Seal",
                "statistics": {
                    "version": "S04", "faction": "merrow", "type": "monster", "cost": 3, "speed": 6, "defense": 4,
                    "morale": 2, "wounds": 4, "tray": "solo", "character": true,
                    "attacks": [{ "name": "Teeth", "type": "melee", "hit": 3, "dice": [4] }],
                    "abilities": [],
                },
            },
        ],
        "ncus": [
            {
                "id": "903", "name": "Iline", "subname": "Abbess",
                "statistics": {
                    "version": "S04", "faction": "merrow", "cost": 4,
                    "abilities": [{ "name": "Bells", "effect": [
                        "Each time Iline Claims [SWORDS], target 1 enemy Combat Unit. They become **Vulnerable**.",
                    ] }],
                },
            },
            {
                "id": "904", "name": "Hobb",
                "statistics": {
                    "version": "S04", "faction": "merrow", "cost": 4,
                    "abilities": [{ "name": "Stores", "effect": ["Hobb counts barrels until the end of the Round."] }],
                },
            },
        ],
        "attachments": [
            {
                "id": "905", "name": "Rehl", "subname": "Captain",
                "statistics": {
                    "version": "S04", "faction": "merrow", "type": "infantry", "cost": "C", "commander": true,
                    "character": true, "abilities": ["Furious Tide"],
                },
                "tactics": { "cards": { "911": "Tide Turns" } },
            },
        ],
        "tactics": [
            card("910", "Salt and Iron", "When a friendly unit is performing a Melee Attack, before rolling Attack Dice:",
                &["This Attack gains **Sundering**."], None),
            card("911", "Tide Turns", "After an enemy completes a Melee Attack:",
                &["The Attacker becomes **Vulnerable**.", "If Rehl is engaged, sing."], Some("905")),
            card("912", "Wealth of the Sea", "Start of a friendly Turn:",
                &["Draw 2 Tactics cards."], None),
            card("913", "Sea Fog", "When the moon is up:", &["Nobody sees anything."], None),
            card("914", "Of Nobody", "Start of any Turn:", &["Draw 1 Tactics card."], Some("999")),
        ],
    });
    let abilities = json!({
        "BOAR SPEARS": { "effect": ["• **Precision**", "• **Vicious**"], "icons": ["melee"] },
        "ORDER: LOCKED SHIELDS": {
            "trigger": "When this unit is Attacked, before rolling Attack Dice:",
            "effect": ["The Defender gains +1 to Defense Dice rolls."],
        },
        "SEA LEGS": { "effect": ["This unit ignores Bogs."] },
        "STEADFAST": { "effect": ["This unit gains +1 to Morale Test rolls."] },
        "FURIOUS TIDE": { "effect": ["When Charging, gains **Critical Blow** and **Vicious**."] },
    });
    vec![file("merrow.json", merrow), file("abilities.json", abilities)]
}

fn imported() -> (Pack, ImportedPack) {
    imported_from(&files())
}

fn imported_from(files: &[ImportFile]) -> (Pack, ImportedPack) {
    let imported = import_asoiaf_tmg_data(files, &named()).unwrap();
    let pack = read_pack(&imported.pack).unwrap().pack;
    (pack, imported)
}

/// How much of a kind was taken over: all, live, partly, text.
fn taken(imported: &ImportedPack, what: &str) -> (u32, [Option<u32>; 3]) {
    let found = imported.taken.iter().find(|taken| taken.what == what).unwrap();
    (found.all, [found.live, found.partly, found.text])
}

#[test]
fn units_come_with_their_statistics_and_attacks() {
    let (pack, report) = imported();
    assert_eq!(
        (taken(&report, "Combat units"), pack.units.len()),
        ((2, [None; 3]), 2)
    );
    let shield = &pack.units[0];
    assert_eq!(
        (
            shield.kind,
            shield.points,
            shield.speed,
            shield.defence,
            shield.morale
        ),
        (UnitKind::Infantry, 5, 4, 3, 6)
    );
    assert_eq!(shield.wounds_per_model, 1);
    let spears = &shield.attacks[0];
    assert_eq!(
        (spears.kind, spears.to_hit, spears.dice.as_slice()),
        (AttackKind::Melee, 4, &[7, 5, 3][..])
    );
    // The ability named like the attack gives it its attack abilities.
    assert_eq!(
        spears.abilities,
        [AttackAbility::Precision, AttackAbility::Vicious]
    );
    assert_eq!(
        (shield.attacks[1].kind, shield.attacks[1].range),
        (AttackKind::Ranged, Some(RangeWord::Short))
    );
    let seal = &pack.units[1];
    assert_eq!(
        (seal.kind, seal.wounds_per_model, seal.unique),
        (UnitKind::SoloSmall, 4, true)
    );
}

#[test]
fn what_the_vocabulary_can_say_is_live() {
    let (pack, report) = imported();
    let shield = &pack.units[0];
    let order = &shield.orders[0];
    assert_eq!(
        (order.name.as_str(), order.trigger),
        ("Locked Shields", Trigger::AttackDeclared)
    );
    assert_eq!(order.when, [Condition::IsThisUnit(Role::Defender)]);
    assert_eq!(order.effects, [Effect::ModDefence { by: 1 }]);
    let steadfast = shield
        .abilities
        .iter()
        .find(|ability| ability.name == "Steadfast")
        .unwrap();
    assert_eq!(steadfast.effects, [Effect::ModMorale { by: 1 }]);
    let rehl = &pack.attachments[0];
    assert!(rehl.commander && rehl.points == 0);
    assert_eq!(rehl.name, "Rehl, Captain");
    let tide = &rehl.abilities[0];
    assert_eq!(
        tide.when,
        [Condition::IsThisUnit(Role::Attacker), Condition::OfACharge]
    );
    assert_eq!(tide.effects.len(), 2);
    let iline = &pack.ncus[0];
    assert_eq!(iline.zone, Some(ZoneName::Combat));
    let vulnerable = Effect::PlaceToken {
        on: Role::EnemyUnit,
        token: Some(ConditionToken::Vulnerable),
    };
    assert_eq!(iline.effects, [vulnerable]);
    let card = |name: &str| pack.tactics.iter().find(|card| card.name == name).unwrap();
    assert_eq!(
        card("Salt and Iron").effects,
        [Effect::AddAbility {
            ability: AttackAbility::Sundering
        }]
    );
    assert_eq!(
        card("Salt and Iron").when,
        [Condition::Friendly(Role::Attacker), Condition::Melee]
    );
    assert_eq!(card("Wealth of the Sea").effects, [Effect::Draw { cards: 2 }]);
    assert_eq!(card("Tide Turns").owner, CardOwner::Commander(id("905")));
    let shares = [
        ("Tactics cards", 4, [2, 1, 1]),
        ("Orders", 1, [1, 0, 0]),
        ("NCUs", 2, [1, 0, 1]),
    ];
    for (what, all, shares) in shares {
        assert_eq!(taken(&report, what), (all, shares.map(Some)), "{what}");
    }
}

#[test]
fn the_rest_is_kept_as_text_and_told() {
    let (pack, report) = imported();
    let card = |name: &str| pack.tactics.iter().find(|card| card.name == name).unwrap();
    let tide = card("Tide Turns");
    assert_eq!(tide.trigger, Trigger::AttackCompleted);
    assert_eq!(tide.effects.last(), Some(&Effect::ByRuling));
    assert_eq!(tide.effects.len(), 2);
    assert!(tide.text.contains("If Rehl is engaged, sing."));
    assert_eq!(card("Sea Fog").effects, [Effect::ByRuling]);
    let legs = pack.units[0]
        .abilities
        .iter()
        .find(|ability| ability.name == "Sea Legs")
        .unwrap();
    assert_eq!(
        (legs.effects.as_slice(), legs.text.as_str()),
        (&[Effect::ByRuling][..], "This unit ignores Bogs.")
    );
    for about in ["Unwritten", "Sea Fog", "Of Nobody"] {
        assert!(
            report.notes.iter().any(|note| note.reason.contains(about)),
            "{about}: {:?}",
            report.notes
        );
    }
}

#[test]
fn every_card_left_out_or_changed_is_told_with_its_file_and_field() {
    let unit = json!({
        "id": 7, "name": "Marsh Guard",
        "statistics": {
            "faction": "merrow", "type": "infantry", "cost": 5, "speed": 5, "defense": 4, "morale": 6,
            "tray": "infantry",
            "attacks": [{ "name": "Spears", "type": "melee", "hit": 4, "dice": [7, 5, 3] }],
            "abilities": ["Precision"],
        },
    });
    let with = |path: &str, value: Value| {
        let mut unit = unit.clone();
        *unit.pointer_mut(path).unwrap() = value;
        let file = json!({ "units": [unit, files_unit()] });
        imported_from(&[ImportFile {
            name: "merrow.json".to_owned(),
            text: file.to_string(),
        }])
    };
    // Left out.
    for (path, value) in [
        ("/statistics/speed", json!("fast")),
        ("/statistics/cost", json!(null)),
        ("/statistics/attacks", json!([])),
        ("/statistics/attacks/0/type", json!("thrown")),
        ("/statistics/attacks/0/hit", json!(-1)),
        ("/statistics/attacks/0/dice/1", json!("many")),
        ("/statistics", json!(3)),
    ] {
        let (pack, report) = with(path, value);
        assert_eq!(pack.units.len(), 1, "{path}");
        let told = (report.notes[0].file.as_str(), report.notes[0].path.as_str());
        assert_eq!(told, ("merrow.json", &*format!("/units/0{path}")));
    }
    // Changed.
    for (path, value) in [
        ("/statistics/speed", json!(40)),
        ("/statistics/attacks/0/dice", json!([7, 5, 3, 2])),
    ] {
        let (pack, report) = with(path, value);
        assert_eq!(
            (pack.units.len(), report.notes[0].path.as_str()),
            (2, &*format!("/units/0{path}"))
        );
    }
    let (pack, report) = with("/id", json!(7));
    assert_eq!(
        (pack.units[0].id, report.notes.len()),
        (id("7"), 0),
        "{:?}",
        report.notes
    );
    // A name of an attack ability is its own text.
    let precision = Effect::AddAbility {
        ability: AttackAbility::Precision,
    };
    assert_eq!(pack.units[0].abilities[0].effects, [precision]);
}

/// A sound unit without texts.
fn files_unit() -> Value {
    let mut seal = serde_json::from_str::<Value>(&files()[0].text).unwrap()["units"][1].take();
    seal["id"] = json!("8");
    seal
}

/// An attack is written with one apostrophe and its ability with another.
#[test]
fn an_apostrophe_is_an_apostrophe() {
    let mut files = files();
    files[0].text = files[0].text.replace("Boar Spears", "Boar’s Spears");
    files[1].text = files[1].text.replace("BOAR SPEARS", "BOAR'S SPEARS");
    let mut merrow: Value = serde_json::from_str(&files[0].text).unwrap();
    merrow["units"][0]["statistics"]["abilities"][0] = json!("Boar's Spears");
    files[0].text = merrow.to_string();
    let (pack, _) = imported_from(&files);
    assert_eq!(
        pack.units[0].attacks[0].abilities,
        [AttackAbility::Precision, AttackAbility::Vicious]
    );
}

#[test]
fn what_is_no_data_is_refused() {
    let file = |text: &str| {
        vec![ImportFile {
            name: "x.json".to_owned(),
            text: text.to_owned(),
        }]
    };
    let refused = |files: &[ImportFile], named: &PackTitle| {
        let fault = import_asoiaf_tmg_data(files, named).unwrap_err().remove(0);
        (fault.file, String::from(fault.reason))
    };
    for (text, name, reason) in [
        ("{", "x.json", "no JSON"),
        ("[]", "x.json", "a JSON object"),
        ("{}", "", "no file holds combat units"),
        ("{\"units\": 3}", "", "no file holds combat units"),
    ] {
        let (file, why) = refused(&file(text), &named());
        assert_eq!(file, name, "{text}");
        assert!(why.starts_with(reason), "{why}");
    }
    let many: Vec<ImportFile> = std::iter::repeat_n(file("{}").remove(0), 101).collect();
    assert!(refused(&many, &named()).1.contains("at most 100 files"));
    let unnamed = PackTitle {
        id: "No id".to_owned(),
        name: String::new(),
    };
    assert!(refused(&files(), &unnamed).1.contains("the pack's id"));
    let unnamed = PackTitle {
        name: String::new(),
        ..named()
    };
    let faults = import_asoiaf_tmg_data(&files(), &unnamed).unwrap_err();
    assert_eq!(faults[0].path, "/name");
    let other = IceAndFire::import_pack("paper", &files(), &named()).unwrap_err();
    assert!(other[0].reason.contains("asoiaf-tmg-data"), "{}", other[0]);
}

/// Whatever stands in a field, the import answers.
#[test]
fn no_value_in_a_field_breaks_the_import() {
    let good: Value = serde_json::from_str(&files()[0].text).unwrap();
    let mut places = Vec::new();
    all_places(&good, String::new(), &mut places);
    assert!(places.len() > 100);
    for place in places {
        for value in [
            json!(null),
            json!([]),
            json!({}),
            json!(""),
            json!(-7),
            json!(1e300),
            json!([[1]]),
        ] {
            let mut forged = good.clone();
            *forged.pointer_mut(&place).unwrap() = value.clone();
            let mut files = files();
            files[0].text = forged.to_string();
            match import_asoiaf_tmg_data(&files, &named()) {
                Ok(imported) => assert!(read_pack(&imported.pack).is_ok()),
                Err(faults) => {
                    let of_files = faults.iter().all(|fault| fault.file != "the pack that came out");
                    assert!(of_files, "{place} {value}: {faults:?}");
                }
            }
        }
    }
}

fn all_places(value: &Value, at: String, places: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                all_places(field, format!("{at}/{name}"), places);
            }
        }
        Value::Array(list) => {
            for (place, entry) in list.iter().enumerate() {
                all_places(entry, format!("{at}/{place}"), places);
            }
        }
        _ => {}
    }
    if !at.is_empty() {
        places.push(at);
    }
}

#[test]
fn a_byte_order_mark_before_a_file_of_unit_data_is_dropped() {
    let marked: Vec<ImportFile> = files()
        .into_iter()
        .map(|file| ImportFile {
            text: format!("\u{FEFF}{}", file.text),
            ..file
        })
        .collect();
    assert_eq!(imported_from(&marked).1.pack, imported().1.pack);
}
