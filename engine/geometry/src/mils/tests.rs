//! Every measure against a plain one: sampled, or tried one after the other.

use super::*;

/// Numbers that look random and are the same each time.
struct Numbers(u64);

impl Numbers {
    fn upto(&mut self, count: i32) -> i32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % count as u64) as i32
    }

    fn place(&mut self, within: i32) -> Place {
        Place::new(self.upto(2 * within) - within, self.upto(2 * within) - within)
    }

    /// Right angles often: there the edges of rules lie.
    fn heading(&mut self) -> u16 {
        match self.upto(3) {
            0 => 90 * self.upto(4) as u16,
            _ => self.upto(360) as u16,
        }
    }
}

/// A rectangle of a width and a depth at a pose, against the clock.
fn rectangle(pose: Pose, width: i32, depth: i32) -> Outline {
    let (sin, cos) = sin_cos(pose.heading);
    let corner = |right: i32, forward: i32| {
        let (right, forward) = (f64::from(right) / 2.0, f64::from(forward) / 2.0);
        Place::new(
            (f64::from(pose.x) + right * cos + forward * sin).round() as i32,
            (f64::from(pose.y) - right * sin + forward * cos).round() as i32,
        )
    };
    Outline::of(&[
        corner(-width, depth),
        corner(-width, -depth),
        corner(width, -depth),
        corner(width, depth),
    ])
}

fn some_pose(numbers: &mut Numbers, within: i32) -> Pose {
    let place = numbers.place(within);
    Pose::new(place.x, place.y, numbers.heading())
}

/// Places along an outline, every side in so many parts, unrounded.
fn along(outline: &Outline, parts: i32) -> Vec<(f64, f64)> {
    let on = |(from, to): (Place, Place), part: i32| {
        let share = f64::from(part) / f64::from(parts);
        (
            f64::from(from.x) + share * f64::from(to.x - from.x),
            f64::from(from.y) + share * f64::from(to.y - from.y),
        )
    };
    outline
        .sides()
        .flat_map(|side| (0..parts).map(move |part| on(side, part)))
        .collect()
}

#[test]
fn if_geo_02_headings_are_clockwise_from_north() {
    // The catalogue's vectors, in thousandths of an inch.
    assert_eq!(
        Place::new(24_000, 10_000).towards(0, 5_000),
        Place::new(24_000, 15_000)
    );
    assert_eq!(
        Place::new(24_000, 10_000).towards(90, 5_000),
        Place::new(29_000, 10_000)
    );
    assert_eq!(
        Place::new(24_000, 10_000).towards(225, 2_000),
        Place::new(22_586, 8_586)
    );
    assert_eq!([turned(350, 20), turned(10, -20), turned(0, 720)], [10, 350, 0]);
    for heading in 0..360 {
        // Far enough away that the rounding of a place does not turn the bearing.
        let there = Place::new(0, 0).towards(heading, 1_000_000);
        assert_eq!(Place::new(0, 0).bearing(there), heading);
        assert!((Place::new(0, 0).distance(there) - 1e6).abs() < 1.0);
    }
    let pose = Pose::new(1_000, 2_000, 30);
    assert_eq!(pose.forward(4_000), pose.at(pose.centre().towards(30, 4_000)));
    assert_eq!(pose.facing(80).moved(30, 4_000), pose.forward(4_000).facing(80));
}

#[test]
fn distances_are_the_least_of_those_between_points() {
    let mut numbers = Numbers(2);
    for round in 0..150 {
        let one = rectangle(some_pose(&mut numbers, 9_000), 5_500, 4_800);
        let other = rectangle(some_pose(&mut numbers, 9_000), 2_760, 5_550);
        if one.depth(&other) >= 0.0 {
            assert!(one.distance(&other) < f64::MIN_POSITIVE, "{round}");
            continue;
        }
        let (a, b) = (along(&one, 60), along(&other, 60));
        let pairs = a
            .iter()
            .flat_map(|from| b.iter().map(move |to| (to.0 - from.0).hypot(to.1 - from.1)));
        let sampled = pairs.fold(f64::INFINITY, f64::min);
        let exact = one.distance(&other);
        // The sampled points are at most half of a sixtieth of a side off.
        assert!(
            exact <= sampled + 1e-6 && sampled - exact < 95.0,
            "{round}: {exact} {sampled}"
        );
        for mils in [exact.floor() as i32, exact.ceil() as i32] {
            let within = exact <= f64::from(mils) + GRAIN;
            assert_eq!(one.is_within(&other, mils), within, "{round}");
            assert_eq!(
                one.is_nearer_than(&other, mils),
                exact < f64::from(mils) - GRAIN,
                "{round}"
            );
        }
        let place = numbers.place(9_000);
        let to_place = a
            .iter()
            .map(|from| (f64::from(place.x) - from.0).hypot(f64::from(place.y) - from.1));
        let sampled = to_place.fold(f64::INFINITY, f64::min);
        if one.contains(place) {
            assert!(one.distance_to(place) < f64::MIN_POSITIVE && one.depth_of(place) >= 0.0);
            assert!((one.depth_of(place) - sampled).abs() < 95.0, "{round}");
        } else {
            assert!(
                (one.distance_to(place) - sampled).abs() < 95.0 && one.depth_of(place) < 0.0,
                "{round}"
            );
        }
    }
}

