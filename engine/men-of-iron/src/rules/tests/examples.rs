//! The extended combat example of the book (pp. 6, 6, 8, 10) and its extended sequence of play (p. 16), step by step with their
//! dice, on the sample battle "The extended example".

use hindsight_kernel::{Notation, Pictures, Seat};

use super::scene::{Scene, command_id, hex, hour, id, leader_id};
use super::shocking::{added, rolled};
use crate::MenOfIron;
use crate::data::Combat;
use crate::model::event::{Event, FireEvent, ShockEvent, Shot};
use crate::model::piece::{LeaderPlace, Status};
use crate::model::state::EndReason;

/// Gives a line of the notation to whoever is asked.
fn say(scene: &mut Scene, words: &str, dice: &str) {
    let command = MenOfIron::parse(words).unwrap_or_else(|fault| panic!("{words}: {fault}"));
    scene.give(command, dice);
}

/// The shots of the last command, in order.
fn shots(scene: &Scene) -> Vec<&Shot> {
    scene
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Fire(
                FireEvent::ActiveFired { shot, .. }
                | FireEvent::ReturnFired { shot, .. }
                | FireEvent::ReactionFired { shot, .. },
            ) => Some(shot),
            _ => None,
        })
        .collect()
}

fn sums(scene: &Scene) -> Vec<i32> {
    shots(scene).iter().map(|shot| shot.throw.total()).collect()
}

/// The first picture (p. 6): both longbows have moved to two hexes before the longbow A; the first one fires.
fn pictured_fire() -> Scene {
    let mut scene = Scene::battle("extended-example");
    say(&mut scene, "activate E1", "");
    say(&mut scene, "0408-0407-0406; fire 0404", "");
    scene
}

/// The second picture (p. 6): A is gone to its Standard, the dismounted men-at-arms X have come next to the longbow B.
fn pictured_reaction() -> Scene {
    let mut scene = pictured_fire();
    say(&mut scene, "yes", "46");
    say(&mut scene, "0308-0307-0306; fire 0404", "");
    say(&mut scene, "yes", "54");
    say(&mut scene, "go A 0501 v7", "");
    say(&mut scene, "0508-0507-0506", "");
    scene
}

/// The third picture (p. 8): Y stands next to the pikes C, Z two hexes before them; the Shock Phase begins.
fn pictured_shock() -> Scene {
    let mut scene = pictured_reaction();
    say(&mut scene, "react B", "6");
    say(&mut scene, "0708-0707-0706 v9", "");
    say(&mut scene, "0709-0708-0707 v9", "");
    say(&mut scene, "end move", "");
    scene
}

/// The fourth picture (p. 10): C has retreated, Z has advanced and stands before the longbow B and the Disordered pikes C.
fn pictured_continued_attack() -> Scene {
    let mut scene = pictured_shock();
    say(
        &mut scene,
        "attack X on B ; Y and Z charge 0606 v11 after 1 on C",
        "4",
    );
    say(&mut scene, "resolve 1", "26");
    say(&mut scene, "go C 0604 v7", "63");
    scene
}

#[test]
fn eop_the_fire_of_page_6() {
    let mut scene = pictured_fire();
    assert_eq!(scene.hex_of("LB1").unwrap().distance_to(hex("0404")), 2);
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::B, "return_fire")
    );
    // A modified 5 Disorders A; its Return Fire, on the state before, is a modified 7 and Disorders the firer.
    say(&mut scene, "yes", "46");
    assert_eq!(sums(&scene), [5, 7]);
    assert_eq!(
        (scene.unit("A").status, scene.unit("LB1").status),
        (Status::Disordered, Status::Disordered)
    );
    // The second longbow's 6 on the Disordered column Retires A, which first returns at -1: 4, no effect. The quoted 6 may be
    // modified or natural.
    for (die, sum) in [("5", 6), ("6", 7)] {
        let mut scene = scene.clone();
        say(&mut scene, "0308-0307-0306; fire 0404", "");
        say(&mut scene, "yes", &format!("{die}4"));
        assert_eq!(sums(&scene), [sum, 4]);
        assert_eq!(scene.unit("LB2").status, Status::Normal);
        assert_eq!((scene.asked(), scene.decision().as_str()), (Seat::B, "retire"));
        say(&mut scene, "go A 0501 v7", "");
        assert_eq!(scene.unit("A").status, Status::Retired);
    }
}

