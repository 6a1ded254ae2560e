//! Facing, zones of control, stacking. Sections FACE, ZOC, STACK and WALL of the catalogue.

use super::moving::{left, longbow};
use super::scene::{Scene, declare, fire, hex, hour, id, shock, step, step_facing, turn};
use crate::model::command::Command;
use crate::model::event::{Event, FireEvent, RallyEvent};
use crate::model::piece::Formation;
use crate::rules::facing::{TurnRefusal, check_turn};

#[test]
fn moi_face_01_facing_does_not_bind_movement() {
    let mut scene = Scene::plain(&[("A-LB1", "1008", 1), ("B-PK1", "2002", 7)]).active("A1");
    scene
        .give(step("A-LB1", "1009"), "")
        .give(step("A-LB1", "1010"), "")
        .give(turn("A-LB1", 9), "");
    assert_eq!(
        (scene.unit("A-LB1").facing(), left(&scene, "A-LB1")),
        (Some(hour(9)), 3)
    );
    // The facing with which a hex is entered is the one that Reaction Fire sees: from the rear nothing, from a flank +1.
    for (facing, plus) in [(None, 0), (Some(5), 1)] {
        let mut scene = longbow(
            Scene::plain(&[("A-MM1", "1208", 1), ("B-AX1", "1008", 1)]),
            "B-AX1",
        )
        .active("A3");
        let enter = facing.map_or_else(
            || step("A-MM1", "1108"),
            |facing| step_facing("A-MM1", "1108", facing),
        );
        scene.give(enter, "").choose("B-AX1", "0");
        let angle: i8 = scene
            .events
            .iter()
            .filter_map(|event| match event {
                Event::Fire(FireEvent::ReactionFired { shot, .. }) => Some(&shot.throw.drms),
                _ => None,
            })
            .flatten()
            .filter(|drm| drm.rule.0 == "MOI-FIRE-20")
            .map(|drm| drm.value)
            .sum();
        assert_eq!(angle, plus, "{facing:?}");
        // It may still take any facing.
        assert!(scene.allows(turn("A-MM1", 9), ""));
    }
}

#[test]
fn moi_face_02_only_units_of_the_activated_command_turn() {
    let scene = Scene::plain(&[("A-LB1", "1010", 1), ("B-PK1", "1008", 1)]).active("A1");
    let mut other = scene.clone();
    let refused = other
        .try_as(hindsight_kernel::Seat::B, turn("B-PK1", 7), "")
        .unwrap_err();
    assert_eq!(refused.rule.to_string(), "MOI-COMP-09");
}

#[test]
fn moi_face_03_turning_in_a_zoc_is_limited_to_one_vertex() {
    let held = || {
        longbow(
            Scene::plain(&[("A-DM1", "1007", 1), ("B-AX1", "1008", 1)]),
            "B-AX1",
        )
        .active("A1")
    };
    for (facing, allowed) in [(11, true), (3, true), (5, false), (7, false), (9, false)] {
        assert_eq!(held().allows(turn("A-DM1", facing), ""), allowed, "{facing}");
    }
    assert_eq!(held().refused(turn("A-DM1", 5)), "MOI-FACE-03");
    // At no moment further than that from its starting facing: back and one to the other side.
    let mut scene = held();
    scene.give(turn("A-DM1", 3), "");
    assert_eq!(scene.refused(turn("A-DM1", 5)), "MOI-FACE-03");
    assert!(scene.allows(turn("A-DM1", 11), ""));
    // Who moves into it may take any facing.
    let mut scene = longbow(
        Scene::plain(&[("A-DM1", "1006", 1), ("B-AX1", "1008", 1)]),
        "B-AX1",
    )
    .active("A1");
    scene.give(step("A-DM1", "1007"), "").no("");
    for facing in [3, 5, 7, 9, 11] {
        assert!(scene.allows(turn("A-DM1", facing), ""), "{facing}");
    }
}

#[test]
fn moi_face_04_turning_costs_nothing_and_draws_no_fire() {
    // A dismounted hobilar turns and fires.
    let mut scene = Scene::plain(&[("A-HB1", "1010", 1), ("B-PK1", "1008", 7)])
        .with(|state| state.units.get_mut(&id("A-HB1")).unwrap().dismounted = true)
        .active("A1");
    scene
        .give(turn("A-HB1", 11), "")
        .give(fire("A-HB1", "B-PK1"), "0");
    assert!(scene.saw(|event| matches!(event, Event::Fire(FireEvent::ActiveFired { .. }))));
    // In front of a longbow a turn draws no Reaction Fire; a Disordered unit that turned does not rally.
    let mut scene = longbow(
        Scene::plain(&[("A-DM1", "1007", 1), ("B-AX1", "1008", 1)]),
        "B-AX1",
    )
    .disordered("A-DM1")
    .active("A1");
    scene.give(turn("A-DM1", 3), "");
    assert_eq!(scene.decision(), "move_fire");
    assert!(scene.unit("A-DM1").acts.acted);
}

#[test]
fn moi_face_05_a_foot_unit_that_fired_does_not_turn() {
    let mut scene = Scene::plain(&[("A-LB1", "1010", 1), ("B-PK1", "1008", 7)]).active("A1");
    scene.give(fire("A-LB1", "B-PK1"), "0");
    assert_eq!(scene.refused(turn("A-LB1", 3)), "MOI-ACT-17");
    // In the middle of it, before the response of the target is over, nothing else is possible either.
    let unit = scene.unit("A-LB1");
    let refused = check_turn(&scene.state, unit, hour(3)).unwrap_err();
    assert_eq!(refused, TurnRefusal::Fired);
}

