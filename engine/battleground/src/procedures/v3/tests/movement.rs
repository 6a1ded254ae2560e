//! Movement categories, manoeuvres, terrain (pp. 10-13, 18, 27-28).

use battleground_geometry::Hand;

use super::*;
use crate::model::command::Leg;
use crate::rules::movement::check_legs;
use crate::scene::inches;

/// Where legs under Direct Control lead a unit of this movement; nothing if they are refused.
pub(super) fn leads(movement: f64, at: (f64, f64, f64), legs: &[Leg]) -> Option<(f64, f64, f64)> {
    let state = scene3()
        .unit("A1", moving(movement), at)
        .change("A1", |unit| unit.turn.controlled = true)
        .state();
    let found = check_legs(&Field::of(&state), state.unit(id("A1")).unwrap(), legs, None).ok()?;
    let round = |number: f64| (number * 1e4).round() / 1e4;
    Some((
        round(found.to.centre.x.value()),
        round(found.to.centre.y.value()),
        round(found.to.heading.value()),
    ))
}

pub(super) fn near(found: Option<(f64, f64, f64)>, expected: (f64, f64, f64)) -> bool {
    found.is_some_and(|(x, y, heading)| {
        (x - expected.0).abs() < 0.001
            && (y - expected.1).abs() < 0.001
            && (heading - expected.2).abs() < 0.001
    })
}

#[test]
fn bg3_mov_04_distances_are_added_up() {
    let at = (18.0, 8.75, 0.0);
    assert!(leads(5.0, at, &[turn(Hand::Right, 20.0, 2.5), forward(2.5)]).is_some());
    assert!(leads(5.0, at, &[turn(Hand::Right, 20.0, 2.5), forward(2.6)]).is_none());
}

#[test]
fn bg3_mov_06_turns() {
    let at = (18.0, 8.75, 0.0);
    for (hand, angle, ruler, expected) in [
        (Hand::Right, 30.0, 3.5, (18.8905, 11.0736, 30.0)),
        (Hand::Left, 45.0, 3.5, (16.9216, 10.3536, 315.0)),
        (Hand::Left, 90.0, 3.5, (17.5, 8.25, 270.0)),
        (Hand::Right, 60.0, 2.5, (18.2075, 9.1095, 60.0)),
    ] {
        let found = leads(3.5, at, &[turn(hand, angle, ruler)]);
        assert!(near(found, expected), "{angle} {ruler}: {found:?}");
    }
    assert_eq!(
        leads(3.5, at, &[turn(Hand::Right, 75.0, 2.5)]),
        None,
        "2.6856 are needed"
    );
    assert_eq!(leads(5.0, at, &[turn(Hand::Right, 95.0, 3.5)]), None);
    // The least ruler of an angle, and the largest angle of a ruler.
    let limit = Edition::V3.profile().turn_limit;
    for (angle, least) in [(30.0, 0.9378), (45.0, 1.4497), (60.0, 2.0207), (90.0, 3.5)] {
        assert!(
            (limit.least_ruler(inches(3.5), degrees(angle)) - least).abs() < 1e-4,
            "{angle}"
        );
    }
    for (ruler, largest) in [(1.25, 39.3), (1.75, 53.1), (2.5, 71.1), (3.5, 90.0)] {
        let found = limit.sharpest(inches(3.5), inches(ruler)).value();
        assert!((found - largest).abs() < 0.06, "{ruler}: {found}");
    }
}

#[test]
fn bg3_mov_13_moving_up_against_an_enemy_does_not_engage() {
    let state = begun(
        scene3()
            .unit("A1", shooting(7.0, RangedType::Indirect), (18.0, 10.0, 0.0))
            .change("A1", |unit| unit.turn.controlled = true)
            .holding("B1", line(), (18.0, 14.0, 180.0)),
    );
    let legs = submit_legs(vec![forward(1.5)]);
    let (state, _) = play3(state, &[activate(&["A1"]), (Seat::A, legs)], &[]).unwrap();
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(18.0, 11.5, 0.0)));
    assert!(state.engagements.is_empty());
}

/// Where A1 lies from west to east once the engaged units are aligned.
pub(super) fn aligned(made: Scene) -> f64 {
    let realigns = |state: &mut State| state.agenda.push(Step::Realign.into());
    let (_, state, _) = crate::scene::at_table(made.set(realigns).state(), &[], |table| {
        let frame = table.state().agenda.last().cloned().unwrap();
        crate::rules::turn::realign(table, &frame).unwrap()
    });
    state.unit(id("A1")).unwrap().pose.unwrap().centre.x.value()
}

#[test]
fn bg3_mov_17_engaged_units_are_aligned() {
    let beside = |friend: Option<f64>| {
        let made = scene3()
            .unit("A1", line(), (17.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .engaged("A1", "B1", Side::Front);
        let made = match friend {
            Some(gap) => made.unit("A2", line(), (17.0 + 3.5 + gap, 10.0, 0.0)),
            None => made,
        };
        aligned(made)
    };
    assert_eq!(beside(None), 18.0);
    assert!((beside(Some(0.4)) - 17.4).abs() < 0.02);
    // Engaged at its rear too, where the slide breaks nothing; on its flank it would.
    let between = |other: (f64, f64, f64), side: Side| {
        aligned(
            scene3()
                .unit("A1", line(), (17.0, 10.0, 0.0))
                .unit("B1", line(), (18.0, 12.5, 180.0))
                .engaged("A1", "B1", Side::Front)
                .unit("B2", line(), other)
                .engaged("B2", "A1", side),
        )
    };
    assert_eq!(between((17.0, 7.5, 0.0), Side::Rear), 18.0);
    assert_eq!(between((14.0, 10.0, 90.0), Side::Left), 17.0);
}

fn touches_without_a_rush(_: Edition) {
    let state = begun(scene3().unit("A1", line(), (18.0, 10.0, 0.0)).holding(
        "B1",
        line(),
        (18.0, 16.0, 180.0),
    ));
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(18.0, 13.5, 0.0)));
    assert!(state.engagements.is_empty());
}

in_editions!(touches_without_a_rush:
    #[test] fn bg3_path_11_touching_the_goal_without_a_rush(V3);
    #[test] fn bg3_geo_10_contact_alone_does_not_engage(V3);
);

#[test]
fn bg3_ord_18_a_cap_does_not_change_the_category() {
    let allowed = |movement: f64, cap: f64, forest: bool| {
        let made = scene3()
            .unit("A1", moving(movement), (18.0, 15.0, 0.0))
            .change("A1", |unit| {
                unit.status = Status::Ready(Some(Orders {
                    cap: Some(mc(cap)),
                    ..Orders::plain(Order::Close)
                }));
            });
        let made = if forest {
            made.terrain(rectangle(TerrainType::Forest, (5.0, 5.0), (31.0, 25.0)))
        } else {
            made
        };
        Field::of(&made.state()).current_mc(id("A1")).inches().value()
    };
    assert_eq!(allowed(5.0, 3.5, true), 3.5);
    assert_eq!(allowed(3.5, 5.0, false), 3.5);
}
