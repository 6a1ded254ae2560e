//! Shortest paths that keep a lane clear of obstacles (p. 12).

use battleground_geometry::{Degrees, Hand, Inches, Object, Point, TableArea, gap, overlaps};

use crate::field::TOL;
use crate::field::computed::length;

/// Half of the width of a lane. RULING: BG3-PATH-05 (p. 12), a lane of 2.5 inches.
const HALF: f64 = 1.25;
/// Bends of a path round a corner lie in so many directions from it.
const DIRECTIONS: u32 = 16;
/// What is nearer than a lane allows by no more than this is not nearer.
const HAIR: f64 = 1e-4;

/// A place where a path may bend, and how far it is from there to the goal.
#[derive(Debug, Clone, Copy)]
struct Bend {
    at: Point,
    to_goal: f64,
    next: Option<usize>,
}

/// An obstacle with a circle round it: what keeps clear of the circle keeps clear of the obstacle.
#[derive(Debug, Clone, Copy)]
struct Round<'f> {
    object: Object<'f>,
    centre: Point,
    radius: f64,
    /// How far round its centre all is part of it.
    inside: f64,
}

impl<'f> Round<'f> {
    fn of(object: Object<'f>) -> Self {
        let corners = corners(&object);
        let many = corners.len().max(1) as f64;
        let mean = |of: fn(&Point) -> f64| corners.iter().map(of).sum::<f64>() / many;
        let centre = Point::new(length(mean(|at| at.x.value())), length(mean(|at| at.y.value())));
        let far = |at: &Point| centre.distance(*at).value();
        let inside = match object {
            Object::Card(card) => card.size().width().min(card.size().depth()).half().value(),
            Object::Area(_) | Object::Line(_) | Object::Point(_) => 0.0,
        };
        Self {
            object,
            centre,
            inside,
            radius: corners.iter().map(far).fold(0.0, f64::max),
        }
    }

    /// How far a stretch keeps from its centre.
    fn off_centre(&self, (from, to): (&Point, &Point)) -> f64 {
        let (x, y) = ((self.centre.x - from.x).value(), (self.centre.y - from.y).value());
        let (way_x, way_y) = ((to.x - from.x).value(), (to.y - from.y).value());
        let squared = way_x * way_x + way_y * way_y;
        let along = if squared > 0.0 {
            ((x * way_x + y * way_y) / squared).clamp(0.0, 1.0)
        } else {
            0.0
        };
        (x - way_x * along).hypot(y - way_y * along)
    }

    /// Whether a stretch surely keeps half a lane away from it.
    fn is_far(&self, stretch: (&Point, &Point)) -> bool {
        self.off_centre(stretch) >= self.radius + HALF
    }

    /// Whether a lane leads past it from one bend to another, at both of which half a lane is clear.
    fn lets_pass(&self, (from, to): (&Point, &Point)) -> bool {
        let off = self.off_centre((from, to));
        off >= self.radius + HALF
            || off >= self.inside + HALF - 3.0 * HAIR
                && gap(Object::Line(&[*from, *to]), self.object).value() >= HALF - 2.0 * HAIR
                && leads(from, to, self.object)
    }
}

/// Whether a lane leads past an obstacle from one point to another. A point that lies nearer to it than a lane allows may be left
/// and reached all the same, one that touches it too, as long as the way does not enter it.
fn leads(from: &Point, to: &Point, object: Object<'_>) -> bool {
    let line = [*from, *to];
    let off = gap(Object::Line(&line), object).value();
    off >= HALF || {
        let ends = gap(from, object).value().min(gap(to, object).value());
        off >= ends.min(HALF) - HAIR && (ends >= HALF || !overlaps(Object::Line(&line), object, TOL))
    }
}

/// The shortest paths to a goal round some obstacles.
#[derive(Debug, Clone)]
pub(super) struct Lanes<'f> {
    objects: Vec<Round<'f>>,
    goal: Point,
    bends: Vec<Bend>,
}

impl<'f> Lanes<'f> {
    /// The paths to a goal that stay clear of all of these.
    pub(super) fn new(objects: Vec<Object<'f>>, goal: Point, table: &TableArea) -> Self {
        let mut lanes = Self {
            objects: objects.into_iter().map(Round::of).collect(),
            goal,
            bends: Vec::new(),
        };
        let inside = |at: &Point| {
            let within = |value: Inches, most: Inches| (HALF..=most.value() - HALF).contains(&value.value());
            within(at.x, table.width()) && within(at.y, table.depth())
        };
        let objects = lanes.objects.iter();
        let corners: Vec<Point> = objects.flat_map(|round| corners(&round.object)).collect();
        let places = corners.into_iter().flat_map(round);
        let free: Vec<Point> = places.filter(inside).filter(|at| lanes.is_clear(at)).collect();
        lanes.measure(&free);
        lanes
    }

