//! Interactions of two chapters: Reaction Fire during a Counter-Charge, a Seizure with reinforcements,
//! Schiltrons with leaders and Standards, rallying and the Loss Check.

use hindsight_kernel::{Notation, Seat};

use super::scene::{
    Scene, attack, charging, command_id, declare, fire, hex, id, leader_id, shock, standard_id, step,
    step_with,
};
use super::shocking::{added, phase, rolled};
use crate::MenOfIron;
use crate::data::{Combat, Outcome};
use crate::model::agenda::Answer;
use crate::model::command::Command;
use crate::model::event::{ActivationEvent, EndingEvent, Event, FireEvent, ResultEvent, ShockEvent};
use crate::model::names::ClassId;
use crate::model::piece::{Formation, LeaderPlace, PiecePlace, Status};
use crate::model::state::Kind;
use crate::rules::victory::flight_points;

fn say(scene: &mut Scene, words: &str, dice: &str) {
    let command = MenOfIron::parse(words).unwrap_or_else(|fault| panic!("{words}: {fault}"));
    scene.give(command, dice);
}

/// A genitor beside mounted men-at-arms that it shoots at, a longbow of its side before which these must ride.
fn shot_at() -> Scene {
    Scene::plain(&[
        ("A-LB1", "1010", 1),
        ("A-LB2", "0910", 1),
        ("B-MM1", "1007", 7),
        ("B-PK1", "2002", 7),
    ])
    .active("A1")
}

/// The straight Counter-Charge that is open.
fn straight(scene: &Scene) -> Answer {
    scene
        .answers()
        .into_iter()
        .find(|answer| matches!(answer, Answer::CounterCharge { turn: None, path, .. } if *path == [hex("1008"), hex("1009")]))
        .unwrap()
}

#[test]
fn moi_fire_12_two_longbows_react_to_a_counter_charge_one_after_the_other() {
    let mut scene = shot_at();
    scene.give(fire("A-LB1", "B-MM1"), "");
    let charge = straight(&scene);
    // The Counter-Charge succeeds, the shot has no effect; in 1009 both longbows have the rider in front of them.
    scene.answer(charge, "00");
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::A, "reaction_fire")
    );
    assert_eq!(scene.hex_of("B-MM1"), Some(hex("1009")));
    // The first Disorders (3 + 2 = 5), the second has no effect on the Disordered column (1 + 2 = 3): the rider goes in, but
    // fights as Shock at -2, without a charge DRM.
    scene.choose("A-LB2", "3").choose("A-LB1", "15");
    assert_eq!(rolled(&scene).len(), 1);
    assert_eq!(rolled(&scene)[0].1, Combat::Shock);
    assert_eq!(added(&scene, "MOI-SDRM-10"), [-2]);
    assert_eq!(added(&scene, "MOI-SDRM-07"), [0]);
}

#[test]
fn moi_cc_11_unhorsed_on_the_way_there_is_no_fight() {
    let mut scene = shot_at();
    scene.give(fire("A-LB1", "B-MM1"), "");
    let charge = straight(&scene);
    scene.answer(charge, "00");
    // 7 + 2 = 9: Unhorsed in 1009. The second longbow may still shoot at the men on foot.
    scene.choose("A-LB1", "7");
    assert_eq!(scene.unit("B-MM1").class, ClassId::UMAA);
    assert_eq!(scene.decision(), "reaction_fire");
    scene.no("");
    assert!(!scene.saw(|event| matches!(event, Event::Shock(ShockEvent::ShockRolled { .. }))));
    // The firer's Move/Fire is over, the active player goes on.
    assert!(scene.unit("A-LB1").acts.finished);
    assert_eq!((scene.asked(), scene.decision().as_str()), (Seat::A, "move_fire"));
}

#[test]
fn moi_fire_13_a_crossbow_that_reacted_is_done_for_the_activation() {
    // One shot for the whole Activation: at the move of the first, so not at the Charge of the second.
    let mut scene =
        Scene::plain(&[("A-MM1", "1010", 1), ("A-MM2", "1211", 11), ("B-CB1", "1008", 5)]).active("A3");
    // 1109 lies before the crossbow (facing 5: 1109 and 1009).
    say(&mut scene, "1211-1210-1209-1109 v11", "");
    assert_eq!(scene.decision(), "reaction_fire");
    scene.choose("B-CB1", "0");
    say(&mut scene, "end move", "");
    // The charge of the other into 1009 finds it empty-handed: 0 + 2 + 3 + 1 + 1 + 4 (front and flank or front).
    say(&mut scene, "attack A-MM2 and A-MM1 charge 1009 on B-CB1", "0");
    assert!(!scene.saw(|event| matches!(event, Event::Fire(FireEvent::ReactionFired { .. }))));
    assert_eq!(rolled(&scene).len(), 1);
}

