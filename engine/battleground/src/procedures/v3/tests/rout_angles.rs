//! Rout moves at an angle to what they meet, touch or lie on (pp. 12, 23-24, 31).

use battleground_geometry::Object;

use super::*;
use crate::field::TOL;
use crate::model::cards::Piece;
use crate::model::event::{CourageEvent, MovementEvent};
use crate::model::state::RoutCause;
use crate::rules::courage::tests::played as courage;
use crate::rules::courage::tests::played::phase;

/// A routing unit of North, its friend, and an enemy far away; its owner activates it.
fn runs_north(
    at: (f64, f64, f64),
    friend: Option<(f64, f64, f64)>,
    piece: Option<Piece>,
) -> (State, Vec<Event>) {
    let mut made = scene3()
        .set(|state| state.active = Some(Seat::B))
        .holding("A1", line(), (3.0, 3.0, 0.0))
        .unit("B1", line(), at)
        .change("B1", |unit| unit.status = Status::Routing)
        .holding("B3", line(), (3.0, 27.0, 180.0));
    if let Some(friend) = friend {
        made = made.holding("B2", line(), friend);
    }
    if let Some(piece) = piece {
        made = made.terrain(piece);
    }
    let activate = Command::Activate {
        units: vec![id("B1")],
    };
    play3(begun(made), &[(Seat::B, activate)], &[]).unwrap()
}

/// The end of a unit's move, and its length in inches.
fn moved(events: &[Event], unit: &str) -> (f64, f64, f64) {
    let moved = events.iter().find_map(|event| match event {
        Event::Movement(MovementEvent::UnitMoved {
            unit: moved,
            to,
            distance,
            ..
        }) if *moved == id(unit) => Some((to.centre.x.value(), to.centre.y.value(), distance.value())),
        _ => None,
    });
    moved.expect("it moves")
}

fn is_spared(state: &State, friend: &str) -> bool {
    let friend = state.unit(id(friend)).unwrap();
    !friend.turn.run_through && friend.pending.rout.is_empty()
}

fn near(found: f64, right: f64) {
    assert!((found - right).abs() < 0.015, "{found} instead of {right}");
}

#[test]
fn bg3_rout_11_an_oblique_router_stops_at_its_friend() {
    for off in [0.0_f64, 1.0, 10.0, 30.0, 44.0] {
        // The friend looks back at it from 2.5 ahead of its front, both turned by the same angle.
        let (sin, cos) = off.to_radians().sin_cos();
        let (x, y) = (18.0 - 5.0 * sin, 20.0 - 5.0 * cos);
        let (state, events) = runs_north((x, y, off), Some((18.0, 20.0, 180.0 + off)), None);
        let (to_x, to_y, distance) = moved(&events, "B1");
        near(to_x, x);
        near(distance, 2.5 / cos);
        near(to_y, y + distance);
        assert!(is_spared(&state, "B2"), "{off}");
    }
}

#[test]
fn bg3_rout_10_an_oblique_router_stops_at_impassable_ground() {
    // Deep water across the whole field, 33 by 1, turned by 5 degrees about (18, 22): no way leads round it.
    let (sin, cos) = 5.0_f64.to_radians().sin_cos();
    let corner = |x: f64, y: f64| (18.0 + x * cos + y * sin, 22.0 - x * sin + y * cos);
    let outline = [
        corner(-16.5, -0.5),
        corner(16.5, -0.5),
        corner(16.5, 0.5),
        corner(-16.5, 0.5),
    ];
    for heading in [0.0, 13.0, 30.0, 45.0, 62.0] {
        let water = ground(TerrainType::DeepWater, &outline);
        let (state, events) = runs_north((18.0, 17.0, heading), None, Some(water));
        let (_, _, distance) = moved(&events, "B1");
        assert!(distance < 3.5 && distance > 2.0, "{heading}: {distance}");
        let own = state.unit(id("B1")).unwrap();
        assert!(state.card(own).unwrap().corners().iter().all(|at| {
            // South of the water's near edge.
            let (x, y) = (at.x.value() - 18.0, at.y.value() - 22.0);
            x * sin + y * cos <= -0.5 + 0.0101
        }));
    }
}

