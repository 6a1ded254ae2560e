//! The steps of a courage phase, Free Attacks and further checks.

use super::*;
use crate::model::event::{CombatEvent, CourageEvent, MovementEvent, ProcedureEvent};
use crate::model::state::Cause;

#[test]
fn bg4_turn_02_fear_checks_come_before_rout_checks() {
    // Charged by a Fearsome unit and pinched: the Fear Check first; failed, it already blocks a card on the Rout Check.
    let made = caused(
        rushed(line(), of_kind(Keyword::Fearsome), Side::Front),
        "A1",
        RoutCause::Pinched,
    );
    let (state, events) = run(courage_phase(made, true, CourageStep::Fear), &[6, 6, 6, 1, 1, 1]);
    let kinds: Vec<CheckKind> = courage_checks(&events).iter().map(|check| check.1).collect();
    assert_eq!(kinds, [CheckKind::Fear, CheckKind::Rout]);
    assert!(state.unit(id("A1")).unwrap().turn.frightened);
    assert!(
        crate::rules::command_cards::may_have_cards(&state, id("A1"), crate::model::cards::Colour::Green)
            .is_err(),
        "no card on the Rout Check"
    );
}

#[test]
fn bg4_cour_07_one_check_a_step_however_many_causes() {
    let made = rushed(line(), of_kind(Keyword::Fearsome), Side::Front)
        .unit("B2", of_kind(Keyword::Fearsome), (21.0, 15.0, 270.0))
        .engaged("B2", "A1", Side::Right)
        .change("B2", |unit| unit.turn.rushed = true)
        .set(|state| state.engagements[1].turn = state.turn);
    let made = caused(caused(made, "A1", RoutCause::Pinched), "A1", RoutCause::LastGreen);
    let (_, events) = run(courage_phase(made, true, CourageStep::Fear), &[1, 1, 1, 1, 1, 1]);
    let kinds: Vec<CheckKind> = courage_checks(&events).iter().map(|check| check.1).collect();
    assert_eq!(
        kinds,
        [CheckKind::Fear, CheckKind::Rout],
        "one Fear Check, one Rout Check"
    );
}

#[test]
fn bg4_cour_18_every_attacker_once_against_each_routing_unit() {
    let made = scene()
        .unit("A1", line(), (18.0, 15.0, 180.0))
        .unit("A2", line(), (10.0, 15.0, 180.0))
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .unit("B2", line(), (21.0, 15.0, 270.0))
        .unit("B3", line(), (10.0, 17.5, 180.0))
        .engaged("B1", "A1", Side::Rear)
        .engaged("B2", "A1", Side::Left)
        .engaged("B3", "A2", Side::Rear)
        .change("A1", |unit| {
            unit.status = Status::Routing;
            unit.turn.just_routed = true;
        })
        .change("B2", |unit| unit.status = Status::Disrupted);
    // Disrupted attackers strike, Routing ones do not; A2 does not rout.
    let pairs = |state: &State| free_attacks_due(state);
    let state = made.state();
    assert_eq!(pairs(&state), [(id("B1"), id("A1")), (id("B2"), id("A1"))]);
    let state = Scene::from(state)
        .change("B1", |unit| unit.status = Status::Routing)
        .state();
    assert_eq!(pairs(&state), [(id("B2"), id("A1"))]);
}

#[test]
fn bg4_cour_21_follow_up_checks_destroy() {
    let made = |dice: &[u8]| {
        let made = scene()
            .unit("A1", line(), (18.0, 15.0, 180.0))
            .change("A1", |unit| {
                unit.status = Status::Routing;
                unit.marked = 4;
                unit.pending.follow_up = true;
            });
        run(courage_phase(made, true, CourageStep::FollowUp), dice)
    };
    // In the Yellow: courage 11.
    let (state, _) = made(&[4, 4, 4]);
    assert_eq!(
        state.unit(id("A1")).unwrap().destroyed,
        Some(Cause::FollowUpCheck)
    );
    let (state, events) = made(&[4, 4, 3]);
    assert_eq!(courage_checks(&events), [(id("A1"), CheckKind::FollowUp, true)]);
    assert!(!state.unit(id("A1")).unwrap().pending.follow_up);
}

