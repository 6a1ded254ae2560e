//! Cards, arcs, sides, what is clearly visible, the nearest enemy (pp. 2-7).

use battleground_geometry::FacingSide;

use super::*;
use crate::field::{Blocker, Path, Purpose};

use crate::field::tests::noted::{A1, nearest};

/// The pose of an enemy that looks south and whose front centre is this far from (18, 10), so far to the right.
fn ahead(distance: f64, right: f64) -> (f64, f64, f64) {
    let up = (distance * distance - right * right).sqrt();
    (18.0 + right, 10.0 + up + 1.25, 180.0)
}

#[test]
fn bg3_gen_02_measurements_that_an_eye_cannot_tell_apart_are_equal() {
    let two = |one: f64, other: f64| {
        scene3()
            .holding("A1", line(), A1)
            .unit("B1", line(), ahead(one, -4.0))
            .unit("B2", line(), ahead(other, 4.0))
    };
    assert_eq!(nearest(&two(6.98, 7.02).state()), Err(vec![id("B1"), id("B2")]));
    assert_eq!(nearest(&two(6.90, 7.00).state()), Ok(Some(id("B1"))));
    // Differences are not chained: 7.00, 7.04 and 7.08.
    let three = two(7.00, 7.04).unit("B3", line(), ahead(7.08, 0.0)).state();
    assert_eq!(nearest(&three), Err(vec![id("B1"), id("B2")]));
    // The later edition sees the difference of 0.04.
    let later = two(6.98, 7.02).set(|state| state.edition = Edition::V4).state();
    assert_eq!(nearest(&later), Ok(Some(id("B1"))));
}

#[test]
fn bg3_geo_03_friends_and_enemies_stop_lines() {
    let behind = |friend: (f64, f64, f64), name: &str| {
        let state = scene3()
            .unit("A1", line(), A1)
            .unit(name, line(), friend)
            .unit("B1", line(), (18.0, 18.25, 180.0))
            .state();
        Field::of(&state).is_visible(id("A1"), id("B1"), Purpose::Move)
    };
    assert!(!behind((18.0, 12.0, 0.0), "A2"), "a friend right ahead");
    assert!(behind((14.0, 12.0, 0.0), "A2"), "a friend aside");
    assert!(!behind((18.0, 12.0, 180.0), "B2"), "an enemy right ahead");
    // Airborne units stop none, and sizes do not matter.
    let with = |name: &str, kind: UnitType, flying: bool| {
        let state = scene3()
            .unit("A1", line(), A1)
            .unit(name, kind, (18.0, 12.0, 0.0))
            .change(name, |unit| unit.airborne = flying)
            .unit("B1", with_keywords(&[Keyword::Large]), (18.0, 18.25, 180.0))
            .state();
        Field::of(&state).is_visible(id("A1"), id("B1"), Purpose::Move)
    };
    assert!(!with("B2", line(), false), "a smaller unit before a Large one");
    assert!(with("B2", line(), true));
}

#[test]
fn bg3_geo_05_effective_distance_by_mirrored_corners() {
    use crate::editions::profile::Measure;
    let distance = |enemy: (f64, f64, f64), side: Side| {
        let state = scene3().unit("A1", line(), A1).unit("B1", line(), enemy).state();
        let field = Field::of(&state);
        assert_eq!(
            field.facing_sides(id("A1"), id("B1")),
            Some(FacingSide::One(side))
        );
        field
            .measured(id("A1"), id("B1"), side, Measure::MirroredCorners)
            .unwrap()
            .value()
    };
    for (enemy, side, expected) in [
        ((18.0, 18.25, 180.0), Side::Front, 7.0),
        ((14.0, 17.25, 180.0), Side::Front, 7.2111),
        ((21.5, 16.25, 270.0), Side::Left, 6.0208),
        ((22.0, 16.5, 225.0), Side::Front, 7.7549),
    ] {
        let found = distance(enemy, side);
        assert!((found - expected).abs() < 1e-4, "{enemy:?}: {found}");
    }
}

#[test]
fn bg3_geo_05_the_larger_corner_distance_decides_as_in_diagram_7_1() {
    // Corner pairs 6.4819 and 7.6203 of the one, 7.0448 and 6.5398 of the other: 7.0448 is less than 7.6203.
    let state = scene3()
        .unit("A1", line(), A1)
        .unit("B1", line(), (14.0, 17.25, 160.0))
        .unit("B2", line(), (22.5, 16.5, 190.0))
        .state();
    let field = Field::of(&state);
    for (enemy, expected) in [("B1", 7.6203), ("B2", 7.0448)] {
        let measure = crate::editions::profile::Measure::MirroredCorners;
        let found = field.measured(id("A1"), id(enemy), Side::Front, measure).unwrap();
        assert!((found.value() - expected).abs() < 1e-4, "{enemy}: {found}");
    }
    assert_eq!(nearest(&state), Ok(Some(id("B2"))));
}

