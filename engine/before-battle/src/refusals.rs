//! Every way to be refused, one row each: the rule it cites, its words, and that nothing has changed.
//!
//! The last test counts the refusals in the source: a new one asks for its row here.

use hindsight_kernel::{Question, Refusal, ReportedTray, Seat, Table};
use serde_json::{Map, Value, json};

use crate::BeforeBattle;
use crate::cards::Cards;
use crate::command::Patch;
use crate::decide::{advance, decide};
use crate::notation::hear;
use crate::scene::{Scene, cell, names, sample_cards, unit};
use crate::state::{ArmyList, Secret, Stage, State};

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

/// Where a command is given, by whom, what it says; the rule that refuses it and its words.
type Row = (fn() -> Scene, Seat, String, &'static str, &'static str);

fn list_rows() -> Vec<Row> {
    let list = |units: &str, rest: &str| format!("list {units}{rest}");
    let legal = "rm-militia rm-bows rm-riders rm-gate rm-knights rm-orsa";
    let shown = " / distractions rm-levy rm-mill rm-swans";
    let row = |line: String, rule, words| -> Row { (build, Seat::A, line, rule, words) };
    vec![
        row(
            "end actions".into(),
            "HS-TURN-01",
            "South is not asked for this now",
        ),
        row(
            list("rm-militia rm-bows rm-riders rm-gate rm-knights no-card", shown),
            "BB-ARMY-01",
            "no unit card no-card",
        ),
        row(
            list("rm-militia rm-bows rm-gate rm-knights rm-orsa", shown),
            "BB-ARMY-01",
            "exactly 3 core units, not 2",
        ),
        row(
            list("rm-militia rm-bows rm-riders rm-gate rm-orsa", shown),
            "BB-ARMY-01",
            "exactly 2 elite units, not 1",
        ),
        row(
            list("rm-militia rm-bows rm-riders rm-gate rm-knights", shown),
            "BB-ARMY-01",
            "exactly 1 general units, not 0",
        ),
        row(
            list("rm-militia rm-bows rm-riders rm-gate rm-knights af-skarn", shown),
            "BB-ARMY-01",
            "not of the roster Rivermark",
        ),
        row(
            list("rm-militia rm-weir rm-riders rm-gate rm-knights rm-orsa", shown),
            "BB-ARMY-02",
            "cost 8 points, 7 at most",
        ),
        row(
            list(legal, &format!(" / general with spear-1{shown}")),
            "BB-WPN-03",
            "takes no spear as its melee item",
        ),
        row(
            list(legal, &format!(" / general with great-3{shown}")),
            "BB-WPN-03",
            "a great up to level 2 only",
        ),
        row(
            list(legal, &format!(" / general with sword-1 axe-1{shown}")),
            "BB-WPN-02",
            "can hold one melee item only",
        ),
        row(
            list(legal, &format!(" / general with sword-1 sword-1{shown}")),
            "BB-WPN-04",
            "sword-1 is in this army twice",
        ),
        row(
            list(legal, &format!(" / general with no-item{shown}")),
            "BB-WPN-01",
            "no item no-item",
        ),
        row(
            list(legal, " / distractions rm-mill rm-swans"),
            "BB-ARMY-06",
            "exactly 1 Core distraction is shown, not 0",
        ),
        row(
            list(legal, " / distractions rm-levy rm-weir rm-mill rm-swans"),
            "BB-ARMY-06",
            "shown, not 2",
        ),
        row(
            list(legal, " / distractions rm-bows rm-mill rm-swans"),
            "BB-ARMY-06",
            "Reed Bowmen is in the army",
        ),
        row(
            list(legal, " / distractions af-mob rm-mill rm-swans"),
            "BB-ARMY-06",
            "Cinder Mob is of another roster",
        ),
        row(
            list(legal, " / distractions rm-levy rm-mill rm-eel"),
            "BB-ARMY-07",
            "Eel Slingers is no Elite distraction here",
        ),
        row(
            list(legal, " / distractions rm-levy rm-mill"),
            "BB-ARMY-07",
            "of type cavalry is missing",
        ),
        row(
            list(legal, " / distractions rm-levy rm-mill rm-swans rm-dunmar"),
            "BB-ARMY-08",
            "a General is never a distraction",
        ),
        row(
            "list unknown".into(),
            "BB-REV-01",
            "needs the cards that were shown",
        ),
        row(
            "list unknown shown no-card".into(),
            "BB-ARMY-01",
            "no unit card no-card",
        ),
        row(
            "list unknown shown rm-bows rm-levy".into(),
            "BB-REV-01",
            "no legal army with its distractions shows these",
        ),
        row(
            format!(
                "{SOUTH} shown rm-bows rm-otters rm-militia rm-riders rm-gate rm-knights rm-mill rm-swans rm-orsa"
            ),
            "BB-REV-01",
            "is not the list that was shown",
        ),
    ]
}

