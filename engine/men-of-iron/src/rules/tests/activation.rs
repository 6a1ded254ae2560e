//! The chain of Activations. Sections COMP and ACT of the catalogue.

use hindsight_kernel::{Rules, Seat};

use super::scene::{Scene, command_id, declare, fire, id, leader_id, shock, standard_id, step, turn};
use crate::MenOfIron;
use crate::model::command::Command;
use crate::model::drm::reading;
use crate::model::event::{ActivationEvent, EndingEvent, Event, FireEvent, ProcedureEvent};
use crate::model::names::CommandId;
use crate::model::piece::{LeaderPlace, PiecePlace, Status};
use crate::model::state::{Kind, State};

fn activate(command: &str) -> Command {
    Command::Activate {
        command: command_id(command),
    }
}

fn name(command: &str) -> Command {
    Command::Continue {
        command: command_id(command),
    }
}

fn seize(command: &str) -> Command {
    Command::Seize {
        command: command_id(command),
    }
}

fn rally(standard: &str) -> Command {
    Command::RallyStandard {
        standard: standard_id(standard),
    }
}

fn started(event: &Event) -> Option<(Seat, Kind, CommandId)> {
    match event {
        Event::Activation(ActivationEvent::ActivationStarted { seat, kind, command }) => {
            Some((*seat, *kind, *command))
        }
        _ => None,
    }
}

fn success(event: &Event) -> Option<bool> {
    match event {
        Event::Activation(
            ActivationEvent::ContinuityRolled { success, .. }
            | ActivationEvent::SeizureRolled { success, .. },
        ) => Some(*success),
        _ => None,
    }
}

/// Two Commands a side, far from each other.
fn four() -> Scene {
    Scene::plain(&[
        ("A-LB1", "0214", 1),
        ("A-PK1", "0614", 1),
        ("B-MM1", "0202", 5),
        ("B-PK1", "0602", 5),
    ])
}

/// Ends an Activation in which nothing is done.
fn idle(scene: &mut Scene) {
    if scene.decision() == "formation_order" {
        scene.no("");
    }
    scene.give(Command::EndMoveFire, "");
}

fn penalty(state: &State, seat: Seat) -> u8 {
    state.player(seat).penalty
}

#[test]
fn moi_comp_01_nothing_is_hidden_from_either_player() {
    use hindsight_kernel::{Secrets, Viewer};
    let scene = four();
    for viewer in [Viewer::Seat(Seat::A), Viewer::Seat(Seat::B), Viewer::Public] {
        assert_eq!(MenOfIron::view(&scene.state, viewer), scene.state);
    }
    assert!(!MenOfIron::has_secrets(&scene.state));
}

#[test]
fn moi_comp_02_a_die_reads_0_to_9() {
    // The tenth face is the one that shows 0.
    assert_eq!((reading(10), reading(9), reading(1)), (0, 9, 1));
    let readings: Vec<i32> = (1..=10).map(reading).collect();
    assert!((readings.iter().sum::<i32>() - 45).abs() == 0);
    for most in 0..=9 {
        let within = readings.iter().filter(|&&reading| reading <= most).count();
        assert_eq!(within as i32, most + 1);
    }
    // A 0 is the best Continuity roll.
    let mut scene = four().continuing(Seat::A, Some("A1"));
    scene.give(name("A2"), "").give(Command::Decline, "0");
    assert!(scene.saw(|event| success(event) == Some(true)));
}

#[test]
fn moi_comp_07_a_retired_unit_counts_as_disordered_too() {
    let scene = four().retired("A-LB1");
    assert!(scene.unit("A-LB1").is_disordered() && scene.unit("A-LB1").is_retired());
    assert_eq!(scene.state.strength_of(scene.unit("A-LB1")).sdd, 2);
}

#[test]
fn moi_comp_08_a_unit_of_another_command_is_not_active() {
    let scene = four().active("A1");
    assert_eq!(scene.refused(step("A-PK1", "0613")), "MOI-COMP-09");
    assert!(scene.allows(step("A-LB1", "0213"), ""));
}

