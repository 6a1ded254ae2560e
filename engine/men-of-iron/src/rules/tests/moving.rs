//! Movement and reinforcements. Sections HEX, MOVE and REINF of the catalogue.

use super::scene::{
    Scene, command_id, declare, fire, hex, hour, id, leader_id, step, step_leader, step_with, turn,
};
use crate::model::command::Command;
use crate::model::event::{Event, FireEvent, MovementEvent, RallyEvent, ResultEvent, ShockEvent};
use crate::model::names::ClassId;
use crate::model::piece::{LeaderPlace, PiecePlace, Status};
use crate::model::state::State;

/// What the last step cost.
fn cost(scene: &Scene) -> Option<u8> {
    scene.events.iter().find_map(|event| match event {
        Event::Movement(
            MovementEvent::UnitStepped { cost, .. }
            | MovementEvent::LeaderStepped { cost, .. }
            | MovementEvent::ReinforcementEntered { cost, .. },
        ) => Some(*cost),
        _ => None,
    })
}

pub(super) fn left(scene: &Scene, unit: &str) -> u8 {
    let unit = scene.unit(unit);
    crate::rules::movement::Walk::of(&scene.state, unit).unwrap().left
}

/// A unit made a longbow of side B, so that its front can be entered.
pub(super) fn longbow(scene: Scene, unit: &str) -> Scene {
    scene.class(unit, ClassId::LB)
}

#[test]
fn moi_hex_06_nobody_goes_off_the_map() {
    let scene = Scene::plain(&[("A-PK1", "0101", 1), ("B-PK1", "2010", 7)]).active("A2");
    // 0101 has only two neighbours.
    for to in ["0201", "0102"] {
        assert!(scene.allows(step("A-PK1", to), ""));
    }
    // A Retreat with no hex further away eliminates; along the edge one hex qualifies.
    use crate::rules::results::retreat_spots;
    let unit = scene.unit("A-PK1");
    assert!(retreat_spots(&scene.state, unit, &[hex("0201")]).is_empty());
    let edge = Scene::plain(&[("A-PK1", "0105", 1)]);
    assert_eq!(
        retreat_spots(&edge.state, edge.unit("A-PK1"), &[hex("0205")]),
        [hex("0104")]
    );
}

#[test]
fn moi_move_01_each_unit_completes_its_move_before_the_next() {
    let mut scene =
        Scene::plain(&[("A-LB1", "1010", 1), ("A-LB2", "1210", 1), ("B-PK1", "1008", 7)]).active("A1");
    scene
        .give(step("A-LB1", "1011"), "")
        .give(step("A-LB2", "1211"), "");
    assert_eq!(scene.refused(fire("A-LB1", "B-PK1")), "MOI-ACT-17");
}

#[test]
fn moi_move_02_movement_points_are_limited_by_the_side_that_is_up() {
    for (disordered, steps) in [(false, 5), (true, 4)] {
        let mut scene = Scene::plain(&[("A-LB1", "1014", 1), ("B-PK1", "2002", 7)]);
        if disordered {
            scene = scene.disordered("A-LB1");
        }
        let mut scene = scene.active("A1");
        for row in (14 - steps..14).rev() {
            scene.give(step("A-LB1", &format!("10{row:02}")), "");
        }
        assert_eq!(left(&scene, "A-LB1"), 0);
        assert_eq!(
            scene.refused(step("A-LB1", &format!("10{:02}", 13 - steps))),
            "MOI-MOVE-02"
        );
    }
    // 1 Movement Point left, the next hex costs 2.
    let mut scene = Scene::new(&[("A-PK1", "0613", 1), ("B-PK1", "2002", 7)]).active("A2");
    scene.state.units.get_mut(&id("A-PK1")).unwrap().acts.turn = None;
    scene
        .give(step("A-PK1", "0612"), "")
        .give(step("A-PK1", "0512"), "")
        .give(step("A-PK1", "0412"), "");
    assert_eq!(
        (
            left(&scene, "A-PK1"),
            scene.refused(step("A-PK1", "0411")).as_str()
        ),
        (0, "MOI-MOVE-02")
    );
}

