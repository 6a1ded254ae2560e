//! Courage checks, fright, free attacks, back-up units (pp. 18-19, 22-23, 30-31).

use super::*;
use crate::model::agenda::CourageStep;
use crate::model::event::{CourageEvent, MovementEvent};
use crate::model::state::{CheckKind, RoutCause};
use crate::playing::goes_on as run;
use crate::verbs::damage::{Marked, causes};

use crate::rules::courage::tests::played::{apart, caused, phase, status};
use crate::rules::courage::tests::stepping_in::fought_twice;

#[test]
fn bg3_cour_02_rout_checks_come_before_fear_checks() {
    let made = caused(apart(Edition::V3), "A1", RoutCause::Red).change("A1", |unit| unit.pending.fear = true);
    let (_, events) = run(phase(made, true), &[1, 1, 1, 1, 1, 1]);
    let kinds: Vec<CheckKind> = courage_checks(&events).iter().map(|check| check.1).collect();
    assert_eq!(kinds, [CheckKind::Rout, CheckKind::Fear]);
    use crate::model::agenda::CourageStep::{Fear, FreeAttacks, Other, Rout, RoutMovement};
    for pre in [true, false] {
        assert_eq!(
            Edition::V3.courage_steps(pre),
            [Rout, Fear, Other, FreeAttacks, RoutMovement]
        );
    }
}

#[test]
fn bg3_ref_01_the_sequence_of_the_body_not_of_the_sheet() {
    // The sheet has fear checks last, after rout movement.
    let steps = Edition::V3.courage_steps(true);
    let place = |step| steps.iter().position(|one| *one == step);
    assert!(place(CourageStep::Fear) < place(CourageStep::RoutMovement));
    assert_eq!(
        place(CourageStep::FollowUp),
        None,
        "no second rout checks before movement"
    );
}

#[test]
fn bg3_cour_06_what_causes_a_rout_check() {
    let of = |before: u8, after: u8| causes(boxed(4, 2, 2).boxes, Marked { before, after });
    assert_eq!(of(3, 4), [RoutCause::LastGreen]);
    assert_eq!(of(5, 6), [RoutCause::LastYellow]);
    assert_eq!(of(6, 7), [RoutCause::Red]);
    assert!(of(4, 5).is_empty());
    // Trampled out of the green: a check in the next phase. Rule BG3-KEY-09.
    use crate::model::agenda::PathObstacle;
    let state = begun(
        scene3()
            .unit(
                "A1",
                UnitType {
                    movement: mc(5.0),
                    ..colossal()
                },
                (18.0, 7.5, 0.0),
            )
            .holding("A2", boxed(1, 2, 2), (18.0, 13.25, 0.0))
            .holding("B1", line(), (18.0, 28.0, 180.0)),
    );
    let meets = Answer::Meet(PathObstacle::Unit(id("A2")));
    let commands = [
        activate(&["A1"]),
        answer(Seat::A, meets),
        (Seat::A, Command::EndPhase),
    ];
    let (state, events) = played_on(state, &commands, &[1, 1, 1]).unwrap();
    assert_eq!(courage_checks(&events), [(id("A2"), CheckKind::Rout, true)]);
    assert!(state.unit(id("A2")).unwrap().pending.rout.is_empty());
}

#[test]
fn bg3_cour_07_an_unengaged_unit_routs_and_faces_its_own_edge() {
    let (state, events) = run(
        phase(caused(apart(Edition::V3), "A1", RoutCause::Red), true),
        &[6, 6, 6],
    );
    assert_eq!(status(&state, "A1"), Status::Routing);
    assert!(
        has!(events, Event::Movement(MovementEvent::UnitTurned { unit, heading, .. }) if *unit == id("A1") && heading.value() == 180.0)
    );
}

#[test]
fn bg3_card_10_a_routing_unit_has_no_order() {
    let (state, _) = run(
        phase(caused(apart(Edition::V3), "A1", RoutCause::Red), true),
        &[6, 6, 6],
    );
    assert_eq!(status(&state, "A1"), Status::Routing);
    let mut commanded = State {
        agenda: vec![Step::MovementAndCommand.into()],
        active: Some(Seat::A),
        phase: Phase::MovementAndCommand,
        ..state
    };
    (commanded.players[0].actions, commanded.players[0].gained) = (4, 4);
    assert_eq!(
        refused3(&commanded, Seat::A, Command::DirectControl { unit: id("A1") }),
        "BG3-CMD-06"
    );
}