#[test]
fn moi_comp_09_other_commands_neither_move_nor_fire_nor_attack_nor_rally() {
    let mut scene = Scene::plain(&[
        ("A-LB1", "0214", 1),
        ("A-LB4", "1008", 1),
        ("A-DM2", "1208", 1),
        ("A-PK1", "0614", 1),
        ("B-PK1", "1007", 5),
        ("B-PK2", "1207", 5),
        ("A-DM1", "1010", 1),
        ("B-PK3", "1009", 5),
    ])
    .disordered("A-PK1")
    .active("A1");
    for other in [step("A-LB4", "1009"), turn("A-LB4", 3), fire("A-LB4", "B-PK1")] {
        assert_eq!(scene.refused(other), "MOI-COMP-09");
    }
    scene.give(Command::EndMoveFire, "");
    assert_eq!(
        scene.refused(declare(&[shock(&["A-DM2"], &["B-PK2"])])),
        "MOI-COMP-09"
    );
    scene.give(declare(&[]), "");
    assert_eq!(scene.unit("A-PK1").status, Status::Disordered);
}

#[test]
fn moi_comp_12_an_enemy_leader_alone_is_no_target_and_exerts_no_zoc() {
    let mut scene = Scene::plain(&[("A-LB1", "1008", 1), ("A-DM1", "1010", 1), ("B-PK1", "2002", 5)])
        .leader("Orel", "1007")
        .active("A1");
    assert_eq!(scene.refused(fire("A-LB1", "Orel")), "MOI-FIRE-01");
    assert!(!scene.state.in_enemy_zoc(super::scene::hex("1008"), Seat::A));
    scene.give(Command::EndMoveFire, "");
    // Nobody can be attacked: the Shock Phase is over at once.
    assert_eq!(scene.decision(), "continuation");
}

#[test]
fn moi_comp_13_scale_and_time_have_no_effect() {
    // A range is told in yards too: 3 hexes are about 330.
    let scene =
        Scene::plain(&[("A-LB1", "1010", 1), ("B-PK1", "1007", 7), ("B-PK2", "1009", 7)]).active("A1");
    let asked = hindsight_kernel::InspectRequest {
        unit: "A-LB1".to_owned(),
        target: None,
        about: serde_json::Map::new(),
    };
    let told = <MenOfIron as hindsight_kernel::Inspect>::inspect(&scene.state, &asked).unwrap();
    let shots: Vec<String> = told
        .answers
        .iter()
        .filter(|answer| answer.topic == "fire")
        .map(|answer| answer.text.to_string())
        .collect();
    let about = |shot: &str, range: &str| shot.contains(range);
    assert_eq!(shots.len(), 2);
    assert!(about(&shots[0], "range 3 (about 330 yards)"), "{shots:?}");
    assert!(about(&shots[1], "range 1 (about 110 yards)"), "{shots:?}");
    // Display only: an Activation in which nothing was done leaves no trace but its count, however often.
    let mut scene = four().free(Seat::A);
    let before = scene.state.clone();
    scene.give(activate("A1"), "");
    idle(&mut scene);
    scene.give(Command::Pass, "");
    assert_eq!(
        (&scene.state.units, &scene.state.leaders),
        (&before.units, &before.leaders)
    );
}

#[test]
fn moi_comp_14_numbered_rules_win_over_definitions() {
    // The definitions list no Pike among foot units; by 7.1 and 10.2 it is one: it causes no angle bonus of a mounted target.
    let mut scene = Scene::plain(&[("A-LB1", "1109", 11), ("B-PK1", "1008", 1)]).active("A1");
    scene.give(fire("A-LB1", "B-PK1"), "0");
    let shot = scene.events.iter().find_map(|event| match event {
        Event::Fire(FireEvent::ActiveFired { shot, .. }) => Some(shot.throw.total()),
        _ => None,
    });
    assert_eq!(shot, Some(2));
}

#[test]
fn moi_act_01_the_chain_ends_only_by_a_loss_check() {
    let mut scene = four().free(Seat::A);
    for round in 0..500 {
        let command = if scene.asked() == Seat::A { "A1" } else { "B1" };
        assert_eq!(scene.decision(), "free_activation", "{round}");
        scene.give(activate(command), "");
        idle(&mut scene);
        scene.give(Command::Pass, "");
    }
    assert!(MenOfIron::outcome(&scene.state).is_none());
    assert_eq!(scene.state.activations, 500);
}

