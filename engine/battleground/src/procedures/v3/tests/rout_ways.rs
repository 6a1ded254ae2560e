//! Ways of rout moves: ground on the way, the own table edge, round obstacles, over friends (pp. 22-24, 27).

use super::*;
use crate::model::state::{CheckKind, RoutCause};
use crate::rules::courage::tests::played::{caused, phase};

/// Where A1, a routing unit of this movement at (18, 15) that looks at its edge, comes to lie by its rout move.
fn routs_over(movement: f64, pieces: Vec<crate::model::cards::Piece>) -> State {
    let mut made = scene3()
        .unit("A1", moving(movement), (18.0, 15.0, 180.0))
        .change("A1", |unit| unit.status = Status::Routing)
        .holding("B1", line(), (3.0, 28.0, 180.0));
    for piece in pieces {
        made = made.terrain(piece);
    }
    play3(begun(made), &[activate(&["A1"])], &[]).unwrap().0
}

/// Ground of a kind over the whole width between two heights of the table.
fn belt(kind: TerrainType, from: f64, to: f64) -> crate::model::cards::Piece {
    rectangle(kind, (5.0, from), (31.0, to))
}

#[test]
fn bg3_rout_02_forest_slows_from_where_it_is_entered() {
    // Its leading edge is at 13.75. Forest 2.0 ahead: 2.5 in total.
    let state = routs_over(3.5, vec![belt(TerrainType::Forest, 5.0, 11.75)]);
    assert!(is_near(&state, "A1", (18.0, 12.5)), "{:?}", stands(&state, "A1"));
    // 3.0 ahead it stops at the edge: it has come farther than the forest would let it.
    let state = routs_over(3.5, vec![belt(TerrainType::Forest, 5.0, 10.75)]);
    assert!(is_near(&state, "A1", (18.0, 12.0)), "{:?}", stands(&state, "A1"));
    // 4.0 ahead it is not reached.
    let state = routs_over(3.5, vec![belt(TerrainType::Forest, 5.0, 9.75)]);
    assert!(is_near(&state, "A1", (18.0, 11.5)), "{:?}", stands(&state, "A1"));
}

#[test]
fn bg3_terr_04_a_routing_unit_stays_on_its_road_as_far_as_that_helps() {
    // 5 on the road, 3.5 beside it; the road ends after 4, or after 3.
    let state = routs_over(3.5, vec![belt(TerrainType::Road, 9.75, 20.0)]);
    assert!(is_near(&state, "A1", (18.0, 11.0)), "{:?}", stands(&state, "A1"));
    let state = routs_over(3.5, vec![belt(TerrainType::Road, 10.75, 20.0)]);
    assert!(is_near(&state, "A1", (18.0, 11.5)), "{:?}", stands(&state, "A1"));
}

#[test]
fn bg3_rout_07_the_own_table_edge_does_not_turn_a_way_away() {
    // An enemy flush to its north: straight to its edge, without a question.
    let made = scene3()
        .unit("A1", moving(3.5), (18.0, 3.0, 180.0))
        .change("A1", |unit| {
            unit.status = Status::Routing;
            unit.turn.just_routed = true;
        })
        .holding("B1", line(), (18.0, 5.5, 180.0))
        .engaged("B1", "A1", Side::Rear);
    let (state, _) = on_with(phase(made, true), &[], &[]).unwrap();
    assert_eq!(
        stands(&state, "A1"),
        Some(pose(18.0, 1.25, 180.0)),
        "{:?}",
        asked(&state)
    );
}

#[test]
fn bg3_rout_12_who_disengages_up_to_the_edge_runs_off_it_in_the_next_turn() {
    let made = scene3()
        .unit("A1", moving(3.5), (18.0, 3.0, 180.0))
        .change("A1", |unit| {
            unit.status = Status::Routing;
            unit.turn.just_routed = true;
        })
        .holding("B1", line(), (18.0, 5.5, 180.0))
        .engaged("B1", "A1", Side::Rear)
        .set(|state| state.active = Some(Seat::B));
    let (state, _) = on_with(phase(made, true), &[], &[]).unwrap();
    assert_eq!(
        (state.active, stands(&state, "A1")),
        (Some(Seat::A), Some(pose(18.0, 1.25, 180.0)))
    );
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    assert!(stands(&state, "A1").is_none());
}