#[test]
fn bg3_rout_08_the_first_move_of_an_unengaged_router() {
    let made = scene3()
        .holding("A1", line(), (18.0, 15.0, 180.0))
        .holding("B1", line(), (3.0, 28.0, 180.0));
    let (state, _) = run(phase(caused(made, "A1", RoutCause::Red), true), &[6, 6, 6]);
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(18.0, 11.5, 180.0)));
}

#[test]
fn bg3_cour_08_an_engaged_unit_turns_away_from_one_enemy() {
    // From the eastern enemy: it looks west, that enemy is at its rear, the northern one at its right.
    let (state, _) = run(
        phase(caused(fought_twice(Edition::V3), "A1", RoutCause::Red), true),
        &[6, 6, 6],
    );
    let choose = |enemy: &str| Command::Choose {
        answer: Answer::Unit(id(enemy)),
    };
    let (east, events) = play3(state.clone(), &[(Seat::A, choose("B2"))], &[]).unwrap();
    assert!(
        has!(events, Event::Movement(MovementEvent::UnitTurned { heading, .. }) if heading.value() == 270.0)
    );
    let mut sides: Vec<(UnitId, Side)> = fights(&east, "A1")
        .into_iter()
        .map(|(enemy, own, _)| (enemy, own))
        .collect();
    sides.sort_by_key(|(enemy, _)| *enemy);
    assert_eq!(sides, [(id("B1"), Side::Right), (id("B2"), Side::Rear)]);
    let (north, _) = play3(state, &[(Seat::A, choose("B1"))], &[]).unwrap();
    let mut sides: Vec<(UnitId, Side)> = fights(&north, "A1")
        .into_iter()
        .map(|(enemy, own, _)| (enemy, own))
        .collect();
    sides.sort_by_key(|(enemy, _)| *enemy);
    assert_eq!(sides, [(id("B1"), Side::Rear), (id("B2"), Side::Left)]);
}

#[test]
fn bg3_cour_03_a_unit_makes_one_check_of_a_step_a_pass() {
    // A1 has checked in this pass, and its check brought it a new cause: that waits for the next pass, B1 comes first.
    let owing = |step: CourageStep, checked: Vec<UnitId>| {
        let pending = |unit: &mut crate::model::state::Unit| match step {
            CourageStep::Rout => unit.pending.rout = vec![RoutCause::Red],
            _ => {
                unit.pending.other = vec![crate::model::state::Demanded {
                    name: "Dread".to_owned(),
                    by: Seat::A,
                    failed: Vec::new(),
                }];
            }
        };
        let step = Step::Courage {
            pre: false,
            step,
            only: None,
            checked,
        };
        let state = scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 20.0, 180.0))
            .change("A1", pending)
            .change("B1", pending)
            .set(|state| {
                state.phase = crate::model::state::Phase::PostCombatCourage;
                state.agenda = vec![step.into()];
            })
            .state();
        let ((), state, events) = testing::at_table::<Battleground3, _>(state, &[], |table| {
            let frame = table.state().agenda.last().cloned().unwrap();
            table.lend::<crate::system::Battleground, _>(|table| {
                crate::rules::courage::courage_step(table, &frame).unwrap();
            });
        });
        let begun = events.iter().find_map(|event| match event {
            Event::Courage(CourageEvent::CheckBegan { check }) => Some(check.unit),
            _ => None,
        });
        let noted = state.agenda.iter().find_map(|frame| match &frame.step {
            Step::Courage { checked, .. } => Some(checked.clone()),
            _ => None,
        });
        (begun, noted)
    };
    let (a1, b1) = (id("A1"), id("B1"));
    for step in [CourageStep::Rout, CourageStep::Other] {
        assert_eq!(owing(step, Vec::new()), (Some(a1), Some(vec![a1])), "{step:?}");
        assert_eq!(owing(step, vec![a1]), (Some(b1), Some(vec![a1, b1])), "{step:?}");
        // The step is over, and the next one, or the next pass, begins with nobody.
        assert_eq!(owing(step, vec![a1, b1]), (None, Some(Vec::new())), "{step:?}");
    }
}
