//! Courage checks, fright, free attacks, back-up units (pp. 18-19, 22-23, 30-31).

use super::*;
use crate::model::agenda::CourageStep;
use crate::model::event::{CourageEvent, DamageEvent, MovementEvent};
use crate::model::state::{Cause, CheckKind, RoutCause};
pub(super) use crate::playing::goes_on as run;
use crate::verbs::damage::{Marked, causes};

pub(super) fn phase(made: Scene, pre: bool) -> State {
    made.set(|state| {
        state.phase = if pre {
            Phase::PreCombatCourage
        } else {
            Phase::PostCombatCourage
        };
        state.agenda = vec![Edition::V3.courage_phase(pre).into()];
    })
    .state()
}

pub(super) fn caused(made: Scene, unit: &str, cause: RoutCause) -> Scene {
    made.change(unit, |unit| unit.pending.rout.push(cause))
}

pub(super) fn status(state: &State, unit: &str) -> Status {
    state.unit(id(unit)).unwrap().status
}

/// Two units far from one another on Hold.
pub(super) fn apart() -> Scene {
    scene3()
        .holding("A1", line(), (18.0, 15.0, 90.0))
        .holding("B1", line(), (3.0, 28.0, 180.0))
}

#[test]
fn bg3_cour_01_both_players_check_in_both_phases() {
    for pre in [true, false] {
        let made = caused(caused(apart(), "A1", RoutCause::Red), "B1", RoutCause::Red);
        let (_, events) = run(phase(made, pre), &[1, 1, 1, 1, 1, 1]);
        let who: Vec<UnitId> = courage_checks(&events).iter().map(|check| check.0).collect();
        assert_eq!(who, [id("A1"), id("B1")], "the active player's first");
    }
}

