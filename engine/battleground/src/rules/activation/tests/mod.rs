use battleground_geometry::Side;
use hindsight_kernel::Offer;

use super::*;
use crate::model::cards::UnitType;
use crate::model::command::Command;
use crate::model::event::{MovementEvent, ProcedureEvent};
use crate::model::movement_category::Mc;
use crate::model::names::TokenNo;
use crate::model::refusal::Refusal;
use crate::procedures::backing_up;
use crate::procedures::rush::{safety, targets};
use crate::scene::{
    Scene, assert_sound_throughout, at_table, begun, colossal, id, line, moving, play, point, pose, scene,
};

mod by_orders;
mod editions;
mod ladder;
mod moved_together;
mod objectives;
mod orders;
mod rallies;
mod rushes;
mod together;

/// Activates units and answers every question with its first option; the position when nothing of it is left.
fn activated(state: State, units: &[&str]) -> Result<State, Refusal> {
    activated_with_events(state, units).map(|(state, _)| state)
}

/// The same with everything that happens.
fn activated_with_events(state: State, units: &[&str]) -> Result<(State, Vec<Event>), Refusal> {
    let units: Vec<UnitId> = units.iter().map(|name| id(name)).collect();
    let (result, state, events) = at_table(state, &[], |table| {
        begin(table, Seat::A, &units)?;
        for _ in 0..40 {
            let Some(frame) = table.state().agenda.last().cloned() else {
                break;
            };
            match &frame.step {
                Step::Ask(question) => {
                    let answer =
                        movement::first_answer(&question.options).expect("every question has options");
                    let answered = question.answered(answer);
                    table.emit(Event::Procedure(ProcedureEvent::Answered { answered }));
                }
                Step::Activate { .. } => match activate(table, &frame) {
                    Ok(_) => {}
                    Err(Need::Ask(asked)) => {
                        let question = asked.of(table.state().edition);
                        table.emit(Event::Procedure(ProcedureEvent::Asked { question }));
                    }
                    Err(Need::Refuse(refusal)) => return Err(*refusal),
                },
                _ => break,
            }
        }
        Ok(())
    });
    result.map(|()| (state, events))
}

fn place(state: &State, unit: &str) -> Pose {
    state.unit(id(unit)).unwrap().pose.unwrap()
}

fn rule<T: std::fmt::Debug>(result: Result<T, impl Into<Refusal> + std::fmt::Debug>) -> String {
    let refusal: Refusal = result.unwrap_err().into();
    refusal.id(crate::editions::Edition::V4)
}

/// Two units, one behind the other, and an enemy far ahead.
fn column() -> Scene {
    scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (18.0, 7.5, 0.0))
        .unit("B1", line(), (18.0, 27.0, 180.0))
}

fn heading_for(scene: Scene, unit: &str, token: u8, at: (f64, f64)) -> Scene {
    scene
        .objective(unit, Objective::Location(TokenNo(token)))
        .set(|state| {
            state.tokens.insert(TokenNo(token), (Seat::A, point(at.0, at.1)));
        })
}

#[test]
fn bg4_turn_03_units_that_can_move_must_be_activated() {
    let state = column()
        .unit("A3", line(), (5.0, 5.0, 0.0))
        .order("A3", Order::Hold)
        .unit("A4", line(), (10.0, 5.0, 0.0))
        .change("A4", |unit| unit.status = Status::Disrupted)
        .unit("A5", line(), (28.0, 5.0, 0.0))
        .change("A5", |unit| unit.status = Status::Routing)
        .state();
    assert_eq!(still_to_activate(&state, Seat::A), [id("A1"), id("A2"), id("A5")]);
    let held = heading_for(
        scene()
            .unit("A1", line(), (5.0, 5.0, 0.0))
            .order("A1", Order::Hold),
        "A1",
        1,
        (9.0, 9.0),
    );
    assert_eq!(still_to_activate(&held.state(), Seat::A), [id("A1")]);
    let after = activated(column().state(), &["A1"]).unwrap();
    assert_eq!(still_to_activate(&after, Seat::A), [id("A2")]);
    assert_eq!(place(&after, "A1"), pose(18.0, 13.5, 0.0));
}

