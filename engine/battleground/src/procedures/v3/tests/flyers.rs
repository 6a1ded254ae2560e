//! Flying units (p. 28).

use super::*;

use crate::rules::movement::tests::played::flyer;

/// A1, a flyer in the air on this order.
fn aloft(order: Order, at: (f64, f64, f64)) -> Scene {
    scene3()
        .unit("A1", flyer(), at)
        .change("A1", |unit| {
            unit.airborne = true;
            unit.turn.began_flying = true;
            unit.status = Status::Ready(Some(Orders::plain(order)));
        })
        .actions(3)
}

fn goes(state: State) -> State {
    landed(play3(state, &[activate(&["A1"])], &[]).unwrap().0)
}

fn ordered(airborne: bool, order: Order) -> (Seat, Command) {
    let order = WrittenOrder {
        airborne,
        ..WrittenOrder::plain(order)
    };
    (
        Seat::A,
        Command::ChangeOrder {
            unit: id("A1"),
            order,
        },
    )
}

fn far_enemy(made: Scene) -> Scene {
    made.holding("B1", line(), (18.0, 28.0, 180.0))
}

#[test]
fn bg3_key_12_flying_movement_in_the_turns_of_taking_off_and_landing() {
    // Taking off: 8.5.
    let grounded = begun(far_enemy(
        scene3()
            .unit("A1", flyer(), (18.0, 5.0, 0.0))
            .order("A1", Order::Close)
            .set(|state| state.players[0].actions = 3),
    ));
    let (state, _) = play3(grounded, &[ordered(true, Order::Close), activate(&["A1"])], &[]).unwrap();
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 13.5, 0.0)));
    assert!(state.unit(id("A1")).unwrap().airborne);
    // Landing in the same turn is not possible.
    assert_eq!(
        refused3(&state, Seat::A, ordered(false, Order::Close).1),
        "BG3-KEY-12"
    );
    // Landing: up to 8.5 as well.
    let flying = begun(far_enemy(aloft(Order::Close, (18.0, 5.0, 0.0))));
    let (state, _) = play3(flying, &[ordered(false, Order::Close), activate(&["A1"])], &[]).unwrap();
    let state = landed(state);
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 13.5, 0.0)));
    assert!(!state.unit(id("A1")).unwrap().airborne);
    // On the ground it moves 5.
    let walks = begun(far_enemy(
        scene3()
            .unit("A1", flyer(), (18.0, 5.0, 0.0))
            .order("A1", Order::Close),
    ));
    assert_eq!(stands(&goes(walks), "A1"), Some(pose(18.0, 10.0, 0.0)));
}

#[test]
fn bg3_key_17_landing_happens_at_the_end_of_the_move_in_a_free_facing() {
    // Taking off is a change of order, which costs a command action, before it moves.
    let grounded = begun(far_enemy(
        scene3()
            .unit("A1", flyer(), (18.0, 5.0, 0.0))
            .order("A1", Order::Close)
            .set(|state| state.players[0].actions = 1),
    ));
    let (state, _) = play3(grounded, &[ordered(true, Order::Close)], &[]).unwrap();
    assert!(state.unit(id("A1")).unwrap().airborne && state.players[0].actions == 0);
    // Where it ends there is room only across: it reforms for free and lands.
    let lands = |made: Scene| {
        let (state, _) = play3(
            begun(far_enemy(made)),
            &[ordered(false, Order::Close), activate(&["A1"])],
            &[],
        )
        .unwrap();
        let state = landed(state);
        let unit = state.unit(id("A1")).unwrap();
        (unit.airborne, unit.pose.unwrap().heading.value())
    };
    let corridor = |left: f64, right: f64| {
        aloft(Order::Close, (18.0, 5.0, 0.0))
            .holding("A2", line(), (18.0 - left, 13.5, 90.0))
            .holding("A3", line(), (18.0 + right, 13.5, 90.0))
    };
    assert_eq!(lands(corridor(5.0, 5.0)), (false, 0.0), "as it flies");
    let (airborne, heading) = lands(corridor(2.75, 2.75));
    assert!(!airborne && heading != 0.0, "turned: {heading}");
    // Over another unit there is no place at all: it stays in the air and keeps the mark.
    let over = aloft(Order::Close, (18.0, 5.0, 0.0)).holding("A2", line(), (18.0, 13.5, 0.0));
    assert!(lands(over).0);
}

#[test]
fn bg3_key_19_a_flyer_on_close_lands_where_it_can_rush_next_turn() {
    // Its ground movement is 5: the side that faced it is nearer than that after the flight.
    let facing = |distance: f64| {
        let state = begun(aloft(Order::Close, (18.0, 5.0, 0.0)).holding(
            "B1",
            line(),
            (18.0, 6.25 + distance + 1.25, 180.0),
        ));
        let state = goes(state);
        let unit = state.unit(id("A1")).unwrap();
        assert!(state.engagements.is_empty(), "it is not engaged");
        (unit.airborne, unit.pose.unwrap().centre.y.value())
    };
    let (airborne, y) = facing(10.0);
    assert!(!airborne && y > 5.0 + 5.0, "it flew up to the enemy: {y}");
    let (airborne, _) = facing(14.0);
    assert!(airborne, "after 8.5 it is 5.5 away: not near enough");
    // Over the enemy when its turn began: on the far side.
    let state = goes(begun(aloft(Order::Close, (18.0, 12.6, 0.0)).holding(
        "B1",
        line(),
        (18.0, 15.0, 180.0),
    )));
    let unit = state.unit(id("A1")).unwrap();
    assert!(
        !unit.airborne && unit.pose.unwrap().centre.y.value() > 16.25,
        "{:?}",
        unit.pose
    );
}

