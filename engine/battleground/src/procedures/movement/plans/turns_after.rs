//! Moves of the earlier edition that end with a turn after a maneuver, a straight stretch or both (pp. 11-12).

use battleground_geometry::{Pose, Way, reform, shift};

use super::super::mover::{Maneuver, Progress};
use super::free_turns::{FreeTurns, SPARE};
use super::{Course, PlanKind, SAME, Search, ahead_and_aside, nearest};
use crate::model::command::Leg;
use crate::procedures::movement::mover::{GRAIN, angle, length};

/// Lengths are tried at every multiple of so many inches, and at the end. RULING: BG3-PATH-02 (pp. 11-12).
const STEP: f64 = 0.05;
/// Of these first at every tenth, and then at those beside the best of them; of the headings of a reform likewise.
// RULING: BG3-PATH-02 (pp. 11-12). A place between two of the first, from which alone a turn ends nearer, is missed where a turn from none
// of the first ends nearly as near. Of the legal ones among 600,000 drawn moves in 1,500 positions none
// ended nearer by more than the 0.05 allowed.
const COARSE_STEPS: u32 = 10;
/// What a turn between two of the first may end nearer than the turns beside it.
const COARSE_LOSS: f64 = 0.5;
/// The same where both a maneuver and a straight stretch come before it.
const COARSE_LOSS_OF_BOTH: f64 = 0.2;
/// So much nearer a turn must be able to end, were nothing in its way, that a straight stretch before it is thought of.
const WORTH_A_STRETCH: f64 = 0.005;
/// So often the places beside the best one are looked at.
const ROUNDS: u32 = 4;

/// What a unit does before it goes straight on and turns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum First {
    Nothing,
    AboutFace,
    /// To a side, or backwards.
    Shift(Way),
    /// To one of these headings, by whole degrees in their order from left to right.
    Reform,
}

/// How far a unit goes before it turns: first in inches, or to a heading in degrees, and then straight on in inches.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Stretch {
    first: f64,
    straight: f64,
}

/// The best turns after a stretch, and how near they end.
struct Found {
    after: Stretch,
    nearest: f64,
    courses: Vec<Course>,
}

/// Moves of one kind.
pub(super) struct TurnsAfter<'s, 'm, 'f> {
    search: &'s Search<'m, 'f>,
    kind: PlanKind,
    first: First,
    /// As the maneuver begins: what it leaves of the movement is known then.
    begun: Progress,
    free: &'s FreeTurns,
    headings: &'s [f64],
}

impl<'s, 'm, 'f> TurnsAfter<'s, 'm, 'f> {
    /// Nothing if the unit cannot do what comes first at all.
    pub(super) fn new(
        search: &'s Search<'m, 'f>,
        kind: PlanKind,
        first: First,
        free: &'s FreeTurns,
        headings: &'s [f64],
    ) -> Option<Self> {
        let (mover, from) = (search.mover, &search.from);
        let begun = match first {
            First::Nothing => Some(*from),
            First::AboutFace => mover.about_faced(from),
            First::Shift(way) => mover.shifted(from, way, 0.0).map(|(begun, _)| begun),
            First::Reform => mover.maneuver(from, Maneuver::Reform),
        };
        Some(Self {
            search,
            kind,
            first,
            begun: begun?,
            free,
            headings,
        })
    }

    /// The best of them that end nearer than that.
    pub(super) fn best(&self, limit: f64) -> Vec<Course> {
        if self.open_plane_or_far(limit) {
            return Vec::new();
        }
        let most = limit + self.coarse_loss();
        let first = self.nearest_of(self.coarse(most), most);
        let (mut middle, mut best) = match first {
            Some(found) if found.nearest < limit - 1e-9 => (found.after, Some(found)),
            Some(found) => (found.after, None),
            // Where none of the first is near enough, the first stretches may yet be.
            None if self.first == First::Reform => return Vec::new(),
            None => (
                Stretch {
                    first: 0.0,
                    straight: 0.0,
                },
                None,
            ),
        };
        for _ in 0..ROUNDS {
            let mut is_nearer = false;
            for line in self.lines() {
                let known = best.as_ref().map_or(limit, |found| found.nearest);
                if let Some(found) = self.nearest_of(self.beside(middle, *line), known) {
                    middle = found.after;
                    best = Some(found);
                    is_nearer = true;
                }
            }
            if !is_nearer {
                break;
            }
        }
        best.map_or_else(Vec::new, |found| found.courses)
    }

    const fn coarse_loss(&self) -> f64 {
        match self.first {
            First::Nothing | First::AboutFace | First::Shift(Way::Backward) => COARSE_LOSS,
            First::Shift(_) | First::Reform => COARSE_LOSS_OF_BOTH,
        }
    }

