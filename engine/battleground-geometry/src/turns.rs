//! Turns by the outside corner: where they lead, what they cost, how sharp they may be, what stands in their way.

use super::Card;
use super::card::{Footprint, Frame, Pose};
use super::length::{Degrees, GRAIN, Inches, Tolerance};
use super::moves::{Hand, about_face};
use super::obstacles::Obstacles;
use super::plane::{Offset, Point};
use super::sweep::Sweep;

/// Why a turn cannot be described at all.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum BadTurn {
    /// A single turn is at most a right angle.
    #[error("a turn is by 0\u{b0} to 90\u{b0}, not {0}")]
    Angle(Degrees),
    /// The ruler is laid forward.
    #[error("a turn takes 0\" to 100\", not {0}")]
    Ruler(Inches),
}

/// A turn: the outside front corner goes along a ruler laid in the new heading. Rule `BG4-MOVE-13`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    hand: Hand,
    angle: Degrees,
    ruler: Inches,
}

impl Turn {
    /// A turn to the left or right by an angle up to 90 degrees, the outside corner `ruler` along.
    pub fn new(hand: Hand, angle: Degrees, ruler: Inches) -> Result<Self, BadTurn> {
        if !(0.0..=90.0).contains(&angle.value()) {
            return Err(BadTurn::Angle(angle));
        }
        if !(0.0..=100.0).contains(&ruler.value()) {
            return Err(BadTurn::Ruler(ruler));
        }
        Ok(Self { hand, angle, ruler })
    }

    /// The hand to which it turns.
    pub fn hand(self) -> Hand {
        self.hand
    }

    /// By how much.
    pub fn angle(self) -> Degrees {
        self.angle
    }

    /// The distance that the outside corner goes along the ruler.
    pub fn ruler(self) -> Inches {
        self.ruler
    }

    /// The pose after the turn. Rule `BG4-MOVE-13`.
    #[must_use]
    pub fn end(self, card: &Card) -> Pose {
        self.along(card).partly(1.0).0
    }

    /// The card after this share of the turn, from 0 to 1: the corner goes evenly along the ruler while the heading
    /// changes evenly. Rule `BG4-MOVE-18`.
    #[must_use]
    pub fn partly(self, card: &Card, share: f64) -> Card {
        let (pose, forward) = self.along(card).partly(share);
        Card::facing(pose, card.size(), forward)
    }

    /// The pose after a backward turn, left and right as seen along the direction of travel. Rule `BG4-MAN-04`.
    #[must_use]
    pub fn backward_end(self, card: &Card) -> Pose {
        about_face(self.end(&card.at(about_face(card.pose()))))
    }

    /// The cards covered on the way, at steps of at most 0.1 inch and 1 degree, the last one final: the corner goes
    /// evenly along the ruler while the heading changes evenly. Rule `BG4-MOVE-18`.
    pub fn sweep(self, card: &Card) -> impl Iterator<Item = Card> + use<> {
        let along = self.along(card);
        (1..=along.steps).map(move |step| along.card(step))
    }

    /// The same cards, each by its number, so that some of them can be passed over.
    pub fn steps_of(self, card: &Card) -> TurnSteps {
        let along = self.along(card);
        let steps = f64::from(along.steps);
        let diagonal = 2.0 * card.frame().radius();
        let (on, round) = (self.ruler.value(), self.angle.value().to_radians() * diagonal);
        TurnSteps {
            along,
            apart: (on + round) / steps * (1.0 + GRAIN) + GRAIN,
        }
    }

    /// As [`Turn::sweep`], backward.
    pub fn backward_sweep(self, card: &Card) -> impl Iterator<Item = Card> + use<> {
        self.sweep(&card.at(about_face(card.pose())))
            .map(|turned| turned.at(about_face(turned.pose())))
    }