#[test]
fn moi_move_05_no_unit_enters_a_hex_with_a_combat_unit() {
    let scene = Scene::plain(&[("A-PK1", "1008", 1), ("A-AX1", "1007", 1), ("B-PK1", "1108", 7)])
        .leader("Osric", "1009")
        .standard("A2", "1009")
        .active("A2");
    assert_eq!(scene.refused(step("A-PK1", "1007")), "MOI-MOVE-05");
    assert_eq!(scene.refused(step("A-PK1", "1108")), "MOI-MOVE-05");
    assert!(scene.allows(step("A-PK1", "1009"), ""));
}

#[test]
fn moi_move_06_a_unit_stops_in_an_enemy_zoc() {
    let position = || longbow(Scene::plain(&[("B-AX1", "1008", 1)]), "B-AX1");
    let put = |unit: &'static str| {
        position().with(move |state| {
            let place = PiecePlace::On {
                hex: hex("1006"),
                facing: hour(5),
            };
            state.units.get_mut(&id(unit)).unwrap().place = place;
        })
    };
    let mut scene = put("A-MM1").active("A3");
    scene.give(step("A-MM1", "1007"), "").no("");
    assert_eq!(scene.refused(step("A-MM1", "1107")), "MOI-MOVE-06");
    assert!(scene.allows(turn("A-MM1", 7), ""));
    // Genitors go on.
    let mut scene = put("A-GN1").active("A3");
    scene.give(step("A-GN1", "1007"), "").no("");
    assert!(scene.allows(step("A-GN1", "1006"), ""));
    // A mounted hobilar has no missile weapon: it stops.
    let mut scene = put("A-HB1").active("A1");
    scene.give(step("A-HB1", "1007"), "").no("");
    assert_eq!(scene.refused(step("A-HB1", "1006")), "MOI-MOVE-06");
}

#[test]
fn moi_move_07_a_leader_rides_along_from_the_first_step() {
    // A leader of another Command may ride along.
    let mut scene = Scene::plain(&[("A-LB1", "1010", 1), ("A-PK1", "0214", 1), ("B-PK1", "2002", 7)])
        .leader("Osric", "1010")
        .active("A1");
    scene
        .give(step_with("A-LB1", "1009", &["Osric"]), "")
        .give(step("A-LB1", "1008"), "");
    assert_eq!(
        scene.state.leader(leader_id("Osric")).unwrap().hex(),
        Some(hex("1008"))
    );
    // He spends nothing of his own, and moves no more in this Activation.
    assert_eq!(scene.state.leader(leader_id("Osric")).unwrap().spent, 0);
    // Not on the way.
    let mut scene = Scene::plain(&[("A-LB1", "1010", 1), ("B-PK1", "2002", 7)])
        .leader("Hale", "1009")
        .active("A1");
    scene.give(step("A-LB1", "1009"), "");
    assert_eq!(
        scene.refused(step_with("A-LB1", "1008", &["Hale"])),
        "MOI-MOVE-07"
    );
    // One move a leader: having ridden he does not move alone.
    let mut scene = Scene::plain(&[("A-LB1", "1010", 1), ("A-LB2", "0214", 1), ("B-PK1", "2002", 7)])
        .leader("Hale", "1010")
        .active("A1");
    scene.give(step_with("A-LB1", "1009", &["Hale"]), "");
    assert_eq!(scene.refused(step_leader("Hale", "1010")), "MOI-MOVE-07");
}

#[test]
fn moi_move_08_a_leader_alone_keeps_out_of_enemy_zocs() {
    let scene = longbow(
        Scene::plain(&[("A-LB1", "0214", 1), ("A-LB2", "1108", 1), ("B-AX1", "1008", 1)]),
        "B-AX1",
    )
    .leader("Hale", "1107")
    .leader("Osric", "0214")
    .with(|state| {
        let place = PiecePlace::On {
            hex: hex("0314"),
            facing: hour(1),
        };
        state.units.get_mut(&id("A-PK1")).unwrap().place = place;
    })
    .active("A1");
    assert_eq!(scene.refused(step_leader("Hale", "1007")), "MOI-MOVE-08");
    // With a friendly unit in the hex he may.
    assert!(scene.allows(step_leader("Hale", "1108"), ""));
    // Another Command's leader does not move alone.
    assert_eq!(scene.refused(step_leader("Osric", "0213")), "MOI-MOVE-08");
}

