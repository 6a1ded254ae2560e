//! The order Follow, and the nearest unit where there are several (pp. 6-8, 12).

use super::*;
use crate::model::names::TokenNo;
use crate::scene::point;

/// A1 on Follow at (18, 8.75), looking north, and an enemy far behind it.
fn follower() -> Scene {
    scene3()
        .unit("A1", line(), (18.0, 8.75, 0.0))
        .order("A1", Order::Follow)
        .holding("B1", line(), (3.0, 3.0, 0.0))
}

fn friend(made: Scene, name: &str, at: (f64, f64, f64)) -> Scene {
    made.unit(name, line(), at).order(name, Order::Hold)
}

/// The position after A1 was activated, which asks or has moved.
fn activated(made: Scene) -> State {
    play3(begun(made), &[activate(&["A1"])], &[]).unwrap().0
}

fn at(state: &State, unit: &str) -> (f64, f64, f64) {
    let pose = stands(state, unit).unwrap();
    let round = |number: f64| (number * 100.0).round() / 100.0;
    (
        round(pose.centre.x.value()),
        round(pose.centre.y.value()),
        round(pose.heading.value()),
    )
}

#[test]
fn bg3_ord_07_a_follower_stops_at_the_flank_of_its_friend() {
    // The friend looks east: its right side is nearest, at 3.25, and there it stops.
    let across = activated(friend(follower(), "A2", (18.0, 15.0, 90.0)));
    assert_eq!(at(&across, "A1"), (18.0, 12.0, 0.0));
}

#[test]
fn bg3_ord_07_the_owner_chooses_between_equally_near_friends() {
    let both = friend(
        friend(follower(), "A2", (14.0, 15.0, 0.0)),
        "A3",
        (22.0, 15.0, 0.0),
    );
    let state = activated(both);
    let choices = ["A2", "A3"].map(|unit| Answer::Unit(id(unit)));
    assert_eq!(
        asked(&state),
        Some((Topic::NearestEnemy, Seat::A, choices.to_vec()))
    );
    use hindsight_kernel::Rules as _;
    let question = Battleground3::awaiting(&state).remove(0);
    assert!(question.question.contains("tied friends"), "{question:?}");
    assert_eq!(question.rule.0, "BG3-GEO-08");
    for (choice, to_the_right) in choices.into_iter().zip([false, true]) {
        // Its rear and the flank toward A1 are equally near, sqrt(30.06).
        let (state, _) = played_on(state.clone(), &[answer(Seat::A, choice)], &[]).unwrap();
        let rear = [answer(Seat::A, Answer::Side(Side::Rear))];
        let (state, _) = played_on(state, &rear, &[]).unwrap();
        assert_eq!(at(&state, "A1").0 > 18.0, to_the_right);
        assert!(state.unit(id("A1")).unwrap().turn.activated);
    }
    // Nearer by more than 0.05 is nearer.
    let one = friend(
        friend(follower(), "A2", (14.0, 15.0, 0.0)),
        "A3",
        (22.0, 14.7, 0.0),
    );
    assert!(at(&activated(one), "A1").0 > 18.0);
}

#[test]
fn bg3_ord_07_the_owner_chooses_between_equally_near_sides_of_a_friend() {
    // The friend looks at it: its right and its left are equally near, its front does not count.
    let state = activated(friend(follower(), "A2", (18.0, 15.0, 180.0)));
    let choices = [Side::Right, Side::Left].map(Answer::Side);
    assert_eq!(
        asked(&state),
        Some((Topic::FacingSide, Seat::A, choices.to_vec())),
        "the order of BG3-GEN-07"
    );
    for (choice, to_the_right) in choices.into_iter().zip([false, true]) {
        let (state, _) = played_on(state.clone(), &[answer(Seat::A, choice)], &[]).unwrap();
        assert_eq!(
            at(&state, "A1").0 > 18.0,
            to_the_right,
            "it looks south, its left is in the east"
        );
    }
}

