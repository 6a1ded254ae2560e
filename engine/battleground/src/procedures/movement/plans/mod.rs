//! The plans that an ordered unit weighs: straight, turns, maneuvers; how one of them is chosen (pp. 38-45).

pub(crate) mod cut;
pub(crate) mod direct;
pub(crate) mod free_turns;
pub(crate) mod turns;
pub(crate) mod turns_after;

use battleground_geometry::{Card, Hand, Point, Pose, Way, shift};
use direct::{Shared, nearest_of_both};

use super::mover::{Mover, Progress, is_opposite};
use crate::model::command::Leg;
use crate::procedures::movement::mover::{GRAIN, length};

pub(crate) use cut::cut;

/// How much nearer a plan must end to be preferred to a simpler one. RULING: BG4-MOVE-07.
const BETTER: f64 = 0.05;
/// Final distances that count as the same. Rules `BG4-MOVE-08`, `BG4-GEO-04` (pp. 38-45).
const SAME: f64 = 0.01;
/// Sideways legs are tried in steps of 0.05 inch, so many to the inch. RULING: BG4-MOVE-08.
const ASIDE_TO_INCH: f64 = 20.0;

/// The kinds of plan, in the order of their priority. Rules `BG4-MOVE-07`, `BG4-MOVE-08` (pp. 38-45).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PlanKind {
    /// (a)
    Straight,
    /// (b)
    Turn,
    /// (c)
    Sideways,
    /// (d)
    AboutFace,
    /// (e)
    AboutFaceTurn,
    /// (f)
    Reform,
    /// (g)
    Backward,
    /// Straight and then a turn; in the earlier edition alone. Rule `BG3-PATH-02` (pp. 11-12).
    StraightTurn,
    /// The same after an about face.
    AboutFaceStraightTurn,
    /// A turn, or straight and then a turn, after a sidestep.
    SidewaysTurn,
    /// A turn after a move backwards.
    BackwardTurn,
    /// A turn, or straight and then a turn, after a reform.
    ReformTurn,
}

impl PlanKind {
    /// For units on the ground.
    pub(crate) const ALL: [Self; 7] = [
        Self::Straight,
        Self::Turn,
        Self::Sideways,
        Self::AboutFace,
        Self::AboutFaceTurn,
        Self::Reform,
        Self::Backward,
    ];
    /// For units on the ground of the earlier edition, in the order of its ruling. Rule `BG3-PATH-02` (pp. 11-12).
    pub(crate) const DIRECT: [Self; 12] = [
        Self::Straight,
        Self::Turn,
        Self::StraightTurn,
        Self::AboutFace,
        Self::AboutFaceTurn,
        Self::AboutFaceStraightTurn,
        Self::Sideways,
        Self::SidewaysTurn,
        Self::Backward,
        Self::BackwardTurn,
        Self::Reform,
        Self::ReformTurn,
    ];
    /// For flyers. Rule `BG4-FLY-05` (p. 124).
    pub(crate) const FLYING: [Self; 2] = [Self::Straight, Self::Turn];
}

/// A plan carried through: what the unit does and where that leads.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Course {
    /// Its kind.
    pub kind: PlanKind,
    /// To which side, where that may be a choice.
    pub hand: Option<Hand>,
    /// What the unit does.
    pub legs: Vec<Leg>,
    /// Where that leads.
    pub end: Progress,
    /// From the front centre to the goal at the end.
    pub distance: f64,
    /// From the front centre to the goal at the end of the nearest of the plans that were weighed against it.
    pub nearest: f64,
}

/// What must hold of the final pose of a plan.
#[derive(Clone, Copy)]
pub(crate) struct Ends<'m> {
    /// That the Nearest Enemy is Visible; where no plan comes to that, all plans count. Rule `BG4-MOVE-09` (pp. 39, 51).
    pub seen: Option<&'m dyn Fn(Pose) -> bool>,
    /// That there is room for it: the leg ends before or beyond. Rule `BG4-FLY-03` (p. 124).
    pub room: Option<&'m dyn Fn(Pose) -> bool>,
}

impl Ends<'_> {
    /// Nothing.
    pub(crate) const ANYWHERE: Self = Self {
        seen: None,
        room: None,
    };
}

/// A search for the best plan toward a point.
pub(crate) struct Search<'m, 'f> {
    /// Who moves.
    pub mover: &'m Mover<'f>,
    /// From where, with what used already.
    pub from: Progress,
    /// The point to come near: TC.
    pub goal: Point,
    /// What must hold of the final pose.
    pub ends: Ends<'m>,
    /// Whether plans that cannot win are left out unseen; the answer is the same.
    pub prunes: bool,
}

/// Lengths between two, a step apart, the nearest to the best first.
fn around(best: f64, least: f64, most: f64, step: f64) -> impl Iterator<Item = f64> {
    let steps = ((best - least).max(most - best).max(0.0) / step).ceil() as u32;
    let both = move |count: u32| {
        let off = f64::from(count) * step;
        if count == 0 {
            vec![best]
        } else {
            vec![best - off, best + off]
        }
    };
    (0..=steps)
        .flat_map(both)
        .filter(move |length| (least - GRAIN..=most + GRAIN).contains(length))
}