#[test]
fn bg4_turn_03_only_own_units_in_the_own_phase() {
    assert_eq!(rule(activated(column().state(), &["B1"])), "BG4-TURN-03");
    assert_eq!(rule(activated(column().state(), &[])), "BG4-TURN-03");
    let theirs = column().set(|state| state.active = Some(Seat::B)).state();
    assert_eq!(rule(activated(theirs, &["A1"])), "BG4-TURN-03");
    let elsewhere = column()
        .set(|state| state.agenda = vec![Step::Attacks.into()])
        .state();
    assert_eq!(rule(activated(elsewhere, &["A1"])), "BG4-TURN-03");
}

#[test]
fn bg4_turn_04_every_rush_comes_before_any_normal_move() {
    let state = column().order("A2", Order::Hold).state();
    let field = Field::of(&state);
    let normal = |unit: &str, activation_kind: ActivationKind, rusher: Option<&str>| {
        let units = [id(unit)];
        let plans = plans(&field, &state, &units, &[]).unwrap().unwrap();
        check_rushes_first(
            &state,
            &units,
            &[activation_kind],
            Some(plans.as_slice()),
            rusher.map(id),
        )
    };
    assert_eq!(
        rule(normal("A1", ActivationKind::Follows, Some("A9"))),
        "BG4-TURN-04"
    );
    assert_eq!(
        rule(normal("A1", ActivationKind::Controlled, Some("A9"))),
        "BG4-TURN-04"
    );
    assert!(normal("A1", ActivationKind::Follows, None).is_ok());
    // RULING: BG4-TURN-04, what changes no pose and what is no move under orders may come before rushes.
    for (unit, activation_kind) in [
        ("A2", ActivationKind::Follows),
        ("A1", ActivationKind::Rushes),
        ("A1", ActivationKind::Routs),
        ("A1", ActivationKind::Rallies),
        ("A1", ActivationKind::Nothing),
    ] {
        assert!(normal(unit, activation_kind, Some("A9")).is_ok());
    }
    // After the first normal move nobody rushes any more this turn; a unit that stays has made none.
    let stayed = activated(column().order("A2", Order::Hold).state(), &["A2"]).unwrap();
    assert!(!stayed.normal_moves);
    let moved = activated(column().state(), &["A1"]).unwrap();
    assert!(moved.normal_moves);
    let early = begun(one_before_its_enemy());
    assert_eq!(rusher(&early, Seat::A, &[]), Some(id("A1")));
    let late = Scene::from(early).set(|state| state.normal_moves = true).state();
    assert_eq!(rusher(&late, Seat::A, &[]), None);
}

/// A1 with an enemy in reach, and A2 far from both.
fn one_before_its_enemy() -> Scene {
    scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (5.0, 5.0, 0.0))
        .unit("B1", line(), (18.0, 15.0, 180.0))
}

#[test]
fn bg4_turn_04_a_normal_move_waits_for_the_rush_unless_it_was_given_up() {
    let state = begun(one_before_its_enemy());
    assert_eq!(rule(activated(state.clone(), &["A2"])), "BG4-TURN-04");
    // It has rushed.
    let mut after = activated(state.clone(), &["A1"]).unwrap();
    assert_eq!(after.engagements.len(), 1);
    after.agenda.truncate(1);
    assert!(activated(after, &["A2"]).unwrap().normal_moves);
    // It is directly controlled: its owner may move another first, and it then rushes no more.
    let controlled = Scene::from(state.clone())
        .change("A1", |unit| unit.turn.controlled = true)
        .state();
    let after = activated(controlled, &["A2"]).unwrap();
    assert!(after.normal_moves && !targets::must_rush(&after, id("A1")));
    // Its order was changed.
    let held = Scene::from(state).order("A1", Order::Hold).state();
    assert!(activated(held, &["A2"]).unwrap().normal_moves);
}