#[test]
fn moi_move_09_a_leader_pays_the_cheaper_column() {
    let mut scene = Scene::new(&[("A-LB1", "0513", 1), ("B-PK1", "2002", 7)])
        .leader("Hale", "0413")
        .active("A1");
    scene.give(step_leader("Hale", "0412"), "");
    assert_eq!(cost(&scene), Some(2));
    // Across a steep slope: the foot column.
    let mut scene = Scene::new(&[("A-LB1", "0313", 1), ("B-PK1", "2002", 7)])
        .leader("Hale", "0513")
        .active("A1");
    scene.give(step_leader("Hale", "0613"), "");
    assert_eq!(cost(&scene), Some(3));
}

#[test]
fn moi_move_10_no_step_leads_off_the_map() {
    let scene = Scene::plain(&[("A-PK1", "2208", 1), ("B-PK1", "0202", 7)]).active("A2");
    assert_eq!(scene.refused(step("A-PK1", "2308")), "MOI-MOVE-10");
}

#[test]
fn moi_move_11_enemy_entry_hexes_are_barred_while_units_are_due() {
    let entries = |state: &mut State| {
        let battle = std::sync::Arc::make_mut(&mut state.battle);
        let ground = battle.map.hex.entry(hex("1007")).or_default();
        ground.entry_for = vec![command_id("B3")];
    };
    let due = |state: &mut State| state.units.get_mut(&id("B-MM4")).unwrap().place = PiecePlace::Due;
    let plain = || Scene::plain(&[("A-PK1", "1008", 1), ("B-PK1", "2002", 7)]);
    let barred = plain().with(entries).with(due).active("A2");
    assert_eq!(barred.refused(step("A-PK1", "1007")), "MOI-MOVE-11");
    let open = plain().with(entries).active("A2");
    assert!(open.allows(step("A-PK1", "1007"), ""));
}

#[test]
fn moi_move_12_turning_and_charging_are_no_movement() {
    // A turn: the unit has not moved, it may fire, it may not rally.
    let mut scene = Scene::plain(&[("A-LB1", "1010", 1), ("B-PK1", "1008", 7)])
        .disordered("A-LB1")
        .active("A1");
    scene.give(turn("A-LB1", 11), "");
    assert!(!scene.unit("A-LB1").acts.moved && scene.unit("A-LB1").acts.acted);
    scene
        .give(fire("A-LB1", "B-PK1"), "0")
        .give(Command::EndMoveFire, "");
    assert_eq!(scene.unit("A-LB1").status, Status::Disordered);
    // A charger that did not step has not moved: +2.
    let mut scene = Scene::plain(&[("A-MM1", "1010", 1), ("B-AX1", "1008", 1)]).active("A3");
    scene.give(Command::EndMoveFire, "");
    let charge = super::scene::attack(&[super::scene::charging("A-MM1", &["1009"], None)], "B-AX1");
    // 0: rear +3, charge +2, axe +1, rating +1: 7, Defender Disordered and Retreat.
    scene.give(declare(&[charge]), "0");
    assert!(!scene.unit("A-MM1").acts.moved);
    let plus_two = |event: &Event| {
        matches!(event, Event::Shock(ShockEvent::ShockRolled { throw, .. })
            if throw.drms.iter().any(|drm| drm.rule.0 == "MOI-SDRM-07" && drm.value == 2))
    };
    assert!(scene.saw(plus_two));
}

#[test]
fn moi_move_13_foot_pays_to_leave_a_mounted_units_zoc() {
    for (class, pays) in [(None, 3), (Some(ClassId::LB), 1)] {
        let mut scene = Scene::plain(&[("A-DM2", "1007", 7), ("B-MM1", "1008", 1)]);
        if let Some(class) = class {
            scene = scene.class("B-MM1", class);
        }
        let mut scene = scene.active("A2");
        scene.give(step("A-DM2", "1006"), "");
        assert_eq!((cost(&scene), left(&scene, "A-DM2")), (Some(pays), 4 - pays));
    }
    // A step to the other frontal hex leaves the hex and pays too; mounted units pay nothing.
    let mut scene = Scene::plain(&[("A-DM2", "1007", 7), ("B-MM1", "1008", 1)]).active("A2");
    scene.give(step("A-DM2", "1108"), "");
    assert_eq!(cost(&scene), Some(3));
    let mut scene = Scene::plain(&[("A-MM1", "1007", 7), ("B-MM1", "1008", 1)]).active("A3");
    scene.give(step("A-MM1", "1006"), "");
    assert_eq!(cost(&scene), Some(1));
}

