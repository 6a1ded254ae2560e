//! Shield Walls and Schiltrons. Sections WALL and SCHIL of the catalogue.

use hindsight_kernel::Seat;

use super::scene::{Scene, command_id, declare, fire, hex, id, shock, step, turn};
use super::shocking::{added, phase, rolled};
use crate::model::agenda::{Answer, FormationOrder};
use crate::model::command::Command;
use crate::model::event::{Event, FireEvent, ResultEvent, ShockEvent};
use crate::model::piece::{Formation, Status};

fn order(order: FormationOrder) -> Answer {
    Answer::Formation { order }
}

/// A Free Activation of a Command up to its formation order.
fn ordering(scene: Scene, command: &str) -> Scene {
    let seat = scene.state.battle.side_of(command_id(command)).unwrap();
    let mut scene = scene.free(seat);
    scene.give(
        Command::Activate {
            command: command_id(command),
        },
        "",
    );
    scene
}

#[test]
fn moi_wall_01_eligible_units_and_permission() {
    let position = || {
        Scene::plain(&[
            ("A-PK1", "1008", 1),
            ("A-DM2", "1010", 1),
            ("A-AX1", "1012", 1),
            ("B-PK1", "2002", 1),
        ])
    };
    let mut scene = ordering(position(), "A2");
    scene.answer(order(FormationOrder::FormShieldWall), "");
    for (unit, formation) in [
        ("A-PK1", Formation::ShieldWall),
        ("A-DM2", Formation::ShieldWall),
        ("A-AX1", Formation::Open),
    ] {
        assert_eq!(scene.unit(unit).formation, formation, "{unit}");
    }
    // Without permission there is no order.
    let forbidden = ordering(
        position().data(|battle| battle.command.get_mut(&command_id("A2")).unwrap().may_shield_wall = false),
        "A2",
    );
    assert_eq!(forbidden.decision(), "move_fire");
}

#[test]
fn moi_wall_02_the_order_comes_before_anything_else() {
    let position = Scene::plain(&[("A-PK1", "1008", 1), ("A-PK2", "0202", 1), ("B-PK1", "2002", 1)]);
    let mut scene = ordering(position, "A2");
    // All eligible ones, in command or not.
    let mut formed = scene.clone();
    formed.answer(order(FormationOrder::FormShieldWall), "");
    assert!(
        ["A-PK1", "A-PK2"]
            .iter()
            .all(|unit| formed.unit(unit).formation == Formation::ShieldWall)
    );
    // Afterwards it is too late.
    scene.no("");
    let late = Command::Choose {
        answer: order(FormationOrder::FormShieldWall),
    };
    scene
        .state
        .units
        .get_mut(&id("A-PK1"))
        .unwrap()
        .acts
        .out_of_command = false;
    scene.give(step("A-PK1", "1007"), "");
    assert_eq!(scene.refused(late), "MOI-ACT-16");
    // Out again, all of them.
    let mut out = ordering(
        Scene::plain(&[("A-PK1", "1008", 1), ("A-PK2", "0202", 1), ("B-PK1", "2002", 1)])
            .formation("A-PK1", Formation::ShieldWall)
            .formation("A-PK2", Formation::ShieldWall),
        "A2",
    );
    out.answer(order(FormationOrder::LeaveShieldWall), "");
    assert!(
        ["A-PK1", "A-PK2"]
            .iter()
            .all(|unit| out.unit(unit).formation == Formation::Open)
    );
}

#[test]
fn moi_wall_03_disordered_units_do_not_form_it_but_stay() {
    let mut scene = ordering(
        Scene::plain(&[
            ("A-PK1", "1008", 1),
            ("A-PK2", "0202", 1),
            ("A-DM2", "0404", 1),
            ("B-PK1", "2002", 1),
        ])
        .disordered("A-PK1")
        .disordered("A-DM2")
        .formation("A-DM2", Formation::ShieldWall),
        "A2",
    );
    scene.answer(order(FormationOrder::FormShieldWall), "");
    for (unit, formation) in [
        ("A-PK1", Formation::Open),
        ("A-PK2", Formation::ShieldWall),
        ("A-DM2", Formation::ShieldWall),
    ] {
        assert_eq!(scene.unit(unit).formation, formation, "{unit}");
    }
}

