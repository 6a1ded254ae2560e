//! Rally and Standards. Sections RALLY and STD of the catalogue.

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::Seat;

use super::scene::{Scene, command_id, declare, fire, hex, id, shock, standard_id, step, turn};
use super::shocking::phase;
use crate::model::agenda::Answer;
use crate::model::command::Command;
use crate::model::event::{EndingEvent, Event, RallyEvent, ResultEvent};
use crate::model::names::ClassId;
use crate::model::piece::{PiecePlace, Status};
use crate::rules::victory::flight_points;

fn rally(standard: &str) -> Command {
    Command::RallyStandard {
        standard: standard_id(standard),
    }
}

fn move_standard(standard: &str, to: &str) -> Command {
    Command::MoveStandard {
        standard: standard_id(standard),
        to: hex(to),
    }
}

fn standard_hex(scene: &Scene, standard: &str) -> Option<Hex> {
    scene.state.standard(standard_id(standard)).unwrap().hex
}

#[test]
fn moi_rally_01_idle_disordered_units_rally() {
    let end = |scene: Scene, first: Option<Command>| {
        let mut scene = scene.active("A1");
        if let Some(command) = first {
            scene.give(command, "");
        }
        scene.give(Command::EndMoveFire, "");
        if scene.decision() == "declare_attacks" {
            scene.give(declare(&[]), "");
        }
        scene.unit("A-LB1").status
    };
    let idle = || Scene::plain(&[("A-LB1", "1008", 1), ("B-PK1", "1006", 1)]).disordered("A-LB1");
    assert_eq!(end(idle(), None), Status::Normal);
    assert_eq!(end(idle(), Some(turn("A-LB1", 3))), Status::Disordered);
    let near = Scene::plain(&[("A-LB1", "1008", 1), ("B-PK1", "1007", 1)]).disordered("A-LB1");
    assert_eq!(end(near, None), Status::Disordered);
    // Next to it at the start, driven off by others: 6 + 1 = 7 against the pike, Retreat.
    let mut scene = phase(
        Scene::plain(&[("A-LB1", "1009", 1), ("A-DM1", "0909", 3), ("B-PK1", "1008", 9)]).disordered("A-LB1"),
        "A1",
    );
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1"])]), "6");
    let spot = scene
        .spots()
        .into_iter()
        .find(|spot| hex(spot).distance_to(hex("1009")) > 1)
        .unwrap();
    scene.to("B-PK1", &spot, 9, "").to("A-DM1", "1008", 3, "");
    assert_eq!(scene.unit("A-LB1").status, Status::Normal);
    // Disordered in this Activation by a friend riding through it, nobody near: Normal again.
    let mut scene = Scene::plain(&[("A-MM1", "1010", 1), ("A-LB1", "1009", 1), ("B-PK1", "2002", 1)])
        .data(|battle| battle.unit.get_mut(&id("A-MM1")).unwrap().command = command_id("A1"))
        .with(|state| state.units.get_mut(&id("A-MM1")).unwrap().command = command_id("A1"))
        .active("A1");
    scene.give(step("A-MM1", "1009"), "0");
    assert_eq!(scene.unit("A-LB1").status, Status::Disordered);
    scene
        .give(step("A-MM1", "1008"), "")
        .give(Command::EndMoveFire, "");
    assert_eq!(scene.unit("A-LB1").status, Status::Normal);
}

#[test]
fn moi_rally_02_retired_units_rally_at_their_standard() {
    let after = |at: &'static str, enemy: &'static str| {
        let mut scene = Scene::plain(&[("A-LB1", at, 1), ("B-PK1", enemy, 1)])
            .retired("A-LB1")
            .standard("A1", "1010")
            .free(Seat::A);
        scene.give(rally("A1"), "");
        scene.unit("A-LB1").status
    };
    assert_eq!(after("1010", "2002"), Status::Disordered);
    assert_eq!(after("1009", "2002"), Status::Disordered);
    assert_eq!(after("1008", "2002"), Status::Retired);
    assert_eq!(after("1009", "1008"), Status::Retired);
}

#[test]
fn moi_rally_03_missiles_and_command_do_not_prevent_it() {
    let mut scene = Scene::plain(&[
        ("A-LB1", "1008", 1),
        ("B-AX1", "1006", 7),
        ("B-AX2", "1106", 7),
        ("B-CB1", "0906", 5),
    ])
    .class("B-AX1", ClassId::LB)
    .class("B-AX2", ClassId::LB)
    .disordered("A-LB1")
    .active("A1")
    .with(|state| state.units.get_mut(&id("A-LB1")).unwrap().acts.out_of_command = true);
    scene.give(Command::EndMoveFire, "");
    assert_eq!(scene.unit("A-LB1").status, Status::Normal);
}