#[test]
fn eop_the_reaction_fire_of_page_6() {
    let mut scene = pictured_reaction();
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::B, "reaction_fire")
    );
    // A 6 Disorders the dismounted men-at-arms: 6 + 2 for the range, -1 for the class in the sample charts.
    say(&mut scene, "react B", "6");
    assert_eq!(sums(&scene), [7]);
    assert_eq!(scene.unit("X").status, Status::Disordered);
    assert_eq!(scene.hex_of("X"), Some(hex("0506")));
}

#[test]
fn eop_the_shock_and_the_charge_of_page_8() {
    let mut scene = pictured_shock();
    assert_eq!(scene.decision(), "declare_attacks");
    // Reluctance: a 4 succeeds; Z stands next to the pikes, rotated one vertex.
    say(
        &mut scene,
        "attack X on B ; Y and Z charge 0606 v11 after 1 on C",
        "4",
    );
    assert_eq!(scene.hex_of("Z"), Some(hex("0606")));
    assert_eq!(scene.unit("Z").facing(), Some(hour(11)));
    assert!(scene.saw(|event| matches!(
        event,
        Event::Shock(ShockEvent::ReluctanceRolled { success: true, .. })
    )));
    // First X on B: 2 + 1 (rating) + 2 (matrix) - 2 (Disordered) = 3, Attacker Disordered, ignored. Then Y and Z on C:
    // 6 + 1 (charge, moved) + 1 (strength) + 0 (matrix) + 4 (front and flank) = 12 on the Charge Table.
    say(&mut scene, "resolve 1", "26");
    assert_eq!(
        rolled(&scene),
        [(id("B"), Combat::Shock, 3), (id("C"), Combat::Charge, 12)]
    );
    for (rule, values) in [
        ("MOI-SDRM-06", [1, 0]),
        ("MOI-SDRM-09", [2, 0]),
        ("MOI-SDRM-10", [-2, 0]),
        ("MOI-SDRM-07", [0, 1]),
        ("MOI-SDRM-02", [0, 1]),
        ("MOI-SDRM-03", [0, 4]),
    ] {
        assert_eq!(added(&scene, rule), values, "{rule}");
    }
    // Defender Disordered, Retreat 1 Hex, Continued Attack.
    assert_eq!(scene.unit("C").status, Status::Disordered);
    assert_eq!((scene.asked(), scene.decision().as_str()), (Seat::B, "retreat"));
    assert_eq!(scene.spots(), ["0604"]);
}

