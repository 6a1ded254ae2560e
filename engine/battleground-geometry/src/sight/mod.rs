//! Lines of sight from a point to any part of an object.
//!
//! Which units and terrain pieces stop a line (sides, sizes, elevation, flight) is for the rules to say: they hand in
//! [`Screen`]s only for what does. Between two neighbouring critical headings (corners of the object and of the
//! screens, places where their borders cross) nothing changes, so one line in the middle answers for all; only the
//! depth of a forest changes there, smoothly, and its limit is found by halving.

mod depth;

use std::f64::consts::{FRAC_PI_2, PI};

use super::area::{inside_along, joint_length};
use super::length::{Degrees, GRAIN, Inches, Tolerance};
use super::plane::{Object, Offset, Point, circle, closest, crossing, depth, distance, edges, holds};
use super::{Card, in_front_arc};

/// The way in which a screen stops a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stops {
    /// By its inside, however short the way through; grazing its border does not count. Rule `BG4-GEO-13`.
    AtOnce,
    /// When more than this length of the line runs inside. Rule `BG4-TERR-14`.
    Beyond(Inches),
}

/// Something that can stop a line of sight.
#[derive(Debug, Clone, Copy)]
pub struct Screen<'a> {
    /// What it is and where.
    pub object: Object<'a>,
    /// How it stops lines.
    pub stops: Stops,
}

/// The grouping of screens with the same depth limit that are measured together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depths {
    /// Each for itself, but those that touch as one.
    EachPiece,
    /// All the stretches along the line are added.
    Together,
}

/// The rules by which an edition reads lines of sight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SightReading {
    /// Screens closer together than `touch` leave no gap; `limit` is the slack of a depth limit.
    pub tolerance: Tolerance,
    /// An opening must be wider than this, as seen from the eye.
    pub narrowest: Degrees,
    /// How forest depths are counted.
    pub depths: Depths,
}

impl SightReading {
    /// The reading of `BG4-GEO-13`: 0.0001 radian, each forest for itself.
    pub fn each_piece(tolerance: Tolerance) -> Self {
        Self {
            tolerance,
            narrowest: Degrees::made(0.0001_f64.to_degrees()),
            depths: Depths::EachPiece,
        }
    }
}

/// A bundle of open lines, clockwise from one heading to another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OpenArc {
    /// The leftmost open heading.
    pub from: Degrees,
    /// How far it opens to the right.
    pub width: Degrees,
}

/// The parts of an object that an eye sees.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sight {
    /// The open headings, each wider than the narrowest that counts.
    pub arcs: Vec<OpenArc>,
    /// The end of one open line: a point of the object.
    pub seen_at: Option<Point>,
}

impl Sight {
    /// Whether any part of the object is seen.
    pub fn is_open(&self) -> bool {
        self.seen_at.is_some()
    }
}

/// One convex part of a screen.
#[derive(Debug)]
struct Part<'a> {
    screen: usize,
    corners: &'a [Point],
    centre: Point,
    radius: f64,
}

/// All screens of a position, prepared for looking at many objects.
#[derive(Debug)]
pub struct Screens<'a> {
    reading: SightReading,
    /// Parts that stop at once.
    solid: Vec<Part<'a>>,
    /// The shortest bridges between solid screens that touch: no line slips between them.
    bridges: Vec<(usize, usize, [Point; 2])>,
    /// Groups of parts measured together, with the depth they allow.
    deep: Vec<(f64, Vec<Part<'a>>)>,
}