fn weapon_rows() -> Vec<Row> {
    fn known() -> Scene {
        arming(SOUTH)
    }
    fn unknown() -> Scene {
        arming(&format!("list unknown shown {SHOWN}"))
    }
    let row = |line: &str, rule, words| -> Row { (known, Seat::A, line.into(), rule, words) };
    vec![
        (
            unknown,
            Seat::A,
            "weapons A1 spear-2".into(),
            "BB-WPN-03",
            "an army that is not known cannot be checked",
        ),
        row("weapons B1 spear-1", "BB-WPN-01", "B1 is not of this army"),
        row("weapons A1 no-item", "BB-WPN-01", "no item no-item"),
        row(
            "weapons A1 spear-2, A4 shield-3, A5 lance-2",
            "BB-WPN-01",
            "cost 7 points, 6 are left",
        ),
        row(
            "weapons A1 sword-1, A3 sword-1",
            "BB-WPN-04",
            "sword-1 is in this army twice",
        ),
        row(
            "weapons A1 sword-1, A1 spear-1",
            "BB-WPN-02",
            "Bridge Militia can hold one melee item only",
        ),
        row(
            "weapons A2 shield-1",
            "BB-WPN-03",
            "Reed Bowmen takes no shield as its shield item",
        ),
        row(
            "weapons A2 sword-2",
            "BB-WPN-03",
            "Reed Bowmen takes a sword up to level 1 only",
        ),
    ]
}

fn start_rows() -> Vec<Row> {
    fn naming() -> Scene {
        let mut scene = starting();
        scene.give(Seat::A, "name A first deployer", &[]).unwrap();
        scene
    }
    let reveal = |rest: &str| format!("reveal {SOUTH}{rest}");
    vec![
        (
            starting,
            Seat::A,
            "name C first deployer".into(),
            "BB-START-02",
            "South or North can be named",
        ),
        (
            naming,
            Seat::B,
            "name Z first player".into(),
            "BB-START-02",
            "South or North can be named",
        ),
        (
            starting,
            Seat::B,
            "name A first deployer".into(),
            "HS-TURN-01",
            "North is not asked",
        ),
        (
            deploying,
            Seat::A,
            "deploy A2 c3 N".into(),
            "BB-DEP-02",
            "South deploys in rows 1 to 2",
        ),
        (
            deploying,
            Seat::A,
            "deploy A2 i1 N".into(),
            "BB-DEP-02",
            "South deploys in rows 1 to 2",
        ),
        (
            deploying,
            Seat::A,
            "deploy A2 c2 N".into(),
            "BB-DEP-02",
            "A1 stands on c2",
        ),
        (
            deploying,
            Seat::A,
            "deploy B2 c1 N".into(),
            "BB-DEP-03",
            "B2 is not a unit of South",
        ),
        (
            deploying,
            Seat::A,
            "deploy A1 c1 N".into(),
            "BB-DEP-03",
            "A1 stands on c2 already",
        ),
        (
            revealing,
            Seat::A,
            "reveal weapons none".into(),
            "BB-DEP-05",
            "the list of South must be told now",
        ),
        (
            revealing,
            Seat::A,
            reveal(""),
            "BB-DEP-05",
            "the weapons of South must be told now",
        ),
        (
            revealing,
            Seat::B,
            format!("reveal {NORTH} weapons none"),
            "BB-DEP-05",
            "the units of North are known already",
        ),
        (
            revealing,
            Seat::A,
            reveal(" weapons none").replace("rm-levy", "rm-weir"),
            "BB-REV-01",
            "is not the list that was shown",
        ),
        (
            revealing,
            Seat::A,
            reveal(" weapons A1 axe-1"),
            "BB-WPN-03",
            "takes no axe",
        ),
        (
            revealing,
            Seat::B,
            "reveal".into(),
            "BB-DEP-05",
            "the weapons of North must be told now",
        ),
    ]
}

