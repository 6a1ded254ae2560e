//! Plans with one turn: by which angle, how far along the ruler (pp. 41-43).

use std::f64::consts::SQRT_2;

use battleground_geometry::{Degrees, Hand, Point, Pose, Turn};

use super::super::mover::Progress;
use super::direct::nearest_of_both;
use super::free_turns::FreeTurns;
use super::{Course, PlanKind, SAME, Search, around};
use crate::model::command::Leg;
use crate::procedures::movement::mover::{GRAIN, angle, length};

/// Turns are tried at angles of so many halves of a degree. RULING: BG4-MOVE-08.
pub(super) const HALF_DEGREES: u32 = 180;

/// A turn by a certain angle that might be made.
#[derive(Debug, Clone)]
pub(super) struct TurnTry {
    pub(super) hand: Hand,
    pub(super) angle: Degrees,
    pub(super) least: f64,
    pub(super) ruler: f64,
    /// The front centre with no ruler at all, and the direction of the ruler.
    pub(super) front: Point,
    pub(super) ahead: (f64, f64),
    pub(super) found: Option<TurnFound>,
}

/// The turn by an angle that ends nearest.
#[derive(Debug, Clone, Copy)]
pub(super) struct TurnFound {
    ruler: f64,
    distance: f64,
    /// Whether it ends as it must.
    counts: bool,
}

/// The turns of each kind of plan, where none of them ended as it must.
///
/// While no plan counts none bounds another, so each turn was followed to its longest free ruler. Asked again with
/// nothing that must hold of its end, the same turns end at the same places.
#[derive(Debug, Default)]
pub(super) struct TriedTurns(Vec<(PlanKind, Vec<TurnTry>)>);

impl TriedTurns {
    fn take(&mut self, kind: PlanKind) -> Option<Vec<TurnTry>> {
        let place = self.0.iter().position(|(of, _)| *of == kind)?;
        Some(self.0.swap_remove(place).1)
    }
}

/// A ruler to be tried next, and how near a turn with it or a shorter one ends at most.
struct Next {
    place: usize,
    ruler: f64,
    nearest: f64,
}

/// What comes of a ruler.
enum Tried {
    /// The longest one that is free is this one.
    Free(f64),
    /// It is not free, and this one is the next.
    Blocked(Next),
    /// Nothing that counts is free.
    Never,
}

impl TurnTry {
    fn turn(&self, ruler: f64) -> Option<Turn> {
        Turn::new(self.hand, self.angle, length(ruler)).ok()
    }

    pub(super) fn distance(&self, ruler: f64, goal: Point) -> f64 {
        let (x, y) = (
            goal.x.value() - self.front.x.value(),
            goal.y.value() - self.front.y.value(),
        );
        (x - self.ahead.0 * ruler).hypot(y - self.ahead.1 * ruler)
    }
}

impl Search<'_, '_> {
    /// Families (b) and (e): one turn by the least angle that ends within 0.01 of the best. RULING: BG4-MOVE-08.
    pub(super) fn turns(
        &self,
        kind: PlanKind,
        at: &Progress,
        before: &[Leg],
        limit: f64,
        tried: &mut TriedTurns,
    ) -> Vec<Course> {
        let find = || self.tried_turns(at, limit);
        let tries = tried.take(kind).unwrap_or_else(find);
        let found = self.best_turns(kind, (at, before), &tries);
        if found.is_empty() {
            tried.0.push((kind, tries));
        }
        found
    }

    /// Of the turns that end near enough where nothing is in their way the best. Rule `BG3-PATH-02` (pp. 11-12).
    pub(super) fn turns_among(
        &self,
        kind: PlanKind,
        (at, before): (&Progress, &[Leg]),
        limit: f64,
        free: &FreeTurns,
    ) -> Vec<Course> {
        let reach = self.reach(limit);
        let card = self.mover.card_at(at.pose);
        let tries = free.tries(&card, self.mover.left(at), self.goal, reach);
        let tries = self.followed(at, reach, tries);
        self.best_turns(kind, (at, before), &tries)
    }

    /// Turns by the least angle that ends no farther from the goal than this; two if left and right are equal. Rule `BG3-PATH-02`
    /// (pp. 11-12).
    pub(super) fn least_turns(&self, kind: PlanKind, at: &Progress, farthest: f64) -> Vec<Course> {
        let tries = self.possible_turns(at);
        let found = |one: &TurnTry| {
            if one.distance(one.ruler, self.goal) > farthest {
                return None;
            }
            let followed = self.followed(at, farthest + GRAIN, vec![one.clone()]);
            let found = followed.into_iter().next()?;
            let ends = found.found?;
            let counts = ends.counts || self.ends.seen.is_none();
            (counts && ends.distance <= farthest).then_some(found)
        };
        let of_hand = |hand: Hand| tries.iter().filter(|one| one.hand == hand).find_map(found);
        let both: Vec<TurnTry> = [Hand::Left, Hand::Right]
            .into_iter()
            .filter_map(of_hand)
            .collect();
        let least = both
            .iter()
            .map(|one| one.angle.value())
            .fold(f64::INFINITY, f64::min);
        let least_of_all = both.iter().filter(|one| one.angle.value() <= least + 1e-9);
        let courses = least_of_all.filter_map(|one| self.turn_course(kind, at, &[], one));
        nearest_of_both(courses.collect())
    }