impl<'a> Screens<'a> {
    /// Prepares the screens; their places in the list name them in [`Screens::look`].
    pub fn new(screens: &[Screen<'a>], reading: SightReading) -> Self {
        let mut solid = Vec::new();
        let mut deep: Vec<(f64, Vec<Part<'a>>)> = Vec::new();
        for (screen, each) in screens.iter().enumerate() {
            let parts = each.object.parts().map(|corners| {
                let (centre, radius) = circle(corners);
                Part {
                    screen,
                    corners,
                    centre,
                    radius,
                }
            });
            match each.stops {
                Stops::AtOnce => solid.extend(parts),
                Stops::Beyond(limit) => {
                    let limit = limit.value();
                    let mut group: Vec<Part<'a>> = parts.collect();
                    let mut at = 0;
                    while at < deep.len() {
                        if is_near(deep[at].0, limit) && belong(reading, &deep[at].1, &group) {
                            group.extend(deep.swap_remove(at).1);
                        } else {
                            at += 1;
                        }
                    }
                    deep.push((limit, group));
                }
            }
        }
        let bridges = bridges(&solid, reading.tolerance.touch.value() + GRAIN);
        Self {
            reading,
            solid,
            bridges,
            deep,
        }
    }

    /// The sight of an object from `eye`. `own` is the object's own place among the screens: nothing hides
    /// itself.
    ///
    /// Rules `BG4-GEO-12`, `-13`.
    pub fn look<'b>(&self, eye: Point, object: impl Into<Object<'b>>, own: Option<usize>) -> Sight {
        let mut sight = Sight::default();
        for part in object.into().parts() {
            self.look_at(eye, part, own, f64::INFINITY, &mut sight);
        }
        sight
    }

    /// Whether anything is seen of an object from `eye`: as [`Screens::look`], but content with the first opening.
    pub fn reach<'b>(&self, eye: Point, object: impl Into<Object<'b>>, own: Option<usize>) -> bool {
        let enough = self.reading.narrowest.value().to_radians() + 2.0 * GRAIN;
        object.into().parts().any(|part| {
            let mut sight = Sight::default();
            self.look_at(eye, part, own, enough, &mut sight);
            sight.is_open()
        })
    }

    fn look_at(&self, eye: Point, target: &[Point], own: Option<usize>, enough: f64, sight: &mut Sight) {
        if holds(target, eye, self.reading.tolerance.touch.value()) {
            sight.arcs.push(OpenArc {
                from: Degrees::ZERO,
                width: Degrees::made(360.0),
            });
            sight.seen_at = Some(eye);
            return;
        }
        let (middle, _) = circle(target);
        let Some(base) = (middle - eye).unit() else { return };
        let view = View::new(self, eye, base, target, own);
        if (view.high - view.low).to_degrees() <= self.reading.narrowest.value() {
            // Seen end on, or a mere point: only the one line to its middle can be judged.
            let reach = (middle - eye).length();
            if !view.is_stopped(0.0, reach) && view.excess(0.0, reach) <= 0.0 {
                sight.arcs.push(OpenArc {
                    from: base.heading(),
                    width: Degrees::ZERO,
                });
                sight.seen_at = Some(middle);
            }
            return;
        }
        for (low, high) in view.open_stretches(enough) {
            let width = (high - low).to_degrees();
            if width <= self.reading.narrowest.value() + GRAIN {
                continue;
            }
            let at = |angle: f64| (base.heading() - Degrees::made(angle.to_degrees())).heading();
            sight.arcs.push(OpenArc {
                from: at(high),
                width: Degrees::made(width),
            });
            let way = turned(base, f64::midpoint(low, high));
            if let Some(reach) = first_hit(target, eye, way).filter(|_| sight.seen_at.is_none()) {
                sight.seen_at = Some(eye + way * reach);
            }
        }
    }
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() < GRAIN
}

fn belong(reading: SightReading, one: &[Part<'_>], other: &[Part<'_>]) -> bool {
    let touch = reading.tolerance.touch.value() + GRAIN;
    match reading.depths {
        Depths::Together => true,
        Depths::EachPiece => one.iter().any(|a| {
            other
                .iter()
                .any(|b| near(a, b, touch) && distance(a.corners, b.corners) <= touch)
        }),
    }
}

fn near(a: &Part<'_>, b: &Part<'_>, touch: f64) -> bool {
    (b.centre - a.centre).length() <= a.radius + b.radius + touch
}

fn bridges(solid: &[Part<'_>], touch: f64) -> Vec<(usize, usize, [Point; 2])> {
    let mut found = Vec::new();
    for (place, a) in solid.iter().enumerate() {
        for b in &solid[place + 1..] {
            if a.screen == b.screen || !near(a, b, touch) || depth(a.corners, b.corners) > 0.0 {
                continue;
            }
            if let Some((from, to)) = closest(a.corners, b.corners) {
                let length = (to - from).length();
                if length > 0.0 && length <= touch {
                    found.push((a.screen, b.screen, [from, to]));
                }
            }
        }
    }
    found
}

/// A part as the eye sees it: between which angles it lies.
struct AngularSpan<'v> {
    low: f64,
    high: f64,
    corners: &'v [Point],
}

impl AngularSpan<'_> {
    fn spans(&self, angle: f64) -> bool {
        self.low <= angle && angle <= self.high
    }
}