#[test]
fn eop_the_continued_attack_of_page_10() {
    let mut scene = pictured_continued_attack();
    // One of the two advances, the charging one, and keeps its facing; no Reaction Fire.
    assert_eq!(scene.hex_of("Z"), Some(hex("0605")));
    assert_eq!(scene.unit("Z").facing(), Some(hour(11)));
    assert_eq!(scene.hex_of("Y"), Some(hex("0706")));
    assert_eq!(
        scene.count(|event| matches!(event, Event::Fire(FireEvent::ReactionFired { .. }))),
        0
    );
    // B: 3 - 1 (strength) + 1 (rating) + 2 (flank) + 3 (matrix) = 8 as printed, C: 6 - 1 + 1 = 6; the -1 of a Continued Attack
    // (MOI-CONT-04), which the book's example leaves out, makes 7 and 5 of them, with the same results.
    assert_eq!(
        rolled(&scene),
        [(id("C"), Combat::Shock, 5), (id("B"), Combat::Shock, 7)]
    );
    assert_eq!(added(&scene, "MOI-SDRM-14"), [-1, -1]);
    // Both results are applied, in the order that the defender chooses.
    say(&mut scene, "choose B", "");
    say(&mut scene, "go B 0404 v7", "");
    say(&mut scene, "go C 0502 v7", "");
    assert_eq!(
        (scene.unit("B").status, scene.unit("C").status),
        (Status::Disordered, Status::Retired)
    );
    // Z must advance into one of the two hexes.
    assert_eq!((scene.asked(), scene.decision().as_str()), (Seat::A, "advance"));
    assert_eq!(scene.spots(), ["0505", "0604"]);
    // The Activation was Free: Loss Checks. The Scottish army flees with 2 Flight Points and a 5 against 6.
    say(&mut scene, "go Z 0505 v11", "5");
    let ending = scene.state.ending.unwrap();
    assert_eq!(
        (ending.winner, ending.reason),
        (Some(Seat::A), EndReason::LossCheck)
    );
    assert_eq!(ending.points, [0, 2]);
}

#[test]
fn eop_the_four_pictures_show_their_positions() {
    for (scene, places) in [
        (
            pictured_fire(),
            &[("LB1", "0406"), ("LB2", "0308"), ("A", "0404"), ("Z", "0709")][..],
        ),
        (
            pictured_reaction(),
            &[("LB2", "0306"), ("A", "0501"), ("X", "0506"), ("Y", "0708")],
        ),
        (
            pictured_shock(),
            &[("X", "0506"), ("Y", "0706"), ("Z", "0707"), ("C", "0605")],
        ),
        (
            pictured_continued_attack(),
            &[("Z", "0605"), ("B", "0505"), ("C", "0604"), ("Y", "0706")],
        ),
    ] {
        let board = MenOfIron::board(&scene.state);
        let plan = crate::views::board::Plan::of(scene.state.battle.map.extent());
        for (unit, at) in places {
            let token = board.tokens.iter().find(|token| token.id == *unit).unwrap();
            let corners = token.outline.len() as f64;
            let middle = |axis: fn(&hindsight_kernel::BoardPoint) -> f64| {
                token.outline.iter().map(axis).sum::<f64>() / corners
            };
            let centre = plan.centre(hex(at));
            assert!((middle(|point| point.x) - centre.x).abs() < 1e-9, "{unit}");
            assert!((middle(|point| point.y) - centre.y).abs() < 1e-9, "{unit}");
        }
    }
}

/// The names of the last command's events, those of the agenda left out.
fn names(scene: &Scene) -> Vec<&'static str> {
    let all = scene.events.iter().map(<&'static str>::from);
    all.filter(|name| *name != "agenda").collect()
}

