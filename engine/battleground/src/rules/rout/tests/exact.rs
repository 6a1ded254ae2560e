//! Rout moves that end exactly in contact: with no movement left the object is met all the same (pp. 75-77).

use battleground_geometry::{Hand, Inches};

use super::*;
use crate::model::state::{Cause, Phase, State};

/// A1 with Move 3.5, which flees southward from y 18: its front goes from y 16.75 to y 13.25.
fn fleeing_to_13_25() -> Scene {
    fleeing(3.5, (18.0, 18.0, 180.0))
}

/// Another unit so far ahead of A1, its middle this far aside.
fn with_one_ahead(name: &str, x: f64, distance: f64) -> State {
    let y = 16.75 - distance - 1.25;
    fleeing_to_13_25().unit(name, line(), (x, y, 0.0)).state()
}

const SHIFT_BY_NOTHING: f64 = 0.0;

#[test]
fn bg4_rout_05_an_object_met_with_no_movement_left_gives_the_shift() {
    // The distances are those to the near side of the object. Within the tolerance is in contact, BG4-GEO-04.
    for (distance, met) in [
        (3.45, true),
        (3.5, true),
        (3.505, true),
        (3.52, false),
        (3.55, false),
    ] {
        for name in ["A2", "B1"] {
            for initial in [true, false] {
                let state = with_one_ahead(name, 18.0, distance);
                assert_eq!(asks(&state, initial), met, "{name} {distance} ahead");
            }
        }
        let edge = fleeing(3.5, (18.0, distance + 1.25, 180.0)).state();
        assert_eq!(asks(&edge, true), met, "the edge {distance} ahead");
    }
    // A shift that clears the object ends the move: no movement is left.
    let away = [answer(Hand::Left, 1.75)];
    for name in ["A2", "B1"] {
        let plan = run(&with_one_ahead(name, 16.0, 3.5), true, &away);
        assert!(at(plan.end, 19.75, 14.5), "{plan:?}");
        assert_eq!((plan.fate, plan.passed), (None, Vec::new()));
        assert_eq!(plan.distance, Inches::mils(3_500));
    }
    // RULING: enemies that it merely touches on flank or rear are not met, wherever it ends.
    let beside = fleeing_to_13_25()
        .unit("A2", line(), (21.5, 14.5, 0.0))
        .unit("A3", line(), (18.0, 20.5, 180.0))
        .state();
    assert!(!asks(&beside, true));
}

#[test]
fn bg4_rout_06_an_object_met_a_second_time_with_no_movement_left_gives_no_shift() {
    // 2.5 to A2, 1.75 aside, 1 on to A3: straight through it.
    let state = fleeing_to_13_25()
        .unit("A2", line(), (16.25, 13.0, 0.0))
        .unit("A3", line(), (21.5, 12.0, 0.0))
        .state();
    let plan = run(&state, true, &[answer(Hand::Left, 1.75)]);
    assert_eq!((plan.passed, plan.fate), (vec![id("A3")], None));
    assert!(at(plan.end, 19.75, 9.5), "{:?}", plan.end);
    // Neither does one that has shifted this turn already.
    let shifted = Scene::from(with_one_ahead("A2", 18.0, 3.5))
        .change("A1", |unit| unit.turn.shifted = true)
        .state();
    assert_eq!(run(&shifted, false, &[]).passed, [id("A2")]);
}

#[test]
fn bg4_rout_08_an_enemy_met_with_no_movement_left_destroys() {
    for inches in [SHIFT_BY_NOTHING, 1.75] {
        let plan = run(
            &with_one_ahead("B1", 18.0, 3.5),
            true,
            &[answer(Hand::Left, inches)],
        );
        assert_eq!(plan.fate, Some(Cause::RoutIntoEnemy));
    }
}

#[test]
fn bg4_rout_10_the_edge_met_with_no_movement_left_destroys_on_a_later_move() {
    let state = fleeing(3.5, (18.0, 4.75, 180.0)).state();
    let stay = [answer(Hand::Left, SHIFT_BY_NOTHING)];
    let first = run(&state, true, &stay);
    assert!(at(first.end, 18.0, 1.25), "{first:?}");
    assert_eq!(first.fate, None);
    assert_eq!(run(&state, false, &stay).fate, Some(Cause::RoutIntoEdge));
    // The same at impassable terrain.
    let wall = fleeing_to_13_25()
        .terrain(ground(
            TerrainType::FortificationWall,
            &[(10.0, 11.0), (30.0, 11.0), (30.0, 13.25), (10.0, 13.25)],
        ))
        .state();
    assert_eq!(run(&wall, true, &stay).fate, None);
    assert_eq!(run(&wall, false, &stay).fate, Some(Cause::RoutIntoEdge));
}

#[test]
fn bg4_rout_11_a_friend_met_with_no_movement_left_is_moved_through_and_checks() {
    // "This movement is free regardless of how much move the unit had remaining."
    let stay = [answer(Hand::Left, SHIFT_BY_NOTHING)];
    for initial in [true, false] {
        let plan = run(&with_one_ahead("A2", 18.0, 3.5), initial, &stay);
        assert!(at(plan.end, 18.0, 9.5), "{plan:?}");
        assert_eq!((plan.passed, plan.fate), (vec![id("A2")], None));
    }
    let state = moved_unshifted(
        fleeing_to_13_25().unit("A2", line(), (18.0, 12.0, 0.0)),
        Phase::PreCombatCourage,
        true,
    );
    assert_eq!(state.unit(id("A2")).unwrap().pending.passed_by, [id("A1")]);
}

#[test]
fn bg4_rout_17_one_that_cannot_move_meets_nothing_ahead() {
    // A rout move of 0 inches ends where it began: no friend is moved through, no edge reached.
    let beside_friend = fleeing(0.0, (18.0, 18.0, 180.0))
        .unit("A2", line(), (18.0, 15.5, 0.0))
        .state();
    let at_edge = fleeing(0.0, (18.0, 1.25, 180.0)).state();
    for state in [beside_friend, at_edge] {
        let plan = run(&state, false, &[]);
        assert_eq!((plan.passed, plan.fate), (Vec::new(), None));
        assert_eq!(plan.distance, Inches::ZERO);
    }
}
