//! The direct move of the earlier edition: of all the moves that its ruling names the first of those that end nearest (pp. 11-12).

use std::cell::OnceCell;

use battleground_geometry::{Hand, Way, reform};

use super::super::mover::Maneuver;
use super::free_turns::FreeTurns;
use super::turns::TriedTurns;
use super::turns_after::{First, TurnsAfter};
use super::{BETTER, Course, PlanKind, SAME, Search, ahead_and_aside, nearest};
use crate::model::command::Leg;
use crate::procedures::movement::mover::{GRAIN, angle};

/// What several kinds of plan of one search share, worked out once.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub(super) tried: TriedTurns,
    free: OnceCell<FreeTurns>,
    headings: OnceCell<Vec<f64>>,
}

/// The order in which the kinds are looked at: what costs little and ends near first, so that less is left of the others.
const LOOKED_AT: [PlanKind; 12] = [
    PlanKind::Straight,
    PlanKind::AboutFace,
    PlanKind::Turn,
    PlanKind::Reform,
    PlanKind::Sideways,
    PlanKind::Backward,
    PlanKind::AboutFaceTurn,
    PlanKind::StraightTurn,
    PlanKind::AboutFaceStraightTurn,
    PlanKind::BackwardTurn,
    PlanKind::SidewaysTurn,
    PlanKind::ReformTurn,
];

/// The best plans of a kind.
struct OfKind {
    place: usize,
    nearest: f64,
    courses: Vec<Course>,
}

/// The kinds of plan that were looked for, and what was found.
// RULING: BG3-PATH-02 (pp. 11-12). Of all the kinds those that end within 0.05 of the nearest, and of these the first; of turns alone the one by
// the least angle of those that do. Others that end within 0.01 of each other count as ending at the same distance.
#[derive(Default)]
struct SearchedKinds {
    found: Vec<OfKind>,
    /// How near each kind had to end to be found when it was looked for last, by its place in the order of the kinds.
    limits: [Option<f64>; PlanKind::DIRECT.len()],
    /// Whether each kind is looked for that ends nearer than those found, even where it changes nothing about the kind that is taken.
    is_exact: bool,
}

impl SearchedKinds {
    /// How near the nearest ends of the kinds that come before a place.
    fn least_before(&self, place: usize) -> f64 {
        let before = self.found.iter().filter(|one| one.place < place);
        before.map(|one| one.nearest).fold(f64::INFINITY, f64::min)
    }

    /// The kind that is taken of those that were found.
    fn first(&self) -> Option<&OfKind> {
        let least = self.least_before(usize::MAX);
        let near = self
            .found
            .iter()
            .filter(|one| one.nearest <= least + BETTER + 1e-9);
        near.min_by_key(|one| one.place)
    }

    /// How near a kind must end to make a difference: to be taken itself, or to rule out the one that is taken now.
    fn limit(&self, place: usize) -> f64 {
        let Some(first) = self.first() else {
            return f64::INFINITY;
        };
        if place > first.place {
            // Which of the turns is taken depends on the nearest end of all; any other one before it is taken unless this one ends so
            // much nearer that it is not near enough.
            return if self.is_exact || PlanKind::DIRECT[first.place] == PlanKind::Turn {
                self.least_before(usize::MAX)
            } else {
                first.nearest - BETTER
            };
        }
        let least = self.least_before(usize::MAX) + BETTER + 3e-9;
        least.min(self.least_before(place))
    }

    /// Whether a kind is still to be looked for, or again, as it makes a difference below this limit.
    fn is_open(&self, place: usize, limit: f64) -> bool {
        let is_known = self.found.iter().any(|one| one.place == place);
        !is_known && limit > 0.0 && self.limits[place].is_none_or(|before| before < limit - 1e-9)
    }
}

impl Search<'_, '_> {
    /// The plans of the kind that is taken, of those that end nearer than this.
    ///
    /// Each kind is looked for only as near to the goal as would make a difference by then. What is found later may widen that: the kinds
    /// that it concerns are looked for again.
    pub(super) fn first_of_nearest(&self, shared: &mut Shared, kinds: &[PlanKind], most: f64) -> Vec<Course> {
        self.first_of(shared, kinds, most, SearchedKinds::default())
    }

    /// Distance to the goal, in inches, at which the nearest of all moves ends. A reported move counts if it ends at most 0.05 farther.
    /// Rule `BG3-PATH-02` (pp. 11-12).
    pub(crate) fn nearest_end(&self) -> Option<f64> {
        let searched = SearchedKinds {
            is_exact: true,
            ..SearchedKinds::default()
        };
        let courses = self.first_of(&mut Shared::default(), &PlanKind::ALL, f64::INFINITY, searched);
        courses.first().map(|course| course.nearest)
    }

