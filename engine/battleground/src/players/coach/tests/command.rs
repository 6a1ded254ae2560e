//! Command actions, rallies, orders, routs.

use hindsight_kernel::Seat;

use super::*;
use crate::model::cards::RangedType;
use crate::model::event::{CommandEvent, CourageEvent, DamageEvent, MovementEvent, Use};
use crate::model::names::TokenNo;
use crate::model::orders::Objective;
use crate::model::state::{Cause, CheckKind};
use crate::rules::activation::OBJECTIVE_COVERED;
use crate::scene::{id, line, point, scene, shooting};

#[test]
fn wasted_actions_tells_of_actions_lost_with_a_use_for_them() {
    let lose = |count: u8| Event::Command(CommandEvent::ActionsLost { seat: Seat::A, count });
    let base = || {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 20.0, 180.0))
    };
    let found =
        |scene: crate::scene::Scene, count| of(&told(&scene.state(), &[lose(count)]), "wasted_actions");
    assert_eq!(found(base().set(|state| state.players[0].deck = 3), 1), [""]);
    assert_eq!(found(base(), 1), NONE, "no card to draw, nobody in need");
    let full = base().set(|state| (state.players[0].deck, state.players[0].hand) = (3, vec![None; 15]));
    assert_eq!(found(full, 1), NONE, "a full hand");
    let disrupted = || base().change("A1", |unit| unit.status = Status::Disrupted);
    assert_eq!(found(disrupted(), 2), [""]);
    // A card costs one action, to Reorganize two (BG4-CMD-08, -12).
    let drawn = told(&base().set(|state| state.players[0].deck = 3).state(), &[lose(2)]);
    weighs(&drawn, "wasted_actions", "command actions lost", (2.0, 1.0));
    weighs(&drawn, "wasted_actions", "cards in hand", (0.0, 1.0));
    let reorganized = told(&disrupted().state(), &[lose(2)]);
    weighs(&reorganized, "wasted_actions", "command actions lost", (2.0, 0.0));
    weighs(&reorganized, "wasted_actions", "Disrupted units", (1.0, 0.0));
    assert_eq!(found(disrupted(), 1), NONE, "to Reorganize costs two");
    let archers = |marked: u8| {
        scene()
            .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 10.0, 0.0))
            .change("A1", move |unit| unit.ammo_marked = marked)
    };
    assert_eq!(found(archers(6), 1), [""]);
    assert_eq!(found(archers(5), 1), NONE, "a box is left");
}

fn destroyed(cause: Cause) -> Event {
    Event::Damage(DamageEvent::UnitDestroyed {
        unit: id("A1"),
        cause,
        by: None,
    })
}

#[test]
fn late_rally_tells_of_a_unit_that_could_have_been_rallied() {
    let found = |actions: u8, cause: Cause| {
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 180.0))
            .change("A1", |unit| unit.status = Status::Routing)
            .set(|state| state.players[0].actions = actions)
            .state();
        let mut watcher = remembering(History {
            opening: Some(state.clone()),
            ..History::default()
        });
        of(&watched(&mut watcher, &state, &[destroyed(cause)]), "late_rally")
    };
    assert_eq!(found(1, Cause::RoutIntoEdge), ["A1"]);
    assert_eq!(found(0, Cause::RoutIntoEdge), NONE);
    assert_eq!(found(1, Cause::Rushed), NONE, "not by its rout move");
}

#[test]
fn rout_lane_not_free_tells_of_a_friend_left_in_the_lane() {
    let checked = |passed: bool| {
        Event::Courage(CourageEvent::CourageChecked {
            unit: id("A2"),
            kind: CheckKind::Rout,
            roll: None,
            target: 10,
            passed,
        })
    };
    let found = |x: f64, passed: bool| {
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", line(), (x, 6.5, 0.0))
            .state();
        let mut watcher = Watcher {
            history: History {
                moved: [Some(state.clone()), None],
                ..History::default()
            },
            passed: vec![routs::Passed {
                through: id("A2"),
                by: id("A1"),
                state: state.clone(),
            }],
            ..Watcher::default()
        };
        of(
            &watched(&mut watcher, &state, &[checked(passed)]),
            "rout_lane_not_free",
        )
    };
    assert_eq!(found(18.0, false), ["A2"]);
    assert_eq!(found(18.0, true), NONE, "it passed");
    assert_eq!(found(23.0, false), NONE, "it did not lie behind it then");
}

#[test]
fn no_way_out_tells_of_a_unit_that_stood_ready_the_turn_before() {
    let found = |then: Status, cause: Cause| {
        let state = scene()
            .unit("A1", line(), (18.0, 2.0, 0.0))
            .set(|state| (state.turn, state.phase) = (2, Phase::PostCombatCourage))
            .state();
        let mut last = state.clone();
        (last.turn, last.units[0].status) = (1, then);
        let mut watcher = remembering(History {
            ended: [None, Some(last)],
            ..History::default()
        });
        of(&watched(&mut watcher, &state, &[destroyed(cause)]), "no_way_out")
    };
    let ready = Status::Ready(None);
    assert_eq!(found(ready, Cause::RoutIntoEdge), ["A1"]);
    assert_eq!(found(Status::Disrupted, Cause::RoutIntoEdge), NONE);
    assert_eq!(found(ready, Cause::FreeAttack), NONE);
}

#[test]
fn objective_under_a_friend_tells_of_no_enemy_and_no_other_cause() {
    let found = |friend: &str, why: &str| {
        let state = scene()
            .unit("A1", line(), (18.0, 6.0, 0.0))
            .unit(friend, line(), (18.0, 15.0, 0.0))
            .objective("A1", Objective::Location(TokenNo(1)))
            .set(|state| {
                state.tokens.insert(TokenNo(1), (Seat::A, point(18.0, 15.0)));
            })
            .state();
        let event = Event::Movement(MovementEvent::StatusChanged {
            unit: id("A1"),
            status: Status::Disrupted,
            why: why.to_owned(),
        });
        of(&told(&state, &[event]), "objective_under_a_friend")
    };
    assert_eq!(found("A2", OBJECTIVE_COVERED), ["A1"]);
    assert_eq!(found("B1", OBJECTIVE_COVERED), NONE, "an enemy stands there");
    assert_eq!(found("A2", "failed a Rout Check"), NONE);
}

#[test]
fn order_drift_tells_of_three_own_turns_in_a_row() {
    let found = |turns: &[u16]| {
        let mut watcher = Watcher::default();
        let mut found = Vec::new();
        for turn in turns {
            let state = scene()
                .unit("A1", line(), (18.0, 10.0, 0.0))
                .set(|state| (state.turn, state.players[0].actions) = (*turn, 1))
                .state();
            let event = Event::Command(CommandEvent::ActionsSpent {
                seat: Seat::A,
                count: 1,
                on: Use::ChangeOrder(id("A1")),
            });
            found.extend(watched(&mut watcher, &state, &[event]));
        }
        of(&found, "order_drift")
    };
    assert_eq!(found(&[1, 3, 5]), ["A1"]);
    assert_eq!(found(&[1, 3, 7]), NONE, "a turn without");
    assert_eq!(found(&[1, 3]), NONE);
    let ever: Vec<u16> = (0..300).map(|turn| 2 * turn + 1).collect();
    assert_eq!(found(&ever).len(), 298, "from the third on, however long");
}
