//! The shortest way of a routing unit to its own table edge, round what it cannot pass (pp. 13, 24).
//!
//! Its card keeps its facing, so that it is a point that moves among larger obstacles: each stretch of an outline, widened by the
//! card. The shortest way bends at corners of these alone.

use battleground_geometry::{Degrees, Hand, Inches, Object, Point};

use super::router::Router;
use crate::field::{Blocker, TOL};
use crate::model::agenda::{Answer, Asking, Frame, Need, Options, Topic, answer_to};
use crate::model::rule::Rule;

/// A place of the middle of the card, or a direction, in inches.
type Place = (f64, f64);

/// The shortest way of a unit to its own table edge, as places of the middle of its card; nothing where none leads there. What it
/// cannot pass are enemies and impassable ground; friends and what only slows it are no matter. Of two that are equal, left and
/// right, its owner chooses. Rules `BG3-ROUT-09`, `BG3-ROUT-10` (p. 24), `BG3-PATH-05`, `BG3-PATH-06` (pp. 12-13).
///
/// # Errors
/// [`Need::Ask`] for two shortest ways.
pub(super) fn way_to_edge(
    router: &Router<'_>,
    edge: Degrees,
    frame: &Frame,
) -> Result<Option<Vec<Point>>, Need> {
    let tie = router.field.profile().measures.tie.value();
    let (left, right) = match shortest_ways(router, edge) {
        [Some(left), Some(right)] => (left, right),
        [one, other] => return Ok(one.or(other).map(|way| points(&way))),
    };
    if left.places == right.places || (left.length - right.length).abs() > tie {
        let shorter = if left.length <= right.length { left } else { right };
        return Ok(Some(points(&shorter)));
    }
    let unit = router.unit.id;
    match answer_to(&frame.answers, Topic::MoveSide, Some(unit), None) {
        Some(Answer::Hand(Hand::Left)) => Ok(Some(points(&left))),
        Some(Answer::Hand(Hand::Right)) => Ok(Some(points(&right))),
        Some(_) | None => Err(Asking {
            seat: unit.seat(),
            topic: Topic::MoveSide,
            unit: Some(unit),
            about: None,
            options: Options::OneOf(vec![
                (Answer::Hand(Hand::Left), "round it to the left".to_owned()),
                (Answer::Hand(Hand::Right), "round it to the right".to_owned()),
            ]),
            rule: Rule::Obstacle.into(),
        }
        .into()),
    }
}

fn points(way: &WayRound) -> Vec<Point> {
    let inches = |value: f64| Inches::new(value).unwrap_or(Inches::ZERO);
    let point = |at: &Place| Point::new(inches(at.0), inches(at.1));
    way.places.iter().map(point).collect()
}

/// A way and how long it is.
struct WayRound {
    places: Vec<Place>,
    length: f64,
}

/// The shortest ways that first bend to the left and to the right of the straight one; that one for both, where it is free.
fn shortest_ways(router: &Router<'_>, edge: Degrees) -> [Option<WayRound>; 2] {
    let hard = router.obstacles.iter().filter(|obstacle| match obstacle.what {
        Blocker::Unit(_) | Blocker::Terrain(_) => !router.is_friend(obstacle.what),
        Blocker::Edge | Blocker::Target => false,
    });
    let centre = router.card.pose().centre;
    let corners = router.card.corners();
    let offsets: Vec<Place> = corners
        .iter()
        .map(|corner| ((corner.x - centre.x).value(), (corner.y - centre.y).value()))
        .collect();
    let widened: Vec<Vec<Widened>> = hard
        .map(|obstacle| Widened::of(obstacle.object, &offsets))
        .collect();
    let (sin, cos) = edge.value().to_radians().sin_cos();
    let half = offsets.iter().fold((0.0_f64, 0.0_f64), |most, at| {
        (most.0.max(at.0), most.1.max(at.1))
    });
    let table = router.field.table();
    let mut plan = Plan {
        from: (centre.x.value(), centre.y.value()),
        ahead: (sin, cos),
        to_edge: router.to_own_edge().value(),
        least: half,
        most: (table.width().value() - half.0, table.depth().value() - half.1),
        known: Vec::new(),
    };
    // Most obstacles lie on no way: those alone are looked at that a way comes to.
    let mut looked_at = vec![false; widened.len()];
    loop {
        let ways = [Hand::Left, Hand::Right].map(|hand| plan.shortest(hand));
        let mut is_new = false;
        for (place, obstacle) in widened.iter().enumerate() {
            let meets = |way: &WayRound| {
                let mut stretches = way.places.windows(2);
                stretches.any(|stretch| obstacle.iter().any(|one| one.is_crossed(stretch[0], stretch[1])))
            };
            if !looked_at[place] && ways.iter().flatten().any(meets) {
                looked_at[place] = true;
                is_new = true;
                plan.known.extend(obstacle.iter().cloned());
            }
        }
        if !is_new {
            return ways;
        }
    }
}