#[test]
fn moi_act_02_what_is_free_and_what_is_not() {
    // After a failed Seizure the active player's next Activation is Free.
    let mut scene = four().continuing(Seat::A, Some("A1"));
    scene.give(name("A2"), "").give(seize("B1"), "9");
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::A, "free_activation")
    );
    // A successful one is not Free: no Loss Check.
    let mut scene = four().continuing(Seat::A, Some("A1"));
    scene.give(name("A2"), "").give(seize("B1"), "0");
    assert!(scene.saw(|event| started(event) == Some((Seat::B, Kind::Seized, command_id("B1")))));
    idle(&mut scene);
    assert!(!scene.saw(|event| matches!(event, Event::Ending(EndingEvent::LossChecked { .. }))));
}

#[test]
fn moi_act_03_the_battle_names_the_player_who_starts() {
    let mut scene = Scene::battle("late-marshal");
    scene.give(Command::Ready, "");
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::B, "free_activation")
    );
    // It may fix the first Command too.
    let fixed = four()
        .with(|state| {
            state.activations = 0;
            state.passes = 0;
        })
        .data(|battle| battle.side.get_mut(&Seat::A).unwrap().first_command = Some(command_id("A2")))
        .free(Seat::A);
    assert_eq!(fixed.refused(activate("A1")), "MOI-ACT-03");
    assert_eq!(fixed.refused(Command::Pass), "MOI-ACT-03");
    assert!(fixed.allows(activate("A2"), ""));
}

#[test]
fn moi_act_04_any_command_may_be_chosen_in_a_free_activation() {
    // A1 acted, the enemy's Seizure fails: A1 may be activated again at once.
    let mut scene = four().continuing(Seat::A, Some("A1"));
    scene
        .give(name("A2"), "")
        .give(seize("B1"), "9")
        .give(activate("A1"), "");
    assert!(scene.saw(|event| started(event) == Some((Seat::A, Kind::Free, command_id("A1")))));
    // A Standard may be chosen as well.
    assert!(
        four()
            .standard("A1", "0215")
            .free(Seat::A)
            .allows(rally("A1"), "")
    );
}

#[test]
fn moi_act_05_a_pass_gives_the_opponent_a_free_activation() {
    let mut scene = four()
        .with(|state| {
            state.players[0].penalty = 2;
            state.leaders.get_mut(&leader_id("Hale")).unwrap().place = LeaderPlace::Lost;
        })
        .free(Seat::A);
    scene.give(Command::Pass, "");
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::B, "free_activation")
    );
    assert_eq!(penalty(&scene.state, Seat::A), 0);
    // No Loss Check, no replacement leader.
    assert!(!scene.saw(|event| matches!(
        event,
        Event::Ending(EndingEvent::LossChecked { .. })
            | Event::Activation(ActivationEvent::LeaderReplaced { .. })
    )));
    // Passes in a row end the battle only if the battle says so.
    let mut scene = four()
        .data(|battle| battle.options.draw_after_passes = Some(3))
        .free(Seat::A);
    scene
        .give(Command::Pass, "")
        .give(Command::Pass, "")
        .give(Command::Pass, "");
    let outcome = MenOfIron::outcome(&scene.state).unwrap();
    assert_eq!(
        (outcome.winner, outcome.rule.to_string()),
        (None, "MOI-ACT-05".to_owned())
    );
}

#[test]
fn moi_act_06_movement_and_fire_come_before_shock_and_rally() {
    let mut scene = Scene::plain(&[("A-DM1", "1008", 1), ("A-LB1", "0214", 1), ("B-PK1", "1007", 7)])
        .disordered("A-LB1")
        .active("A1");
    scene.give(Command::EndMoveFire, "");
    assert_eq!(scene.decision(), "declare_attacks");
    assert_eq!(scene.refused(step("A-LB1", "0213")), "MOI-ACT-06");
    // Nothing is attacked; who did nothing and is not next to an enemy rallies.
    scene.give(declare(&[]), "");
    assert_eq!(scene.unit("A-LB1").status, Status::Normal);
}

#[test]
fn moi_act_07_the_command_that_has_just_acted_is_not_named_again() {
    let scene = four().continuing(Seat::A, Some("A1"));
    assert_eq!(scene.refused(name("A1")), "MOI-ACT-07");
    assert!(scene.allows(name("A2"), ""));
    // Unless it is the only one with units left.
    let only = Scene::plain(&[("A-LB1", "0214", 1), ("B-MM1", "0202", 5)]).continuing(Seat::A, Some("A1"));
    assert!(only.allows(name("A1"), ""));
    // After a Standard Activation no Command has just completed.
    assert!(four().continuing(Seat::A, None).allows(name("A1"), ""));
    // A Standard is not named here.
    assert_eq!(
        four()
            .standard("A1", "0215")
            .continuing(Seat::A, None)
            .refused(rally("A1")),
        "MOI-STD-02"
    );
}