#[test]
fn moi_wall_05_the_defence_of_a_shield_wall() {
    // B-PK1 at 1008 facing 1 in Shield Wall: front/flank spine 0, frontal side -1, front/front spine -1.
    for (at, facing, value) in [("1208", 9, 0), ("1006", 5, -1), ("1107", 7, -1)] {
        let mut scene = Scene::plain(&[("A-LB1", at, facing), ("B-PK1", "1008", 1)])
            .formation("B-PK1", Formation::ShieldWall)
            .active("A1");
        scene.give(fire("A-LB1", "B-PK1"), "0");
        let wall: i8 = scene
            .events
            .iter()
            .filter_map(|event| match event {
                Event::Fire(FireEvent::ActiveFired { shot, .. }) => Some(&shot.throw.drms),
                _ => None,
            })
            .flatten()
            .filter(|drm| drm.rule.0 == "MOI-WALL-05")
            .map(|drm| drm.value)
            .sum();
        assert_eq!(wall, value, "{at}");
    }
    // Mounted units may Shock it, at -1 from the front.
    let mut scene = phase(
        Scene::plain(&[("A-MM1", "1007", 5), ("B-PK1", "1008", 1)]).formation("B-PK1", Formation::ShieldWall),
        "A3",
    );
    scene.give(declare(&[shock(&["A-MM1"], &["B-PK1"])]), "5");
    assert_eq!(added(&scene, "MOI-SDRM-12"), [-1]);
}

#[test]
fn moi_wall_06_losing_it() {
    let shot = |die: &str, status: Status| {
        let mut scene = Scene::plain(&[("A-LB1", "1010", 1), ("B-PK1", "1008", 1)])
            .formation("B-PK1", Formation::ShieldWall)
            .status("B-PK1", status)
            .active("A1");
        scene.give(fire("A-LB1", "B-PK1"), die);
        scene
    };
    // Disordered (4 + 1 = 5): keeps it. Retreat (3 + 1 = 4 on Disordered): lost.
    assert_eq!(
        shot("4", Status::Normal).unit("B-PK1").formation,
        Formation::ShieldWall
    );
    let mut scene = shot("3", Status::Disordered);
    let spot = scene.spots()[0].clone();
    scene.to("B-PK1", &spot, 1, "");
    assert_eq!(scene.unit("B-PK1").formation, Formation::Open);
}

#[test]
fn moi_wall_07_a_command_may_begin_in_it() {
    let mut scene = Scene::battle("harrow-ford");
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::A, "opening_formations")
    );
    let form = Command::OrderFormation {
        command: command_id("A2"),
        order: FormationOrder::FormShieldWall,
    };
    scene.give(form, "");
    assert_eq!(scene.unit("A-PK1").formation, Formation::ShieldWall);
    assert_eq!(scene.unit("A-DM2").formation, Formation::ShieldWall);
}

#[test]
fn moi_schil_01_without_permission_there_is_none() {
    let position = || Scene::plain(&[("B-PK1", "1008", 1), ("A-LB1", "0214", 1)]);
    let allowed = ordering(position(), "B2");
    assert!(allowed.answers().contains(&order(FormationOrder::FormSchiltron)));
    let forbidden = ordering(
        position().data(|battle| battle.command.get_mut(&command_id("B2")).unwrap().may_schiltron = false),
        "B2",
    );
    assert_eq!(forbidden.decision(), "move_fire");
}

#[test]
fn moi_schil_02_forming_it() {
    let mut scene = ordering(
        Scene::plain(&[
            ("B-PK1", "1008", 1),
            ("B-PK2", "1010", 1),
            ("B-PK3", "1012", 1),
            ("B-AX1", "1014", 1),
            ("A-LB1", "0214", 1),
        ])
        .disordered("B-PK2")
        .disordered("B-PK3")
        .formation("B-PK3", Formation::Schiltron),
        "B2",
    );
    scene.answer(order(FormationOrder::FormSchiltron), "");
    for (unit, formation) in [
        ("B-PK1", Formation::Schiltron),
        ("B-PK2", Formation::Open),
        ("B-PK3", Formation::Schiltron),
        ("B-AX1", Formation::Open),
    ] {
        assert_eq!(scene.unit(unit).formation, formation, "{unit}");
    }
}

#[test]
fn moi_schil_03_all_six_sides_are_front() {
    let mut scene = phase(
        Scene::plain(&[("A-DM1", "1007", 7), ("A-DM2", "1009", 1), ("B-PK1", "1008", 1)])
            .data(|battle| battle.unit.get_mut(&id("A-DM2")).unwrap().command = command_id("A1"))
            .with(|state| state.units.get_mut(&id("A-DM2")).unwrap().command = command_id("A1"))
            .formation("B-PK1", Formation::Schiltron),
        "A1",
    );
    scene.give(declare(&[shock(&["A-DM1", "A-DM2"], &["B-PK1"])]), "4");
    assert_eq!(
        (added(&scene, "MOI-SDRM-03"), added(&scene, "MOI-SDRM-02")),
        (vec![0], vec![1])
    );
    // It has no facing to change.
    let schiltron = Scene::plain(&[("B-PK1", "1008", 1), ("A-LB1", "0214", 1)])
        .formation("B-PK1", Formation::Schiltron)
        .active("B2");
    assert_eq!(schiltron.refused(turn("B-PK1", 3)), "MOI-SCHIL-03");
}

