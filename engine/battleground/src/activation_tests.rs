use hindsight_kernel::Refusal;

use super::*;
use crate::cards::UnitType;
use crate::movement_category::Mc;
use crate::names::TokenNo;
use crate::scene::{Scene, at_table, colossal, id, line, moving, point, pose, scene};

/// Activates units and answers every question with its first option; the position when nothing of it is left.
fn activated(state: State, units: &[&str]) -> Result<State, Refusal> {
    let units: Vec<UnitId> = units.iter().map(|name| id(name)).collect();
    let (result, state, _) = at_table(state, &[], |table| {
        begin(table, Seat::A, &units)?;
        for _ in 0..40 {
            let Some(frame) = table.state().agenda.last().cloned() else {
                break;
            };
            match &frame.step {
                Step::Ask(question) => {
                    let answered = movement::first_answer(question).expect("every question has options");
                    table.emit(Event::Answered { answered });
                }
                Step::Activate { .. } => match activate(table, &frame) {
                    Ok(_) => {}
                    Err(Need::Ask(question)) => table.emit(Event::Asked { question: *question }),
                    Err(Need::Refuse(refusal)) => return Err(*refusal),
                },
                _ => break,
            }
        }
        Ok(())
    });
    result.map(|()| state)
}

fn place(state: &State, unit: &str) -> Pose {
    state.unit(id(unit)).unwrap().pose.unwrap()
}

fn rule<T: std::fmt::Debug>(result: Result<T, Refusal>) -> String {
    result.unwrap_err().rule.to_string()
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
    let normal = |unit: &str, deed: Deed, rusher: Option<&str>| {
        let units = [id(unit)];
        let plans = plans(&field, &state, &units, &[]).unwrap();
        check_rushes_first(&state, &units, &[deed], Some(&plans), || rusher.map(id))
    };
    assert_eq!(rule(normal("A1", Deed::Follows, Some("A9"))), "BG4-TURN-04");
    assert_eq!(rule(normal("A1", Deed::Controlled, Some("A9"))), "BG4-TURN-04");
    assert!(normal("A1", Deed::Follows, None).is_ok());
    // RULING: BG4-TURN-04, what changes no pose and what is no move under orders may come before rushes.
    for (unit, deed) in [
        ("A2", Deed::Follows),
        ("A1", Deed::Rushes),
        ("A1", Deed::Routs),
        ("A1", Deed::Rallies),
        ("A1", Deed::Nothing),
    ] {
        assert!(normal(unit, deed, Some("A9")).is_ok());
    }
    // After the first normal move nobody rushes any more this turn; a unit that stays has made none.
    let stayed = activated(column().order("A2", Order::Hold).state(), &["A2"]).unwrap();
    assert!(!stayed.normal_moves);
    let moved = activated(column().state(), &["A1"]).unwrap();
    assert!(moved.normal_moves);
    assert_eq!(rusher(&moved, Seat::A), None);
}

#[test]
fn bg4_turn_05_a_unit_is_activated_once() {
    let again = activated(column().state(), &["A1"]).unwrap();
    let mut state = again;
    state.agenda.truncate(1);
    assert_eq!(rule(activated(state, &["A1"])), "BG4-TURN-05");
}

#[test]
fn bg4_turn_06_units_that_move_together_do_not_stand_in_each_others_way() {
    let together = activated(column().state(), &["A2", "A1"]).unwrap();
    assert_eq!(place(&together, "A1"), pose(18.0, 13.5, 0.0));
    assert_eq!(place(&together, "A2"), pose(18.0, 11.0, 0.0));
    // One after the other if the first one moves first.
    let mut state = activated(column().state(), &["A1"]).unwrap();
    state.agenda.truncate(1);
    let after = activated(state, &["A2"]).unwrap();
    assert!(after.unit(id("A2")).unwrap().turn.activated);
    // RULING: BG4-TURN-06, a group that would end on one another is refused as a whole.
    let crossing = scene()
        .unit("A1", line(), (16.0, 10.0, 0.0))
        .unit("A2", line(), (20.0, 10.0, 0.0));
    let crossing = heading_for(
        heading_for(crossing, "A1", 1, (17.0, 14.0)),
        "A2",
        2,
        (18.5, 14.0),
    )
    .state();
    assert_eq!(rule(activated(crossing, &["A1", "A2"])), "BG4-TURN-06");
}