#[test]
fn bg4_cour_22_only_units_that_routed_in_this_phase_move_here() {
    let made = scene()
        .unit("A1", line(), (10.0, 15.0, 180.0))
        .unit("A2", line(), (26.0, 15.0, 180.0))
        .change("A1", |unit| unit.status = Status::Routing)
        .change("A2", |unit| {
            unit.status = Status::Routing;
            unit.turn.just_routed = true;
        });
    let (state, _) = run(courage_phase(made, true, CourageStep::RoutMovement), &[]);
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(10.0, 15.0, 180.0)));
    assert_eq!(state.unit(id("A2")).unwrap().pose, Some(pose(26.0, 11.5, 180.0)));
}

#[test]
fn bg4_cour_23_units_moved_through_check_in_step_6() {
    let made = scene()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .change("A1", |unit| unit.pending.passed_by = vec![id("A2")]);
    let (state, events) = run(courage_phase(made, true, CourageStep::Other), &[1, 1, 1]);
    assert_eq!(courage_checks(&events), [(id("A1"), CheckKind::Rout, true)]);
    assert!(state.unit(id("A1")).unwrap().pending.passed_by.is_empty());
}

#[test]
fn bg4_cour_24_further_routs_repeat_the_steps() {
    // A routs through B (engaged); B fails and Routs, its enemy makes a Free Attack, B moves through C, C checks.
    let made = scene()
        .unit("A2", line(), (18.0, 15.0, 0.0))
        .unit("A3", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .engaged("B1", "A2", Side::Front)
        .change("A2", |unit| unit.pending.passed_by = vec![id("A1")])
        .change("A2", |unit| unit.turn.shifted = true);
    let state = courage_phase(made, true, CourageStep::Other);
    // A2 fails with 18. B1's Free Attack has 5 dice: rear +1 skill, TN 5+1-2 = 4: all sixes miss. A2 moves 0.75 to A3
    // (3.5 gives contact after 2.5), through it, and A3 passes with 3.
    let (state, events) = run(state, &[6, 6, 6, 6, 6, 6, 6, 6, 1, 1, 1]);
    let kinds = courage_checks(&events);
    assert_eq!(
        kinds,
        [
            (id("A2"), CheckKind::Rout, false),
            (id("A3"), CheckKind::Rout, true)
        ]
    );
    assert!(state.unit(id("A2")).unwrap().pose.is_some());
    // B unengaged and Ready fails: Disrupted, no further steps.
    let alone = scene()
        .unit("A2", line(), (18.0, 15.0, 0.0))
        .change("A2", |unit| unit.pending.passed_by = vec![id("A1")]);
    let (state, _) = run(courage_phase(alone, true, CourageStep::Other), &[6, 6, 6]);
    assert_eq!(status(&state, "A2"), Status::Disrupted);
}

#[test]
fn bg4_cour_17_the_owner_of_a_backed_up_unit_is_asked_at_once() {
    // A1 fails with A2 behind it: its owner is asked before A3 checks.
    let made = scene()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .unit("A2", line(), (18.0, 12.5, 0.0))
        .unit("A3", line(), (26.0, 15.0, 0.0));
    let made = caused(
        caused(made, "A1", RoutCause::LastGreen),
        "A3",
        RoutCause::LastGreen,
    );
    let (mut state, _) = run(courage_phase(made, false, CourageStep::Rout), &[]);
    // Two checks are due: A1 is named first.
    state.agenda.pop();
    state
        .agenda
        .last_mut()
        .unwrap()
        .answers
        .push(crate::model::agenda::Answered {
            topic: Topic::NextCheck,
            unit: None,
            about: None,
            answer: Answer::Unit(id("A1")),
        });
    let (state, events) = run(state, &[6, 6, 6]);
    assert_eq!(courage_checks(&events), [], "nothing is settled yet");
    let Step::Ask(question) = &state.agenda.last().unwrap().step else {
        panic!("the owner is asked");
    };
    assert_eq!(
        (question.topic, question.unit),
        (Topic::Replacement, Some(id("A1")))
    );
    let Options::OneOf(options) = &question.options else {
        panic!("between two");
    };
    let answers: Vec<&Answer> = options.iter().map(|(answer, _)| answer).collect();
    assert_eq!(answers, [&Answer::Decline, &Answer::Unit(id("A2"))]);
}

/// Goes on with an answer to what is asked.
fn given(state: State, answer: Answer, dice: &[u8]) -> (State, Vec<Event>) {
    let Some(Step::Ask(question)) = state.agenda.last().map(|frame| frame.step.clone()) else {
        panic!("nobody is asked");
    };
    let ((), state, _) = at_table(state, &[], |table| {
        table.emit(Event::Procedure(ProcedureEvent::Answered {
            answered: crate::model::agenda::Answered {
                topic: question.topic,
                unit: question.unit,
                about: question.about,
                answer,
            },
        }));
    });
    run(state, dice)
}

#[test]
fn bg4_eng_08_an_unengaged_unit_is_disrupted_or_given_up() {
    let failed = || {
        let made = scene()
            .unit("A1", line(), (18.0, 15.0, 0.0))
            .unit("A2", line(), (18.0, 12.5, 0.0));
        let made = caused(made, "A1", RoutCause::LastGreen);
        run(courage_phase(made, false, CourageStep::Rout), &[6, 6, 6]).0
    };
    let lies = |state: &State, unit: &str| state.unit(id(unit)).unwrap().pose;
    let lost = |state: &State| crate::rules::victory::destroyed_points(state, hindsight_kernel::Seat::B);
    // It takes the result.
    let (state, events) = given(failed(), Answer::Decline, &[]);
    assert_eq!(courage_checks(&events), [(id("A1"), CheckKind::Rout, false)]);
    assert_eq!(status(&state, "A1"), Status::Disrupted);
    assert_eq!(lies(&state, "A1"), Some(pose(18.0, 15.0, 0.0)));
    assert_eq!(lies(&state, "A2"), Some(pose(18.0, 12.5, 0.0)));
    assert_eq!(lost(&state), 0);
    // It is given up, with its points, and the other stands in its place.
    let (state, events) = given(failed(), Answer::Unit(id("A2")), &[]);
    assert_eq!(courage_checks(&events), [(id("A1"), CheckKind::Rout, false)]);
    let gone = state.unit(id("A1")).unwrap();
    assert_eq!((gone.destroyed, gone.pose), (Some(Cause::Sacrificed), None));
    assert_eq!(lies(&state, "A2"), Some(pose(18.0, 15.0, 0.0)));
    assert!(matches!(status(&state, "A2"), Status::Ready(_)));
    assert_eq!(lost(&state), 200);
}

#[test]
fn bg4_cour_07_free_attacks_ask_for_one_more_check_in_step_4() {
    // (book example) Great Swordsmen pinched by three enemies fail; Free Attacks put them In the Yellow.
    let made = scene()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .order("A1", Order::Hold)
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .unit("B2", line(), (21.0, 15.0, 270.0))
        .unit("B3", line(), (15.0, 15.0, 90.0))
        .engaged("B1", "A1", Side::Front)
        .engaged("B2", "A1", Side::Right)
        .engaged("B3", "A1", Side::Left)
        .change("A1", |unit| unit.marked = 3);
    let made = caused(made, "A1", RoutCause::Pinched);
    let (state, _) = run(courage_phase(made, true, CourageStep::Rout), &[6, 6, 6]);
    // North orders their Free Attacks. Pinched on three sides and struck in the rear: 5 + 1 + 2 - 2 to hit and to wound, so
    // that of five 6s one counts by Overkill, and wounds; at the flanks that is 6 to hit and 5 to wound, and no wound.
    // Then courage 11 against 3.
    let mut commands = Vec::new();
    let Some(Step::Ask(question)) = state.agenda.last().map(|frame| frame.step.clone()) else {
        panic!("North is asked which attack comes first");
    };
    assert_eq!(question.topic, Topic::NextFreeAttack);
    commands.push(Answer::Number(0));
    commands.push(Answer::Number(0));
    let mut all = Vec::new();
    let mut state = state;
    let dice: [&[u8]; 3] = [
        &[],
        &[6, 6, 6, 6, 6, 6],
        &[6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 1, 1, 1],
    ];
    for (answer, dice) in commands.into_iter().zip(dice.into_iter().skip(1)) {
        let ((), answered, _) = at_table(state, &[], |table| {
            table.emit(Event::Procedure(ProcedureEvent::Answered {
                answered: crate::model::agenda::Answered {
                    topic: Topic::NextFreeAttack,
                    unit: None,
                    about: None,
                    answer,
                },
            }));
        });
        let (after, events) = run(answered, dice);
        all.extend(events);
        state = after;
    }
    assert_eq!(courage_checks(&all), [(id("A1"), CheckKind::FollowUp, true)]);
    assert_eq!(state.unit(id("A1")).unwrap().marked, 4);
}

#[test]
fn bg4_cour_12_a_cause_noted_in_step_3_waits_for_the_next_phase() {
    let hurt = || {
        caused(
            scene().unit("A1", line(), (18.0, 15.0, 0.0)),
            "A1",
            RoutCause::LastGreen,
        )
    };
    for pre in [true, false] {
        let (state, events) = run(courage_phase(hurt(), pre, CourageStep::FreeAttacks), &[]);
        assert_eq!(courage_checks(&events), [], "not in this phase");
        assert_eq!(state.unit(id("A1")).unwrap().pending.rout, [RoutCause::LastGreen]);
        // The next Courage Phase: Post-Combat of this turn, or Pre-Combat of the next.
        let next = courage_phase(Scene::from(state), !pre, CourageStep::Rout);
        let (_, events) = run(next, &[1, 1, 1]);
        assert_eq!(courage_checks(&events), [(id("A1"), CheckKind::Rout, true)]);
    }
}

#[test]
fn bg4_cour_20_no_free_attack_on_a_unit_that_is_gone() {
    let made = crate::scene::routing_from_two().change("A1", |unit| unit.marked = 8);
    let (state, _) = run(courage_phase(made, true, CourageStep::FreeAttacks), &[]);
    let ((), state, _) = at_table(state, &[], |table| {
        table.emit(Event::Procedure(ProcedureEvent::Answered {
            answered: crate::model::agenda::Answered {
                topic: Topic::NextFreeAttack,
                unit: None,
                about: None,
                answer: Answer::Number(0),
            },
        }));
    });
    let (state, events) = run(state, &[1, 6, 6, 6, 6, 1]);
    assert_eq!(state.unit(id("A1")).unwrap().destroyed, Some(Cause::FreeAttack));
    let made = events
        .iter()
        .filter(|event| matches!(event, Event::Combat(CombatEvent::AttackResolved { .. })));
    assert_eq!(made.count(), 1);
}

#[test]
fn bg4_cour_23_checks_that_cards_demand_come_in_step_6() {
    // "All enemy units within 7 take a courage check or lose their order."
    let effect: Effect = serde_json::from_value(serde_json::json!(
        { "courage_check": { "failed": ["disrupt"] } }
    ))
    .unwrap();
    for (dice, expected) in [
        ([6, 6, 6], Status::Disrupted),
        ([1, 1, 1], Status::Ready(Some(Orders::plain(Order::Close)))),
    ] {
        let state = scene()
            .unit("B1", line(), (18.0, 15.0, 0.0))
            .set(|state| {
                state.agenda = vec![
                    Step::MovementAndCommand.into(),
                    Step::Effects {
                        seat: hindsight_kernel::Seat::A,
                        name: "Dread".to_owned(),
                        kind: LastingKind::Card(crate::model::names::CardNo(22)),
                        on: vec![id("B1")],
                        effects: vec![effect.clone()],
                        spell: false,
                    }
                    .into(),
                ];
            })
            .state();
        let ((), state, _) = at_table(state, &[], |table| {
            let frame = table.state().agenda.last().cloned().unwrap();
            crate::verbs::taking_effect::apply_effects(table, &frame).unwrap();
        });
        assert_eq!(state.unit(id("B1")).unwrap().pending.other.len(), 1);
        // Not before step 6.
        let phase = courage_phase(Scene::from(state), true, CourageStep::Rout);
        let ((), state, events) = at_table(phase, &dice, |table| {
            for _ in 0..40 {
                let frame = table.state().agenda.last().cloned().unwrap();
                match &frame.step {
                    Step::ChooseTargets | Step::MovementAndCommand => break,
                    Step::Effects { .. } => {
                        crate::verbs::taking_effect::apply_effects(table, &frame).unwrap();
                    }
                    _ => step_once(table, &frame),
                }
            }
        });
        assert_eq!(
            courage_checks(&events),
            [(id("B1"), CheckKind::Other, expected != Status::Disrupted)]
        );
        assert_eq!(status(&state, "B1"), expected);
        assert!(state.unit(id("B1")).unwrap().pending.other.is_empty());
    }
}

/// A2 and B2, far apart, each with an enemy on its front.
fn two_fights() -> Scene {
    scene()
        .unit("A2", line(), (10.0, 15.0, 0.0))
        .unit("B3", line(), (10.0, 17.5, 180.0))
        .engaged("B3", "A2", Side::Front)
        .unit("B2", line(), (26.0, 15.0, 180.0))
        .unit("A3", line(), (26.0, 12.5, 0.0))
        .engaged("A3", "B2", Side::Front)
}

#[test]
fn bg4_cour_24_a_pass_rolls_all_checks_before_anything_else() {
    // Units of both players were moved through: both check first, then the Free Attacks, then the rout moves.
    let made = two_fights()
        .change("A2", |unit| unit.pending.passed_by = vec![id("A1")])
        .change("B2", |unit| unit.pending.passed_by = vec![id("B1")]);
    let misses = [6; 10];
    let dice: Vec<u8> = [6; 6].into_iter().chain(misses).collect();
    let (_, events) = run(courage_phase(made, true, CourageStep::Other), &dice);
    assert_eq!(
        courage_checks(&events),
        [
            (id("A2"), CheckKind::Rout, false),
            (id("B2"), CheckKind::Rout, false)
        ]
    );
    let places = |wanted: fn(&Event) -> bool| -> Vec<usize> {
        (0..)
            .zip(&events)
            .filter(|(_, event)| wanted(event))
            .map(|(place, _)| place)
            .collect()
    };
    let checked = places(|event| matches!(event, Event::Courage(CourageEvent::CourageChecked { .. })));
    let struck = places(|event| matches!(event, Event::Combat(CombatEvent::AttackResolved { .. })));
    let moved = places(|event| matches!(event, Event::Movement(MovementEvent::UnitMoved { .. })));
    assert_eq!((checked.len(), struck.len(), moved.len()), (2, 2, 2));
    assert!(checked.last() < struck.first() && struck.last() < moved.first());
}

/// What happened, in order: checks, Free Attacks, follow-up checks, moves.
fn course(events: &[Event]) -> Vec<&'static str> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Courage(CourageEvent::CourageChecked {
                kind: CheckKind::Rout,
                ..
            }) => Some("check"),
            Event::Courage(CourageEvent::CourageChecked {
                kind: CheckKind::FollowUp,
                ..
            }) => Some("follow-up"),
            Event::Combat(CombatEvent::AttackResolved { .. }) => Some("free attack"),
            Event::Movement(MovementEvent::UnitMoved { .. }) => Some("move"),
            _ => None,
        })
        .collect()
}

