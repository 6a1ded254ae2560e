//! Points, convex parts, and the small exact measures between them that everything else is made of.

use std::ops::{Add, Mul, Neg, Sub};
use std::slice;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::card::Frame;
use super::length::{Degrees, GRAIN, Inches};
use super::{Area, Card};

/// A place on (or off) the table: x from the west edge, y from the south edge.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    /// Inches to the east.
    pub x: Inches,
    /// Inches to the north.
    pub y: Inches,
}

impl Point {
    /// The point at `x`, `y`.
    pub const fn new(x: Inches, y: Inches) -> Self {
        Self { x, y }
    }

    #[inline]
    pub(crate) fn made(x: f64, y: f64) -> Self {
        Self {
            x: Inches::made(x),
            y: Inches::made(y),
        }
    }

    /// The straight distance to another point.
    #[inline]
    pub fn distance(self, other: Self) -> Inches {
        Inches::made((other - self).length())
    }

    /// The heading in which another point lies, or nothing for the same point.
    pub fn bearing(self, other: Self) -> Option<Degrees> {
        let way = other - self;
        (way.length() > GRAIN).then(|| way.heading())
    }

    /// The point a distance away in the direction of a heading.
    #[must_use]
    #[inline]
    pub fn towards(self, heading: Degrees, distance: Inches) -> Self {
        self + Offset::ahead(heading) * distance.value()
    }
}

/// The way from one point to another, in inches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Offset {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Offset {
    /// No way at all.
    pub(crate) const NONE: Self = Self { x: 0.0, y: 0.0 };

    /// One inch along a heading. Rule `BG4-GEO-02`.
    #[inline]
    pub(crate) fn ahead(heading: Degrees) -> Self {
        let (x, y) = heading.sin_cos();
        Self { x, y }
    }

    /// The same turned a right angle clockwise.
    #[inline]
    pub(crate) fn right(self) -> Self {
        Self {
            x: self.y,
            y: -self.x,
        }
    }

    #[inline]
    pub(crate) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Above 0 if `other` points to the left of this.
    #[inline]
    pub(crate) fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    #[inline]
    pub(crate) fn length(self) -> f64 {
        // Lengths stay below a million: no need of the slower `hypot`, which guards against overflow.
        self.dot(self).sqrt()
    }

    pub(crate) fn heading(self) -> Degrees {
        Degrees::made(self.x.atan2(self.y).to_degrees()).heading()
    }

    /// One inch the same way, or nothing for no way at all.
    #[inline]
    pub(crate) fn unit(self) -> Option<Self> {
        let length = self.length();
        (length > GRAIN).then(|| self * length.recip())
    }
}

impl Sub for Point {
    type Output = Offset;
    #[inline]
    fn sub(self, other: Self) -> Offset {
        Offset {
            x: self.x.value() - other.x.value(),
            y: self.y.value() - other.y.value(),
        }
    }
}

impl Add<Offset> for Point {
    type Output = Self;
    #[inline]
    fn add(self, way: Offset) -> Self {
        Self::made(self.x.value() + way.x, self.y.value() + way.y)
    }
}

impl Sub<Offset> for Point {
    type Output = Self;
    #[inline]
    fn sub(self, way: Offset) -> Self {
        self + -way
    }
}

impl Mul<f64> for Offset {
    type Output = Self;
    #[inline]
    fn mul(self, by: f64) -> Self {
        Self {
            x: self.x * by,
            y: self.y * by,
        }
    }
}

impl Add for Offset {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self {
            x: self.x + other.x,
            y: self.y + other.y,
        }
    }
}

impl Neg for Offset {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        self * -1.0
    }
}

/// Anything that takes up room on the table, borrowed for a question.
#[derive(Debug, Clone, Copy)]
pub enum Object<'a> {
    /// A unit's card.
    Card(&'a Card),
    /// A piece of terrain with an inside.
    Area(&'a Area),
    /// A wall, hedge or cliff drawn as a line without width, through these points in order.
    Line(&'a [Point]),
    /// A single place.
    Point(&'a Point),
}

impl<'a> From<&'a Card> for Object<'a> {
    fn from(card: &'a Card) -> Self {
        Self::Card(card)
    }
}

impl<'a> From<&'a Area> for Object<'a> {
    fn from(area: &'a Area) -> Self {
        Self::Area(area)
    }
}

impl<'a> From<&'a Point> for Object<'a> {
    fn from(point: &'a Point) -> Self {
        Self::Point(point)
    }
}