#[test]
fn bg3_key_20_a_flyer_lands_at_its_point_or_as_near_as_possible() {
    let at_point = |friend: Option<(f64, f64, f64)>| {
        let made = aloft(Order::Hold, (18.0, 5.0, 0.0))
            .change("A1", |unit| {
                if let Status::Ready(Some(orders)) = &mut unit.status {
                    orders.objective = Some(Objective::Location(crate::model::names::TokenNo(1)));
                }
            })
            .set(|state| {
                let at = crate::scene::point(18.0, 12.0);
                state
                    .tokens
                    .insert(crate::model::names::TokenNo(1), (Seat::A, at));
            });
        let made = match friend {
            Some(at) => made.holding("A2", line(), at),
            None => made,
        };
        let state = goes(begun(far_enemy(made)));
        let unit = state.unit(id("A1")).unwrap();
        (unit.airborne, unit.pose.unwrap())
    };
    let (airborne, end) = at_point(None);
    assert!(
        !airborne && (end.centre.y.value() + 1.25 - 12.0).abs() < 0.02,
        "{end:?}"
    );
    let (airborne, end) = at_point(Some((18.0, 11.5, 0.0)));
    let top = end.centre.y.value() + 1.25;
    assert!(
        !airborne && top <= 10.26 && top > 9.9,
        "before the friend on it: {end:?}"
    );
}

/// The end of a turn of South, who has A1 alone.
fn turn_over(state: State) -> State {
    let made = Scene::from(state).set(|state| {
        state.phase = Phase::PostCombatCourage;
        state.active = Some(Seat::A);
        state.agenda = vec![Edition::V3.courage_phase(false).into()];
    });
    on_with(made.state(), &[], &[]).unwrap().0
}

#[test]
fn bg3_set_14_who_has_only_flyers_seeks_the_enemy_or_flies_off() {
    use crate::model::state::Cause;
    // Over an edge that is near enough; it counts as fled.
    let near = |y: f64, made: fn(Scene) -> Scene| {
        let state = begun(made(far_enemy(aloft(Order::Hold, (18.0, y, 0.0)))));
        play3(state, &[(Seat::A, Command::FlyOff { unit: id("A1") })], &[])
    };
    let (state, _) = near(5.0, |made| made).unwrap();
    let unit = state.unit(id("A1")).unwrap();
    assert!(unit.pose.is_none() && unit.destroyed == Some(Cause::Fled));
    assert_eq!(
        near(15.0, |made| made).unwrap_err().rule.0,
        "BG3-SET-14",
        "too far off"
    );
    let grounded = near(5.0, |made| made.holding("A2", line(), (25.0, 5.0, 0.0)));
    assert_eq!(
        grounded.unwrap_err().rule.0,
        "BG3-SET-14",
        "somebody is on the ground"
    );
    // Two turns in a row without seeking the enemy: at the end of the second all flee.
    let waiting = begun(far_enemy(aloft(Order::Hold, (18.0, 15.0, 0.0))));
    let first = turn_over(waiting.clone());
    assert_eq!(first.players[0].waited_aloft, 1);
    assert!(first.unit(id("A1")).unwrap().pose.is_some());
    let second = turn_over(first.clone());
    assert_eq!(second.unit(id("A1")).unwrap().destroyed, Some(Cause::Fled));
    // In the first turn of the battle, which has no Movement & Command Phase, nobody could come nearer: it does not count.
    let opening = turn_over(Scene::from(waiting).set(|state| state.turn = 1).state());
    assert_eq!(opening.players[0].waited_aloft, 0);
    // Half of its flight nearer to the enemy: the count begins anew.
    let next = begun(Scene::from(first).set(|state| state.active = Some(Seat::A)));
    let at = |y: f64| {
        Scene::from(next.clone())
            .change("A1", |unit| unit.pose = Some(pose(18.0, y, 0.0)))
            .state()
    };
    assert_eq!(turn_over(at(19.5)).players[0].waited_aloft, 0);
    assert_eq!(
        turn_over(at(18.0)).unit(id("A1")).unwrap().destroyed,
        Some(Cause::Fled)
    );
}

#[test]
fn bg3_key_19_where_its_side_is_full_a_flyer_lands_at_the_place_nearest_to_the_enemy() {
    // The front of B1 is held by A2 and A3; B2 stands flush before its right side, 2.5 beyond which there is room. Its left is free.
    let card = UnitType {
        flying: Some(mc(14.0)),
        ..moving(3.5)
    };
    let made = scene3()
        .unit("A1", card, (18.0, 11.0, 0.0))
        .change("A1", |unit| unit.airborne = true)
        .unit("A2", line(), (18.0, 17.5, 0.0))
        .holding("A3", line(), (18.0, 15.0, 0.0))
        .holding("B1", line(), (18.0, 20.0, 180.0))
        .holding("B2", line(), (15.0, 20.0, 90.0))
        .engaged("A2", "B1", Side::Front);
    let state = goes(begun(made));
    let unit = state.unit(id("A1")).unwrap();
    assert!(!unit.airborne);
    let (own, enemy) = (
        state.card(unit).unwrap(),
        state.card(state.unit(id("B1")).unwrap()).unwrap(),
    );
    assert!(
        battleground_geometry::touches(&own, &enemy, crate::field::TOL),
        "{:?}",
        unit.pose
    );
}