#[test]
fn moi_act_08_a_continuity_roll_of_the_rating_or_less_succeeds() {
    // Osric's rating is 3.
    for (die, succeeds) in [("3", true), ("4", false), ("7", false), ("0", true)] {
        let mut scene = four().continuing(Seat::A, Some("A1"));
        scene.give(name("A2"), "").give(Command::Decline, die);
        assert!(scene.saw(|event| success(event) == Some(succeeds)), "{die}");
        let continued =
            scene.saw(|event| started(event) == Some((Seat::A, Kind::Continued, command_id("A2"))));
        assert_eq!(continued, succeeds);
    }
}

#[test]
fn moi_act_09_the_penalty_rises_with_every_success_of_a_run() {
    // Three attempts in one run, rating 3: 3 succeeds, then 3 + 1 fails.
    let mut scene = four().continuing(Seat::A, Some("A1"));
    scene.give(name("A2"), "").give(Command::Decline, "3");
    assert_eq!(penalty(&scene.state, Seat::A), 1);
    idle(&mut scene);
    scene.give(name("A1"), "").give(Command::Decline, "3");
    assert!(scene.saw(|event| success(event) == Some(false)));
    assert_eq!(penalty(&scene.state, Seat::A), 0);
    // The third attempt has +2, the fourth +3.
    for (penalty, die, succeeds) in [(2, "1", true), (3, "1", false)] {
        let mut scene = four()
            .continuing(Seat::A, Some("A1"))
            .with(|state| state.players[0].penalty = penalty);
        scene.give(name("A2"), "").give(Command::Decline, die);
        assert!(scene.saw(|event| success(event) == Some(succeeds)), "{penalty}");
    }
    // A Seizure attempt takes it away, whatever its result.
    let mut scene = four()
        .continuing(Seat::A, Some("A1"))
        .with(|state| state.players[0].penalty = 2);
    scene.give(name("A2"), "").give(seize("B1"), "9");
    assert_eq!(penalty(&scene.state, Seat::A), 0);
}

#[test]
fn moi_act_10_a_failed_continuity_roll_gives_the_opponent_a_free_activation() {
    // Orel's rating is 2: a 3 fails.
    let mut scene = four().continuing(Seat::B, Some("B1"));
    scene.give(name("B2"), "").give(Command::Decline, "3");
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::A, "free_activation")
    );
    assert!(!scene.saw(|event| started(event).is_some()));
}

#[test]
fn moi_act_11_a_seizure_is_offered_only_against_a_continuation() {
    let free = four().free(Seat::A);
    assert_eq!(
        free.clone()
            .try_as(Seat::B, seize("B1"), "0")
            .unwrap_err()
            .rule
            .to_string(),
        "MOI-ACT-11"
    );
    let mut passed = four().continuing(Seat::A, Some("A1"));
    passed.give(Command::Pass, "");
    assert_eq!(passed.decision(), "free_activation");
    let mut named = four().continuing(Seat::A, Some("A1"));
    named.give(name("A2"), "");
    assert_eq!((named.asked(), named.decision().as_str()), (Seat::B, "seizure"));
}

#[test]
fn moi_act_11_the_offer_is_made_to_the_opponent_alone() {
    use hindsight_kernel::Offers;
    let mut named = four().continuing(Seat::A, Some("A1"));
    named.give(name("A2"), "");
    // A battle has two sides: whoever sits at a third seat of the table is asked nothing.
    for place in 0..4 {
        let seat = Seat::new(place).unwrap();
        let offers = MenOfIron::offers(&named.state, seat);
        assert_eq!(!offers.is_empty(), seat == Seat::B, "{seat}");
    }
    let third = Seat::new(2).unwrap();
    let mut tried = named.clone();
    let refusal = tried.try_as(third, seize("B1"), "0").unwrap_err();
    assert_eq!(refusal.rule.to_string(), "MOI-COMP-09");
    assert!(tried.try_as(third, Command::Decline, "0").is_err());
}

