//! The farthest start of an open path to a point, direction by direction: from farther off something closes
//! it.

use std::sync::LazyLock;

use super::length::GRAIN;
use super::pinch::Pinch;
use super::plane::{Object, Offset, Point, edges};

/// So many sectors lie in each quarter of the directions.
const QUARTER: usize = 64;
/// So many lie all round.
const SECTORS: usize = 4 * QUARTER;

/// The directions in which the sectors begin, against the clock from the south-east, and once more the first of them.
static RAYS: LazyLock<Vec<Offset>> = LazyLock::new(|| {
    let ray = |place: usize| {
        let aside = (place % QUARTER) as f64 * (2.0 / QUARTER as f64) - 1.0;
        let (x, y) = match place / QUARTER % 4 {
            0 => (1.0, aside),
            1 => (-aside, 1.0),
            2 => (-1.0, -aside),
            _ => (aside, -1.0),
        };
        Offset { x, y } * x.hypot(y).recip()
    };
    (0..=SECTORS).map(ray).collect()
});

/// The sector in which a direction lies.
fn sector(way: Offset) -> usize {
    let (quarter, aside) = if way.x.abs() >= way.y.abs() {
        (if way.x > 0.0 { 0 } else { 2 }, way.y / way.x)
    } else {
        (if way.y > 0.0 { 1 } else { 3 }, -way.x / way.y)
    };
    let place = ((aside + 1.0) * (QUARTER as f64 / 2.0)) as usize;
    quarter * QUARTER + place.min(QUARTER - 1)
}

/// What is known of the directions from which a point cannot be reached by an open path, and from how far off.
#[derive(Debug, Clone)]
pub(super) struct Horizon {
    to: Point,
    /// Of each sector the distance beyond which all paths to the point are closed.
    beyond: Vec<f64>,
}

impl Horizon {
    /// Of a point with these objects round it: any two corners of a convex part close the paths between them.
    pub(super) fn round<'o>(to: Point, objects: impl Iterator<Item = &'o Object<'o>>, touch: f64) -> Self {
        /// What is wider is no obstacle to go round but the edge of the table, behind which nothing begins.
        const WIDEST: f64 = 30.0;
        let mut horizon = Self {
            to,
            beyond: vec![f64::INFINITY; SECTORS],
        };
        let near = objects.filter(|object| object.circle().1 < WIDEST);
        for part in near.flat_map(|object| object.parts()) {
            horizon.note_part(part, touch);
        }
        horizon
    }

    /// Notes what a convex part closes: each edge of it that is seen from the point, and all of them together; from inside
    /// of it all edges are.
    fn note_part(&mut self, part: &[Point], touch: f64) {
        let to = self.to;
        let faces = |(from, end): &(Point, Point)| (*from - to).cross(*end - to) < 0.0;
        let mut facing = edges(part).filter(faces);
        let Some(first) = facing.next() else {
            // The corners go against the clock, as seen from the point too.
            return edges(part).for_each(|(left, right)| self.note_across(left, right, touch));
        };
        let (mut left, mut right, mut several) = (first.1, first.0, false);
        self.note_across(left, right, touch);
        for (from, end) in facing {
            self.note_across(end, from, touch);
            several = true;
            if (left - to).cross(end - to) < 0.0 {
                left = end;
            }
            if (right - to).cross(from - to) > 0.0 {
                right = from;
            }
        }
        if several {
            self.note_across(left, right, touch);
        }
    }

    /// Notes what is closed by a stretch between two points of one convex part: in each sector by two points of it that lie
    /// just outside.
    fn note_across(&mut self, left: Point, right: Point, touch: f64) {
        let (to, across) = (self.to, left - right);
        let margin = touch * 1.25;
        let off = |ray: Offset, aside: f64| {
            let share = (aside - (right - to).cross(ray)) / across.cross(ray);
            (0.0..=1.0).contains(&share).then(|| right + across * share)
        };
        self.spread(left, right, |rays| {
            let pinch = Pinch {
                left: off(rays[0], margin)?,
                right: off(rays[1], -margin)?,
                touch,
                width: f64::INFINITY,
            };
            pinch.closes_beyond(to, rays)
        });
    }

    /// Notes whatever a pinch closes.
    pub(super) fn note(&mut self, pinch: &Pinch) {
        let to = self.to;
        self.spread(pinch.left, pinch.right, |rays| pinch.closes_beyond(to, rays));
    }

    /// Notes what is closed between two points: from the middle on to both sides as far as that goes.
    fn spread(&mut self, left: Point, right: Point, closed: impl Fn([Offset; 2]) -> Option<f64>) {
        let ways = [left, right].map(|point| (point - self.to).unit());
        let [Some(left), Some(right)] = ways else {
            return;
        };
        let middle = sector(left + right);
        let mut note = |place: usize| {
            let beyond = closed([RAYS[place % SECTORS], RAYS[place % SECTORS + 1]]);
            let known = &mut self.beyond[place % SECTORS];
            *known = beyond.map_or(*known, |beyond| known.min(beyond));
            beyond.is_some()
        };
        let mut after = middle..middle + QUARTER;
        let mut before = (middle + SECTORS - QUARTER..middle + SECTORS).rev();
        while after.next().is_some_and(&mut note) {}
        while before.next().is_some_and(&mut note) {}
    }

    /// For how many inches a start that goes from a place in a direction is surely where all paths to the point are
    /// closed, as far as it is known; at most so many.
    pub(super) fn closed_for(&self, start: Point, way: Offset, most: f64) -> f64 {
        let mut from = start - self.to;
        let (mut place, mut gone) = (sector(from), 0.0);
        // Seen from the point it goes all the way against the clock, or all the way with it.
        let against = from.cross(way) > 0.0;
        while gone < most {
            let beyond = self.beyond[place];
            let room = from.dot(from) - beyond * beyond;
            if room <= GRAIN {
                break;
            }
            // To where it leaves the sector, and to where it comes too near.
            let (out, next) = if against {
                (RAYS[place + 1], (place + 1) % SECTORS)
            } else {
                (RAYS[place], (place + SECTORS - 1) % SECTORS)
            };
            let sign = if against { 1.0 } else { -1.0 };
            let (speed, left) = (out.cross(way) * sign, -out.cross(from) * sign);
            let aside = if speed > 0.0 {
                (left / speed).max(0.0)
            } else {
                f64::INFINITY
            };
            let toward = from.dot(way);
            let root = toward * toward - room;
            if toward < 0.0 && root >= 0.0 {
                let near = -toward - root.sqrt();
                if near <= aside {
                    return (gone + near).clamp(0.0, most);
                }
            }
            gone += aside;
            if gone >= most {
                break;
            }
            from = from + way * aside;
            place = next;
        }
        gone.min(most)
    }
}
