//! Obstacles, with what is worked out once of each, for many questions about the same ones.

use super::card::Frame;
use super::length::{GRAIN, Tolerance};
use super::plane::{Object, Offset, Point, axes, closest_on, reach};

/// The obstacles that may not be overlapped on the way.
#[derive(Debug, Clone, Default)]
pub struct Obstacles<'a> {
    objects: Vec<Object<'a>>,
    parts: Vec<Part<'a>>,
}

impl<'a> Obstacles<'a> {
    /// These, each named by its place among them.
    pub fn new(objects: impl IntoIterator<Item = Object<'a>>) -> Self {
        let objects: Vec<Object<'a>> = objects.into_iter().collect();
        let parts = objects.iter().enumerate().flat_map(|(place, object)| {
            object
                .parts()
                .map(move |corners| Part::of(place, *object, corners))
        });
        let parts = parts.collect();
        Self { objects, parts }
    }

    /// They themselves.
    pub fn objects(&self) -> &[Object<'a>] {
        &self.objects
    }

    /// Their convex parts that come within a distance of a stretch, as far as circles round the whole obstacles tell.
    pub(super) fn near(&self, stretch: (Point, Point), distance: f64) -> impl Iterator<Item = &Part<'a>> {
        self.parts.iter().filter(move |part| {
            let (middle, radius) = part.circle;
            (closest_on(stretch, middle) - middle).length() <= radius + distance
        })
    }
}

/// One convex part of an obstacle.
#[derive(Debug, Clone)]
pub(super) struct Part<'a> {
    /// The place of the obstacle among all.
    pub(super) place: usize,
    /// As those of an object.
    pub(super) corners: &'a [Point],
    /// One inch square to each of its edges, outward.
    pub(super) axes: Vec<Offset>,
    /// The directions in which it can be told apart from a card, besides those of that card.
    apart: Vec<Offset>,
    /// A circle that holds all of the obstacle.
    circle: (Point, f64),
    /// Of a card.
    frame: Option<Frame>,
}

/// What is seen of a part from a card.
pub(super) struct VisiblePart {
    /// How far one of them must move to end their overlap; below 0 they are apart.
    pub(super) depth: f64,
    /// For how many steps a card that does not overlap it surely goes on without.
    pub(super) steps: f64,
}

impl<'a> Part<'a> {
    fn of(place: usize, object: Object<'a>, corners: &'a [Point]) -> Self {
        let axes: Vec<Offset> = axes(corners).collect();
        let frame = match object {
            Object::Card(card) => Some(card.frame()),
            Object::Area(_) | Object::Line(_) | Object::Point(_) => None,
        };
        Self {
            place,
            corners,
            apart: frame.map_or_else(|| axes.clone(), |frame| frame.axes().to_vec()),
            axes,
            circle: object.circle(),
            frame,
        }
    }

    /// How deep a card overlaps it. Of a card that goes `drift` a step, no point of it farther beside that than `spin`, also
    /// for how many steps it surely does not come to overlap it: so many as it takes to close the gap in the direction that
    /// stays open longest.
    pub(super) fn look(&self, card: &Frame, drift: Offset, spin: f64, tolerance: Tolerance) -> VisiblePart {
        let slack = tolerance.touch.value() - GRAIN;
        let steps = |gap: f64, toward: f64| {
            let (room, speed) = (gap + slack, toward + spin);
            if room <= 0.0 {
                0.0
            } else if speed <= 0.0 {
                f64::INFINITY
            } else {
                room / speed
            }
        };
        let mut look = VisiblePart {
            depth: f64::INFINITY,
            steps: 0.0,
        };
        for way in self.axes_with(card) {
            let ((ahead, behind), toward) = (self.gaps(card, way), drift.dot(way));
            look.depth = look.depth.min(-ahead).min(-behind);
            look.steps = look.steps.max(steps(ahead, toward)).max(steps(behind, -toward));
        }
        look
    }

    /// How deep a card overlaps it; below 0 they are apart.
    pub(super) fn depth(&self, card: &Frame) -> f64 {
        self.axes_with(card)
            .map(|way| self.gaps(card, way))
            .fold(f64::INFINITY, |least, (ahead, behind)| {
                least.min(-ahead).min(-behind)
            })
    }

    fn axes_with(&self, card: &Frame) -> impl Iterator<Item = Offset> {
        card.axes().into_iter().chain(self.apart.iter().copied())
    }

    /// How far beyond a card it begins in a direction, and in the opposite one; below 0 if it begins before.
    fn gaps(&self, card: &Frame, way: Offset) -> (f64, f64) {
        if let Some(own) = &self.frame {
            let between = (own.centre - card.centre).dot(way);
            let halves = card.half_along(way) + own.half_along(way);
            return (between - halves, -between - halves);
        }
        let ((low, high), half) = (reach(self.corners, card.centre, way), card.half_along(way));
        (low - half, -high - half)
    }
}