#[test]
fn bg4_turn_06_in_a_group_the_rushes_come_first() {
    // A2 rushes the flank, and only then may A1, a Skirmisher as well, rush the front: it pinches. Rule BG4-SKIRM-04.
    let skirmisher = || crate::scene::with_keywords(&[Keyword::Normal, Keyword::Skirmisher]);
    let state = begun(
        scene()
            .unit("A1", skirmisher(), (18.0, 10.0, 0.0))
            .unit("A2", skirmisher(), (22.5, 15.0, 270.0))
            .unit("B1", line(), (18.0, 15.0, 180.0)),
    );
    assert_eq!(rule(activated(state.clone(), &["A1"])), "BG4-TURN-04");
    let after = activated(state, &["A1", "A2"]).unwrap();
    let fights = |unit: &str| {
        after
            .engaged_with(id(unit))
            .map(|(_, _, side)| side)
            .collect::<Vec<_>>()
    };
    assert_eq!(fights("A1"), [Side::Front]);
    assert_eq!(fights("A2"), [Side::Left]);
    // One that rushes and one that then follows its order.
    let after = activated(begun(one_before_its_enemy()), &["A2", "A1"]).unwrap();
    assert_eq!(after.engagements.len(), 1);
    assert!(after.unit(id("A2")).unwrap().turn.moved);
}

#[test]
fn bg4_colos_05_a_slid_unit_whose_enemy_is_gone_walks_away_whole() {
    let state = scene()
        .unit("A1", colossal(), (18.0, 13.75, 0.0))
        .change("A1", |unit| unit.slid = true)
        .unit("B1", line(), (18.0, 27.0, 180.0))
        .state();
    let after = activated(state, &["A1"]).unwrap();
    assert_eq!(place(&after, "A1"), pose(18.0, 17.25, 0.0));
    assert!(!after.unit(id("A1")).unwrap().slid);
}

#[test]
fn bg4_turn_05_a_unit_is_activated_once() {
    let again = activated(column().state(), &["A1"]).unwrap();
    let mut state = again;
    state.agenda.truncate(1);
    assert_eq!(rule(activated(state, &["A1"])), "BG4-TURN-05");
}

#[test]
fn bg4_turn_06_units_that_move_together_lie_on_one_another_at_no_moment() {
    // The rear unit is named first: it moves into the place that the front unit leaves.
    let units = vec![id("A2"), id("A1")];
    let state = column().state();
    let (_, events) = play(state.clone(), &[(Seat::A, Command::Activate { units })], &[]).unwrap();
    assert_sound_throughout(&state, &events);
    let moves: Vec<usize> = events
        .iter()
        .map(|event| event.movements().len())
        .filter(|&moves| moves > 0)
        .collect();
    assert_eq!(moves, [2], "one event tells of both");
}

#[test]
fn bg4_turn_05_a_routing_unit_is_activated_once() {
    let state = scene()
        .unit("A1", line(), (18.0, 15.0, 180.0))
        .change("A1", |unit| unit.status = Status::Routing)
        .state();
    let units = vec![id("A1")];
    let (_, events) = play(state, &[(Seat::A, Command::Activate { units })], &[]).unwrap();
    let activated = events.iter().filter(|event| {
        matches!(
            event,
            Event::Movement(MovementEvent::Marked {
                mark: TurnMark::Activated,
                ..
            })
        )
    });
    assert_eq!(activated.count(), 1);
}

#[test]
fn bg4_move_19_touching_an_enemy_is_not_engaging() {
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 14.5, 180.0))
        .set(|state| state.normal_moves = true)
        .state();
    let after = activated(state, &["A1"]).unwrap();
    assert_eq!(place(&after, "A1"), pose(18.0, 12.0, 0.0));
    assert!(after.engagements.is_empty());
}

