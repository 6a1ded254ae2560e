//! Convex outlines with corners in whole thousandths of an inch, and the exact measures between them.
//!
//! Corners are rounded before anything is measured (rule `IF-GEO-02`), so the same poses give the same distances on every
//! machine. A rectangle has four corners, the area swept by its straight move up to eight: they are kept in place, without a
//! heap. The tests hold these measures against plain sampling.

use super::place::Place;

/// The most corners of an outline: those of two rectangles.
const MOST: usize = 8;

/// The distance, in thousandths of an inch, that counts as contact, and the depth that does not count as
/// overlap. Rule `IF-GEO-04`.
pub const CONTACT: f64 = 5.0;

/// The most that arithmetic on these numbers may lose, in thousandths of an inch.
pub const GRAIN: f64 = 1e-6;

/// A convex outline: corners in order, against the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outline {
    corners: [Place; MOST],
    count: u8,
}

impl Outline {
    /// An outline of corners in order against the clock: at least one, and the first eight count.
    #[inline]
    pub fn of(list: &[Place]) -> Self {
        let mut corners = [Place::new(0, 0); MOST];
        let count = list.len().min(MOST);
        corners[..count].copy_from_slice(&list[..count]);
        Self {
            corners,
            count: count as u8,
        }
    }

    /// The convex hull of some places, whose hull has at most eight corners: further ones are left out.
    #[inline]
    pub fn hull(places: &[Place]) -> Self {
        let mut sorted = places.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() < 3 {
            return Self::of(&sorted);
        }
        let chain = |places: &mut dyn Iterator<Item = Place>| {
            let mut kept: Vec<Place> = Vec::new();
            for place in places {
                while kept.len() >= 2 && cross(kept[kept.len() - 2], kept[kept.len() - 1], place) <= 0 {
                    kept.pop();
                }
                kept.push(place);
            }
            kept.pop();
            kept
        };
        let mut around = chain(&mut sorted.iter().copied());
        around.extend(chain(&mut sorted.iter().rev().copied()));
        Self::of(&around)
    }

    /// The corners in order, against the clock.
    #[inline]
    pub fn corners(&self) -> &[Place] {
        &self.corners[..usize::from(self.count)]
    }

