//! Positions that are played on by the engine's own commands until a detector must speak, each with a near twin in which it must
//! not.

use battleground_geometry::{Degrees, Hand};

use super::*;
use crate::flow::decide;
use crate::model::agenda::{Answer, Options, go_on};
use crate::model::command::Command;
use crate::model::names::TokenNo;
use crate::model::orders::Objective;
use crate::model::state::Cause;
use crate::scene::{Scene, at_table, id, line, mc, point, scene};

/// What the coach says from the start of South's Movement & Command Phase on. A question for the way of a rout is answered by
/// going straight on.
fn played(start: Scene, commands: &[Command]) -> Vec<Suggestion> {
    let state = start
        .set(|state| state.agenda.push(Step::Snapshot.into()))
        .state();
    let (result, _, events) = at_table(state.clone(), &[], |table| {
        go_on(table)?;
        for command in commands {
            decide(table, Seat::A, command)?;
            if let Some(Step::Ask(question)) = table.state().agenda.last().map(|frame| frame.step.clone())
                && matches!(question.options, Options::Shift { .. })
            {
                let straight = Answer::Shift {
                    hand: Hand::Left,
                    inches: crate::scene::inches(0.0),
                };
                decide(table, Seat::A, &Command::Choose { answer: straight })?;
            }
        }
        Ok::<_, crate::model::refusal::Refusal>(())
    });
    result.unwrap();
    told(&state, &events)
}

fn activate(unit: &str) -> Command {
    Command::Activate {
        units: vec![id(unit)],
    }
}

#[test]
fn late_rally_tells_of_a_unit_that_routs_into_the_edge() {
    let routing = |actions: u8| {
        scene()
            .unit("A1", line(), (18.0, 2.0, 180.0))
            .change("A1", |unit| unit.status = Status::Routing)
            .unit("B1", line(), (18.0, 28.0, 180.0))
            .set(|state| state.players[0].actions = actions)
    };
    let rally = Command::Rally {
        unit: id("A1"),
        heading: Degrees::new(180.0).unwrap(),
        airborne: false,
    };
    let late = played(routing(1), &[activate("A1")]);
    assert_eq!(of(&late, "late_rally"), ["A1"]);
    weighs(&late, "late_rally", "points lost to the rout move", (200.0, 0.0));
    assert_eq!(of(&played(routing(0), &[activate("A1")]), "late_rally"), NONE);
    assert_eq!(of(&played(routing(1), &[rally]), "late_rally"), NONE);
}

#[test]
fn objective_under_a_friend_tells_of_a_friend_that_covers_the_token() {
    let heading_under = |x: f64| {
        let start = scene()
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .objective("A1", Objective::Location(TokenNo(1)))
            .unit("A2", line(), (x, 20.0, 0.0))
            .unit("B9", line(), (5.0, 28.0, 180.0))
            .set(|state| {
                state.tokens.insert(TokenNo(1), (Seat::A, point(18.0, 20.0)));
            });
        of(&played(start, &[activate("A1")]), "objective_under_a_friend")
    };
    assert_eq!(heading_under(18.0), ["A1"]);
    assert_eq!(heading_under(19.5), NONE, "a strip of the token shows");
}

#[test]
fn camp_left_open_tells_of_a_unit_that_stood_before_the_sacker() {
    let before_the_camp = |y: f64, actions: u8| {
        let start = scene()
            .unit("A1", line(), (18.0, y, 180.0))
            .order("A1", Order::Hold)
            .unit("B1", line(), (18.0, 4.0, 0.0))
            .order("B1", Order::Hold)
            .set(|state| state.players[0].actions = actions);
        of(&played(start, &[Command::EndPhase]), "camp_left_open")
    };
    assert_eq!(before_the_camp(9.0, 1), ["A1"]);
    assert_eq!(before_the_camp(9.0, 0), NONE, "no command action was lost");
    assert_eq!(before_the_camp(11.5, 1), NONE, "5 inches away, it moves 3.5");
}

#[test]
fn airborne_at_the_end_tells_of_a_flyer_that_ends_the_battle() {
    let flying = |gone: u16, airborne: bool| {
        let (mut lost, mut rook) = (line(), line());
        lost.points = gone;
        rook.flying = Some(mc(7.0));
        let start = scene()
            .unit("A1", rook, (18.0, 8.0, 0.0))
            .order("A1", Order::Hold)
            .change("A1", |unit| unit.airborne = airborne)
            .unit("A2", lost, (5.0, 5.0, 0.0))
            .change("A2", |unit| {
                (unit.pose, unit.destroyed) = (None, Some(Cause::Attack));
            })
            .unit("A3", line(), (9.0, 5.0, 0.0))
            .order("A3", Order::Hold)
            .unit("B1", line(), (18.0, 27.0, 180.0));
        of(&played(start, &[Command::EndPhase]), "airborne_at_the_end")
    };
    assert_eq!(flying(1_000, true), ["A1"], "200 points in the air make 1200");
    assert_eq!(flying(1_000, false), NONE, "on the ground the battle goes on");
    assert_eq!(flying(1_200, true), NONE, "it ends all the same");
}