impl<'a> Object<'a> {
    /// The convex parts it is made of.
    pub(crate) fn parts(self) -> Parts<'a> {
        match self {
            Self::Card(card) => Parts::One(Some(card.corners())),
            Self::Area(area) => Parts::Areas(area.parts().iter()),
            Self::Line([only]) => Parts::One(Some(slice::from_ref(only))),
            Self::Line(points) => Parts::Pieces(points.windows(2)),
            Self::Point(point) => Parts::One(Some(slice::from_ref(point))),
        }
    }

    /// A circle that holds all of it: centre and radius.
    #[inline]
    pub(crate) fn circle(self) -> (Point, f64) {
        match self {
            Self::Card(card) => (
                card.pose().centre,
                (card.corners()[0] - card.pose().centre).length(),
            ),
            Self::Area(area) => (area.circle().0, area.circle().1.value()),
            Self::Line(points) => circle(points),
            Self::Point(point) => (*point, 0.0),
        }
    }

    /// Every corner of every part, some more than once.
    pub(crate) fn corners(self) -> impl Iterator<Item = Point> + 'a {
        self.parts().flatten().copied()
    }
}

/// The convex parts of an object: corners against the clock, or the two ends of a line, or one point.
#[derive(Debug, Clone)]
pub(crate) enum Parts<'a> {
    One(Option<&'a [Point]>),
    Areas(slice::Iter<'a, Vec<Point>>),
    Pieces(slice::Windows<'a, Point>),
}

impl<'a> Iterator for Parts<'a> {
    type Item = &'a [Point];

    #[inline]
    fn next(&mut self) -> Option<&'a [Point]> {
        match self {
            Self::One(part) => part.take(),
            Self::Areas(parts) => parts.next().map(Vec::as_slice),
            Self::Pieces(pieces) => pieces.next(),
        }
    }
}

/// The edges of a part from corner to corner; a line has one, a point none.
pub(crate) fn edges(part: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    let count = match part.len() {
        0 | 1 => 0,
        2 => 1,
        corners => corners,
    };
    (0..count).map(|at| (part[at], part[(at + 1) % part.len()]))
}

/// Directions in which two parts could be told apart: one inch square to each edge, pointing outward.
pub(crate) fn axes(part: &[Point]) -> impl Iterator<Item = Offset> + '_ {
    edges(part)
        .filter_map(|(from, to)| (to - from).unit())
        .map(Offset::right)
}

/// The nearest and farthest reach of a part in a direction, measured from `origin`.
#[inline]
pub(crate) fn reach(part: &[Point], origin: Point, way: Offset) -> (f64, f64) {
    part.iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &corner| {
            let at = (corner - origin).dot(way);
            (low.min(at), high.max(at))
        })
}

/// A circle that holds a part: centre and radius.
pub(crate) fn circle(part: &[Point]) -> (Point, f64) {
    let count = part.len().max(1) as f64;
    let sum = part
        .iter()
        .fold((0.0, 0.0), |(x, y), at| (x + at.x.value(), y + at.y.value()));
    let centre = Point::made(sum.0 / count, sum.1 / count);
    (
        centre,
        part.iter()
            .map(|&corner| (corner - centre).length())
            .fold(0.0, f64::max),
    )
}

/// How far one of two convex parts must move to end their overlap; below 0 they are apart.
pub(crate) fn depth(one: &[Point], other: &[Point]) -> f64 {
    let (Some(&origin), false) = (one.first(), other.is_empty()) else {
        return f64::NEG_INFINITY;
    };
    let mut least = f64::INFINITY;
    for axis in axes(one).chain(axes(other)) {
        let (a, b) = (reach(one, origin, axis), reach(other, origin, axis));
        least = least.min(a.1 - b.0).min(b.1 - a.0);
    }
    // Two points have no edge to tell them apart.
    if least.is_finite() {
        least
    } else {
        -(other[0] - origin).length()
    }
}

