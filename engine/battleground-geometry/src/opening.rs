//! The first open path of a unit that goes straight on: [`open_path`] asked step after step, without asking
//! each.
//!
//! What closes a path is remembered as a [`Pinch`]: one point to the left of the line and one to the right of it. It
//! takes a few products to see how far the start may go on while these two alone still keep the path closed.

use std::ops::RangeInclusive;

use super::horizon::Horizon;
use super::length::{Degrees, Inches};
use super::open_path::{Blocked, Corridor, OpenPath, open_path};
use super::pinch::{Pinch, SPARE};
use super::plane::{Object, Offset, Point, span_between};

/// Paths from many starts to the same points, past the same obstacles.
#[derive(Debug, Clone)]
pub struct Paths<'a> {
    to: Vec<Point>,
    obstacles: Vec<Object<'a>>,
    target: Option<Object<'a>>,
    corridor: Corridor,
    /// What has closed a path to the point at this place, the last one first.
    pinches: Vec<(usize, Pinch)>,
    /// From where no path leads to each of the points, as far as it is known; of those never asked for, nothing.
    horizons: Vec<Option<Horizon>>,
}

/// So many of the last pinches are remembered.
const REMEMBERED: usize = 12;

impl<'a> Paths<'a> {
    /// Paths to these points, in the order in which they are preferred; the rest as for [`open_path`].
    pub fn new(
        to: Vec<Point>,
        obstacles: Vec<Object<'a>>,
        target: Option<Object<'a>>,
        corridor: Corridor,
    ) -> Self {
        Self {
            horizons: vec![None; to.len()],
            to,
            obstacles,
            target,
            corridor,
            pinches: Vec::new(),
        }
    }

    /// The first of the points to which a path is open from here. Rules `BG4-GEO-17`, `-18`.
    pub fn opens(&mut self, from: Point) -> Option<Point> {
        let (_, to) = self.first_open(from, Degrees::ZERO, |_| Inches::ZERO, 0..=0)?;
        Some(to)
    }

    /// The first of some steps after which a path is open to one of the points, and that point: the start goes straight
    /// on along a heading, farther at each step. Rules `BG4-GEO-17`, `-18`.
    pub fn first_open(
        &mut self,
        start: Point,
        heading: Degrees,
        distance: impl Fn(u32) -> Inches,
        steps: RangeInclusive<u32>,
    ) -> Option<(u32, Point)> {
        let ahead = Offset::ahead(heading);
        let track = Track {
            start,
            ahead,
            distance: &distance,
        };
        let (first, mut last) = steps.into_inner();
        let mut found = None;
        for place in 0..self.to.len() {
            if let Some(step) = self.first_open_to(place, &track, first..=last) {
                found = Some((step, self.to[place]));
                if step == first {
                    break;
                }
                last = step - 1;
            }
        }
        found
    }

    /// Whether no path is open from anywhere along a heading, as far as that is soon seen; a no says nothing.
    pub fn stays_closed(&mut self, start: Point, heading: Degrees, distance: Inches) -> bool {
        /// Where nothing is known yet it is looked for what closes the path, and up to where, by so many inches a step.
        const STEP: f64 = 0.1;
        /// So often, to spare time only: each look ends the search or goes on by at least one step, and the horizon asked
        /// in it crosses each sector at most once. But where one pinch after the other lasts only a little that makes ten
        /// looks an inch, for six turns of each lead, and with each of them a path is looked at as a whole.
        const LOOKS: u32 = 8;
        let (ahead, far) = (Offset::ahead(heading), distance.value());
        let from = |gone: f64| start + ahead * gone;
        (0..self.to.len()).all(|place| {
            let mut gone = 0.0;
            for _ in 0..LOOKS {
                gone += self.horizon(place).closed_for(from(gone), ahead, far - gone);
                if gone >= far {
                    return true;
                }
                let Passage::Closed(Some(pinch)) = self.pinch(from(gone), self.to[place]) else {
                    return false;
                };
                self.horizon(place).note(&pinch);
                let after = |step: u32| gone + f64::from(step) * STEP;
                let closes = |step| pinch.closes_between(from(gone), from(after(step)), self.to[place]);
                let steps = farthest(0..=((far - gone) / STEP) as u32 + 1, closes);
                if steps == 0 {
                    return false;
                }
                gone = after(steps);
            }
            false
        })
    }