#[test]
fn moi_move_14_mounted_men_at_arms_pass_through_missile_infantry() {
    let mut scene =
        Scene::plain(&[("A-MM1", "1010", 1), ("A-LB1", "1009", 1), ("B-PK1", "2002", 7)]).active("A3");
    scene.give(step("A-MM1", "1009"), "9");
    assert_eq!(cost(&scene), Some(2));
    // There it can only go on or turn.
    assert_eq!(scene.refused(Command::EndMoveFire), "MOI-MOVE-14");
    assert!(scene.allows(turn("A-MM1", 3), ""));
    scene.give(step("A-MM1", "1008"), "");
    assert_eq!(left(&scene, "A-MM1"), 4);
    // The last Movement Points for the friend's hex: refused. 4 steps leave 3; two more leave 1.
    let mut scene =
        Scene::plain(&[("A-MM1", "1015", 1), ("A-LB1", "1009", 1), ("B-PK1", "2002", 7)]).active("A3");
    for to in ["1014", "1013", "1012", "1011", "1010"] {
        scene.give(step("A-MM1", to), "");
    }
    assert_eq!(scene.refused(step("A-MM1", "1009")), "MOI-MOVE-14");
    // Two in consecutive hexes: two rolls.
    let mut scene = Scene::plain(&[
        ("A-MM1", "1010", 1),
        ("A-LB1", "1009", 1),
        ("A-LB2", "1008", 1),
        ("B-PK1", "2002", 7),
    ])
    .active("A3");
    scene
        .give(step("A-MM1", "1009"), "9")
        .give(step("A-MM1", "1008"), "9")
        .give(step("A-MM1", "1007"), "");
    assert_eq!(left(&scene, "A-MM1"), 2);
    // Others do not, and not where an enemy ZOC would stop the unit.
    let pike = Scene::plain(&[("A-PK1", "1010", 1), ("A-LB4", "1009", 1), ("B-PK1", "2002", 7)]).active("A2");
    assert_eq!(pike.refused(step("A-PK1", "1009")), "MOI-MOVE-05");
    let held = Scene::plain(&[("A-MM1", "1010", 1), ("A-LB1", "1009", 1), ("B-MM1", "1008", 7)]).active("A3");
    assert_eq!(held.refused(step("A-MM1", "1009")), "MOI-MOVE-14");
}

#[test]
fn moi_move_15_the_pass_through_roll() {
    let passing = |status: Status, die: &str| {
        let mut scene = Scene::plain(&[("A-MM1", "1010", 1), ("A-LB1", "1009", 1), ("B-PK1", "2002", 7)])
            .standard("A1", "1015")
            .status("A-LB1", status)
            .active("A3");
        scene.give(step("A-MM1", "1009"), die);
        scene
    };
    assert_eq!(
        passing(Status::Normal, "4").unit("A-LB1").status,
        Status::Disordered
    );
    assert_eq!(passing(Status::Normal, "5").unit("A-LB1").status, Status::Normal);
    let mut retired = passing(Status::Disordered, "0");
    retired.to("A-LB1", "1015", 1, "");
    assert_eq!(retired.unit("A-LB1").status, Status::Retired);
    // A Retired one is eliminated; then the mounted unit may stop there.
    let eliminated = passing(Status::Retired, "0");
    assert_eq!(eliminated.unit("A-LB1").place, PiecePlace::Eliminated);
    assert!(eliminated.allows(Command::EndMoveFire, ""));
    // A leader of the retired unit is placed with the nearest unit without a roll.
    let mut led = Scene::plain(&[
        ("A-MM1", "1010", 1),
        ("A-LB1", "1009", 1),
        ("A-LB2", "0414", 1),
        ("B-PK1", "2002", 7),
    ])
    .standard("A1", "1015")
    .leader("Hale", "1009")
    .disordered("A-LB1")
    .active("A3");
    led.give(step("A-MM1", "1009"), "0").to("A-LB1", "1015", 1, "");
    assert!(!led.saw(|event| matches!(event, Event::Result(ResultEvent::LeaderRolled { .. }))));
    assert_eq!(
        led.state.leader(leader_id("Hale")).unwrap().hex(),
        Some(hex("0414"))
    );
}