/// One look at one convex part of an object: what is relevant, and the critical angles, measured against the clock
/// from the way to the object's middle.
struct View<'v> {
    eye: Point,
    base: Offset,
    target: &'v [Point],
    snap: f64,
    slack: f64,
    low: f64,
    high: f64,
    solid: Vec<AngularSpan<'v>>,
    deep: Vec<(f64, Vec<AngularSpan<'v>>)>,
    critical: Vec<f64>,
}

/// The two sides of a view.
struct Sides {
    ahead: Offset,
    right: Offset,
    left: Offset,
    /// Whether both are less than a right angle off the way ahead.
    are_narrow: bool,
}

impl Sides {
    fn of(ahead: Offset, low: f64, high: f64) -> Self {
        Self {
            ahead,
            right: turned(ahead, low),
            left: turned(ahead, high),
            are_narrow: low > -FRAC_PI_2 && high < FRAC_PI_2,
        }
    }

    /// Whether a part surely lies in front of the eye and beyond one of the sides: its circle does. Its corners then
    /// differ from all lines of the view by less than half a turn, so that their angles need not be measured.
    fn leave_out(&self, part: &Part<'_>, eye: Point) -> bool {
        /// More than rounding makes of an angle.
        const SPARE: f64 = 1e-6;
        let (to, radius) = (part.centre - eye, part.radius + SPARE);
        self.are_narrow
            && to.dot(self.ahead) > radius
            && (self.left.cross(to) > radius || self.right.cross(to) < -radius)
    }
}

impl<'v> View<'v> {
    fn new(all: &'v Screens<'_>, eye: Point, base: Offset, target: &'v [Point], own: Option<usize>) -> Self {
        let angle = |point: Point| {
            let way = point - eye;
            base.cross(way).atan2(base.dot(way))
        };
        let mut critical: Vec<f64> = target.iter().map(|&corner| angle(corner)).collect();
        let (low, high) = span(&critical);
        let far = target
            .iter()
            .map(|&corner| (corner - eye).length())
            .fold(0.0, f64::max);
        let (middle, radius) = circle(target);
        let sides = Sides::of(base, low, high);
        let mut relevant = |part: &Part<'v>| {
            let away = (part.centre - eye).length();
            if Some(part.screen) == own || away - part.radius > far || sides.leave_out(part, eye) {
                return None;
            }
            let angles: Vec<f64> = part.corners.iter().map(|&corner| angle(corner)).collect();
            let (mut first, mut last) = span(&angles);
            // Around the eye, or behind it, angles wrap: such a part is asked for every line.
            if away <= part.radius + GRAIN || last - first > PI {
                (first, last) = (f64::NEG_INFINITY, f64::INFINITY);
            }
            if first >= high || last <= low {
                return None;
            }
            critical.extend(angles.into_iter().filter(|&at| at > low && at < high));
            if (part.centre - middle).length() <= part.radius + radius {
                for a in edges(part.corners) {
                    critical.extend(edges(target).filter_map(|b| crossing(a, b)).map(angle));
                }
            }
            Some(AngularSpan {
                low: first,
                high: last,
                corners: part.corners,
            })
        };
        let mut solid: Vec<AngularSpan<'v>> = all.solid.iter().filter_map(&mut relevant).collect();
        let deep = all
            .deep
            .iter()
            .map(|(limit, parts)| (*limit, parts.iter().filter_map(&mut relevant).collect()));
        let deep: Vec<(f64, Vec<AngularSpan<'v>>)> = deep
            .filter(|(_, parts): &(f64, Vec<_>)| !parts.is_empty())
            .collect();
        for (one, other, bridge) in &all.bridges {
            if Some(*one) != own && Some(*other) != own {
                let angles = bridge.map(angle);
                let (first, last) = span(&angles);
                if first < high && last > low && last - first < PI {
                    critical.extend(angles.into_iter().filter(|&at| at > low && at < high));
                    solid.push(AngularSpan {
                        low: first,
                        high: last,
                        corners: bridge,
                    });
                }
            }
        }
        critical.sort_by(f64::total_cmp);
        let tolerance = all.reading.tolerance;
        let (snap, slack) = (tolerance.touch.value(), tolerance.limit.value());
        Self {
            eye,
            base,
            target,
            snap,
            slack,
            low,
            high,
            solid,
            deep,
            critical,
        }
    }

