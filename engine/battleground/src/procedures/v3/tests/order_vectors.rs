//! Orders and their modifiers, as units follow them (pp. 6-9).

use super::*;

use crate::rules::movement::tests::orders::editions::{
    archers, capped, facing, moved, moves_and_shoots, near, to_a_point,
};

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
fn bg3_ord_15_what_is_left_after_the_point_is_used_by_the_base_order() {
    // Of range 7: 13 from the point all of the other 3 are used, 9 from it 2 of them, 6 from it none.
    for (front, gone) in [(25.0, 5.0), (21.0, 4.0), (18.0, 2.0)] {
        let state = moved(to_a_point(Edition::V3, archers(7.0, 5.0), Order::Range, front));
        near(at(&state, "A1"), (18.0, 8.75 + gone, 0.0));
        let unit = state.unit(id("A1")).unwrap();
        assert_eq!(unit.status, Status::Ready(Some(Orders::plain(Order::Range))));
        assert!(state.tokens.is_empty());
    }
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

#[test]
fn bg3_ord_05_short_goes_on_and_shoots_and_long_stays_and_shoots() {
    let (state, targets) = moves_and_shoots(facing(Edition::V3, 21.0, Order::Short, 12.0));
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 12.25, 0.0)), "3.5, to 8.5");
    assert_eq!(targets, [id("B1")]);
    assert_eq!(
        short(&state, "A1", "B1", AttackKind::Ranged).1,
        1,
        "long range, moved"
    );
    let (state, targets) = moves_and_shoots(facing(Edition::V3, 21.0, Order::Long, 14.0));
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
    let made = facing(Edition::V3, 14.0, Order::Hold, 6.0)
        .holding("B2", line(), (25.2, 20.85, 180.0))
        .objective("A1", Objective::Enemy(id("B2")));
    let state = made.state();
    let field = Field::of(&state);
    let found = choices(&field, state.unit(id("A1")).unwrap(), &[], &[]).unwrap();
    let targets: Vec<UnitId> = found.attacks.iter().map(|one| one.target).collect();
    assert_eq!(targets, [id("B2")]);
    assert_eq!(short(&state, "A1", "B2", AttackKind::Ranged).1, 2);
    let plain = facing(Edition::V3, 14.0, Order::Hold, 6.0).state();
    assert_eq!(
        short(&plain, "A1", "B1", AttackKind::Ranged).1,
        3,
        "the other one is legal"
    );
}
