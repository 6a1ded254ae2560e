//! The summary of orders: where the own move of each ends, and whom it Final Rushes (pp. 50-57). Rule `BG4-ORDMV-18`.

use battleground_geometry::{Inches, Pose};

use super::*;
use crate::model::command::Command;
use crate::model::event::{EngagementEvent, Event};
use crate::model::names::UnitId;
use crate::procedures::movement::context::orders_of;
use crate::scene::play_out;

/// What A1 did on its activation.
#[derive(Debug)]
struct Done {
    to: Pose,
    moved: Inches,
    rushed: Option<UnitId>,
    objective: Option<Objective>,
}

/// Activates A1; asked for a way, its owner takes the first.
fn activated(scene: Scene, late: bool) -> Done {
    let state = begun(scene.set(|state| state.normal_moves = late));
    let command = Command::Activate {
        units: vec![id("A1")],
    };
    let (state, events) = play_out(state, &[(Seat::A, command)], &[]).unwrap();
    let unit = state.unit(id("A1")).unwrap();
    assert!(unit.turn.activated);
    let moves: Vec<_> = events.iter().flat_map(Event::movements).collect();
    assert!(moves.len() < 2, "{moves:?}");
    Done {
        to: unit.pose.unwrap(),
        moved: moves
            .first()
            .map_or(Inches::ZERO, |(_, one)| one.distance.rounded()),
        rushed: events.iter().find_map(|event| match event {
            Event::Engagement(EngagementEvent::FinalRushed { engagement, .. }) => Some(engagement.rushed),
            _ => None,
        }),
        objective: orders_of(unit).and_then(|orders| orders.objective),
    }
}

/// What A1 does while its side may still rush.
fn done(scene: Scene) -> Done {
    activated(scene, false)
}

/// What A1 does after another unit's normal move: it rushes no more.
fn late(scene: Scene) -> Done {
    activated(scene, true)
}

/// Its own move is so long, and it rushes nobody.
#[track_caller]
fn assert_moves(done: &Done, distance: f64) {
    assert_eq!((done.moved, done.rushed), (inches(distance), None), "{done:?}");
}

/// Its own move ends there, and it rushes nobody.
#[track_caller]
fn assert_ends(done: &Done, (x, y): (f64, f64)) {
    assert_eq!((done.to, done.rushed), (pose(x, y, 0.0), None), "{done:?}");
}

#[track_caller]
fn assert_rushes(done: &Done, enemy: &str) {
    assert_eq!(done.rushed, Some(id(enemy)), "{done:?}");
}

/// A1 alone, with this order.
fn alone(kind: UnitType, order: Order) -> Scene {
    scene().unit("A1", kind, (18.0, 10.0, 0.0)).order("A1", order)
}

/// A1 with this order and A9 as its leader, whose rear centre is (18, 12.75).
fn behind_a_leader(order: Order, y: f64) -> Scene {
    scene()
        .unit("A1", bow(10.5), (18.0, y, 0.0))
        .order("A1", order)
        .unit("A9", line(), (18.0, 14.0, 0.0))
        .objective("A1", Objective::Friend(id("A9")))
}

/// An enemy beside the way straight ahead, and no farther from it than Close units rush.
fn with_one_beside(scene: Scene, enemy: &str) -> Scene {
    scene.unit(enemy, line(), (21.1, 13.5, 270.0))
}

/// Range, Short and Long with the reach at which they stand.
const REACHES: [(Order, f64); 3] = [(Order::Range, 10.5), (Order::Short, 7.0), (Order::Long, 14.0)];

#[test]
fn bg4_ordmv_18_close() {
    // Its MC, or contact.
    assert_moves(&done(ahead(line(), Order::Close, 9.0)), 3.5);
    assert_ends(&late(ahead(line(), Order::Close, 2.0)), (18.0, 12.0));
    // The nearest enemy is rushed; another where the nearest, at 3, is in the air.
    assert_rushes(&done(ahead(line(), Order::Close, 2.0)), "B1");
    let above = alone(line(), Order::Close)
        .unit("B1", line(), (17.5, 15.458, 180.0))
        .change("B1", |unit| unit.turn.began_flying = true)
        .unit("B2", line(), (21.734, 13.987, 225.0));
    assert_rushes(&done(above), "B2");
}

#[test]
fn bg4_ordmv_18_close_with_a_location() {
    // 2.435 to the near edge of the token.
    let reached = done(token(alone(line(), Order::Close), "A1", 1, (18.0, 14.0)));
    assert_ends(&reached, (18.0, 12.435));
    assert_eq!(reached.objective, None);
    // Only an enemy that blocks the path is rushed.
    assert_rushes(
        &done(token(ahead(line(), Order::Close, 2.0), "A1", 1, (18.0, 20.0))),
        "B1",
    );
    let beside = || with_one_beside(alone(line(), Order::Close), "B1");
    assert_rushes(&done(beside()), "B1");
    assert_ends(&done(token(beside(), "A1", 1, (18.0, 20.0))), (18.0, 13.5));
}

