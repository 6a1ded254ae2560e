//! Turns of a card as it sees them itself, with nothing in their way: how near to a goal they end. Rule `BG3-PATH-02` (pp. 11-12).

use battleground_geometry::{Card, Degrees, Hand, Point};

use super::turns::{HALF_DEGREES, TurnTry};
use super::{Search, ahead_and_aside};
use crate::procedures::movement::mover::{GRAIN, angle, length};

/// More than rounding makes of a distance.
pub(super) const SPARE: f64 = 1e-6;

/// The turns to the right by each angle that is weighed, the smallest first; those to the left mirror them.
///
/// They are the same wherever the card lies, so that those after many stretches cost little.
#[derive(Debug)]
pub(super) struct FreeTurns(Vec<FreeTurn>);

/// A turn to the right, in inches to the right of the front centre and ahead of it.
#[derive(Debug)]
struct FreeTurn {
    angle: Degrees,
    least: f64,
    /// The front centre with no ruler at all, and the direction of the ruler.
    front: (f64, f64),
    along: (f64, f64),
}

impl FreeTurn {
    /// The ruler that ends nearest to a goal that lies so far to the right and ahead, of those that are no longer than this.
    fn ruler(&self, (aside, ahead): (f64, f64), left: f64) -> f64 {
        let (x, y) = (aside - self.front.0, ahead - self.front.1);
        let toward = x * self.along.0 + y * self.along.1;
        toward.min(left).max(self.least)
    }

    /// How near it ends with a ruler, squared.
    fn square(&self, (aside, ahead): (f64, f64), ruler: f64) -> f64 {
        let x = aside - self.front.0 - self.along.0 * ruler;
        let y = ahead - self.front.1 - self.along.1 * ruler;
        x * x + y * y
    }
}

impl FreeTurns {
    /// The turns of the unit of a search.
    pub(super) fn of(search: &Search<'_, '_>) -> Self {
        let (mover, width) = (search.mover, search.mover.size().width());
        let weighed = mover.turns_weighed();
        let turn = |step: u32| {
            let turned = angle(f64::from(step) / 2.0);
            let (sin, cos) = turned.value().to_radians().sin_cos();
            let half = width.half().value();
            FreeTurn {
                angle: turned,
                least: mover.turn_limit().least_ruler(width, turned),
                // It is swung round the outside corner, which lies to the left.
                front: (half * cos - half, -half * sin),
                along: (sin, cos),
            }
        };
        let steps = (1..=HALF_DEGREES).filter(|step| step % weighed == 0);
        Self(steps.map(turn).collect())
    }

    /// How near a turn ends at most of a card with so much movement left, by where it sees the goal: to the side on which that lies, as
    /// every turn takes the front centre to its own side.
    pub(super) fn least(&self, (ahead, aside): (f64, f64), left: f64) -> f64 {
        let goal = (aside.abs(), ahead);
        let mut least = f64::INFINITY;
        for one in self.possible(left) {
            let square = one.square(goal, one.ruler(goal, left));
            if square < least {
                least = square;
            }
        }
        least.sqrt()
    }

    /// Those for which so much movement is enough.
    fn possible(&self, left: f64) -> &[FreeTurn] {
        let count = self.0.partition_point(|one| one.least <= left + GRAIN);
        &self.0[..count]
    }

    /// Those of a card with so much movement left that end nearer to a goal than this.
    pub(super) fn tries(&self, card: &Card, left: f64, goal: Point, reach: f64) -> Vec<TurnTry> {
        let (ahead, aside) = ahead_and_aside(card, goal);
        let axes = Axes::of(card);
        let mut tries = Vec::new();
        for (hand, side) in [(Hand::Left, -1.0), (Hand::Right, 1.0)] {
            let goal = (aside * side, ahead);
            for one in self.possible(left) {
                let ruler = one.ruler(goal, left);
                if one.square(goal, ruler) < reach * reach {
                    tries.push(one.of(&axes, hand, ruler));
                }
            }
        }
        tries
    }
}

