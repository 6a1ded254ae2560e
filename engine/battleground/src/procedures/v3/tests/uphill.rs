//! Hills and roads that a unit is only partly on, and stakes (pp. 27-28).

use battleground_geometry::Hand;

use super::*;
use crate::scene::wall;

use crate::rules::movement::tests::played::{may_go, may_make, wide_road};

/// A hill from this height of the table on, to the north.
fn hill_from(y: f64) -> crate::model::cards::Piece {
    hill_over(1, (5.0, y), (31.0, 29.0))
}

#[test]
fn bg3_terr_19_only_crossing_the_line_upwards_costs() {
    // 40 % of the card on the hill to the north, moving down to the south: nothing.
    assert!(may_go(Edition::V3, 180.0, 3.5, &[hill_from(15.25)]));
    // 60 % on it with the rear off, moving up: -1, 2.5 instead of 3.5.
    assert!(
        may_go(Edition::V3, 0.0, 2.5, &[hill_from(14.75)])
            && !may_go(Edition::V3, 0.0, 2.6, &[hill_from(14.75)])
    );
    // 40 % on it, standing: nothing. 60 % on it, moving along its line: nothing.
    let standing = |y: f64| {
        let state = scene3()
            .unit("A1", moving(3.5), (18.0, 15.0, 0.0))
            .terrain(hill_from(y))
            .state();
        Field::of(&state).current_mc(id("A1")).inches().value()
    };
    assert_eq!((standing(15.25), standing(14.75)), (3.5, 3.5));
    assert!(
        may_go(Edition::V3, 90.0, 3.5, &[hill_from(15.25)])
            && may_go(Edition::V3, 90.0, 3.5, &[hill_from(14.75)])
    );
    // Wholly on it, and over its top down the other side: nothing.
    let ridge = hill_over(1, (5.0, 10.0), (31.0, 16.5));
    assert!(may_go(Edition::V3, 0.0, 3.5, &[ridge]));
}

#[test]
fn bg3_terr_19_a_turn_downhill_costs_nothing() {
    let turn = |inches: f64| turn(Hand::Left, 15.0, inches);
    // 40 % of the card on the hill to the north, turning down to the south: the whole 3.5.
    assert!(may_make(Edition::V3, 180.0, turn(3.5), &[hill_from(15.25)]));
    // 60 % on it, turning up to the north: -1, 2.5 instead of 3.5.
    assert!(may_make(Edition::V3, 0.0, turn(2.5), &[hill_from(14.75)]));
    assert!(!may_make(Edition::V3, 0.0, turn(2.6), &[hill_from(14.75)]));
}

#[test]
fn bg3_terr_19_a_rush_downhill_costs_nothing() {
    let rushes = |from: (f64, f64, f64), to: (f64, f64, f64)| {
        let state = begun(
            scene3()
                .unit("A1", moving(3.5), from)
                .holding("B1", line(), to)
                .terrain(hill_from(15.0)),
        );
        let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
        !state.engagements.is_empty()
    };
    // 3.0 between the two, the line of the hill between them.
    assert!(rushes((18.0, 17.5, 180.0), (18.0, 12.0, 0.0)));
    assert!(
        !rushes((18.0, 12.0, 0.0), (18.0, 17.5, 180.0)),
        "uphill 2.5 are not enough"
    );
}

#[test]
fn bg3_terr_20_the_ground_under_a_road_is_ignored() {
    let swamp = rectangle(TerrainType::Swamp, (5.0, 5.0), (31.0, 25.0));
    let road = rectangle(TerrainType::Road, (16.0, 5.0), (20.0, 25.0));
    assert!(!may_go(Edition::V3, 0.0, 1.8, std::slice::from_ref(&swamp)));
    assert!(may_go(Edition::V3, 0.0, 5.0, &[swamp.clone(), road]));
    // Half on it: the swamp counts.
    let narrow = rectangle(TerrainType::Road, (18.0, 5.0), (22.0, 25.0));
    assert!(!may_go(Edition::V3, 0.0, 1.8, &[swamp, narrow]));
}