/// How near the nearest of some courses ends.
fn nearest(courses: &[Course]) -> f64 {
    courses
        .iter()
        .map(|course| course.distance)
        .fold(f64::INFINITY, f64::min)
}

/// How far ahead (first) and how far to the right of a card's front centre a point lies.
pub(crate) fn ahead_and_aside(card: &Card, point: Point) -> (f64, f64) {
    let (right, ahead) = card.own_axes(point);
    (ahead.value() - card.size().depth().half().value(), right.value())
}

impl Search<'_, '_> {
    /// The best plan; two if left and right are equal. If the enemy must come into sight and no plan can do that, all
    /// plans count. Rules `BG4-MOVE-06` to `BG4-MOVE-09`, `BG4-MOVE-11` (pp. 38-45, 51).
    pub(crate) fn best(&self, kinds: &[PlanKind]) -> Vec<Course> {
        let mut shared = Shared::default();
        let found = self.choose(kinds, &mut shared);
        if found.is_empty() && self.ends.seen.is_some() {
            let ends = Ends {
                seen: None,
                ..self.ends
            };
            Search { ends, ..*self }.choose(kinds, &mut shared)
        } else {
            found
        }
    }

    /// RULING: BG4-MOVE-07. The kinds in their order; a kind replaces the one in hand if it ends more than 0.05 nearer.
    fn choose(&self, kinds: &[PlanKind], shared: &mut Shared) -> Vec<Course> {
        if self.mover.takes_first_of_nearest() {
            return self.first_of_nearest(shared, kinds, f64::INFINITY);
        }
        let mut current: Vec<Course> = Vec::new();
        for kind in kinds {
            let limit = current
                .first()
                .map_or(f64::INFINITY, |course| course.distance - BETTER);
            if limit <= 0.0 {
                break;
            }
            let found = self.family(*kind, limit, shared);
            if nearest(&found) < limit - 1e-9 {
                current = found;
            }
        }
        current
    }

    /// The same for one that is of use only if it ends nearer than that: where none does, nothing or any other.
    pub(crate) fn best_nearer_than(&self, kinds: &[PlanKind], limit: f64) -> Vec<Course> {
        if self.mover.takes_first_of_nearest() && self.ends.seen.is_none() {
            // Plans that end no more than that behind the nearest count too.
            return self.first_of_nearest(&mut Shared::default(), kinds, limit + BETTER + SAME);
        }
        self.best(kinds)
    }

    fn family(&self, kind: PlanKind, limit: f64, shared: &mut Shared) -> Vec<Course> {
        let from = &self.from;
        match kind {
            PlanKind::Straight => self.line(kind, from, Vec::new(), Way::Forward),
            PlanKind::Turn => self.turns(kind, from, &[], limit, &mut shared.tried),
            PlanKind::Sideways => self.sideways(limit),
            PlanKind::AboutFace => match self.mover.about_faced(from) {
                Some(turned) => self.line(kind, &turned, vec![Leg::AboutFace], Way::Forward),
                None => Vec::new(),
            },
            PlanKind::AboutFaceTurn => match self.mover.about_faced(from) {
                Some(turned) => self.turns(kind, &turned, &[Leg::AboutFace], limit, &mut shared.tried),
                None => Vec::new(),
            },
            PlanKind::Reform if self.mover.takes_first_of_nearest() => self.reforms(limit, shared),
            PlanKind::Reform => self.reform(limit),
            PlanKind::Backward => self.line(kind, from, Vec::new(), Way::Backward),
            PlanKind::StraightTurn
            | PlanKind::AboutFaceStraightTurn
            | PlanKind::SidewaysTurn
            | PlanKind::BackwardTurn
            | PlanKind::ReformTurn => self.turns_after(kind, limit, shared),
        }
    }

    fn front_of(&self, pose: Pose) -> Point {
        self.mover.card_at(pose).front_centre()
    }

    fn course(&self, kind: PlanKind, hand: Option<Hand>, legs: Vec<Leg>, end: Progress) -> Option<Course> {
        if self.ends.seen.is_some_and(|seen| !seen(end.pose)) {
            return None;
        }
        let distance = self.front_of(end.pose).distance(self.goal).value();
        Some(Course {
            kind,
            hand,
            legs,
            end,
            distance,
            nearest: distance,
        })
    }