#[test]
fn bg3_cour_02_rout_checks_come_before_fear_checks() {
    let made = caused(apart(), "A1", RoutCause::Red).change("A1", |unit| unit.pending.fear = true);
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
fn bg3_cour_03_one_check_of_a_step() {
    let made = caused(
        caused(apart(), "A1", RoutCause::Pinched),
        "A1",
        RoutCause::LastGreen,
    )
    .change("A1", |unit| unit.pending.fear = true);
    let (_, events) = run(phase(made, true), &[1, 1, 1, 1, 1, 1]);
    assert_eq!(courage_checks(&events).len(), 2, "one rout check, one fear check");
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
fn bg3_comb_18_thresholds_owe_one_check() {
    // Marked before the Combat Phase, and damage in it: 4 green, 2 yellow and 2 red boxes.
    let checked = |before: u8, damage: usize| {
        let made = scene3()
            .holding("A1", armed((6, 5, 5), (2, 2)), (18.0, 10.0, 0.0))
            .holding(
                "B1",
                in_boxes(armed((1, 5, 5), (0, 0)), (4, 2, 2)),
                (18.0, 12.5, 180.0),
            )
            .change("B1", |unit| unit.marked = before)
            .engaged("A1", "B1", Side::Front);
        let mut dice = vec![1; damage];
        dice.extend(vec![6; 6 - damage]);
        dice.extend(vec![1; damage]);
        // B1 attacks with one die, and passes its check.
        dice.extend([6, 1, 1, 1]);
        let (_, events) = on_with(combat(made), &[], &dice).unwrap();
        let target = |event: &Event| match event {
            Event::Courage(CourageEvent::CourageChecked {
                unit,
                kind: CheckKind::Rout,
                target,
                ..
            }) if *unit == id("B1") => Some(*target),
            _ => None,
        };
        events.iter().filter_map(target).collect::<Vec<i32>>()
    };
    // Courage 12: put into the yellow it is 11 already, in the red 10. Rule BG3-COUR-05.
    for (before, after, owed) in [
        (0, 3, &[][..]),
        (3, 4, &[11]),
        (4, 5, &[]),
        (5, 6, &[10]),
        (6, 7, &[10]),
        (0, 6, &[10]),
    ] {
        assert_eq!(
            checked(before, usize::from(after - before)),
            owed,
            "{before} to {after}"
        );
    }
}

#[test]
fn bg3_cour_07_an_unengaged_unit_routs_and_faces_its_own_edge() {
    let (state, events) = run(phase(caused(apart(), "A1", RoutCause::Red), true), &[6, 6, 6]);
    assert_eq!(status(&state, "A1"), Status::Routing);
    assert!(
        has!(events, Event::Movement(MovementEvent::UnitTurned { unit, heading, .. }) if *unit == id("A1") && heading.value() == 180.0)
    );
}

#[test]
fn bg3_card_10_a_routing_unit_has_no_order() {
    let (state, _) = run(phase(caused(apart(), "A1", RoutCause::Red), true), &[6, 6, 6]);
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

/// A1 looks north, fought on its front and on its right.
pub(super) fn fought_twice() -> Scene {
    scene3()
        .holding("A1", line(), (18.0, 15.0, 0.0))
        .holding("B1", line(), (18.0, 17.5, 180.0))
        .holding("B2", line(), (21.0, 15.0, 270.0))
        .engaged("B1", "A1", Side::Front)
        .engaged("B2", "A1", Side::Right)
}

#[test]
fn bg3_cour_08_an_engaged_unit_turns_away_from_one_enemy() {
    // From the eastern enemy: it looks west, that enemy is at its rear, the northern one at its right.
    let (state, _) = run(
        phase(caused(fought_twice(), "A1", RoutCause::Red), true),
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
fn bg3_cour_08_an_engaged_unit_turns_away_from_its_only_enemy() {
    let made = scene3()
        .holding("A1", line(), (18.0, 15.0, 0.0))
        .holding("B1", line(), (18.0, 17.5, 180.0))
        .engaged("B1", "A1", Side::Front);
    let state = phase(caused(made, "A1", RoutCause::Red), true);
    let (_, events) = on_with(state.clone(), &[], &[6, 6, 6]).unwrap();
    // As it stands when the free attack begins: turned to the south about its centre, the enemy at its rear.
    let mut turned = state;
    let attacked = |event: &Event| {
        matches!(
            event,
            Event::Combat(crate::model::event::CombatEvent::AttackBegan { .. })
        )
    };
    for event in events.iter().take_while(|event| !attacked(event)) {
        <Battleground3 as hindsight_kernel::Rules>::evolve(&mut turned, event).unwrap();
    }
    assert_eq!(turned.unit(id("A1")).unwrap().pose, Some(pose(18.0, 15.0, 180.0)));
    assert_eq!(fights(&turned, "A1"), [(id("B1"), Side::Rear, Side::Front)]);
}

#[test]
fn bg3_cour_09_a_routing_unit_that_fails_is_destroyed() {
    let made = caused(apart(), "A1", RoutCause::Red).change("A1", |unit| unit.status = Status::Routing);
    let (_, events) = run(phase(made, true), &[6, 6, 6]);
    assert!(
        has!(events, Event::Damage(DamageEvent::UnitDestroyed { unit, cause: Cause::RoutCheck, .. }) if *unit == id("A1"))
    );
}

/// B1 has rushed the front of A1 this turn.
fn charged(own: UnitType, by: UnitType) -> Scene {
    scene3()
        .unit("A1", own, (18.0, 15.0, 0.0))
        .unit("B1", by, (18.0, 17.5, 180.0))
        .engaged_now("B1", "A1", Side::Front)
        .change("B1", |unit| unit.turn.rushed = true)
}

#[test]
fn bg3_cour_12_a_failed_fear_check_frightens() {
    let made = charged(line(), with_keywords(&[Keyword::Fearsome])).order("A1", Order::Hold);
    let state = phase(made, true);
    let ((), state, events) = testing::at_table::<Battleground3, _>(state, &[6, 6, 6], |table| {
        let frame = table.state().agenda.last().cloned().unwrap();
        table.lend::<crate::system::Battleground, _>(|table| {
            // Rout checks, then the fear check with its windows.
            for _ in 0..30 {
                let frame = table
                    .state()
                    .agenda
                    .last()
                    .cloned()
                    .unwrap_or_else(|| frame.clone());
                if matches!(
                    frame.step,
                    Step::FreeAttacks { .. }
                        | Step::Courage {
                            step: CourageStep::Other,
                            ..
                        }
                ) {
                    break;
                }
                let taken = match frame.step {
                    Step::Courage { .. } => crate::rules::courage::courage_step(table, &frame),
                    Step::RollCheck => crate::verbs::checks::roll_check(table, &frame),
                    Step::SettleCheck => crate::verbs::checks::settle_check(table, &frame),
                    _ => crate::rules::command_cards::green_window(table, &frame),
                };
                assert!(taken.is_ok());
            }
        });
    });
    assert_eq!(courage_checks(&events), [(id("A1"), CheckKind::Fear, false)]);
    assert!(state.unit(id("A1")).unwrap().turn.frightened);
    assert!(events.contains(&Event::Movement(MovementEvent::Marked {
        unit: id("A1"),
        mark: TurnMark::Frightened
    })));
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
