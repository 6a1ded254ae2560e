//! Maneuver, March, shift, and what moves keep to.

use hindsight_kernel::Seat;

use super::{maneuver, march, shoot};
use crate::cards::Trigger;
use crate::field::Pose;
use crate::model::agenda::{Occasion, Step};
use crate::model::command::{Action, Choice, Command};
use crate::model::event::{AttackEvent, Event, MovementEvent, ScoringEvent};
use crate::model::place::Shift;
use crate::rules::scene::{Scene, id, mils};
use crate::rules::{cards, movement};

/// A unit of Speed 5 at (24, 10) that looks north, and an enemy far away.
fn alone() -> Scene {
    Scene::new()
        .unit("A1", "mw-levy", 24.0, 10.0, 0)
        .unit("B1", "ka-raid", 24.0, 44.0, 180)
}

#[test]
fn if_geo_01_a_move_ends_wholly_on_the_table() {
    let scene = Scene::new().unit("A1", "mw-levy", 45.25, 10.0, 0);
    assert_eq!(
        scene.action_rule("A1", march(1.0, None)),
        None,
        "its right side lies at 48.0"
    );
    let scene = Scene::new().unit("A1", "mw-levy", 45.251, 10.0, 0);
    assert_eq!(scene.action_rule("A1", march(1.0, None)).unwrap(), "IF-MOVE-06");
}

#[test]
fn if_geo_02_headings_are_whole_degrees_clockwise_from_north() {
    let mut scene = alone();
    scene.act("A1", maneuver(None, 5.0, None), &[]);
    assert_eq!(scene.at("A1"), (24.0, 15.0, 0));
    let mut scene = alone();
    scene.act("A1", maneuver(Some(90), 5.0, None), &[]);
    assert_eq!(scene.at("A1"), (29.0, 10.0, 90));
    assert_eq!(
        alone().action_rule("A1", maneuver(Some(360), 1.0, None)).unwrap(),
        "IF-GEO-02"
    );
}

#[test]
fn if_act_02_a_maneuver_is_pivot_move_pivot() {
    let mut scene = alone();
    scene.act("A1", maneuver(Some(90), 5.0, Some(45)), &[]);
    assert_eq!(scene.at("A1"), (29.0, 10.0, 45));
    assert_eq!(
        alone().action_rule("A1", maneuver(None, 5.1, None)).unwrap(),
        "IF-ACT-02"
    );
    assert_eq!(
        alone().action_rule("A1", maneuver(None, 0.0, None)),
        None,
        "each part may be left out"
    );
}

#[test]
fn if_act_03_a_march_is_twice_the_speed_straight_on() {
    let mut scene = alone();
    scene.act("A1", march(10.0, Some(180)), &[]);
    assert_eq!(scene.at("A1"), (24.0, 20.0, 180));
    assert_eq!(
        alone().action_rule("A1", march(10.01, None)).unwrap(),
        "IF-ACT-03"
    );
}

#[test]
fn if_act_09_a_shift_keeps_the_heading() {
    let scene = alone();
    let shift = |direction, inches| Shift {
        direction,
        distance: mils(inches),
    };
    let plan = movement::check_shift(&scene.state, id("A1"), shift(225, 2.0), 2_000).unwrap();
    assert_eq!(plan.end(), Pose::new(22_586, 8_586, 0));
    let refused = movement::check_shift(&scene.state, id("A1"), shift(225, 2.01), 2_000).unwrap_err();
    assert_eq!(refused.rule.0, "IF-ACT-09");
    // It cannot take a unit out of an engagement.
    let engaged = super::duel("mw-levy", "ka-raid");
    let refused = movement::check_shift(&engaged.state, id("A1"), shift(180, 2.0), 2_000).unwrap_err();
    assert_eq!(refused.rule.0, "IF-ACT-01");
    // In a game the shift of a ranged attack is one.
    let mut scene = Scene::new()
        .unit("A1", "mw-arch", 24.0, 10.0, 0)
        .unit("B1", "ka-raid", 24.0, 28.8, 180);
    let action = Action::Ranged {
        target: id("B1"),
        shift: Some(shift(0, 2.0)),
        weapon: None,
    };
    scene.act("A1", action, &[1; 8]);
    assert_eq!(scene.at("A1"), (24.0, 12.0, 0));
}