    /// The sides from corner to corner.
    #[inline]
    pub fn sides(&self) -> impl Iterator<Item = (Place, Place)> + '_ {
        let corners = self.corners();
        (0..corners.len()).map(move |at| (corners[at], corners[(at + 1) % corners.len()]))
    }

    /// Least and greatest x and y.
    #[inline]
    fn bounds(&self) -> (Place, Place) {
        let start = (Place::new(i32::MAX, i32::MAX), Place::new(i32::MIN, i32::MIN));
        self.corners().iter().fold(start, |(low, high), at| {
            (
                Place::new(low.x.min(at.x), low.y.min(at.y)),
                Place::new(high.x.max(at.x), high.y.max(at.y)),
            )
        })
    }

    /// Whether it lies wholly on a table of this width and depth, in thousandths of an inch. Rules `IF-GEO-01`,
    /// `IF-MOVE-06`.
    #[inline]
    pub fn lies_on(&self, width: i32, depth: i32) -> bool {
        let (low, high) = self.bounds();
        low.x >= 0 && low.y >= 0 && high.x <= width && high.y <= depth
    }

    /// Whether it lies wholly at or between two heights, in thousandths of an inch. Rule `IF-SETUP-08`.
    #[inline]
    pub fn is_between(&self, low: i32, high: i32) -> bool {
        self.corners()
            .iter()
            .all(|corner| (low..=high).contains(&corner.y))
    }

    /// Whether a place lies inside or on the outline.
    #[inline]
    pub fn contains(&self, place: Place) -> bool {
        self.sides().all(|(from, to)| cross(from, to, place) >= 0)
    }

    /// The depth of a place inside, in thousandths of an inch; below 0 it lies outside.
    #[inline]
    pub fn depth_of(&self, place: Place) -> f64 {
        self.sides()
            .map(|(from, to)| cross(from, to, place) as f64 / from.distance(to).max(GRAIN))
            .fold(f64::INFINITY, f64::min)
    }

    /// The shortest distance to another outline in thousandths of an inch; 0 if they share a point. Rule `IF-GEO-04`.
    #[inline]
    pub fn distance(&self, other: &Self) -> f64 {
        if self.depth(other) >= 0.0 {
            return 0.0;
        }
        let one_way = |one: &Self, other: &Self| {
            one.sides()
                .flat_map(|(from, to)| {
                    other
                        .corners()
                        .iter()
                        .map(move |&corner| distance_to_side(corner, from, to))
                })
                .fold(f64::INFINITY, f64::min)
        };
        one_way(self, other).min(one_way(other, self))
    }

    /// The shortest distance to a place in thousandths of an inch; 0 inside.
    #[inline]
    pub fn distance_to(&self, place: Place) -> f64 {
        if self.contains(place) {
            return 0.0;
        }
        self.sides()
            .map(|(from, to)| distance_to_side(place, from, to))
            .fold(f64::INFINITY, f64::min)
    }

    /// The distance that one of two outlines must move to end their overlap, in thousandths of an inch; below
    /// 0 they are apart.
    #[inline]
    pub fn depth(&self, other: &Self) -> f64 {
        let mut least = f64::INFINITY;
        for (from, to) in self.sides().chain(other.sides()) {
            let length = from.distance(to);
            if length < GRAIN {
                continue;
            }
            let reach = |outline: &Self| {
                outline
                    .corners()
                    .iter()
                    .fold((i64::MAX, i64::MIN), |(low, high), &corner| {
                        let at = cross(from, to, corner);
                        (low.min(at), high.max(at))
                    })
            };
            let (a, b) = (reach(self), reach(other));
            let depth = (a.1 - b.0).min(b.1 - a.0) as f64 / length;
            least = least.min(depth);
        }
        least
    }

    /// Whether two outlines share an area deeper than the tolerance. Rule `IF-GEO-04`.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.could_meet(other, 0) && self.depth(other) > CONTACT + GRAIN
    }

    /// Whether two outlines are in contact: at most 0.005 apart. Rule `IF-GEO-04`.
    #[inline]
    pub fn touches(&self, other: &Self) -> bool {
        self.is_within(other, 5)
    }

    /// Whether the distance is at most so many thousandths of an inch. Rule `IF-GEO-07`.
    #[inline]
    pub fn is_within(&self, other: &Self, mils: i32) -> bool {
        self.could_meet(other, mils) && self.distance(other) <= f64::from(mils) + GRAIN
    }

    /// Whether the distance is below so many thousandths of an inch. Rule `IF-MOVE-03`.
    #[inline]
    pub fn is_nearer_than(&self, other: &Self, mils: i32) -> bool {
        self.could_meet(other, mils) && self.distance(other) < f64::from(mils) - GRAIN
    }

    /// Whether the boxes around both are at most so far apart: a cheap answer before an exact one.
    #[inline]
    fn could_meet(&self, other: &Self, mils: i32) -> bool {
        let (a, b) = (self.bounds(), other.bounds());
        let near = mils + 1;
        a.0.x <= b.1.x + near && b.0.x <= a.1.x + near && a.0.y <= b.1.y + near && b.0.y <= a.1.y + near
    }

    /// The shortest distance between the outline and the stretch from one place to another, in thousandths of an inch;
    /// 0 if they share a point.
    #[inline]
    pub fn distance_to_line(&self, from: Place, to: Place) -> f64 {
        self.distance(&Self::of(&[from, to]))
    }
}

/// Twice the area of the triangle: above 0 if `place` lies to the left of the way from `from` to `to`.
#[inline]
pub const fn cross(from: Place, to: Place, place: Place) -> i64 {
    (to.x - from.x) as i64 * (place.y - from.y) as i64 - (to.y - from.y) as i64 * (place.x - from.x) as i64
}

/// The distance from a place to the stretch between two others, in thousandths of an inch.
#[inline]
pub fn distance_to_side(place: Place, from: Place, to: Place) -> f64 {
    let (dx, dy) = (f64::from(to.x - from.x), f64::from(to.y - from.y));
    let (px, py) = (f64::from(place.x - from.x), f64::from(place.y - from.y));
    let length = dx * dx + dy * dy;
    if length < GRAIN {
        return px.hypot(py);
    }
    let share = ((px * dx + py * dy) / length).clamp(0.0, 1.0);
    (px - share * dx).hypot(py - share * dy)
}