#[test]
fn bg3_terr_20_a_road_takes_no_hill_away() {
    // Of 3.5 the road alone makes 5; going up a hill on it -1, 2.5.
    assert!(may_go(Edition::V3, 0.0, 5.0, &[wide_road()]));
    let climbs = |length: f64| may_go(Edition::V3, 0.0, length, &[wide_road(), hill_from(17.0)]);
    assert!(climbs(2.5) && !climbs(2.6));
    // Down the same hill the road helps.
    assert!(may_go(Edition::V3, 180.0, 5.0, &[wide_road(), hill_from(14.0)]));
    // On the top of a hill too.
    let table_land = hill_over(1, (5.0, 5.0), (31.0, 29.0));
    assert!(may_go(Edition::V3, 0.0, 5.0, &[wide_road(), table_land]));
}

#[test]
fn bg3_terr_20_a_swamp_under_a_road_costs_nothing_after_a_climb() {
    // Up a hill at 17, then on along the road through a swamp from 18: -1 as before, not -2.
    let swamp = rectangle(TerrainType::Swamp, (5.0, 18.0), (31.0, 25.0));
    let mut made = scene3()
        .unit("A1", moving(3.5), (18.0, 15.0, 0.0))
        .change("A1", |unit| unit.turn.controlled = true);
    for piece in [wide_road(), hill_from(17.0), swamp] {
        made = made.terrain(piece);
    }
    let state = made.state();
    let goes = |second: f64| legs_allowed(&state, &[forward(1.0), forward(second)]);
    assert!(goes(1.5) && !goes(1.6), "2.5 in all");
}

/// The cover of A1, engaged on its front by B1 to the north, from stakes along these x at the height of their contact.
fn cover_from_stakes(from: f64, to: f64, sharp: crate::model::cards::LineSide) -> i32 {
    cover_behind(Order::Hold, &[(from, to)], sharp)
}

/// The same of several stakes, with this order.
fn cover_behind(order: Order, stakes: &[(f64, f64)], sharp: crate::model::cards::LineSide) -> i32 {
    let mut made = scene3()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .order("A1", order)
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .engaged("B1", "A1", Side::Front);
    for (from, to) in stakes {
        let mut stakes = wall(TerrainType::Stakes, &[(*from, 16.25), (*to, 16.25)]);
        stakes.sharp = Some(sharp);
        made = made.terrain(stakes);
    }
    let state = made.state();
    let cover = Field::of(&state).cover(id("B1"), id("A1"), false);
    cover.iter().map(|modifier| modifier.change).sum()
}

#[test]
fn bg3_terr_17_half_of_the_engaged_side_is_up_against_the_blunt_side() {
    use crate::model::cards::LineSide::{Left, Right};
    // From west to east the north is on the left hand: sharp to the north, where the attacker stands.
    assert_eq!(cover_from_stakes(10.0, 26.0, Left), 1);
    assert_eq!(cover_from_stakes(10.0, 26.0, Right), 0, "from the blunt side");
    // The front is 3.5 wide, from 16.25 to 19.75: along 1.75 of it, with 0.1 beyond an end that is still near.
    assert_eq!(cover_from_stakes(10.0, 18.0, Left), 1);
    assert_eq!(cover_from_stakes(10.0, 17.5, Left), 0, "less than half");
}

#[test]
fn bg3_mod_26_stakes_cover_on_hold_alone() {
    use crate::model::cards::LineSide::Left;
    let whole = [(10.0, 26.0)];
    assert_eq!(cover_behind(Order::Hold, &whole, Left), 1);
    for order in [Order::Close, Order::Range, Order::Follow] {
        assert_eq!(cover_behind(order, &whole, Left), 0, "{order:?}");
    }
}

#[test]
fn bg3_mod_26_parts_of_a_side_at_two_pieces_of_stakes_add_up() {
    use crate::model::cards::LineSide::Left;
    // The front of 3.5 runs from 16.25 to 19.75: 0.9 of it at either end, and 0.1 beyond is still near.
    let (left, right) = ((10.0, 17.15), (18.85, 26.0));
    assert_eq!(cover_behind(Order::Hold, &[left, right], Left), 1, "1.8 and 0.2");
    assert_eq!(cover_behind(Order::Hold, &[left], Left), 0);
    assert_eq!(
        cover_behind(Order::Hold, &[(10.0, 16.9), (19.1, 26.0)], Left),
        0,
        "1.3 and 0.2"
    );
}