#[test]
fn if_move_01_distances_are_hundredths_and_the_area_swept_counts() {
    let action = |distance| Action::March { distance, last: None };
    assert_eq!(alone().action_rule("A1", action(1_005)).unwrap(), "IF-MOVE-01");
    assert_eq!(alone().action_rule("A1", action(-10)).unwrap(), "IF-MOVE-01");
    assert_eq!(alone().action_rule("A1", action(1_010)), None);
    // The swept rectangle of 5 forward is x 21.25 to 26.75, y 7.6 to 17.4: an enemy beside it is not passed through.
    let scene = |x| {
        Scene::new()
            .unit("A1", "mw-levy", 24.0, 10.0, 0)
            .unit("B1", "ka-raid", x, 17.0, 180)
    };
    assert_eq!(scene(30.5).action_rule("A1", march(9.0, None)), None);
    assert_eq!(
        scene(29.4).action_rule("A1", march(9.0, None)).unwrap(),
        "IF-MOVE-02"
    );
}

#[test]
fn if_move_02_enemies_are_not_passed() {
    // Speed 6 against an enemy straight ahead at distance 5.0.
    let scene = Scene::new()
        .unit("A1", "mw-knight", 24.0, 10.0, 0)
        .unit("B1", "ka-raid", 24.0, 19.9, 180);
    assert_eq!(
        scene.action_rule("A1", maneuver(None, 6.0, None)).unwrap(),
        "IF-MOVE-02"
    );
    assert_eq!(
        scene.action_rule("A1", march(12.0, None)).unwrap(),
        "IF-MOVE-02",
        "nor jumped over"
    );
    assert_eq!(scene.action_rule("A1", maneuver(None, 4.0, None)), None);
}

#[test]
fn if_move_03_a_move_ends_an_inch_from_every_enemy() {
    let near = || {
        Scene::new()
            .unit("A1", "mw-levy", 24.0, 10.0, 0)
            .unit("B1", "ka-raid", 24.0, 19.8, 180)
    };
    assert_eq!(near().action_rule("A1", maneuver(None, 4.0, None)), None);
    assert_eq!(
        near().action_rule("A1", maneuver(None, 4.01, None)).unwrap(),
        "IF-MOVE-03"
    );
    // A unit that starts nearer without being engaged may stay, pivot or shoot; a move must end an inch away.
    let close = Scene::new()
        .unit("A1", "mw-levy", 24.0, 19.0, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180);
    assert_eq!(close.action_rule("A1", Action::Forgo), None);
    assert_eq!(close.action_rule("A1", maneuver(None, 0.0, Some(180))), None);
    assert_eq!(
        close.action_rule("A1", maneuver(Some(180), 0.5, None)).unwrap(),
        "IF-MOVE-03"
    );
    assert_eq!(close.action_rule("A1", maneuver(Some(180), 0.8, None)), None);
    // One that starts an inch and a half away may not turn its corner nearer than an inch.
    let facing = Scene::new()
        .unit("A1", "mw-levy", 24.0, 10.0, 0)
        .unit("B1", "ka-raid", 24.0, 16.3, 180);
    assert_eq!(
        facing.action_rule("A1", maneuver(Some(45), 0.0, None)).unwrap(),
        "IF-MOVE-03"
    );
    assert_eq!(facing.action_rule("A1", maneuver(Some(180), 0.0, None)), None);
}

#[test]
fn if_move_04_friends_are_passed_but_not_stood_on() {
    let scene = Scene::new()
        .unit("A1", "mw-knight", 24.0, 10.0, 0)
        .unit("A2", "mw-levy", 24.0, 15.0, 0);
    assert_eq!(scene.action_rule("A1", march(3.0, None)).unwrap(), "IF-MOVE-04");
    assert_eq!(scene.action_rule("A1", march(10.0, None)), None);
    // No part of a movement may end overlapping, also not a pivot before or after the move.
    let beside = Scene::new()
        .unit("A1", "mw-levy", 24.0, 10.0, 0)
        .unit("A2", "mw-levy", 29.5, 10.0, 0);
    assert_eq!(
        beside.action_rule("A1", maneuver(Some(45), 5.0, None)).unwrap(),
        "IF-MOVE-04"
    );
    assert_eq!(
        beside.action_rule("A1", maneuver(None, 0.0, Some(45))).unwrap(),
        "IF-MOVE-04"
    );
}

#[test]
fn if_move_05_a_pivot_turns_around_the_centre_and_may_stick_out() {
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 24.0, 2.4, 0)
        .unit("B1", "ka-raid", 24.0, 44.0, 180);
    scene.act("A1", maneuver(Some(45), 0.0, None), &[]);
    assert_eq!(
        scene.at("A1"),
        (24.0, 2.4, 45),
        "its corners stick out over the edge"
    );
    let beside = Scene::new()
        .unit("A1", "mw-levy", 24.0, 20.0, 0)
        .piece("palisade", 24.0, 25.6, 0);
    assert_eq!(beside.action_rule("A1", maneuver(Some(90), 0.0, None)), None);
    let on_it = Scene::new()
        .unit("A1", "mw-levy", 24.0, 22.6, 0)
        .piece("palisade", 24.0, 25.5, 0);
    assert_eq!(
        on_it.action_rule("A1", maneuver(Some(45), 0.0, None)).unwrap(),
        "IF-TERR-10"
    );
}

