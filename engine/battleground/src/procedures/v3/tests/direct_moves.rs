//! Direct moves of every order, and what keeps a unit from them (pp. 6-7, 11-12).

use super::*;
use crate::model::agenda::PathObstacle;
use crate::model::names::TokenNo;
use crate::procedures::movement;
use crate::scene::point;

fn near(found: (f64, f64, f64), expected: (f64, f64, f64)) -> bool {
    (found.0 - expected.0).abs() < 0.02
        && (found.1 - expected.1).abs() < 0.02
        && (found.2 - expected.2).abs() < 0.02
}

/// A1 at (8, 22), looking north, that moves 5 and shoots 3.5.
fn archers(order: Order) -> Scene {
    let card = UnitType {
        movement: mc(5.0),
        ..shooting(3.5, RangedType::Indirect)
    };
    scene3().unit("A1", card, (8.0, 22.0, 0.0)).order("A1", order)
}

#[test]
fn bg3_path_02_every_order_reforms_to_what_lies_beside_and_behind() {
    // A goal at a bearing of 120 degrees, 16 from the middle of A1: a reform leaves 2.5 and ends 12.25 from it. A turn after an about
    // face ends 13.1 from it at the best, a sidestep of 3.5 13.9. The goal is the rear centre point of a card that looks the same way.
    let there = (22.939, 13.375, 120.0);
    let expected = (10.165, 20.75, 120.0);
    let far = (33.0, 3.0, 0.0);
    let placed = |made: Scene, friend: (f64, f64, f64), enemy: (f64, f64, f64)| {
        made.holding("A2", line(), friend).holding("B1", line(), enemy)
    };
    // It may rush nobody so far away, and no move of this turn brings it into range. Rules BG3-PATH-01 (p. 12), BG3-PATH-10 (p. 6).
    let enemy = |order: Order| placed(archers(order), (3.0, 3.0, 0.0), there);
    let rows = [
        ("Close", enemy(Order::Close)),
        ("Range", enemy(Order::Range)),
        ("Short", enemy(Order::Short)),
        ("Follow", placed(archers(Order::Follow), there, far)),
        (
            "a point",
            placed(archers(Order::Close), (3.0, 3.0, 0.0), far)
                .objective("A1", Objective::Location(TokenNo(1)))
                .set(|state| {
                    let goal = point(21.856, 14.0);
                    state.tokens.insert(TokenNo(1), (Seat::A, goal));
                }),
        ),
    ];
    for (what, made) in rows {
        let (state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
        assert_eq!(asked(&state), None, "{what}");
        assert!(near(at(&state, "A1"), expected), "{what}: {:?}", at(&state, "A1"));
    }
}

#[test]
fn bg3_path_02_a_follower_that_cannot_reform_beside_a_friend_turns_no_more_than_it_must() {
    // The goal of the rows above. A2 touches the left side of A1: a reform would swing a corner into it. A left turn after an about face ends
    // 13.17 from the goal at the best; a right turn with a ruler of 5 by 90 degrees 12.990, by 89 degrees 13.016, by 88 degrees 13.045.
    let made = archers(Order::Follow)
        .holding("A2", line(), (4.5, 22.0, 0.0))
        .holding("A3", line(), (22.939, 13.375, 120.0))
        .objective("A1", Objective::Friend(id("A3")))
        .holding("B1", line(), (33.0, 3.0, 0.0));
    let (state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(asked(&state), None);
    let there = stands(&state, "A1").unwrap();
    let card = state.card(state.unit(id("A1")).unwrap()).unwrap();
    let left = card.front_centre().distance(point(21.856, 14.0)).value();
    assert!((left - 13.016).abs() < 0.005, "{left} from {there:?}");
    assert_eq!(there.heading.value(), 89.0);
}

#[test]
fn bg3_path_04_a_unit_with_a_point_objective_goes_up_to_a_partner_that_it_does_not_avoid() {
    // Its rear lies 4.5 before the front of A1, which could move 5 toward a point 13.75 away.
    for friend in ["A2", "C1"] {
        let made = scene3()
            .unit("A1", moving(5.0), (18.0, 5.0, 0.0))
            .objective("A1", Objective::Location(TokenNo(1)))
            .unit(friend, line(), (18.0, 12.0, 0.0))
            .order(friend, Order::Hold)
            .holding("B1", line(), (3.0, 28.0, 180.0))
            .set(|state| {
                state.tokens.insert(TokenNo(1), (Seat::A, point(18.0, 20.0)));
                state.players = crate::model::state::SeatPlayers::new(3);
            });
        let (state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
        let what = PathObstacle::Unit(id(friend));
        let options = vec![Answer::Meet(what), Answer::Avoid(what)];
        assert_eq!(asked(&state), Some((Topic::AvoidObstacle, Seat::A, options)));
        let (state, _) = play3(state, &[answer(Seat::A, Answer::Meet(what))], &[]).unwrap();
        assert_eq!(at(&state, "A1"), (18.0, 9.5, 0.0), "{friend}");
    }
}

#[test]
fn bg3_path_02_any_move_that_ends_as_near_may_be_reported() {
    // The goal is the rear centre point of A2, which flies: 1.5 to the right and 1.5 ahead of the front of A1. A turn to the right by 36
    // degrees ends within 0.05 of it, and so do a sidestep of 1.5, which leaves 3.5 in all, and 1.5 straight on.
    let state = begun(
        scene3()
            .unit("A1", moving(5.0), (18.0, 5.0, 0.0))
            .order("A1", Order::Follow)
            .unit("A2", line(), (19.5, 9.0, 0.0))
            .set(|state| state.unit_mut(id("A2")).unwrap().airborne = true)
            .holding("B1", line(), (33.0, 3.0, 0.0)),
    );
    let report = |x: f64, y: f64, heading: f64| Command::ReportMove {
        unit: id("A1"),
        pose: pose(x, y, heading),
    };
    let (unasked, _) = play3(state.clone(), &[activate(&["A1"])], &[]).unwrap();
    assert!(at(&unasked, "A1").2 > 30.0, "{:?}", at(&unasked, "A1"));
    let (aside, _) = play3(state.clone(), &[(Seat::A, report(19.5, 6.5, 0.0))], &[]).unwrap();
    assert_eq!(at(&aside, "A1"), (19.5, 6.5, 0.0));
    // 0.5 from the goal.
    assert_ne!(refused3(&state, Seat::A, report(19.0, 6.5, 0.0)), "accepted");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(200))]

    #[test]
    fn bg3_mod_21_a_unit_of_which_a_quick_look_says_that_it_moves_does_move(
        own in (10.0_f64..26.0, 4.0_f64..12.0, 0.0_f64..360.0),
        enemy in (6.0_f64..30.0, 14.0_f64..24.0, 0.0_f64..360.0),
        friend in (6.0_f64..30.0, 8.0_f64..18.0, 0.0_f64..360.0),
        lake in (6.0_f64..28.0, 6.0_f64..18.0),
    ) {
        use crate::procedures::movement::{supposed, surely_goes_on};
        let (x, y) = lake;
        let lake = rectangle(TerrainType::DeepWater, (x, y), (x + 3.0, y + 1.5));
        let state = scene3()
            .unit("A1", moving(5.0), own)
            .holding("A2", line(), friend)
            .holding("B1", line(), enemy)
            .terrain(lake)
            .state();
        let field = Field::of(&state);
        let unit = state.unit(id("A1")).unwrap();
        if surely_goes_on(&field, unit) {
            let plan = supposed(&field, id("A1")).unwrap();
            proptest::prop_assert!(plan.moves(unit), "{plan:?}");
        }
    }
}

#[test]
fn bg3_mod_21_a_quick_look_says_that_a_unit_with_a_free_way_moves() {
    let looks = |order: Order, friend: (f64, f64, f64)| {
        let state = scene3()
            .unit("A1", moving(5.0), (18.0, 5.0, 0.0))
            .order("A1", order)
            .unit("A2", line(), friend)
            .unit("B1", line(), (18.0, 25.0, 180.0))
            .state();
        let field = Field::of(&state);
        movement::surely_goes_on(&field, state.unit(id("A1")).unwrap())
    };
    assert!(looks(Order::Close, (4.0, 5.0, 0.0)));
    assert!(
        !looks(Order::Close, (18.0, 15.0, 0.0)),
        "a friend stands in its path"
    );
    assert!(!looks(Order::Hold, (4.0, 5.0, 0.0)));
}
