//! Hills that slow only who goes up: a part of the card crosses their line upwards (`BG3-TERR-19` (p. 28), p. 28).

use battleground_geometry::{Card, Object, Point, Pose, covers, overlaps};

use super::Lay;
use crate::field::{Field, Obstacle, TOL, computed::length};
use crate::model::cards::TerrainType;

/// Into how many parts a card is divided each way where a turn is looked at.
const PARTS: u32 = 14;
/// Points of a card this near to its edge are looked at besides, as a share of it: a card that touches a line is outside it.
const INSET: f64 = 0.005;
/// How far beside a line it is looked whether the same hill goes on there, in inches.
const BESIDE: f64 = 0.05;
/// A shift is looked at in steps of so many inches, which no card fits into.
const STEP: f64 = 0.5;
/// Components of directions below this are none.
const LEAST: f64 = 1e-6;

impl Field<'_> {
    /// Whether a piece is a hill that slows only who goes up it. Rule `BG3-TERR-19` (p. 28).
    pub(crate) fn slows_upwards(&self, lay: &Lay<'_>) -> bool {
        lay.piece.kind == TerrainType::Hill && self.profile().hills_slow_upwards
    }

    /// Whether a part of a card that is outside a hill at the start of a leg is inside it later. The cards covered are those
    /// with which a leg is described: the first is where it starts, a longer one of the same heading what a shift sweeps; of one
    /// that is neither nothing is known, and it may be any neighbourhood. Rule `BG3-TERR-19` (p. 28).
    pub(crate) fn is_climbed(&self, lay: &Lay<'_>, start: &Card, covered: &[Card]) -> bool {
        covered.iter().any(|card| self.is_climbed_to(lay, start, card))
    }

    fn is_climbed_to(&self, lay: &Lay<'_>, start: &Card, to: &Card) -> bool {
        let (from, there) = (start.pose(), to.pose());
        let along = (
            (there.centre.x - from.centre.x).value(),
            (there.centre.y - from.centre.y).value(),
        );
        let far = along.0.hypot(along.1);
        let turned = from.heading.turn_to(there.heading).value().abs() > LEAST;
        let longer = (to.size().depth() - start.size().depth()).value()
            + (to.size().width() - start.size().width()).value();
        let same_size = longer.abs() < 1e-3 && to.size().depth() == start.size().depth();
        let swept = !same_size && (longer - 2.0 * far).abs() < 0.01;
        if !turned && (same_size || swept) {
            // A shift: the whole of what it sweeps, or where it ends.
            let parts = if swept {
                1
            } else {
                (far / STEP).ceil().max(1.0) as u32
            };
            let there = |part: u32| {
                let share = f64::from(part) / f64::from(parts);
                let centre = between(from.centre, to.pose().centre, share);
                to.at(Pose::new(centre.x, centre.y, there.heading))
            };
            return far > LEAST
                && self
                    .upward_lines(lay, along)
                    .any(|line| (1..=parts).any(|part| overlaps(&there(part), Object::Line(line), TOL)));
        }
        if same_size {
            return is_entered_by_a_turn(lay, start, to);
        }
        lay.is_met(to)
    }

    /// The stretches of a hill's line that lead upwards in a direction, without those where the same hill goes on beyond.
    fn upward_lines<'l>(&'l self, lay: &'l Lay<'_>, along: (f64, f64)) -> impl Iterator<Item = &'l [Point]> {
        let ring = lay.ring.as_deref().unwrap_or_default();
        let twice: f64 = ring.windows(2).map(|line| cross(line[0], line[1])).sum();
        let counterclockwise = twice > 0.0;
        ring.windows(2).filter(move |line| {
            let (x, y) = ((line[1].x - line[0].x).value(), (line[1].y - line[0].y).value());
            let inward = if counterclockwise { (-y, x) } else { (y, -x) };
            let size = inward.0.hypot(inward.1).max(LEAST);
            let up = (inward.0 * along.0 + inward.1 * along.1) / size;
            up > LEAST && {
                let at = |from: f64, to: f64, out: f64| length(f64::midpoint(from, to) - out / size * BESIDE);
                let outside = Point::new(
                    at(line[0].x.value(), line[1].x.value(), inward.0),
                    at(line[0].y.value(), line[1].y.value(), inward.1),
                );
                !self.goes_on_at(lay, outside)
            }
        })
    }

    /// Whether another piece of the same hill, as high or higher, lies at a point.
    fn goes_on_at(&self, lay: &Lay<'_>, point: Point) -> bool {
        self.lays.iter().any(|other| {
            other.place != lay.place
                && other.group == lay.group
                && other.piece.kind == TerrainType::Hill
                && other.piece.level >= lay.piece.level
                && other.area().is_some_and(|area| area.contains(point))
        })
    }

    /// What of some closed ground is met on a line: of a hill only what leads upwards on it. Rule `BG3-TERR-19` (p. 28).
    pub(crate) fn met_on_the_line<'f>(
        &'f self,
        obstacle: Obstacle<'f>,
        (from, to): (Point, Point),
    ) -> Vec<Obstacle<'f>> {
        let hill = match obstacle.what {
            crate::field::Blocker::Terrain(place) => self
                .lays
                .iter()
                .find(|lay| lay.place == place && self.slows_upwards(lay)),
            _ => None,
        };
        let Some(hill) = hill else {
            return vec![obstacle];
        };
        let along = ((to.x - from.x).value(), (to.y - from.y).value());
        self.upward_lines(hill, along)
            .map(|line| Obstacle {
                what: obstacle.what,
                object: Object::Line(line),
            })
            .collect()
    }
}

/// Whether a point of a card lies outside a hill before a turn and inside it after.
fn is_entered_by_a_turn(lay: &Lay<'_>, start: &Card, to: &Card) -> bool {
    let Some(area) = lay.area() else {
        return false;
    };
    if !lay.is_met(to) {
        return false;
    }
    let shares = || {
        let inner = (0..=PARTS).map(|part| f64::from(part) / f64::from(PARTS));
        inner.chain([INSET, 1.0 - INSET])
    };
    shares().any(|across| {
        shares().any(|along| {
            let before = point_of(start, across, along);
            let after = point_of(to, across, along);
            !area.contains(before) && covers(Object::Area(area), after, TOL)
        })
    })
}

/// The point of a card at these shares of its width from the left and of its depth from the rear.
fn point_of(card: &Card, across: f64, along: f64) -> Point {
    use battleground_geometry::Side;
    let (front, rear) = (card.side_ends(Side::Front), card.side_ends(Side::Rear));
    // The ends of a side go round the card: left to right in front, right to left behind.
    let (left, right) = (between(rear.1, front.0, along), between(rear.0, front.1, along));
    between(left, right, across)
}

fn between(from: Point, to: Point, share: f64) -> Point {
    let on = |from: f64, to: f64| length((to - from).mul_add(share, from));
    Point::new(on(from.x.value(), to.x.value()), on(from.y.value(), to.y.value()))
}

fn cross(one: Point, other: Point) -> f64 {
    one.x.value() * other.y.value() - other.x.value() * one.y.value()
}
