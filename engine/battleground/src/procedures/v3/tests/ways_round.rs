//! Units that stand against what is in their path, and what an objective makes of it (pp. 7-8, 12-13).

use super::*;
use crate::model::agenda::PathObstacle;
use crate::model::names::TokenNo;
use crate::procedures::rush::eligibility::may_rush;
use crate::procedures::rush::no_rush::NoFinalRush;
use crate::scene::point;

/// A1, which moves 5, on this order; B1 straight ahead and far away.
fn ahead(order: Order) -> Scene {
    scene3()
        .unit("A1", moving(5.0), (18.0, 5.0, 0.0))
        .order("A1", order)
        .holding("B1", line(), (18.0, 25.0, 180.0))
}

/// Where A1 ends if it avoids what it is asked about.
fn avoiding(made: Scene) -> (f64, f64) {
    let (mut state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
    while let Some((topic, seat, options)) = asked(&state) {
        assert_eq!(topic, Topic::AvoidObstacle);
        let avoid = options
            .iter()
            .find(|option| matches!(option, Answer::Avoid(_) | Answer::Decline))
            .unwrap();
        state = play3(state, &[answer(seat, avoid.clone())], &[]).unwrap().0;
    }
    let pose = stands(&state, "A1").unwrap();
    (pose.centre.x.value(), pose.centre.y.value())
}

#[test]
fn bg3_path_04_a_unit_that_touches_a_friend_is_led_round_it() {
    // Its front lies against the rear of A2, and then a hair before it.
    for y in [7.5, 7.6, 8.0] {
        let made = ahead(Order::Close).holding("A2", line(), (18.6, y, 0.0));
        let (x, _) = avoiding(made);
        assert!(x < 17.0, "{y}: it ends at {x}");
    }
}

#[test]
fn bg3_path_06_a_unit_that_touches_a_lake_is_led_round_it() {
    let made = ahead(Order::Close).terrain(rectangle(TerrainType::VeryDeepWater, (17.0, 6.25), (23.0, 8.25)));
    assert!(avoiding(made).0 < 17.5);
}

#[test]
fn bg3_path_08_a_unit_that_touches_an_enemy_is_led_round_it() {
    let made = ahead(Order::Follow)
        .holding("A3", line(), (18.0, 20.0, 0.0))
        .holding("B2", line(), (18.6, 7.5, 180.0));
    assert!(avoiding(made).0 < 17.0);
}

#[test]
fn bg3_path_09_a_unit_that_touches_a_forest_is_led_round_it() {
    let made = ahead(Order::Close).terrain(rectangle(TerrainType::Forest, (17.0, 6.25), (23.0, 10.0)));
    assert!(avoiding(made).0 < 17.5);
}

#[test]
fn bg3_ord_11_a_friend_as_objective_does_not_keep_a_unit_on_close_from_rushing() {
    let state = begun(
        scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .objective("A1", Objective::Friend(id("A2")))
            .holding("A2", line(), (5.0, 10.0, 0.0))
            .holding("B1", line(), (18.0, 14.5, 180.0)),
    );
    assert_eq!(may_rush(&state, id("A1"), id("B1")), Ok(()));
    // It must be made, as any other. Rule BG3-RUSH-12 (pp. 6, 14).
    let later = Scene::from(state.clone())
        .unit("A3", line(), (30.0, 5.0, 0.0))
        .state();
    assert_eq!(
        refused3(
            &later,
            Seat::A,
            Command::Activate {
                units: vec![id("A3")]
            }
        ),
        "BG3-RUSH-01"
    );
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(fights(&state, "A1")[0].0, id("B1"));
}

/// A1 on Close, which moves 5 and whose path leads along x 18, with an enemy beside it.
fn with_objective(objective: Objective, beside: (f64, f64, f64)) -> State {
    begun(
        scene3()
            .unit("A1", moving(5.0), (18.0, 8.75, 0.0))
            .objective("A1", objective)
            .set(|state| {
                state.tokens.insert(TokenNo(1), (Seat::A, point(18.0, 25.0)));
            })
            .holding("B1", line(), beside)
            .holding("B2", line(), (18.0, 25.0, 180.0)),
    )
}

fn rushes_b1(state: State) -> bool {
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    fights(&state, "A1")
        .iter()
        .any(|(enemy, _, _)| *enemy == id("B1"))
}

#[test]
fn bg3_rush_13_an_enemy_that_meets_the_strip_of_the_path_is_rushed() {
    let to_point = Objective::Location(TokenNo(1));
    // The strip reaches from x 16.25 to 19.75: B1 begins at 19.25, and at 19.85.
    assert!(rushes_b1(with_objective(to_point, (21.0, 14.0, 180.0))));
    let outside = with_objective(to_point, (21.6, 14.0, 180.0));
    assert_eq!(
        may_rush(&outside, id("A1"), id("B1")),
        Err(NoFinalRush::NotItsObjective)
    );
    assert!(!rushes_b1(outside));
}

#[test]
fn bg3_ord_21_an_enemy_beside_the_line_to_an_enemy_objective_is_rushed() {
    let to_b2 = Objective::Enemy(id("B2"));
    assert!(rushes_b1(with_objective(to_b2, (21.2, 15.0, 180.0))));
    let outside = with_objective(to_b2, (21.6, 15.0, 180.0));
    assert_eq!(
        may_rush(&outside, id("A1"), id("B1")),
        Err(NoFinalRush::NotItsObjective)
    );
}

#[test]
fn bg3_path_07_the_path_round_a_lake_is_the_path() {
    // A lake lies before A1; the shorter way leads round its left end, where B1 stands, and not past B3 to the right.
    let state = begun(
        scene3()
            .unit("A1", moving(7.0), (18.0, 8.75, 0.0))
            .objective("A1", Objective::Enemy(id("B2")))
            .holding("B1", line(), (15.0, 15.8, 180.0))
            .holding("B2", line(), (18.0, 27.0, 180.0))
            .terrain(rectangle(TerrainType::DeepWater, (17.6, 15.0), (26.0, 17.0))),
    );
    assert_eq!(may_rush(&state, id("A1"), id("B1")), Ok(()));
}

/// A1 on Close toward a point straight ahead, rough ground on its way; B1 stands where the way round that on the left leads.
fn with_rough_ground() -> State {
    let made = scene3()
        .unit("A1", moving(7.0), (18.0, 8.75, 0.0))
        .objective("A1", Objective::Location(TokenNo(1)))
        .set(|state| {
            state.tokens.insert(TokenNo(1), (Seat::A, point(18.0, 25.0)));
        })
        .holding("B1", line(), (14.2, 14.5, 180.0))
        .terrain(rectangle(TerrainType::LowBrush, (16.3, 11.75), (19.8, 14.25)));
    begun(made)
}

/// A1 activated again, if its rush alone was given up.
fn on_its_way(state: State) -> State {
    if asked(&state).is_some() || state.unit(id("A1")).unwrap().turn.activated {
        return state;
    }
    play3(state, &[activate(&["A1"])], &[]).unwrap().0
}

#[test]
fn bg3_path_07_the_owner_says_whether_their_path_leads_past_an_enemy() {
    // The strip straight through the ground reaches from x 16.25 to 19.75, and B1 ends at 15.95.
    let state = with_rough_ground();
    assert_eq!(may_rush(&state, id("A1"), id("B1")), Ok(()));
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    let options = vec![Answer::Accept, Answer::Decline];
    assert_eq!(asked(&state), Some((Topic::AvoidObstacle, Seat::A, options)));
    let (rushed, _) = play3(state.clone(), &[answer(Seat::A, Answer::Accept)], &[]).unwrap();
    assert_eq!(fights(&rushed, "A1")[0].0, id("B1"));
    let (left, _) = play3(state, &[answer(Seat::A, Answer::Decline)], &[]).unwrap();
    assert!(fights(&left, "A1").is_empty());
    // Held to that, it goes through the ground unasked: its line does not bend.
    let left = on_its_way(left);
    assert_eq!(asked(&left), None);
    let there = stands(&left, "A1").unwrap();
    assert_eq!(
        (there.centre.x, there.heading),
        (pose(18.0, 0.0, 0.0).centre.x, pose(0.0, 0.0, 0.0).heading)
    );
    assert!(there.centre.y > point(0.0, 12.0).y, "{there:?}");
}

#[test]
fn bg3_path_07_whose_path_leads_past_no_enemy_is_asked_only_what_leaves_such_a_path() {
    // The ways round A2 are equally long, and B1 stands on the left one alone.
    let state = begun(
        scene3()
            .unit("A1", moving(7.0), (18.0, 8.75, 0.0))
            .objective("A1", Objective::Enemy(id("B2")))
            .holding("A2", line(), (18.0, 15.0, 0.0))
            .holding("B1", line(), (14.2, 14.5, 180.0))
            .holding("B2", line(), (18.0, 27.0, 180.0)),
    );
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    let options = vec![Answer::Accept, Answer::Decline];
    assert_eq!(asked(&state), Some((Topic::AvoidObstacle, Seat::A, options)));
    let state = on_its_way(play3(state, &[answer(Seat::A, Answer::Decline)], &[]).unwrap().0);
    let a2 = PathObstacle::Unit(id("A2"));
    let options = vec![Answer::Meet(a2), Answer::Avoid(a2)];
    assert_eq!(asked(&state), Some((Topic::AvoidObstacle, Seat::A, options)));
    let (state, _) = play3(state, &[answer(Seat::A, Answer::Avoid(a2))], &[]).unwrap();
    assert_eq!(asked(&state), None, "the way to the right is left");
    assert!(stands(&state, "A1").unwrap().centre.x > point(18.5, 0.0).x);
}

#[test]
fn bg3_path_07_who_declines_the_path_past_an_enemy_goes_up_to_the_friend_in_the_other() {
    // A2 stands in the direct strip, from x 17.25; the shorter way round it bends at x 16, and its strip meets B1, which ends at 15.95.
    let b2 = Objective::Enemy(id("B2"));
    let state = begun(
        scene3()
            .unit("A1", moving(7.0), (18.0, 8.75, 0.0))
            .objective("A1", b2)
            .holding("A2", line(), (19.0, 15.0, 0.0))
            .holding("B1", line(), (14.2, 14.5, 180.0))
            .holding("B2", line(), (18.0, 27.0, 180.0)),
    );
    assert_eq!(may_rush(&state, id("A1"), id("B1")), Ok(()));
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    let options = vec![Answer::Accept, Answer::Decline];
    assert_eq!(asked(&state), Some((Topic::AvoidObstacle, Seat::A, options)));
    let (state, _) = play3(state, &[answer(Seat::A, Answer::Decline)], &[]).unwrap();
    let state = on_its_way(state);
    assert_eq!(asked(&state), None, "only the direct path is left");
    // A2's rear edge lies at y 13.75.
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 12.5, 0.0)));
}

