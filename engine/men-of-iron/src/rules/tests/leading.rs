//! Leaders. Section LEAD of the catalogue.

use hindsight_kernel::Seat;

use super::scene::{Scene, command_id, declare, fire, hex, id, leader_id, shock, step};
use super::shocking::phase;
use crate::model::command::Command;
use crate::model::event::{Event, ResultEvent};
use crate::model::piece::{LeaderPlace, PiecePlace};
use crate::rules::victory::flight_points;

fn leader_hex(scene: &Scene, leader: &str) -> Option<hindsight_geometry::hexes::Hex> {
    scene.state.leader(leader_id(leader)).unwrap().hex()
}

fn leader_place(scene: &Scene, leader: &str) -> LeaderPlace {
    scene.state.leader(leader_id(leader)).unwrap().place
}

/// A longbow next to a pike that is Retired to its Standard by an adjusted 8: Disordered, die 6 + 2.
fn retired_by_fire(others: &[(&str, &str, u8)]) -> Scene {
    let mut units = vec![("A-LB1", "1009", 1), ("B-PK1", "1008", 1)];
    units.extend_from_slice(others);
    Scene::plain(&units)
        .standard("B2", "1002")
        .leader("Orel", "1008")
        .disordered("B-PK1")
        .active("A1")
}

#[test]
fn moi_lead_01_leaders_are_no_units() {
    let scene = Scene::plain(&[("A-LB1", "1008", 1), ("B-PK1", "2002", 1)])
        .leader("Orel", "1007")
        .active("A1");
    assert_eq!(scene.refused(fire("A-LB1", "Orel")), "MOI-FIRE-01");
    assert_eq!(scene.state.enemy_zocs(hex("1008"), Seat::A), []);
}

#[test]
fn moi_lead_02_a_leader_without_a_command() {
    // The last unit is eliminated by fire: 10 on Disordered foot. Not surrounded: removed, no points for him.
    let lost = |others: &[(&str, &str, u8)]| {
        let mut units = vec![("A-LB1", "1009", 1), ("B-PK1", "1008", 1)];
        units.extend_from_slice(others);
        let mut scene = Scene::plain(&units)
            .leader("Orel", "1008")
            .disordered("B-PK1")
            .active("A1");
        // 8 + 2 = 10; the leader roll by fire with 0.
        scene.give(fire("A-LB1", "B-PK1"), "80");
        scene
    };
    let scene = lost(&[]);
    assert_eq!(leader_place(&scene, "Orel"), LeaderPlace::Removed);
    assert_eq!(scene.state.leader(leader_id("Orel")).unwrap().losses, 0);
    // Enclosed by enemies and their ZOCs: captured, 2 points.
    let around = [
        ("A-LB2", "1007", 3),
        ("A-LB3", "0908", 5),
        ("A-MM1", "1109", 11),
        ("A-DM1", "1108", 1),
        ("A-DM2", "0909", 1),
    ];
    let scene = lost(&around);
    assert_eq!(leader_place(&scene, "Orel"), LeaderPlace::Lost);
    assert_eq!(scene.state.leader(leader_id("Orel")).unwrap().losses, 1);
}

#[test]
fn moi_lead_03_a_leader_goes_with_his_unit() {
    let mut scene = Scene::plain(&[("A-LB1", "1010", 1), ("B-PK1", "1008", 1)])
        .leader("Orel", "1008")
        .disordered("B-PK1")
        .active("A1");
    // 3 + 1 = 4: Retreat.
    scene.give(fire("A-LB1", "B-PK1"), "3").to("B-PK1", "1007", 1, "");
    assert_eq!(leader_hex(&scene, "Orel"), Some(hex("1007")));
}

#[test]
fn moi_lead_04_casualty_in_shock() {
    // The attacker is Disordered (3 + 1 = 4 on the Shock Table: Attacker Disordered).
    for (rating, die, dies) in [
        (3, "6", true),
        (3, "5", false),
        (1, "4", true),
        (5, "8", true),
        (5, "7", false),
        (5, "9", true),
    ] {
        let scene = Scene::plain(&[("A-DM1", "1008", 1), ("B-PK1", "1007", 7)])
            .leader("Hale", "1008")
            .data(|battle| battle.leader.get_mut(&leader_id("Hale")).unwrap().activation = rating);
        let mut scene = phase(scene, "A1");
        scene.give(declare(&[shock(&["A-DM1"], &["B-PK1"])]), &format!("3{die}"));
        assert_eq!(
            leader_place(&scene, "Hale") == LeaderPlace::Lost,
            dies,
            "{rating} {die}"
        );
    }
    // A pure Retreat: no roll. 2 + 1 + 1 = 4 against Disordered.
    let mut scene = phase(
        Scene::plain(&[("A-DM1", "1008", 1), ("B-PK1", "1007", 7)])
            .disordered("B-PK1")
            .leader("Orel", "1007"),
        "A1",
    );
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1"])]), "2");
    assert_eq!(scene.decision(), "retreat");
    assert!(!scene.saw(|event| matches!(event, Event::Result(ResultEvent::LeaderRolled { .. }))));
}