/// The front centre of a card and the direction ahead of it.
struct Axes {
    front: Point,
    ahead: (f64, f64),
}

impl Axes {
    fn of(card: &Card) -> Self {
        Self {
            front: card.front_centre(),
            ahead: card.pose().heading.value().to_radians().sin_cos(),
        }
    }

    /// The way that leads so far to the right and ahead.
    fn way(&self, (right, ahead): (f64, f64)) -> (f64, f64) {
        let (x, y) = self.ahead;
        (right * y + ahead * x, ahead * y - right * x)
    }
}

impl FreeTurn {
    /// The same of a card, to either side.
    fn of(&self, axes: &Axes, hand: Hand, ruler: f64) -> TurnTry {
        let mirrored = |(right, ahead): (f64, f64)| match hand {
            Hand::Left => (-right, ahead),
            Hand::Right => (right, ahead),
        };
        let (x, y) = axes.way(mirrored(self.front));
        TurnTry {
            hand,
            angle: self.angle,
            least: self.least,
            ruler,
            front: Point::new(length(axes.front.x.value() + x), length(axes.front.y.value() + y)),
            ahead: axes.way(mirrored(self.along)),
            found: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use battleground_geometry::{Way, about_face, reform, shift};

    use super::*;
    use crate::editions::Edition;
    use crate::field::Field;
    use crate::procedures::movement::mover::{MovedBy, Mover, Progress};
    use crate::procedures::movement::plans::Ends;
    use crate::scene::{id, moving, scene};

    #[test]
    fn bg3_path_02_how_near_turns_end_is_the_same_by_the_eyes_of_the_card() {
        let state = scene()
            .set(|state| state.edition = Edition::V3)
            .unit("A1", moving(5.0), (18.0, 10.0, 20.0))
            .state();
        let field = Field::of(&state);
        let unit = state.unit(id("A1")).unwrap();
        let mover = Mover::new(&field, unit, MovedBy::Order)
            .unwrap()
            .on_a_bare_plane();
        let start = mover.start();
        let mut looked_at = 0;
        for (x, y) in [(18.0, 22.0), (27.0, 12.0), (10.0, 3.0), (19.0, 14.0)] {
            let search = Search {
                mover: &mover,
                from: start,
                goal: Point::new(length(x), length(y)),
                ends: Ends::ANYWHERE,
                prunes: true,
            };
            let free = FreeTurns::of(&search);
            for (pose, used) in [
                (start.pose, 0.0),
                (shift(start.pose, Way::Forward, length(1.7)), 1.7),
                (shift(start.pose, Way::Left, length(0.5)), 0.5),
                (about_face(start.pose), 3.0),
                (reform(start.pose, angle(217.0)), 4.9),
            ] {
                let at = Progress { pose, used, ..start };
                let turns = search.possible_turns(&at);
                let card = mover.card_at(pose);
                let (least, left) = (
                    free.least(ahead_and_aside(&card, search.goal), mover.left(&at)),
                    mover.left(&at),
                );
                let of_card = free.tries(&card, left, search.goal, f64::INFINITY);
                assert_eq!(of_card.len(), turns.len());
                let mut nearest = f64::INFINITY;
                for (told, one) in of_card.iter().zip(&turns) {
                    let (by_card, is) = (
                        told.distance(told.ruler, search.goal),
                        one.distance(one.ruler, search.goal),
                    );
                    assert_eq!((told.hand, told.angle), (one.hand, one.angle));
                    assert!(
                        (by_card - is).abs() < SPARE,
                        "{used}, {:?}: {by_card}, {is}",
                        one.angle
                    );
                    nearest = nearest.min(is);
                    looked_at += 1;
                }
                assert!((least - nearest).abs() < SPARE, "{used}: {least}, {nearest}");
            }
        }
        assert!(looked_at > 1_000, "{looked_at}");
    }
}
