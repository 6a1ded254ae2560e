//! Every way to be refused, one row each: the rule it cites, its words, and that nothing has changed.
//!
//! The last test goes down the ladder of each chapter: a new reason asks for its row here, at its place.

mod commands;

use hindsight_kernel::testing::{check_citations, check_ladders};
use hindsight_kernel::{
    Inspect, InspectRequest, Packs, Refusal, RefusalReason, ReportedTray, Rules, Seat, Setups, Table,
    table_rules,
};
use serde_json::{Map, Value, json};

use crate::BeforeBattle;
use crate::flow::{CommandRefusal, advance};
use crate::model::cards::Cards;
use crate::model::command::Patch;
use crate::model::state::{ArmyList, Secret, Stage, State};
use crate::packs::PackRefusal;
use crate::rules::actions::ActionRefusal;
use crate::rules::army::ArmyRefusal;
use crate::rules::deploy::DeploymentRefusal;
use crate::rules::equipment::EquipmentRefusal;
use crate::rules::position::PositionRefusal;
use crate::rules::reforming::ReformRefusal;
use crate::rules::reveal::RevealRefusal;
use crate::rules::rulings::RulingRefusal;
use crate::rules::secret_choices::ChoiceRefusal;
use crate::rules::setup::SetupRefusal;
use crate::rules::shooting::ShotRefusal;
use crate::rules::start::StartRefusal;
use crate::rules::turn::PickRefusal;
use crate::rules::weapons::WeaponRefusal;
use crate::scene::{Scene, names, reasons, sample_cards, unit};
use crate::views::inspect::QuestionRefusal;
use crate::views::sketch::SketchRefusal;

use self::commands::{LISTS, refused_commands};

const SOUTH: &str =
    "list rm-militia rm-bows rm-riders rm-gate rm-knights rm-orsa / distractions rm-levy rm-mill rm-swans";
const NORTH: &str =
    "list af-axes af-kiln af-soot af-nine af-brand af-skarn / distractions af-hands af-ember af-iron";
const SHOWN: &str = "rm-bows rm-levy rm-militia rm-riders rm-gate rm-knights rm-mill rm-swans rm-orsa";

fn build() -> Scene {
    Scene::begun(&json!({}), &[])
}

/// Both lists are shown; South gave what it pleased.
fn arming(south: &str) -> Scene {
    let mut scene = build();
    scene.give(Seat::A, south, &[]).unwrap();
    scene.give(Seat::B, NORTH, &[]).unwrap();
    scene
}

/// South holds the deployment right.
fn starting() -> Scene {
    let mut scene = Scene::begun(&json!({ "armies": "sample" }), &[5, 3]);
    scene.give(Seat::A, "take deployment", &[]).unwrap();
    scene
}

/// South deploys, with A1 on c2 and B1 on c7.
fn deploying() -> Scene {
    let mut scene = starting();
    scene.give(Seat::A, "name A first deployer", &[]).unwrap();
    scene.give(Seat::B, "name A first player", &[]).unwrap();
    scene.give(Seat::A, "deploy A1 c2 N", &[]).unwrap();
    scene.give(Seat::B, "deploy B1 c7 S", &[]).unwrap();
    scene
}

/// All are placed; South's army is not known at all, North's weapons are not.
fn revealing() -> Scene {
    let mut scene = arming(&format!("list unknown shown {SHOWN}"));
    scene.give(Seat::A, "weapons unknown", &[]).unwrap();
    scene.give(Seat::B, "weapons unknown", &[5, 3]).unwrap();
    scene.give(Seat::A, "take deployment", &[]).unwrap();
    scene.give(Seat::A, "name A first deployer", &[]).unwrap();
    scene.give(Seat::B, "name A first player", &[]).unwrap();
    for (number, column) in (1..=6).zip('a'..) {
        for (seat, row) in [(Seat::A, 2), (Seat::B, 7)] {
            scene
                .give(seat, &format!("deploy {seat}{number} {column}{row} N"), &[])
                .unwrap();
        }
    }
    assert_eq!(scene.state.stage, Stage::Reveal);
    scene
}