#[test]
fn bg4_colos_04_a_colossal_unit_tramples_the_friend_it_walks_up_to() {
    let walk = |friend: UnitType| {
        let state = scene()
            .unit("A1", colossal(), (18.0, 8.75, 0.0))
            .unit("A2", friend, (19.0, 15.0, 0.0))
            .unit("B1", line(), (18.0, 24.0, 180.0))
            .state();
        activated(state, &["A1"]).unwrap()
    };
    let after = walk(line());
    assert_eq!(after.unit(id("A2")).unwrap().marked, 1);
    let big = UnitType {
        movement: Mc::row(4),
        ..colossal()
    };
    assert_eq!(walk(big).unit(id("A2")).unwrap().marked, 0);
}

/// Greedy battles 46, 80, 386, 441 and 499: the last box is marked before the friend is gone.
#[test]
fn bg4_colos_04_a_friend_trampled_to_death_is_gone() {
    let state = scene()
        .unit("A1", colossal(), (18.0, 8.75, 0.0))
        .unit("A2", line(), (19.0, 15.0, 0.0))
        .change("A2", |unit| unit.marked = 8)
        .unit("B1", line(), (18.0, 24.0, 180.0))
        .state();
    let (after, events) = activated_with_events(state.clone(), &["A1"]).unwrap();
    assert_sound_throughout(&state, &events);
    assert!(after.unit(id("A2")).unwrap().destroyed.is_some());
    assert_eq!(crate::positions::start::sound_at_rest(&after), Ok(()));
}

#[test]
fn bg4_skirm_10_a_routing_skirmisher_rallies_where_nobody_can_rush_it() {
    let routing = UnitType {
        movement: Mc::row(5),
        ..crate::scene::with_keywords(&[Keyword::Normal, Keyword::Skirmisher])
    };
    let state = scene()
        .unit("A1", routing, (18.0, 10.0, 180.0))
        .change("A1", |unit| unit.status = Status::Routing)
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .state();
    let after = activated(state, &["A1"]).unwrap();
    let unit = after.unit(id("A1")).unwrap();
    assert_eq!(unit.status, Status::Ready(Some(Orders::plain(Order::Hold))));
    assert!(unit.turn.rallied && unit.turn.activated && !unit.turn.moved);
}

/// Activates A1 and answers what is asked, once.
fn rallied_with(state: State, given: Answer) -> State {
    let ((), state, _) = at_table(state, &[], |table| {
        begin(table, Seat::A, &[id("A1")]).unwrap();
        let frame = table.state().agenda.last().cloned().unwrap();
        let Err(Need::Ask(question)) = activate(table, &frame) else {
            panic!("its owner is asked");
        };
        assert_eq!(question.topic, Topic::RallyHeading);
        let crate::model::agenda::Options::OneOf(options) = &question.options else {
            panic!("named choices");
        };
        assert!(options.iter().any(|(option, _)| *option == given), "{options:?}");
        table.emit(Event::Procedure(ProcedureEvent::Asked {
            question: question.clone().of(table.state().edition),
        }));
        table.emit(Event::Procedure(ProcedureEvent::Answered {
            answered: Answered {
                topic: question.topic,
                unit: question.unit,
                about: question.about,
                answer: given,
            },
        }));
        let frame = table.state().agenda.last().cloned().unwrap();
        activate(table, &frame).unwrap();
    });
    state
}

