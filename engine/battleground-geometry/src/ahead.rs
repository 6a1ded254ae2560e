//! Front arc, directly ahead, most directly ahead.

use super::length::{GRAIN, Inches, Tolerance};
use super::plane::{Object, Point, reach, reach_between};
use super::{Card, Side};

/// Whether any part of an object lies beyond the line of the viewer's front. Rule `BG4-GEO-07`.
pub fn in_front_arc<'a>(viewer: &Card, object: impl Into<Object<'a>>, tolerance: Tolerance) -> bool {
    let from = viewer.front_centre();
    let beyond = |part| tolerance.passes(Inches::made(reach(part, from, viewer.forward()).1));
    object.into().parts().any(beyond)
}

/// Whether an object reaches into the strip straight ahead of the viewer's front, as wide as the front.
///
/// What stands between does not matter. Rule `BG4-GEO-08`.
pub fn is_directly_ahead<'a>(viewer: &Card, object: impl Into<Object<'a>>, tolerance: Tolerance) -> bool {
    let least = tolerance.touch.value() + GRAIN;
    let half = viewer.size().width().half().value() - least;
    object.into().parts().any(|part| {
        let ahead = reach_between(
            part,
            viewer.front_centre(),
            viewer.forward(),
            (least, f64::INFINITY),
        );
        ahead.is_some_and(|(left, right)| left < half && right > -half)
    })
}

/// The length of that part of a side of `target`, measured along the side, that lies in the strip straight
/// ahead of the viewer; none of a side that reaches into the strip by no more than the tolerance. Rules `BG4-GEO-04`, `BG4-GEO-09`.
pub fn length_ahead(viewer: &Card, target: &Card, side: Side, tolerance: Tolerance) -> Inches {
    let ends = target.side_ends(side);
    let reaches_into = length_within(viewer, ends, tolerance.touch.value() + GRAIN) > Inches::ZERO;
    if reaches_into {
        length_within(viewer, ends, 0.0)
    } else {
        Inches::ZERO
    }
}

/// The length of that part of a stretch that lies in the strip ahead, so far within its bounds.
fn length_within(viewer: &Card, (from, to): (Point, Point), inset: f64) -> Inches {
    let way = to - from;
    let origin = viewer.front_centre();
    let half = viewer.size().width().half().value() - inset;
    let right = viewer.forward().right();
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    // Behind the left line, behind the right line, behind the front: each bounds the stretch of the side.
    for (inward, offset) in [(right, half), (-right, half), (viewer.forward(), -inset)] {
        let (start, gain) = ((from - origin).dot(inward) + offset, way.dot(inward));
        if gain.abs() < GRAIN {
            if start < -GRAIN {
                return Inches::ZERO;
            }
        } else if gain > 0.0 {
            enter = enter.max(-start / gain);
        } else {
            leave = leave.min(-start / gain);
        }
    }
    Inches::made((leave - enter).max(0.0) * way.length())
}