#[test]
fn moi_act_12_a_successful_seizure_activates_that_command() {
    // Vey's rating is 4.
    let mut scene = four()
        .with(|state| {
            let place = PiecePlace::On {
                hex: super::scene::hex("1802"),
                facing: super::scene::hour(7),
            };
            state.units.get_mut(&id("B-MM4")).unwrap().place = place;
            state.players = Default::default();
        })
        .continuing(Seat::A, Some("A1"))
        .with(|state| state.players[0].penalty = 1);
    scene.give(name("A2"), "").give(seize("B3"), "4");
    assert!(scene.saw(|event| started(event) == Some((Seat::B, Kind::Seized, command_id("B3")))));
    assert_eq!((scene.asked(), scene.decision().as_str()), (Seat::B, "move_fire"));
    assert_eq!(
        (penalty(&scene.state, Seat::A), penalty(&scene.state, Seat::B)),
        (0, 0)
    );
    // After it the seizer may continue with another Command at penalty 0.
    idle(&mut scene);
    scene.give(name("B1"), "").give(Command::Decline, "3");
    assert!(scene.saw(|event| success(event) == Some(true)));
}

#[test]
fn moi_act_13_a_failed_seizure_gives_a_free_activation() {
    let mut scene = four().standard("A1", "0215").continuing(Seat::A, Some("A1"));
    scene.give(name("A2"), "").give(seize("B1"), "5");
    // Not bound to the Command that was named: any Command, a Standard, a pass.
    assert!(scene.allows(activate("A1"), "") && scene.allows(activate("A2"), ""));
    assert!(scene.allows(Command::Pass, ""));
    let moved = Command::MoveStandard {
        standard: standard_id("A1"),
        to: super::scene::hex("0216"),
    };
    assert!(scene.allows(moved, ""));
}

#[test]
fn moi_act_14_a_seizure_is_not_seized() {
    let mut scene = four().continuing(Seat::A, Some("A1"));
    scene.give(name("A2"), "").give(seize("B1"), "9");
    let first_two: Vec<&Event> = scene
        .events
        .iter()
        .filter(|event| !matches!(event, Event::Procedure(ProcedureEvent::Agenda { .. })))
        .take(2)
        .collect();
    assert!(matches!(
        first_two[..],
        [
            Event::Activation(ActivationEvent::SeizureDeclared { .. }),
            Event::Activation(ActivationEvent::SeizureRolled { .. })
        ]
    ));
}

#[test]
fn moi_act_15_a_dead_leaders_command_rolls_against_the_replacement() {
    // Hale: 3, replacement 2.
    let dead =
        |state: &mut State| state.leaders.get_mut(&leader_id("Hale")).unwrap().place = LeaderPlace::Lost;
    for (die, succeeds) in [("3", false), ("2", true)] {
        let mut scene = four().with(dead).continuing(Seat::A, Some("A2"));
        scene.give(name("A1"), "").give(Command::Decline, die);
        assert!(scene.saw(|event| success(event) == Some(succeeds)), "{die}");
    }
    assert!(four().with(dead).free(Seat::A).allows(activate("A1"), ""));
}

#[test]
fn moi_act_16_the_order_inside_an_activation() {
    let mut scene = Scene::plain(&[("A-PK1", "1008", 1), ("B-MM1", "0202", 5)])
        .with(|state| state.leaders.get_mut(&leader_id("Osric")).unwrap().place = LeaderPlace::Lost)
        .free(Seat::A);
    scene.give(activate("A2"), "");
    // Replacement leaders, then the formation order, then the status check.
    let replaced = scene
        .events
        .iter()
        .position(|event| matches!(event, Event::Activation(ActivationEvent::LeaderReplaced { .. })));
    assert!(replaced.is_some());
    assert_eq!(scene.decision(), "formation_order");
    scene.no("");
    assert!(scene.saw(|event| matches!(event, Event::Activation(ActivationEvent::CommandStatusSet { .. }))));
    // A Standard's Activation has no movement and no attacks.
    let mut scene = four().standard("A1", "0215").free(Seat::A);
    scene.give(rally("A1"), "");
    assert_eq!(scene.decision(), "continuation");
    assert_eq!(scene.refused(step("A-LB1", "0213")), "MOI-COMP-09");
}

