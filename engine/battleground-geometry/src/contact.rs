//! Gaps, overlaps, touching, and how long a contact is.

use super::length::{GRAIN, Inches, Tolerance};
use super::plane::{
    Object, Offset, Point, depth, depth_of_card, depth_of_cards, distance, edges, is_deep_in_card, reach,
};
use super::{Card, Side};

/// The straight distance between the nearest parts of two objects, 0 where they share a point.
pub fn gap<'a, 'b>(one: impl Into<Object<'a>>, other: impl Into<Object<'b>>) -> Inches {
    let (one, other) = (one.into(), other.into());
    let mut least = Inches::MOST.value();
    for a in one.parts() {
        for b in other.parts() {
            least = least.min(distance(a, b));
        }
    }
    Inches::made(least)
}

/// The distance that one of two objects must move to end their overlap; below 0 they are apart.
///
/// Of a bent area the deepest of its convex parts counts.
pub fn overlap_depth<'a, 'b>(one: impl Into<Object<'a>>, other: impl Into<Object<'b>>) -> Inches {
    let (one, other) = (one.into(), other.into());
    let deepest = |all: &mut dyn Iterator<Item = f64>| all.fold(-Inches::MOST.value(), f64::max);
    Inches::made(match (one, other) {
        (Object::Card(one), Object::Card(other)) => depth_of_cards(&one.frame(), &other.frame()),
        (Object::Card(card), bent) | (bent, Object::Card(card)) => {
            let card = card.frame();
            deepest(&mut bent.parts().map(|part| depth_of_card(&card, part)))
        }
        (one, other) => deepest(&mut one.parts().flat_map(|a| other.parts().map(move |b| depth(a, b)))),
    })
}

/// Whether two objects interpenetrate by more than the tolerance. A line overlaps what it enters.
/// Rules `BG4-GEO-05`, `BG4-TERR-01`.
pub fn overlaps<'a, 'b>(
    one: impl Into<Object<'a>>,
    other: impl Into<Object<'b>>,
    tolerance: Tolerance,
) -> bool {
    let (one, other) = (one.into(), other.into());
    let (a, b) = (one.circle(), other.circle());
    if (b.0 - a.0).length() >= a.1 + b.1 {
        return false;
    }
    let passes = |depth: f64| tolerance.passes(Inches::made(depth));
    match (one, other) {
        (Object::Card(_), Object::Card(_)) => tolerance.passes(overlap_depth(one, other)),
        (Object::Card(card), bent) | (bent, Object::Card(card)) => {
            let card = card.frame();
            bent.parts().any(|part| is_deep_in_card(&card, part, passes))
        }
        _ => tolerance.passes(overlap_depth(one, other)),
    }
}

/// Whether two objects are at most the tolerance apart and do not overlap. Rule `BG4-GEO-05`.
pub fn touches<'a, 'b>(
    one: impl Into<Object<'a>>,
    other: impl Into<Object<'b>>,
    tolerance: Tolerance,
) -> bool {
    let (one, other) = (one.into(), other.into());
    !tolerance.passes(gap(one, other)) && !overlaps(one, other, tolerance)
}

/// Whether a point lies inside an object by more than the tolerance, as when a flyer's centre point lies over a unit.
/// Rule `BG4-FLY-13`.
pub fn covers<'a>(object: impl Into<Object<'a>>, point: Point, tolerance: Tolerance) -> bool {
    overlaps(object, &point, tolerance)
}

/// Whether the straight line between two points meets an object. Rule `BG4-TERR-17`.
pub fn crosses<'a>(object: impl Into<Object<'a>>, from: Point, to: Point) -> bool {
    gap(object, Object::Line(&[from, to])).value() <= GRAIN
}

/// The length that a side of one card and a side of another have in common.
///
/// Only sides that are parallel within half a degree, look at each other and are at most the tolerance apart have any;
/// a corner that touches has none. Rule `BG4-GEO-05`.
pub fn contact_length(
    one: &Card,
    side: Side,
    other: &Card,
    other_side: Side,
    tolerance: Tolerance,
) -> Inches {
    const PARALLEL: f64 = 0.5;
    let facing = one.side_heading(side).turn_to(other.side_heading(other_side));
    if 180.0 - facing.value().abs() > PARALLEL + GRAIN {
        return Inches::ZERO;
    }
    let (mine, theirs) = (one.side_ends(side), other.side_ends(other_side));
    let out = Offset::ahead(other.side_heading(other_side));
    let along = out.right();
    let (mine, theirs) = ([mine.0, mine.1], [theirs.0, theirs.1]);
    let (a, b) = (reach(&mine, theirs[0], along), reach(&theirs, theirs[0], along));
    let (from, to) = (a.0.max(b.0), a.1.min(b.1));
    if to <= from {
        return Inches::ZERO;
    }
    // Nearly parallel sides may open like scissors: their nearest place decides.
    let apart = edges(&mine).flat_map(|(start, end)| {
        let way = end - start;
        let slope = way.dot(out) / way.dot(along);
        let start_at = (start - theirs[0]).dot(along);
        let start_off = (start - theirs[0]).dot(out);
        [from, to].map(|at| start_off + slope * (at - start_at))
    });
    let (low, high) = apart.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), off| {
        (low.min(off), high.max(off))
    });
    let nearest = if low <= 0.0 && high >= 0.0 {
        0.0
    } else {
        low.abs().min(high.abs())
    };
    if tolerance.passes(Inches::made(nearest)) {
        Inches::ZERO
    } else {
        Inches::made(to - from)
    }
}