fn action_rows() -> Vec<Row> {
    let row = |line: &str, rule, words| -> Row { (battle, Seat::A, line.into(), rule, words) };
    fn facing_west() -> Scene {
        let mut scene = battle();
        scene.state.units[unit("A3").index()].facing = hindsight_geometry::squares::Facing::W;
        scene
    }
    fn armed_stranger() -> Scene {
        battle().card("A3", |card| card.ranged = None)
    }
    fn with_a_friend_ahead() -> Scene {
        let mut scene = battle();
        scene.state.units[unit("A5").index()].cell = Some(cell("g3"));
        scene
    }
    fn with_a_fight_ahead() -> Scene {
        let mut scene = battle();
        scene.state.units[unit("A5").index()].cell = Some(cell("h4"));
        scene
    }
    vec![
        (
            battle,
            Seat::B,
            "move B1 1".into(),
            "HS-TURN-01",
            "North is not asked for this now",
        ),
        row("reform A1 N", "HS-TURN-01", "South is not asked for this now"),
        row("move B1 1", "BB-TURN-02", "B1 is not a unit of South"),
        row("move A6 1", "BB-TURN-02", "Unit A6 is not on the board"),
        row("turn A4 left", "BB-TURN-02", "Card A4 has acted this turn"),
        row(
            "move A2 right 1",
            "BB-ACT-07",
            "Card A2 is in combat and may only turn",
        ),
        row("hustle A2", "BB-ACT-07", "may only turn"),
        row("sidestep A2 right", "BB-ACT-07", "may only turn"),
        row("shoot A2 lane centre at B2", "BB-ACT-07", "may only turn"),
        row(
            "move A1 0",
            "BB-ACT-01",
            "without a turn and without a cell is no action",
        ),
        row("move A1 3", "BB-ACT-01", "Card A1 moves 2 cells at most"),
        row("move A3 2", "BB-GEO-05", "only 1 cells north of g2 are free"),
        row("move A5 left 1", "BB-GEO-05", "only 0 cells south of d1 are free"), // The edge of the board.
        row(
            "hustle A3",
            "BB-ACT-02",
            "a Hustle needs all 2 cells ahead free, 1 are",
        ),
        row(
            "sidestep A5 left",
            "BB-ACT-04",
            "the board ends to the left of d1",
        ),
        (
            || {
                let mut scene = battle();
                scene.state.units[unit("A5").index()].facing = hindsight_geometry::squares::Facing::N;
                scene
            },
            Seat::A,
            "sidestep A5 left".into(),
            "BB-GEO-05",
            "A4 stands on c1",
        ),
        row(
            "shoot A5 lane centre at B1",
            "BB-SHOOT-01",
            "Card A5 has no ranged stat",
        ),
        (
            armed_stranger,
            Seat::A,
            "shoot A3 lane centre at B3".into(),
            "BB-SHOOT-01",
            "Card A3 has no ranged stat",
        ),
        row(
            "shoot A1 lane centre at B1",
            "BB-SHOOT-01",
            "Card A1 has no ranged weapon",
        ),
        row(
            "shoot A3 lane left at B3",
            "BB-SHOOT-05",
            "nobody stands in the left lane within 3 cells",
        ),
        (
            facing_west,
            Seat::A,
            "shoot A3 lane centre at B3".into(),
            "BB-SHOOT-05",
            "nobody stands in the centre lane",
        ),
        (
            with_a_friend_ahead,
            Seat::A,
            "shoot A3 lane centre at B3".into(),
            "BB-SHOOT-05",
            "Card A5 of the own side is the nearest",
        ),
        (
            with_a_fight_ahead,
            Seat::A,
            "shoot A3 lane centre at B3".into(),
            "BB-SHOOT-05",
            "Card B3 is in combat",
        ),
        row(
            "shoot A3 lane centre at B4",
            "BB-SHOOT-04",
            "the target of the centre lane is Card B3",
        ),
        (
            reforming,
            Seat::A,
            "reform nobody".into(),
            "BB-REF-01",
            "each unit of this combat that did not flee, in order",
        ),
        (
            reforming,
            Seat::A,
            "reform A2 N".into(),
            "BB-REF-01",
            "did not flee, in order",
        ),
        (
            reforming,
            Seat::B,
            "reform B1 N".into(),
            "HS-TURN-01",
            "North is not asked",
        ),
    ]
}