    fn first_of(
        &self,
        shared: &mut Shared,
        kinds: &[PlanKind],
        most: f64,
        mut searched: SearchedKinds,
    ) -> Vec<Course> {
        let kinds = if kinds.len() > PlanKind::FLYING.len() {
            &LOOKED_AT[..]
        } else {
            kinds
        };
        loop {
            let before = searched.found.len();
            for kind in kinds {
                let place = PlanKind::DIRECT.iter().position(|one| one == kind).unwrap_or(0);
                let limit = searched.limit(place).min(most);
                if !searched.is_open(place, limit) {
                    continue;
                }
                if searched.limits[place].replace(limit).is_some() {
                    // Those turns were not followed as far.
                    shared.tried = TriedTurns::default();
                }
                let courses = self.family(*kind, limit, shared);
                let nearest = courses.iter().map(|course| course.nearest);
                let nearest = nearest.fold(f64::INFINITY, f64::min);
                if nearest < limit - 1e-9 {
                    searched.found.push(OfKind {
                        place,
                        nearest,
                        courses,
                    });
                }
            }
            if searched.found.len() == before {
                break;
            }
        }
        let least = searched.least_before(usize::MAX);
        let Some(place) = searched.first().map(|one| one.place) else {
            return Vec::new();
        };
        let taken = searched.found.into_iter().find(|one| one.place == place);
        let mut courses = taken.map_or_else(Vec::new, |one| one.courses);
        if PlanKind::DIRECT[place] == PlanKind::Turn {
            let turns = self.least_turns(PlanKind::Turn, &self.from, least + BETTER + 1e-9);
            if !turns.is_empty() {
                courses = turns;
            }
        }
        for course in &mut courses {
            course.nearest = least;
        }
        courses
    }

    /// Moves that end with a turn after something else.
    pub(super) fn turns_after(&self, kind: PlanKind, limit: f64, shared: &Shared) -> Vec<Course> {
        let free = shared.free.get_or_init(|| FreeTurns::of(self));
        let best = |first: First, headings: &[f64], limit: f64| {
            let moves = TurnsAfter::new(self, kind, first, free, headings);
            moves.map_or_else(Vec::new, |moves| moves.best(limit))
        };
        match kind {
            PlanKind::StraightTurn => best(First::Nothing, &[], limit),
            PlanKind::AboutFaceStraightTurn => best(First::AboutFace, &[], limit),
            PlanKind::BackwardTurn => best(First::Shift(Way::Backward), &[], limit),
            PlanKind::SidewaysTurn => {
                let of_hand = |hand: Hand, way: Way, limit: f64| {
                    let courses = best(First::Shift(way), &[], limit);
                    let of_hand = move |course: Course| Course {
                        hand: Some(hand),
                        ..course
                    };
                    courses.into_iter().take(1).map(of_hand)
                };
                let mut both: Vec<Course> = of_hand(Hand::Left, Way::Left, limit).collect();
                // Looked for as far as to the left: which hand comes first makes no difference.
                both.extend(of_hand(Hand::Right, Way::Right, limit));
                nearest_of_both(both)
            }
            PlanKind::ReformTurn => {
                let headings = shared.headings.get_or_init(|| self.headings());
                best(First::Reform, headings, limit)
            }
            PlanKind::Straight
            | PlanKind::Turn
            | PlanKind::Sideways
            | PlanKind::AboutFace
            | PlanKind::AboutFaceTurn
            | PlanKind::Reform
            | PlanKind::Backward => Vec::new(),
        }
    }

    /// A reform exactly toward the goal, and where something is in its way one to whole degrees, and then straight on.
    pub(super) fn reforms(&self, limit: f64, shared: &Shared) -> Vec<Course> {
        let exact = self.reform(limit);
        let Some(begun) = self.mover.maneuver(&self.from, Maneuver::Reform) else {
            return exact;
        };
        let (centre, left) = (begun.pose.centre, self.mover.left(&begun));
        let half = self.mover.size().depth().half().value();
        let least = (centre.distance(self.goal).value() - half - left).max(0.0);
        let mut known = nearest(&exact).min(limit);
        if self.prunes && known <= least + GRAIN {
            return exact;
        }
        let promise = |heading: f64| {
            let card = self.mover.card_at(reform(begun.pose, angle(heading)));
            let (ahead, aside) = ahead_and_aside(&card, self.goal);
            ((ahead - ahead.clamp(0.0, left)).hypot(aside), heading)
        };
        let headings = shared.headings.get_or_init(|| self.headings());
        let mut tries: Vec<(f64, f64)> = headings.iter().copied().map(promise).collect();
        tries.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut best = exact;
        for (promised, heading) in tries {
            if self.prunes && promised >= known {
                break;
            }
            let heading = angle(heading);
            let Some(at) = self.mover.reformed(&self.from, heading) else {
                continue;
            };
            let found = self.line(PlanKind::Reform, &at, vec![Leg::Reform { heading }], Way::Forward);
            if nearest(&found) < known - 1e-9 {
                known = nearest(&found);
                best = found;
            }
        }
        best
    }

    /// The headings in whole degrees to which it may reform, from the left to the right: what stops a reform stops every larger one to
    /// the same side.
    fn headings(&self) -> Vec<f64> {
        let now = self.from.pose.heading.value();
        let is_free = |heading: f64| {
            let heading = angle(heading.rem_euclid(360.0));
            self.mover.reformed(&self.from, heading).is_some()
        };
        let to_the_left: Vec<f64> = (1..=180).map(|by| now.ceil() - f64::from(by)).collect();
        let to_the_right: Vec<f64> = (1..=180).map(|by| now.floor() + f64::from(by)).collect();
        let free = |side: &[f64]| side.partition_point(|heading| is_free(*heading));
        let left = to_the_left[..free(&to_the_left)].iter().rev();
        let right = to_the_right[..free(&to_the_right)].iter();
        left.chain(right)
            .map(|heading| heading.rem_euclid(360.0))
            .collect()
    }
}

/// Of plans to the left and to the right the nearer ones, both if they are equal.
pub(super) fn nearest_of_both(both: Vec<Course>) -> Vec<Course> {
    let best = nearest(&both);
    let is_near = |course: &Course| course.distance <= best + SAME + 1e-9;
    both.into_iter().filter(is_near).collect()
}

#[cfg(test)]
mod tests;