    fn best_turns(
        &self,
        kind: PlanKind,
        (at, before): (&Progress, &[Leg]),
        tries: &[TurnTry],
    ) -> Vec<Course> {
        let counting = |one: &TurnTry| one.found.filter(|found| found.counts || self.ends.seen.is_none());
        let best = tries
            .iter()
            .filter_map(counting)
            .map(|found| found.distance)
            .fold(f64::INFINITY, f64::min);
        let good = |one: &&TurnTry| counting(one).is_some_and(|found| found.distance <= best + SAME + 1e-9);
        let nearest = |course: Course| Course {
            nearest: best,
            ..course
        };
        [Hand::Left, Hand::Right]
            .into_iter()
            .filter_map(|hand| tries.iter().filter(|one| one.hand == hand).find(good))
            .filter_map(|one| self.turn_course(kind, at, before, one).map(nearest))
            .collect()
    }

    /// The turns that might be made, tried as far as one of them might be the best.
    fn tried_turns(&self, at: &Progress, limit: f64) -> Vec<TurnTry> {
        let reach = self.reach(limit);
        let tries = if self.nearest_by_turn(at) < reach {
            self.possible_turns(at)
        } else {
            Vec::new()
        };
        self.followed(at, reach, tries)
    }

    /// A plan a hair above the limit may still be the best that a smaller angle is measured against.
    fn reach(&self, limit: f64) -> f64 {
        if self.prunes { limit + SAME } else { f64::INFINITY }
    }

    /// Turns, tried as far as one of them might be the best.
    ///
    /// What stops one shortens its ruler. Of all rulers that are not tried yet the one that may end nearest comes next,
    /// whatever its angle: once a turn is found, few others are left that could end nearer.
    fn followed(&self, at: &Progress, reach: f64, mut tries: Vec<TurnTry>) -> Vec<TurnTry> {
        let first = |(place, one): (usize, &TurnTry)| Next {
            place,
            ruler: one.ruler,
            nearest: one.distance(one.ruler, self.goal),
        };
        let mut open: Vec<Next> = tries.iter().enumerate().map(first).collect();
        open.retain(|next| next.nearest < reach);
        open.sort_by(|a, b| b.nearest.total_cmp(&a.nearest));
        let mut best = f64::INFINITY;
        while let Some(next) = open.pop() {
            let cutoff = if self.prunes {
                reach.min(best + SAME + GRAIN)
            } else {
                f64::INFINITY
            };
            if next.nearest > cutoff {
                break;
            }
            let one = &tries[next.place];
            match self.try_ruler(at, one, &next, cutoff) {
                Tried::Free(ruler) => {
                    let found = self.turn_found(at, one, ruler);
                    if found.is_some_and(|found| found.counts) {
                        best = found.map_or(best, |found| best.min(found.distance));
                    }
                    tries[next.place].found = found;
                }
                Tried::Blocked(next) => {
                    let place = open.partition_point(|other| other.nearest > next.nearest);
                    open.insert(place, next);
                }
                Tried::Never => {}
            }
        }
        tries
    }

    /// Nearer than that no turn ends: the middle of the front goes with the outside corner along the ruler, and is swung
    /// round it by a right angle at most.
    fn nearest_by_turn(&self, at: &Progress) -> f64 {
        let half = self.mover.size().width().half().value();
        let farthest = self.mover.left(at) + half * SQRT_2 + GRAIN;
        self.front_of(at.pose).distance(self.goal).value() - farthest
    }

