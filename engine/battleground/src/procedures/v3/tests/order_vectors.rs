//! Orders and their modifiers, as units follow them (pp. 6-9).

use super::*;
use crate::model::names::TokenNo;
use crate::scene::point;

fn archers(range: f64, movement: f64) -> UnitType {
    UnitType {
        movement: mc(movement),
        ..shooting(range, RangedType::Indirect)
    }
}

/// An order with a cap.
fn capped(order: Order, cap: f64) -> Status {
    Status::Ready(Some(Orders {
        cap: Some(mc(cap)),
        ..Orders::plain(order)
    }))
}

/// The position after A1 has moved by its order.
fn moved(made: Scene) -> State {
    let (state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(asked(&state), None);
    state
}

fn near(found: (f64, f64, f64), expected: (f64, f64, f64)) {
    let close = (found.0 - expected.0).abs() < 0.03
        && (found.1 - expected.1).abs() < 0.03
        && (found.2 - expected.2).abs() < 0.6;
    assert!(close, "{found:?} instead of {expected:?}");
}

#[test]
fn bg3_ord_04_an_enemy_in_range_behind_the_front_line_is_turned_to() {
    // Its closest centre point is 13.9 from (18, 10), and all of it lies behind the line y = 10.
    let made = scene3()
        .unit("A1", archers(14.0, 3.5), (18.0, 8.75, 0.0))
        .order("A1", Order::Range)
        .holding("B1", line(), (32.822, 7.0, 270.0));
    let state = moved(made);
    // By about face or by a reform: both count as no distance (BG3-PATH-10).
    let (_, _, heading) = at(&state, "A1");
    assert!(heading > 0.0 && heading <= 180.0, "{heading}");
    let unit = state.unit(id("A1")).unwrap();
    assert!(unit.turn.moved);
    assert!(Field::of(&state).in_front_arc(id("A1"), id("B1")));
}

#[test]
fn bg3_ord_04_an_enemy_on_higher_ground_is_farther_than_it_lies() {
    // 12 away, 14.5 for a shot from below (BG3-MOD-24): it goes 0.5 nearer.
    let made = scene3()
        .unit("A1", archers(14.0, 3.5), (18.0, 6.75, 0.0))
        .order("A1", Order::Range)
        .holding("B1", line(), (18.0, 21.25, 180.0))
        .terrain(hill_over(1, (10.0, 19.9), (26.0, 28.0)));
    near(at(&moved(made), "A1"), (18.0, 7.25, 0.0));
}

#[test]
fn bg3_ord_10_each_change_of_a_modifier_is_a_change_of_the_order() {
    let state = begun(
        scene3()
            .unit("A1", moving(5.0), (18.0, 8.75, 0.0))
            .unit("B1", line(), (18.0, 27.0, 180.0))
            .unit("B2", line(), (26.0, 27.0, 180.0))
            .actions(3),
    );
    let change = |order: WrittenOrder| {
        let unit = id("A1");
        (Seat::A, Command::ChangeOrder { unit, order })
    };
    let plain = WrittenOrder::plain(Order::Close);
    let both = WrittenOrder {
        cap: Some(mc(3.5)),
        objective: Some(Objective::Enemy(id("B2"))),
        ..plain
    };
    let only_cap = WrittenOrder {
        objective: None,
        ..both
    };
    let (state, _) = play3(state, &[change(both), change(only_cap), change(plain)], &[]).unwrap();
    assert_eq!(state.players[0].actions, 0, "C 3.5 #2, C 3.5, C: three actions");
    // A point is no second objective beside an enemy.
    let state = Scene::from(state)
        .set(|state| state.players[0].actions = 1)
        .state();
    let and_a_point = WrittenOrder {
        token_at: Some(point(18.0, 20.0)),
        ..both
    };
    assert_eq!(refused3(&state, Seat::A, change(and_a_point).1), "BG3-ORD-14");
    let airborne = WrittenOrder {
        airborne: true,
        ..plain
    };
    assert_eq!(refused3(&state, Seat::A, change(airborne).1), "BG3-ORD-20");
    // A second objective cannot be written down at all.
    let parsed = |text: &str| {
        use hindsight_kernel::Notation as _;
        Battleground3::parse(text).is_ok()
    };
    assert!(parsed("change A1 C3.5>B2"));
    assert!(!parsed("change A1 C3.5>B2>B1"));
}

/// A1 with 5 of movement on its way to a point 2 ahead; an enemy straight ahead whose front is at this y.
fn to_a_point(kind: UnitType, order: Order, front: f64) -> Scene {
    scene3()
        .unit("A1", kind, (18.0, 8.75, 0.0))
        .order("A1", order)
        .objective("A1", Objective::Location(TokenNo(1)))
        .set(|state| {
            state.tokens.insert(TokenNo(1), (Seat::A, point(18.0, 12.0)));
        })
        .holding("B1", line(), (18.0, front + 1.25, 180.0))
}

#[test]
fn bg3_ord_15_what_is_left_after_the_point_is_used_by_the_base_order() {
    // Of range 7: 13 from the point all of the other 3 are used, 9 from it 2 of them, 6 from it none.
    for (front, gone) in [(25.0, 5.0), (21.0, 4.0), (18.0, 2.0)] {
        let state = moved(to_a_point(archers(7.0, 5.0), Order::Range, front));
        near(at(&state, "A1"), (18.0, 8.75 + gone, 0.0));
        let unit = state.unit(id("A1")).unwrap();
        assert_eq!(unit.status, Status::Ready(Some(Orders::plain(Order::Range))));
        assert!(state.tokens.is_empty());
    }
}

#[test]
fn bg3_ord_15_a_unit_on_close_goes_on_from_its_point_without_a_rush() {
    // 4.5 ahead: without the objective it would rush.
    let rushes = to_a_point(moving(5.0), Order::Close, 14.5).order("A1", Order::Close);
    assert_eq!(moved(rushes).engagements.len(), 1);
    let state = moved(to_a_point(moving(5.0), Order::Close, 14.5));
    near(at(&state, "A1"), (18.0, 13.25, 0.0));
    assert!(state.engagements.is_empty(), "up to the enemy, and not engaged");
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(unit.status, Status::Ready(Some(Orders::plain(Order::Close))));
}

#[test]
fn bg3_ord_18_penalties_come_off_the_uncapped_category() {
    // Straight ahead: 5 capped at 3.5; in a forest 3.5 too, and not 2.5; a cap above the category changes nothing.
    let ahead = |movement: f64, cap: f64, forest: bool| {
        let made = scene3()
            .unit("A1", moving(movement), (18.0, 6.0, 0.0))
            .change("A1", |unit| unit.status = capped(Order::Close, cap))
            .holding("B1", line(), (18.0, 27.0, 180.0));
        let made = if forest {
            made.terrain(rectangle(TerrainType::Forest, (0.0, 0.0), (36.0, 30.0)))
        } else {
            made
        };
        at(&moved(made), "A1").1 - 6.0
    };
    for (movement, cap, forest, gone) in [
        (5.0, 3.5, false, 3.5),
        (5.0, 3.5, true, 3.5),
        (5.0, 2.5, true, 2.5),
        (3.5, 5.0, false, 3.5),
    ] {
        let found = ahead(movement, cap, forest);
        assert!((found - gone).abs() < 0.01, "{movement} {cap} {forest}: {found}");
    }
    // A reform toward an enemy at its right costs two categories of 5: 2.5 are left, under a cap of 3.5 as well.
    let aside = |cap: f64| {
        let made = scene3()
            .unit("A1", moving(5.0), (18.0, 15.0, 0.0))
            .change("A1", |unit| unit.status = capped(Order::Close, cap))
            .holding("B1", line(), (34.0, 15.0, 270.0));
        at(&moved(made), "A1")
    };
    near(aside(3.5), (20.5, 15.0, 90.0));
    near(aside(1.75), (19.75, 15.0, 90.0));
}

#[test]
fn bg3_ord_19_a_cap_limits_rushes_and_flights_but_not_direct_control() {
    // The enemy's side centre is 5 away.
    let made = |cap: f64| {
        scene3()
            .unit("A1", moving(7.0), (18.0, 8.75, 0.0))
            .change("A1", |unit| unit.status = capped(Order::Close, cap))
            .holding("B1", line(), (18.0, 16.25, 180.0))
            .set(|state| state.players[0].actions = 1)
    };
    let state = moved(made(3.5));
    near(at(&state, "A1"), (18.0, 12.25, 0.0));
    assert!(state.engagements.is_empty());
    let state = moved(made(6.0));
    assert_eq!(fights(&state, "A1"), [(id("B1"), Side::Front, Side::Front)]);
    // In the air.
    let flyer = flying(8.5);
    let aloft = scene3()
        .unit("A1", flyer, (18.0, 5.0, 0.0))
        .change("A1", |unit| {
            unit.airborne = true;
            unit.turn.began_flying = true;
            unit.status = capped(Order::Close, 3.5);
        })
        .holding("B1", line(), (18.0, 28.0, 180.0));
    near(at(&moved(aloft), "A1"), (18.0, 8.5, 0.0));
    // Direct control ignores the whole order.
    let commands = [
        (Seat::A, Command::DirectControl { unit: id("A1") }),
        activate(&["A1"]),
        (Seat::A, submit_legs(vec![forward(5.0)])),
    ];
    let (state, _) = play3(begun(made(3.5)), &commands, &[]).unwrap();
    near(at(&state, "A1"), (18.0, 13.75, 0.0));
}

/// A1 with this range and order at (18, 8.75), B1 dead ahead of its front at this distance.
fn facing(range: f64, order: Order, distance: f64) -> Scene {
    scene3()
        .unit("A1", shooting(range, RangedType::Indirect), (18.0, 8.75, 0.0))
        .order("A1", order)
        .holding("B1", line(), (18.0, 10.0 + distance + 1.25, 180.0))
}

/// The position after A1 has moved, and whom it may shoot at.
fn moves_and_shoots(made: Scene) -> (State, Vec<UnitId>) {
    let (state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
    let field = Field::of(&state);
    let attacks = choices(&field, state.unit(id("A1")).unwrap(), &[], &[])
        .unwrap()
        .attacks;
    let targets = attacks.iter().map(|attack| attack.target).collect();
    drop(field);
    (state, targets)
}

#[test]
fn bg3_ord_04_who_had_to_come_into_range_shoots_with_the_penalty_for_moving() {
    let (state, targets) = moves_and_shoots(facing(14.0, Order::Range, 15.2));
    let y = stands(&state, "A1").unwrap().centre.y.value();
    assert!((y - 9.95).abs() < 0.02, "1.2 forward: {y}");
    assert_eq!(targets, [id("B1")]);
    // 5 against 2, long range, moved.
    assert_eq!(short(&state, "A1", "B1", AttackKind::Ranged).1, 1);
}

#[test]
fn bg3_ord_05_short_goes_on_and_shoots_and_long_stays_and_shoots() {
    let (state, targets) = moves_and_shoots(facing(21.0, Order::Short, 12.0));
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 12.25, 0.0)), "3.5, to 8.5");
    assert_eq!(targets, [id("B1")]);
    assert_eq!(
        short(&state, "A1", "B1", AttackKind::Ranged).1,
        1,
        "long range, moved"
    );
    let (state, targets) = moves_and_shoots(facing(21.0, Order::Long, 14.0));
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 8.75, 0.0)), "it stays");
    assert_eq!(targets, [id("B1")]);
    assert_eq!(short(&state, "A1", "B1", AttackKind::Ranged).1, 2, "long range");
}