#[test]
fn bg3_ord_07_a_hidden_friend_is_nearest_only_where_none_is_seen() {
    // A2 stands behind an enemy; A3 is farther off and clearly visible.
    let hidden =
        |made: Scene| friend(made, "A2", (18.0, 18.0, 0.0)).holding("B2", line(), (18.0, 13.5, 180.0));
    let state = activated(friend(hidden(follower()), "A3", (30.0, 12.0, 0.0)));
    let (x, _, heading) = at(&state, "A1");
    assert!(x > 18.0 && heading > 0.0, "it goes to A3: {x} {heading}");
    // Alone the hidden one is followed: the enemy stands in the way.
    let state = activated(hidden(follower()));
    assert_eq!(asked(&state).unwrap().0, Topic::AvoidObstacle);
}

#[test]
fn bg3_ord_11_a_friendly_objective_is_the_nearest_friend() {
    // A3 is farther off and not in the front arc.
    let made = friend(
        friend(follower(), "A2", (18.0, 15.0, 0.0)),
        "A3",
        (30.0, 4.0, 0.0),
    );
    let set = made.objective("A1", Objective::Friend(id("A3")));
    let (x, _, _) = at(&activated(set), "A1");
    assert!(x > 18.0, "{x}");
}

#[test]
fn bg3_ord_11_a_friendly_objective_means_nothing_to_close() {
    let made = || {
        friend(follower(), "A2", (30.0, 12.0, 0.0))
            .change("B1", |unit| unit.pose = Some(pose(18.0, 27.0, 180.0)))
            .actions(2)
    };
    let order = |order: Order, objective: &str| {
        let order = WrittenOrder {
            objective: Some(Objective::Friend(id(objective))),
            ..WrittenOrder::plain(order)
        };
        let unit = id("A1");
        (Seat::A, Command::ChangeOrder { unit, order })
    };
    let (state, _) = play3(
        begun(made()),
        &[order(Order::Close, "A2"), activate(&["A1"])],
        &[],
    )
    .unwrap();
    assert_eq!(at(&state, "A1"), (18.0, 12.25, 0.0), "to the enemy");
    let (_, command) = order(Order::Close, "A9");
    assert_eq!(refused3(&begun(made()), Seat::A, command), "BG3-ORD-11");
}

#[test]
fn bg3_ord_15_a_follower_on_its_point_goes_on_to_its_friend() {
    // 2 to the point, 3 toward the rear of A2; the only enemy is in the east.
    let made = friend(follower(), "A2", (18.0, 20.0, 0.0)).holding("A4", moving(5.0), (1.0, 1.0, 0.0));
    let swift = made.kind_of("A4");
    let made = made
        .change("A1", |unit| unit.kind = swift)
        .change("B1", |unit| unit.pose = Some(pose(33.0, 12.0, 270.0)))
        .objective("A1", Objective::Location(TokenNo(1)))
        .set(|state| {
            state.tokens.insert(TokenNo(1), (Seat::A, point(18.0, 12.0)));
        });
    let state = activated(made);
    assert_eq!(at(&state, "A1"), (18.0, 13.75, 0.0));
    assert_eq!(
        state.unit(id("A1")).unwrap().status,
        Status::Ready(Some(Orders::plain(Order::Follow)))
    );
    assert!(state.tokens.is_empty());
}