    /// The turns that might be made from a place.
    pub(super) fn possible_turns(&self, at: &Progress) -> Vec<TurnTry> {
        let card = self.mover.card_at(at.pose);
        let left = length(self.mover.left(at));
        let mut tries = Vec::new();
        for hand in [Hand::Left, Hand::Right] {
            let weighed = self.mover.turns_weighed();
            let steps = (1..=HALF_DEGREES).filter(|step| step % weighed == 0);
            for step in steps {
                let turned = angle(f64::from(step) / 2.0);
                let Some(most) = self.mover.turn_cost().affordable(&card, hand, turned, left) else {
                    break;
                };
                let least = self.mover.turn_limit().least_ruler(card.size().width(), turned);
                let most = most.ruler().value();
                if least > most + GRAIN {
                    break;
                }
                let Ok(pivot) = Turn::new(hand, turned, length(0.0)) else {
                    break;
                };
                let end = pivot.end(&card);
                let front = self.front_of(end);
                let (sin, cos) = end.heading.value().to_radians().sin_cos();
                let toward = (self.goal.x.value() - front.x.value()) * sin
                    + (self.goal.y.value() - front.y.value()) * cos;
                tries.push(TurnTry {
                    hand,
                    angle: turned,
                    least,
                    ruler: toward.min(most).max(least),
                    front,
                    ahead: (sin, cos),
                    found: None,
                });
            }
        }
        tries
    }

    /// Whether a ruler is free. The longest free one of an angle is sought downward in steps of 0.05 inch and then between
    /// the last two.
    fn try_ruler(&self, at: &Progress, one: &TurnTry, next: &Next, cutoff: f64) -> Tried {
        if let Some(room) = self.ends.room {
            let with_room = self.turn_with_room(at, one, cutoff, room);
            return with_room.map_or(Tried::Never, Tried::Free);
        }
        let fits = |ruler: f64| one.turn(ruler).is_some_and(|turn| self.mover.can_turn(at, turn));
        let mut ruler = next.ruler;
        if !fits(ruler) {
            let known = self.mover.blocked_rulers(at, one.hand, one.angle, length(ruler));
            loop {
                ruler = self.shorter_ruler(one, ruler);
                // The longest free ruler may lie up to one step above the one that is tried.
                let nearest = one.distance(ruler + 0.05, self.goal);
                if ruler < one.least - GRAIN || nearest > cutoff {
                    return Tried::Never;
                }
                if known.is_none_or(|(low, high)| !(low..=high).contains(&ruler)) {
                    let place = next.place;
                    return Tried::Blocked(Next {
                        place,
                        ruler,
                        nearest,
                    });
                }
            }
        }
        if ruler < one.ruler {
            let mut blocked = ruler + 0.05;
            while blocked - ruler > 1e-4 {
                // Up to the best ruler a longer one ends nearer, so no ruler below this one ends near enough.
                if one.distance(blocked, self.goal) > cutoff {
                    return Tried::Never;
                }
                let middle = f64::midpoint(ruler, blocked);
                if fits(middle) {
                    ruler = middle;
                } else {
                    blocked = middle;
                }
            }
        }
        Tried::Free(ruler)
    }

    /// The ruler that is tried after one that is not free: shorter by a step. In the earlier edition the shortest of the angle is
    /// tried too. RULING: BG3-PATH-02 (pp. 11-12), lengths are tried at both ends of their interval.
    fn shorter_ruler(&self, one: &TurnTry, ruler: f64) -> f64 {
        let shorter = ruler - 0.05;
        let passes_the_least = shorter < one.least - GRAIN && ruler > one.least + GRAIN;
        if passes_the_least && self.mover.takes_first_of_nearest() {
            return one.least;
        }
        shorter
    }

    fn turn_found(&self, at: &Progress, one: &TurnTry, ruler: f64) -> Option<TurnFound> {
        let end = one.turn(ruler)?.end(&self.mover.card_at(at.pose));
        Some(TurnFound {
            ruler,
            distance: self.front_of(end).distance(self.goal).value(),
            counts: self.ends.seen.is_none_or(|seen| seen(end)),
        })
    }

    fn turn_course(&self, kind: PlanKind, at: &Progress, before: &[Leg], one: &TurnTry) -> Option<Course> {
        let found = one.found?;
        let mut legs = before.to_vec();
        legs.push(Leg::Turn {
            hand: one.hand,
            angle: one.angle,
            inches: length(found.ruler),
            backward: false,
        });
        Some(Course {
            kind,
            hand: Some(one.hand),
            legs,
            end: self.mover.turned_freely(at, one.turn(found.ruler)?),
            distance: found.distance,
            nearest: found.distance,
        })
    }

    /// The ruler nearest to the best with which a turn by this angle ends where there is room.
    fn turn_with_room(
        &self,
        at: &Progress,
        one: &TurnTry,
        cutoff: f64,
        room: &dyn Fn(Pose) -> bool,
    ) -> Option<f64> {
        around(one.ruler, one.least, self.mover.left(at), 0.05)
            .take_while(|ruler| one.distance(*ruler, self.goal) <= cutoff)
            .find(|ruler| {
                let end = one
                    .turn(*ruler)
                    .and_then(|turn| self.mover.turned(at, turn, false));
                end.is_some_and(|end| room(end.pose))
            })
    }
}
