//! Cover from shots and in melee: forests, walls, hedges and fences (pp. 20, 27-28).

use super::*;
use crate::rules::combat::tests::numbers::cards::{FRONT, SWORDS, fight, melee};
use crate::scene::wall;

#[test]
fn bg3_terr_13_forest_covers_against_shots_alone() {
    let wood = rectangle(TerrainType::Forest, (10.0, 11.3), (26.0, 20.0));
    let made = fight(
        Edition::V3,
        armed(SWORDS, (2, 2)),
        armed(SWORDS, (2, 2)),
        FRONT,
        Side::Front,
    )
    .terrain(wood);
    assert_eq!(melee(made, "A1", "B1").1, 3);
}

#[test]
fn bg3_mod_26_walls_cover_who_holds_half_a_side_at_them() {
    // The front of B1 lies at y 11.25; a wall along it covers so much of it.
    let walled = |length: f64, order: Order| {
        fight(
            Edition::V3,
            armed(SWORDS, (2, 2)),
            armed(SWORDS, (2, 2)),
            FRONT,
            Side::Front,
        )
        .order("B1", order)
        .terrain(wall(
            TerrainType::LowWall,
            &[(10.0, 11.25), (16.25 + length, 11.25)],
        ))
    };
    assert_eq!(melee(walled(1.75, Order::Hold), "A1", "B1").1, 2);
    assert_eq!(
        melee(walled(1.7, Order::Hold), "A1", "B1").1,
        3,
        "less than half of the side"
    );
    assert_eq!(melee(walled(1.8, Order::Range), "A1", "B1").1, 3, "not on Hold");
}

#[test]
fn bg3_mod_26_parts_of_a_side_at_two_obstacles_add_up() {
    // The front of B1 runs from x 16.25 to 19.75 at y 11.25, one obstacle at either end of it.
    let at = |left: (TerrainType, f64), right: (TerrainType, f64)| {
        let made = fight(
            Edition::V3,
            armed(SWORDS, (2, 2)),
            armed(SWORDS, (2, 2)),
            FRONT,
            Side::Front,
        )
        .order("B1", Order::Hold)
        .terrain(wall(left.0, &[(10.0, 11.25), (16.25 + left.1, 11.25)]))
        .terrain(wall(right.0, &[(19.75 - right.1, 11.25), (26.0, 11.25)]));
        melee(made, "A1", "B1").1
    };
    let low = TerrainType::LowWall;
    assert_eq!(at((low, 0.9), (low, 0.9)), 2, "1.8 of 3.5");
    assert_eq!(at((low, 0.8), (low, 0.8)), 3, "1.6 of 3.5");
    assert_eq!(at((low, 0.9), (TerrainType::Hedge, 0.9)), 2, "a wall and a hedge");
    assert_eq!(
        at((low, 1.75), (TerrainType::Fence, 1.75)),
        2,
        "each half a side: one soft cover"
    );
}

#[test]
fn bg3_mod_26_a_hold_with_a_point_is_a_hold_and_direct_control_is_none() {
    let made = || {
        fight(
            Edition::V3,
            armed(SWORDS, (2, 2)),
            armed(SWORDS, (2, 2)),
            FRONT,
            Side::Front,
        )
        .order("B1", Order::Hold)
        .terrain(wall(TerrainType::LowWall, &[(10.0, 11.25), (26.0, 11.25)]))
    };
    let token = crate::model::names::TokenNo(1);
    let pointed = made().change("B1", |unit| {
        unit.status = Status::Ready(Some(Orders {
            objective: Some(Objective::Location(token)),
            ..Orders::plain(Order::Hold)
        }));
    });
    assert_eq!(melee(pointed, "A1", "B1").1, 2);
    let controlled = made().change("B1", |unit| unit.turn.controlled = true);
    assert_eq!(melee(controlled, "A1", "B1").1, 3);
}

#[test]
fn bg3_terr_18_walls_do_not_help_against_large_units() {
    let against = |keyword| {
        fight(
            Edition::V3,
            armed_as(&[keyword], SWORDS, (2, 2)),
            armed(SWORDS, (2, 2)),
            FRONT,
            Side::Front,
        )
        .order("B1", Order::Hold)
        .terrain(wall(TerrainType::Hedge, &[(10.0, 11.25), (26.0, 11.25)]))
    };
    assert_eq!(
        melee(against(Keyword::Normal), "A1", "B1").1,
        2,
        "a hedge works like a wall"
    );
    assert_eq!(melee(against(Keyword::Large), "A1", "B1").1, 3);
}
