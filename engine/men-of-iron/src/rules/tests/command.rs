//! Command status. Section CMD of the catalogue.

use hindsight_kernel::Seat;

use super::scene::{Scene, charging, declare, fire, hex, shock, step, turn};
use crate::model::command::Command;
use crate::model::event::{Event, ShockEvent};
use crate::model::names::ClassId;
use crate::model::piece::Status;
use crate::model::state::{Kind, State};

/// A position whose units of a Command are out of command.
fn cut_off(scene: Scene, command: &str) -> Scene {
    scene.active(command).with(|state: &mut State| {
        for unit in state.units.values_mut() {
            unit.acts.out_of_command = true;
        }
    })
}

#[test]
fn moi_cmd_04_status_is_fixed_at_the_start() {
    // In command at the start, nine hexes away at the end: still in command, it may charge.
    let mut scene = Scene::plain(&[("A-MM1", "1014", 1), ("B-PK1", "1005", 7)])
        .leader("Bryce", "1014")
        .activated("A3", Kind::Continued);
    for to in ["1013", "1012", "1011", "1010", "1009", "1008"] {
        scene.give(step("A-MM1", to), "");
    }
    assert!(!scene.unit("A-MM1").acts.out_of_command);
    scene.give(Command::EndMoveFire, "");
    let charge = super::scene::attack(&[charging("A-MM1", &["1007", "1006"], None)], "B-PK1");
    // Reluctant with a 5, then 2 on the Shock Table: Attacker Disordered.
    assert!(scene.allows(declare(&[charge]), "52"));
    // A leader killed in the middle changes nothing either.
    let killed = scene.clone().with(|state| {
        let place = crate::model::piece::LeaderPlace::Lost;
        state
            .leaders
            .get_mut(&super::scene::leader_id("Bryce"))
            .unwrap()
            .place = place;
    });
    assert!(!killed.unit("A-MM1").acts.out_of_command);
    // Without a leader in reach the unit begins out of command.
    let far = Scene::plain(&[("A-MM1", "1014", 1), ("B-PK1", "1005", 7)])
        .leader("Bryce", "1001")
        .activated("A3", Kind::Continued);
    assert!(far.unit("A-MM1").acts.out_of_command);
}

#[test]
fn moi_cmd_05_out_of_command_units_keep_away_from_enemies() {
    let scene = cut_off(
        Scene::plain(&[
            ("A-MM1", "1010", 1),
            ("A-MM2", "0410", 1),
            ("B-PK1", "1008", 7),
            ("B-PK2", "1610", 7),
        ])
        .leader("Orel", "0409"),
        "A3",
    );
    assert_eq!(scene.refused(step("A-MM1", "1009")), "MOI-CMD-05");
    assert_eq!(scene.refused(step("A-MM2", "0409")), "MOI-CMD-05");
    assert!(scene.allows(step("A-MM1", "1011"), ""));
    // No Charge.
    let mut scene = scene;
    scene
        .give(step("A-MM2", "0411"), "")
        .give(Command::EndMoveFire, "");
    assert_eq!(scene.decision(), "continuation");
}

#[test]
fn moi_cmd_06_out_of_command_foot_in_a_zoc_stays() {
    let scene = cut_off(
        Scene::plain(&[("A-PK1", "1007", 7), ("B-AX1", "1008", 1), ("A-DM2", "0202", 1)])
            .class("B-AX1", ClassId::LB),
        "A2",
    );
    assert_eq!(scene.refused(step("A-PK1", "1006")), "MOI-CMD-06");
    assert!(scene.allows(turn("A-PK1", 5), ""));
    // Mounted units may leave, to a hex that is not next to an enemy.
    let mounted = cut_off(
        Scene::plain(&[("A-MM1", "1007", 7), ("B-AX1", "1008", 1)]).class("B-AX1", ClassId::LB),
        "A3",
    );
    assert!(mounted.allows(step("A-MM1", "1006"), ""));
    assert_eq!(mounted.refused(step("A-MM1", "1108")), "MOI-CMD-05");
}

#[test]
fn moi_cmd_07_what_out_of_command_does_not_forbid() {
    let mut scene = cut_off(
        Scene::plain(&[
            ("A-DM1", "1008", 1),
            ("A-LB1", "0410", 1),
            ("A-LB2", "0214", 1),
            ("B-PK1", "1007", 7),
            ("B-PK2", "0408", 7),
        ])
        .disordered("A-LB2"),
        "A1",
    );
    scene.give(fire("A-LB1", "B-PK2"), "0");
    assert!(scene.allows(turn("A-DM1", 3), ""));
    scene.give(Command::EndMoveFire, "");
    // A result that needs no answers: 2 + 1 for the matrix is 3, Attacker Disordered.
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1"])]), "2");
    assert!(scene.saw(|event| matches!(event, Event::Shock(ShockEvent::ShockRolled { .. }))));
    assert_eq!(scene.unit("A-LB2").status, Status::Normal);
    assert_eq!(scene.hex_of("A-LB2"), Some(hex("0214")));
    assert_eq!(scene.asked(), Seat::A);
}
