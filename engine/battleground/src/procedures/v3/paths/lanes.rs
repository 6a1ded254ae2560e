//! Shortest paths that keep a lane clear of obstacles (p. 12).

use std::cell::RefCell;

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
#[derive(Debug, Clone)]
struct Round<'f> {
    object: Object<'f>,
    corners: Vec<Point>,
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
            corners,
        }
    }

    /// How far a stretch keeps from its centre.
    fn off_centre(&self, stretch: (&Point, &Point)) -> f64 {
        off_stretch(&self.centre, stretch)
    }

    /// Whether a stretch surely keeps half a lane away from it.
    fn is_far(&self, stretch: (&Point, &Point)) -> bool {
        self.off_centre(stretch) >= self.radius + HALF
    }

    /// Whether half a lane is clear of it about a point.
    fn is_clear_of(&self, at: &Point) -> bool {
        self.is_far((at, at)) || gap(at, self.object).value() >= HALF - HAIR
    }

    /// Whether a lane leads past it from one bend to another, at both of which half a lane is clear.
    fn lets_pass(&self, stretch: (&Point, &Point)) -> bool {
        let off = self.off_centre(stretch);
        if off >= self.radius + HALF {
            return true;
        }
        if off < self.inside + HALF - 3.0 * HAIR {
            return false;
        }
        let mut corners = self.corners.iter();
        if corners.any(|corner| off_stretch(corner, stretch) < HALF - 2.0 * HAIR) {
            return false;
        }
        // What does not come into the circle round a card passes it by its corners, or by the ends of the stretch.
        let is_card = matches!(self.object, Object::Card(_));
        let mut corners = self.corners.iter();
        is_card && off > self.radius && corners.all(|corner| off_stretch(corner, stretch) >= HALF)
            || leads(stretch.0, stretch.1, self.object)
    }

    /// Whether a lane leads past it from one point to another, wherever they are.
    fn leaves_way(&self, stretch: (&Point, &Point)) -> bool {
        let off = self.off_centre(stretch);
        // What goes through the middle of a card enters it.
        off >= self.radius + HALF
            || off >= self.inside - 2.0 * TOL.touch.value() && leads(stretch.0, stretch.1, self.object)
    }
}

/// How far a point is from a stretch.
fn off_stretch(point: &Point, (from, to): (&Point, &Point)) -> f64 {
    let (x, y) = ((point.x - from.x).value(), (point.y - from.y).value());
    let (way_x, way_y) = ((to.x - from.x).value(), (to.y - from.y).value());
    let squared = way_x * way_x + way_y * way_y;
    let along = if squared > 0.0 {
        ((x * way_x + y * way_y) / squared).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let (x, y) = (x - way_x * along, y - way_y * along);
    (x * x + y * y).sqrt()
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

/// The shortest paths to a goal round some obstacles. How far it is to the goal from the places where they may bend is worked out
/// as it is asked for: the nearest to the goal first.
#[derive(Debug, Clone)]
pub(super) struct Lanes<'f> {
    objects: Vec<Round<'f>>,
    goal: Point,
    bends: RefCell<Bends>,
}

/// Places where paths may bend.
#[derive(Debug, Clone, Default)]
struct Bends {
    /// How far it is from these to the goal, the nearest first.
    known: Vec<Bend>,
    /// What is known so far of the others: how far it is at most, and through which of the known.
    open: Vec<(Point, f64, Option<usize>)>,
}

impl Bends {
    /// The place among the others that is the nearest to the goal, if a path leads from there.
    fn nearest(&self) -> Option<(usize, f64)> {
        let far = |place: &usize| self.open[*place].1;
        let place = (0..self.open.len()).min_by(|one, other| far(one).total_cmp(&far(other)))?;
        Some((place, far(&place))).filter(|(_, far)| far.is_finite())
    }
}

impl<'f> Lanes<'f> {
    /// The paths to a goal that stay clear of all of these.
    pub(super) fn new(objects: Vec<Object<'f>>, goal: Point, table: &TableArea) -> Self {
        let mut lanes = Self {
            objects: objects.into_iter().map(Round::of).collect(),
            goal,
            bends: RefCell::default(),
        };
        let inside = |at: &Point| {
            let within = |value: Inches, most: Inches| (HALF..=most.value() - HALF).contains(&value.value());
            within(at.x, table.width()) && within(at.y, table.depth())
        };
        let mut open = Vec::new();
        for own in &lanes.objects {
            // Most places about a corner are too near to the obstacle itself.
            let places = own.corners.iter().copied().flat_map(round).filter(inside);
            let free = places.filter(|at| own.is_clear_of(at) && lanes.is_clear(at));
            open.extend(free.map(|at| {
                let straight = lanes.leads(&at, &goal);
                let far = if straight {
                    at.distance(goal).value()
                } else {
                    f64::INFINITY
                };
                (at, far, None)
            }));
        }
        lanes.bends.get_mut().open = open;
        lanes
    }

    /// Whether half a lane is clear of all obstacles about a point.
    fn is_clear(&self, at: &Point) -> bool {
        self.objects.iter().all(|round| round.is_clear_of(at))
    }

    /// Whether a lane leads straight from one point to another.
    fn leads(&self, from: &Point, to: &Point) -> bool {
        self.objects.iter().all(|round| round.leaves_way((from, to)))
    }

    /// The same from one bend to another.
    fn joins(&self, from: &Point, to: &Point) -> bool {
        self.objects.iter().all(|round| round.lets_pass((from, to)))
    }

    /// Works out how far it is to the goal from the nearest of the places of which that is not known yet; nothing if no path leads
    /// there from any of them.
    fn work_out_next(&self, bends: &mut Bends) -> Option<()> {
        let (place, to_goal) = bends.nearest()?;
        let (at, _, next) = bends.open.swap_remove(place);
        let here = bends.known.len();
        bends.known.push(Bend { at, to_goal, next });
        for (other, far, through) in &mut bends.open {
            let by_here = to_goal + at.distance(*other).value();
            if by_here < *far - 1e-9 && self.joins(other, &at) {
                (*far, *through) = (by_here, Some(here));
            }
        }
        Some(())
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
        let mut bends = self.bends.borrow_mut();
        let mut looked_at = 0;
        // Those that may be the one, with the length of the path through each.
        let mut likely: Vec<(f64, Bend)> = Vec::new();
        loop {
            let new = bends.known[looked_at..].iter().filter(|bend| counts(&bend.at));
            likely.extend(new.map(|bend| (from.distance(bend.at).value() + bend.to_goal, *bend)));
            looked_at = bends.known.len();
            // No path through one of the others is shorter than the way from it to the goal.
            let others = bends.nearest().map_or(f64::INFINITY, |(_, far)| far);
            while let Some((place, _)) = shortest(&likely).filter(|(_, length)| *length <= others) {
                let (_, bend) = likely.remove(place);
                if self.leads(&from, &bend.at) {
                    return Some(bend);
                }
            }
            self.work_out_next(&mut bends)?;
        }
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
        let bends = self.bends.borrow();
        while let Some(bend) = next.and_then(|place| bends.known.get(place)) {
            path.push(bend.at);
            next = bend.next;
        }
        path.push(self.goal);
        Some((path, from.distance(first.at).value() + first.to_goal))
    }
}

/// The place of the shortest of some paths, the first of equal ones, and how long it is.
fn shortest(paths: &[(f64, Bend)]) -> Option<(usize, f64)> {
    let lengths = paths.iter().map(|(length, _)| *length).enumerate();
    lengths.min_by(|one, other| one.1.total_cmp(&other.1))
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
