//! Area that a moving unit covers, step after step, and whether it meets something there. Rule `BG4-MOVE-18`.

use super::card::Frame;
use super::length::{GRAIN, Inches, Tolerance};
use super::obstacles::{Obstacles, Part};
use super::plane::{Offset, Point};

/// The cards that a unit covers on its way, one after the other.
pub(super) struct Sweep<F> {
    /// How many there are.
    pub(super) steps: u32,
    /// The card after a step, from 1.
    pub(super) at: F,
    /// The middle of the card before the first step.
    pub(super) start: Point,
    /// How far the whole card goes from one step to the next.
    pub(super) drift: Offset,
    /// How far no point of the card goes beside that from one step to the next, as the card turns.
    pub(super) spin: f64,
    /// How far the middle of the card is at most from the straight line between its first and its last place.
    pub(super) swerve: f64,
}

/// A part of an obstacle that is met, and at which step.
pub(super) type Met<'o, 'a> = (&'o Part<'a>, u32);

/// A part of an obstacle that may be met yet: not before the one step, nor after the other.
struct Due<'o, 'a> {
    part: &'o Part<'a>,
    next: u32,
    last: u32,
}

impl<F: Fn(u32) -> Frame> Sweep<F> {
    /// A step at which an obstacle is overlapped; nothing if the way is free.
    ///
    /// Each part is looked at only at those steps before which the card might have come to it since the last look.
    pub(super) fn met<'o, 'a>(
        &self,
        obstacles: &'o Obstacles<'a>,
        tolerance: Tolerance,
    ) -> Option<Met<'o, 'a>> {
        let end = (self.at)(self.steps);
        let beside = (end.radius() + self.swerve) * (1.0 + GRAIN) + GRAIN;
        let spin = self.spin * (1.0 + GRAIN) + GRAIN;
        let look = |card: &Frame, part: &Part<'_>, drift: Offset| {
            let look = part.look(card, drift, spin, tolerance);
            (!tolerance.passes(Inches::made(look.depth))).then(|| look.steps.floor())
        };
        let mut due: Vec<Due<'o, 'a>> = Vec::new();
        // Most ways that are not free end on something: that is seen at a glance.
        for part in obstacles.near((self.start, end.centre), beside) {
            let Some(back) = look(&end, part, -self.drift) else {
                return Some((part, self.steps));
            };
            let last = (f64::from(self.steps) - 1.0 - back).max(0.0) as u32;
            due.push(Due { part, next: 1, last });
        }
        loop {
            due.retain(|one| one.next <= one.last);
            let step = due.iter().map(|one| one.next).min()?;
            let card = (self.at)(step);
            for one in due.iter_mut().filter(|one| one.next == step) {
                let Some(on) = look(&card, one.part, self.drift) else {
                    return Some((one.part, step));
                };
                // Beyond all steps it saturates.
                one.next = (step + 1).saturating_add(on as u32);
            }
        }
    }
}
