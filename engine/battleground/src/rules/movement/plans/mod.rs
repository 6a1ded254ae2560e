//! The plans that an ordered unit weighs: straight, turns, maneuvers; how one of them is chosen (pp. 38-45).

mod cut;
mod turns;

use battleground_geometry::{Card, Hand, Point, Pose, Way, shift};
use turns::{FreeTurns, TriedTurns};

use super::mover::{GRAIN, Mover, Progress, is_opposite, length};
use crate::model::command::Leg;

pub(crate) use cut::{Here, cut};

/// How much nearer a plan must end to be preferred to a simpler one. RULING: BG4-MOVE-07.
const BETTER: f64 = 0.05;
/// Final distances that count as the same. Rules `BG4-MOVE-08`, `BG4-GEO-04` (pp. 38-45).
const SAME: f64 = 0.01;
/// Sideways legs are tried in steps of 0.05 inch, so many to the inch. RULING: BG4-MOVE-08.
const ASIDE_TO_INCH: f64 = 20.0;

/// Straight stretches before a turn are tried at every multiple of so many inches. RULING: BG3-PATH-02 (pp. 11-12).
const STRAIGHT_STEP: f64 = 0.05;
/// Of these first at every tenth, and then at those beside the best of them.
const COARSE_STEPS: u32 = 10;
/// What a turn between two of the first may end nearer than the turns beside it.
const COARSE_LOSS: f64 = 0.5;
/// So much nearer a turn must be able to end, were nothing in its way, that a straight stretch before it is thought of.
const WORTH_A_STRETCH: f64 = 0.005;

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
    /// For units on the ground of the earlier edition. Rule `BG3-PATH-02` (pp. 11-12).
    pub(crate) const DIRECT: [Self; 9] = [
        Self::Straight,
        Self::Turn,
        Self::StraightTurn,
        Self::AboutFace,
        Self::AboutFaceTurn,
        Self::AboutFaceStraightTurn,
        Self::Sideways,
        Self::Backward,
        Self::Reform,
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

/// How far ahead (first) and how far to the right of a card's front centre a point lies.
pub(crate) fn ahead_and_aside(card: &Card, point: Point) -> (f64, f64) {
    let (right, ahead) = card.own_axes(point);
    (ahead.value() - card.size().depth().half().value(), right.value())
}

impl Search<'_, '_> {
    /// The best plan; two if left and right are equal. If the enemy must come into sight and no plan can do that, all
    /// plans count. Rules `BG4-MOVE-06` to `BG4-MOVE-09`, `BG4-MOVE-11` (pp. 38-45, 51).
    pub(crate) fn best(&self, kinds: &[PlanKind]) -> Vec<Course> {
        let mut tried = TriedTurns::default();
        let found = self.choose(kinds, &mut tried);
        if found.is_empty() && self.ends.seen.is_some() {
            let ends = Ends {
                seen: None,
                ..self.ends
            };
            Search { ends, ..*self }.choose(kinds, &mut tried)
        } else {
            found
        }
    }

    /// RULING: BG4-MOVE-07. The kinds in their order; a kind replaces the one in hand if it ends more than 0.05 nearer.
    fn choose(&self, kinds: &[PlanKind], tried: &mut TriedTurns) -> Vec<Course> {
        if self.mover.takes_first_of_nearest() {
            return self.first_of_nearest(tried, kinds, f64::INFINITY);
        }
        let mut current: Vec<Course> = Vec::new();
        for kind in kinds {
            let limit = current
                .first()
                .map_or(f64::INFINITY, |course| course.distance - BETTER);
            if limit <= 0.0 {
                break;
            }
            let found = self.family(*kind, limit, tried);
            let nearest = found
                .iter()
                .map(|course| course.distance)
                .fold(f64::INFINITY, f64::min);
            if nearest < limit - 1e-9 {
                current = found;
            }
        }
        current
    }

    /// The same for one that is of use only if it ends nearer than that: where none does, nothing or any other.
    pub(crate) fn best_nearer_than(&self, kinds: &[PlanKind], limit: f64) -> Vec<Course> {
        if self.mover.takes_first_of_nearest() && self.ends.seen.is_none() {
            // Plans that end no more than that behind the nearest count too.
            return self.first_of_nearest(&mut TriedTurns::default(), kinds, limit + BETTER + SAME);
        }
        self.best(kinds)
    }

    /// RULING: BG3-PATH-02 (pp. 11-12). Of all the kinds those that end within 0.05 of the nearest, and of these the first.
    fn first_of_nearest(&self, tried: &mut TriedTurns, kinds: &[PlanKind], most: f64) -> Vec<Course> {
        let mut nearer: Vec<(f64, Vec<Course>)> = Vec::new();
        let direct = if kinds.len() > PlanKind::FLYING.len() {
            &PlanKind::DIRECT[..]
        } else {
            kinds
        };
        for kind in direct {
            let limit = nearer.last().map_or(most, |(distance, _)| *distance);
            if limit <= 0.0 {
                break;
            }
            let found = self.family(*kind, limit, tried);
            let nearest = found
                .iter()
                .map(|course| course.distance)
                .fold(f64::INFINITY, f64::min);
            if nearest < limit - 1e-9 {
                nearer.push((nearest, found));
            }
        }
        let least = nearer.last().map_or(f64::INFINITY, |(distance, _)| *distance);
        let within = |(distance, _): &(f64, Vec<Course>)| *distance <= least + BETTER + 1e-9;
        nearer
            .into_iter()
            .find(within)
            .map_or_else(Vec::new, |(_, courses)| courses)
    }

    /// Straight and then a turn, where something keeps a turn from ending where it would: else a turn alone ends nearer. Rule
    /// `BG3-PATH-02` (pp. 11-12).
    // RULING: BG3-PATH-02, after an about face too; after a sidestep, a reform or a move backwards it goes straight on alone.
    fn straight_turns(&self, kind: PlanKind, at: &Progress, before: &[Leg], limit: f64) -> Vec<Course> {
        let may_be_stopped = self.mover.meets_something() || self.mover.on_rough_ground();
        if !may_be_stopped {
            return Vec::new();
        }
        let free = self.free_turns(at);
        if limit <= free.least + WORTH_A_STRETCH {
            return Vec::new();
        }
        // As far as it goes straight before something stops it.
        let (most, longest) = (self.mover.left(at), self.longest_stretch(at));
        let steps = (most.min(longest + STRAIGHT_STEP) / STRAIGHT_STEP + GRAIN).floor() as u32;
        let after = |wanted: f64, limit: f64| {
            let near = free.after(wanted, self.goal);
            self.turns_after(kind, (at, before), (wanted, limit), &near)
        };
        let far = |step: u32| f64::from(step) * STRAIGHT_STEP;
        let coarse = (1..=steps / COARSE_STEPS).map(|step| step * COARSE_STEPS);
        let first = self.nearest_after_one_of(coarse.map(far).collect(), limit + COARSE_LOSS, &free, &after);
        let middle = first.as_ref().map_or(0.0, |(stretch, ..)| *stretch);
        let first = first.filter(|(_, nearest, _)| *nearest < limit - 1e-9);
        let (least, best) = first.map_or((limit, Vec::new()), |(_, nearest, found)| (nearest, found));
        // Where none of the first is near enough, the first stretches may yet be.
        let middle = (middle / STRAIGHT_STEP).round() as u32;
        let beside = middle.saturating_sub(COARSE_STEPS) + 1..(middle + COARSE_STEPS).min(steps + 1);
        let beside: Vec<f64> = beside.filter(|step| *step != middle).map(far).collect();
        match self.nearest_after_one_of(beside, least, &free, &after) {
            Some((_, nearest, found)) if nearest < least - 1e-9 => found,
            Some(_) | None => best,
        }
    }

    /// How far it goes straight on before its movement is used up or something stops it.
    fn longest_stretch(&self, at: &Progress) -> f64 {
        let most = self.mover.left(at);
        let shifted = self.mover.shifted(at, Way::Forward, most);
        shifted.map_or(0.0, |(_, moved)| moved)
    }

    /// The stretch of several after which a turn ends nearest, of equal ones the shortest, with how near that is: those that promise
    /// most are looked at first, and the others only as long as they may end nearer.
    fn nearest_after_one_of(
        &self,
        stretches: Vec<f64>,
        limit: f64,
        free: &FreeTurns,
        turns_after: &dyn Fn(f64, f64) -> Option<(f64, Vec<Course>)>,
    ) -> Option<(f64, f64, Vec<Course>)> {
        let promise = |stretch: f64| (free.least_after(stretch, self.goal), stretch);
        let mut tries: Vec<(f64, f64)> = stretches.into_iter().map(promise).collect();
        tries.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
        let mut best: Option<(f64, f64, Vec<Course>)> = None;
        for (promised, stretch) in tries {
            let known = best.as_ref().map_or(limit, |(_, nearest, _)| *nearest);
            if self.prunes && promised > known + SAME + 1e-6 {
                break;
            }
            let Some((nearest, found)) = turns_after(stretch, known) else {
                continue;
            };
            let is_better = match &best {
                Some((other, known, _)) => {
                    nearest < known - 1e-9 || nearest < known + 1e-9 && stretch < *other
                }
                None => nearest.is_finite(),
            };
            if is_better {
                best = Some((stretch, nearest, found));
            }
        }
        best
    }

    /// The best turns after a straight stretch of a length, and how near they end; nothing if it cannot go so far.
    fn turns_after(
        &self,
        kind: PlanKind,
        (at, before): (&Progress, &[Leg]),
        (wanted, limit): (f64, f64),
        near: &[Vec<f64>; 2],
    ) -> Option<(f64, Vec<Course>)> {
        let (at, moved) = self.mover.shifted(at, Way::Forward, wanted)?;
        if moved < wanted - 1e-4 {
            return None;
        }
        let mut before = before.to_vec();
        before.push(Leg::Shift {
            way: Way::Forward,
            inches: length(moved),
        });
        let found = self.turns_after_a_stretch(kind, (&at, &before), limit, near);
        let nearest = found
            .iter()
            .map(|course| course.distance)
            .fold(f64::INFINITY, f64::min);
        Some((nearest, found))
    }

    fn family(&self, kind: PlanKind, limit: f64, tried: &mut TriedTurns) -> Vec<Course> {
        let from = &self.from;
        match kind {
            PlanKind::Straight => self.line(kind, from, Vec::new(), Way::Forward),
            PlanKind::Turn => self.turns(kind, from, &[], limit, tried),
            PlanKind::Sideways => self.sideways(limit),
            PlanKind::AboutFace => match self.mover.about_faced(from) {
                Some(turned) => self.line(kind, &turned, vec![Leg::AboutFace], Way::Forward),
                None => Vec::new(),
            },
            PlanKind::AboutFaceTurn => match self.mover.about_faced(from) {
                Some(turned) => self.turns(kind, &turned, &[Leg::AboutFace], limit, tried),
                None => Vec::new(),
            },
            PlanKind::Reform => self.reform(limit),
            PlanKind::Backward => self.line(kind, from, Vec::new(), Way::Backward),
            PlanKind::StraightTurn => self.straight_turns(kind, from, &[], limit),
            PlanKind::AboutFaceStraightTurn => match self.mover.about_faced(from) {
                Some(turned) => self.straight_turns(kind, &turned, &[Leg::AboutFace], limit),
                None => Vec::new(),
            },
        }
    }

    fn front_of(&self, pose: Pose) -> Point {
        self.mover.card_at(pose).front_centre()
    }

    fn course(&self, kind: PlanKind, hand: Option<Hand>, legs: Vec<Leg>, end: Progress) -> Option<Course> {
        if self.ends.seen.is_some_and(|seen| !seen(end.pose)) {
            return None;
        }
        Some(Course {
            kind,
            hand,
            legs,
            end,
            distance: self.front_of(end.pose).distance(self.goal).value(),
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
        let best = both
            .iter()
            .map(|course| course.distance)
            .fold(f64::INFINITY, f64::min);
        both.into_iter()
            .filter(|course| course.distance <= best + SAME + 1e-9)
            .collect()
    }

    fn aside(&self, hand: Hand, way: Way, limit: f64) -> Option<Course> {
        let (farthest, most) = self.mover.shifted(&self.from, way, f64::from(u16::MAX))?;
        let left = self.mover.allowance(&Progress {
            terrain: self.from.terrain,
            ..farthest
        }) - self.from.used;
        let steps = (most * ASIDE_TO_INCH + GRAIN).floor() as u32;
        let mut tries: Vec<(f64, f64)> = (1..=steps)
            .map(|step| {
                let aside = f64::from(step) / ASIDE_TO_INCH;
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