#[test]
fn the_depth_is_the_shortest_way_apart() {
    let mut numbers = Numbers(3);
    let mut tried = 0;
    while tried < 40 {
        let (pose, other) = (some_pose(&mut numbers, 3_000), some_pose(&mut numbers, 3_000));
        let (one, other) = (rectangle(pose, 5_500, 4_800), rectangle(other, 2_760, 5_550));
        let depth = one.depth(&other);
        if depth < 50.0 {
            continue;
        }
        tried += 1;
        // Moved a little further than that in the best of all whole degrees it is clear; a little less far in none.
        let moved = |heading: u16, far: f64| rectangle(pose.moved(heading, far.round() as i32), 5_500, 4_800);
        let clear = |far: f64| (0..360).any(|heading| moved(heading, far).depth(&other) < 0.0);
        assert!(clear(depth * 1.002 + 4.0), "{pose:?} {depth}");
        assert!(!clear(depth - 4.0), "{pose:?} {depth}");
    }
}

#[test]
fn if_move_01_a_hull_is_the_corners_that_have_all_others_on_one_side() {
    let mut numbers = Numbers(4);
    for round in 0..500 {
        let count = 3 + numbers.upto(6) as usize;
        let places: Vec<Place> = (0..count).map(|_| numbers.place(5_000)).collect();
        let hull = Outline::hull(&places);
        let on_hull = |at: &Place| {
            places
                .iter()
                .any(|other| other != at && places.iter().all(|third| cross(*at, *other, *third) >= 0))
        };
        let mut expected: Vec<Place> = places.iter().copied().filter(on_hull).collect();
        let mut found = hull.corners().to_vec();
        expected.sort_unstable();
        expected.dedup();
        found.sort_unstable();
        assert_eq!(found, expected, "{round}: {places:?}");
        assert!(
            hull.sides()
                .all(|(from, to)| places.iter().all(|at| cross(from, to, *at) >= 0)),
            "{round}"
        );
    }
    // Places on one line have their ends alone.
    let line = [
        Place::new(0, 0),
        Place::new(5, 5),
        Place::new(9, 9),
        Place::new(2, 2),
    ];
    assert!(Outline::hull(&line).corners().contains(&Place::new(9, 9)));
}

#[test]
fn if_geo_01_on_the_table_and_between_two_heights() {
    let at = |x: i32, y: i32| rectangle(Pose::new(x, y, 0), 5_500, 4_800);
    assert!(at(2_750, 2_400).lies_on(48_000, 48_000) && at(45_250, 45_600).lies_on(48_000, 48_000));
    for (x, y) in [(2_749, 2_400), (2_750, 2_399), (45_251, 24_000), (24_000, 45_601)] {
        assert!(!at(x, y).lies_on(48_000, 48_000), "{x} {y}");
    }
    assert!(at(24_000, 7_600).is_between(0, 10_000) && !at(24_000, 7_601).is_between(0, 10_000));
}

#[test]
fn if_geo_04_contact_is_at_most_five_and_overlap_more() {
    let low = rectangle(Pose::new(0, 0, 0), 4_000, 4_000);
    let above = |gap: i32| rectangle(Pose::new(0, 4_000 + gap, 180), 4_000, 4_000);
    assert!(low.touches(&above(0)) && low.touches(&above(5)) && !low.touches(&above(6)));
    assert!(!low.overlaps(&above(-5)) && low.overlaps(&above(-6)));
    assert!(
        (low.distance_to_line(Place::new(-9_000, 5_000), Place::new(9_000, 5_000)) - 3_000.0).abs() < 1e-6
    );
    assert!(low.distance_to_line(Place::new(-9_000, 0), Place::new(9_000, 10)) < f64::MIN_POSITIVE);
    assert!((distance_to_side(Place::new(3, 4), Place::new(0, 0), Place::new(0, 0)) - 5.0).abs() < 1e-9);
}