    /// Whether no card of [`Turn::sweep`] overlaps an obstacle. Rule `BG4-MOVE-18`.
    pub fn is_free(self, card: &Card, obstacles: &Obstacles<'_>, tolerance: Tolerance) -> bool {
        self.way(card).met(obstacles, tolerance).is_none()
    }

    /// Whether no card of [`Turn::backward_sweep`] overlaps an obstacle. Rules `BG4-MOVE-18`, `BG4-MAN-04`.
    pub fn backward_is_free(self, card: &Card, obstacles: &Obstacles<'_>, tolerance: Tolerance) -> bool {
        let led = card.at(about_face(card.pose()));
        let along = self.along(&led);
        let at = move |step: u32| {
            let (pose, _) = along.partly(along.share(step));
            Frame::new(pose.centre, about_face(pose).forward(), card.size())
        };
        self.way_of(&led, &along, at).met(obstacles, tolerance).is_none()
    }

    /// The obstacle of a forward turn that is not free: what is known by it of turns that are much alike.
    /// Nothing if it is free. Rule `BG4-MOVE-18`.
    pub fn blocked(
        self,
        card: &Card,
        obstacles: &Obstacles<'_>,
        tolerance: Tolerance,
    ) -> Option<BlockedTurn> {
        let sweep = self.way(card);
        let (obstacle, met) = sweep.met(obstacles, tolerance)?;
        let steps = sweep.steps;
        // A few of the cards that overlap show nearly as deep a one as all of them.
        let few = (steps / 8).max(1) as usize;
        let over = |step: u32| {
            let over = obstacle.depth(&(sweep.at)(step)) - tolerance.touch.value() - 2.0 * GRAIN;
            (over > 0.0).then(|| (over, f64::from(step) / f64::from(steps)))
        };
        let before = (1..=met).rev().step_by(few).map_while(over);
        let after = (met..=steps).step_by(few).skip(1).map_while(over);
        let overs = before.chain(after);
        let diagonal = (card.corners()[2] - card.corners()[0]).length();
        // Another turn may show its way by cards half a step before or after this one.
        let between = 0.05 + diagonal * 0.5_f64.to_radians();
        let (mut alike, mut other) = (0.0_f64, f64::NEG_INFINITY);
        for (over, share) in overs {
            alike = alike.max(over / share);
            // Early on the card half a step before might be none of the way.
            if share >= 0.5 {
                other = other.max((over - between) / share);
            }
        }
        Some(BlockedTurn {
            turn: self,
            alike,
            other,
            around: self.ruler.value() + diagonal,
        })
    }

    /// The cards of the way forward.
    fn way(self, card: &Card) -> Sweep<impl Fn(u32) -> Frame> {
        let along = self.along(card);
        self.way_of(card, &along, move |step: u32| along.frame(step))
    }

    /// The cards of a way whose middle and outside corner go as this turn leads them.
    fn way_of<F: Fn(u32) -> Frame>(self, card: &Card, along: &Along, at: F) -> Sweep<F> {
        let (steps, angle) = (along.steps, self.angle.value().to_radians());
        let radius = card.frame().radius();
        Sweep {
            steps,
            at,
            start: card.pose().centre,
            drift: along.ahead * (self.ruler.value() / f64::from(steps)),
            // Everything is swung round the outside corner.
            spin: angle / f64::from(steps) * 2.0 * radius,
            // The middle goes straight on meanwhile: that bends its way by at most turn^2 / 8 of the lever.
            swerve: angle.powi(2) / 8.0 * radius,
        }
    }

    /// How many cards show the way: a step is at most 0.1 inch and 1 degree.
    fn steps(self) -> u32 {
        (self.ruler.value() * 10.0 - GRAIN)
            .ceil()
            .max((self.angle.value() - GRAIN).ceil())
            .max(1.0) as u32
    }