#[test]
fn moi_move_16_a_zoc_that_was_left_is_not_entered_again() {
    let mut scene = longbow(
        Scene::plain(&[("A-GN1", "0907", 5), ("B-AX1", "1008", 1)]),
        "B-AX1",
    )
    .active("A3");
    // Through one frontal hex, out, and to the other.
    scene
        .give(step("A-GN1", "1007"), "")
        .no("")
        .give(step("A-GN1", "1107"), "");
    assert_eq!(scene.refused(step("A-GN1", "1108")), "MOI-MOVE-16");
    // Straight from one to the other it never leaves.
    let mut scene = longbow(
        Scene::plain(&[("A-GN1", "0907", 5), ("B-AX1", "1008", 1)]),
        "B-AX1",
    )
    .active("A3");
    scene.give(step("A-GN1", "1007"), "").no("");
    assert!(scene.allows(step("A-GN1", "1108"), ""));
    // From one unit's into another's.
    let mut scene = Scene::plain(&[("A-DM1", "1007", 7), ("B-AX1", "1008", 1), ("B-AX2", "0907", 1)])
        .class("B-AX1", ClassId::LB)
        .class("B-AX2", ClassId::LB)
        .active("A1");
    scene.give(step("A-DM1", "1006"), "").no("");
    assert!(scene.unit("A-DM1").acts.turn.as_ref().unwrap().stopped);
}

#[test]
fn moi_move_17_a_lone_standard_or_leader_is_overrun() {
    let mut scene = Scene::plain(&[("A-MM1", "1010", 1), ("B-PK1", "2002", 7)])
        .standard("B2", "1009")
        .active("A3");
    scene.give(step("A-MM1", "1009"), "");
    assert!(scene.saw(|event| matches!(event, Event::Rally(RallyEvent::StandardCaptured { .. }))));
    // The unit may move on.
    assert!(scene.allows(step("A-MM1", "1008"), ""));
    let out = Scene::plain(&[("A-MM1", "1010", 1), ("B-PK1", "2002", 7)])
        .standard("B2", "1009")
        .active("A3")
        .with(|state| state.units.get_mut(&id("A-MM1")).unwrap().acts.out_of_command = true);
    assert_eq!(out.refused(step("A-MM1", "1009")), "MOI-CMD-05");
}

#[test]
fn moi_move_18_damage_on_the_way_counts_at_once() {
    // A genitor with 7 spent that is Disordered has 0 left.
    let mut scene = longbow(
        Scene::plain(&[("A-GN1", "1014", 1), ("B-AX1", "1006", 7)]),
        "B-AX1",
    )
    .active("A3");
    for to in ["1013", "1012", "1011", "1010", "1009", "1008"] {
        scene.give(step("A-GN1", to), "");
    }
    // Longbow at range 1: 3 + 2 = 5, Mounted Normal: Disordered.
    scene.give(step("A-GN1", "1007"), "").choose("B-AX1", "3");
    assert_eq!(
        (scene.unit("A-GN1").status, left(&scene, "A-GN1")),
        (Status::Disordered, 0)
    );
    // A foot longbow Disordered by Reaction Fire still fires, at -1.
    let mut scene = longbow(
        Scene::plain(&[("A-LB1", "1008", 1), ("B-AX1", "1006", 7)]),
        "B-AX1",
    )
    .active("A1");
    scene.give(step("A-LB1", "1007"), "").choose("B-AX1", "3");
    scene.give(fire("A-LB1", "B-AX1"), "").no("0");
    let at_minus = |event: &Event| {
        matches!(event, Event::Fire(FireEvent::ActiveFired { shot, .. })
            if shot.throw.drms.iter().any(|drm| drm.rule.0 == "MOI-RES-02" && drm.value == -1))
    };
    assert!(scene.saw(at_minus));
    // Who had to retreat has ended its Move/Fire: 4 + 2 = 6 on Disordered foot would retire; 2 + 2 = 4 is a Retreat.
    let mut scene = longbow(
        Scene::plain(&[("A-LB1", "1008", 1), ("B-AX1", "1006", 7)]),
        "B-AX1",
    )
    .disordered("A-LB1")
    .active("A1");
    scene
        .give(step("A-LB1", "1007"), "")
        .choose("B-AX1", "2")
        .to("A-LB1", "1008", 1, "");
    assert_eq!(scene.refused(fire("A-LB1", "B-AX1")), "MOI-ACT-17");
}

