//! Turns of a unit: what each takes off the movement, and the largest one (p. 11).

use battleground_geometry::{Hand, Way};

use super::*;
use crate::model::command::Leg;
use crate::procedures::rush::eligibility;
use crate::scene::point;

/// Where A1 of this card ends by legs under Direct Control, or the rule that refuses them.
fn led(kind: UnitType, legs: &[Leg]) -> Result<(f64, f64, f64), String> {
    let state = begun(
        scene3()
            .unit("A1", kind, (18.0, 8.75, 0.0))
            .change("A1", |unit| unit.turn.controlled = true)
            .holding("B1", line(), (3.0, 28.0, 180.0)),
    );
    let submit = submit_legs(legs.to_vec());
    match play3(state, &[activate(&["A1"]), (Seat::A, submit)], &[]) {
        Ok((state, _)) => {
            let pose = stands(&state, "A1").unwrap();
            let at = (pose.centre.x.value(), pose.centre.y.value());
            Ok((at.0, at.1, pose.heading.value()))
        }
        Err(refusal) => Err(refusal.rule.0.into_owned()),
    }
}

#[test]
fn bg3_mov_04_a_turn_takes_what_its_outside_front_corner_goes_down_the_ruler() {
    for angle in [5.0, 20.0, 30.0, 45.0, 59.0] {
        for hand in [Hand::Left, Hand::Right] {
            let legs = |rest: f64| [turn(hand, angle, 2.0), forward(rest)];
            assert!(led(moving(5.0), &legs(3.0)).is_ok(), "{angle}: 2 and 3 of 5");
            assert!(led(moving(5.0), &legs(3.01)).is_err(), "{angle}: nothing is left");
        }
    }
    let aside = |rest: f64| led(moving(5.0), &[shift(Way::Left, 1.5), forward(rest)]);
    assert!(aside(2.0).is_ok());
    assert_eq!(aside(2.01), Err("BG3-MOV-04".to_owned()));
}

#[test]
fn bg3_mov_06_the_largest_turn_of_a_movement() {
    let tall = |movement: f64| UnitType {
        movement: mc(movement),
        ..colossal()
    };
    let rows = [
        (moving(1.25), 1.25, 39.3),
        (moving(1.75), 1.75, 53.1),
        (moving(2.5), 2.5, 71.0),
        (moving(3.5), 3.5, 90.0),
        (tall(3.5), 3.5, 90.0),
        (tall(1.25), 1.25, 39.3),
    ];
    for (kind, ruler, largest) in rows {
        for hand in [Hand::Left, Hand::Right] {
            assert!(
                led(kind.clone(), &[turn(hand, largest, ruler)]).is_ok(),
                "{largest} by {ruler}"
            );
            if largest < 90.0 {
                let more = led(kind.clone(), &[turn(hand, largest + 0.2, ruler)]);
                assert_eq!(more, Err("BG3-MOV-06".to_owned()), "{largest} by {ruler}");
            }
        }
    }
    assert!(led(moving(5.0), &[turn(Hand::Right, 95.0, 4.0)]).is_err());
    assert_eq!(
        led(moving(3.5), &[turn(Hand::Left, 90.0, 3.5)]),
        Ok((17.5, 8.25, 270.0))
    );
}

#[test]
fn bg3_gen_02_a_limit_is_kept_exactly() {
    assert!(led(moving(3.5), &[forward(3.5)]).is_ok());
    assert_eq!(led(moving(3.5), &[forward(3.505)]), Err("BG3-MOV-04".to_owned()));
    // A lane of 2.495 is no lane of 2.5. Rule BG3-RUSH-07 (p. 14).
    let lane = |right: f64| {
        let made = scene3()
            .unit("A1", moving(7.0), (18.0, 8.75, 0.0))
            .unit("A2", line(), (15.0, 12.5, 0.0))
            .unit("A3", line(), (right + 1.75, 12.5, 0.0))
            .holding("B1", line(), (18.0, 17.6, 180.0));
        eligibility::may_rush(&begun(made), id("A1"), id("B1")).is_ok()
    };
    assert!(lane(19.25) && !lane(19.245));
}

