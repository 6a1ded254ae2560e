//! Rout moves played by the machine: their order, and what they do to the friends in their way.

use battleground_geometry::{Hand, Inches, Pose};

use super::*;
use crate::flow::decide;
use crate::model::agenda::{Answer, Options, Topic, go_on};
use crate::model::command::Command;
use crate::model::event::{CourageEvent, MovementEvent};
use crate::model::state::{Cause, Phase, State, Unit};

/// A1 behind A2, both Routing southward since this phase, at the rout movement of the Pre-Combat Courage Phase.
fn both_rout() -> State {
    let routed = |unit: &mut Unit| {
        unit.status = Status::Routing;
        unit.turn.just_routed = true;
    };
    scene()
        .unit("A1", line(), (18.0, 15.0, 180.0))
        .unit("A2", line(), (18.0, 11.0, 180.0))
        .unit("B1", line(), (32.0, 28.0, 180.0))
        .change("A1", routed)
        .change("A2", routed)
        .set(|state| {
            state.phase = Phase::PreCombatCourage;
            state.agenda = vec![
                Step::Courage {
                    pre: true,
                    step: crate::model::agenda::CourageStep::RoutMovement,
                    only: None,
                    checked: Vec::new(),
                }
                .into(),
            ];
        })
        .state()
}

/// The same after the owner's answers.
fn answered(answers: &[Answer]) -> (State, Vec<Event>) {
    let (result, state, events) = at_table(both_rout(), &[], |table| {
        go_on(table)?;
        for answer in answers {
            let answer = answer.clone();
            decide(table, Seat::A, &Command::Choose { answer })?;
        }
        Ok::<_, crate::model::refusal::Refusal>(())
    });
    result.unwrap();
    (state, events)
}

fn asked(state: &State) -> &crate::model::agenda::Question {
    match &state.agenda.last().unwrap().step {
        Step::Ask(question) => question,
        other => panic!("nobody is asked: {other:?}"),
    }
}

fn lies(state: &State, unit: &str) -> Option<Pose> {
    state.unit(id(unit)).unwrap().pose
}

/// Who was moved in the rout movement, in order.
fn moved(events: &[Event]) -> Vec<UnitId> {
    let moved = |event: &Event| match event {
        Event::Movement(MovementEvent::UnitMoved { unit, .. }) => Some(*unit),
        _ => None,
    };
    events.iter().filter_map(moved).collect()
}

#[test]
fn bg4_rout_03_the_owner_chooses_the_order_and_the_rear_one_first_clears_the_way_for_the_other() {
    let (state, _) = answered(&[]);
    let question = asked(&state);
    assert_eq!((question.topic, question.seat), (Topic::NextRoutMove, Seat::A));
    let Options::OneOf(options) = &question.options else {
        panic!("between two");
    };
    let options: Vec<&Answer> = options.iter().map(|(answer, _)| answer).collect();
    let [first, second] = ["A1", "A2"].map(|unit| Answer::Unit(id(unit)));
    assert_eq!(options, [&first, &second]);
    // The rear one, away from whom they flee, goes first: the other follows into free ground, and nobody is passed.
    let (state, events) = answered(&[second]);
    assert_eq!(moved(&events), [id("A2"), id("A1")]);
    assert_eq!(lies(&state, "A2"), Some(pose(18.0, 7.5, 180.0)));
    assert_eq!(lies(&state, "A1"), Some(pose(18.0, 11.5, 180.0)));
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, Event::Courage(CourageEvent::CheckBegan { .. })))
    );
    // The other first: it meets its friend after 1.5 inches and goes through it, which must then check.
    let (state, _) = answered(std::slice::from_ref(&first));
    assert_eq!(
        (asked(&state).topic, asked(&state).unit),
        (Topic::RoutShift, Some(id("A1")))
    );
    let stay = Answer::Shift {
        hand: Hand::Left,
        inches: Inches::ZERO,
    };
    let (state, events) = answered(&[first, stay]);
    assert_eq!(moved(&events), [id("A1")]);
    assert_eq!(lies(&state, "A1"), Some(pose(18.0, 8.5, 180.0)));
    assert_eq!(state.unit(id("A2")).unwrap().pending.passed_by, [id("A1")]);
    assert_eq!(lies(&state, "A2"), Some(pose(18.0, 11.0, 180.0)));
}

/// A1 makes its Initial Rout Move of a Courage Phase, or a Subsequent one, without a shift.
fn played(scene: Scene, initial: bool) -> State {
    let phase = if initial {
        Phase::PreCombatCourage
    } else {
        Phase::MovementAndCommand
    };
    moved_unshifted(scene, phase, initial)
}

#[test]
fn bg4_rout_14_destroyed_behind_a_friend_that_checks_all_the_same() {
    // (book example) Lancers rout through Swordsmen that Knights engage on the flank, and touch the Knights.
    let state = played(
        fleeing(3.5, (18.0, 16.0, 180.0))
            .unit("A2", line(), (18.0, 12.5, 180.0))
            .unit("B1", line(), (21.0, 10.75, 270.0))
            .engaged("B1", "A2", Side::Left),
        true,
    );
    let lancers = state.unit(id("A1")).unwrap();
    assert_eq!(
        (lancers.destroyed, lancers.pose),
        (Some(Cause::RoutIntoEnemy), None)
    );
    let swordsmen = state.unit(id("A2")).unwrap();
    assert_eq!(swordsmen.pending.passed_by, [id("A1")]);
    assert!(swordsmen.destroyed.is_none() && state.is_engaged(id("A2")));
}

#[test]
fn bg4_rout_15_the_friend_before_the_edge_checks_either_way() {
    // (book example) Swordsmen, Bowmen behind them, the edge behind the Bowmen.
    let state = |initial: bool| {
        let scene = fleeing(3.5, (18.0, 4.75, 180.0)).unit("A2", line(), (18.0, 2.25, 180.0));
        played(scene, initial)
    };
    let first = state(true);
    assert_eq!(lies(&first, "A1"), Some(pose(18.0, 4.75, 180.0)));
    assert_eq!(first.unit(id("A1")).unwrap().destroyed, None);
    assert_eq!(first.unit(id("A2")).unwrap().pending.passed_by, [id("A1")]);
    let later = state(false);
    assert_eq!(later.unit(id("A1")).unwrap().destroyed, Some(Cause::RoutIntoEdge));
    let bowmen = later.unit(id("A2")).unwrap();
    assert_eq!(bowmen.pending.rout, [RoutCause::MovedThrough]);
    assert_eq!(bowmen.pose, Some(pose(18.0, 2.25, 180.0)));
}