#[test]
fn bg3_ord_07_follow_stops_in_contact_short_of_its_movement() {
    let made = scene3()
        .unit("A1", moving(5.0), (18.0, 8.75, 0.0))
        .order("A1", Order::Follow)
        .holding("A2", line(), (18.0, 15.0, 0.0))
        .unit("B1", line(), (3.0, 28.0, 180.0));
    let (state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 12.5, 0.0)), "3.75 of 5");
}

#[test]
fn bg3_ord_11_the_objective_25_away_is_nearest_before_an_enemy_at_8() {
    // From (5, 5): B1 straight ahead at 8, the front of its objective B2 at (15, 20) from there. Its right side, at 25.04, is as near.
    let made = scene3()
        .unit("A1", shooting(14.0, RangedType::Indirect), (5.0, 3.75, 0.0))
        .order("A1", Order::Range)
        .holding("B1", line(), (5.0, 14.25, 180.0))
        .holding("B2", line(), (20.0, 26.25, 180.0))
        .objective("A1", Objective::Enemy(id("B2")));
    let away = |state: &State| Field::of(state).within(id("A1"), id("B2")).unwrap().value();
    let before = begun(made);
    assert!((away(&before) - 25.0).abs() < 1e-6);
    let front = answer(Seat::A, Answer::Side(Side::Front));
    let (state, _) = play3(before, &[activate(&["A1"]), front], &[]).unwrap();
    assert!(away(&state) < 24.0, "it advances toward it: {}", away(&state));
}

#[test]
fn bg3_ord_12_the_objective_at_12_is_shot_past_an_enemy_at_6() {
    // B2 at (7.2, 9.6) from the front centre, 12 inches: long range and no other penalty.
    let made = facing(14.0, Order::Hold, 6.0)
        .holding("B2", line(), (25.2, 20.85, 180.0))
        .objective("A1", Objective::Enemy(id("B2")));
    let state = made.state();
    let field = Field::of(&state);
    let found = choices(&field, state.unit(id("A1")).unwrap(), &[], &[]).unwrap();
    let targets: Vec<UnitId> = found.attacks.iter().map(|one| one.target).collect();
    assert_eq!(targets, [id("B2")]);
    assert_eq!(short(&state, "A1", "B2", AttackKind::Ranged).1, 2);
    let plain = facing(14.0, Order::Hold, 6.0).state();
    assert_eq!(
        short(&plain, "A1", "B1", AttackKind::Ranged).1,
        3,
        "the other one is legal"
    );
}