    fn first_open_to(&mut self, place: usize, track: &Track<'_>, steps: RangeInclusive<u32>) -> Option<u32> {
        let to = self.to[place];
        let (mut step, last) = steps.into_inner();
        while step <= last {
            let start = track.after(step);
            let (gone, whole) = (track.gone(step), track.gone(last));
            let closed = gone + self.horizon(place).closed_for(start, track.ahead, whole - gone);
            if closed > gone {
                if closed >= whole {
                    return None;
                }
                step = farthest(step..=last, |next| track.gone(next) <= closed) + 1;
                continue;
            }
            let pinch = match self.remembered(place, start) {
                Some(known) => Some(known),
                None => match self.pinch(start, to) {
                    Passage::Open => return Some(step),
                    Passage::Closed(pinch) => pinch,
                },
            };
            if let Some(pinch) = pinch {
                self.horizon(place).note(&pinch);
                self.pinches.insert(0, (place, pinch));
                self.pinches.truncate(REMEMBERED);
                step = farthest(step..=last, |next| {
                    pinch.closes_between(start, track.after(next), to)
                });
            }
            step += 1;
        }
        None
    }

    /// What is seen of the obstacles from the point at this place.
    fn horizon(&mut self, place: usize) -> &mut Horizon {
        let touch = self.corridor.tolerance.touch.value() + SPARE;
        let objects = self.obstacles.iter().chain(&self.target);
        self.horizons[place].get_or_insert_with(|| Horizon::round(self.to[place], objects, touch))
    }

    /// Takes what is known to close the path from here out of memory.
    fn remembered(&mut self, place: usize, from: Point) -> Option<Pinch> {
        let to = self.to[place];
        let known = self
            .pinches
            .iter()
            .position(|(of, pinch)| *of == place && pinch.closes_between(from, from, to))?;
        Some(self.pinches.remove(known).1)
    }

    fn pinch(&self, from: Point, to: Point) -> Passage {
        let path = open_path(from, to, &self.obstacles, self.target, None, self.corridor);
        let object = |blocked: &Blocked| match blocked {
            Blocked::Obstacle { place, .. } => self.obstacles.get(*place).copied(),
            Blocked::Target => self.target,
            Blocked::TableEdge { .. } => None,
        };
        let touch = self.corridor.tolerance.touch.value() + SPARE;
        let width = self.corridor.width.value() - self.corridor.tolerance.limit.value() - SPARE;
        let look = |within: f64| match &path {
            OpenPath::Open { .. } => None,
            OpenPath::LineBlocked(by) => by.iter().filter_map(object).find_map(|object| {
                let mut pairs = object
                    .parts()
                    .filter_map(|part| sides_between(part, from, to, within));
                pairs.find_map(|(left, right)| {
                    let pinch = Pinch {
                        left: left.1,
                        right: right.1,
                        touch,
                        width: f64::INFINITY,
                    };
                    pinch.closes_between(from, from, to).then_some(pinch)
                })
            }),
            OpenPath::TooNarrow { left, right, .. } => {
                let sides = |blocked: &Blocked| {
                    let parts = object(blocked).into_iter().flat_map(Object::parts);
                    parts.filter_map(|part| sides_between(part, from, to, within))
                };
                let left = sides(left)
                    .map(|(_, inner)| inner)
                    .filter(|inner| inner.0 < 0.0)
                    .max_by(|a, b| a.0.total_cmp(&b.0));
                let right = sides(right)
                    .map(|(inner, _)| inner)
                    .filter(|inner| inner.0 > 0.0)
                    .min_by(|a, b| a.0.total_cmp(&b.0));
                let pinch = Pinch {
                    left: left?.1,
                    right: right?.1,
                    touch,
                    width,
                };
                pinch.closes_between(from, from, to).then_some(pinch)
            }
        };
        if path.is_open() {
            Passage::Open
        } else {
            // What reaches past an end of the line is taken well inside of it, so that it lasts for some steps.
            Passage::Closed(look(0.9).or_else(|| look(0.999)))
        }
    }
}