/// South's turn: A1 on d4 looks north at free cells; A2 fights B2; A3 is an archer; A4 has acted.
fn battle() -> Scene {
    Scene::new("A1 d4 N, A2 a4 N, A3 g2 N, A4 c1 N, A5 d1 W, B1 d8 S, B2 a5 S, B3 g4 E, B4 g5 E")
        .card("A3", |card| {
            (card.ranged, card.innate_ranged) = (Some(4), Some(names("bow-1")[0]));
        })
        .card("A1", |card| card.ranged = Some(4))
        .acted("A4")
}

/// South reforms A1 after a combat without wounds.
fn reforming() -> Scene {
    let mut scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 N");
    scene.play("end actions", &[1; 10]).unwrap();
    scene
}

/// The General's items may cost 2 + 6: nothing of the sample pack costs him more, so his card is changed.
fn overspent() -> Refusal {
    let mut scene = build();
    let cards = std::sync::Arc::make_mut(&mut scene.state.cards);
    let orsa = cards
        .units
        .iter_mut()
        .find(|card| card.id == names("rm-orsa")[0])
        .unwrap();
    (orsa.allowance, orsa.ranged) = (0, Some(4));
    orsa.equip.ranged.insert("bow".to_owned(), 3);
    let line = SOUTH.replace(" / dis", " / general with great-2 shield-2 bow-3 / dis"); // 2 + 2 + 3.
    let before = scene.state.clone();
    let refusal = scene.give(Seat::A, &line, &[]).unwrap_err();
    assert_eq!(refusal.rule.to_string(), "BB-ARMY-04");
    assert_eq!(
        (&refusal.details["asked"], &refusal.details["allowed"]),
        (&json!(7), &json!(6))
    );
    assert_eq!(scene.state, before);
    refusal
}

fn fails<T: std::fmt::Debug>(result: Result<T, Refusal>, rule: &str, words: &str) -> Refusal {
    let refusal = result.unwrap_err();
    assert_eq!(refusal.rule.to_string(), rule, "{refusal}");
    assert!(
        refusal.message.contains(words),
        "{:?} has not {words:?}",
        refusal.message
    );
    refusal
}

/// Guards of functions that the steps before them keep commands away from.
fn guards() -> Vec<Refusal> {
    let mut refused = Vec::new();
    let scene = battle();
    let absent = unit("A6");
    refused.push(fails(
        crate::rules::actions::check_move(&scene.state, absent, None, 1),
        "BB-TURN-02",
        "A6 is not on the board",
    ));
    let none = ArmyList {
        units: Vec::new(),
        general_items: Vec::new(),
        distractions: Vec::new(),
    };
    refused.push(fails(
        crate::rules::army::general_equipment(&sample_cards(), &none),
        "BB-ARMY-01",
        "exactly 1 general units, not 0",
    ));
    let on = |state: State, act: &dyn Fn(&mut Table<'_, BeforeBattle>) -> Result<(), Refusal>| {
        let mut tray = ReportedTray::scripted([]);
        act(&mut Table::new(state, &mut tray))
    };
    // Both lists are made, but one is neither known nor shown.
    let mut made = build().state;
    made.players[0].list = Secret::Unknown;
    made.players[1].list = Secret::Unknown;
    refused.push(fails(
        on(made.clone(), &advance),
        "BB-REV-01",
        "South has nothing to show",
    ));
    refused.push(fails(
        on(State::default(), &|table| {
            BeforeBattle::begin_at(table, made.clone())
        }),
        "HS-POS-01",
        "shown: the army",
    ));
    // All are placed, but one army is not known.
    refused.push(fails(
        on(revealing().state, &crate::rules::deploy::turn_up),
        "BB-DEP-05",
        "the army of South is not known yet",
    ));
    let mut short = revealing().state;
    for player in &mut short.players {
        player.list = Secret::Known(none.clone().into());
        player.weapons = Secret::Known(Vec::new().into());
    }
    refused.push(fails(
        on(short, &crate::rules::deploy::turn_up),
        "BB-DEP-05",
        "A1 has no card",
    ));
    refused
}