/// The sides with which two cards touch, and the contact length: the longest pair, if any has one.
pub fn side_contact(one: &Card, other: &Card, tolerance: Tolerance) -> Option<(Side, Side, Inches)> {
    let pairs = Side::ALL
        .into_iter()
        .flat_map(|side| Side::ALL.map(|other_side| (side, other_side)));
    pairs
        .map(|(a, b)| (a, b, contact_length(one, a, other, b, tolerance)))
        .filter(|(_, _, length)| *length > Inches::ZERO)
        .max_by_key(|(_, _, length)| *length)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{TOL, area, card, point};
    use super::*;

    #[test]
    fn bg4_geo_04_a_hairs_overlap_is_touching() {
        let lower = card(18.0, 10.0, 0.0);
        let rows = [
            (12.492, false, true),
            (12.5, false, true),
            (12.51, false, true),
            (12.48, true, false),
            (12.52, false, false),
        ];
        for (y, overlap, touch) in rows {
            let upper = card(18.0, y, 180.0);
            assert_eq!(
                (overlaps(&lower, &upper, TOL), touches(&lower, &upper, TOL)),
                (overlap, touch),
                "{y}"
            );
        }
    }

    #[test]
    fn bg4_geo_05_contact_length() {
        let a = card(18.0, 10.0, 0.0);
        let b = card(19.0, 12.5, 180.0);
        assert_eq!(
            contact_length(&a, Side::Front, &b, Side::Front, TOL).rounded(),
            Inches::mils(2_500)
        );
        assert!(touches(&a, &b, TOL) && !overlaps(&a, &b, TOL));
        let beside = card(21.5, 10.0, 0.0);
        assert_eq!(
            contact_length(&a, Side::Right, &beside, Side::Left, TOL).rounded(),
            Inches::mils(2_500)
        );
        assert_eq!(
            side_contact(&a, &beside, TOL),
            Some((Side::Right, Side::Left, Inches::mils(2_500)))
        );
        assert_eq!(
            contact_length(&a, Side::Front, &beside, Side::Left, TOL),
            Inches::ZERO
        );

        // A front-right corner on the middle of a side, at 30 degrees.
        let target = card(18.0, 20.0, 0.0);
        let turned = card(0.0, 0.0, 330.0);
        let corner = turned.corner(super::super::Corner::FrontRight);
        let touching = target.side_centre(Side::Rear) - corner;
        let turned = card(touching.x, touching.y, 330.0);
        assert!(touches(&turned, &target, TOL));
        assert_eq!(side_contact(&turned, &target, TOL), None);
    }

    #[test]
    fn contact_needs_sides_nearly_parallel_and_close() {
        let a = card(18.0, 10.0, 0.0);
        let length =
            |y, heading| contact_length(&a, Side::Front, &card(18.0, y, heading), Side::Front, TOL).value();
        assert!((length(12.5, 180.4) - 3.5).abs() < 0.01);
        assert!(length(12.5, 180.6).abs() < 1e-9);
        assert!((length(12.51, 180.0) - 3.5).abs() < 1e-6);
        assert!(length(12.52, 180.0).abs() < 1e-9);
        assert!(length(12.5, 0.0).abs() < 1e-9, "the sides look the same way");
    }

    #[test]
    fn distances_between_all_kinds_of_objects() {
        let unit = card(18.0, 10.0, 0.0);
        let pond = area(&[(20.75, 9.0), (22.0, 9.0), (22.0, 11.0), (20.75, 11.0)]);
        let wall = [point(10.0, 12.25), point(18.0, 12.25), point(18.0, 20.0)];
        let rows = [
            (gap(&unit, &pond), 1_000),
            (gap(&unit, Object::Line(&wall)), 1_000),
            (gap(&unit, &point(22.75, 15.25)), 5_000),
            (gap(&unit, &point(18.0, 10.0)), 0),
            (gap(&unit, &card(18.0, 10.0, 45.0)), 0),
            (gap(&point(0.0, 0.0), &point(3.0, 4.0)), 5_000),
            (gap(Object::Line(&wall), Object::Line(&wall[1..])), 0),
        ];
        for (place, (found, expected)) in rows.into_iter().enumerate() {
            assert_eq!(found.rounded(), Inches::mils(expected), "row {place}");
        }
    }

    #[test]
    fn bg4_terr_01_a_line_is_entered_not_touched() {
        let unit = card(18.0, 10.0, 0.0);
        let wall = |y: f64| [point(10.0, y), point(26.0, y)];
        assert!(!overlaps(&unit, Object::Line(&wall(11.25)), TOL));
        assert!(touches(&unit, Object::Line(&wall(11.25)), TOL));
        assert!(overlaps(&unit, Object::Line(&wall(11.2)), TOL));
    }

    #[test]
    fn bg4_terr_17_a_line_crosses_a_hedge_anywhere() {
        let hedge = [point(17.0, 15.0), point(18.0, 15.0)];
        assert!(crosses(
            Object::Line(&hedge),
            point(17.5, 11.0),
            point(17.5, 20.0)
        ));
        assert!(crosses(
            Object::Line(&hedge),
            point(18.0, 11.0),
            point(18.0, 20.0)
        ));
        assert!(!crosses(
            Object::Line(&hedge),
            point(18.1, 11.0),
            point(18.1, 20.0)
        ));
    }

    #[test]
    fn bg4_fly_13_centre_points_over_a_unit() {
        let flyer = card(18.0, 12.0, 0.0);
        let under = |enemy: Card| {
            Side::ALL
                .into_iter()
                .flat_map(|side| flyer.centre_points(side))
                .filter(|&at| covers(&enemy, at, TOL))
                .count()
        };
        // Rear at (18, 10.75), flanks at y = 12 outside or on the border.
        assert_eq!(under(card(18.0, 10.0, 0.0)), 1);
        assert_eq!(under(card(18.5, 11.0, 0.0)), 2);
        assert_eq!(under(card(18.0, 9.5, 0.0)), 0);
    }
}
