//! Coordinates, trays, distances, arcs and ranges.

use super::super::*;
use super::{infantry, mils, place, tray};
use crate::cards::{RangeWord, TraySizes, UnitKind};

#[test]
fn if_geo_01_the_table_is_a_square_of_48_inches() {
    let on = |x: f64| infantry(x, 10.0, 0).outline().lies_on(TABLE, TABLE);
    // A corner at 48.0 is on the table, at 48.001 off it.
    assert!(on(45.25) && !on(45.251) && on(2.75) && !on(2.749));
    let upright = |y: f64| infantry(10.0, y, 0).outline().lies_on(TABLE, TABLE);
    assert!(upright(45.6) && !upright(45.601) && upright(2.4) && !upright(2.399));
}

#[test]
fn if_geo_02_headings_are_whole_degrees_clockwise_from_north() {
    let forward = |heading| Pose::new(24_000, 10_000, heading).forward(5_000).centre();
    assert_eq!(forward(0), place(24.0, 15.0));
    assert_eq!(forward(90), place(29.0, 10.0));
    assert_eq!(forward(180), place(24.0, 5.0));
    assert_eq!(forward(270), place(19.0, 10.0));
    // IF-ACT-09: shift 2" with direction 225 from (24, 10), heading unchanged.
    let shifted = Pose::new(24_000, 10_000, 7).moved(225, 2_000);
    assert_eq!(shifted, Pose::new(mils(22.586), mils(8.586), 7));
    assert_eq!(place(24.0, 10.0).bearing(place(20.0, 10.0)), 270);
}

#[test]
fn if_geo_03_trays_and_their_corners() {
    let sizes = TraySizes::default();
    let size = |kind| (sizes.of(kind).width, sizes.of(kind).depth);
    assert_eq!(size(UnitKind::Infantry), (5_500, 4_800));
    assert_eq!(size(UnitKind::Cavalry), (5_500, 5_000));
    assert_eq!(size(UnitKind::SoloSmall), (2_760, 2_760));
    assert_eq!(size(UnitKind::SoloLarge), (2_760, 5_550));
    let north = infantry(24.0, 12.0, 0);
    let corners = [(21.25, 14.4), (21.25, 9.6), (26.75, 9.6), (26.75, 14.4)].map(|(x, y)| place(x, y));
    assert_eq!(north.outline().corners(), corners);
    assert_eq!(north.front_point(), place(24.0, 14.4));
    let front = |heading| infantry(24.0, 12.0, heading).side_ends(Side::Front);
    assert_eq!(front(90), (place(26.4, 14.75), place(26.4, 9.25)));
    assert_eq!(front(30), (place(22.818, 15.453), place(27.582, 12.703)));
    assert_eq!(
        north.side_ends(Side::Left),
        (place(21.25, 9.6), place(21.25, 14.4))
    );
    assert_eq!(
        north.side_ends(Side::Right),
        (place(26.75, 14.4), place(26.75, 9.6))
    );
    assert_eq!(
        north.side_ends(Side::Rear),
        (place(26.75, 9.6), place(21.25, 9.6))
    );
}

#[test]
fn if_geo_04_distance_contact_and_overlap() {
    let one = infantry(24.0, 12.0, 0).outline();
    assert!((one.distance(&infantry(24.0, 24.0, 180).outline()) - 7_200.0).abs() < 1e-6);
    // The gap between the two is y - 16.8.
    let at = |y: f64| infantry(24.0, y, 180).outline();
    let rows = [
        (16.806, false, false),
        (16.805, true, false),
        (16.8, true, false),
        (16.795, true, false),
        (16.794, true, true),
        (12.0, true, true),
    ];
    for (y, contact, overlap) in rows {
        assert_eq!(one.touches(&at(y)), contact, "contact at {y}");
        assert_eq!(one.overlaps(&at(y)), overlap, "overlap at {y}");
    }
    assert_eq!(one.distance(&at(12.0)), 0.0);
}