/// A search for a way among what is known of the obstacles.
struct Plan {
    from: Place,
    /// Straight toward the edge, of length 1.
    ahead: Place,
    to_edge: f64,
    /// Between these the middle of the card lies on the table.
    least: Place,
    most: Place,
    known: Vec<Widened>,
}

impl Plan {
    /// The shortest way whose first bend lies to a hand of the straight one; the straight one where nothing stands in it.
    fn shortest(&self, hand: Hand) -> Option<WayRound> {
        let straight = self.straight_on(self.from);
        if self.is_free(self.from, straight) {
            return Some(WayRound {
                places: vec![self.from, straight],
                length: self.to_edge,
            });
        }
        let bends: Vec<Place> = self
            .known
            .iter()
            .flat_map(|widened| widened.corners.iter().copied())
            .filter(|at| self.may_bend_at(*at))
            .collect();
        // How far it is to each, by which one before it, and whether that is known for good.
        let mut far: Vec<(f64, Option<usize>, bool)> = bends
            .iter()
            .map(|at| {
                let reached = self.is_to(hand, *at) && self.is_free(self.from, *at);
                let far = if reached {
                    distance(self.from, *at)
                } else {
                    f64::INFINITY
                };
                (far, None, false)
            })
            .collect();
        let mut best: Option<(f64, usize)> = None;
        loop {
            let open = (0..bends.len()).filter(|place| !far[*place].2 && far[*place].0.is_finite());
            let nearest = open.min_by(|one, other| far[*one].0.total_cmp(&far[*other].0));
            let Some(here) = nearest.filter(|here| best.is_none_or(|(length, _)| far[*here].0 < length))
            else {
                break;
            };
            far[here].2 = true;
            let to_here = far[here].0;
            let length = to_here + self.left_at(bends[here]);
            if best.is_none_or(|(least, _)| length < least)
                && self.is_free(bends[here], self.straight_on(bends[here]))
            {
                best = Some((length, here));
            }
            for next in 0..bends.len() {
                let by_here = to_here + distance(bends[here], bends[next]);
                if by_here < far[next].0 - 1e-9 && self.is_free(bends[here], bends[next]) {
                    far[next] = (by_here, Some(here), false);
                }
            }
        }
        let (length, last) = best?;
        let mut places = vec![self.straight_on(bends[last])];
        let mut next = Some(last);
        while let Some(place) = next {
            places.push(bends[place]);
            next = far[place].1;
        }
        places.push(self.from);
        places.reverse();
        Some(WayRound { places, length })
    }

    /// How far the edge is from a place.
    fn left_at(&self, at: Place) -> f64 {
        self.to_edge - (at.0 - self.from.0) * self.ahead.0 - (at.1 - self.from.1) * self.ahead.1
    }