#[test]
fn moi_lead_06_his_unit_lost_to_fire() {
    // Two units at the same distance: the owner chooses; the Retired unit itself does not count.
    let mut scene = retired_by_fire(&[("B-PK2", "1206", 1), ("B-PK3", "0806", 1)]);
    scene.give(fire("A-LB1", "B-PK1"), "6").to("B-PK1", "1002", 1, "");
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::B, "leader_placement")
    );
    scene.choose("B-PK3", "");
    assert_eq!(leader_hex(&scene, "Orel"), Some(hex("0806")));
    // Only the Retired unit is left: with it.
    let mut scene = retired_by_fire(&[]);
    scene.give(fire("A-LB1", "B-PK1"), "6").to("B-PK1", "1002", 1, "");
    assert_eq!(leader_hex(&scene, "Orel"), Some(hex("1002")));
    // Surrounded by enemy units: killed.
    let around = [
        ("A-DM1", "1007", 1),
        ("A-DM2", "1108", 1),
        ("A-DM3", "1109", 1),
        ("A-PK1", "0909", 1),
        ("A-PK2", "0908", 1),
        ("B-PK2", "2002", 1),
    ];
    let mut scene = retired_by_fire(&around);
    // No way out for the unit either: eliminated.
    scene.give(fire("A-LB1", "B-PK1"), "6");
    assert_eq!(leader_place(&scene, "Orel"), LeaderPlace::Lost);
}

#[test]
fn moi_lead_07_his_unit_lost_in_shock() {
    // 4 + 1 + 1 = 6 against Disordered: Retired. Orel's rating is 2: a 4 survives.
    let mut scene = phase(
        Scene::plain(&[("A-DM1", "1008", 1), ("B-PK1", "1007", 7), ("B-PK2", "1402", 7)])
            .disordered("B-PK1")
            .standard("B2", "0602")
            .leader("Orel", "1007"),
        "A1",
    );
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1"])]), "44");
    scene.to("B-PK1", "0602", 7, "");
    // He does not run with the retired unit.
    assert_eq!(leader_hex(&scene, "Orel"), Some(hex("1402")));
}

#[test]
fn moi_lead_08_one_roll_a_cause() {
    // Disordered and Retreat 1 with nowhere to go: one roll. 6 + 1 = 7.
    let mut scene = phase(
        Scene::plain(&[
            ("A-DM1", "0102", 1),
            ("B-PK1", "0101", 7),
            ("B-PK2", "2002", 7),
            ("A-DM2", "0201", 1),
        ])
        .leader("Orel", "0101"),
        "A1",
    );
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1"])]), "60");
    assert_eq!(scene.unit("B-PK1").place, PiecePlace::Eliminated);
    assert_eq!(
        scene.count(|event| matches!(event, Event::Result(ResultEvent::LeaderRolled { .. }))),
        1
    );
}

#[test]
fn moi_lead_09_captured_is_killed() {
    // A captured King: 3 Flight Points.
    let mut scene = enclosed(&[]);
    let before = flight_points(&scene.state, Seat::A);
    scene.give(step("B-MM1", "1007"), "");
    assert!(scene.saw(|event| matches!(event, Event::Result(ResultEvent::LeaderCaptured { .. }))));
    assert_eq!(flight_points(&scene.state, Seat::A) - before, 3);
}

/// The King alone at 1007; every hex around holds an enemy or will lie in an enemy ZOC once the riders enter.
fn enclosed(others: &[(&str, &str, u8)]) -> Scene {
    let mut units = vec![
        ("B-MM1", "1008", 1),
        ("A-PK1", "0202", 1),
        ("B-CB1", "1009", 1),
        ("B-PK1", "1108", 1),
        ("B-PK2", "0908", 1),
        ("B-MM3", "1107", 9),
        ("B-CB3", "0907", 3),
    ];
    units.extend_from_slice(others);
    Scene::plain(&units).leader("Osric", "1007").active("B1")
}

#[test]
fn moi_lead_10_capture_and_escape() {
    // One adjacent hex free of enemies and their ZOCs: he escapes, whatever the distance.
    let mut scene = Scene::plain(&[("B-MM1", "1008", 1), ("A-PK1", "0202", 1)])
        .leader("Osric", "1007")
        .active("B1");
    scene.give(step("B-MM1", "1007"), "");
    assert_eq!(leader_hex(&scene, "Osric"), Some(hex("0202")));
    // A friendly unit in an adjacent ZOC hex keeps it open.
    let mut scene = enclosed(&[("A-LB1", "1006", 1)]);
    scene.give(step("B-MM1", "1007"), "");
    assert_eq!(leader_hex(&scene, "Osric"), Some(hex("0202")));
}