/// Deep water between these bounds.
fn water(x: (f64, f64), y: (f64, f64)) -> crate::model::cards::Piece {
    rectangle(TerrainType::DeepWater, (x.0, y.0), (x.1, y.1))
}

#[test]
fn bg3_rout_10_it_goes_round_by_the_shortest_way() {
    // The middle of its card must keep off 14.75 to 20.25 above 8.75 below 13.75, and off 16.75 to 20.75 below 13.45. To the east it bends
    // at (20.25, 13.75) and (20.75, 13.45), after 2.574 and 0.583, and has 1.843 of 5 left: 15.36 to its edge, to the west 15.98.
    let state = routs_over(
        5.0,
        vec![
            water((16.5, 18.5), (10.0, 12.5)),
            water((18.5, 19.0), (10.0, 12.2)),
        ],
    );
    assert!(
        is_near(&state, "A1", (20.75, 11.607)),
        "{:?}",
        stands(&state, "A1")
    );
}

#[test]
fn bg3_rout_10_wide_water_does_not_hold_it() {
    // Its middle passes the water by (24.75, 13.75) in the east, 6.865 away; 10.25 in the west is 7.75 aside.
    let wide = || vec![water((12.0, 23.0), (10.0, 12.5))];
    let state = routs_over(3.5, wide());
    let (x, y) = (18.0 + 3.5 * 6.75 / 6.8647, 15.0 - 3.5 * 1.25 / 6.8647);
    assert!(is_near(&state, "A1", (x, y)), "{:?}", stands(&state, "A1"));
    // In so many turns as the whole way takes, 6.865 and 12.5, it is at its edge.
    let mut state = routs_over(3.5, wide());
    for _ in 0..5 {
        let again =
            Scene::from(state).change("A1", |unit| unit.turn = crate::model::state::TurnMarks::default());
        state = play3(begun(again), &[activate(&["A1"])], &[]).unwrap().0;
    }
    assert!(is_near(&state, "A1", (24.75, 1.25)), "{:?}", stands(&state, "A1"));
}

#[test]
fn bg3_rout_10_of_two_shortest_ways_its_owner_chooses() {
    let state = routs_over(3.5, vec![water((12.0, 24.0), (10.0, 12.5))]);
    let (topic, seat, _) = asked(&state).expect("its owner chooses");
    assert_eq!((topic, seat), (Topic::MoveSide, Seat::A));
    let left = Answer::Hand(battleground_geometry::Hand::Left);
    let (state, _) = play3(state, &[answer(Seat::A, left)], &[]).unwrap();
    // It goes south: to its left is east.
    assert!(stands(&state, "A1").is_some_and(|pose| pose.centre.x.value() > 21.0));
}

#[test]
fn bg3_rout_11_a_friend_that_comes_up_to_it_in_this_turn_is_not_run_through() {
    let made = scene3()
        .unit("A1", moving(3.5), (18.0, 12.5, 180.0))
        .change("A1", |unit| unit.status = Status::Routing)
        .unit("A2", moving(5.0), (18.0, 6.0, 0.0))
        .order("A2", Order::Close)
        .holding("B1", line(), (18.0, 28.0, 180.0));
    let meet = Answer::Meet(crate::model::agenda::PathObstacle::Unit(id("A1")));
    let comes_up = [activate(&["A2"]), answer(Seat::A, meet)];
    let (state, _) = play3(begun(made), &comes_up, &[]).unwrap();
    assert!(is_near(&state, "A2", (18.0, 10.0)), "{:?}", stands(&state, "A2"));
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 12.5, 180.0)));
    assert!(!state.unit(id("A2")).unwrap().turn.run_through);
}