    /// Whether nothing of it can be of use: it ends too far away, or nothing stops a turn alone, which ends nearer then.
    fn open_plane_or_far(&self, limit: f64) -> bool {
        let mover = self.search.mover;
        match self.first {
            First::Nothing | First::AboutFace => {
                let may_be_stopped = mover.meets_something() || mover.on_rough_ground();
                let start = Stretch {
                    first: 0.0,
                    straight: 0.0,
                };
                !may_be_stopped || self.promise(start, limit) + WORTH_A_STRETCH >= limit
            }
            First::Shift(_) => self.promise_of_any() >= limit,
            First::Reform => self.headings.is_empty() || self.promise_of_any() >= limit,
        }
    }

    /// However the unit moves, it ends no nearer: no move takes its front centre farther than it costs, a reform by its depth.
    fn promise_of_any(&self) -> f64 {
        let (mover, goal) = (self.search.mover, self.search.goal);
        let left = mover.left(&self.begun);
        match self.first {
            First::Nothing | First::AboutFace | First::Shift(_) => {
                self.search.front_of(self.begun.pose).distance(goal).value() - left
            }
            First::Reform => {
                let half = mover.size().depth().half().value();
                self.begun.pose.centre.distance(goal).value() - half - left
            }
        }
    }

    /// Where it lies before it turns.
    fn pose(&self, stretch: Stretch) -> Pose {
        let begun = self.begun.pose;
        let turned = match self.first {
            First::Nothing | First::AboutFace => begun,
            First::Shift(way) => shift(begun, way, length(stretch.first)),
            First::Reform => reform(begun, angle(stretch.first)),
        };
        shift(turned, Way::Forward, length(stretch.straight))
    }

    /// How much of its movement a stretch takes.
    fn inches(&self, stretch: Stretch) -> f64 {
        match self.first {
            First::Shift(_) => stretch.first + stretch.straight,
            First::Nothing | First::AboutFace | First::Reform => stretch.straight,
        }
    }

    /// How near a turn after a stretch ends at most; it does not matter how far, if that is farther than this.
    fn promise(&self, stretch: Stretch, most: f64) -> f64 {
        let left = self.search.mover.left(&self.begun) - self.inches(stretch);
        if left < -GRAIN {
            return f64::INFINITY;
        }
        let card = self.search.mover.card_at(self.pose(stretch));
        let (ahead, aside) = ahead_and_aside(&card, self.search.goal);
        // No turn takes the front centre farther than its ruler.
        if ahead.hypot(aside) - left > most + SPARE {
            return f64::INFINITY;
        }
        self.free.least((ahead, aside), left) - SPARE
    }

    /// The stretches that are looked at first, of those that may end near enough.
    fn coarse(&self, most: f64) -> Vec<Stretch> {
        let mut all = Vec::new();
        for first in self.firsts() {
            let start = Stretch { first, straight: 0.0 };
            // Were nothing in the way, a turn at once would end as near as one after a straight stretch.
            if self.search.prunes && self.promise(start, most) >= most + WORTH_A_STRETCH {
                continue;
            }
            let Some((at, _)) = self.placed(start) else {
                continue;
            };
            if self.may_turn_at_once() {
                all.push(start);
            }
            if self.goes_straight_on() {
                let straights = multiples(self.longest(&at, Way::Forward));
                all.extend(straights.map(|straight| Stretch { first, straight }));
            }
        }
        all
    }

    /// The measures of the maneuver that are looked at first.
    fn firsts(&self) -> Vec<f64> {
        match self.first {
            First::Nothing | First::AboutFace => vec![0.0],
            First::Shift(way) => multiples(self.longest(&self.search.from, way)).collect(),
            First::Reform => {
                // Counted from both ends: the mirror image of a position is searched at the mirrored headings.
                let last = self.headings.len().saturating_sub(1);
                let step = COARSE_STEPS as usize;
                let is_coarse =
                    |place: &usize| place.is_multiple_of(step) || (last - place).is_multiple_of(step);
                let places = (0..self.headings.len()).filter(is_coarse);
                places.map(|place| self.headings[place]).collect()
            }
        }
    }

    /// Whether a turn without a straight stretch is one of them.
    const fn may_turn_at_once(&self) -> bool {
        matches!(self.first, First::Shift(_) | First::Reform)
    }

    /// Whether a straight stretch comes before the turn.
    // RULING: BG3-PATH-02 (pp. 11-12), after a move backwards none does: a shorter move backwards leads to the same place.
    const fn goes_straight_on(&self) -> bool {
        !matches!(self.first, First::Shift(Way::Backward))
    }

    /// How far it goes one way before its movement is used up or something stops it.
    fn longest(&self, at: &Progress, way: Way) -> f64 {
        let shifted = self.search.mover.shifted(at, way, f64::from(u16::MAX));
        shifted.map_or(0.0, |(_, moved)| moved)
    }