#[test]
fn moi_act_17_a_unit_that_another_has_followed_is_finished() {
    let mut scene =
        Scene::plain(&[("A-LB1", "0214", 1), ("A-LB2", "0414", 1), ("B-MM1", "0211", 5)]).active("A1");
    scene
        .give(step("A-LB1", "0213"), "")
        .give(step("A-LB2", "0413"), "");
    assert_eq!(scene.refused(step("A-LB1", "0214")), "MOI-ACT-17");
    assert_eq!(scene.refused(fire("A-LB1", "B-MM1")), "MOI-ACT-17");
}

#[test]
fn moi_act_18_who_has_no_command_must_pass() {
    use hindsight_kernel::Offers;
    let scene = Scene::plain(&[("A-LB1", "0214", 1)]).continuing(Seat::B, None);
    assert_eq!(scene.refused(name("B1")), "MOI-ACT-18");
    let offers = MenOfIron::offers(&scene.state, Seat::B);
    let commands: Vec<&Command> = offers
        .iter()
        .flat_map(hindsight_kernel::Offer::commands)
        .collect();
    assert_eq!(commands, [&Command::Pass]);
}

#[test]
fn moi_act_19_the_books_example_of_continuity() {
    // The starter's first Command, a failed continuation, two Commands of the other side, a failed Seizure, the same Command
    // again. Here B2 and B1 stand for the two of the starting side, A1 and A2 for the other.
    let mut scene = four()
        .data(|battle| battle.leader.get_mut(&leader_id("Maran")).unwrap().activation = 4)
        .free(Seat::B);
    scene.give(activate("B2"), "");
    idle(&mut scene);
    scene.give(name("B1"), "").give(Command::Decline, "7");
    assert!(scene.saw(|event| success(event) == Some(false)));
    scene.give(activate("A1"), "");
    idle(&mut scene);
    scene.give(name("A2"), "").give(seize("B1"), "5");
    assert!(scene.saw(|event| success(event) == Some(false)));
    scene.give(activate("A1"), "");
    assert!(scene.saw(|event| started(event) == Some((Seat::A, Kind::Free, command_id("A1")))));
}

#[test]
fn moi_act_20_a_battle_may_modify_activation_rolls() {
    // Seizure DRM +1, rating 3: a 3 becomes 4 and fails.
    let mut scene = four()
        .data(|battle| battle.side.get_mut(&Seat::B).unwrap().seizure_drm = 1)
        .continuing(Seat::A, Some("A1"));
    scene.give(name("A2"), "").give(seize("B1"), "3");
    assert!(scene.saw(|event| success(event) == Some(false)));
    let mut scene = four()
        .data(|battle| battle.side.get_mut(&Seat::A).unwrap().continuity_drm = 1)
        .continuing(Seat::A, Some("A1"));
    scene.give(name("A2"), "").give(Command::Decline, "3");
    assert!(scene.saw(|event| success(event) == Some(false)));
}

#[test]
fn moi_act_21_any_command_may_seize_also_the_one_that_acted_last() {
    let mut scene = four()
        .continuing(Seat::A, Some("A1"))
        .with(|state| state.players[1].last = Some(command_id("B1")));
    scene.give(name("A2"), "").give(seize("B1"), "0");
    assert!(scene.saw(|event| started(event) == Some((Seat::B, Kind::Seized, command_id("B1")))));
    idle(&mut scene);
    assert_eq!(scene.refused(name("B1")), "MOI-ACT-07");
}

#[test]
fn moi_act_22_a_seizure_roll_carries_no_penalty() {
    // A penalty of 2 is gone when the Seizure succeeds.
    let mut scene = four()
        .continuing(Seat::A, Some("A1"))
        .with(|state| state.players[0].penalty = 2);
    scene.give(name("A2"), "").give(seize("B1"), "0");
    assert_eq!(penalty(&scene.state, Seat::A), 0);
    // Two Seizure rolls in consecutive offers are both unmodified, whatever the seizer's own penalty was.
    let mut scene = four()
        .continuing(Seat::A, Some("A1"))
        .with(|state| state.players[1].penalty = 3);
    for _ in 0..2 {
        scene.give(name("A2"), "").give(seize("B1"), "9");
        let unmodified = |event: &Event| matches!(event, Event::Activation(ActivationEvent::SeizureRolled { throw, .. }) if throw.drms.is_empty());
        assert!(scene.saw(unmodified));
        scene.give(activate("A1"), "");
        idle(&mut scene);
        scene.state.players[0].last = None;
    }
}