#[test]
fn if_geo_05_the_diagonals_cut_four_arcs() {
    let south = infantry(24.0, 24.0, 180);
    assert_eq!(south.arc_of(place(24.0, 12.0)), Side::Front);
    // East is left when facing south.
    assert_eq!(south.arc_of(place(36.0, 24.0)), Side::Left);
    assert_eq!(south.arc_of(place(12.0, 24.0)), Side::Right);
    assert_eq!(south.arc_of(place(24.0, 36.0)), Side::Rear);
    // RULING: exactly on a diagonal is front or rear.
    let north = infantry(24.0, 24.0, 0);
    assert_eq!(north.arc_of(place(24.0 + 5.5, 24.0 + 4.8)), Side::Front);
    assert_eq!(north.arc_of(place(24.0 + 5.501, 24.0 + 4.8)), Side::Right);
    assert_eq!(north.arc_of(place(24.0 - 5.5, 24.0 - 4.8)), Side::Rear);
    assert_eq!(north.arc_of(place(24.0 - 5.501, 24.0 - 4.8)), Side::Left);
    // Half angles of the front arc.
    for (kind, half) in [
        (UnitKind::Infantry, 48.9),
        (UnitKind::Cavalry, 47.7),
        (UnitKind::SoloSmall, 45.0),
        (UnitKind::SoloLarge, 26.4),
    ] {
        let unit = tray(kind, 24.0, 24.0, 0);
        let at = |angle: f64| {
            let (sin, cos) = angle.to_radians().sin_cos();
            unit.arc_of(place(24.0 + 20.0 * sin, 24.0 + 20.0 * cos))
        };
        assert_eq!(at(half - 0.1), Side::Front, "{kind:?}");
        assert_eq!(at(half + 0.1), Side::Right, "{kind:?}");
        assert_eq!(at(-half + 0.1), Side::Front, "{kind:?}");
        assert_eq!(at(-half - 0.1), Side::Left, "{kind:?}");
    }
}

#[test]
fn if_geo_06_the_arc_a_unit_stands_in() {
    let south = infantry(24.0, 24.0, 180);
    // Front, right, rear, left.
    let oblique = infantry(14.0, 14.0, 45);
    assert_eq!(south.points_in_arcs(&oblique), [69, 31, 0, 0]);
    assert_eq!(south.arcs_stood_in(&oblique), [Side::Front]);
    let beside = infantry(34.0, 18.0, 0);
    assert_eq!(south.points_in_arcs(&beside), [10, 0, 0, 90]);
    assert_eq!(south.arcs_stood_in(&beside), [Side::Left]);
    let solo = tray(UnitKind::SoloSmall, 24.0, 24.0, 0);
    let corner = infantry(34.0, 34.0, 225);
    assert_eq!(solo.points_in_arcs(&corner), [50, 50, 0, 0]);
    assert_eq!(solo.arcs_stood_in(&corner), [Side::Front, Side::Right]);
}

#[test]
fn if_chg_02_the_charger_stands_in_the_arc_of_most_of_its_tray() {
    let defender = infantry(24.0, 24.0, 180);
    assert_eq!(defender.arcs_stood_in(&infantry(14.0, 14.0, 45)), [Side::Front]);
    assert_eq!(defender.arcs_stood_in(&infantry(36.0, 24.0, 270)), [Side::Left]);
    assert_eq!(defender.arcs_stood_in(&infantry(24.0, 36.0, 180)), [Side::Rear]);
}

#[test]
fn if_geo_07_short_and_long_range() {
    let shooter = infantry(24.0, 10.0, 0);
    let target = infantry(24.0, 24.0, 180);
    assert_eq!(shooter.front_point(), place(24.0, 12.4));
    assert!((range_to(&shooter, &target) - 9_200.0).abs() < 1e-6);
    assert!(is_in_range(&shooter, &target, RangeWord::Long));
    assert!(!is_in_range(&shooter, &target, RangeWord::Short));
    // The near side of the target lies 2.4 before its middle.
    let at = |range: f64| infantry(24.0, 12.4 + 2.4 + range, 180);
    for (range, short, long) in [
        (6.0, true, true),
        (6.001, false, true),
        (12.0, false, true),
        (12.001, false, false),
    ] {
        assert_eq!(
            is_in_range(&shooter, &at(range), RangeWord::Short),
            short,
            "{range}"
        );
        assert_eq!(
            is_in_range(&shooter, &at(range), RangeWord::Long),
            long,
            "{range}"
        );
    }
}

#[test]
fn if_act_06_range_is_measured_after_the_shift() {
    let shooter = infantry(24.0, 10.0, 0);
    let shifted = shooter.moved(0, 2_000);
    let at = |range: f64| infantry(24.0, 12.4 + 2.4 + range, 180);
    assert!(is_in_range(&shifted, &at(14.0), RangeWord::Long));
    assert!(!is_in_range(&shifted, &at(14.1), RangeWord::Long));
    assert!(is_in_range(&shifted, &at(8.0), RangeWord::Short));
}
