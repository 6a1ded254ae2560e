//! Hills that slow only who goes up: a part of the card crosses their line upwards (`BG3-TERR-19` (p. 28), p. 28).

use std::cell::{OnceCell, RefCell};

use battleground_geometry::{Card, Object, Point, Pose, Turn, TurnSteps, covers, gap, overlaps};

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
        let turned = OnceCell::new();
        let enters = |to: &Card| {
            let outside = turned.get_or_init(|| Outside::of(lay, start));
            match outside {
                Some(outside) => outside.enters(to),
                None => is_entered_by_a_turn(lay, start, to),
            }
        };
        covered
            .iter()
            .rev()
            .any(|card| self.is_climbed_to(lay, start, card, &enters))
    }

    /// The same of a turn forward: most of its cards are passed over, as none of them can have come to the hill yet.
    pub(in crate::field) fn is_climbed_by_turn(
        &self,
        lay: &Lay<'_>,
        last: &LastOutside,
        start: &Card,
        turn: Turn,
    ) -> bool {
        let steps = turn.steps_of(start);
        let turns_all_along = turn.angle().value() > 2.0 * LEAST * f64::from(steps.count());
        let entered = |outside: &Option<Outside>| Some(outside.as_ref()?.is_entered_on(&steps));
        let by_sides = turns_all_along.then(|| last.of(lay, start, entered)).flatten();
        by_sides.unwrap_or_else(|| {
            let cards: Vec<Card> = turn.sweep(start).collect();
            self.is_climbed(lay, start, &cards)
        })
    }

    fn is_climbed_to(&self, lay: &Lay<'_>, start: &Card, to: &Card, enters: &dyn Fn(&Card) -> bool) -> bool {
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
            return enters(to);
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

/// One side of a line: what lies at least so far along a direction of length 1.
type HalfPlane = ((f64, f64), f64);

/// What of a card lies outside one hill, of the card that was asked for last: many turns are tried from one place.
#[derive(Debug, Clone, Default)]
pub(in crate::field) struct LastOutside(RefCell<Option<(Card, Option<Outside>)>>);

impl LastOutside {
    /// What is found of that of a card.
    fn of<T>(&self, lay: &Lay<'_>, start: &Card, found: impl FnOnce(&Option<Outside>) -> T) -> T {
        let mut last = self.0.borrow_mut();
        let known = last.take().filter(|(card, _)| card == start);
        found(
            &last
                .insert(known.unwrap_or_else(|| (*start, Outside::of(lay, start))))
                .1,
        )
    }
}

/// What of a card lies outside a convex hill before a turn, by each side of the hill, as the card sees it: ahead of its middle and
/// to the right.
#[derive(Debug, Clone)]
struct Outside {
    inside: Vec<HalfPlane>,
    /// Each with the place of the side beyond which it lies.
    parts: Vec<(usize, Vec<(f64, f64)>)>,
}

impl Outside {
    /// Nothing of a hill that is not convex.
    fn of(lay: &Lay<'_>, start: &Card) -> Option<Self> {
        let ring = lay.ring.as_deref()?;
        let twice: f64 = ring.windows(2).map(|line| cross(line[0], line[1])).sum();
        let inside: Vec<HalfPlane> = ring
            .windows(2)
            .filter_map(|line| {
                let (x, y) = ((line[1].x - line[0].x).value(), (line[1].y - line[0].y).value());
                let size = x.hypot(y) * twice.signum();
                let inward = (-y / size, x / size);
                let at = inward.0 * line[0].x.value() + inward.1 * line[0].y.value();
                (size.abs() > LEAST).then_some((inward, at))
            })
            .collect();
        let is_convex = ring.iter().all(|corner| {
            let at = (corner.x.value(), corner.y.value());
            inside
                .iter()
                .all(|(way, least)| way.0 * at.0 + way.1 * at.1 >= least - LEAST)
        });
        let touch = TOL.touch.value();
        let corners: Vec<(f64, f64)> = start
            .corners()
            .iter()
            .map(|at| (at.x.value(), at.y.value()))
            .collect();
        let (sin, cos) = start.pose().heading.value().to_radians().sin_cos();
        let centre = start.pose().centre;
        let as_seen = |(x, y): (f64, f64)| {
            let (x, y) = (x - centre.x.value(), y - centre.y.value());
            (x * sin + y * cos, x * cos - y * sin)
        };
        let parts = inside
            .iter()
            .map(|(way, least)| clipped(&corners, &((-way.0, -way.1), touch - least)))
            .enumerate()
            .filter(|(_, part)| part.len() > 2)
            .map(|(side, part)| (side, part.into_iter().map(as_seen).collect()));
        is_convex.then(|| Self {
            parts: parts.collect(),
            inside: inside.iter().map(|(way, least)| (*way, least + touch)).collect(),
        })
    }

    /// Whether a part of them lies inside the hill where the card lies now.
    fn enters(&self, to: &Card) -> bool {
        self.parts
            .iter()
            .any(|part| matches!(self.look(part, to), PartSeen::Inside))
    }

    /// Whether a part of them lies inside the hill after any step of a turn.
    fn is_entered_on(&self, steps: &TurnSteps) -> bool {
        self.parts.iter().any(|part| {
            // Most that go up end inside.
            let mut step = steps.count();
            while step > 0 {
                match self.look(part, &steps.card(step)) {
                    PartSeen::Inside => return true,
                    PartSeen::Beyond(inches) => {
                        let passed_over = (inches / steps.apart()).floor();
                        step = step.saturating_sub(1).saturating_sub(passed_over as u32);
                    }
                }
            }
            false
        })
    }

    /// Where one of them lies as the card lies now.
    fn look(&self, (side, part): &(usize, Vec<(f64, f64)>), to: &Card) -> PartSeen {
        let (sin, cos) = to.pose().heading.value().to_radians().sin_cos();
        let centre = to.pose().centre;
        let there = |(ahead, right): &(f64, f64)| {
            (
                centre.x.value() + ahead * sin + right * cos,
                centre.y.value() + ahead * cos - right * sin,
            )
        };
        let beyond = |half: &HalfPlane| {
            let inward = part.iter().map(|at| over(there(at), half));
            -inward.fold(f64::NEG_INFINITY, f64::max)
        };
        // Most stay beyond the side beyond which they were, and most of the others beyond another one.
        let first = std::iter::once(&self.inside[*side]);
        let mut outside = first.chain(&self.inside).map(beyond);
        if let Some(inches) = outside.find(|inches| *inches >= 0.0) {
            return PartSeen::Beyond(inches);
        }
        let mut left: Vec<(f64, f64)> = part.iter().map(there).collect();
        let inside = self.inside.iter().all(|half| {
            left = clipped(&left, half);
            left.len() > 2
        });
        if inside {
            PartSeen::Inside
        } else {
            PartSeen::Beyond(0.0)
        }
    }
}

/// Where a part of a card lies that was outside a hill.
enum PartSeen {
    /// Some of it inside.
    Inside,
    /// Outside still, and so many inches at least from a side of the hill beyond which it lies.
    Beyond(f64),
}

/// How far a point lies inside a half plane; below 0 it lies outside.
fn over(at: (f64, f64), (way, least): &HalfPlane) -> f64 {
    way.0 * at.0 + way.1 * at.1 - least
}

/// What of a convex outline lies in a half plane.
fn clipped(outline: &[(f64, f64)], half: &HalfPlane) -> Vec<(f64, f64)> {
    let mut kept = Vec::with_capacity(outline.len() + 1);
    for (place, at) in outline.iter().enumerate() {
        let next = outline[(place + 1) % outline.len()];
        let (here, there) = (over(*at, half), over(next, half));
        if here > 0.0 {
            kept.push(*at);
        }
        if (here > 0.0) != (there > 0.0) {
            let share = here / (here - there);
            kept.push((at.0 + (next.0 - at.0) * share, at.1 + (next.1 - at.1) * share));
        }
    }
    kept
}

/// Whether a point of a card lies outside a hill before a turn and inside it after, of a hill of any outline. What is no farther
/// outside than the tolerance touches the line. Rule `BG4-GEO-04`.
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
            covers(Object::Area(area), after, TOL)
                && !area.contains(before)
                && gap(&before, Object::Area(area)) > TOL.touch
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

#[cfg(test)]
mod tests {
    use battleground_geometry::{Degrees, Hand, Inches};
    use proptest::prelude::*;

    use super::*;
    use crate::editions::Edition;
    use crate::scene::{hill, id, moving, scene};

    proptest! {
        /// `BG3-TERR-19` (p. 28): a card that some point of it enters is found by the sides of a convex hill, too, and one that lay
        /// wholly on the hill, or lies wholly beside it afterwards, crosses no line upwards.
        #[test]
        fn bg3_terr_19_the_sides_of_a_convex_hill_find_every_card_that_a_point_of_it_enters(
            x in 14.0_f64..22.0, y in 9.0_f64..15.0, heading in 0.0_f64..360.0,
            along in -1.5_f64..1.5, ahead in -1.5_f64..1.5, turned in -60.0_f64..60.0,
        ) {
            let state = scene()
                .set(|state| state.edition = Edition::V3)
                .unit("A1", moving(3.5), (18.0, 5.0, 0.0))
                .terrain(hill(1, &[(12.0, 13.0), (18.0, 11.0), (25.0, 13.5), (20.0, 20.0), (14.0, 18.0)]))
                .state();
            let field = Field::of(&state);
            let card = |x: f64, y: f64, heading: f64| {
                let at = |value: f64| Inches::new(value).unwrap();
                let degrees = Degrees::new(heading.rem_euclid(360.0)).unwrap();
                let start = *field.card(id("A1")).unwrap();
                start.at(Pose::new(at(x), at(y), degrees))
            };
            let (start, to) = (card(x, y, heading), card(x + along, y + ahead, heading + turned));
            let lay = field.lays().iter().find(|lay| lay.ring.is_some()).unwrap();
            let outside = Outside::of(lay, &start).expect("the hill is convex");
            let by_sides = outside.enters(&to);
            prop_assert!(by_sides || !is_entered_by_a_turn(lay, &start, &to));
            let area = lay.area().unwrap();
            if covers(Object::Area(area), start.pose().centre, TOL) && start.corners().iter().all(|corner| area.contains(*corner)) {
                prop_assert!(!by_sides, "it lay on the hill");
            }
            if !overlaps(&to, Object::Area(area), TOL) {
                prop_assert!(!by_sides, "it lies beside the hill");
            }
        }

        /// `BG3-TERR-19` (p. 28): the cards of a turn that are passed over do not matter.
        #[test]
        fn bg3_terr_19_a_turn_climbs_a_hill_if_one_of_its_cards_does(
            x in 12.0_f64..26.0, y in 7.0_f64..21.0, heading in 0.0_f64..360.0,
            by in 1_u32..=90, ruler in 0.0_f64..6.0, left in any::<bool>(),
        ) {
            let state = scene()
                .set(|state| state.edition = Edition::V3)
                .unit("A1", moving(3.5), (18.0, 5.0, 0.0))
                .terrain(hill(1, &[(12.0, 13.0), (18.0, 11.0), (25.0, 13.5), (20.0, 20.0), (14.0, 18.0)]))
                .state();
            let field = Field::of(&state);
            let at = |value: f64| Inches::new(value).unwrap();
            let degrees = |value: f64| Degrees::new(value).unwrap();
            let start = field.card(id("A1")).unwrap().at(Pose::new(at(x), at(y), degrees(heading)));
            let hand = if left { Hand::Left } else { Hand::Right };
            let turn = Turn::new(hand, degrees(f64::from(by)), at(ruler)).unwrap();
            let lay = field.lays().iter().find(|lay| lay.ring.is_some()).unwrap();
            let cards: Vec<Card> = turn.sweep(&start).collect();
            prop_assert_eq!(
                field.is_climbed_by_turn(lay, &LastOutside::default(), &start, turn),
                field.is_climbed(lay, &start, &cards)
            );
        }
    }
}