/// Where the front centre of A1 ends that moves 5 toward a point, beside a friend that keeps it from turning at once.
fn beside_a_friend(friend: (f64, f64, f64), goal: (f64, f64)) -> f64 {
    let state = begun(
        scene3()
            .unit("A1", moving(5.0), (18.0, 5.0, 0.0))
            .objective("A1", Objective::Location(crate::model::names::TokenNo(1)))
            .set(|state| {
                let at = point(goal.0, goal.1);
                state
                    .tokens
                    .insert(crate::model::names::TokenNo(1), (Seat::A, at));
            })
            .holding("A2", line(), friend)
            .holding("B1", line(), (3.0, 28.0, 180.0)),
    );
    let (mut state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    if let Some((_, seat, options)) = asked(&state) {
        // Nothing is in its path; it could cover part of its friend on its way, and does not.
        assert_eq!(options, [Answer::Decline, Answer::Accept]);
        state = play3(state, &[answer(seat, Answer::Decline)], &[]).unwrap().0;
    }
    let front = Field::of(&state).card(id("A1")).unwrap().front_centre();
    front.distance(point(goal.0, goal.1)).value()
}

#[test]
fn bg3_path_02_straight_and_then_a_turn_past_a_friend() {
    // The least distances, found by trying every length of 0.05 and every degree by themselves.
    for (friend, goal, least) in [
        ((21.5, 3.75, 0.0), (28.0, 10.25), 7.9736),
        ((21.5, 3.75, 0.0), (26.0, 16.25), 8.9505),
    ] {
        let found = beside_a_friend(friend, goal);
        assert!((found - least).abs() <= 0.05 + 1e-3, "{found} for {least}");
    }
}

#[test]
fn bg3_path_02_straight_on_is_refused_where_a_turn_is_better() {
    let state = begun(scene3().unit("A1", line(), (18.0, 3.0, 0.0)).holding(
        "B1",
        line(),
        (26.0, 14.0, 180.0),
    ));
    let report = |x: f64, y: f64, heading: f64| Command::ReportMove {
        unit: id("A1"),
        pose: pose(x, y, heading),
    };
    assert_ne!(refused3(&state, Seat::A, report(18.0, 6.5, 0.0)), "accepted");
    let (after, _) = play3(state.clone(), &[activate(&["A1"])], &[]).unwrap();
    let by_turn = stands(&after, "A1").unwrap();
    assert!(by_turn.heading.value() > 10.0);
    let same = report(
        by_turn.centre.x.value(),
        by_turn.centre.y.value(),
        by_turn.heading.value(),
    );
    assert_eq!(refused3(&state, Seat::A, same), "accepted");
}

/// The pose in which A1 of movement 3.5 from this place ends on Close, toward an enemy that holds.
fn closes(from: (f64, f64, f64), enemy: (f64, f64, f64)) -> (f64, f64, f64) {
    let state = begun(scene3().unit("A1", line(), from).holding("B1", line(), enemy));
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    let pose = stands(&state, "A1").unwrap();
    (pose.centre.x.value(), pose.centre.y.value(), pose.heading.value())
}

/// How far the front centre point of a card that lies there is from a point.
fn front_to((x, y, heading): (f64, f64, f64), (to_x, to_y): (f64, f64)) -> f64 {
    let (sin, cos) = heading.to_radians().sin_cos();
    (x + 1.25 * sin - to_x).hypot(y + 1.25 * cos - to_y)
}

#[test]
fn bg3_path_02_which_move_is_the_direct_one() {
    let from = (18.0, 3.0, 0.0);
    // Straight: from a goal distance of 12.5 to 9.0.
    assert_eq!(closes(from, (18.0, 18.0, 180.0)), (18.0, 6.5, 0.0));
    // Straight gives 8.0623 and the best turn, 2 degrees to the right, 8.0582: straight is the first within 0.05.
    assert_eq!(closes(from, (22.0, 16.0, 180.0)), (18.0, 6.5, 0.0));
    // Straight gives 9.4340, the turn to the right by 22 degrees with a ruler of 3.5 gives 9.0219.
    let turned = closes(from, (26.0, 14.0, 180.0));
    let distance = front_to(turned, (26.0, 12.75));
    assert!(
        (9.0219 - 1e-3..=9.0219 + 0.05).contains(&distance),
        "{turned:?} is {distance} away"
    );
    // Of the turns that end within 0.05 of that the smallest: by 15 degrees with the same ruler 9.0678, by 14 degrees 9.0811.
    assert_eq!(turned.2, 15.0);
    // The only enemy is behind: about face and 2.5, from a goal distance of 13.0 to 8.0.
    assert_eq!(closes((18.0, 15.0, 0.0), (18.0, 2.0, 0.0)), (18.0, 12.5, 180.0));
}

#[test]
fn bg3_rush_08_who_touches_an_enemy_whose_side_is_just_as_far_as_they_move_does_not_rush() {
    // Flank to flank, each with one corner in terrain that takes 2 rows of its movement of 3.5: the centre point of the nearest open
    // side is 1.75 away, and both move 1.75. Contact engages nobody. Rules BG3-MOV-13 (pp. 12-14), BG3-RUSH-20 (p. 14).
    let stands_off = |unit: &'static str, kind: TerrainType| {
        let swamp = [(3.0, 11.0), (9.0, 11.0), (9.0, 14.0), (3.0, 14.0)];
        let water = [(14.0, 13.5), (22.0, 13.5), (22.0, 16.5), (14.0, 16.5)];
        let (own, enemy, active) = match unit {
            "A1" => ("A1", "B1", Seat::A),
            _ => ("B1", "A1", Seat::B),
        };
        let state = begun(
            scene3()
                .set(move |state| state.active = Some(active))
                .unit("A1", line(), (9.0, 13.75, 0.0))
                .unit("B1", line(), (12.5, 15.0, 180.0))
                .terrain(ground(kind, &swamp))
                .terrain(ground(kind, &water)),
        );
        eligibility::may_rush(&state, id(own), id(enemy))
    };
    for unit in ["A1", "B1"] {
        let no = stands_off(unit, TerrainType::Swamp);
        assert!(
            matches!(
                no,
                Err(crate::procedures::rush::no_rush::NoFinalRush::TooFar { .. })
            ),
            "{unit}: {no:?}"
        );
        // Of 2.5 it is less.
        assert_eq!(stands_off(unit, TerrainType::LowBrush), Ok(()), "{unit}");
    }
}

#[test]
fn bg3_path_02_a_reform_as_far_as_there_is_room_for() {
    // Movement 1.25 and a point to its right: a turn ends 2.83 from it, a sidestep or an about face leaves nothing, a reform to 90
    // degrees would end at 1.75. The enemy's corner (18.2, 16.9) lies on its front at 55.15 degrees, so that by whole degrees it
    // reforms to 55 and is 2.10 away.
    let state = begun(
        scene3()
            .unit("A1", moving(1.25), (18.0, 15.0, 0.0))
            .objective("A1", Objective::Location(crate::model::names::TokenNo(1)))
            .set(|state| {
                let at = point(21.0, 15.0);
                state
                    .tokens
                    .insert(crate::model::names::TokenNo(1), (Seat::A, at));
            })
            .holding("B1", line(), (19.95, 18.15, 0.0)),
    );
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 15.0, 55.0)));
}