#[test]
fn moi_lead_11_replacements_come_at_the_owners_next_activation() {
    let dead = |scene: Scene| {
        scene.with(|state| {
            let leader = state.leaders.get_mut(&leader_id("Hale")).unwrap();
            (leader.place, leader.losses) = (LeaderPlace::Lost, 1);
        })
    };
    let position = || {
        dead(Scene::plain(&[
            ("A-LB1", "0214", 1),
            ("A-LB2", "0414", 1),
            ("A-SL1", "0614", 1),
            ("B-MM1", "2002", 1),
        ]))
    };
    // Not at the opponent's, not at a Pass.
    let mut scene = position().free(Seat::B);
    scene.give(
        Command::Activate {
            command: command_id("B1"),
        },
        "",
    );
    assert_eq!(leader_place(&scene, "Hale"), LeaderPlace::Lost);
    let mut scene = position().free(Seat::A);
    scene.give(Command::Pass, "");
    assert_eq!(leader_place(&scene, "Hale"), LeaderPlace::Lost);
    // Any Command's Activation, with any unit of his own Command.
    let mut scene = position().free(Seat::A);
    scene.give(
        Command::Activate {
            command: command_id("A2"),
        },
        "",
    );
    assert_eq!(scene.decision(), "replacement");
    scene.choose("A-LB2", "");
    assert_eq!(leader_hex(&scene, "Hale"), Some(hex("0414")));
    assert!(scene.state.leader(leader_id("Hale")).unwrap().replaced);
    // A Standard's too.
    let mut scene = position().standard("A2", "0615").free(Seat::A);
    let rally = Command::RallyStandard {
        standard: "A2".parse().unwrap(),
    };
    scene.give(rally, "");
    assert_eq!(scene.decision(), "replacement");
}

#[test]
fn moi_lead_12_again_and_again() {
    let scene = Scene::plain(&[("A-PK1", "0214", 1)]);
    let before = flight_points(&scene.state, Seat::A);
    // The King killed, then his replacement: 3 + 2.
    let scene = scene.with(|state| state.leaders.get_mut(&leader_id("Osric")).unwrap().losses = 2);
    assert_eq!(flight_points(&scene.state, Seat::A) - before, 5);
    // A dead replacement is replaced again.
    let mut scene = scene
        .with(|state| {
            let leader = state.leaders.get_mut(&leader_id("Osric")).unwrap();
            (leader.replaced, leader.place) = (true, LeaderPlace::Lost);
        })
        .free(Seat::A);
    scene.give(
        Command::Activate {
            command: command_id("A2"),
        },
        "",
    );
    assert_eq!(leader_hex(&scene, "Osric"), Some(hex("0214")));
}

#[test]
fn moi_lead_13_nowhere_to_go() {
    // The last unit eliminated by fire (8 + 2 = 10; leader roll 0): alive, not surrounded, removed without points.
    let mut scene = Scene::plain(&[("A-LB1", "1009", 1), ("B-PK1", "1008", 1), ("B-MM1", "2002", 1)])
        .leader("Orel", "1008")
        .disordered("B-PK1")
        .active("A1");
    scene.give(fire("A-LB1", "B-PK1"), "80");
    assert_eq!(leader_place(&scene, "Orel"), LeaderPlace::Removed);
    // A dead leader whose Command has no unit is not replaced.
    let mut scene = Scene::plain(&[("A-LB1", "0214", 1), ("B-MM1", "2002", 1)])
        .with(|state| state.leaders.get_mut(&leader_id("Osric")).unwrap().place = LeaderPlace::Lost)
        .free(Seat::A);
    scene.give(
        Command::Activate {
            command: command_id("A1"),
        },
        "",
    );
    assert_eq!(leader_place(&scene, "Osric"), LeaderPlace::Lost);
}

#[test]
fn moi_lead_14_a_missile_unit_retired_by_a_friends_retreat() {
    // Rating 2, die 5: killed.
    for (die, dies) in [("5", true), ("4", false)] {
        let mut scene = Scene::plain(&[
            ("A-LB1", "1006", 5),
            ("B-PK1", "1008", 1),
            ("B-CB1", "1009", 1),
            ("B-PK2", "0909", 1),
            ("A-DM1", "1109", 1),
        ])
        .disordered("B-PK1")
        .disordered("B-CB1")
        .standard("B2", "0202")
        .leader("Orel", "1009")
        .active("A1");
        // 3 + 1 = 4: Retreat; only the crossbow's hex leads away.
        scene
            .give(fire("A-LB1", "B-PK1"), "3")
            .to("B-PK1", "1010", 1, die);
        scene.to("B-CB1", "0202", 1, "");
        assert_eq!(
            scene.saw(|event| matches!(event, Event::Result(ResultEvent::LeaderKilled { .. })))
                || leader_place(&scene, "Orel") == LeaderPlace::Lost,
            dies,
            "{die}"
        );
    }
    let _ = id("A-LB1");
}
