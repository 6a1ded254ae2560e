//! Terrain with an inside: checked outlines, their convex parts, and how much of a card or line lies in them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Card;
use super::length::{GRAIN, Inches};
use super::plane::{Object, Offset, Point, circle, crossing, edges, holds, left_of, signed_area};

/// Why an outline encloses no area of the table.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum BadOutline {
    /// Fewer than three different corners, or all on one line.
    #[error("an outline needs three corners that do not lie on one line")]
    Flat,
    /// More corners than any drawn piece of terrain needs.
    #[error("an outline has at most {most} corners, not {found}", most = Area::MOST_CORNERS)]
    TooManyCorners {
        /// How many there are.
        found: usize,
    },
    /// Two edges meet that are not neighbours. Edges are numbered by the corner they start at, from 0.
    #[error("edges {first} and {second} of the outline cross or touch")]
    Crossed {
        /// The earlier edge.
        first: usize,
        /// The later edge.
        second: usize,
    },
}

/// A piece of the table inside one closed outline that does not cross itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
#[schemars(with = "Vec<Point>")]
pub struct Area {
    outline: Vec<Point>,
    parts: Vec<Vec<Point>>,
    circle: (Point, Inches),
}

impl TryFrom<Vec<Point>> for Area {
    type Error = BadOutline;
    fn try_from(outline: Vec<Point>) -> Result<Self, BadOutline> {
        Self::new(outline)
    }
}

impl From<Area> for Vec<Point> {
    fn from(area: Area) -> Self {
        area.outline
    }
}

impl Area {
    /// The most corners an outline may have.
    pub const MOST_CORNERS: usize = 256;

    /// The area inside an outline, given in either direction; the last corner joins the first.
    pub fn new(outline: Vec<Point>) -> Result<Self, BadOutline> {
        if outline.len() > Self::MOST_CORNERS {
            return Err(BadOutline::TooManyCorners { found: outline.len() });
        }
        let mut corners = without_needless(&outline);
        let area = signed_area(&corners);
        if corners.len() < 3 || area.abs() < 1e-6 {
            return Err(BadOutline::Flat);
        }
        if let Some((first, second)) = crossed(&outline) {
            return Err(BadOutline::Crossed { first, second });
        }
        if area < 0.0 {
            corners.reverse();
        }
        let parts = merged(triangles(corners));
        if parts.is_empty() {
            Err(BadOutline::Flat)
        } else {
            Ok(Self::of(outline, parts))
        }
    }

    /// An upright rectangle between two opposite corners.
    pub fn rectangle(one: Point, other: Point) -> Result<Self, BadOutline> {
        Self::new(vec![
            one,
            Point::new(other.x, one.y),
            other,
            Point::new(one.x, other.y),
        ])
    }

    /// The corners as they were given.
    pub fn outline(&self) -> &[Point] {
        &self.outline
    }

    /// Its convex parts, corners against the clock. Neighbouring parts share an edge.
    pub fn parts(&self) -> &[Vec<Point>] {
        &self.parts
    }

    /// The part of it outside other areas, in convex areas that touch one another; slivers below a thousandth
    /// of a square inch are dropped.
    pub fn outside<'a>(&self, others: impl IntoIterator<Item = &'a Self>) -> Vec<Self> {
        let mut left = self.parts.clone();
        for part in others.into_iter().flat_map(Self::parts) {
            left = left.iter().flat_map(|piece| cut_away(piece, part)).collect();
        }
        left.into_iter()
            .filter(|piece| signed_area(piece).abs() > 1e-3)
            .filter_map(|piece| Self::new(piece).ok())
            .collect()
    }

    /// Its size in square inches.
    pub fn size(&self) -> f64 {
        self.parts.iter().map(|part| signed_area(part)).sum()
    }

    /// Whether a point lies in it, its border included.
    pub fn contains(&self, point: Point) -> bool {
        self.parts.iter().any(|part| holds(part, point, GRAIN))
    }

    /// For parts that are convex by construction.
    pub(crate) fn convex(corners: Vec<Point>) -> Self {
        Self::of(corners.clone(), vec![corners])
    }

    fn of(outline: Vec<Point>, parts: Vec<Vec<Point>>) -> Self {
        let (centre, radius) = circle(&outline);
        Self {
            outline,
            parts,
            circle: (centre, Inches::made(radius)),
        }
    }

    /// A circle that holds all of it: centre and radius.
    pub fn circle(&self) -> (Point, Inches) {
        self.circle
    }
}