    /// Whether a screen stops the line at an angle before `reach`.
    fn is_stopped(&self, angle: f64, reach: f64) -> bool {
        let way = turned(self.base, angle);
        self.solid
            .iter()
            .filter(|part| part.spans(angle))
            .any(|part| match part.corners {
                [from, to] => {
                    let met = crossing((self.eye, self.eye + way * reach), (*from, *to));
                    met.is_some_and(|at| {
                        let away = (at - self.eye).length();
                        away > GRAIN && away < reach - GRAIN
                    })
                }
                corners => {
                    let inside = inside_along(corners, self.eye, way, self.snap);
                    inside.is_some_and(|(enter, _)| enter < reach - GRAIN)
                }
            })
    }

    /// By how much the line at an angle is deeper in some forest than allowed; 0 or less is open.
    fn excess(&self, angle: f64, reach: f64) -> f64 {
        let way = turned(self.base, angle);
        let mut worst = f64::NEG_INFINITY;
        let mut stretches: Vec<(f64, f64)> = Vec::new();
        for (limit, parts) in &self.deep {
            stretches.clear();
            let inside = parts.iter().filter(|part| part.spans(angle));
            let inside = inside.filter_map(|part| inside_along(part.corners, self.eye, way, GRAIN));
            stretches.extend(inside.map(|(enter, leave)| (enter.max(0.0), leave.min(reach))));
            worst = worst.max(joint_length(&mut stretches) - limit - self.slack - GRAIN);
        }
        worst
    }

    /// The open angles, neighbours joined, from right to left; none after the first that is wider than `enough`.
    fn open_stretches(&self, enough: f64) -> Vec<(f64, f64)> {
        let mut open: Vec<(f64, f64)> = Vec::new();
        for pair in self.critical.windows(2) {
            if open.last().is_some_and(|last| last.1 - last.0 > enough) {
                break;
            }
            let mut add = |low: f64, high: f64| match open.last_mut() {
                Some(last) if low - last.1 < 1e-9 => last.1 = high,
                _ => open.push((low, high)),
            };
            let (low, high) = (pair[0], pair[1]);
            if high - low < 1e-10 {
                continue;
            }
            let way = turned(self.base, f64::midpoint(low, high));
            let Some(reach) = first_hit(self.target, self.eye, way) else {
                continue;
            };
            if self.is_stopped(f64::midpoint(low, high), reach) {
                continue;
            }
            if self.is_deep_between(low, high) {
                continue;
            }
            if self.may_be_deep(low, high) {
                for (low, high) in self.shallow(low, high) {
                    add(low, high);
                }
            } else {
                add(low, high);
            }
        }
        open
    }
}

/// The least and the greatest of some angles.
fn span(angles: &[f64]) -> (f64, f64) {
    angles
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &at| {
            (low.min(at), high.max(at))
        })
}

/// A unit way turned against the clock by an angle in radians.
fn turned(way: Offset, angle: f64) -> Offset {
    let (sin, cos) = angle.sin_cos();
    Offset {
        x: way.x * cos - way.y * sin,
        y: way.x * sin + way.y * cos,
    }
}

/// How far along a way a part is first met.
fn first_hit(part: &[Point], eye: Point, way: Offset) -> Option<f64> {
    let far = part
        .iter()
        .map(|&corner| (corner - eye).length())
        .fold(0.0, f64::max)
        + 1.0;
    let end = eye + way * far;
    edges(part)
        .filter_map(|edge| crossing((eye, end), edge))
        .map(|at| (at - eye).length())
        .min_by(f64::total_cmp)
}

/// Whether one straight line is stopped by no screen, as a line to a token or between two centre points.
pub fn line_is_clear(from: Point, to: Point, screens: &[Screen<'_>], reading: SightReading) -> bool {
    Screens::new(screens, reading).look(from, &to, None).is_open()
}

/// Whether a unit sees an object: part of it lies in the front arc, and an open line reaches any part of it from the
/// unit's front centre. `own` is the object's place among the screens. Rule `BG4-GEO-12`.
pub fn visible<'b>(
    viewer: &Card,
    object: impl Into<Object<'b>>,
    screens: &Screens<'_>,
    own: Option<usize>,
) -> bool {
    let object = object.into();
    in_front_arc(viewer, object, screens.reading.tolerance)
        && screens.reach(viewer.front_centre(), object, own)
}

#[cfg(test)]
mod tests;