#[test]
fn moi_move_19_a_retired_unit_moves_one_hex_nearer_to_its_standard() {
    let mut scene = Scene::plain(&[("A-LB1", "1010", 1), ("B-PK1", "2002", 7)])
        .standard("A1", "1013")
        .retired("A-LB1")
        .active("A1");
    assert_eq!(scene.refused(step("A-LB1", "0910")), "MOI-MOVE-19");
    scene.give(step("A-LB1", "1011"), "");
    assert_eq!(scene.refused(step("A-LB1", "1012")), "MOI-MOVE-19");
    // The step is Movement: Reaction Fire is possible.
    let mut scene = Scene::plain(&[("A-LB1", "1010", 1), ("B-AX1", "1012", 1)])
        .class("B-AX1", ClassId::LB)
        .standard("A1", "1015")
        .retired("A-LB1")
        .active("A1");
    scene.give(step("A-LB1", "1011"), "");
    assert_eq!(scene.decision(), "reaction_fire");
}

#[test]
fn moi_reinf_01_units_wait_off_the_map_next_to_their_entry_hexes() {
    let mut scene = late();
    for at in ["1901", "2001", "2101"] {
        assert!(scene.allows(enter("B-MM4", at, &["Vey"]), ""), "{at}");
    }
    assert_eq!(scene.refused(enter("B-MM4", "1801", &["Vey"])), "MOI-REINF-01");
    // By the battle's own schedule the Command may come later.
    scene.state.agenda = vec![crate::model::agenda::Step::FreeChoice.into()];
    scene.state.activation = None;
    scene = scene.data(|battle| battle.command.get_mut(&command_id("B3")).unwrap().available_after = 50);
    let activate = Command::Activate {
        command: command_id("B3"),
    };
    assert_eq!(scene.refused(activate), "MOI-REINF-01");
}

fn enter(unit: &str, at: &str, with: &[&str]) -> Command {
    Command::Enter {
        unit: id(unit),
        at: hex(at),
        facing: hour(7),
        with: with.iter().map(|leader| leader_id(leader)).collect(),
    }
}

/// The late marshal's Command activated, all of it off the map.
fn late() -> Scene {
    let mut scene = Scene::battle("late-marshal");
    scene.give(Command::Ready, "");
    scene.give(
        Command::Activate {
            command: command_id("B3"),
        },
        "",
    );
    scene
}

#[test]
fn moi_reinf_02_entry_costs_one_movement_point() {
    let mut scene = late();
    scene.give(enter("B-MM4", "1901", &["Vey"]), "");
    assert_eq!((cost(&scene), left(&scene, "B-MM4")), (Some(1), 6));
    scene
        .give(step("B-MM4", "1902"), "")
        .give(step("B-MM4", "1903"), "");
    scene.give(enter("B-CB4", "1901", &[]), "");
    assert_eq!(left(&scene, "B-CB4"), 3);
    scene.give(step("B-CB4", "1902"), "");
    // The third that uses the same hex pays no more.
    scene.give(enter("B-DM1", "1901", &[]), "");
    assert_eq!(left(&scene, "B-DM1"), 3);
}

#[test]
fn moi_reinf_03_the_entry_hex_must_be_free() {
    let mut scene = late();
    scene.give(enter("B-MM4", "1901", &["Vey"]), "");
    assert_eq!(scene.refused(enter("B-CB4", "1901", &[])), "MOI-REINF-03");
    // An enemy ZOC there stops the unit, and Reaction Fire applies.
    let mut scene = late().with(|state| {
        let place = PiecePlace::On {
            hex: hex("1902"),
            facing: hour(1),
        };
        state.units.get_mut(&id("A-LB1")).unwrap().place = place;
    });
    scene.give(enter("B-MM4", "1901", &["Vey"]), "");
    assert_eq!(scene.decision(), "reaction_fire");
    scene.no("");
    assert!(scene.unit("B-MM4").acts.turn.as_ref().unwrap().stopped);
}