/// The corners without repeated ones and without those in the middle of a straight edge.
fn without_needless(outline: &[Point]) -> Vec<Point> {
    let mut corners = outline.to_vec();
    let mut at = 0;
    while corners.len() >= 3 && at < corners.len() {
        let count = corners.len();
        let (before, here, after) = (
            corners[(at + count - 1) % count],
            corners[at],
            corners[(at + 1) % count],
        );
        let (come, go) = (here - before, after - here);
        let straight = come.cross(go).abs() <= 1e-9 * come.length().max(go.length()).max(1e-6);
        if come.length() < 1e-9 || (straight && come.dot(go) >= 0.0) {
            corners.remove(at);
            at = at.saturating_sub(1);
        } else {
            at += 1;
        }
    }
    corners
}

/// The first pair of edges that meet without being neighbours, or that double back on one another.
fn crossed(outline: &[Point]) -> Option<(usize, usize)> {
    let sides: Vec<(usize, (Point, Point))> = edges(outline)
        .enumerate()
        .filter(|(_, (from, to))| from.distance(*to).value() > 1e-9)
        .collect();
    for (place, &(first, a)) in sides.iter().enumerate() {
        for (offset, &(second, b)) in sides.iter().enumerate().skip(place + 1) {
            let next = offset == place + 1;
            let last = place == 0 && offset + 1 == sides.len();
            let meet = if next || last {
                let (end, turn) = if next { (a, b) } else { (b, a) };
                let (come, go) = (end.1 - end.0, turn.1 - turn.0);
                come.cross(go).abs() <= 1e-12 && come.dot(go) < 0.0
            } else {
                crossing(a, b).is_some()
                    || [b.0, b.1]
                        .into_iter()
                        .any(|corner| holds(&[a.0, a.1], corner, 1e-9))
            };
            if meet {
                return Some((first, second));
            }
        }
    }
    None
}

/// Ears cut off one after the other until a triangle is left.
fn triangles(mut corners: Vec<Point>) -> Vec<Vec<Point>> {
    let mut cut = Vec::with_capacity(corners.len());
    while corners.len() > 3 {
        let count = corners.len();
        let triangle = |at: usize| {
            [
                corners[(at + count - 1) % count],
                corners[at],
                corners[(at + 1) % count],
            ]
        };
        let is_ear = |at: &usize| {
            let ear = triangle(*at);
            signed_area(&ear) > 1e-12
                && corners
                    .iter()
                    .all(|corner| ear.contains(corner) || !holds(&ear, *corner, 0.0))
        };
        // The fattest ear first keeps slivers away.
        let plump = |at: &usize| {
            let ear = triangle(*at);
            let longest = edges(&ear)
                .map(|(from, to)| (to - from).length())
                .fold(GRAIN, f64::max);
            signed_area(&ear) / (longest * longest)
        };
        let best = (0..count)
            .filter(is_ear)
            .max_by(|a, b| plump(a).total_cmp(&plump(b)));
        let Some(at) = best else {
            // Only rounding can hide every ear; a flat corner is then no loss.
            let flattest = (0..count)
                .min_by(|a, b| plump(a).abs().total_cmp(&plump(b).abs()))
                .unwrap_or(0);
            corners.remove(flattest);
            continue;
        };
        cut.push(triangle(at).to_vec());
        corners.remove(at);
    }
    if signed_area(&corners) > 1e-12 {
        cut.push(corners);
    }
    cut
}