#[test]
fn moi_act_12_a_seizure_with_a_command_that_is_still_due() {
    let mut scene = Scene::battle("late-marshal")
        .data(|battle| {
            for side in battle.side.values_mut() {
                side.flight_level = 99;
            }
        })
        .continuing(Seat::A, Some("A1"));
    say(&mut scene, "continue A2", "");
    // Vey's rating is 4: he seizes from off the map.
    say(&mut scene, "seize B3", "4");
    let seized = |event: &Event| matches!(event, Event::Activation(ActivationEvent::ActivationStarted { kind: Kind::Seized, command, .. }) if *command == command_id("B3"));
    assert!(scene.saw(seized));
    assert_eq!((scene.asked(), scene.decision().as_str()), (Seat::B, "move_fire"));
    // The leader is off the map with them, so all are in command; he must come with the first.
    let alone = MenOfIron::parse("enter B-DM1 1901 v7").unwrap();
    assert_eq!(scene.refused(alone), "MOI-REINF-04");
    say(&mut scene, "enter B-MM4 1901 v7 with Vey", "");
    say(&mut scene, "1901-1902-1903 v7", "");
    say(&mut scene, "enter B-DM1 1901 v7", "");
    assert_eq!(scene.unit("B-MM4").hex(), Some(hex("1903")));
    assert_eq!(
        scene.state.leader(leader_id("Vey")).unwrap().hex(),
        Some(hex("1903"))
    );
    // Not Free: no Loss Check behind it, and it may not be named again.
    say(&mut scene, "end move", "");
    assert!(!scene.saw(|event| matches!(event, Event::Ending(EndingEvent::LossChecked { .. }))));
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::B, "continuation")
    );
    assert_eq!(
        scene.refused(MenOfIron::parse("continue B3").unwrap()),
        "MOI-ACT-07"
    );
}

/// A Schiltron with its leader on its Standard, attacked from the front by dismounted men-at-arms.
fn ring() -> Scene {
    Scene::plain(&[
        ("A-DM1", "1009", 1),
        ("B-PK1", "1008", 7),
        ("B-PK2", "0406", 7),
        ("B-PK3", "0404", 7),
    ])
    .formation("B-PK1", Formation::Schiltron)
    .leader("Orel", "1008")
    .standard("B2", "1008")
}

#[test]
fn moi_schil_06_a_leader_in_a_schiltron_rolls_when_it_is_disordered() {
    // 8 + 1 (matrix) - 1 (Schiltron) = 8: Disordered, Retreat 1: Disordered in place. Orel's rating is 2: 8 - 2 = 6 kills him.
    for (die, killed) in [("5", true), ("4", false)] {
        let mut scene = phase(ring(), "A1");
        scene.give(declare(&[shock(&["A-DM1"], &["B-PK1"])]), &format!("8{die}"));
        assert_eq!(rolled(&scene), [(id("B-PK1"), Combat::Shock, 8)]);
        assert_eq!(scene.unit("B-PK1").status, Status::Disordered);
        assert_eq!(scene.hex_of("B-PK1"), Some(hex("1008")));
        assert_eq!(scene.unit("B-PK1").formation, Formation::Schiltron);
        let rolls = scene.count(|event| matches!(event, Event::Result(ResultEvent::LeaderRolled { .. })));
        assert_eq!(rolls, 1, "one result, one roll");
        let place = scene.state.leader(leader_id("Orel")).unwrap().place;
        assert_eq!(place == LeaderPlace::Lost, killed, "{die}");
        // It stands, so nobody advances and the Standard is safe.
        assert!(!scene.saw(|event| matches!(event, Event::Result(ResultEvent::UnitAdvanced { .. }))));
        assert!(!scene.state.standard(standard_id("B2")).unwrap().captured);
    }
}

#[test]
fn moi_std_07_a_schiltron_that_falls_leaves_its_standard_to_the_enemy() {
    // Disordered, its rating is 1: 9 + 1 + 1 - 1 = 10, Eliminated and Continued Attack. The leader survives (4 - 2 = 2) and goes
    // to the nearest unit of his Command; the attacker takes the hex with the Standard; who was Retired to it is lost.
    let scene = ring().disordered("B-PK1").retired("B-PK3");
    let mut scene = phase(scene, "A1");
    let before = flight_points(&scene.state, Seat::B);
    scene.give(declare(&[shock(&["A-DM1"], &["B-PK1"])]), "94");
    assert_eq!(scene.unit("B-PK1").place, PiecePlace::Eliminated);
    assert_eq!(scene.hex_of("A-DM1"), Some(hex("1008")));
    assert_eq!(
        scene.state.leader(leader_id("Orel")).unwrap().hex(),
        scene.hex_of("B-PK2")
    );
    assert!(scene.state.standard(standard_id("B2")).unwrap().captured);
    assert_eq!(scene.unit("B-PK3").place, PiecePlace::Eliminated);
    // The pikes 2 points, the Retired ones 2 instead of 1.
    assert_eq!(flight_points(&scene.state, Seat::B) - before, 3);
}