/// The targets, each with the side that counts as facing, that are most directly ahead: their places in
/// order.
///
/// By the length of the side in the strip; of equal lengths one that is directly ahead at all comes first; what is
/// still equal is the owner's choice. Rule `BG4-GEO-09`.
pub fn most_directly_ahead(viewer: &Card, targets: &[(&Card, Side)], tolerance: Tolerance) -> Vec<usize> {
    let lengths: Vec<Inches> = targets
        .iter()
        .map(|(card, side)| length_ahead(viewer, card, *side, tolerance))
        .collect();
    let longest = tolerance.longest(&lengths);
    let ahead: Vec<usize> = longest
        .iter()
        .copied()
        .filter(|&place| is_directly_ahead(viewer, targets[place].0, tolerance))
        .collect();
    if ahead.is_empty() { longest } else { ahead }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{TOL, card, inches, point};
    use super::*;
    use crate::{FacingSide, facing_side};

    #[test]
    fn bg4_geo_07_front_arc_is_beyond_the_front_line() {
        let viewer = card(18.0, 10.0, 0.0);
        assert!(!in_front_arc(&viewer, &card(24.0, 10.0, 180.0), TOL));
        assert!(in_front_arc(&viewer, &card(24.0, 10.1, 180.0), TOL));
        // The book's picture: one enemy beyond the line, one wholly behind it.
        assert!(in_front_arc(&viewer, &card(22.0, 16.0, 180.0), TOL));
        assert!(!in_front_arc(&viewer, &card(12.0, 8.0, 90.0), TOL));
        assert!(
            in_front_arc(&viewer, &point(0.0, 11.27), TOL) && !in_front_arc(&viewer, &point(0.0, 11.26), TOL)
        );
    }

    #[test]
    fn bg4_geo_07_the_same_in_the_earlier_edition() {
        let viewer = card(18.0, 8.75, 0.0);
        let rows = [
            (22.0, 9.0, 0.0, true),
            (22.0, 8.75, 0.0, false),
            (22.0, 9.5, 45.0, true),
            (24.0, 6.5, 45.0, false),
        ];
        for (x, y, heading, inside) in rows {
            assert_eq!(
                in_front_arc(&viewer, &card(x, y, heading), TOL),
                inside,
                "({x}, {y}, {heading})"
            );
        }
    }

    #[test]
    fn bg4_geo_08_directly_ahead_is_the_strip_of_the_front() {
        let viewer = card(18.0, 10.0, 0.0);
        assert!(is_directly_ahead(&viewer, &card(21.4, 20.0, 180.0), TOL));
        assert!(!is_directly_ahead(&viewer, &card(21.5, 20.0, 180.0), TOL));
        // One unit behind another: both, although the second is hidden.
        assert!(is_directly_ahead(&viewer, &card(18.0, 15.0, 180.0), TOL));
        assert!(is_directly_ahead(&viewer, &card(18.0, 18.0, 180.0), TOL));
        assert!(!is_directly_ahead(&viewer, &card(18.0, 5.0, 0.0), TOL), "behind");
        assert!(!is_directly_ahead(&viewer, &card(21.5, 10.0, 0.0), TOL), "beside");
    }

    #[test]
    fn bg4_geo_09_length_of_the_facing_side_in_the_strip() {
        let viewer = card(18.0, 10.0, 0.0);
        let rows = [
            ((16.0, 20.0, 180.0), Side::Front, 1_500),
            ((16.5, 20.0, 180.0), Side::Front, 2_000),
            ((20.0, 18.0, 180.0), Side::Front, 1_500),
            ((20.0, 18.0, 90.0), Side::Right, 1_000),
            ((18.0, 20.0, 135.0), Side::Front, 2_975),
        ];
        for ((x, y, heading), side, mils) in rows {
            let enemy = card(x, y, heading);
            assert_eq!(facing_side(&enemy, viewer.front_centre()), FacingSide::One(side));
            assert_eq!(
                length_ahead(&viewer, &enemy, side, TOL).rounded(),
                Inches::mils(mils),
                "({x}, {y}, {heading})"
            );
        }
    }

    #[test]
    fn bg4_geo_09_most_directly_ahead_and_its_ties() {
        let viewer = card(18.0, 10.0, 0.0);
        let (a, b) = (card(16.0, 20.0, 180.0), card(16.5, 20.0, 180.0));
        assert_eq!(
            most_directly_ahead(&viewer, &[(&a, Side::Front), (&b, Side::Front)], TOL),
            [1]
        );
        let tied = card(20.0, 18.0, 180.0);
        assert_eq!(
            most_directly_ahead(&viewer, &[(&a, Side::Front), (&tied, Side::Front)], TOL),
            [0, 1]
        );
        // Without length, one in the strip beats one outside it; of those outside the owner chooses.
        let (inside, outside) = (card(18.0, 20.0, 0.0), card(30.0, 20.0, 0.0));
        let sides = [(&outside, Side::Left), (&inside, Side::Left)];
        assert_eq!(
            length_ahead(&viewer, &card(20.5, 20.0, 0.0), Side::Right, TOL),
            Inches::ZERO
        );
        assert_eq!(most_directly_ahead(&viewer, &sides, TOL).len(), 1);
        let far = card(2.0, 20.0, 0.0);
        assert_eq!(
            most_directly_ahead(&viewer, &[(&outside, Side::Rear), (&far, Side::Rear)], TOL),
            [0, 1]
        );
    }

    #[test]
    fn bg4_geo_04_a_side_along_the_edge_of_the_strip_has_no_length_in_it() {
        let viewer = card(18.0, 13.5, 0.0);
        // Their fronts lie along the two edges of its strip, from 14.75 to 18.25; one is a hair inside.
        for off in [-0.009, -0.001, 0.0, 0.001, 0.009] {
            let (right, left) = (card(21.0 + off, 16.5, 270.0), card(15.0 + off, 16.5, 90.0));
            let both = [(&right, Side::Front), (&left, Side::Front)];
            for (enemy, side) in both {
                assert_eq!(length_ahead(&viewer, enemy, side, TOL), Inches::ZERO, "{off}");
            }
            assert_eq!(most_directly_ahead(&viewer, &both, TOL), [0, 1], "{off}");
        }
        // More than the tolerance inside counts in full.
        let inside = card(20.985, 16.5, 270.0);
        assert_eq!(
            length_ahead(&viewer, &inside, Side::Front, TOL).rounded(),
            inches(3.5)
        );
    }

    #[test]
    fn bg4_geo_15_ties_of_distance_fall_to_the_one_ahead() {
        let viewer = card(18.0, 10.0, 0.0);
        let half_in = card(16.0, 20.0, 180.0);
        let aside = card(9.0, 14.0, 180.0);
        let sides = [(&aside, Side::Left), (&half_in, Side::Front)];
        assert_eq!(
            length_ahead(&viewer, &half_in, Side::Front, TOL).rounded(),
            Inches::mils(1_500)
        );
        assert_eq!(most_directly_ahead(&viewer, &sides, TOL), [1]);
    }
}
