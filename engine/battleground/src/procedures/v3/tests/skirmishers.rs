//! Skirmishers on a ranged order (p. 31).

use super::*;

/// How far a Skirmisher on Ranged with this range and movement goes, 8 away from an enemy, and whether it may shoot then.
fn goes(range: f64, movement: f64, enemy: UnitType) -> (f64, bool) {
    goes_on(Order::Range, 8.0, (range, movement), enemy)
}

/// A1, a Skirmisher with this range and movement, on an order so far away from an enemy.
fn facing(order: Order, apart: f64, (range, movement): (f64, f64), enemy: UnitType) -> State {
    let mut velites = with_keywords(&[Keyword::Skirmisher]);
    velites.movement = mc(movement);
    velites.ranged = Some(RangedAttack {
        range: Distance((range * 1_000.0) as u32),
        way: RangedType::LineOfSight,
        ..RangedAttack::default()
    });
    begun(
        scene3()
            .unit("A1", velites, (18.0, 8.75, 0.0))
            .order("A1", order)
            .unit("B1", enemy, (18.0, 11.25 + apart, 180.0)),
    )
}

/// The same on any order and so far away.
fn goes_on(order: Order, apart: f64, weapon: (f64, f64), enemy: UnitType) -> (f64, bool) {
    let state = facing(order, apart, weapon, enemy);
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    let field = Field::of(&state);
    let shoots = !choices(&field, state.unit(id("A1")).unwrap(), &[], &[])
        .unwrap()
        .attacks
        .is_empty();
    (stands(&state, "A1").unwrap().centre.y.value() - 8.75, shoots)
}

#[test]
fn bg3_key_32_a_ranged_skirmisher_keeps_out_of_the_rush_range_of_regulars() {
    let near = |(gone, shoots): (f64, bool), expected: (f64, bool)| {
        assert!(
            (gone - expected.0).abs() <= 0.02 && shoots == expected.1,
            "{gone} {shoots} instead of {expected:?}"
        );
    };
    near(goes(3.5, 5.0, moving(3.5)), (4.5, true));
    near(goes(2.5, 5.0, moving(3.5)), (4.5, false));
    near(goes(2.5, 6.0, moving(3.5)), (5.5, true));
    // Of Skirmishers it is not afraid: it comes as near as it shoots.
    let mut other = with_keywords(&[Keyword::Skirmisher]);
    other.movement = mc(5.0);
    near(goes(3.5, 5.0, other), (4.5, true));
    let mut other = with_keywords(&[Keyword::Skirmisher]);
    other.movement = mc(3.5);
    near(goes(2.5, 5.0, other), (5.0, false));
}

#[test]
fn bg3_key_32_no_move_into_rush_range_is_reported_as_as_good() {
    // Range 2.5, movement 5: it stops 4.5 on, outside of the 3.5 of the regular; all of its 5 would bring it nearer to its goal
    // (BG3-PATH-02).
    let report = |gone: f64| Command::ReportMove {
        unit: id("A1"),
        pose: pose(18.0, 8.75 + gone, 0.0),
    };
    let regular = || facing(Order::Range, 8.0, (2.5, 5.0), moving(3.5));
    assert!(play3(regular(), &[(Seat::A, report(4.5))], &[]).is_ok());
    assert_ne!(refused3(&regular(), Seat::A, report(5.0)), "accepted");
    // Before a Skirmisher it goes on.
    let mut other = with_keywords(&[Keyword::Skirmisher]);
    other.movement = mc(3.5);
    let skirmisher = facing(Order::Range, 8.0, (2.5, 5.0), other);
    assert!(play3(skirmisher, &[(Seat::A, report(5.0))], &[]).is_ok());
}

#[test]
fn bg3_key_32_short_and_long_do_not_lead_it_into_rush_range_while_it_can_shoot() {
    // Range 14, order S: 12 away it can shoot already, so it stays outside the 8.5 of the regular instead of going on to 7.
    let (gone, shoots) = goes_on(Order::Short, 12.0, (14.0, 5.0), moving(8.5));
    assert!((gone - 3.5).abs() <= 0.02 && shoots, "{gone} {shoots}");
    // A Skirmisher does not keep it away.
    let mut other = with_keywords(&[Keyword::Skirmisher]);
    other.movement = mc(8.5);
    let (gone, _) = goes_on(Order::Short, 12.0, (14.0, 5.0), other);
    assert!((gone - 5.0).abs() <= 0.02, "{gone}");
}