/// Neighbouring convex parts joined as long as they stay convex.
fn merged(mut parts: Vec<Vec<Point>>) -> Vec<Vec<Point>> {
    let mut place = 0;
    while place < parts.len() {
        let found = (place + 1..parts.len())
            .find_map(|other| joined(&parts[place], &parts[other]).map(|one| (other, one)));
        match found {
            Some((other, one)) => {
                parts[place] = one;
                parts.remove(other);
                place = 0;
            }
            None => place += 1,
        }
    }
    parts
}

/// Two parts that share an edge as one convex part.
fn joined(one: &[Point], other: &[Point]) -> Option<Vec<Point>> {
    let (n, m) = (one.len(), other.len());
    for i in 0..n {
        for j in 0..m {
            if one[i] == other[(j + 1) % m] && one[(i + 1) % n] == other[j] {
                let rest = (2..m).map(|step| other[(j + step) % m]);
                let whole: Vec<Point> = (0..n).map(|step| one[(i + 1 + step) % n]).chain(rest).collect();
                let count = whole.len();
                let turn = |at: usize| {
                    let here = whole[(at + 1) % count];
                    (here - whole[at]).cross(whole[(at + 2) % count] - here)
                };
                return (0..count).all(|at| turn(at) >= -1e-12).then_some(whole);
            }
        }
    }
    None
}

/// The share of a card's area inside any of the areas, 0 to 1; what several cover counts once.
///
/// "At least half" asks for 0.5 less a slack of 0.001. Rule `BG4-GEO-06`.
///
/// ```
/// use battleground_geometry::{share_inside, Area, Card, Degrees, Footprint, Inches, Point, Pose};
/// let inch = |n| Inches::new(n).unwrap();
/// let card = Card::new(Pose::new(inch(10.), inch(10.), Degrees::ZERO), Footprint::new(inch(3.5), inch(2.5), 1)?);
/// let forest = Area::rectangle(Point::new(inch(0.), inch(10.)), Point::new(inch(36.), inch(30.)))?;
/// assert_eq!(share_inside(&card, [&forest]), 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn share_inside<'a>(card: &Card, areas: impl IntoIterator<Item = &'a Area>) -> f64 {
    let mut outside: Vec<Vec<Point>> = vec![card.corners().to_vec()];
    for part in areas.into_iter().flat_map(Area::parts) {
        outside = outside.iter().flat_map(|piece| cut_away(piece, part)).collect();
    }
    let left: f64 = outside.iter().map(|piece| signed_area(piece)).sum();
    (1.0 - left / card.size().area()).clamp(0.0, 1.0)
}

/// What is left of a convex piece outside a convex part, in convex pieces.
fn cut_away(piece: &[Point], part: &[Point]) -> Vec<Vec<Point>> {
    // What lies beyond one border as a whole, by more than rounding, loses nothing, however the others would cut it.
    let beyond = |(from, to): (Point, Point)| piece.iter().all(|at| (to - from).cross(*at - from) < -GRAIN);
    if edges(part).any(beyond) {
        return vec![piece.to_vec()];
    }
    let mut inside = piece.to_vec();
    let mut left = Vec::new();
    for (from, to) in edges(part) {
        let beyond = left_of(&inside, to, from);
        if signed_area(&beyond) > 1e-15 {
            left.push(beyond);
        }
        inside = left_of(&inside, from, to);
        if inside.len() < 3 {
            return vec![piece.to_vec()];
        }
    }
    left
}

/// The length of the straight line between two points that runs inside any of the objects; shared stretches
/// count once.
///
/// Lines and points have no inside. Rule `BG4-TERR-14`.
pub fn length_through<'a>(from: Point, to: Point, objects: impl IntoIterator<Item = Object<'a>>) -> Inches {
    let length = from.distance(to).value();
    let Some(way) = (to - from).unit() else {
        return Inches::ZERO;
    };
    let mut stretches: Vec<(f64, f64)> = objects
        .into_iter()
        .flat_map(Object::parts)
        .filter_map(|part| inside_along(part, from, way, GRAIN))
        .map(|(enter, leave)| (enter.max(0.0), leave.min(length)))
        .collect();
    Inches::made(joint_length(&mut stretches))
}