#[test]
fn every_refused_command_cites_its_rule_and_changes_nothing() {
    let rows: Vec<Row> = [list_rows(), weapon_rows(), start_rows(), action_rows()].concat();
    for (place, seat, line, rule, words) in rows {
        let scene = place();
        let command = hear(&line).unwrap_or_else(|why| panic!("{line}: {why}"));
        let mut tray = ReportedTray::scripted([]); // A die rolled before the refusal would be refused as missing.
        let mut table = Table::<BeforeBattle>::new(scene.state.clone(), &mut tray);
        let refusal = decide(&mut table, seat, &command).expect_err(&line);
        assert_eq!(refusal.rule.to_string(), rule, "{line}: {refusal}");
        assert!(
            refusal.message.contains(words),
            "{line}: {:?} has not {words:?}",
            refusal.message
        );
        assert_eq!(*table.state(), scene.state, "{line} changed something");
        assert!(table.finish().unwrap().1.is_empty(), "{line} recorded something");
    }
}

/// The General's items may cost 2 + 6: nothing of the sample pack costs him more, so his card is changed.
#[test]
fn an_overspent_general_is_refused_by_his_own_rule() {
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
}

fn fails<T: std::fmt::Debug>(result: Result<T, Refusal>, rule: &str, words: &str) {
    let refusal = result.unwrap_err();
    assert_eq!(refusal.rule.to_string(), rule, "{refusal}");
    assert!(
        refusal.message.contains(words),
        "{:?} has not {words:?}",
        refusal.message
    );
}

/// Guards of functions that the steps before them keep commands away from.
#[test]
fn what_no_command_reaches_is_refused_all_the_same() {
    let scene = battle();
    let absent = unit("A6");
    fails(
        crate::actions::check_move(&scene.state, absent, None, 1),
        "BB-TURN-02",
        "A6 is not on the board",
    );
    let none = ArmyList {
        units: Vec::new(),
        general_items: Vec::new(),
        distractions: Vec::new(),
    };
    fails(
        crate::army::general_equipment(&sample_cards(), &none),
        "BB-ARMY-01",
        "exactly 1 general units, not 0",
    );
    let on = |state: State, act: &dyn Fn(&mut Table<'_, BeforeBattle>) -> Result<(), Refusal>| {
        let mut tray = ReportedTray::scripted([]);
        act(&mut Table::new(state, &mut tray))
    };
    // Both lists are made, but one is neither known nor shown.
    let mut made = build().state;
    made.players[0].list = Secret::Unknown;
    made.players[1].list = Secret::Unknown;
    fails(
        on(made.clone(), &advance),
        "BB-REV-01",
        "South has nothing to show",
    );
    fails(
        on(State::default(), &|table| {
            crate::position::begin_at(table, made.clone())
        }),
        "HS-POS-01",
        "shown: the army",
    );
    // All are placed, but one army is not known.
    fails(
        on(revealing().state, &crate::deploy::turn_up),
        "BB-DEP-05",
        "the army of South is not known yet",
    );
    let mut short = revealing().state;
    for player in &mut short.players {
        player.list = Secret::Known(none.clone().into());
        player.weapons = Secret::Known(Vec::new().into());
    }
    fails(on(short, &crate::deploy::turn_up), "BB-DEP-05", "A1 has no card");
}

