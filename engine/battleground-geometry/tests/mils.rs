//! The plane of whole thousandths of an inch, which other games use, against the unrounded inches of this package.
#![allow(clippy::unwrap_used, reason = "generated numbers are sound")]

use battleground_geometry::{self as inches, Card, Degrees, Footprint, Inches};
use hindsight_geometry::mils::{Outline, Place, Pose, sin_cos};

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

fn card(pose: Pose, width: i32, depth: i32) -> Card {
    let size = Footprint::new(Inches::mils(width), Inches::mils(depth), 1).unwrap();
    let heading = Degrees::new(f64::from(pose.heading)).unwrap();
    Card::new(
        inches::Pose::new(Inches::mils(pose.x), Inches::mils(pose.y), heading),
        size,
    )
}

#[test]
fn distance_and_depth_are_those_of_unrounded_inches() {
    let mut numbers = Numbers(1);
    let mut met = [0; 2];
    for round in 0..2_000 {
        let (one, other) = (some_pose(&mut numbers, 6_000), some_pose(&mut numbers, 6_000));
        let (a, b) = (rectangle(one, 5_500, 4_800), rectangle(other, 2_760, 5_550));
        let (near, far) = (card(one, 5_500, 4_800), card(other, 2_760, 5_550));
        let gap = inches::gap(&near, &far).value() * 1_000.0;
        assert!(
            (a.distance(&b) - gap).abs() < 2.0,
            "{round}: {} {gap}",
            a.distance(&b)
        );
        let depth = inches::overlap_depth(&near, &far).value() * 1_000.0;
        if depth > 2.0 {
            assert!(
                (a.depth(&b) - depth).abs() < 8.0,
                "{round}: {} {depth}",
                a.depth(&b)
            );
        }
        assert_eq!(a.overlaps(&b), b.overlaps(&a), "{round}");
        met[usize::from(a.overlaps(&b))] += 1;
    }
    assert!(met.iter().all(|&count| count > 300), "{met:?}");
}