#[test]
fn bg3_geo_06_the_same_board_gives_different_nearest_enemies() {
    let board = |order| {
        scene3()
            .unit("A1", line(), A1)
            .order("A1", order)
            .unit("B1", line(), (18.0, 18.25, 180.0))
            .unit("B2", line(), (22.0, 16.5, 225.0))
            .state()
    };
    assert_eq!(
        nearest(&board(Order::Close)),
        Ok(Some(id("B1"))),
        "7.0 against 7.7549"
    );
    assert_eq!(
        nearest(&board(Order::Range)),
        Ok(Some(id("B2"))),
        "6.4227 against 7.0"
    );
}

#[test]
fn bg3_geo_07_a_unit_on_close_may_pass_over_airborne_enemies() {
    let board = |order, grounded: bool| {
        let made = scene3()
            .unit("A1", line(), A1)
            .order("A1", order)
            .unit("B1", line(), (14.0, 15.0, 180.0))
            .change("B1", |unit| unit.airborne = true);
        let made = if grounded {
            made.unit("B2", line(), (22.0, 24.0, 180.0))
        } else {
            made
        };
        nearest(&made.state())
    };
    assert_eq!(
        board(Order::Close, true),
        Err(vec![id("B2"), id("B1")]),
        "to pass over it comes first"
    );
    assert_eq!(
        board(Order::Close, false),
        Ok(Some(id("B1"))),
        "nobody else is there"
    );
    assert_eq!(board(Order::Range, true), Ok(Some(id("B1"))));
}

#[test]
fn bg3_geo_07_where_fliers_alone_are_clearly_visible_one_that_is_hidden_may_be_the_nearest() {
    // The friend right ahead hides the enemy on the ground, but not the one above.
    let state = scene3()
        .unit("A1", line(), A1)
        .order("A1", Order::Close)
        .unit("A2", line(), (18.0, 13.0, 0.0))
        .unit("B1", line(), (20.0, 18.0, 180.0))
        .change("B1", |unit| unit.airborne = true)
        .unit("B2", line(), (18.0, 24.0, 180.0))
        .state();
    assert_eq!(nearest(&state), Err(vec![id("B2"), id("B1")]));
}

#[test]
fn bg3_geo_09_forests_along_a_line_are_added() {
    let through = |first: f64, second: f64| {
        let wide = |from: f64, deep: f64| rectangle(TerrainType::Forest, (0.0, from), (36.0, from + deep));
        let state = scene3()
            .unit("A1", line(), A1)
            .unit("B1", line(), (18.0, 28.0, 180.0))
            .terrain(wide(11.0, first))
            .terrain(wide(15.0, second))
            .state();
        Field::of(&state).is_visible(id("A1"), id("B1"), Purpose::Move)
    };
    assert!(!through(1.5, 1.2), "2.7 are more than 2.5");
    assert!(through(1.25, 1.25), "2.5 are not");
}

#[test]
fn bg3_gen_05_orders_lie_open_and_hands_do_not() {
    use hindsight_kernel::{Secrets as _, Viewer};
    let state = scene3()
        .unit("A1", line(), A1)
        .order("A1", Order::Range)
        .set(|state| {
            state.players[0].hand = vec![Some(CardNo(3))];
            state.players[0].discards = vec![CardNo(4)];
        })
        .state();
    let seen = Battleground3::view(&state, Viewer::Seat(Seat::B));
    assert_eq!(
        seen.unit(id("A1")).unwrap().status,
        Status::Ready(Some(Orders::plain(Order::Range)))
    );
    assert_eq!(seen.players[0].hand, [None], "one card, but not which");
    assert_eq!(seen.players[0].discards, state.players[0].discards);
}

#[test]
fn bg3_rush_06_blocked_sight_closes_the_path() {
    // A forest deeper than 2.5 between: the path is closed though nobody stands in it.
    let state = scene3()
        .unit("A1", line(), A1)
        .unit("B1", line(), (18.0, 18.25, 180.0))
        .objective("A1", Objective::Enemy(id("B1")))
        .terrain(rectangle(TerrainType::Forest, (10.0, 12.0), (26.0, 15.0)))
        .state();
    let field = Field::of(&state);
    let (point, _) = field.to_side(id("A1"), id("B1"), Side::Front).unwrap();
    let path = field.open_path(id("A1"), Some((id("B1"), Side::Front)), point, Purpose::Move);
    assert_eq!(path, Path::Line(Blocker::Target));
    // A friend on the line closes it too; beside it, it does not.
    let with = |x: f64| {
        let state = scene3()
            .unit("A1", line(), A1)
            .unit("A2", line(), (x, 14.0, 0.0))
            .unit("B1", line(), (18.0, 18.25, 180.0))
            .state();
        let field = Field::of(&state);
        let (point, _) = field.to_side(id("A1"), id("B1"), Side::Front).unwrap();
        field
            .open_path(id("A1"), Some((id("B1"), Side::Front)), point, Purpose::Move)
            .is_open()
    };
    assert!(!with(18.0));
    assert!(with(12.0));
}