#[test]
fn a_refused_ruling_cites_its_rule_and_changes_nothing() {
    let patch = |value: Value| serde_json::from_value::<Patch>(value).unwrap();
    let mut over = battle();
    over.state.stage = Stage::Over;
    let remove = json!({ "remove_unit": { "unit": "A1" } });
    let rows = [
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
    for (scene, value, rule, words) in rows {
        let mut tray = ReportedTray::scripted([]);
        let mut table = Table::<BeforeBattle>::new(scene.state.clone(), &mut tray);
        fails(
            crate::rulings::rule(&mut table, &patch(value.clone())),
            rule,
            words,
        );
        assert_eq!(*table.state(), scene.state, "{value} changed something");
        assert!(table.finish().unwrap().1.is_empty(), "{value} recorded something");
    }
}

#[test]
fn a_question_or_a_setup_out_of_form_is_refused() {
    let scene = battle();
    let ask = |unit: &str, target: Option<&str>, about: Value| {
        let Value::Object(about) = about else {
            panic!("{about}")
        };
        let question = Question {
            unit: unit.to_owned(),
            target: target.map(ToOwned::to_owned),
            about,
        };
        crate::inspect::inspect(&scene.state, &question)
    };
    let nothing = || Value::Object(Map::new());
    fails(
        ask("A7", None, nothing()),
        "HS-FORM-01",
        "a unit is A1 to A6 or B1 to B6",
    );
    fails(
        ask("A1", Some("Z1"), nothing()),
        "HS-FORM-01",
        "a unit is A1 to A6 or B1 to B6",
    );
    fails(
        ask("A1", None, json!({ "mood": "bad" })),
        "HS-FORM-01",
        "`about` has no mood",
    );
    fails(
        ask("A1", None, json!({ "facing": "up" })),
        "HS-FORM-01",
        "a facing is N, E, S or W",
    );
    let setup = |request: Value, packs: &[Value]| crate::setup::setup_from(&request, packs);
    fails(
        setup(json!({ "colour": "blue" }), &[]),
        "HS-FORM-01",
        "the setup is not of its form",
    );
    fails(
        setup(json!({ "pack": "nowhere" }), &[]),
        "HS-FORM-01",
        "there is no pack nowhere here",
    );
    let stranger = json!({ "options": { "ready_armies": { "A": "rivermark", "B": "nobody" } } });
    fails(setup(stranger, &[]), "HS-FORM-01", "no ready army nobody");
    let mut own = crate::pack::sample_packs().remove(0);
    own["id"] = json!("own");
    own["armies"] = json!([]);
    fails(
        setup(json!({ "pack": "own", "armies": "sample" }), &[own.clone()]),
        "HS-FORM-01",
        "no two ready armies",
    );
    own["rosters"] = json!([]);
    fails(
        setup(json!({ "pack": "own" }), &[own]),
        "HS-FORM-01",
        "this pack has faults",
    );
    let mut tray = ReportedTray::scripted([]);
    let mut table = Table::<BeforeBattle>::new(State::default(), &mut tray);
    let forged = crate::setup::Setup {
        cards: Cards {
            rosters: Vec::new(),
            ..sample_cards()
        }
        .into(),
        ready: None,
    };
    fails(
        crate::setup::begin(&mut table, &forged),
        "HS-FORM-01",
        "this pack has faults",
    );
    assert_eq!(*table.state(), State::default());
}

/// How many refusals each file makes; each has its row above (what a position is refused for is tested beside it).
#[test]
fn every_refusal_of_the_source_has_its_row() {
    let files: [(&str, &str, usize); 15] = [
        ("actions", include_str!("actions.rs"), 8),
        ("army", include_str!("army.rs"), 10),
        ("decide", include_str!("decide.rs"), 6),
        ("deploy", include_str!("deploy.rs"), 6),
        ("inspect", include_str!("inspect.rs"), 3),
        ("pack", include_str!("pack.rs"), 1),
        ("position", include_str!("position.rs"), 1),
        ("reforming", include_str!("reforming.rs"), 1),
        ("reveal", include_str!("reveal.rs"), 3),
        ("rulings", include_str!("rulings.rs"), 11),
        ("setup", include_str!("setup.rs"), 4),
        ("shooting", include_str!("shooting.rs"), 7),
        ("start", include_str!("start.rs"), 1),
        ("turn", include_str!("turn.rs"), 4),
        ("weapons", include_str!("weapons.rs"), 7),
    ];
    for (name, text, made) in files {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let found = code.matches("Refusal::new(").count() + code.matches(" refuse(").count();
        assert_eq!(
            found, made,
            "{name}.rs has another number of refusals: give each its row here"
        );
    }
}