#[test]
fn bg4_fly_11_a_flying_skirmisher_that_rallies_by_itself_lands_or_stays_in_the_air() {
    let routing = |over: bool| {
        let kind = UnitType {
            flying: Some(crate::scene::mc(8.5)),
            ..crate::scene::with_keywords(&[Keyword::Normal, Keyword::Skirmisher, Keyword::Flying])
        };
        let scene = scene()
            .unit("A1", kind, (18.0, 10.0, 180.0))
            .change("A1", |unit| {
                unit.status = Status::Routing;
                unit.airborne = true;
            })
            .unit("B1", line(), (18.0, 25.0, 180.0));
        if over {
            scene.unit("A2", line(), (18.0, 9.0, 0.0)).state()
        } else {
            scene.state()
        }
    };
    let unit = |state: &State| state.unit(id("A1")).unwrap().clone();
    // It stays: HA, heading unchanged.
    let after = unit(&rallied_with(routing(false), Answer::Decline));
    assert!(after.airborne && after.turn.rallied);
    assert_eq!(after.pose, Some(pose(18.0, 10.0, 180.0)));
    assert_eq!(after.status, Status::Ready(Some(Orders::plain(Order::Hold))));
    // It lands: H, Reform.
    let north = Answer::Heading(Degrees::ZERO);
    let after = unit(&rallied_with(routing(false), north.clone()));
    assert!(!after.airborne);
    assert_eq!(after.pose, Some(pose(18.0, 10.0, 0.0)));
    // Over another unit landing is not among the choices.
    let over = routing(true);
    let question = crate::verbs::rallying::heading_question(&over, &unit(&over));
    let crate::model::agenda::Options::OneOf(options) = question.options else {
        panic!("named choices");
    };
    assert!(options.iter().all(|(answer, _)| *answer == Answer::Decline));
    assert_eq!(options.len(), 1);
}

fn reported(state: State, unit: &str, at: Pose) -> Result<State, Refusal> {
    let (result, state, _) = at_table(state, &[], |table| report_move(table, Seat::A, id(unit), at));
    result.map(|()| state)
}

#[test]
fn bg4_move_10_a_reported_move_is_held_against_the_rules() {
    // Within a quarter of an inch and five degrees it is accepted, and lies where the rules lead: a hair farther is no gain.
    for seen in [pose(18.1, 13.4, 2.0), pose(18.0, 13.7, 0.0)] {
        let after = reported(column().state(), "A1", seen).unwrap();
        assert_eq!(place(&after, "A1"), pose(18.0, 13.5, 0.0));
        assert!(after.unit(id("A1")).unwrap().turn.activated);
    }
    // Too far off, or an extra wheel to keep the flank safe (book example).
    for wrong in [
        pose(18.0, 13.0, 0.0),
        pose(18.0, 13.5, 30.0),
        pose(18.0, 10.0, 0.0),
    ] {
        assert_eq!(rule(reported(column().state(), "A1", wrong)), "BG4-MOVE-01");
    }
}

#[test]
fn bg4_move_22_a_reported_pose_is_reached_by_some_legs() {
    let controlled = || {
        scene()
            .unit("A1", moving(6.0), (18.0, 10.0, 0.0))
            .change("A1", |unit| unit.turn.controlled = true)
            .state()
    };
    for there in [
        pose(18.0, 10.0, 180.0),
        pose(20.0, 12.0, 0.0),
        pose(18.0, 10.0, 90.0),
        pose(17.109, 12.324, 330.0),
        // A backward turn.
        backward_turn(),
        pose(18.0, 6.5, 0.0),
    ] {
        let after = reported(controlled(), "A1", there).unwrap();
        assert_eq!(place(&after, "A1"), there);
    }
    // Under Direct Control it moves 6: what was seen at 6.1 is no more than that.
    let after = reported(controlled(), "A1", pose(18.0, 16.1, 0.0)).unwrap();
    let y = place(&after, "A1").centre.y.value();
    assert!((15.75..=16.001).contains(&y), "{y}");
    assert!(reported(controlled(), "A1", pose(18.0, 17.0, 0.0)).is_err());
    assert!(reported(controlled(), "A1", pose(25.0, 10.0, 0.0)).is_err());
}

