//! What a unit covers on its way, step after step, and whether it meets something there. Rule `BG4-MOVE-18`.

use super::Card;
use super::contact::overlap_depth;
use super::length::{GRAIN, Inches, Tolerance};
use super::plane::{Object, Point, closest_on};

/// The cards that a unit covers on its way, one after the other.
pub(super) struct Sweep<F> {
    /// How many there are.
    pub(super) steps: u32,
    /// How far no point of the card goes from one step to the next.
    stride: f64,
    /// The card after a step, from 1.
    pub(super) at: F,
    /// The middle of the card before the first step.
    start: Point,
    last: Card,
    /// How far no point of the card is at any step from the straight line between its first and its last middle.
    beside: f64,
}

/// An obstacle and a circle that holds it.
#[derive(Clone, Copy)]
struct Near<'a> {
    object: Object<'a>,
    round: (Point, f64),
}

/// An obstacle that is met, and at which step.
pub(super) type Met<'a> = (Object<'a>, u32);

impl<F: Fn(u32) -> Card> Sweep<F> {
    /// A way whose middle is nowhere farther than `swerve` from the straight line between its ends.
    pub(super) fn new(start: Point, steps: u32, stride: f64, swerve: f64, at: F) -> Self {
        let last = at(steps);
        let radius = Object::Card(&last).circle().1;
        Self {
            steps,
            stride: stride * (1.0 + GRAIN) + GRAIN,
            at,
            start,
            last,
            beside: (radius + swerve) * (1.0 + GRAIN) + GRAIN,
        }
    }

    /// A step that overlaps an obstacle; nothing if the way is free.
    pub(super) fn met<'a>(&self, obstacles: &[Object<'a>], tolerance: Tolerance) -> Option<Met<'a>> {
        let along = (self.start, self.last.pose().centre);
        let mut near: Vec<Near<'a>> = obstacles
            .iter()
            .map(|&object| Near {
                object,
                round: object.circle(),
            })
            .filter(|one| {
                (closest_on(along, one.round.0) - one.round.0).length() <= self.beside + one.round.1
            })
            .collect();
        // Most ways that are not free end on something: that is seen at a glance.
        met_by(&self.last, &near, tolerance)
            .map(|object| (object, self.steps))
            .or_else(|| self.met_between(1, self.steps - 1, &mut near, tolerance))
    }

    /// The same from one step to another, both included. What is too far from the card halfway to be met before or after
    /// is not looked at again; the rest is looked at in both halves.
    fn met_between<'a>(
        &self,
        first: u32,
        last: u32,
        near: &mut [Near<'a>],
        tolerance: Tolerance,
    ) -> Option<Met<'a>> {
        if first > last || near.is_empty() {
            return None;
        }
        let middle = u32::midpoint(first, last);
        let card = (self.at)(middle);
        let farthest = f64::from(last - middle) * self.stride;
        let own = Object::Card(&card).circle().1;
        let mut kept = 0;
        for place in 0..near.len() {
            let apart = apart(&card, own, near[place]);
            if tolerance.passes(Inches::made(-apart)) {
                return Some((near[place].object, middle));
            }
            if apart < farthest {
                near.swap(kept, place);
                kept += 1;
            }
        }
        let near = &mut near[..kept];
        self.met_between(first, middle - 1, near, tolerance)
            .or_else(|| self.met_between(middle + 1, last, near, tolerance))
    }
}

/// The first of some obstacles that a card overlaps.
fn met_by<'a>(card: &Card, near: &[Near<'a>], tolerance: Tolerance) -> Option<Object<'a>> {
    let own = Object::Card(card).circle().1;
    near.iter()
        .find(|one| tolerance.passes(Inches::made(-apart(card, own, **one))))
        .map(|one| one.object)
}

/// How far an obstacle is at least from a card whose circle has the radius `own`; below 0 how deep they overlap.
fn apart(card: &Card, own: f64, near: Near<'_>) -> f64 {
    let between = (near.round.0 - card.pose().centre).length() - own - near.round.1;
    if between >= 0.0 {
        between
    } else {
        -overlap_depth(card, near.object).value()
    }
}