#[test]
fn bg4_order_12_a_covered_token_disrupts() {
    let covered = |x: f64, whose: &str| {
        let base = scene()
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .unit(whose, line(), (x, 20.0, 0.0))
            .unit("B9", line(), (5.0, 28.0, 180.0));
        activated(heading_for(base, "A1", 1, (18.0, 20.0)).state(), &["A1"]).unwrap()
    };
    let disrupted = |state: &State| state.unit(id("A1")).unwrap().status == Status::Disrupted;
    let under = covered(18.0, "A2");
    assert!(disrupted(&under));
    assert_eq!(place(&under, "A1"), pose(18.0, 5.0, 0.0));
    assert!(under.tokens.is_empty());
    // One corner shows.
    assert!(!disrupted(&covered(19.5, "A2")));
    assert!(!disrupted(&covered(18.0, "B1")));
}

#[test]
fn bg4_order_16_a_token_stays_while_somebody_heads_for_it() {
    let base = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (8.0, 10.0, 0.0))
        .order("A1", Order::Hold)
        .order("A2", Order::Hold);
    let both = heading_for(heading_for(base, "A2", 1, (18.0, 14.0)), "A1", 1, (18.0, 14.0)).state();
    let mut first = activated(both, &["A1"]).unwrap();
    assert_eq!(
        movement::orders_of(first.unit(id("A1")).unwrap())
            .unwrap()
            .objective,
        None
    );
    assert_eq!(first.tokens.len(), 1, "the other unit still heads for it");
    first.agenda.truncate(1);
    first.unit_mut(id("A2")).unwrap().pose = Some(pose(18.0, 18.0, 180.0));
    let last = activated(first, &["A2"]).unwrap();
    assert!(last.tokens.is_empty());
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

fn reported(state: State, unit: &str, at: Pose) -> Result<State, Refusal> {
    let (result, state, _) = at_table(state, &[], |table| report_move(table, Seat::A, id(unit), at));
    result.map(|()| state)
}

#[test]
fn bg4_move_10_a_reported_move_is_held_against_the_rules() {
    // Within a quarter of an inch and five degrees it is accepted and lies where it was seen.
    let seen = pose(18.1, 13.4, 2.0);
    let after = reported(column().state(), "A1", seen).unwrap();
    assert_eq!(place(&after, "A1"), seen);
    assert!(after.unit(id("A1")).unwrap().turn.activated);
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
fn bg4_prin_05_no_shorter_move_without_direct_control() {
    assert_eq!(
        rule(reported(column().state(), "A1", pose(18.0, 12.0, 0.0))),
        "BG4-MOVE-01"
    );
    let controlled = column().change("A1", |unit| unit.turn.controlled = true).state();
    let after = reported(controlled, "A1", pose(18.0, 12.0, 0.0)).unwrap();
    assert_eq!(place(&after, "A1"), pose(18.0, 12.0, 0.0));
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
        pose(18.0, 6.5, 0.0),
    ] {
        let after = reported(controlled(), "A1", there).unwrap();
        assert_eq!(place(&after, "A1"), there);
    }
    assert!(reported(controlled(), "A1", pose(18.0, 17.0, 0.0)).is_err());
    assert!(reported(controlled(), "A1", pose(25.0, 10.0, 0.0)).is_err());
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
    for command in out.iter().flat_map(Offer::commands) {
        let Command::Activate { units } = command else {
            panic!("{command:?}");
        };
        let names: Vec<String> = units.iter().map(ToString::to_string).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert!(activated(state.clone(), &names).is_ok(), "{names:?}");
    }
    let waiting = column()
        .set(|state| state.agenda.push(Step::SubmitLegs { unit: id("A1") }.into()))
        .state();
    let mut out = Vec::new();
    movement::offers(&waiting, Seat::A, &mut out);
    let commands: Vec<Command> = out.iter().flat_map(Offer::commands).cloned().collect();
    assert!(commands.len() > 10, "{}", commands.len());
    for command in commands {
        let Command::SubmitLegs { legs, land, nearest } = command else {
            panic!("{command:?}");
        };
        let (result, _, _) = at_table(waiting.clone(), &[], |table| {
            movement::submit_legs(table, Seat::A, &legs, land, nearest)
        });
        assert!(result.is_ok(), "{legs:?}");
    }
}
