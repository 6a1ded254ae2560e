use super::super::tests::{TOL, area, assert_at, assert_pose, card, degrees, inches};
use super::*;
use crate::{Corner, Object, Way, first_overlap, shift};

fn turn(hand: Hand, angle: f64, ruler: f64) -> Turn {
    Turn::new(hand, degrees(angle), inches(ruler)).unwrap()
}

#[test]
fn bg4_move_13_a_turn_lays_the_outside_corner_along_the_ruler() {
    let unit = card(18.0, 10.0, 0.0);
    let left = unit.at(turn(Hand::Left, 30.0, 3.5).end(&unit));
    assert_at(left.corner(Corner::FrontRight), (18.0, 14.281));
    assert_at(left.front_centre(), (16.484, 13.406));
    assert_pose(left.pose(), 17.109, 12.324, 330.0);
    let right = unit.at(turn(Hand::Right, 45.0, 5.0).end(&unit));
    assert_at(right.front_centre(), (21.023, 13.548));
    assert_pose(right.pose(), 20.139, 12.664, 45.0);
    // The earlier edition's examples of the same procedure.
    let unit = card(18.0, 8.75, 0.0);
    assert_pose(turn(Hand::Right, 30.0, 3.5).end(&unit), 18.8905, 11.0736, 30.0);
    assert_pose(turn(Hand::Left, 45.0, 3.5).end(&unit), 16.9216, 10.3536, 315.0);
    assert_pose(turn(Hand::Left, 90.0, 3.5).end(&unit), 17.5, 8.25, 270.0);
    assert_pose(turn(Hand::Right, 60.0, 2.5).end(&unit), 18.2075, 9.1095, 60.0);
}

#[test]
fn bg4_move_14_a_turn_costs_the_farthest_corner() {
    let unit = card(18.0, 10.0, 0.0);
    assert_eq!(turn(Hand::Left, 30.0, 3.5).cost(&unit).rounded(), inches(3.5));
    assert_eq!(turn(Hand::Left, 10.0, 1.25).cost(&unit).rounded(), inches(1.287));
    for (hand, angle, ruler) in [
        (Hand::Right, 10.0, 1.25),
        (Hand::Left, 5.0, 0.5),
        (Hand::Right, 40.0, 6.0),
    ] {
        let (d, depth, cos) = (ruler, 2.5, degrees(angle).sin_cos().1);
        let printed = f64::max(d, (d * d + 2.0 * depth * (1.0 - cos) * (depth - d)).sqrt());
        assert!(
            (turn(hand, angle, ruler).cost(&unit).value() - printed).abs() < 1e-9,
            "{hand:?} {angle} {ruler}"
        );
    }
}

#[test]
fn bg4_move_14_the_longest_affordable_turn_costs_the_allowance() {
    let unit = card(18.0, 10.0, 0.0);
    for (angle, allowance) in [(10.0, 1.287), (10.0, 1.75), (30.0, 3.5), (20.0, 2.5), (0.0, 1.25)] {
        let turn = Turn::affordable(&unit, Hand::Left, degrees(angle), inches(allowance)).unwrap();
        assert!(
            (turn.cost(&unit).value() - allowance).abs() < 1e-6,
            "{angle} {allowance}"
        );
    }
    assert_eq!(
        Turn::affordable(&unit, Hand::Left, degrees(40.0), inches(0.5)),
        None
    );
}

#[test]
fn bg4_move_15_the_largest_turn_of_each_category() {
    let width = inches(3.5);
    let printed = [
        (1.25, 10.29),
        (1.75, 14.48),
        (2.5, 20.92),
        (3.5, 30.0),
        (5.0, 45.58),
        (6.0, 59.0),
        (7.0, 90.0),
        (8.5, 90.0),
    ];
    for (ruler, angle) in printed {
        assert!(
            (largest_turn(width, inches(ruler)).value() - angle).abs() < 0.005,
            "{ruler}"
        );
    }
    let unit = card(18.0, 10.0, 0.0);
    let rows = [
        (3.5, 30.0, 3.5, true),
        (3.5, 30.5, 3.474, false),
        (3.5, 48.2, 2.5, false),
    ];
    let more = [
        (2.5, 20.0, 3.538, true),
        (2.5, 21.0, 3.497, true),
        (2.5, 22.0, 3.456, false),
    ];
    for (ruler, angle, length, legal) in rows.into_iter().chain(more) {
        let line = turn(Hand::Left, angle, ruler).line_to_inside_corner(&unit);
        // The angle of the book's line of 2.5 is printed to a tenth of a degree, which leaves 0.003 of its length open.
        let slack = if angle > 48.0 { 0.004 } else { 0.000_6 };
        assert!((line.value() - length).abs() < slack, "{angle}: {line:?}");
        assert_eq!(TOL.at_least(line, width), legal, "{angle}");
    }
    assert_eq!(
        Turn::new(Hand::Left, degrees(90.5), inches(8.0)),
        Err(BadTurn::Angle(degrees(90.5)))
    );
    assert_eq!(
        Turn::new(Hand::Left, degrees(10.0), inches(-1.0)),
        Err(BadTurn::Ruler(inches(-1.0)))
    );
}

#[test]
fn bg4_move_15_the_line_is_measured_to_the_old_inside_corner() {
    let unit = card(18.0, 10.0, 0.0);
    for (hand, outside, inside) in [
        (Hand::Left, Corner::FrontRight, Corner::FrontLeft),
        (Hand::Right, Corner::FrontLeft, Corner::FrontRight),
    ] {
        let leg = turn(hand, 25.0, 3.5);
        let ruler_end = unit.at(leg.end(&unit)).corner(outside);
        let drawn = ruler_end.distance(unit.corner(inside));
        assert!((drawn - leg.line_to_inside_corner(&unit)).abs().value() < 1e-9);
    }
}