#[test]
fn bg3_rout_05_an_oblique_router_stops_at_another_enemy_and_lives() {
    let made = scene3()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 0.0))
        .change("B1", |unit| {
            unit.status = Status::Routing;
            unit.turn.just_routed = true;
        })
        .unit("A2", line(), (17.408, 17.835, 27.4))
        .unit("A3", line(), (13.2, 13.5, 6.0))
        .unit("A4", line(), (22.8, 13.5, 96.9))
        .engaged("A1", "B1", Side::Rear);
    let made = ["A1", "A2", "A3", "A4"]
        .into_iter()
        .fold(made, |made, unit| made.order(unit, Order::Hold));
    let state = phase(made, true);
    let (state, events) = play_on_first(state);
    let (_, to_y, distance) = moved(&events, "B1");
    assert!(distance < 3.5 && to_y < 16.0, "{distance} to {to_y}");
    assert!(state.unit(id("B1")).unwrap().pose.is_some() && fights(&state, "B1").is_empty());
}

/// The phase is played on, each question answered with its first option.
fn play_on_first(state: State) -> (State, Vec<Event>) {
    let (mut state, mut events) = on_with(state, &[], &[]).unwrap();
    while let Some((Topic::RoutDirection, seat, options)) = asked(&state) {
        let (next, more) = on_with(state, &[answer(seat, options[0].clone())], &[]).unwrap();
        state = next;
        events.extend(more);
    }
    (state, events)
}

#[test]
fn bg3_rout_11_flush_with_a_friend_at_an_angle_it_goes_through() {
    for off in [0.0_f64, 5.0, 10.0, 20.0, 30.0, 45.0, 60.0] {
        let (sin, cos) = off.to_radians().sin_cos();
        let milli = |length: f64| (length * 1_000.0).round() / 1_000.0;
        let (x, y) = (milli(18.0 - 2.5 * sin), milli(20.0 - 2.5 * cos));
        let (state, events) = runs_north((x, y, off), Some((18.0, 20.0, 180.0 + off)), None);
        let (to_x, _, distance) = moved(&events, "B1");
        near(to_x, x);
        // Flush with the far side: the depths of both along the way, or off a flank, half a width each to the side.
        let over_the_front = 5.0 / cos;
        let off_the_flank = 3.5 / sin.max(1e-9);
        near(distance, over_the_front.min(off_the_flank));
        let friend = state.unit(id("B2")).unwrap();
        assert!(friend.turn.run_through, "{off}");
        assert_eq!(friend.pending.rout, [RoutCause::MovedThrough], "{off}");
    }
}

#[test]
fn bg3_rout_11_contact_within_the_tolerance_is_contact() {
    let (state, _) = runs_north((18.0, 17.49, 0.0), Some((18.0, 20.0, 180.0)), None);
    assert!(state.unit(id("B2")).unwrap().turn.run_through);
}

#[test]
fn bg3_rout_11_it_is_set_down_flush_with_the_far_side() {
    let (_, events) = runs_north((12.0, 20.0, 0.0), Some((12.0, 22.5, 180.0)), None);
    assert_eq!(moved(&events, "B1"), (12.0, 25.0, 5.0));
}