/// [`depth`] of two cards, which have four directions between them.
#[inline]
pub(crate) fn depth_of_cards(one: &Frame, other: &Frame) -> f64 {
    let between = other.centre - one.centre;
    let along = |way: Offset| one.half_along(way) + other.half_along(way) - between.dot(way).abs();
    let of = |card: &Frame| along(card.forward).min(along(card.forward.right()));
    of(one).min(of(other))
}

/// [`depth`] of a card and a part.
pub(crate) fn depth_of_card(card: &Frame, part: &[Point]) -> f64 {
    if part.is_empty() {
        return f64::NEG_INFINITY;
    }
    let along = |way: Offset| depth_along(card, part, way);
    let own = along(card.forward).min(along(card.forward.right()));
    axes(part).map(along).fold(own, f64::min)
}

/// How deep a card and a part lie in each other as seen along one direction.
#[inline]
fn depth_along(card: &Frame, part: &[Point], way: Offset) -> f64 {
    let (half, (low, high)) = (card.half_along(way), reach(part, card.centre, way));
    (half - low).min(half + high)
}

/// Whether [`depth_of_card`] is deep enough for something that is so of all greater depths: it is if that holds along
/// every direction, and the first along which it does not tells.
pub(crate) fn is_deep_in_card(card: &Frame, part: &[Point], enough: impl Fn(f64) -> bool) -> bool {
    let along = |way: Offset| enough(depth_along(card, part, way));
    !part.is_empty() && along(card.forward) && along(card.forward.right()) && axes(part).all(along)
}

/// The straight distance between two convex parts, 0 where they share a point.
pub(crate) fn distance(one: &[Point], other: &[Point]) -> f64 {
    let solid = one.len() > 2 || other.len() > 2;
    if solid && depth(one, other) >= 0.0 {
        return 0.0;
    }
    closest(one, other).map_or(f64::INFINITY, |(from, to)| (to - from).length())
}

/// The closest points of the borders of two parts.
pub(crate) fn closest(one: &[Point], other: &[Point]) -> Option<(Point, Point)> {
    let mut best: Option<(f64, (Point, Point))> = None;
    let mut offer = |pair: (Point, Point)| {
        let length = (pair.1 - pair.0).length();
        if best.is_none_or(|(least, _)| length < least) {
            best = Some((length, pair));
        }
    };
    for &corner in one {
        for edge in edges(other) {
            offer((corner, closest_on(edge, corner)));
        }
    }
    for &corner in other {
        for edge in edges(one) {
            offer((closest_on(edge, corner), corner));
        }
    }
    for a in edges(one) {
        for b in edges(other) {
            if let Some(at) = crossing(a, b) {
                offer((at, at));
            }
        }
    }
    if let ([only], [single]) = (one, other) {
        offer((*only, *single));
    }
    best.map(|(_, pair)| pair)
}

