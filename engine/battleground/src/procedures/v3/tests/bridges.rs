//! Roads over impassable ground (p. 28).

use super::*;
use crate::model::cards::Piece;
use crate::procedures::rush::eligibility;

/// Deep water across the whole table from y 12 to y 16.
fn river() -> Piece {
    rectangle(TerrainType::DeepWater, (0.0, 12.0), (36.0, 16.0))
}

/// A road of this width north and south over the river, its middle at x 18.
fn bridge(width: f64) -> Piece {
    let (left, right) = (18.0 - width / 2.0, 18.0 + width / 2.0);
    rectangle(TerrainType::Road, (left, 2.0), (right, 27.0))
}

/// A1 of Move 5 on Close at (18, 9.75), its front an inch before the river; B1 far behind it.
fn before_the_river(road: Option<f64>) -> Scene {
    let made = scene3()
        .unit("A1", moving(5.0), (18.0, 9.75, 0.0))
        .holding("B1", line(), (18.0, 28.0, 180.0))
        .terrain(river());
    match road {
        Some(width) => made.terrain(bridge(width)),
        None => made,
    }
}

fn goes(made: Scene) -> f64 {
    let (state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(asked(&state), None, "nothing is to be decided on a bridge");
    stands(&state, "A1").unwrap().centre.y.value()
}

#[test]
fn bg3_terr_20_a_road_leads_over_impassable_ground() {
    // +1 for the road: 6 inches.
    assert!((goes(before_the_river(Some(4.0))) - 15.75).abs() < 0.01);
    // Without a road it stays on its bank.
    assert!(goes(before_the_river(None)) <= 10.76);
    // A road narrower than the card on any side leads no card across: some of it would be in the water.
    assert!(goes(before_the_river(Some(2.0))) < 12.0);
}

#[test]
fn bg3_terr_20_a_rush_goes_over_a_bridge() {
    let rush = |width: Option<f64>| {
        let made = before_the_river(width).change("B1", |unit| {
            unit.pose = Some(pose(18.0, 18.2, 180.0));
        });
        let state = begun(made.change("A1", |unit| unit.pose = Some(pose(18.0, 10.75, 0.0))));
        eligibility::may_rush(&state, id("A1"), id("B1")).is_ok()
    };
    assert!(rush(Some(4.0)), "4.95 of 6 inches");
    assert!(!rush(None));
}

#[test]
fn bg3_terr_11_a_unit_on_a_bridge_may_shoot() {
    let shoots = |road: Option<f64>| {
        let made = scene3()
            .holding("A1", shooting(14.0, RangedType::Indirect), (18.0, 14.0, 0.0))
            .holding("B1", line(), (18.0, 24.0, 180.0))
            .terrain(river());
        let state = match road {
            Some(width) => made.terrain(bridge(width)),
            None => made,
        };
        !Field::of(&state.state()).ground_forbids_shooting(id("A1"))
    };
    assert!(shoots(Some(4.0)) && !shoots(None));
}

#[test]
fn bg3_terr_20_a_position_with_a_unit_on_a_bridge_is_sound() {
    let there = |road: Option<f64>| {
        let state = before_the_river(road)
            .change("A1", |unit| unit.pose = Some(pose(18.0, 14.0, 0.0)))
            .state();
        crate::positions::start::invariants(&state)
    };
    assert_eq!(there(Some(4.0)), Ok(()));
    assert!(there(None).unwrap_err().contains("stands in"));
}