/// Where a unit at (18, 10) comes that turns 20 degrees backward along 2.5 inches.
fn backward_turn() -> Pose {
    use battleground_geometry::Hand;
    let state = scene()
        .unit("A1", moving(6.0), (18.0, 10.0, 0.0))
        .change("A1", |unit| unit.turn.controlled = true)
        .state();
    let legs = [crate::model::command::Leg::Turn {
        hand: Hand::Left,
        angle: Degrees::new(20.0).unwrap(),
        inches: crate::scene::inches(2.5),
        backward: true,
    }];
    let waiting = State {
        agenda: vec![Step::SubmitLegs { unit: id("A1") }.into()],
        ..state
    };
    let (result, after, _) = at_table(waiting, &[], |table| {
        crate::rules::movement::submit_legs(table, Seat::A, &legs, None, None)
    });
    result.unwrap();
    let there = place(&after, "A1");
    // ReportedPose from above its rear has swung round: it lies further south and no longer looks north.
    assert!(there.centre.y.value() < 9.5 && there.heading != Degrees::ZERO);
    there
}

fn report_move_accepted(state: &State, unit: UnitId, at: Pose) -> bool {
    let (result, _, _) = at_table(state.clone(), &[], |table| report_move(table, Seat::A, unit, at));
    result.is_ok()
}