#[test]
fn esp_a_whole_activation_goes_through_the_phases_in_order() {
    let mut scene = Scene::plain(&[
        ("A-MM1", "1010", 1),
        ("A-MM2", "0514", 1),
        ("A-GN1", "1406", 5),
        ("A-DM1", "0515", 1),
        ("A-LB1", "0214", 1),
        ("B-PK1", "1007", 7),
        ("B-AX1", "1408", 7),
        ("B-MM1", "2002", 7),
    ])
    .disordered("A-MM2")
    .data(|battle| {
        battle.unit.get_mut(&id("A-DM1")).unwrap().command = command_id("A3");
        battle.command.get_mut(&command_id("A3")).unwrap().may_shield_wall = true;
    })
    .with(|state| {
        state.units.get_mut(&id("A-DM1")).unwrap().command = command_id("A3");
        state.leaders.get_mut(&leader_id("Bryce")).unwrap().place = LeaderPlace::Lost;
    })
    .leader("Orel", "1007")
    .free(Seat::A);
    // A: the Command is chosen, then the replacement leader, then the formation order.
    say(&mut scene, "activate A3", "");
    assert_eq!(names(&scene), ["activation_started"]);
    assert_eq!(scene.decision(), "replacement");
    say(&mut scene, "choose A-MM1", "");
    assert_eq!(names(&scene), ["leader_replaced"]);
    assert_eq!(scene.decision(), "formation_order");
    // B: command status of all units, then Move/Fire; a mounted missile unit fires at any point of its move.
    say(&mut scene, "form shield wall", "");
    assert_eq!(names(&scene), ["formation_changed", "command_status_set"]);
    scene
        .state
        .units
        .get_mut(&id("A-GN1"))
        .unwrap()
        .acts
        .out_of_command = false;
    assert_eq!(scene.decision(), "move_fire");
    say(&mut scene, "1406-1407; fire 1408; 1406", "0");
    assert_eq!(
        names(&scene),
        ["unit_began", "unit_stepped", "active_fired", "unit_stepped"]
    );
    // C: all attacks are designated together; the charger moves, rolls for Reluctance, fights. 3 + 2 (charge) + 1 (the
    // replacement leads it) = 6: Defender Disordered; a leader with it rolls.
    say(&mut scene, "end move", "");
    assert_eq!(names(&scene), ["move_fire_ended"]);
    assert_eq!(scene.decision(), "declare_attacks");
    say(&mut scene, "attack A-MM1 charge 1009-1008 on B-PK1", "430");
    let expected = [
        "attacks_declared",
        "charger_moved",
        "charger_moved",
        "reluctance_rolled",
        "charge_arrived",
        "shock_rolled",
        "unit_disordered",
        "leader_rolled",
        "attack_over",
        "round_ended",
        // D: who did nothing and is next to no enemy rallies.
        "unit_rallied",
        // E: the Activation was Free.
        "loss_checked",
        "loss_checked",
        "activation_ended",
    ];
    assert_eq!(names(&scene), expected);
    assert_eq!(scene.unit("A-MM2").status, Status::Normal);
    // E goes on: the player continues with another Command, and the other tries to seize.
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::A, "continuation")
    );
    say(&mut scene, "continue A1", "");
    assert_eq!((scene.asked(), scene.decision().as_str()), (Seat::B, "seizure"));
    // Success: that Command is activated and goes on with its replacement leaders and phase B.
    let mut seized = scene.clone();
    say(&mut seized, "seize B1", "2");
    assert_eq!(
        names(&seized),
        [
            "seizure_declared",
            "seizure_rolled",
            "activation_started",
            "command_status_set"
        ]
    );
    assert_eq!(
        (seized.asked(), seized.decision().as_str()),
        (Seat::B, "move_fire")
    );
    // Failure: a Free Activation for the active player, even with the Command that has just completed its own.
    say(&mut scene, "seize B1", "9");
    assert_eq!(
        names(&scene),
        ["seizure_declared", "seizure_rolled", "free_activation_gained"]
    );
    say(&mut scene, "activate A3", "");
    assert_eq!(scene.state.active_command(), Some(command_id("A3")));
}

#[test]
fn esp_a_standard_skips_to_the_rally_phase() {
    let mut scene = Scene::plain(&[("A-LB1", "1009", 1), ("A-LB2", "0514", 1), ("B-PK1", "2002", 1)])
        .retired("A-LB1")
        .disordered("A-LB2")
        .standard("A1", "1010")
        .free(Seat::A);
    say(&mut scene, "rally standard A1", "");
    assert_eq!(
        names(&scene),
        [
            "standard_activated",
            "unit_rallied",
            "loss_checked",
            "loss_checked",
            "activation_ended"
        ]
    );
    // The Disordered unit of the Command is not rallied by it.
    assert_eq!(scene.unit("A-LB2").status, Status::Disordered);
    assert_eq!(scene.decision(), "continuation");
}