#[test]
fn moi_reinf_04_the_leader_enters_with_the_first_units() {
    let mut scene = late();
    assert_eq!(scene.refused(enter("B-MM4", "1901", &[])), "MOI-REINF-04");
    scene.give(enter("B-MM4", "1901", &["Vey"]), "");
    assert_eq!(
        scene.state.leader(leader_id("Vey")).unwrap().place,
        LeaderPlace::On { hex: hex("1901") }
    );
    // In the same Activation it may charge, as a unit that moved: +1.
    let mut scene = late().with(|state| {
        let place = PiecePlace::On {
            hex: hex("1904"),
            facing: hour(1),
        };
        state.units.get_mut(&id("A-AX1")).unwrap().place = place;
    });
    scene
        .give(enter("B-MM4", "1901", &["Vey"]), "")
        .give(Command::EndMoveFire, "");
    assert_eq!(scene.decision(), "declare_attacks");
    let charge = super::scene::attack(
        &[super::scene::charging("B-MM4", &["1902", "1903"], None)],
        "A-AX1",
    );
    scene.give(declare(&[charge]), "0");
    let plus_one = |event: &Event| {
        matches!(event, Event::Shock(ShockEvent::ShockRolled { throw, .. })
            if throw.drms.iter().any(|drm| drm.rule.0 == "MOI-SDRM-07" && drm.value == 1))
    };
    assert!(scene.saw(plus_one));
}

#[test]
fn moi_move_03_whole_moves_end_where_steps_can_lead() {
    use std::collections::BTreeSet;

    use hindsight_geometry::hexes::Hex;
    use hindsight_kernel::{Offers, Seat};

    use crate::MenOfIron;
    use crate::views::reach::reachable;

    // Every hex that two steps and more lead to, found by giving the steps one by one.
    fn by_steps(
        scene: &Scene,
        steps: usize,
        found: &mut BTreeSet<Hex>,
        seen: &mut BTreeSet<(Hex, u8, usize)>,
    ) {
        let at = scene.hex_of("A-LB1").unwrap();
        if !seen.insert((at, left(scene, "A-LB1"), steps.min(2))) {
            return;
        }
        let passing = crate::rules::movement::passing_unit(&scene.state).is_some();
        if steps > 1 && !passing {
            found.insert(at);
        }
        for (_, to) in at.neighbours() {
            let mut next = scene.clone();
            if next.try_give(step("A-LB1", &to.to_string()), "").is_ok() {
                by_steps(&next, steps + 1, found, seen);
            }
        }
    }
    let scene = Scene::plain(&[
        ("A-LB1", "1010", 1),
        ("A-PK1", "1011", 1),
        ("A-PK2", "0909", 1),
        ("B-PK1", "0502", 7),
    ])
    .active("A1");
    let mut all = BTreeSet::new();
    by_steps(&scene, 0, &mut all, &mut BTreeSet::new());
    all.remove(&hex("1010"));
    // What one step leads to is offered as a step.
    all.retain(|to| reachable(&scene.state, scene.unit("A-LB1"))[to].path.len() > 1);
    let moves = MenOfIron::whole_moves(&scene.state, Seat::A, "A-LB1");
    let mut ends = BTreeSet::new();
    for offer in &moves {
        let mut after = scene.clone();
        after.give(offer.commands()[0].clone(), "");
        let place = offer.place.as_ref().unwrap();
        let picture = offer.picture.as_ref().unwrap();
        let stands = after.hex_of("A-LB1").unwrap();
        assert_eq!(stands.to_string(), place.name);
        let facing = after.unit("A-LB1").facing().unwrap();
        assert_eq!(picture.facing, Some(f64::from(facing.hour()) * 30.0));
        ends.insert(stands);
    }
    assert_eq!((&ends, moves.len()), (&all, 6 * all.len()));
    // Nobody else's units, none that is not there, none of a Command that is not active.
    for other in ["B-PK1", "A-XX9", ""] {
        assert!(
            MenOfIron::whole_moves(&scene.state, Seat::A, other).is_empty(),
            "{other}"
        );
    }
    assert!(MenOfIron::whole_moves(&scene.state, Seat::B, "A-LB1").is_empty());
}