    /// Where the card touches the edge straight ahead of a place.
    fn straight_on(&self, at: Place) -> Place {
        let left = self.left_at(at);
        (at.0 + self.ahead.0 * left, at.1 + self.ahead.1 * left)
    }

    fn is_to(&self, hand: Hand, at: Place) -> bool {
        let leftward = self.ahead.0 * (at.1 - self.from.1) - self.ahead.1 * (at.0 - self.from.0);
        (leftward > 0.0) == (hand == Hand::Left)
    }

    /// Whether the card lies on the table there, and on nothing.
    fn may_bend_at(&self, at: Place) -> bool {
        let within = |value: f64, least: f64, most: f64| (least - 1e-6..=most + 1e-6).contains(&value);
        within(at.0, self.least.0, self.most.0)
            && within(at.1, self.least.1, self.most.1)
            && self.is_free(at, at)
    }

    fn is_free(&self, from: Place, to: Place) -> bool {
        !self.known.iter().any(|widened| widened.is_crossed(from, to))
    }
}

/// Where the middle of a card must not come for one stretch of the outline of an obstacle: a convex outline, its corners against the
/// clock.
#[derive(Debug, Clone)]
struct Widened {
    corners: Vec<Place>,
}

impl Widened {
    /// Of all stretches of an obstacle, for a card whose corners lie so from its middle.
    fn of(object: Object<'_>, offsets: &[Place]) -> Vec<Self> {
        let mut outline: Vec<Point> = match object {
            Object::Card(card) => card.corners().to_vec(),
            Object::Area(area) => area.outline().to_vec(),
            Object::Line(points) => points.to_vec(),
            Object::Point(point) => vec![*point, *point],
        };
        if matches!(object, Object::Card(_) | Object::Area(_)) {
            outline.extend(outline.first().copied());
        }
        let widened = |ends: &[Point]| {
            let places = ends.iter().flat_map(|end| {
                let end = (end.x.value(), end.y.value());
                offsets.iter().map(move |off| (end.0 - off.0, end.1 - off.1))
            });
            Self {
                corners: hull(places.collect()),
            }
        };
        outline.windows(2).map(widened).collect()
    }

    /// Whether the middle of the card would come into it between two places. What only touches does not.
    fn is_crossed(&self, from: Place, to: Place) -> bool {
        let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
        for (place, corner) in self.corners.iter().enumerate() {
            let next = self.corners[(place + 1) % self.corners.len()];
            let (x, y) = (next.0 - corner.0, next.1 - corner.1);
            let size = x.hypot(y);
            let inside =
                |at: Place| (x * (at.1 - corner.1) - y * (at.0 - corner.0)) / size - TOL.touch.value();
            let (first, last) = (inside(from), inside(to));
            if first <= 0.0 && last <= 0.0 {
                return false;
            }
            let share = first / (first - last);
            if first <= 0.0 {
                enters = enters.max(share);
            } else if last <= 0.0 {
                leaves = leaves.min(share);
            }
        }
        enters < leaves - 1e-9
    }
}

/// The convex outline of some places, against the clock.
fn hull(mut places: Vec<Place>) -> Vec<Place> {
    places.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    places.dedup();
    let half = |places: &mut dyn Iterator<Item = Place>| {
        let mut kept: Vec<Place> = Vec::new();
        for at in places {
            while let [.., before, last] = kept[..]
                && cross(before, last, at) <= 1e-9
            {
                kept.pop();
            }
            kept.push(at);
        }
        kept.pop();
        kept
    };
    let mut outline = half(&mut places.iter().copied());
    outline.extend(half(&mut places.iter().rev().copied()));
    outline
}

fn cross(from: Place, one: Place, other: Place) -> f64 {
    (one.0 - from.0) * (other.1 - from.1) - (one.1 - from.1) * (other.0 - from.0)
}

fn distance(from: Place, to: Place) -> f64 {
    (to.0 - from.0).hypot(to.1 - from.1)
}