/// Rulings that are refused: each cites its rule and changes nothing.
fn refused_rulings() -> Vec<Refusal> {
    let patch = |value: Value| serde_json::from_value::<Patch>(value).unwrap();
    let mut over = battle();
    over.state.stage = Stage::Over;
    let remove = json!({ "remove_unit": { "unit": "A1" } });
    let rows = vec![
        (
            deploying(),
            remove.clone(),
            "HS-RULE-01",
            "a ruling changes a battle in play",
        ),
        (over, remove, "HS-RULE-01", "a ruling changes a battle in play"),
        (
            battle(),
            json!({ "set_unit": { "unit": "A6", "models": 2 } }),
            "HS-RULE-01",
            "A6 is not on the board: restore it",
        ),
        (
            battle(),
            json!({ "set_unit": { "unit": "A1", "cell": "d8" } }),
            "HS-RULE-01",
            "another unit stands there",
        ),
        (
            battle(),
            json!({ "set_unit": { "unit": "A1", "models": 0 } }),
            "HS-RULE-01",
            "remove A1 instead",
        ),
        (
            battle(),
            json!({ "remove_unit": { "unit": "A6" } }),
            "HS-RULE-01",
            "A6 is not on the board",
        ),
        (
            battle(),
            json!({ "restore_unit": { "unit": "A1", "cell": "e5", "facing": "N", "models": 1 } }),
            "HS-RULE-01",
            "A1 is not destroyed",
        ),
        (
            battle().lost("A5"),
            json!({ "restore_unit": { "unit": "A5", "cell": "d4", "facing": "N", "models": 1 } }),
            "HS-RULE-01",
            "another unit stands on d4",
        ),
        (
            battle(),
            json!({ "set_items": { "unit": "A6", "items": [] } }),
            "HS-RULE-01",
            "A6 is not in this battle",
        ),
        (
            battle(),
            json!({ "set_items": { "unit": "A1", "items": ["no-item"] } }),
            "HS-RULE-01",
            "no item no-item",
        ),
        (
            battle(),
            json!({ "set_items": { "unit": "A1", "items": ["sword-1", "axe-1"] } }),
            "BB-WPN-02",
            "can hold one melee item only",
        ),
        (
            battle(),
            json!({ "set_turn": { "round": 7, "active": "A" } }),
            "HS-RULE-01",
            "rounds run from 1 to 6",
        ),
        (
            battle(),
            json!({ "set_turn": { "round": 1, "active": "C" } }),
            "HS-RULE-01",
            "A or B is active",
        ),
    ];
    let refused = |(scene, value, rule, words): (Scene, Value, &str, &str)| {
        let mut tray = ReportedTray::scripted([]);
        let mut table = Table::<BeforeBattle>::new(scene.state.clone(), &mut tray);
        let refusal = fails(BeforeBattle::rule(&mut table, &patch(value.clone())), rule, words);
        assert_eq!(*table.state(), scene.state, "{value} changed something");
        assert!(table.finish().unwrap().1.is_empty(), "{value} recorded something");
        refusal
    };
    rows.into_iter().map(refused).collect()
}