#[test]
fn if_move_06_the_table_edge_stops_straight_moves() {
    let scene = Scene::new().unit("A1", "mw-levy", 24.0, 45.6, 0);
    assert_eq!(
        scene.action_rule("A1", maneuver(None, 0.01, None)).unwrap(),
        "IF-MOVE-06"
    );
    assert_eq!(scene.action_rule("A1", maneuver(Some(180), 5.0, None)), None);
}

#[test]
fn if_move_07_a_movement_ends_once_with_its_last_part() {
    // The unit passes over a token on its way and covers another where it ends: one is claimed, once.
    let mut scene = Scene::new()
        .unit("A1", "mw-knight", 24.0, 18.0, 0)
        .unit("B1", "ka-raid", 24.0, 44.0, 180);
    let events = scene.act("A1", march(12.0, Some(90)), &[]);
    assert!(!super::has(&events, |event| matches!(
        event,
        Event::Scoring(ScoringEvent::ObjectiveClaimed { .. })
    )));
    let mut scene = Scene::new()
        .unit("A1", "mw-knight", 24.0, 18.0, 0)
        .unit("B1", "ka-raid", 24.0, 44.0, 180);
    let events = scene.act("A1", maneuver(None, 6.0, Some(90)), &[]);
    let claimed = events
        .iter()
        .filter(|event| matches!(event, Event::Scoring(ScoringEvent::ObjectiveClaimed { .. })));
    assert_eq!(claimed.count(), 1);
}

#[test]
fn if_geo_07_short_and_long_range_end_at_6_and_12_inches() {
    let slingers = |y| {
        Scene::new()
            .unit("A1", "ka-sling", 24.0, 10.0, 0)
            .unit("B1", "mw-levy", 24.0, y, 180)
    };
    // The front point is (24, 12.4); the target's front side lies 2.4 before its middle.
    assert_eq!(slingers(20.8).action_rule("A1", shoot("B1")), None, "exactly 6.0");
    assert_eq!(
        slingers(20.81).action_rule("A1", shoot("B1")).unwrap(),
        "IF-ACT-06"
    );
    let archers = |y| {
        Scene::new()
            .unit("A1", "mw-arch", 24.0, 10.0, 0)
            .unit("B1", "ka-raid", 24.0, y, 180)
    };
    assert_eq!(archers(24.0).action_rule("A1", shoot("B1")), None, "9.2");
    assert_eq!(archers(26.8).action_rule("A1", shoot("B1")), None, "exactly 12.0");
    assert_eq!(
        archers(26.81).action_rule("A1", shoot("B1")).unwrap(),
        "IF-ACT-06"
    );
}

/// A Bog under the archers and an enemy 13" from their front point.
fn archers_on_a_bog() -> Scene {
    Scene::new()
        .unit("A1", "mw-arch", 24.0, 10.0, 0)
        .unit("B1", "ka-raid", 24.0, 27.8, 180)
        .piece("bog", 24.0, 9.0, 0)
}

/// A ranged Attack after a shift.
fn shoot_after(target: &str, direction: u16, inches: f64) -> Action {
    Action::Ranged {
        target: id(target),
        shift: Some(Shift {
            direction,
            distance: mils(inches),
        }),
        weapon: None,
    }
}

#[test]
fn if_act_09_a_shift_out_of_rough_terrain_is_carried_out_before_the_shot() {
    // 2" less 1" for the Bog: 1", after which the enemy stands at 12.0".
    let mut scene = archers_on_a_bog();
    assert_eq!(scene.action_rule("A1", shoot("B1")).unwrap(), "IF-ACT-06");
    assert_eq!(
        scene.action_rule("A1", shoot_after("B1", 0, 1.01)).unwrap(),
        "IF-TERR-12"
    );
    let dice = [4, 1, 1, 1, 1, 1, 1, 1, 1, 6, 6, 1];
    let events = scene.act("A1", shoot_after("B1", 0, 1.0), &dice);
    assert_eq!(scene.at("A1"), (24.0, 11.0, 0));
    let moved = events
        .iter()
        .position(|event| matches!(event, Event::Movement(MovementEvent::UnitMoved { .. })));
    let declared = events
        .iter()
        .position(|event| matches!(event, Event::Attack(AttackEvent::AttackDeclared { .. })));
    assert!(moved.is_some() && moved < declared, "{events:?}");
}