#[test]
fn moi_lead_05_a_leader_who_falls_on_the_way_does_not_ride_on() {
    // Charts in which fire never moves anybody: the genitor goes on after a shot that kills the leader with it.
    let mut scene = Scene::plain(&[("A-GN1", "1006", 5), ("A-MM1", "0214", 1), ("B-AX1", "1008", 1)])
        .class("B-AX1", ClassId::LB)
        .data(|battle| {
            for row in &mut battle.charts.fire_table {
                row.mounted_normal = Outcome::NONE;
            }
        })
        .leader("Bryce", "1006")
        .active("A3");
    scene
        .give(step_with("A-GN1", "1007", &["Bryce"]), "")
        .choose("B-AX1", "99");
    assert_eq!(
        scene.state.leader(leader_id("Bryce")).unwrap().place,
        LeaderPlace::Lost
    );
    scene.give(super::scene::step("A-GN1", "1107"), "");
    assert_eq!(
        scene.state.leader(leader_id("Bryce")).unwrap().place,
        LeaderPlace::Lost
    );
}

/// Side A with three Retired longbows at its Standard and a Flight Level so much above its points.
fn routed(above: i32) -> Scene {
    let scene = Scene::plain(&[
        ("A-LB1", "1009", 1),
        ("A-LB2", "1011", 1),
        ("A-LB3", "1110", 1),
        ("B-PK1", "2002", 1),
    ])
    .retired("A-LB1")
    .retired("A-LB2")
    .retired("A-LB3")
    .standard("A1", "1010")
    .free(Seat::A);
    let level = flight_points(&scene.state, Seat::A) + above;
    scene.data(|battle| battle.side.get_mut(&Seat::A).unwrap().flight_level = level as u8)
}

fn checked(scene: &Scene) -> Option<(i32, bool)> {
    scene.events.iter().find_map(|event| match event {
        Event::Ending(EndingEvent::LossChecked {
            seat: Seat::A,
            points,
            throw,
            ..
        }) => Some((*points, throw.is_some())),
        _ => None,
    })
}

#[test]
fn moi_vic_05_units_rally_before_the_loss_check() {
    // Three points more than may be had without a roll; rallied, they are gone before the check, and no die is thrown.
    let mut scene = routed(6);
    let before = flight_points(&scene.state, Seat::A);
    say(&mut scene, "rally standard A1", "");
    assert_eq!(checked(&scene), Some((before - 3, false)));
    // A Standard that is moved away costs units first: 9 and 9 lose two longbows (1 becomes 2 each), 0 keeps the third.
    let mut scene = routed(9);
    say(&mut scene, "shift standard A1 to 0202", "9900");
    assert_eq!(checked(&scene), Some((before + 2, true)));
    assert_eq!(scene.unit("A-LB3").status, Status::Retired);
}

#[test]
fn moi_cc_13_who_is_driven_back_by_a_counter_charge_may_still_move() {
    // The longbow that fires is eliminated with a Continued Attack; behind it stands a pike that has not moved.
    let mut scene = Scene::plain(&[
        ("A-LB4", "1010", 1),
        ("B-MM1", "1008", 7),
        ("A-PK1", "1011", 1),
        ("A-LB1", "0214", 1),
    ])
    .disordered("A-LB4")
    .active("A2");
    scene.give(fire("A-LB4", "B-MM1"), "");
    let charge = scene
        .answers()
        .into_iter()
        .find(|answer| matches!(answer, Answer::CounterCharge { turn: None, .. }))
        .unwrap();
    // 9 on the Charge Table eliminates the longbow; 8 - 1 = 7 on the Shock Table: Disordered and Retreat.
    scene.answer(charge, "00").no("98");
    scene.to("A-PK1", "1012", 1, "");
    scene.to("B-MM1", "1011", 7, "");
    assert_eq!((scene.asked(), scene.decision().as_str()), (Seat::A, "move_fire"));
    // Movement Allowance 3 on the Disordered side: 2 to leave the zone of control of men on horses, 1 for the hex.
    scene.give(step("A-PK1", "1013"), "");
    assert!(!scene.allows(step("A-PK1", "1014"), ""));
    say(&mut scene, "end move", "");
    assert_eq!(scene.unit("A-PK1").status, Status::Disordered);
}