/// Questions and set-ups out of form.
fn refused_forms() -> Vec<Refusal> {
    let mut refused = Vec::new();
    let scene = battle();
    let ask = |unit: &str, target: Option<&str>, about: Value| {
        let Value::Object(about) = about else {
            panic!("{about}")
        };
        let question = InspectRequest {
            unit: unit.to_owned(),
            target: target.map(ToOwned::to_owned),
            about,
        };
        BeforeBattle::inspect(&scene.state, &question)
    };
    let nothing = || Value::Object(Map::new());
    refused.push(fails(
        ask("A7", None, nothing()),
        "HS-FORM-01",
        "a unit is A1 to A6 or B1 to B6",
    ));
    refused.push(fails(
        ask("A1", Some("Z1"), nothing()),
        "HS-FORM-01",
        "a unit is A1 to A6 or B1 to B6",
    ));
    refused.push(fails(
        ask("A1", None, json!({ "mood": "bad" })),
        "HS-FORM-01",
        "`about` has no mood",
    ));
    refused.push(fails(
        ask("A1", None, json!({ "facing": "up" })),
        "HS-FORM-01",
        "a facing is N, E, S or W",
    ));
    let setup = |request: Value, packs: &[Value]| BeforeBattle::setup_from(&request, packs);
    refused.push(fails(
        setup(json!({ "colour": "blue" }), &[]),
        "HS-FORM-01",
        "the setup is not of its form",
    ));
    refused.push(fails(
        setup(json!({ "pack": "nowhere" }), &[]),
        "HS-FORM-01",
        "there is no pack nowhere here",
    ));
    let stranger = json!({ "options": { "ready_armies": { "A": "rivermark", "B": "nobody" } } });
    refused.push(fails(setup(stranger, &[]), "HS-FORM-01", "no ready army nobody"));
    let mut own = BeforeBattle::sample_packs().remove(0);
    own["id"] = json!("own");
    own["armies"] = json!([]);
    refused.push(fails(
        setup(json!({ "pack": "own", "armies": "sample" }), &[own.clone()]),
        "HS-FORM-01",
        "no two ready armies",
    ));
    own["rosters"] = json!([]);
    refused.push(fails(
        setup(json!({ "pack": "own" }), &[own]),
        "HS-FORM-01",
        "this pack has faults",
    ));
    let mut tray = ReportedTray::scripted([]);
    let mut table = Table::<BeforeBattle>::new(State::default(), &mut tray);
    let forged = crate::rules::setup::Setup {
        cards: Cards {
            rosters: Vec::new(),
            ..sample_cards()
        }
        .into(),
        ready: None,
    };
    refused.push(fails(
        BeforeBattle::begin(&mut table, &forged),
        "HS-FORM-01",
        "this pack has faults",
    ));
    assert_eq!(*table.state(), State::default());
    refused
}

/// Checks the ladders of a chapter: the tables of refusals that reach it.
fn down<R: RefusalReason>(tables: &[&[Refusal]]) {
    let ladders: Vec<Vec<&str>> = tables.iter().map(|table| reasons::<R>(table)).collect();
    check_ladders::<R>(&ladders);
}

#[test]
fn every_reason_to_refuse_is_reached_in_the_order_of_its_chapter() {
    let commands = refused_commands();
    let (guards, forms, rulings) = (guards(), refused_forms(), refused_rulings());
    let overspent = [overspent()];
    down::<CommandRefusal>(&[&commands]);
    down::<ArmyRefusal>(&[&commands, &overspent, &guards]);
    down::<EquipmentRefusal>(&[&commands[..LISTS], &commands[LISTS..]]);
    down::<RevealRefusal>(&[&commands]);
    down::<ChoiceRefusal>(&[&commands, &guards]);
    down::<WeaponRefusal>(&[&commands]);
    down::<StartRefusal>(&[&commands]);
    down::<DeploymentRefusal>(&[&commands, &guards]);
    down::<PickRefusal>(&[&commands]);
    down::<ActionRefusal>(&[&commands, &guards]);
    down::<ShotRefusal>(&[&commands]);
    down::<ReformRefusal>(&[&commands]);
    down::<RulingRefusal>(&[&rulings]);
    down::<PositionRefusal>(&[&guards]);
    down::<PackRefusal>(&[&forms]);
    down::<SetupRefusal>(&[&forms]);
    down::<QuestionRefusal>(&[&forms]);
}

#[test]
fn reasons_cite_rules_of_the_lists_at_their_pages() {
    let chapters = [
        ArmyRefusal::DECLARED,
        EquipmentRefusal::DECLARED,
        RevealRefusal::DECLARED,
        ChoiceRefusal::DECLARED,
        WeaponRefusal::DECLARED,
        StartRefusal::DECLARED,
        DeploymentRefusal::DECLARED,
        PickRefusal::DECLARED,
        ActionRefusal::DECLARED,
        ShotRefusal::DECLARED,
        ReformRefusal::DECLARED,
    ];
    check_citations(BeforeBattle::rulebook(), &chapters);
    let of_the_table = [
        CommandRefusal::DECLARED,
        RulingRefusal::DECLARED,
        PositionRefusal::DECLARED,
        PackRefusal::DECLARED,
        SetupRefusal::DECLARED,
        QuestionRefusal::DECLARED,
        SketchRefusal::DECLARED,
    ];
    check_citations(table_rules(), &of_the_table);
}