    /// This turn as a certain card makes it.
    fn along(self, card: &Card) -> Along {
        let sign = self.hand.sign();
        let half = card.size().width().half().value() * sign;
        let whole = (card.pose().heading + Degrees::made(self.angle.value() * sign)).heading();
        Along {
            steps: self.steps(),
            size: card.size(),
            heading: card.pose().heading,
            angle: self.angle.value() * sign,
            // Turning left, the front right corner is outside.
            outside: card.front_centre() - card.forward().right() * half,
            ahead: Offset::ahead(whole),
            ruler: self.ruler.value(),
            half,
        }
    }

    /// From the ruler's end to the old place of the inside front corner: at least the front's width, or the turn is
    /// too sharp. Rule `BG4-MOVE-15`.
    pub fn line_to_inside_corner(self, card: &Card) -> Inches {
        let (width, ruler) = (card.size().width().value(), self.ruler.value());
        let (sin, _) = self.angle.sin_cos();
        Inches::made(
            (width * width - 2.0 * width * ruler * sin + ruler * ruler)
                .max(0.0)
                .sqrt(),
        )
    }

    /// The distance of the end of each front and rear corner from its old place: outside front, outside rear,
    /// inside rear, inside front. The first is the ruler itself.
    pub fn corner_travel(self, card: &Card) -> [Inches; 4] {
        let end = self.along(card).last();
        let travel = |at: usize| card.corners()[at].distance(end.corners()[at]);
        match self.hand {
            Hand::Left => [travel(0), travel(3), travel(2), travel(1)],
            Hand::Right => [travel(1), travel(2), travel(3), travel(0)],
        }
    }

    /// The length that the turn takes off the allowance: the ruler, or the way of the outside rear corner if
    /// that is farther. Rule `BG4-MOVE-14`.
    pub fn cost(self, card: &Card) -> Inches {
        let [front, rear, _, _] = self.corner_travel(card);
        front.max(self.ruler).max(rear)
    }

    /// The longest turn by this angle that costs no more than `allowance`, if any does. Rule `BG4-MOVE-14`.
    pub fn affordable(card: &Card, hand: Hand, angle: Degrees, allowance: Inches) -> Option<Self> {
        let (depth, most) = (card.size().depth().value(), allowance.value());
        let (_, cos) = angle.sin_cos();
        let ruler = if most >= depth {
            most
        } else {
            // cost^2 = d^2 + k (depth - d) for a ruler shorter than the card's depth.
            let k = 2.0 * depth * (1.0 - cos);
            let root = k * k - 4.0 * (k * depth - most * most);
            if root < 0.0 {
                return None;
            }
            f64::midpoint(k, root.sqrt())
        };
        if ruler < 0.0 {
            None
        } else {
            Self::new(hand, angle, Inches::made(ruler)).ok()
        }
    }
}

/// A forward turn that is not free, and how deep the card overlaps an obstacle on the way: a turn so much alike that the
/// card lies elsewhere by less than that is not free either.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BlockedTurn {
    turn: Turn,
    /// By how much the ruler of a turn may differ that shows its way in as many steps.
    alike: f64,
    /// By how much the ruler of any turn may differ, and its angle by as much at the farthest point of the card.
    other: f64,
    /// How far that is from the start of the ruler at most.
    around: f64,
}

impl BlockedTurn {
    /// Between which two lengths the ruler of a turn from a place so far away, in the same heading, to the same side, by the same or
    /// another angle may lie with it surely not free either.
    ///
    /// With another ruler the card lies farther on or back by at most the difference, by another angle round the start of
    /// the ruler by at most the difference.
    pub fn rulers(&self, hand: Hand, angle: Degrees, away: Inches) -> Option<(Inches, Inches)> {
        if hand != self.turn.hand {
            return None;
        }
        let (ruler, apart) = (
            self.turn.ruler.value(),
            (angle.value() - self.turn.angle.value()).abs(),
        );
        // The ruler counts by its share, of which half is gone at least.
        let slack = self.other - apart.to_radians() * self.around - 2.0 * away.value();
        let (mut low, mut high) = (ruler - slack, ruler + slack);
        if apart == 0.0 && away == Inches::ZERO {
            let (least, most) = self.rulers_alike();
            (low, high) = (low.min(least).min(ruler), high.max(most).max(ruler));
        }
        (low <= high).then(|| (Inches::made(low.max(0.0)), Inches::made(high)))
    }