/// The length of the union of stretches.
pub(crate) fn joint_length(stretches: &mut [(f64, f64)]) -> f64 {
    stretches.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut total, mut covered) = (0.0, f64::NEG_INFINITY);
    for &mut (enter, leave) in stretches {
        total += (leave - enter.max(covered)).max(0.0);
        covered = covered.max(leave);
    }
    total
}

/// Where a ray from `eye` enters and leaves the inside of a convex part with corners against the clock.
///
/// An eye no deeper inside an edge than `snap` counts as standing on that edge.
pub(crate) fn inside_along(part: &[Point], eye: Point, way: Offset, snap: f64) -> Option<(f64, f64)> {
    if part.len() < 3 {
        return None;
    }
    let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    for (from, to) in edges(part) {
        let edge = to - from;
        let length = edge.length();
        // Depth on the inner side of the edge, and how fast the ray gains it.
        let mut depth = edge.cross(eye - from) / length;
        let gain = edge.cross(way) / length;
        if depth > 0.0 && depth <= snap {
            depth = 0.0;
        }
        if gain.abs() < 1e-12 {
            if depth <= 0.0 {
                return None;
            }
        } else if gain > 0.0 {
            enter = enter.max(-depth / gain);
        } else {
            leave = leave.min(-depth / gain);
        }
    }
    (leave > enter + 1e-12 && leave > GRAIN).then_some((enter, leave))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{area, card, colossal, point};
    use super::*;

    #[test]
    fn bg4_geo_06_at_least_half_is_measured_by_area() {
        let half = |share: f64| share >= 0.5 - 0.001;
        let forest = |from| area(&[(0.0, from), (36.0, from), (36.0, 30.0), (0.0, 30.0)]);
        let share = share_inside(&card(10.0, 10.0, 0.0), [&forest(10.0)]);
        assert!((share * 8.75 - 4.375).abs() < 1e-9 && half(share), "{share}");
        let share = share_inside(&card(10.0, 10.0, 0.0), [&forest(10.1)]);
        assert!((share * 8.75 - 4.025).abs() < 1e-9 && !half(share), "{share}");
        let share = share_inside(&colossal(10.0, 10.0, 0.0), [&forest(10.0)]);
        assert!((share * 17.5 - 8.75).abs() < 1e-9 && half(share), "{share}");
    }

    #[test]
    fn what_is_outside_other_areas_is_left() {
        let river = area(&[(0.0, 14.0), (36.0, 14.0), (36.0, 16.0), (0.0, 16.0)]);
        let ford = area(&[(16.0, 13.0), (20.0, 13.0), (20.0, 17.0), (16.0, 17.0)]);
        let left = river.outside([&ford]);
        let size: f64 = left.iter().map(Area::size).sum();
        assert!((size - (36.0 - 4.0) * 2.0).abs() < 1e-6, "{size}");
        assert!(!left.iter().any(|part| part.contains(point(18.0, 15.0))));
        assert!(left.iter().any(|part| part.contains(point(10.0, 15.0))));
        assert_eq!(river.outside([]).len(), 1);
        assert!(
            ford.outside([&area(&[(0.0, 0.0), (36.0, 0.0), (36.0, 30.0), (0.0, 30.0)])])
                .is_empty()
        );
    }

    #[test]
    fn areas_that_overlap_or_bend_count_once() {
        let unit = card(10.0, 10.0, 0.0);
        let west = area(&[(0.0, 0.0), (10.0, 0.0), (10.0, 20.0), (0.0, 20.0)]);
        let south = area(&[(0.0, 0.0), (20.0, 0.0), (20.0, 10.0), (0.0, 10.0)]);
        assert!((share_inside(&unit, [&west, &south]) - 0.75).abs() < 1e-9);
        assert!((share_inside(&unit, [&west, &west]) - 0.5).abs() < 1e-9);
        // The same three quarters drawn as one bent piece, either way round.
        let mut bent = vec![
            (0.0, 0.0),
            (20.0, 0.0),
            (20.0, 10.0),
            (10.0, 10.0),
            (10.0, 20.0),
            (0.0, 20.0),
        ];
        assert!((share_inside(&unit, [&area(&bent)]) - 0.75).abs() < 1e-9);
        bent.reverse();
        assert!((share_inside(&unit, [&area(&bent)]) - 0.75).abs() < 1e-9);
        assert_eq!(area(&bent).parts().len(), 2);
        assert!(share_inside(&unit, []) < 1e-12);
    }

    #[test]
    fn bg4_terr_14_the_length_of_a_line_in_forest() {
        let forest = area(&[(10.0, 12.0), (26.0, 12.0), (26.0, 14.5), (10.0, 14.5)]);
        let through = |y: f64, pieces: &[&Area]| {
            let pieces = pieces.iter().map(|&piece| Object::Area(piece));
            length_through(point(18.0, y), point(18.0, 22.0), pieces).rounded()
        };
        assert_eq!(through(11.25, &[&forest]), Inches::mils(2_500));
        assert_eq!(
            through(13.5, &[&forest]),
            Inches::mils(1_000),
            "looking out from inside"
        );
        assert_eq!(through(15.0, &[&forest]), Inches::ZERO);
        assert_eq!(through(11.25, &[&forest, &forest]), Inches::mils(2_500));
        let behind = area(&[(10.0, 14.5), (26.0, 14.5), (26.0, 14.6), (10.0, 14.6)]);
        assert_eq!(through(11.25, &[&forest, &behind]), Inches::mils(2_600));
    }

    #[test]
    fn an_outline_must_enclose_something() {
        let try_area =
            |corners: &[(f64, f64)]| Area::new(corners.iter().map(|&(x, y)| point(x, y)).collect());
        for flat in [
            &[][..],
            &[(1.0, 1.0)],
            &[(1.0, 1.0), (2.0, 2.0)],
            &[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)],
        ] {
            assert_eq!(try_area(flat), Err(BadOutline::Flat));
        }
        assert_eq!(try_area(&[(1.0, 1.0); 5]), Err(BadOutline::Flat));
        let bow_tie = [(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 3.0)];
        assert_eq!(
            try_area(&bow_tie),
            Err(BadOutline::Crossed { first: 0, second: 2 })
        );
        let touching_itself = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 0.0), (0.0, 4.0)];
        assert!(matches!(
            try_area(&touching_itself),
            Err(BadOutline::Crossed { .. })
        ));
        let spike = [
            (0.0, 0.0),
            (4.0, 0.0),
            (4.0, 4.0),
            (4.0, 9.0),
            (4.0, 4.0),
            (0.0, 4.0),
        ];
        assert!(matches!(try_area(&spike), Err(BadOutline::Crossed { .. })));
        let ring: Vec<(f64, f64)> = (0..300).map(|n| f64::from(n).to_radians().sin_cos()).collect();
        assert_eq!(try_area(&ring), Err(BadOutline::TooManyCorners { found: 300 }));
        // Repeated corners and corners in the middle of an edge are harmless.
        let square = try_area(&[
            (0.0, 0.0),
            (2.0, 0.0),
            (2.0, 0.0),
            (4.0, 0.0),
            (4.0, 4.0),
            (0.0, 4.0),
            (0.0, 0.0),
        ]);
        assert_eq!(square.as_ref().map(|area| area.parts().len()), Ok(1));
        assert!((square.unwrap().size() - 16.0).abs() < 1e-9);
    }

    #[test]
    fn an_area_is_read_from_its_outline() {
        let text = r#"[{"x":0.0,"y":0.0},{"x":4.0,"y":0.0},{"x":0.0,"y":3.0}]"#;
        let triangle: Area = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&triangle).unwrap(), text);
        assert!(
            serde_json::from_str::<Area>("[]")
                .unwrap_err()
                .to_string()
                .contains("three corners")
        );
        assert!(triangle.contains(point(1.0, 1.0)) && triangle.contains(point(2.0, 1.5)));
        assert!(!triangle.contains(point(2.1, 1.5)));
    }
}