    /// In which directions from the best stretch others are looked at, in steps of the maneuver and of the straight stretch.
    const fn lines(&self) -> &'static [(i32, i32)] {
        match self.first {
            First::Nothing | First::AboutFace => &[(0, 1)],
            First::Shift(Way::Backward) => &[(1, 0)],
            First::Shift(_) => &[(0, 1), (1, 0), (1, -1), (1, 1)],
            First::Reform => &[(0, 1), (1, 0)],
        }
    }

    /// The stretches beside one, nearer to it than the next of the first.
    fn beside(&self, middle: Stretch, (first, straight): (i32, i32)) -> Vec<Stretch> {
        let reach = COARSE_STEPS as i32;
        let at = |steps: i32| Stretch {
            first: match self.first {
                First::Reform => (middle.first + f64::from(steps * first)).rem_euclid(360.0),
                First::Nothing | First::AboutFace | First::Shift(_) => stepped(middle.first, steps * first),
            },
            straight: stepped(middle.straight, steps * straight),
        };
        let is_one = |one: &Stretch| {
            let has_maneuver = !matches!(self.first, First::Shift(_)) || one.first > GRAIN;
            let has_stretch = self.may_turn_at_once() || one.straight > GRAIN;
            has_maneuver && has_stretch && one.straight > -GRAIN && *one != middle
        };
        (1 - reach..reach).map(at).filter(is_one).collect()
    }

    /// Of several stretches the one after which a turn ends nearest, if that is nearer than a limit; of equal ones the shortest. Those
    /// that promise most are looked at first, and the others only as long as they may end nearer.
    fn nearest_of(&self, stretches: Vec<Stretch>, limit: f64) -> Option<Found> {
        let promise = |stretch: Stretch| (self.promise(stretch, limit), stretch);
        let mut tries: Vec<(f64, Stretch)> = stretches.into_iter().map(promise).collect();
        if self.search.prunes {
            tries.retain(|(promised, _)| *promised < limit);
        }
        let far = |stretch: Stretch| self.inches(stretch);
        tries.sort_by(|one, other| {
            one.0
                .total_cmp(&other.0)
                .then(far(one.1).total_cmp(&far(other.1)))
        });
        let mut best: Option<Found> = None;
        for (promised, stretch) in tries {
            let known = best.as_ref().map_or(limit, |found| found.nearest);
            if self.search.prunes && promised > known + SAME {
                break;
            }
            let Some(found) = self.turned_after(stretch, known) else {
                continue;
            };
            let is_better = match &best {
                Some(other) => {
                    found.nearest < known - 1e-9
                        || found.nearest < known + 1e-9 && far(stretch) < far(other.after)
                }
                None => found.nearest < limit - 1e-9,
            };
            if is_better {
                best = Some(found);
            }
        }
        best
    }

    /// The best turns after a stretch; nothing if it cannot go so far.
    fn turned_after(&self, after: Stretch, limit: f64) -> Option<Found> {
        let (at, before) = self.placed(after)?;
        let courses = self
            .search
            .turns_among(self.kind, (&at, &before), limit, self.free);
        Some(Found {
            after,
            nearest: nearest(&courses),
            courses,
        })
    }

    /// Where it is after a stretch, and what it did; nothing if it cannot go so far.
    fn placed(&self, stretch: Stretch) -> Option<(Progress, Vec<Leg>)> {
        let (mover, from) = (self.search.mover, &self.search.from);
        let (mut at, mut legs) = match self.first {
            First::Nothing => (self.begun, Vec::new()),
            First::AboutFace => (self.begun, vec![Leg::AboutFace]),
            First::Shift(way) => self.shifted(from, way, stretch.first)?,
            First::Reform => {
                let heading = angle(stretch.first);
                (mover.reformed(from, heading)?, vec![Leg::Reform { heading }])
            }
        };
        if stretch.straight > GRAIN {
            let (end, straight) = self.shifted(&at, Way::Forward, stretch.straight)?;
            at = end;
            legs.extend(straight);
        }
        Some((at, legs))
    }

    /// A shift of just this length.
    fn shifted(&self, at: &Progress, way: Way, wanted: f64) -> Option<(Progress, Vec<Leg>)> {
        let (end, moved) = self.search.mover.shifted(at, way, wanted)?;
        let inches = length(moved);
        (moved >= wanted - 1e-4).then(|| (end, vec![Leg::Shift { way, inches }]))
    }
}

/// Every tenth of the lengths up to one, and that.
fn multiples(longest: f64) -> impl Iterator<Item = f64> {
    let coarse = STEP * f64::from(COARSE_STEPS);
    let steps = ((longest - GRAIN) / coarse).floor().max(0.0) as u32;
    let end = (longest > GRAIN).then_some(longest);
    (1..=steps).map(move |step| f64::from(step) * coarse).chain(end)
}

/// The length that lies so many steps from one.
fn stepped(length: f64, steps: i32) -> f64 {
    if steps == 0 {
        return length;
    }
    ((length / STEP).round() + f64::from(steps)) * STEP
}