    /// By the same angle, where the way is shown in as many steps.
    fn rulers_alike(&self) -> (f64, f64) {
        let (ruler, steps) = (self.turn.ruler.value(), f64::from(self.turn.steps()));
        // Of a wide angle there are as many steps whatever the ruler, as long as it is short.
        let fewest = (self.turn.angle.value() - GRAIN).ceil();
        let same_below = if steps > fewest {
            (steps - 1.0) / 10.0 + 2.0 * GRAIN
        } else {
            0.0
        };
        (
            (ruler - self.alike).max(same_below),
            (ruler + self.alike).min(steps / 10.0),
        )
    }
}

/// A turn from a certain place: everything that is the same all the way.
#[derive(Debug, Clone, Copy)]
struct Along {
    steps: u32,
    size: Footprint,
    /// Before the turn.
    heading: Degrees,
    /// By how many degrees it turns, above 0 to the right.
    angle: f64,
    /// The old place of the outside front corner.
    outside: Point,
    /// One inch along the ruler.
    ahead: Offset,
    /// How long the ruler is.
    ruler: f64,
    /// From the front centre to the outside corner, above 0 where that is the left one.
    half: f64,
}

impl Along {
    /// The card after so many of its steps.
    fn card(&self, step: u32) -> Card {
        let (pose, forward) = self.partly(self.share(step));
        Card::facing(pose, self.size, forward)
    }

    /// The same without its corners.
    fn frame(&self, step: u32) -> Frame {
        let (pose, forward) = self.partly(self.share(step));
        Frame::new(pose.centre, forward, self.size)
    }

    fn share(&self, step: u32) -> f64 {
        f64::from(step) / f64::from(self.steps)
    }

    /// The card after all of them.
    fn last(&self) -> Card {
        self.card(self.steps)
    }

    /// Where it lies after a share of the way, and the direction in which it looks.
    fn partly(&self, share: f64) -> (Pose, Offset) {
        let heading = (self.heading + Degrees::made(self.angle * share)).heading();
        let corner = self.outside + self.ahead * (self.ruler * share);
        let forward = Offset::ahead(heading);
        let front = corner + forward.right() * self.half;
        let centre = front - forward * self.size.depth().half().value();
        (Pose { centre, heading }, forward)
    }
}

/// The cards of [`Turn::sweep`] by their numbers.
#[derive(Debug, Clone, Copy)]
pub struct TurnSteps {
    along: Along,
    apart: f64,
}

impl TurnSteps {
    /// How many there are.
    pub fn count(&self) -> u32 {
        self.along.steps
    }

    /// The card of a number from 1 to the count.
    pub fn card(&self, step: u32) -> Card {
        self.along.card(step)
    }

    /// No point of the card goes farther than so many inches from one of them to the next.
    pub fn apart(&self) -> f64 {
        self.apart
    }
}

/// The sharpest turn that a ruler of this length allows a front of this width. Rule `BG4-MOVE-15`.
///
/// ```
/// use battleground_geometry::{largest_turn, Inches};
/// assert_eq!(largest_turn(Inches::mils(3_500), Inches::mils(3_500)).value().round(), 30.0);
/// ```
pub fn largest_turn(width: Inches, ruler: Inches) -> Degrees {
    let sin = ruler.value() / width.value().max(GRAIN) / 2.0;
    if sin >= 1.0 {
        Degrees::QUARTER
    } else {
        Degrees::made(sin.max(0.0).asin().to_degrees())
    }
}

#[cfg(test)]
#[path = "turns_tests.rs"]
mod tests;
