//! The import, with a small file of our own in the form of the data.

use serde_json::json;

use super::*;
use crate::cards::{
    AttackAbility, AttackKind, CardOwner, Condition, ConditionToken, RangeWord, Role, Trigger, UnitKind,
    ZoneName,
};

fn id(text: &str) -> Name {
    text.parse().unwrap()
}

fn files() -> Vec<DataFile> {
    let file = |name: &str, value: Value| DataFile {
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

fn imported() -> (crate::packs::Pack, ImportReport) {
    let imported = import_asoiaf_tmg_data(&files(), id("merrow-data"), "Merrow data").unwrap();
    let pack = read_pack(&imported.pack).unwrap().pack;
    (pack, imported.report)
}

#[test]
fn units_come_with_their_statistics_and_attacks() {
    let (pack, report) = imported();
    assert_eq!((report.units, pack.units.len()), (2, 2));
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
    assert_eq!(
        report.tactics,
        Share {
            all: 4,
            live: 2,
            partly: 1,
            text: 1
        }
    );
    assert_eq!(
        report.orders,
        Share {
            all: 1,
            live: 1,
            partly: 0,
            text: 0
        }
    );
    assert_eq!(
        report.ncus,
        Share {
            all: 2,
            live: 1,
            partly: 0,
            text: 1
        }
    );
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
            report.notes.iter().any(|note| note.contains(about)),
            "{about}: {:?}",
            report.notes
        );
    }
}

#[test]
fn what_is_no_data_is_refused() {
    let file = |text: &str| {
        vec![DataFile {
            name: "x.json".to_owned(),
            text: text.to_owned(),
        }]
    };
    let import = |text: &str| import_asoiaf_tmg_data(&file(text), id("x"), "X").map(|_| ());
    assert!(matches!(import("{"), Err(ImportError::NoJson { .. })));
    assert_eq!(import("{}"), Err(ImportError::NoUnits));
    assert_eq!(import("[]"), Err(ImportError::NoUnits));
}