    /// Families (a), (d), (f), (g): some legs, then as far along one line as brings the unit nearest.
    fn line(&self, kind: PlanKind, at: &Progress, mut legs: Vec<Leg>, way: Way) -> Vec<Course> {
        let (ahead, _) = ahead_and_aside(&self.mover.card_at(at.pose), self.goal);
        let want = match way {
            Way::Forward => ahead,
            Way::Backward => -ahead,
            Way::Left | Way::Right => 0.0,
        };
        let shifted = self.mover.shifted(at, way, want.max(0.0));
        let Some((end, distance)) = shifted.and_then(|farthest| self.with_room(at, way, farthest)) else {
            return Vec::new();
        };
        if distance > GRAIN {
            legs.push(Leg::Shift {
                way,
                inches: length(distance),
            });
        } else if way == Way::Backward {
            return Vec::new();
        }
        self.course(kind, None, legs, end).into_iter().collect()
    }

    /// A shift, or the one that ends nearest to where it does and where there is room.
    fn with_room(&self, at: &Progress, way: Way, wanted: (Progress, f64)) -> Option<(Progress, f64)> {
        let (end, distance) = wanted;
        let Some(room) = self.ends.room.filter(|room| !room(end.pose)) else {
            return Some(wanted);
        };
        around(distance, 0.0, self.mover.left(at), 0.01)
            .find(|part| room(shift(at.pose, way, length(*part))))
            .and_then(|part| self.mover.shifted(at, way, part))
    }

    /// Family (f).
    fn reform(&self, limit: f64) -> Vec<Course> {
        let Some(heading) = self.from.pose.centre.bearing(self.goal) else {
            return Vec::new();
        };
        let now = self.from.pose.heading;
        if is_opposite(now, heading) || now.turn_to(heading).value().abs() < 0.005 {
            return Vec::new();
        }
        // However it ends, it does not end nearer than by all that is left straight at the goal.
        let half = self.mover.size().depth().half().value();
        let bound = self.from.pose.centre.distance(self.goal).value() - half - self.mover.left(&self.from);
        if self.prunes && bound >= limit {
            return Vec::new();
        }
        match self.mover.reformed(&self.from, heading) {
            Some(at) => self.line(PlanKind::Reform, &at, vec![Leg::Reform { heading }], Way::Forward),
            None => Vec::new(),
        }
    }

    /// Family (c): sideways, then straight; two plans if left and right are equal. Rule `BG4-MOVE-11` (p. 39).
    fn sideways(&self, limit: f64) -> Vec<Course> {
        let both: Vec<Course> = [(Hand::Left, Way::Left), (Hand::Right, Way::Right)]
            .into_iter()
            .filter_map(|(hand, way)| self.aside(hand, way, limit))
            .collect();
        nearest_of_both(both)
    }

    fn aside(&self, hand: Hand, way: Way, limit: f64) -> Option<Course> {
        let (farthest, most) = self.mover.shifted(&self.from, way, f64::from(u16::MAX))?;
        let left = self.mover.allowance(&Progress {
            terrain: self.from.terrain,
            ..farthest
        }) - self.from.used;
        let steps = (most * ASIDE_TO_INCH + GRAIN).floor() as u32;
        // In the earlier edition the end of the interval is tried too. RULING: BG3-PATH-02 (pp. 11-12).
        let end = Some(most).filter(|most| self.mover.takes_first_of_nearest() && *most > GRAIN);
        let mut tries: Vec<(f64, f64)> = (1..=steps)
            .map(|step| f64::from(step) / ASIDE_TO_INCH)
            .chain(end)
            .map(|aside| {
                let card = self.mover.card_at(shift(self.from.pose, way, length(aside)));
                let (ahead, off) = ahead_and_aside(&card, self.goal);
                let straight = ahead.min(left - aside).max(0.0);
                ((ahead - straight).hypot(off), aside)
            })
            .collect();
        tries.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut best: Option<(Course, f64)> = None;
        for (bound, aside) in tries {
            let known = best.as_ref().map_or(f64::INFINITY, |(course, _)| course.distance);
            if self.prunes && (bound > known + 1e-9 || bound >= limit + SAME) {
                break;
            }
            let Some(course) = self.aside_by(hand, way, aside) else {
                continue;
            };
            let nearer = course.distance < known - 1e-9;
            let shorter =
                best.as_ref().is_some_and(|(_, other)| aside < *other) && course.distance < known + 1e-9;
            if nearer || shorter {
                best = Some((course, aside));
            }
        }
        best.map(|(course, _)| course)
    }

    fn aside_by(&self, hand: Hand, way: Way, aside: f64) -> Option<Course> {
        let (at, moved) = self.mover.shifted(&self.from, way, aside)?;
        if moved < aside - 1e-4 {
            return None;
        }
        let (ahead, _) = ahead_and_aside(&self.mover.card_at(at.pose), self.goal);
        let (end, straight) = self.mover.shifted(&at, Way::Forward, ahead.max(0.0))?;
        let mut legs = vec![Leg::Shift {
            way,
            inches: length(aside),
        }];
        if straight > GRAIN {
            legs.push(Leg::Shift {
                way: Way::Forward,
                inches: length(straight),
            });
        }
        self.course(PlanKind::Sideways, Some(hand), legs, end)
    }
}

#[cfg(test)]
mod tests;