    /// Whether half a lane is clear of all obstacles about a point.
    fn is_clear(&self, at: &Point) -> bool {
        let clear =
            |round: &Round<'_>| round.is_far((at, at)) || gap(at, round.object).value() >= HALF - HAIR;
        self.objects.iter().all(clear)
    }

    /// Whether a lane leads straight from one point to another.
    fn leads(&self, from: &Point, to: &Point) -> bool {
        let past = |round: &Round<'_>| round.is_far((from, to)) || leads(from, to, round.object);
        self.objects.iter().all(past)
    }

    /// The same from one bend to another.
    fn joins(&self, from: &Point, to: &Point) -> bool {
        self.objects.iter().all(|round| round.lets_pass((from, to)))
    }

    /// How far it is from each bend to the goal: the nearest first, each measured from those already known.
    fn measure(&mut self, places: &[Point]) {
        let mut known: Vec<Bend> = Vec::new();
        let mut open: Vec<(Point, f64, Option<usize>)> = places
            .iter()
            .map(|at| {
                let straight = self.leads(at, &self.goal);
                let far = if straight {
                    at.distance(self.goal).value()
                } else {
                    f64::INFINITY
                };
                (*at, far, None)
            })
            .collect();
        while let Some(place) = (0..open.len()).min_by(|one, other| open[*one].1.total_cmp(&open[*other].1)) {
            let (at, to_goal, next) = open.swap_remove(place);
            if to_goal.is_infinite() {
                break;
            }
            let here = known.len();
            known.push(Bend { at, to_goal, next });
            for (other, far, through) in &mut open {
                let by_here = to_goal + at.distance(*other).value();
                if by_here < *far - 1e-9 && self.joins(other, &at) {
                    (*far, *through) = (by_here, Some(here));
                }
            }
        }
        self.bends = known;
    }

    /// How long the shortest path from a point is; nothing if none leads to the goal.
    pub(super) fn remaining(&self, from: Point) -> Option<f64> {
        if self.leads(&from, &self.goal) {
            return Some(from.distance(self.goal).value());
        }
        self.first_bend(from, |_| true)
            .map(|bend| from.distance(bend.at).value() + bend.to_goal)
    }

    /// The bend through which the shortest path from a point leads, of those that count.
    fn first_bend(&self, from: Point, counts: impl Fn(&Point) -> bool) -> Option<Bend> {
        let mut by_length: Vec<(f64, &Bend)> = self
            .bends
            .iter()
            .filter(|bend| counts(&bend.at))
            .map(|bend| (from.distance(bend.at).value() + bend.to_goal, bend))
            .collect();
        by_length.sort_by(|one, other| one.0.total_cmp(&other.0));
        let leads = |(_, bend): &&(f64, &Bend)| self.leads(&from, &bend.at);
        by_length.iter().find(leads).map(|(_, bend)| **bend)
    }

    /// The shortest path from a point that first bends to one hand of the line to the goal, and how long it is; the straight
    /// one, where nothing stands in it, to either hand.
    pub(super) fn path(&self, from: Point, hand: Hand) -> Option<(Vec<Point>, f64)> {
        if self.leads(&from, &self.goal) {
            let far = from.distance(self.goal).value();
            return Some((vec![from, self.goal], far));
        }
        let (ax, ay) = ((self.goal.x - from.x).value(), (self.goal.y - from.y).value());
        let on_hand = |at: &Point| {
            let leftward = ax * (at.y - from.y).value() - ay * (at.x - from.x).value();
            (leftward > 0.0) == (hand == Hand::Left)
        };
        let first = self.first_bend(from, on_hand)?;
        let mut path = vec![from, first.at];
        let mut next = first.next;
        while let Some(bend) = next.and_then(|place| self.bends.get(place)) {
            path.push(bend.at);
            next = bend.next;
        }
        path.push(self.goal);
        Some((path, from.distance(first.at).value() + first.to_goal))
    }
}

/// The corners of an obstacle.
fn corners(object: &Object<'_>) -> Vec<Point> {
    match object {
        Object::Card(card) => card.corners().to_vec(),
        Object::Area(area) => area.outline().to_vec(),
        Object::Line(points) => points.to_vec(),
        Object::Point(point) => vec![**point],
    }
}

/// Places about a corner at which a path bends round it: no nearer than half a lane where two of them are joined.
fn round(corner: Point) -> impl Iterator<Item = Point> {
    let step = 360.0 / f64::from(DIRECTIONS);
    let radius = HALF / (step / 2.0).to_radians().cos();
    (0..DIRECTIONS).filter_map(move |direction| {
        let toward = Degrees::new(f64::from(direction) * step).ok()?;
        Some(corner.towards(toward.heading(), length(radius)))
    })
}