#[test]
fn moi_rally_04_idleness_does_not_help_retired_units() {
    let mut scene = Scene::plain(&[("A-LB1", "1008", 1), ("B-PK1", "2002", 1)])
        .retired("A-LB1")
        .active("A1");
    scene.give(Command::EndMoveFire, "");
    assert_eq!(scene.unit("A-LB1").status, Status::Retired);
}

#[test]
fn moi_rally_05_reaction_fire_is_fire() {
    // A Disordered longbow reacts against a Counter-Charge provoked by another: it does not rally.
    let mut scene = Scene::plain(&[("A-LB1", "1010", 1), ("A-LB2", "0909", 5), ("B-MM1", "1008", 7)])
        .disordered("A-LB2")
        .active("A1");
    scene.give(fire("A-LB1", "B-MM1"), "");
    let straight = scene
        .answers()
        .into_iter()
        .find(|answer| matches!(answer, Answer::CounterCharge { turn: None, .. }))
        .unwrap();
    scene.answer(straight, "00").choose("A-LB2", "0");
    assert!(scene.unit("A-LB2").acts.acted);
    assert!(!crate::rules::rally::rallying(&scene.state).contains(&id("A-LB2")));
}

#[test]
fn moi_std_01_an_army_may_have_one_standard() {
    let scene = Scene::plain(&[("A-LB1", "1009", 1), ("A-PK1", "1011", 1), ("B-PK1", "2002", 1)])
        .retired("A-LB1")
        .retired("A-PK1")
        .data(|battle| {
            battle.standard.get_mut(&standard_id("A1")).unwrap().commands =
                vec![command_id("A1"), command_id("A2")];
        })
        .standard("A1", "1010")
        .free(Seat::A);
    let mut scene = scene;
    scene.give(rally("A1"), "");
    assert_eq!(
        (scene.unit("A-LB1").status, scene.unit("A-PK1").status),
        (Status::Disordered, Status::Disordered)
    );
}

#[test]
fn moi_std_02_only_in_a_free_activation() {
    let position = || {
        Scene::plain(&[("A-LB1", "1009", 1), ("A-LB2", "1011", 1), ("B-PK1", "2002", 1)])
            .retired("A-LB1")
            .retired("A-LB2")
            .standard("A1", "1010")
    };
    assert_eq!(
        position().continuing(Seat::A, None).refused(rally("A1")),
        "MOI-STD-02"
    );
    let mut scene = position().free(Seat::A);
    scene.give(rally("A1"), "");
    assert_eq!(
        scene.count(|event| matches!(event, Event::Rally(RallyEvent::UnitRallied { .. }))),
        2
    );
    // Free, so a Loss Check follows.
    assert_eq!(
        scene.count(|event| matches!(event, Event::Ending(EndingEvent::LossChecked { .. }))),
        2
    );
}

#[test]
fn moi_std_03_anywhere_on_the_map() {
    let scene = Scene::plain(&[("A-LB1", "1009", 1), ("B-PK1", "2002", 1)])
        .standard("A1", "0101")
        .leader("Orel", "2003")
        .data(|battle| {
            battle.map.hex.entry(hex("2101")).or_default().terrain =
                crate::model::names::TerrainId::of("lake");
        })
        .free(Seat::A);
    for (to, allowed) in [
        ("2216", true),
        ("1009", true),
        ("2002", false),
        ("2003", false),
        ("2101", false),
    ] {
        assert_eq!(scene.allows(move_standard("A1", to), ""), allowed, "{to}");
    }
    assert_eq!(scene.refused(move_standard("A1", "2002")), "MOI-STD-03");
}

#[test]
fn moi_std_04_the_cost_of_moving_it() {
    for (unit, command, die, lost) in [
        ("A-LB1", "A1", "2", false),
        ("A-LB1", "A1", "3", true),
        ("A-PK1", "A2", "3", false),
        ("A-PK1", "A2", "4", true),
    ] {
        let mut scene = Scene::plain(&[(unit, "1009", 1), ("A-LB3", "0214", 1), ("B-PK1", "2002", 1)])
            .retired(unit)
            .standard(command, "1010")
            .free(Seat::A);
        scene.give(move_standard(command, "1601"), die);
        assert_eq!(
            scene.unit(unit).place == PiecePlace::Eliminated,
            lost,
            "{unit} {die}"
        );
        assert_eq!(standard_hex(&scene, command), Some(hex("1601")));
    }
}