#[test]
fn bg4_cour_06_both_players_check_before_any_free_attack() {
    use hindsight_kernel::Seat;
    for (active, first, second) in [(Seat::A, "A2", "B2"), (Seat::B, "B2", "A2")] {
        let made = two_fights().set(|state| state.active = Some(active));
        let made = caused(made, "A2", RoutCause::LastGreen);
        let made = caused(made, "B2", RoutCause::LastGreen);
        // Both fail with 18, and no Free Attack hits.
        let (_, events) = run(courage_phase(made, true, CourageStep::Rout), &[6; 16]);
        assert_eq!(
            courage_checks(&events),
            [
                (id(first), CheckKind::Rout, false),
                (id(second), CheckKind::Rout, false)
            ]
        );
        assert_eq!(
            course(&events),
            ["check", "check", "free attack", "free attack", "move", "move"]
        );
    }
}

#[test]
fn bg4_cour_24_two_of_one_side_that_were_moved_through_go_step_by_step() {
    // A1 routed through A2 and A3; each is engaged and one box short of the Yellow.
    let made = scene()
        .unit("A2", line(), (10.0, 15.0, 0.0))
        .unit("B2", line(), (10.0, 17.5, 180.0))
        .engaged("B2", "A2", Side::Front)
        .unit("A3", line(), (26.0, 15.0, 0.0))
        .unit("B3", line(), (26.0, 17.5, 180.0))
        .engaged("B3", "A3", Side::Front);
    let made = ["A2", "A3"].into_iter().fold(made, |made, unit| {
        made.change(unit, |unit| {
            unit.pending.passed_by = vec![id("A1")];
            unit.marked = 3;
        })
    });
    // Each order is the owner's to choose: the first is asked about, the other follows.
    let hit = [1, 6, 6, 6, 6, 1];
    let answers: [(Topic, Answer, Vec<u8>); 4] = [
        (Topic::NextCheck, Answer::Unit(id("A2")), vec![6; 6]),
        (Topic::NextFreeAttack, Answer::Number(0), [hit, hit].concat()),
        (Topic::NextCheck, Answer::Unit(id("A3")), vec![1; 6]),
        (Topic::NextRoutMove, Answer::Unit(id("A2")), Vec::new()),
    ];
    let (mut state, mut all) = run(courage_phase(made, true, CourageStep::Other), &[]);
    for (topic, answer, dice) in answers {
        let asked = match &state.agenda.last().unwrap().step {
            Step::Ask(question) => question.topic,
            other => panic!("{topic:?} is not asked: {other:?}"),
        };
        assert_eq!(asked, topic);
        let (after, events) = given(state, answer, &dice);
        state = after;
        all.extend(events);
    }
    assert_eq!(
        course(&all),
        [
            "check",
            "check",
            "free attack",
            "free attack",
            "follow-up",
            "follow-up",
            "move",
            "move"
        ]
    );
    assert_eq!(
        courage_checks(&all),
        [
            (id("A2"), CheckKind::Rout, false),
            (id("A3"), CheckKind::Rout, false),
            (id("A3"), CheckKind::FollowUp, true),
            (id("A2"), CheckKind::FollowUp, true)
        ]
    );
    for (unit, x) in [("A2", 10.0), ("A3", 26.0)] {
        assert_eq!(state.unit(id(unit)).unwrap().pose, Some(pose(x, 11.5, 180.0)));
        assert_eq!(state.unit(id(unit)).unwrap().marked, 4);
    }
}