#[test]
fn moi_face_06_facing_after_a_displacement_is_the_owners() {
    // A retreat: any of the six.
    let mut scene = Scene::plain(&[("A-LB1", "1010", 1), ("B-PK1", "1008", 7)])
        .disordered("B-PK1")
        .active("A1");
    // 3 + 1 = 4 on Disordered foot: Retreat.
    scene.give(fire("A-LB1", "B-PK1"), "3");
    assert_eq!(scene.asked(), hindsight_kernel::Seat::B);
    for facing in [1, 3, 5, 7, 9, 11] {
        let mut scene = scene.clone();
        scene.to("B-PK1", "1007", facing, "");
        assert_eq!(scene.unit("B-PK1").facing(), Some(hour(facing)));
    }
    // An advance with a Continued Attack keeps it (see CONT-08); a normal advance does not (see ADV-05).
}

#[test]
fn moi_zoc_03_what_a_zoc_does_and_does_not_bar() {
    // A Retreat may go into an enemy ZOC.
    let mut scene = Scene::plain(&[
        ("A-LB1", "1010", 1),
        ("B-PK1", "1008", 7),
        ("A-LB2", "1006", 7),
        ("A-MM1", "0907", 3),
    ])
    .disordered("B-PK1")
    .active("A1");
    scene.give(fire("A-LB1", "B-PK1"), "3");
    assert!(scene.state.in_enemy_zoc(hex("1007"), hindsight_kernel::Seat::B));
    assert!(scene.spots().contains(&"1007".to_owned()));
    // Lone leaders keep out (MOVE-08); a retire route does not cross it.
    let unit = scene.unit("B-PK1");
    assert!(crate::rules::results::retire_spots(&scene.state, unit).is_empty());
}

#[test]
fn moi_stack_01_two_combat_units_never_share_a_hex() {
    // A retire placement goes beside an occupied Standard's hex.
    let mut scene = Scene::plain(&[("A-LB1", "1010", 1), ("B-PK1", "1008", 7), ("B-PK2", "1003", 7)])
        .standard("B2", "1003")
        .disordered("B-PK1")
        .active("A1");
    // 5 + 1 = 6 on Disordered foot: Retired.
    scene.give(fire("A-LB1", "B-PK1"), "5");
    assert!(!scene.spots().contains(&"1003".to_owned()));
    assert_eq!(scene.spots().len(), 6);
    // And a position with two in a hex is none.
    let broken = Scene::plain(&[("A-LB1", "1010", 1), ("A-LB2", "1010", 1)]);
    use hindsight_kernel::Rules;
    assert!(
        crate::MenOfIron::invariants(&broken.state)
            .unwrap_err()
            .contains("one_unit_a_hex")
    );
}

#[test]
fn moi_stack_02_leaders_and_standards_stack_freely() {
    use hindsight_kernel::Rules;
    let scene = Scene::plain(&[("A-LB1", "1010", 1), ("A-PK1", "0202", 1)])
        .leader("Hale", "1010")
        .leader("Osric", "1010")
        .standard("A1", "1010");
    assert!(crate::MenOfIron::sound(&scene.state).is_ok());
}

#[test]
fn moi_stack_03_enemies_never_share_a_hex() {
    use hindsight_kernel::Rules;
    let scene = Scene::plain(&[("A-LB1", "1010", 1), ("B-PK1", "0202", 1)]).leader("Orel", "1010");
    assert!(
        crate::MenOfIron::sound(&scene.state)
            .unwrap_err()
            .contains("no_enemies_in_a_hex")
    );
    // An advance into the hex where the retreated unit left its Standard captures it.
    let mut scene = Scene::plain(&[("A-DM1", "1008", 1), ("B-PK1", "1007", 7)])
        .standard("B2", "1007")
        .active("A1");
    scene.give(Command::EndMoveFire, "");
    // 6 + 1 = 7: Defender Disordered, Retreat 1.
    scene
        .give(declare(&[shock(&["A-DM1"], &["B-PK1"])]), "6")
        .to("B-PK1", "1006", 7, "");
    scene.to("A-DM1", "1007", 1, "");
    assert!(scene.saw(|event| matches!(event, Event::Rally(RallyEvent::StandardCaptured { .. }))));
}

#[test]
fn moi_wall_04_a_shield_wall_neither_moves_nor_attacks_and_turns_by_one_vertex() {
    let mut scene = Scene::plain(&[("A-DM1", "1008", 1), ("B-PK1", "1007", 7)])
        .formation("A-DM1", Formation::ShieldWall)
        .active("A1");
    assert_eq!(scene.refused(step("A-DM1", "1009")), "MOI-WALL-04");
    // No ZOC is near, two vertices are still too many.
    assert_eq!(scene.refused(turn("A-DM1", 5)), "MOI-WALL-04");
    assert!(scene.allows(turn("A-DM1", 3), ""));
    scene.state.agenda = vec![crate::model::agenda::Step::DeclareAttacks.into()];
    assert_eq!(
        scene.refused(declare(&[shock(&["A-DM1"], &["B-PK1"])])),
        "MOI-WALL-04"
    );
}