#[test]
fn moi_std_05_only_its_own_units() {
    let mut scene = Scene::plain(&[("A-PK1", "1009", 1), ("A-LB1", "0214", 1), ("B-PK1", "2002", 1)])
        .retired("A-PK1")
        .standard("A1", "1010")
        .standard("A2", "0202")
        .free(Seat::A);
    scene.give(rally("A1"), "");
    assert_eq!(scene.unit("A-PK1").status, Status::Retired);
}

#[test]
fn moi_std_06_after_it_any_command_may_be_named() {
    let mut scene = Scene::plain(&[("A-LB1", "0214", 1), ("A-SL1", "0414", 1), ("B-PK1", "2002", 1)])
        .standard("A1", "1010")
        .with(|state| {
            state.players[0].penalty = 1;
            state.players[0].last = Some(command_id("A1"));
        })
        .free(Seat::A);
    scene.give(rally("A1"), "");
    let name = Command::Continue {
        command: command_id("A1"),
    };
    assert!(scene.allows(name, ""));
    assert_eq!(scene.state.player(Seat::A).penalty, 1);
}

#[test]
fn moi_std_07_capture() {
    // With a friendly unit it is safe.
    let guarded = Scene::plain(&[("A-MM1", "1010", 1), ("B-PK1", "1009", 1)])
        .standard("B2", "1009")
        .active("A3");
    assert_eq!(guarded.refused(step("A-MM1", "1009")), "MOI-MOVE-05");
    // With only a leader: the leader is displaced, the Standard captured.
    let mut scene = Scene::plain(&[("A-MM1", "1010", 1), ("B-PK1", "2002", 1)])
        .standard("B2", "1009")
        .leader("Orel", "1009")
        .active("A3");
    scene.give(step("A-MM1", "1009"), "");
    assert!(scene.saw(|event| matches!(event, Event::Rally(RallyEvent::StandardCaptured { .. }))));
    assert!(scene.saw(|event| matches!(event, Event::Result(ResultEvent::LeaderMoved { .. }))));
    assert!(scene.state.standard(standard_id("B2")).unwrap().captured);
}

#[test]
fn moi_std_08_the_effects_of_capture() {
    let mut scene = Scene::plain(&[
        ("A-MM1", "1010", 1),
        ("B-PK1", "2002", 1),
        ("B-PK2", "2004", 1),
        ("B-PK3", "2006", 1),
        ("B-PK4", "0202", 1),
    ])
    .standard("B2", "1009")
    .retired("B-PK1")
    .retired("B-PK2")
    .retired("B-PK3")
    .active("A3");
    let before = flight_points(&scene.state, Seat::B);
    scene.give(step("A-MM1", "1009"), "");
    // From 3 x 1 to 3 x 2.
    assert_eq!(flight_points(&scene.state, Seat::B) - before, 3);
    for unit in ["B-PK1", "B-PK2", "B-PK3"] {
        assert_eq!(scene.unit(unit).place, PiecePlace::Eliminated, "{unit}");
    }
    assert_eq!(scene.hex_of("B-PK4"), Some(hex("0202")));
}

#[test]
fn moi_std_08_without_a_standard_retired_is_eliminated() {
    // Men-at-arms attack Disordered pikes from the rear: 2 + 1 (rating) + 3 = 6, Retired.
    for captured in [false, true] {
        let mut scene = Scene::plain(&[("A-MM1", "1010", 1), ("A-MM2", "0203", 1), ("B-PK4", "0202", 1)])
            .disordered("B-PK4")
            .standard("B2", "1008")
            .active("A3");
        if captured {
            scene
                .give(step("A-MM1", "1009"), "")
                .give(step("A-MM1", "1008"), "");
        }
        scene.give(Command::EndMoveFire, "");
        scene.give(declare(&[shock(&["A-MM2"], &["B-PK4"])]), "2");
        let lost = scene.unit("B-PK4").place == PiecePlace::Eliminated;
        assert_eq!(lost, captured);
        assert_eq!(scene.decision() == "retire", !captured);
    }
}

#[test]
fn moi_std_09_no_points_for_a_standard() {
    let mut scene = Scene::plain(&[("A-MM1", "1010", 1), ("B-PK1", "2002", 1)])
        .standard("B2", "1009")
        .active("A3");
    let before = flight_points(&scene.state, Seat::B);
    scene.give(step("A-MM1", "1009"), "");
    assert_eq!(flight_points(&scene.state, Seat::B), before);
}
