//! Rally, Standards, formations, hobilars, genitors and the rest. Sections RALLY, STD, WALL, SCHIL, HOBI, GENI and MISC of the
//! catalogue.

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::Seat;

use super::scene::{Scene, command_id, declare, fire, hex, id, shock, standard_id, step, turn};
use super::shocking::{added, phase, rolled};
use crate::model::agenda::{Answer, FormationOrder};
use crate::model::command::Command;
use crate::model::event::Event;
use crate::model::names::ClassId;
use crate::model::piece::{Formation, Place, Status};
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

fn order(order: FormationOrder) -> Answer {
    Answer::Formation { order }
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
    assert_eq!(scene.count(|event| matches!(event, Event::UnitRallied { .. })), 2);
    // Free, so a Loss Check follows.
    assert_eq!(scene.count(|event| matches!(event, Event::LossChecked { .. })), 2);
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
        assert_eq!(scene.unit(unit).place == Place::Eliminated, lost, "{unit} {die}");
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
    assert!(scene.saw(|event| matches!(event, Event::StandardCaptured { .. })));
    assert!(scene.saw(|event| matches!(event, Event::LeaderMoved { .. })));
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
    // From then on Retired is Eliminated.
    assert!(crate::rules::results::retire_spots(&scene.state, scene.unit("B-PK4")).is_empty());
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
                Event::ActiveFired { shot, .. } => Some(&shot.throw.drms),
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
    let three = |event: &Event| matches!(event, Event::ActiveFired { shot, .. } if shot.throw.total() == 3);
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
    assert!(!scene.saw(|event| matches!(event, Event::UnitAdvanced { .. })));
    let columns: Vec<_> = scene
        .events
        .iter()
        .filter_map(|event| match event {
            Event::ShockRolled { column, .. } => Some(*column),
            _ => None,
        })
        .collect();
    assert_eq!(
        columns,
        [crate::data::Order::Normal, crate::data::Order::Disordered]
    );
}

#[test]
fn moi_hobi_01_two_states() {
    // Mounted: may retreat before shock without Disorder.
    let mut scene = phase(Scene::plain(&[("A-DM2", "1008", 1), ("B-HB1", "1007", 1)]), "A2");
    scene.give(declare(&[shock(&["A-DM2"], &["B-HB1"])]), "");
    assert_eq!(scene.decision(), "retreat_before_shock");
    let spot = scene.spots()[0].clone();
    scene.to("B-HB1", &spot, 1, "");
    assert_eq!(scene.unit("B-HB1").status, Status::Normal);
    // Dismounted with crossbows: no Return Fire.
    let mut scene = Scene::plain(&[("A-LB1", "1010", 1), ("B-HB1", "1008", 7)])
        .with(|state| state.units.get_mut(&id("B-HB1")).unwrap().dismounted = true)
        .active("A1");
    scene.give(fire("A-LB1", "B-HB1"), "0");
    assert_eq!(scene.decision(), "move_fire");
}

fn change() -> Command {
    Command::ChangeMount { unit: id("A-HB1") }
}

#[test]
fn moi_hobi_02_mounting_and_dismounting() {
    let moved = |steps: u8| {
        let mut scene = Scene::plain(&[("A-HB1", "1015", 1), ("B-PK1", "2002", 1)]).active("A1");
        for row in (15 - steps..15).rev() {
            scene.give(step("A-HB1", &format!("10{row:02}")), "");
        }
        scene
    };
    let mut scene = moved(5);
    scene.give(change(), "");
    assert_eq!(scene.unit("A-HB1").acts.turn.as_ref().unwrap().spent, 8);
    assert_eq!(moved(6).refused(change()), "MOI-HOBI-02");
    // Not next to an enemy, not within missile range of one.
    for (enemy, at, allowed) in [
        ("B-CB1", "1012", false),
        ("B-CB1", "1011", true),
        ("B-PK1", "1014", false),
        ("B-PK1", "1013", true),
    ] {
        let scene = Scene::plain(&[("A-HB1", "1015", 1), (enemy, at, 1)]).active("A1");
        assert_eq!(scene.allows(change(), ""), allowed, "{enemy} {at}");
    }
    // A Retired missile unit is none that can fire.
    let retired = Scene::plain(&[("A-HB1", "1015", 1), ("B-CB1", "1012", 1)])
        .retired("B-CB1")
        .active("A1");
    assert!(retired.allows(change(), ""));
}

#[test]
fn moi_hobi_03_movement_points_after_the_change() {
    let mut scene = Scene::plain(&[("A-HB1", "1015", 1), ("B-PK1", "2002", 1)]).active("A1");
    for to in ["1014", "1013", "1012", "1011"] {
        scene.give(step("A-HB1", to), "");
    }
    scene.give(change(), "");
    // 7 of 8 spent: one is left, on foot.
    assert!(scene.unit("A-HB1").dismounted);
    let mut on = scene.clone();
    on.give(step("A-HB1", "1010"), "");
    assert_eq!(on.refused(step("A-HB1", "1009")), "MOI-MOVE-02");
    // One change in an Activation.
    assert_eq!(scene.refused(change()), "MOI-HOBI-03");
}