#[test]
fn moi_schil_04_its_modifiers() {
    let mut scene = Scene::plain(&[("A-LB1", "1009", 1), ("B-PK1", "1008", 1)])
        .formation("B-PK1", Formation::Schiltron)
        .active("A1");
    scene.give(fire("A-LB1", "B-PK1"), "0");
    let three = |event: &Event| matches!(event, Event::Fire(FireEvent::ActiveFired { shot, .. }) if shot.throw.total() == 3);
    assert!(scene.saw(three));
    let mut scene = phase(
        Scene::plain(&[("A-DM1", "1007", 7), ("B-PK1", "1008", 1)]).formation("B-PK1", Formation::Schiltron),
        "A1",
    );
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1"])]), "5");
    assert_eq!(added(&scene, "MOI-SCHIL-04"), [-1]);
}

#[test]
fn moi_schil_05_it_neither_moves_nor_attacks_and_is_not_charged() {
    let mut scene = Scene::plain(&[("B-PK1", "1008", 1), ("A-LB1", "1007", 1)])
        .formation("B-PK1", Formation::Schiltron)
        .active("B2");
    assert_eq!(scene.refused(step("B-PK1", "1009")), "MOI-SCHIL-05");
    scene.state.agenda = vec![crate::model::agenda::Step::DeclareAttacks.into()];
    assert_eq!(
        scene.refused(declare(&[shock(&["B-PK1"], &["A-LB1"])])),
        "MOI-SCHIL-05"
    );
    // No Charge at it from any side; mounted units may Shock it.
    for facing in [1, 3, 5, 7, 9, 11] {
        let charged = Scene::plain(&[("A-MM1", "1010", 1), ("B-PK1", "1008", facing)])
            .formation("B-PK1", Formation::Schiltron)
            .active("A3")
            .with(|state| state.agenda = vec![crate::model::agenda::Step::DeclareAttacks.into()]);
        let charge = super::scene::attack(&[super::scene::charging("A-MM1", &["1009"], None)], "B-PK1");
        assert_eq!(charged.refused(declare(&[charge])), "MOI-SCHIL-05", "{facing}");
    }
    let mut shocked = phase(
        Scene::plain(&[("A-MM1", "1009", 1), ("B-PK1", "1008", 1)]).formation("B-PK1", Formation::Schiltron),
        "A3",
    );
    shocked.give(declare(&[shock(&["A-MM1"], &["B-PK1"])]), "6");
    assert_eq!(rolled(&shocked).len(), 1);
}

#[test]
fn moi_schil_06_a_retreat_does_not_move_it() {
    let shot = |die: &str, status: Status| {
        let mut scene = Scene::plain(&[("A-LB1", "1009", 1), ("B-PK1", "1008", 1)])
            .formation("B-PK1", Formation::Schiltron)
            .status("B-PK1", status)
            .active("A1");
        scene.give(fire("A-LB1", "B-PK1"), die);
        (
            scene.unit("B-PK1").status,
            scene.hex_of("B-PK1"),
            scene.unit("B-PK1").formation,
        )
    };
    // 6 + 3 = 9 on a Normal unit: Disordered and Retreat 1: Disordered in place (no leader is there to roll).
    assert_eq!(
        shot("6", Status::Normal),
        (Status::Disordered, Some(hex("1008")), Formation::Schiltron)
    );
    // 1 + 3 = 4 on a Disordered one: Retreat 1: nothing.
    assert_eq!(
        shot("1", Status::Disordered),
        (Status::Disordered, Some(hex("1008")), Formation::Schiltron)
    );
    // Retired (without a Standard: eliminated) ends it.
    assert_eq!(
        shot("5", Status::Disordered),
        (Status::Disordered, None, Formation::Open)
    );
}

#[test]
fn moi_schil_07_a_continued_attack_stays_before_it() {
    let mut scene = phase(
        Scene::plain(&[("A-DM1", "1007", 7), ("B-PK1", "1008", 1)])
            .formation("B-PK1", Formation::Schiltron)
            .data(|battle| battle.unit.get_mut(&id("B-PK1")).unwrap().sdd = 3),
        "A1",
    );
    // 8 + 3 + 1 - 1 = 11: Disordered, Retreat 1, CA: it attacks again at -1 on the Disordered column: 2 + 1 + 1 - 1 - 1 = 2.
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1"])]), "82");
    assert!(!scene.saw(|event| matches!(event, Event::Result(ResultEvent::UnitAdvanced { .. }))));
    let columns: Vec<_> = scene
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Shock(ShockEvent::ShockRolled { column, .. }) => Some(*column),
            _ => None,
        })
        .collect();
    assert_eq!(
        columns,
        [crate::data::Order::Normal, crate::data::Order::Disordered]
    );
}
