//! Skirmishers that rout, pass friends and rally by themselves (pp. 30-31).

use battleground_geometry::Degrees;

use super::*;
use crate::model::event::{CourageEvent, DamageEvent, MovementEvent};
use crate::model::state::{Cause, CheckKind, RoutCause};
use crate::rules::courage::tests::played::{caused, phase, status};

/// A Skirmisher card of this movement.
fn skirmisher(movement: f64) -> UnitType {
    UnitType {
        movement: mc(movement),
        ..with_keywords(&[Keyword::Skirmisher])
    }
}

const HOLD: Status = Status::Ready(Some(Orders::plain(Order::Hold)));

fn heading(degrees: f64) -> Answer {
    Answer::Heading(Degrees::new(degrees).unwrap())
}

/// A1, a Skirmisher that B1, a regular, has just rushed on its front; A1 looks north.
fn rushed_by_a_regular(regular: UnitType) -> Scene {
    scene3()
        .holding("A1", skirmisher(5.0), (18.0, 15.0, 0.0))
        .unit("B1", regular, (18.0, 17.5, 180.0))
        .engaged_now("B1", "A1", Side::Front)
        .change("A1", |unit| unit.turn.rushed_by_line = true)
        .change("B1", |unit| unit.turn.rushed = true)
        .set(|state| state.active = Some(Seat::B))
}

fn routs_of(events: &[Event], unit: &str) -> usize {
    let routs = |event: &&Event| matches!(event, Event::Movement(MovementEvent::StatusChanged { unit: who, status: Status::Routing, .. }) if *who == id(unit));
    events.iter().filter(routs).count()
}

fn checks_owed(events: &[Event], unit: &str) -> bool {
    events.contains(&Event::Courage(CourageEvent::CauseNoted {
        unit: id(unit),
        cause: RoutCause::MovedThrough,
    }))
}

#[test]
fn bg3_key_35_a_skirmisher_that_disengages_through_a_friend_rallies_beyond_it() {
    let made = rushed_by_a_regular(moving(3.5)).holding("A2", line(), (18.0, 12.5, 0.0));
    let (state, routed) = on_with(phase(made, true), &[], &[]).unwrap();
    assert!(is_near(&state, "A1", (18.0, 10.0)), "{:?}", stands(&state, "A1"));
    // Its owner chooses its facing. State machine 3.3 and 7.6.
    assert_eq!(
        asked(&state).map(|(topic, seat, _)| (topic, seat)),
        Some((Topic::RallyHeading, Seat::A))
    );
    let (state, rallied) = on_with(state, &[answer(Seat::A, heading(0.0))], &[]).unwrap();
    assert_eq!(status(&state, "A1"), HOLD);
    assert_eq!(stands(&state, "A1").unwrap().heading, Degrees::ZERO);
    let events = [routed, rallied].concat();
    assert_eq!(
        routs_of(&events, "A1"),
        1,
        "it does not rout again in the same phase"
    );
    assert!(
        courage_checks(&events).is_empty() && !checks_owed(&events, "A2"),
        "no check for the friend"
    );
    assert!(!state.unit(id("A2")).unwrap().turn.run_through);
    assert!(state.engagements.is_empty());
}

#[test]
fn bg3_key_35_without_room_beyond_the_friend_it_is_destroyed() {
    // The friend lies 1.75 from their table edge.
    let made = rushed_by_a_regular(moving(3.5))
        .change("A1", |unit| unit.pose = Some(pose(18.0, 5.5, 0.0)))
        .change("B1", |unit| unit.pose = Some(pose(18.0, 8.0, 180.0)))
        .holding("A2", line(), (18.0, 3.0, 0.0))
        .holding("A3", line(), (33.0, 3.0, 0.0));
    let (state, _) = on_with(phase(made, true), &[], &[]).unwrap();
    assert_eq!(state.unit(id("A1")).unwrap().destroyed, Some(Cause::NoPlace));
}

/// A1, a routing Skirmisher, makes its rout move with A2 somewhere.
fn routs_with(friend: UnitType, at: (f64, f64, f64)) -> (State, Vec<Event>) {
    let state = begun(
        scene3()
            .unit("A1", skirmisher(5.0), (18.0, 15.0, 180.0))
            .change("A1", |unit| unit.status = Status::Routing)
            .holding("A2", friend, at)
            .holding("B1", line(), (18.0, 28.0, 180.0)),
    );
    play3(state, &[activate(&["A1"])], &[]).unwrap()
}