#[test]
fn moi_charge_16_no_other_course_leads_into_the_front_of_a_shield_wall() {
    // One charger is driven by Reaction Fire onto the course of another; the other's last course ends before the wall.
    let mut scene = phase(
        Scene::plain(&[
            ("A-MM1", "1010", 11),
            ("A-MM2", "1210", 11),
            ("B-DM1", "1008", 7),
            ("B-AX2", "0909", 3),
        ])
        .class("B-AX2", ClassId::LB)
        .formation("B-DM1", Formation::ShieldWall),
        "A3",
    );
    let attacks = [
        attack(&[charging("A-MM1", &["1009"], None)], "B-AX2"),
        attack(&[charging("A-MM2", &["1110", "1109"], None)], "B-DM1"),
    ];
    scene.give(declare(&attacks), "");
    // 5 + 2 = 7: Disordered and Retreat.
    scene
        .choose("A-MM1", "")
        .choose("B-AX2", "5")
        .to("A-MM1", "1109", 1, "");
    assert!(scene.saw(|event| matches!(
        event,
        Event::Shock(ShockEvent::ChargeRerouted { course: None, .. })
    )));
    assert_eq!(scene.hex_of("A-MM2"), Some(hex("1210")));
    assert!(rolled(&scene).is_empty());
}

#[test]
fn moi_charge_10_who_finds_the_course_barred_rides_another() {
    // One charger is driven by Reaction Fire onto the course of another, whose target no wall protects.
    let mut scene = phase(
        Scene::plain(&[
            ("A-MM1", "1010", 11),
            ("A-MM2", "1210", 11),
            ("B-DM1", "1008", 7),
            ("B-AX2", "0909", 3),
        ])
        .class("B-AX2", ClassId::LB),
        "A3",
    );
    let attacks = [
        attack(&[charging("A-MM1", &["1009"], None)], "B-AX2"),
        attack(&[charging("A-MM2", &["1110", "1109"], None)], "B-DM1"),
    ];
    scene.give(declare(&attacks), "");
    // 5 + 2 = 7: Disordered and Retreat.
    scene
        .choose("A-MM1", "")
        .choose("B-AX2", "5")
        .to("A-MM1", "1109", 1, "");
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::A, "charge_path")
    );
    let courses = scene.answers();
    // None of them leads through the hex in which the other stands now.
    for answer in &courses {
        let Answer::Course { course } = answer else {
            panic!("{answer:?}")
        };
        assert!(!course.path.contains(&hex("1109")), "{course:?}");
        assert!(
            scene.allows(
                Command::Choose {
                    answer: answer.clone()
                },
                ""
            ),
            "{course:?}"
        );
    }
    let barred = Answer::Course {
        course: crate::model::attack::Course {
            path: vec![hex("1110"), hex("1109")],
            turn: None,
        },
    };
    assert_eq!(scene.refused(Command::Choose { answer: barred }), "MOI-CHARGE-10");
    let Answer::Course { course } = courses[0].clone() else {
        panic!("a course")
    };
    let end = course.path.last().copied();
    scene.answer(courses[0].clone(), "");
    assert!(scene.saw(|event| matches!(
        event,
        Event::Shock(ShockEvent::ChargeRerouted { course: Some(_), .. })
    )));
    // The longbow may shoot at this one too, where the course ends before it.
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::B, "reaction_fire")
    );
    assert_eq!(scene.hex_of("A-MM2"), end);
}

#[test]
fn moi_charge_05_a_rerouted_charge_uses_no_hex_that_another_charger_rode() {
    let mut scene = phase(
        Scene::plain(&[
            ("A-MM1", "1005", 5),
            ("A-MM2", "0906", 5),
            ("A-MM3", "0809", 3),
            ("B-AX1", "1008", 1),
            ("B-AX2", "1207", 1),
            ("B-CB1", "1009", 9),
        ])
        .class("B-CB1", ClassId::LB),
        "A3",
    );
    let two = [
        charging("A-MM2", &["0907", "0908"], None),
        charging("A-MM3", &["0909"], None),
    ];
    let attacks = [
        attack(&two, "B-AX1"),
        attack(&[charging("A-MM1", &["1006", "1107"], None)], "B-AX2"),
    ];
    scene.give(declare(&attacks), "");
    // One has ridden by 1006 and 1107; another is driven to 0908, onto the course of the third.
    scene.choose("A-MM1", "").choose("A-MM3", "");
    scene.choose("B-CB1", "5").to("A-MM3", "0908", 1, "");
    let rerouted = |scene: &Scene| -> Vec<Vec<String>> {
        let answers = scene.answers();
        let paths = answers.iter().filter_map(|answer| match answer {
            Answer::Course { course } => Some(course.path.iter().map(ToString::to_string).collect()),
            _ => None,
        });
        paths.collect()
    };
    assert_eq!(scene.decision(), "charge_path");
    let paths = rerouted(&scene);
    assert!(!paths.is_empty());
    for path in &paths {
        assert!(
            !path.iter().any(|hex| ["1006", "1107"].contains(&hex.as_str())),
            "{path:?}"
        );
    }
}