#[test]
fn bg3_rout_11_a_friend_that_it_lies_on_after_its_turn_is_run_through() {
    // It looks east, flush with a friend; turned to its edge it lies on it, and its way leads along it.
    let made = scene3()
        .holding("A1", moving(3.5), (18.0, 12.5, 90.0))
        .holding("A2", line(), (20.5, 12.5, 90.0))
        .holding("B1", line(), (3.0, 28.0, 180.0));
    let state = phase(caused(made, "A1", RoutCause::Red), true);
    let (state, events) = on_with(state, &[], &[6, 6, 6, 1, 1, 1]).unwrap();
    // Beyond it: the friend reaches down to 10.75.
    assert!(is_near(&state, "A1", (18.0, 9.5)), "{:?}", stands(&state, "A1"));
    assert_eq!(
        courage_checks(&events),
        [
            (id("A1"), CheckKind::Rout, false),
            (id("A2"), CheckKind::Rout, true)
        ],
        "the friend checks when the phase is repeated"
    );
}

#[test]
fn bg3_rout_11_a_routing_friend_that_is_run_through_does_not_move() {
    let made = scene3()
        .unit("A1", moving(3.5), (18.0, 12.5, 180.0))
        .change("A1", |unit| unit.status = Status::Routing)
        .unit("A2", moving(3.5), (18.0, 10.0, 180.0))
        .change("A2", |unit| unit.status = Status::Routing)
        .holding("B1", line(), (3.0, 28.0, 180.0));
    let (state, _) = play3(begun(made), &[activate(&["A1"]), activate(&["A2"])], &[]).unwrap();
    assert!(is_near(&state, "A1", (18.0, 7.5)), "{:?}", stands(&state, "A1"));
    assert_eq!(stands(&state, "A2"), Some(pose(18.0, 10.0, 180.0)));
}

#[test]
fn bg3_rout_11_who_was_run_through_is_not_put_under_direct_control() {
    let state = |run_through: bool| {
        scene3()
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .change("A1", |unit| unit.turn.run_through = run_through)
            .unit("B1", line(), (18.0, 27.0, 180.0))
            .actions(2)
            .state()
    };
    let control = || Command::DirectControl { unit: id("A1") };
    assert_eq!(refused3(&state(false), Seat::A, control()), "accepted");
    assert_eq!(refused3(&state(true), Seat::A, control()), "BG3-ROUT-11");
    use hindsight_kernel::Offers as _;
    let offered = |run_through: bool| {
        let offers = Battleground3::offers(&state(run_through), Seat::A);
        offers
            .iter()
            .any(|offer| offer.choice == hindsight_kernel::Choice::Command(control()))
    };
    assert!(offered(false) && !offered(true));
}

#[test]
fn bg3_rout_06_held_up_by_a_friend_it_goes_through_it_the_next_time() {
    use crate::model::state::RoutCause;
    use crate::rules::courage::tests::played::{caused, phase};
    // A1 routs with A2 flush behind it: no displacement, and no longer engaged.
    let made = scene3()
        .holding("A1", line(), (18.0, 15.0, 0.0))
        .holding("A2", line(), (18.0, 12.5, 0.0))
        .holding("B1", line(), (18.0, 17.5, 180.0))
        .engaged("B1", "A1", Side::Front);
    let (state, _) = on_with(phase(caused(made, "A1", RoutCause::Red), true), &[], &[]).unwrap();
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 15.0, 180.0)));
    assert_eq!(state.unit(id("A1")).unwrap().status, Status::Routing);
    assert!(fights(&state, "A1").is_empty());
    // In its next rout movement it is set down on the far side of A2, which checks, moves no more and does not fire.
    let next = Scene::from(state).set(|state| {
        state.agenda = vec![Step::MovementAndCommand.into()];
        (state.active, state.phase) = (Some(Seat::A), Phase::MovementAndCommand);
        for unit in &mut state.units {
            unit.turn = crate::model::state::TurnMarks::default();
        }
    });
    let (state, _) = play3(begun(next), &[activate(&["A1"])], &[]).unwrap();
    let at = stands(&state, "A1").unwrap().centre;
    assert!(
        (at.y.value() - 10.0).abs() < 0.02 && at.x.value() == 18.0,
        "{at:?}"
    );
    let friend = state.unit(id("A2")).unwrap();
    assert!(friend.turn.run_through);
    assert_eq!(friend.pending.rout, [RoutCause::MovedThrough]);
}