#[test]
fn bg3_key_35_it_needs_the_front_centre_point_to_run_into_the_friend() {
    // Another part of its card meets the friend: it stops there as any unit does.
    let (state, events) = routs_with(line(), (20.5, 12.0, 0.0));
    assert!(is_near(&state, "A1", (18.0, 14.5)), "{:?}", stands(&state, "A1"));
    assert_eq!(status(&state, "A1"), Status::Routing);
    assert!(!checks_owed(&events, "A2"));
    // Flush with it from the start it goes through, and the friend checks: rule BG3-ROUT-11.
    let (state, events) = routs_with(line(), (20.5, 12.5, 0.0));
    assert!(is_near(&state, "A1", (18.0, 10.0)), "{:?}", stands(&state, "A1"));
    assert_eq!(status(&state, "A1"), Status::Routing);
    assert!(checks_owed(&events, "A2") && state.unit(id("A2")).unwrap().turn.run_through);
}

#[test]
fn bg3_key_36_a_ready_skirmisher_that_is_passed_through_owes_a_check() {
    let (state, events) = routs_with(skirmisher(5.0), (18.0, 11.5, 0.0));
    assert!(is_near(&state, "A1", (18.0, 9.0)), "{:?}", stands(&state, "A1"));
    assert!(checks_owed(&events, "A2"));
    assert!(!state.unit(id("A2")).unwrap().turn.run_through, "it may move");
    let (_, events) = routs_with(line(), (18.0, 11.5, 0.0));
    assert!(!checks_owed(&events, "A2"));
}

/// South's turn begins; A1, a Skirmisher, routs with a line unit of North at this place.
fn turn_with(enemy: (f64, f64, f64)) -> State {
    let made = scene3()
        .unit("A1", skirmisher(5.0), (18.0, 15.0, 180.0))
        .change("A1", |unit| unit.status = Status::Routing)
        .unit("B1", line(), enemy)
        .set(|state| {
            state.active = Some(Seat::B);
            state.agenda = vec![Step::BeginTurn.into()];
        });
    goes_on(made.state(), &[]).0
}

fn asks_for_facing(state: &State) -> bool {
    asked(state).is_some_and(|(topic, seat, _)| topic == Topic::RallyHeading && seat == Seat::A)
}

#[test]
fn bg3_key_37_it_rallies_at_the_start_of_the_phase_if_nobody_could_rush_it() {
    let state = turn_with((18.0, 28.0, 180.0));
    assert!(asks_for_facing(&state));
    let (state, _) = play3(state, &[answer(Seat::A, heading(45.0))], &[]).unwrap();
    assert_eq!(status(&state, "A1"), HOLD);
    assert_eq!(stands(&state, "A1").unwrap().heading.value(), 45.0);
    // As after BG3-CMD-11: its order cannot be changed in this turn.
    let order = Command::ChangeOrder {
        unit: id("A1"),
        order: WrittenOrder::plain(Order::Close),
    };
    assert_eq!(refused3(&state, Seat::A, order), "BG3-CMD-05");
}

#[test]
fn bg3_key_37_and_again_at_the_end_of_the_phase() {
    // 2.5 away on Close the enemy could rush it: it does not rally, and has to run.
    let state = turn_with((18.0, 20.0, 180.0));
    assert!(!asks_for_facing(&state));
    assert_eq!(refused3(&state, Seat::A, Command::EndPhase), "BG3-CMD-03");
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    assert!(is_near(&state, "A1", (18.0, 10.0)));
    assert_eq!(status(&state, "A1"), Status::Routing);
    // 7.5 away nobody can any more.
    let (state, _) = play3(state, &[(Seat::A, Command::EndPhase)], &[]).unwrap();
    assert!(asks_for_facing(&state), "{:?}", state.agenda.last());
    let (state, _) = on_with(state, &[answer(Seat::A, heading(0.0))], &[]).unwrap();
    assert_eq!(status(&state, "A1"), HOLD);
}

#[test]
fn bg3_key_33_one_that_is_engaged_already_only_checks_for_the_pinch() {
    let made = scene3()
        .holding("A1", skirmisher(5.0), (18.0, 15.0, 0.0))
        .holding("B1", line(), (18.0, 17.5, 180.0))
        .unit("B2", moving(5.0), (22.5, 15.0, 270.0))
        .engaged("B1", "A1", Side::Front)
        .change("A1", |unit| unit.turn.began_engaged = true)
        .change("B1", |unit| unit.turn.began_engaged = true)
        .set(|state| state.active = Some(Seat::B));
    let rush = Command::Activate {
        units: vec![id("B2")],
    };
    let commands = [(Seat::B, rush), (Seat::B, Command::EndPhase)];
    let (state, events) = played_on(begun(made), &commands, &[1, 1, 1]).unwrap();
    assert_eq!(courage_checks(&events)[0], (id("A1"), CheckKind::Rout, true));
    assert_eq!(routs_of(&events, "A1"), 0);
    assert_eq!(status(&state, "A1"), HOLD);
}