#[test]
fn every_offered_activation_is_accepted() {
    let state = column()
        .unit("A3", line(), (5.0, 5.0, 0.0))
        .order("A3", Order::Hold)
        .state();
    let mut out = Vec::new();
    offers(&state, Seat::A, &mut out);
    assert!(out.len() >= 3);
    assert!(
        out.iter()
            .flat_map(Offer::commands)
            .any(|command| matches!(command, Command::ReportMove { .. }))
    );
    for command in out.iter().flat_map(Offer::commands) {
        if let Command::ReportMove { unit, pose } = command {
            assert!(report_move_accepted(&state, *unit, *pose));
            continue;
        }
        let Command::Activate { units } = command else {
            panic!("{command:?}");
        };
        let names: Vec<String> = units.iter().map(ToString::to_string).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert!(activated(state.clone(), &names).is_ok(), "{names:?}");
    }
    // While a rush is to come, a unit that would move is offered together with the one that rushes.
    let state = begun(one_before_its_enemy());
    let mut out = Vec::new();
    offers(&state, Seat::A, &mut out);
    let groups: Vec<Vec<UnitId>> = out
        .iter()
        .flat_map(Offer::commands)
        .filter_map(|command| match command {
            Command::Activate { units } => Some(units.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(groups, [vec![id("A1")], vec![id("A1"), id("A2")]]);
    assert!(activated(state, &["A1", "A2"]).is_ok());
    let waiting = column()
        .set(|state| state.agenda.push(Step::SubmitLegs { unit: id("A1") }.into()))
        .state();
    let mut out = Vec::new();
    crate::rules::movement::offers(&waiting, Seat::A, &mut out);
    let commands: Vec<Command> = out.iter().flat_map(Offer::commands).cloned().collect();
    assert!(commands.len() > 10, "{}", commands.len());
    assert!(
        commands
            .iter()
            .any(|command| matches!(command, Command::ReportMove { .. }))
    );
    for command in commands {
        if let Command::ReportMove { unit, pose } = command {
            assert!(report_move_accepted(&waiting, unit, pose));
            continue;
        }
        let Command::SubmitLegs { legs, land, nearest } = command else {
            panic!("{command:?}");
        };
        let (result, _, _) = at_table(waiting.clone(), &[], |table| {
            crate::rules::movement::submit_legs(table, Seat::A, &legs, land, nearest)
        });
        assert!(result.is_ok(), "{legs:?}");
    }
}

#[test]
fn bg4_status_02_a_disrupted_unit_stays_where_it_is() {
    let disrupted = column()
        .change("A1", |unit| unit.status = Status::Disrupted)
        .state();
    let after = activated(disrupted, &["A1"]).unwrap();
    assert_eq!(place(&after, "A1"), pose(18.0, 10.0, 0.0));
    assert!(after.unit(id("A1")).unwrap().turn.activated);
}

#[test]
fn bg4_skirm_10_not_where_an_enemy_could_rush_it() {
    let routing = |distance: f64| {
        let kind = crate::scene::with_keywords(&[Keyword::Normal, Keyword::Skirmisher]);
        let state = scene()
            .unit("A1", kind, (18.0, 10.0, 180.0))
            .change("A1", |unit| unit.status = Status::Routing)
            .unit("B1", line(), (18.0, 12.5 + distance, 180.0))
            .state();
        safety::rallies_by_itself(&state, id("A1"))
    };
    assert!(routing(5.0), "out of reach of Move 3.5");
    assert!(!routing(3.0), "at 3 with an Open Path");
}

/// What is told of a unit that is seen to end there.
fn events_of_report(state: State, unit: &str, at: Pose) -> Vec<Event> {
    let (result, _, events) = at_table(state, &[], |table| report_move(table, Seat::A, id(unit), at));
    result.unwrap();
    events
}

#[test]
fn bg4_turn_05_a_reported_move_is_one_move() {
    let controlled = column().change("A1", |unit| unit.turn.controlled = true).state();
    let routing = column()
        .change("A1", |unit| unit.status = Status::Routing)
        .state();
    let rows = [
        ("by its order", column().state(), pose(18.1, 13.4, 2.0)),
        ("under Direct Control", controlled, pose(18.1, 12.0, 1.0)),
        ("routing", routing, pose(18.1, 13.4, 2.0)),
    ];
    for (words, state, seen) in rows {
        let events = events_of_report(state, "A1", seen);
        let moves: Vec<(UnitId, Pose)> = events
            .iter()
            .flat_map(Event::movements)
            .map(|(_, one)| (one.unit, one.to))
            .collect();
        let [(unit, to)] = moves.as_slice() else {
            panic!("{words}: {moves:?}");
        };
        assert_eq!(*unit, id("A1"), "{words}");
        // It ends where the rules lead, which the players measured as well as they could.
        let far = to.centre.distance(seen.centre).value();
        assert!(far <= 0.25, "{words}: {to:?}");
        if words == "by its order" {
            assert_eq!(*to, pose(18.0, 13.5, 0.0));
        }
    }
}

#[test]
fn bg4_move_18_what_the_rules_bring_into_contact_touches_however_it_was_measured() {
    // A follower comes up to its leader's rear at y 12.75; it is seen a tenth of an inch short of it.
    let following = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .objective("A1", Objective::Friend(id("A9")))
        .unit("A9", line(), (18.0, 14.0, 0.0))
        .order("A9", Order::Hold)
        .state();
    let after = reported(following, "A1", pose(18.1, 11.4, 1.0)).unwrap();
    assert_eq!(place(&after, "A1"), pose(18.0, 11.5, 0.0));
    assert!(backing_up::is_backing_up(&after, id("A1")));
}

#[test]
fn bg4_colos_04_walking_up_to_a_friend_tramples_it_each_turn() {
    let start = scene()
        .unit("A1", colossal(), (18.0, 8.75, 0.0))
        .unit("A2", line(), (19.0, 15.0, 0.0))
        .unit("B1", line(), (18.0, 24.0, 180.0))
        .state();
    let first = activated(start, &["A1"]).unwrap();
    assert_eq!(first.unit(id("A2")).unwrap().marked, 1);
    let next = Scene::from(first)
        .change("A1", |unit| unit.turn = crate::model::state::TurnMarks::default())
        .set(|state| {
            state.normal_moves = false;
            state.agenda.truncate(1);
        })
        .state();
    let second = activated(next, &["A1"]).unwrap();
    assert_eq!(second.unit(id("A2")).unwrap().marked, 2);
}