#[test]
fn bg3_mov_15_a_follower_moves_together_with_its_leader() {
    let made = scene3()
        .unit("A1", line(), (18.0, 5.0, 0.0))
        .order("A1", Order::Follow)
        .unit("A2", line(), (18.0, 9.0, 0.0))
        .holding("A3", line(), (4.0, 3.0, 0.0))
        .holding("B1", line(), (18.0, 28.0, 180.0));
    let state = begun(made);
    let (together, _) = play3(state.clone(), &[activate(&["A1", "A2"])], &[]).unwrap();
    assert_eq!(at(&together, "A2"), (18.0, 12.5, 0.0));
    assert_eq!(
        at(&together, "A1"),
        (18.0, 8.5, 0.0),
        "after it, and not about to A3"
    );
    // Before its leader it comes up to it, 1.5 ahead.
    let (alone, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(at(&alone, "A1"), (18.0, 6.5, 0.0));
}

#[test]
fn bg3_geo_02_a_diagonal_is_asked_about_on_close_alone() {
    // The front centre point of A1 lies on a diagonal of B1, whose closest centre point is 7.25 away.
    let board = |order: Order| {
        let made = scene3()
            .unit("A1", shooting(7.0, RangedType::Indirect), (18.0, 8.75, 0.0))
            .order("A1", order)
            .holding("B1", line(), (25.0, 15.0, 180.0));
        activated(made)
    };
    assert_eq!(asked(&board(Order::Close)).unwrap().0, Topic::FacingSide);
    for order in [Order::Range, Order::Long, Order::Short] {
        let state = board(order);
        assert_eq!(asked(&state), None, "{order:?}");
        assert!(state.unit(id("A1")).unwrap().turn.moved);
    }
}

#[test]
fn bg3_gen_02_what_an_eye_cannot_tell_apart_is_for_the_owner_to_choose() {
    let enemy = |distance: f64, right: f64| {
        let up = (distance * distance - right * right).sqrt();
        (18.0 + right, 10.0 + up + 1.25, 180.0)
    };
    let board = |enemies: &[(f64, f64)]| {
        let mut made = scene3().unit("A1", line(), (18.0, 8.75, 0.0));
        for (number, (distance, right)) in (1..).zip(enemies) {
            let name = format!("B{number}");
            made = made
                .unit(&name, line(), enemy(*distance, *right))
                .order(&name, Order::Hold);
        }
        activated(made)
    };
    let two = ["B1", "B2"].map(|unit| Answer::Unit(id(unit))).to_vec();
    let tied = board(&[(6.98, -4.0), (7.02, 4.0)]);
    assert_eq!(asked(&tied), Some((Topic::NearestEnemy, Seat::A, two.clone())));
    let nearer = board(&[(6.90, -4.0), (7.00, 4.0)]);
    assert_eq!(asked(&nearer), None);
    assert!(at(&nearer, "A1").0 < 18.0);
    // Differences are not chained.
    let three = board(&[(7.00, -4.0), (7.04, 4.0), (7.08, 0.0)]);
    assert_eq!(asked(&three), Some((Topic::NearestEnemy, Seat::A, two)));
}

#[test]
fn bg3_mov_15_a_follower_comes_to_where_its_leader_under_direct_control_goes() {
    // The rear of A2 is at 13.75 and the front of A1 at 11.25. One after the other A1 comes 2.5 inches up to A2; in one step A2 leads it
    // 3.5 farther, and it has 5 (BG3-ORD-07).
    let made = || {
        scene3()
            .unit("A1", moving(5.0), (18.0, 10.0, 0.0))
            .order("A1", Order::Follow)
            .unit("A2", moving(5.0), (18.0, 15.0, 0.0))
            .holding("B1", line(), (18.0, 27.0, 180.0))
            .change("A2", |unit| unit.turn.controlled = true)
    };
    let alone = play3(begun(made()), &[activate(&["A1"])], &[]).unwrap().0;
    assert_eq!(stands(&alone, "A1"), Some(pose(18.0, 12.5, 0.0)));
    let state = play3(begun(made()), &[activate(&["A1", "A2"])], &[]).unwrap().0;
    let both = together(&[("A1", Vec::new()), ("A2", vec![forward(3.5)])]);
    let (moved, _) = play3(state, &[(Seat::A, both)], &[]).unwrap();
    assert_eq!(stands(&moved, "A2"), Some(pose(18.0, 18.5, 0.0)));
    assert_eq!(stands(&moved, "A1"), Some(pose(18.0, 15.0, 0.0)));
}