#[inline]
pub(crate) fn closest_on((from, to): (Point, Point), point: Point) -> Point {
    let way = to - from;
    let square = way.dot(way);
    let share = if square > 0.0 {
        ((point - from).dot(way) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    from + way * share
}

/// Where two segments cross, if they do and are not parallel.
pub(crate) fn crossing(a: (Point, Point), b: (Point, Point)) -> Option<Point> {
    let (along, across, between) = (a.1 - a.0, b.1 - b.0, b.0 - a.0);
    let turn = along.cross(across);
    if turn.abs() < 1e-15 {
        return None;
    }
    let (s, t) = (between.cross(across) / turn, between.cross(along) / turn);
    ((0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t)).then(|| a.0 + along * s)
}

/// A convex part that goes along a way: what is the same of it whatever it passes.
pub(crate) struct Passing<'p> {
    corners: &'p [Point],
    way: Offset,
    /// Its own directions, each with its reach there.
    own: Vec<(Offset, (f64, f64))>,
}

impl<'p> Passing<'p> {
    pub(crate) fn new(corners: &'p [Point], way: Offset) -> Self {
        let reach = |axis: Offset| {
            corners
                .first()
                .map(|&origin| (axis, reach(corners, origin, axis)))
        };
        Self {
            corners,
            way,
            own: axes(corners).filter_map(reach).collect(),
        }
    }

    /// How far it can go before and after it overlaps a part with these axes by more than `inset`: enter and leave. Nothing
    /// if it enters only at `until` or later.
    pub(crate) fn times(
        &self,
        fixed: &[Point],
        axes: impl Iterator<Item = Offset>,
        inset: f64,
        until: f64,
    ) -> Option<(f64, f64)> {
        let (Some(&origin), false) = (self.corners.first(), fixed.is_empty()) else {
            return None;
        };
        let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
        let others = axes.map(|axis| (axis, reach(self.corners, origin, axis)));
        for (axis, a) in self.own.iter().copied().chain(others) {
            let speed = axis.dot(self.way);
            let b = reach(fixed, origin, axis);
            let (ahead, behind) = (a.1 - b.0 - inset, b.1 - a.0 - inset);
            if speed.abs() < GRAIN {
                if ahead <= GRAIN || behind <= GRAIN {
                    return None;
                }
            } else if speed > 0.0 {
                enter = enter.max(-ahead / speed);
                leave = leave.min(behind / speed);
            } else {
                enter = enter.max(behind / speed);
                leave = leave.min(-ahead / speed);
            }
            if enter >= until || enter + GRAIN >= leave {
                return None;
            }
        }
        enter.is_finite().then_some((enter, leave))
    }
}

/// Goes over the points that span the piece of a part between two distances along a way: its corners there, and where its
/// edges are cut at the two ends.
pub(crate) fn span_between(
    part: &[Point],
    origin: Point,
    way: Offset,
    (from, to): (f64, f64),
    mut note: impl FnMut(Point),
) {
    for &corner in part {
        let along = (corner - origin).dot(way);
        if (from..=to).contains(&along) {
            note(corner);
        }
    }
    for (start, end) in edges(part) {
        let (a, b) = ((start - origin).dot(way), (end - origin).dot(way));
        for cut in [from, to] {
            if (a < cut) != (b < cut) && cut.is_finite() {
                note(start + (end - start) * ((cut - a) / (b - a)));
            }
        }
    }
}

/// The lateral reach (above 0 to the right of `way`) of the piece of a part that lies between two distances along it.
pub(crate) fn reach_between(
    part: &[Point],
    origin: Point,
    way: Offset,
    ends: (f64, f64),
) -> Option<(f64, f64)> {
    let right = way.right();
    let mut found: Option<(f64, f64)> = None;
    span_between(part, origin, way, ends, |point| {
        let at = (point - origin).dot(right);
        found = Some(found.map_or((at, at), |(low, high)| (low.min(at), high.max(at))));
    });
    found
}

/// The piece of a convex part on the left of the line from `from` to `to`.
pub(crate) fn left_of(part: &[Point], from: Point, to: Point) -> Vec<Point> {
    let way = to - from;
    let side = |point: Point| way.cross(point - from);
    let mut kept = Vec::with_capacity(part.len() + 1);
    for at in 0..part.len() {
        let (here, next) = (part[at], part[(at + 1) % part.len()]);
        let (a, b) = (side(here), side(next));
        if a >= 0.0 {
            kept.push(here);
        }
        if (a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0) {
            kept.push(here + (next - here) * (a / (a - b)));
        }
    }
    kept
}

/// The enclosed area: above 0 for corners against the clock.
pub(crate) fn signed_area(corners: &[Point]) -> f64 {
    let Some(&origin) = corners.first() else {
        return 0.0;
    };
    let pairs = corners
        .windows(2)
        .map(|pair| (pair[0] - origin).cross(pair[1] - origin));
    pairs.sum::<f64>() / 2.0
}

/// Whether a point lies in a convex part, counting its border and `slack` around it.
pub(crate) fn holds(part: &[Point], point: Point, slack: f64) -> bool {
    match part {
        [] => false,
        [only] => (point - *only).length() <= slack,
        [from, to] => (closest_on((*from, *to), point) - point).length() <= slack,
        corners => axes(corners)
            .zip(edges(corners))
            .all(|(out, (from, _))| (point - from).dot(out) <= slack),
    }
}