#[test]
fn bg3_mov_06_the_inside_corner_is_no_faster_than_the_outside_one() {
    // The earlier edition's limit: the least ruler of an angle.
    let unit = card(18.0, 8.75, 0.0);
    for (angle, least) in [(30.0, 0.9378), (45.0, 1.4497), (60.0, 2.0207), (90.0, 3.5)] {
        for (ruler, legal) in [(least + 0.001, true), (least - 0.001, false)] {
            let [outside, _, _, inside] = turn(Hand::Right, angle, ruler).corner_travel(&unit);
            assert!((outside.value() - ruler).abs() < 1e-9);
            assert_eq!(inside <= outside, legal, "{angle} {ruler}");
        }
    }
}

#[test]
fn bg4_man_04_a_backward_turn_mirrors_a_turn() {
    let unit = card(18.0, 10.0, 0.0);
    let leg = turn(Hand::Left, 30.0, 3.5);
    assert_pose(leg.backward_end(&unit), 18.891, 7.676, 330.0);
    // Travelling south, left is east: the rear left corner is outside and lies on the ruler.
    let end = unit.at(leg.backward_end(&unit));
    assert_at(unit.corner(Corner::RearLeft), (16.25, 8.75));
    assert_at(end.corner(Corner::RearLeft), (18.0, 5.719));
    assert!((largest_turn(inches(3.5), inches(3.5)).value() - 30.0).abs() < 1e-9);
}

#[test]
fn bg4_move_18_a_turn_is_checked_along_its_way() {
    let unit = card(18.0, 10.0, 0.0);
    let leg = turn(Hand::Left, 30.0, 3.5);
    let steps: Vec<Card> = leg.sweep(&unit).collect();
    assert_eq!(steps.len(), 35);
    assert_eq!(steps.last().unwrap().pose(), leg.end(&unit));
    assert_eq!(turn(Hand::Left, 40.0, 1.0).sweep(&unit).count(), 40);
    // Before the old front and behind the new rear: only the way between covers it.
    let post = area(&[(19.2, 11.5), (19.3, 11.5), (19.3, 11.6), (19.2, 11.6)]);
    assert!(first_overlap(leg.sweep(&unit), &[(&post).into()], TOL).is_some());
    assert!(first_overlap([unit, *steps.last().unwrap()], &[(&post).into()], TOL).is_none());
    let aside = turn(Hand::Left, 10.0, 1.25);
    let near = area(&[(19.85, 9.6), (20.2, 9.6), (20.2, 9.8), (19.85, 9.8)]);
    let (_, place) = first_overlap(aside.sweep(&unit), &[(&post).into(), (&near).into()], TOL).unwrap();
    assert_eq!(
        place, 0,
        "the front reaches the first before the rear swings out to the second"
    );
    assert!(first_overlap(aside.sweep(&unit), &[(&near).into()], TOL).is_some());
    let back: Vec<Card> = leg.backward_sweep(&unit).collect();
    assert_eq!(back.last().unwrap().pose(), leg.backward_end(&unit));
}

#[test]
fn bg4_move_18_what_is_known_of_a_blocked_turn_is_true_of_those_alike() {
    let unit = card(18.0, 10.0, 15.0);
    let neighbours = [
        card(21.6, 10.4, 12.0),
        card(15.2, 13.6, 40.0),
        card(20.1, 14.9, 300.0),
        card(13.9, 9.0, 20.0),
    ];
    let obstacles: Vec<Object<'_>> = neighbours.iter().map(Object::Card).collect();
    let prepared = Obstacles::new(obstacles.iter().copied());
    let (mut known, mut moved) = (0, 0);
    for hand in [Hand::Left, Hand::Right] {
        for (angle, ruler) in (1..=44).flat_map(|step| [0.7, 2.3, 3.5, 5.0].map(|ruler| (step, ruler))) {
            let one = turn(hand, f64::from(angle) * 2.0, ruler);
            let swept = first_overlap(one.sweep(&unit), &obstacles, TOL);
            let blocked = one.blocked(&unit, &prepared, TOL);
            assert_eq!(blocked.is_some(), swept.is_some(), "{one:?}");
            let Some(blocked) = blocked else { continue };
            assert_eq!(blocked.rulers(hand.other(), one.angle(), Inches::ZERO), None);
            let turns = (-12_i32..=12).filter(|half| (1..=180).contains(&(4 * angle + half)));
            let places = [
                (0.0, Way::Forward),
                (0.1, Way::Left),
                (0.35, Way::Right),
                (0.2, Way::Backward),
            ];
            for (half, (away, way)) in turns.flat_map(|half| places.map(|place| (half, place))) {
                let by = degrees(f64::from(4 * angle + half) / 2.0);
                let Some((low, high)) = blocked.rulers(hand, by, inches(away)) else {
                    continue;
                };
                let unit = unit.at(shift(unit.pose(), way, inches(away)));
                for share in [0.0, 0.05, 0.3, 0.6, 0.95, 1.0] {
                    let along = low.value() + (high.value() - low.value()) * share;
                    let alike = Turn::new(hand, by, inches(along)).unwrap();
                    assert!(
                        first_overlap(alike.sweep(&unit), &obstacles, TOL).is_some(),
                        "{alike:?} is as little free as {one:?}"
                    );
                    known += i32::from(half != 0);
                    moved += i32::from(away > 0.0);
                }
            }
            let (low, high) = blocked.rulers(hand, one.angle(), Inches::ZERO).unwrap();
            assert!((low..=high).contains(&one.ruler()));
        }
    }
    assert!(known > 1_000, "{known} other turns are known by their neighbours");
    assert!(
        moved > 1_000,
        "{moved} turns from places beside it are known by it"
    );
}