#[test]
fn moi_hobi_04_fire_and_movement() {
    let position = || {
        Scene::plain(&[("A-HB1", "1010", 1), ("B-PK1", "1007", 1)])
            .with(|state| state.units.get_mut(&id("A-HB1")).unwrap().dismounted = true)
            .active("A1")
    };
    let mut moved = position();
    moved.give(step("A-HB1", "1009"), "");
    assert_eq!(moved.refused(fire("A-HB1", "B-PK1")), "MOI-HOBI-04");
    let mut turned = position();
    turned
        .give(turn("A-HB1", 11), "")
        .give(fire("A-HB1", "B-PK1"), "0");
    // Reaction Fire in the enemy's Activation is normal.
    let mut reacting = Scene::plain(&[("A-HB1", "1008", 1), ("B-PK1", "1006", 7)])
        .with(|state| state.units.get_mut(&id("A-HB1")).unwrap().dismounted = true)
        .active("B2");
    reacting.give(step("B-PK1", "1007"), "");
    assert_eq!(reacting.decision(), "reaction_fire");
}

#[test]
fn moi_geni_02_whom_genitors_may_shock() {
    for (class, allowed) in [
        (ClassId::LB, true),
        (ClassId::CB, true),
        (ClassId::SL, true),
        (ClassId::GEN, true),
        (ClassId::PIKE, false),
        (ClassId::DMAA, false),
        (ClassId::MMAA, false),
    ] {
        let scene = Scene::plain(&[("A-GN1", "1008", 1), ("B-AX1", "1007", 1)]).class("B-AX1", class);
        let targets = crate::rules::shock::frontal_targets(&scene.state, scene.unit("A-GN1"));
        assert_eq!(!targets.is_empty(), allowed, "{class}");
    }
    let scene = Scene::plain(&[("A-GN1", "1008", 1)]);
    assert!(scene.state.exerts_zoc(scene.unit("A-GN1")));
}

#[test]
fn moi_geni_03_a_battle_may_take_the_exemption_away() {
    let mut scene = Scene::plain(&[("A-GN1", "1006", 5), ("B-MM1", "1008", 1)])
        .data(|battle| battle.options.gen_ignores_zoc = false)
        .active("A3");
    scene.give(step("A-GN1", "1007"), "");
    assert_eq!(scene.refused(step("A-GN1", "1006")), "MOI-MOVE-06");
}

#[test]
fn moi_misc_01_wagons_and_bombards_are_data() {
    // A bombard: a class of its own with a weapon, no movement, no ZOC.
    let scene = Scene::plain(&[("A-LB1", "1008", 1), ("B-PK1", "1005", 1)]).data(|battle| {
        let bombard = ClassId::of("BOMB");
        let mut card = battle.charts.class[&ClassId::CB].clone();
        card.zoc = crate::data::Zoc::No;
        battle.charts.class.insert(bombard, card);
        let unit = battle.unit.get_mut(&id("A-LB1")).unwrap();
        (unit.class, unit.ma, unit.ma_dis) = (bombard, 0, 0);
    });
    let scene = scene
        .with(|state| state.units.get_mut(&id("A-LB1")).unwrap().class = ClassId::of("BOMB"))
        .active("A1");
    assert_eq!(scene.refused(step("A-LB1", "1007")), "MOI-MOVE-02");
    assert!(scene.allows(fire("A-LB1", "B-PK1"), "0"));
    assert!(!scene.state.exerts_zoc(scene.unit("A-LB1")));
}

#[test]
fn moi_misc_02_no_retreat() {
    let mut scene = Scene::plain(&[("A-LB1", "1010", 1), ("B-MM1", "1008", 1)])
        .data(|battle| battle.unit.get_mut(&id("B-MM1")).unwrap().no_retreat = true)
        .disordered("B-MM1")
        .active("A1");
    // 3 + 1 = 4 on Disordered mounted: Retreat: nothing.
    scene.give(fire("A-LB1", "B-MM1"), "3");
    assert_eq!(scene.hex_of("B-MM1"), Some(hex("1008")));
    // On a Normal unit: Disordered in place.
    let unit_of = |scene: &Scene| {
        crate::rules::results::effects(
            &scene.state,
            scene.unit("B-MM1"),
            crate::data::Outcome::of(&[crate::data::Token::Retreat1]),
            crate::model::agenda::Cause::Fire(4),
        )
    };
    let normal = scene.clone().status("B-MM1", Status::Normal);
    let effects = unit_of(&normal);
    assert!(effects.disorder && !effects.retreat);
}

#[test]
fn moi_misc_03_there_is_no_rearming() {
    assert!(serde_json::from_str::<Command>("{\"rearm\":{\"unit\":\"A-LB1\"}}").is_err());
}

#[test]
fn moi_misc_04_slingers_fire_react_and_return() {
    let mut scene = Scene::plain(&[("A-LB1", "1006", 5), ("B-AX1", "1008", 1)])
        .class("B-AX1", ClassId::SL)
        .active("A1");
    scene.give(step("A-LB1", "1007"), "").choose("B-AX1", "0");
    scene.give(fire("A-LB1", "B-AX1"), "");
    assert_eq!(scene.decision(), "return_fire");
}

#[test]
fn moi_misc_05_the_battle_overrides() {
    let mut scene = Scene::plain(&[("A-SL1", "1010", 1), ("B-PK1", "1008", 1)])
        .data(|battle| {
            let sling = crate::model::names::WeaponId::of("sling");
            battle.charts.weapon.get_mut(&sling).unwrap().range_drm = vec![0, 0];
        })
        .active("A2");
    scene.give(fire("A-SL1", "B-PK1"), "0");
}

#[test]
fn moi_misc_06_index_and_notes_hold_no_rules() {
    // Every rule that a refusal or an offer cites is in the book of rules.
    use hindsight_kernel::Rules;
    let book = crate::MenOfIron::rulebook();
    for rule in ["MOI-MISC-06", "MOI-ACT-07", "MOI-FIRE-11"] {
        assert!(book.get(rule).is_some(), "{rule}");
    }
}