#[test]
fn bg3_path_07_an_enemy_on_every_path_is_rushed_unasked() {
    // Moved to the right by half an inch B1 meets the strip through the ground too.
    let mut state = with_rough_ground();
    state.unit_mut(id("B1")).unwrap().pose = Some(pose(14.7, 14.5, 180.0));
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(asked(&state), None);
    assert_eq!(fights(&state, "A1")[0].0, id("B1"));
}

#[test]
fn bg3_scen_03_a_partners_unit_is_a_friend_in_the_way() {
    let state = begun(
        ahead(Order::Close)
            .holding("C1", line(), (18.6, 12.0, 0.0))
            .set(|state| {
                state.players = crate::model::state::SeatPlayers::new(3);
                for player in &mut state.players {
                    player.share = Some(1_500);
                }
            }),
    );
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    let c1 = PathObstacle::Unit(id("C1"));
    let (topic, _, options) = asked(&state).unwrap();
    assert_eq!(topic, Topic::AvoidObstacle);
    assert_eq!(options, [Answer::Meet(c1), Answer::Avoid(c1)]);
}

#[test]
fn bg3_ord_15_a_point_that_is_touched_already_does_not_keep_a_unit_from_a_rush() {
    // B1 stands 2 inches ahead, and the point lies under A1, where Direct Control has brought it; or it lies beside A1.
    let rush = |x: f64| {
        let made = scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .objective("A1", Objective::Location(TokenNo(1)))
            .set(|state| {
                state.tokens.insert(TokenNo(1), (Seat::A, point(x, 10.0)));
            })
            .holding("B1", line(), (18.0, 14.5, 180.0));
        begun(made)
    };
    assert_eq!(
        may_rush(&rush(30.0), id("A1"), id("B1")),
        Err(NoFinalRush::NotItsObjective)
    );
    let (state, _) = play3(rush(18.5), &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(fights(&state, "A1")[0].0, id("B1"));
    assert_eq!(
        state.unit(id("A1")).unwrap().status,
        Status::Ready(Some(Orders::plain(Order::Close))),
        "the point is reached"
    );
}