#[test]
fn bg4_ordmv_18_close_with_an_enemy_objective() {
    let aimed = |scene: Scene| scene.objective("A1", Objective::Enemy(id("B1")));
    assert_moves(&done(aimed(ahead(line(), Order::Close, 9.0))), 3.5);
    assert_ends(&late(aimed(ahead(line(), Order::Close, 2.0))), (18.0, 12.0));
    // The objective is rushed; no other, unless it blocks the path to the objective.
    assert_rushes(&done(aimed(ahead(line(), Order::Close, 2.0))), "B1");
    let beside = || with_one_beside(ahead(line(), Order::Close, 9.0), "B2");
    assert_rushes(&done(beside()), "B2");
    assert_ends(&done(aimed(beside())), (18.0, 13.5));
    let between = ahead(line(), Order::Close, 9.0).unit("B2", line(), (18.0, 14.5, 180.0));
    assert_rushes(&done(aimed(between)), "B2");
}

#[test]
fn bg4_ordmv_18_close_with_a_leader() {
    // The leader's rear, and the objective stays.
    let followed = done(behind_a_leader(Order::Close, 10.0));
    assert_ends(&followed, (18.0, 11.5));
    assert_eq!(followed.objective, Some(Objective::Friend(id("A9"))));
    // Only an enemy on the line to it is rushed.
    let on_the_line = behind_a_leader(Order::Close, 6.0).unit("B1", line(), (18.0, 10.5, 180.0));
    assert_rushes(&done(on_the_line), "B1");
    let beside = behind_a_leader(Order::Close, 6.0).unit("B1", line(), (21.1, 8.2, 270.0));
    assert_ends(&done(beside), (18.0, 9.5));
}

#[test]
fn bg4_ordmv_18_range_short_and_long() {
    for (order, reach) in REACHES {
        assert_moves(&done(ahead(bow(10.5), order, reach)), 0.0);
        assert_moves(&done(ahead(bow(10.5), order, reach + 2.0)), 2.0);
        // Never a rush.
        assert_moves(&done(ahead(bow(10.5), order, 2.0)), 0.0);
    }
}

#[test]
fn bg4_ordmv_18_range_short_and_long_with_an_objective() {
    for (order, reach) in REACHES {
        // A location, with an enemy in range all the while.
        let going = done(token(ahead(bow(10.5), order, 6.0), "A1", 1, (18.0, 14.0)));
        assert_moves(&going, 2.435);
        assert_eq!(going.objective, None);
        // A leader: without one it would stand and shoot.
        let followed = || behind_a_leader(order, 10.0).unit("B1", line(), (24.5, 15.5, 235.0));
        assert_moves(&done(followed().order("A1", order)), 0.0);
        assert_ends(&done(followed()), (18.0, 11.5));
        // An enemy: until that one is in range, whoever else is.
        let two = || ahead(bow(10.5), order, reach + 2.0).unit("B2", line(), (25.0, 14.0, 270.0));
        assert_moves(&done(two()), 0.0);
        assert_moves(&done(two().objective("A1", Objective::Enemy(id("B1")))), 2.0);
        // Never a rush, whatever the objective is and whoever stands in the way.
        let near = || ahead(bow(10.5), order, 2.0);
        assert_moves(&done(near().objective("A1", Objective::Enemy(id("B1")))), 0.0);
        assert_eq!(done(token(near(), "A1", 1, (18.0, 20.0))).rushed, None);
        let on_the_line = behind_a_leader(order, 6.0).unit("B1", line(), (18.0, 10.5, 180.0));
        assert_eq!(done(on_the_line).rushed, None);
    }
    // (vector) S with a location and an enemy at 6 keeps moving to the token.
    let short = done(token(ahead(bow(14.0), Order::Short, 6.0), "A1", 1, (10.0, 20.0)));
    let aim = point(10.0, 20.0);
    assert!(short.to.centre.distance(aim).value() < point(18.0, 10.0).distance(aim).value() - 1.0);
    assert_eq!(short.objective, Some(Objective::Location(TokenNo(1))));
}

#[test]
fn bg4_ordmv_18_hold() {
    assert_moves(&done(ahead(line(), Order::Hold, 2.0)), 0.0);
    assert_moves(&done(ahead(line(), Order::Hold, 9.0)), 0.0);
    // With a location or a leader it goes there and no farther.
    let reached = done(token(ahead(line(), Order::Hold, 6.0), "A1", 1, (18.0, 14.0)));
    assert_ends(&reached, (18.0, 12.435));
    assert_eq!(reached.objective, None);
    let followed = done(behind_a_leader(Order::Hold, 10.0));
    assert_ends(&followed, (18.0, 11.5));
    assert_eq!(followed.objective, Some(Objective::Friend(id("A9"))));
    // Never a rush.
    assert_eq!(
        done(token(ahead(line(), Order::Hold, 2.0), "A1", 1, (18.0, 20.0))).rushed,
        None
    );
    let on_the_line = behind_a_leader(Order::Hold, 6.0).unit("B1", line(), (18.0, 10.5, 180.0));
    assert_eq!(done(on_the_line).rushed, None);
}