#[test]
fn if_act_09_a_shift_into_a_hedge_is_carried_out_and_the_archers_see_out_of_it() {
    let mut scene = Scene::new()
        .unit("A1", "mw-arch", 24.0, 10.0, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180)
        .piece("hedge", 24.0, 14.0, 0);
    assert_eq!(scene.action_rule("A1", shoot("B1")).unwrap(), "IF-LOS-04");
    scene.act("A1", shoot_after("B1", 0, 1.0), &[1; 8]);
    assert_eq!(scene.at("A1"), (24.0, 11.0, 0));
}

#[test]
fn if_act_09_the_shift_of_a_card_goes_out_of_rough_terrain() {
    // Out of the Mist: 3" less 1" for the Bog.
    let mist = |inches| Command::PlayCard {
        card: "ka-mist".parse().unwrap(),
        choice: Choice {
            units: vec![id("B1")],
            shift: Some(Shift {
                direction: 180,
                distance: mils(inches),
            }),
            ..Choice::default()
        },
    };
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 24.0, 5.0, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180)
        .piece("bog", 24.0, 23.0, 0)
        .hand(Seat::B, &["ka-mist"])
        .turn(Seat::B);
    scene.state.agenda.push(
        Step::Window {
            at: Occasion::new(Trigger::TurnStart, Seat::B),
            asked: Seat::B,
            used: false,
        }
        .into(),
    );
    assert_eq!(scene.refused(Seat::B, mist(2.01)), "IF-TERR-12");
    scene.give(Seat::B, mist(2.0), &[]);
    assert_eq!(scene.at("B1"), (24.0, 22.0, 180));
}

#[test]
fn if_time_01_a_card_with_a_shift_may_be_used_where_a_short_shift_alone_has_room() {
    // Friends stand flush on three sides and 0.2" off the right one: 0.2" is all the room there is.
    let mist = Command::PlayCard {
        card: "ka-mist".parse().unwrap(),
        choice: Choice {
            units: vec![id("B1")],
            shift: Some(Shift {
                direction: 90,
                distance: 200,
            }),
            ..Choice::default()
        },
    };
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 24.0, 5.0, 0)
        .unit("B1", "ka-raid", 24.0, 30.0, 0)
        .unit("B2", "ka-raid", 24.0, 34.8, 0)
        .unit("B3", "ka-raid", 24.0, 25.2, 0)
        .unit("B4", "ka-raid", 18.5, 30.0, 0)
        .unit("B5", "ka-raid", 29.7, 30.0, 0)
        .hand(Seat::B, &["ka-mist"])
        .turn(Seat::B);
    scene.state.agenda.push(
        Step::Window {
            at: Occasion::new(Trigger::TurnStart, Seat::B),
            asked: Seat::B,
            used: false,
        }
        .into(),
    );
    let at = Occasion::new(Trigger::TurnStart, Seat::B);
    let choices = cards::card_choices(&scene.state, Seat::B, &at, "ka-mist".parse().unwrap());
    assert!(
        choices.iter().any(|choice| choice.units == [id("B1")]),
        "{choices:?}"
    );
    scene.give(Seat::B, mist, &[]);
    assert_eq!(scene.at("B1"), (24.2, 30.0, 0));
}

#[test]
fn if_move_07_a_shot_with_a_shift_of_0_is_a_shot_without_a_shift() {
    // Steady Aim: a ranged attack without a shift.
    let mut scene = Scene::new()
        .unit("A1", "mw-arch", 6.0, 18.0, 0)
        .orders("A1")
        .unit("B1", "ka-raid", 6.0, 30.0, 180);
    scene.act("A1", shoot_after("B1", 0, 0.0), &[1; 8]);
    assert_eq!(scene.open_trigger(), Some((Seat::A, Trigger::AttackRolled)));
    assert!(!scene.state.attack.as_ref().unwrap().shifted);
    assert_eq!(scene.state.objectives[1].controller, None, "no move has ended");
}

#[test]
fn if_move_07_what_moves_and_turns_nothing_ends_no_move() {
    // The token at (6, 18) lies wholly under the tray.
    let here = || Scene::new().unit("A1", "mw-levy", 6.0, 18.0, 0);
    let claims = |action: Action| {
        let mut scene = here();
        let events = scene.act("A1", action, &[]);
        events
            .iter()
            .any(|event| matches!(event, Event::Scoring(ScoringEvent::ObjectiveClaimed { .. })))
    };
    assert!(!claims(maneuver(None, 0.0, None)));
    assert!(!claims(maneuver(Some(0), 0.0, Some(0))));
    assert!(!claims(march(0.0, None)));
    assert!(claims(maneuver(None, 0.0, Some(180))));
    assert!(claims(maneuver(Some(90), 0.0, Some(0))), "it has turned");
    assert!(claims(maneuver(None, 0.01, None)));
}