#[test]
fn bg3_key_33_the_damage_goes_by_categories_without_caps() {
    let boxes = |cap: Option<f64>, movement: f64| {
        let made = rushed_by_a_regular(moving(movement)).change("B1", |unit| {
            unit.status = Status::Ready(Some(Orders {
                cap: cap.map(mc),
                ..Orders::plain(Order::Close)
            }));
        });
        let (_, events) = on_with(phase(made, true), &[], &[]).unwrap();
        events.iter().find_map(|event| match event {
            Event::Damage(DamageEvent::BoxesMarked { unit, boxes, .. }) if *unit == id("A1") => Some(*boxes),
            _ => None,
        })
    };
    assert_eq!(boxes(None, 7.0), Some(2));
    assert_eq!(boxes(Some(5.0), 7.0), Some(2), "7 on a cap of 5");
    assert_eq!(boxes(None, 5.0), Some(1));
}

#[test]
fn bg3_key_34_a_rout_move_of_a_skirmisher_is_a_move_too() {
    let made = scene3()
        .unit("A1", skirmisher(5.0), (18.0, 15.0, 0.0))
        .unit("A2", skirmisher(5.0), (8.0, 15.0, 180.0))
        .change("A2", |unit| unit.status = Status::Routing)
        .unit("B1", line(), (3.0, 28.0, 180.0))
        .actions(4);
    let recall = Command::Recall {
        units: vec![id("A1")],
    };
    let (state, _) = play3(begun(made), &[activate(&["A2"])], &[]).unwrap();
    assert_eq!(refused3(&state, Seat::A, recall), "BG3-KEY-34");
}

#[test]
fn bg3_key_34_no_second_recall_after_a_rout_move_that_ended_in_a_rally() {
    // A2 runs into A3, is set down beyond it and rallies there (BG3-KEY-35): it has moved all the same.
    let made = scene3()
        .holding("A1", skirmisher(5.0), (18.0, 15.0, 0.0))
        .holding("A2", skirmisher(5.0), (8.0, 15.0, 0.0))
        .holding("A3", line(), (8.0, 11.5, 0.0))
        .holding("B1", line(), (30.0, 28.0, 180.0))
        .actions(4);
    let recall = |unit: &str| Command::Recall {
        units: vec![id(unit)],
    };
    let state = begun(made);
    assert_eq!(refused3(&state, Seat::A, recall("A1")), "accepted");
    let (state, _) = play3(state, &[(Seat::A, recall("A2"))], &[]).unwrap();
    assert!(asks_for_facing(&state), "{:?}", state.agenda.last());
    let (state, _) = play3(state, &[answer(Seat::A, heading(0.0))], &[]).unwrap();
    assert_eq!(status(&state, "A2"), HOLD);
    assert_eq!(refused3(&state, Seat::A, recall("A1")), "BG3-KEY-34");
}

#[test]
fn bg3_key_34_who_rallied_without_a_rout_move_has_not_moved() {
    // A1 rallies at the start of the phase, since nobody could rush it (BG3-KEY-37).
    let state = turn_with((18.0, 28.0, 180.0));
    let state = Scene::from(state)
        .holding("A2", skirmisher(5.0), (8.0, 15.0, 0.0))
        .set(|state| state.players[0].actions = 1)
        .state();
    let (state, _) = play3(state, &[answer(Seat::A, heading(45.0))], &[]).unwrap();
    let recall = Command::Recall {
        units: vec![id("A2")],
    };
    assert_eq!(refused3(&state, Seat::A, recall), "accepted");
}

#[test]
fn bg3_key_33_a_rushed_skirmisher_moves_directly_away() {
    // Caetrati engaged by Veteran Equites, which are faster: two points of damage, and 5 inches away from the enemy to the north.
    let (state, _) = on_with(phase(rushed_by_a_regular(moving(8.5)), true), &[], &[]).unwrap();
    assert_eq!(marked(&state, "A1"), 2);
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 10.0, 180.0)));
}

#[test]
fn bg3_cour_13_who_fails_a_rout_check_does_not_roll_for_fear() {
    let made = |fearless: bool| {
        let mut card = line();
        if fearless {
            card.courage = None;
        }
        let scene = scene3()
            .holding("A1", card, (18.0, 15.0, 0.0))
            .unit("B1", with_keywords(&[Keyword::Fearsome]), (18.0, 17.5, 180.0))
            .engaged("B1", "A1", Side::Front)
            .set(|state| {
                state.engagements[0].turn = state.turn;
                state.active = Some(Seat::B);
            })
            .change("B1", |unit| unit.turn.rushed = true);
        phase(caused(scene, "A1", RoutCause::Red), true)
    };
    let kinds = |state: State, dice: &[u8]| {
        let (_, events) = on_with(state, &[], dice).unwrap();
        courage_checks(&events)
            .iter()
            .map(|check| check.1)
            .collect::<Vec<CheckKind>>()
    };
    assert_eq!(kinds(made(false), &[6, 6, 6]), [CheckKind::Rout]);
    assert_eq!(
        kinds(made(false), &[1, 1, 1, 1, 1, 1]),
        [CheckKind::Rout, CheckKind::Fear]
    );
    assert!(!kinds(made(true), &[]).contains(&CheckKind::Fear), "immune");
}
