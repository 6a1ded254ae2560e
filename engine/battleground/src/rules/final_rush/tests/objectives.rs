//! Enemies that a unit with an objective may rush in place of it.

use super::*;
use crate::model::orders::Objective;

/// A1 with this Move has B1 as its objective, whose front the screening B2 touches. B1's right flank is 8.75 away.
fn screened(distance: f64) -> State {
    begun(
        scene()
            .unit("A1", moving(distance), (16.0, 12.0, 0.0))
            .objective("A1", Objective::Enemy(id("B1")))
            .unit("B1", line(), (18.0, 22.0, 180.0))
            .unit("B2", line(), (18.0, 19.5, 180.0)),
    )
}

#[test]
fn bg4_ordmv_14_an_enemy_that_holds_the_facing_side_of_the_objective_is_rushed() {
    // "If the impassible object is an enemy unit, then the unit on Close will Final Rush the intervening enemy unit."
    let state = screened(6.0);
    assert_eq!(may(&state, "A1", "B2"), Ok(()));
    let (after, _) = rushed(state, &["A1"], &[]).unwrap();
    assert_eq!(engaged(&after, "A1")[0].0, id("B2"));
    assert_lies(&after, "A1", (18.0, 17.0, 0.0));
    // At 5.385 it is out of reach of Move 5: no rush, and the flank is what the unit goes for.
    assert!(!must_rush(&screened(5.0), id("A1")));
}

#[test]
fn bg4_ordmv_14_the_objective_itself_comes_before_those_in_its_way() {
    // Its Nearest Open Side is in reach too, with an Open Path: the objective has priority, though B2 is Most Directly Ahead.
    let state = screened(9.5);
    assert_eq!(may(&state, "A1", "B1"), Ok(()));
    assert_eq!(may(&state, "A1", "B2"), Err(NoFinalRush::NotItsObjective));
    let (after, _) = rushed(state, &["A1"], &[]).unwrap();
    assert_eq!(engaged(&after, "A1")[0].0, id("B1"));
}

#[test]
fn bg4_ordmv_17_an_enemy_on_the_line_to_a_held_rear_is_rushed() {
    // A9's rear is held by B2, and its left flank is open: the line of step 2 to the rear passes through B2.
    let led = |screen: (f64, f64, f64)| {
        begun(
            scene()
                .unit("A1", moving(6.0), (16.0, 12.0, 0.0))
                .objective("A1", Objective::Friend(id("A9")))
                .unit("A9", line(), (18.0, 22.0, 0.0))
                .unit("B2", line(), screen),
        )
    };
    let state = led((18.0, 19.5, 180.0));
    assert_eq!(may(&state, "A1", "B2"), Ok(()));
    let (after, _) = rushed(state, &["A1"], &[]).unwrap();
    assert_eq!(engaged(&after, "A1")[0].0, id("B2"));
    // One that only narrows the corridor to the rear is not rushed.
    let beside = led((19.8, 17.5, 180.0));
    assert_eq!(may(&beside, "A1", "B2"), Err(NoFinalRush::NotItsObjective));
}