#[test]
fn bg3_key_35_a_skirmisher_partly_on_a_friend_is_set_down_beyond_it_and_rallies() {
    let skirmisher = with_keywords(&[Keyword::Skirmisher, Keyword::Infantry]);
    let made = scene3()
        .holding("A1", skirmisher, (18.0, 18.0, 0.0))
        .holding("A2", line(), (17.947, 14.918, 152.9))
        .holding("B1", line(), (18.0, 27.0, 180.0))
        .actions(4);
    let recall = Command::Recall {
        units: vec![id("A1")],
    };
    let (state, _) = play3(begun(made), &[(Seat::A, recall)], &[]).unwrap();
    let unit = state.unit(id("A1")).unwrap();
    assert!(unit.turn.rallied_after_running, "{unit:?}");
    let own = state.card(unit).unwrap();
    let friend = state.card(state.unit(id("A2")).unwrap()).unwrap();
    assert!(
        own.pose().centre.y < friend.pose().centre.y
            && battleground_geometry::touches(&own, Object::Card(&friend), TOL),
        "flush with the far side"
    );
    assert!(is_spared(&state, "A2"));
}

/// A1 and B1 rout from each other in one phase, A1 first.
fn both_rout(a: (f64, f64, f64), b: (f64, f64, f64)) -> State {
    let made = scene3()
        .holding("A1", line(), a)
        .holding("B1", line(), b)
        .engaged("A1", "B1", Side::Front);
    let made = courage::caused(made, "A1", RoutCause::LastGreen);
    let made = courage::caused(made, "B1", RoutCause::LastGreen);
    let (state, events) = on_with(phase(made, true), &[], &[6, 6, 6, 6, 6, 6]).unwrap();
    assert!(
        !has!(
            events,
            Event::Courage(CourageEvent::CourageChecked { passed: true, .. })
        ),
        "both fail"
    );
    assert_eq!(asked(&state), None);
    state
}

#[test]
fn bg3_rout_04_an_enemy_that_routs_first_is_still_left_behind() {
    // Each would have to pass the other on the way to its own table edge.
    let state = both_rout((18.0, 17.5, 180.0), (18.0, 15.0, 0.0));
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 21.0, 0.0)));
    assert_eq!(stands(&state, "B1"), Some(pose(18.0, 11.5, 180.0)));
    let state = both_rout((15.5, 15.0, 90.0), (18.0, 15.0, 270.0));
    assert_eq!(stands(&state, "A1"), Some(pose(12.0, 15.0, 270.0)));
    assert_eq!(stands(&state, "B1"), Some(pose(21.5, 15.0, 90.0)));
    // Only in the phase in which they began to rout.
    assert!(state.units.iter().all(|unit| unit.turn.fled_from.is_empty()));
}

#[test]
fn bg3_rout_04_with_two_enemies_one_that_routs_first_still_counts() {
    // A1 before it and A2 behind it; A1 routs first and goes 3.5 inches north, to the edge 19.75 of its rear.
    let made = scene3()
        .holding("A1", line(), (18.0, 17.5, 180.0))
        .holding("A2", line(), (18.0, 12.5, 0.0))
        .holding("B1", line(), (18.0, 15.0, 0.0))
        .engaged("A1", "B1", Side::Front)
        .engaged("A2", "B1", Side::Rear);
    let made = courage::caused(made, "A1", RoutCause::LastGreen);
    let made = courage::caused(made, "B1", RoutCause::LastGreen);
    // Sixes alone: both checks fail and the free attack of A2 misses.
    let (mut state, _) = on_with(phase(made, true), &[], &[]).unwrap();
    while let Some((_, seat, options)) = asked(&state) {
        state = on_with(state, &[answer(seat, options[0].clone())], &[])
            .unwrap()
            .0;
    }
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 21.0, 0.0)));
    // Of 3.5 inches, north by d, A2 is d behind and A1 3.5 - d ahead: the nearer of them is farthest at 1.75, 60 degrees to either
    // side of north, which its owner chooses between. From A2 alone it would have gone north against A1, beyond 18.4.
    let there = stands(&state, "B1").expect("it has room");
    near(there.centre.y.value(), 16.75);
    near(
        (there.centre.x.value() - 18.0).abs(),
        3.5 * 60.0_f64.to_radians().sin(),
    );
}