/// Where a start goes.
struct Track<'t> {
    start: Point,
    ahead: Offset,
    distance: &'t dyn Fn(u32) -> Inches,
}

impl Track<'_> {
    fn gone(&self, step: u32) -> f64 {
        (self.distance)(step).value()
    }

    fn after(&self, step: u32) -> Point {
        self.start + self.ahead * self.gone(step)
    }
}

/// Whether a path is open; what keeps it closed is not always two points that last.
enum Passage {
    Open,
    Closed(Option<Pinch>),
}

/// The last of some numbers up to which something holds without a break, given that it holds for the first: sought in
/// strides that double, then halve.
fn farthest(steps: RangeInclusive<u32>, holds: impl Fn(u32) -> bool) -> u32 {
    let (mut sure, last) = steps.into_inner();
    let mut stride = 1;
    while stride > 0 && sure < last {
        let next = sure.saturating_add(stride).min(last);
        if holds(next) {
            sure = next;
            stride = stride.saturating_mul(2);
        } else {
            // It only gets worse from here on: never beyond what has failed.
            return halved(sure, next, holds);
        }
    }
    sure
}

fn halved(mut sure: u32, mut fails: u32, holds: impl Fn(u32) -> bool) -> u32 {
    while fails - sure > 1 {
        let middle = u32::midpoint(sure, fails);
        if holds(middle) {
            sure = middle;
        } else {
            fails = middle;
        }
    }
    sure
}

/// A place with how far to the right of a line it lies.
type Aside = (f64, Point);

/// The leftmost and the rightmost point of what a part has beside the inner share of a line.
fn sides_between(part: &[Point], from: Point, to: Point, share: f64) -> Option<(Aside, Aside)> {
    let way = (to - from).unit()?;
    let length = (to - from).length();
    let margin = length * (1.0 - share) / 2.0;
    let mut found: Option<(Aside, Aside)> = None;
    span_between(part, from, way, (margin, length - margin), |point| {
        let here = ((point - from).dot(way.right()), point);
        found = Some(found.map_or((here, here), |(left, right)| {
            (
                if here.0 < left.0 { here } else { left },
                if here.0 > right.0 { here } else { right },
            )
        }));
    });
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::{TOL, card, point};
    use super::*;

    const CORRIDOR: Corridor = Corridor {
        width: Inches::mils(2_500),
        tolerance: TOL,
    };

    #[test]
    fn bg4_geo_17_a_sidestep_opens_the_path_where_the_corridor_fits_beside_the_obstacle() {
        // The obstacle spans x 16.25 to 19.75 in front of a goal straight ahead; the table is free to the right. From
        // x = 18 + d the line to (18, 20) passes the near corner (19.75, 12) at 0.8 d, and its far corner at 0.55 d.
        let wall = card(18.0, 13.25, 0.0);
        let mut paths = Paths::new(vec![point(18.0, 20.0)], vec![Object::Card(&wall)], None, CORRIDOR);
        let found = paths.first_open(
            point(18.0, 10.0),
            Degrees::QUARTER,
            |step| Inches::mils(step as i32 * 10),
            0..=1_000,
        );
        let (step, to) = found.unwrap();
        assert_eq!(to, point(18.0, 20.0));
        // The far corner (19.75, 14.5) is 1.75 to the side of the goal: 0.55 d = 1.75 within the touching tolerance.
        let off = f64::from(step) / 100.0 - 1.75 / 0.55;
        assert!(off.abs() < 0.05, "{step}");
    }
}
