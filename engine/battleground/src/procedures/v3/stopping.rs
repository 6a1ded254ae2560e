//! Stopping place of a unit on a ranged order: as soon as it may shoot, by whichever move takes it the least
//! way (p. 6).

use battleground_geometry::{
    Card, Degrees, Hand, Pose, Turn, Way, about_face, in_front_arc, nearest_centre_point, reform, shift,
};

use super::shooting::Shooter;
use crate::field::TOL;
use crate::model::command::Leg;
use crate::model::names::UnitId;
use crate::procedures::movement::context::{Done, MoveContext};
use crate::procedures::movement::mover::{Maneuver, Mover, Progress, angle, length};

/// Lines are tried at every multiple of this first, and the one that is found is then shortened by hundredths of an inch.
const STEP: f64 = 0.1;
const HUNDREDTHS: u32 = 10;
/// Maneuvers in place are tried by so many degrees: each counts as no distance, so any will do.
const REFORM_STEP: usize = 5;
/// Before a line forward they are tried by so many, and exactly toward the enemy.
const REFORM_BEFORE_LINE: usize = 15;
/// The rulers of turns are tried at every multiple of this first, by so many degrees, and the one that is found is shortened.
const RULER_STEP: f64 = 1.0;
const TURN_STEP: u32 = 10;
/// By so much.
const SHORTER: f64 = 0.05;
/// Moves whose distances differ by no more than this are as good as each other. RULING: BG3-PATH-10 (p. 6).
const AS_GOOD: f64 = 0.1;
/// A line that is shorter than it was wanted by no more than this is as long as it was wanted, in inches.
const AS_LONG: f64 = 1e-4;
/// The front centre of a unit that reforms comes no nearer to anything than by its depth, and not by more than this.
const BY_REFORM: f64 = 5.0;

/// What a unit looks for: a pose from which it may shoot as its order says.
struct Sought<'m, 'f, 's> {
    shooter: &'m Shooter<'s>,
    mover: &'m Mover<'f>,
    from: &'m Progress,
    enemy: UnitId,
    target: &'m Card,
    body: &'m Card,
}

/// The move of the least distance that ends where a unit on a ranged order stays, if there is one: about face and reforms
/// count as none. Rules `BG3-ORD-04` (p. 6), `BG3-PATH-10` (p. 6).
// RULING: BG3-PATH-10, of the moves that are tried: one maneuver in place, one line, a line forward after a maneuver in place, or one turn,
// each on a grid.
pub(crate) fn least(
    context: &MoveContext<'_>,
    from: &Progress,
    shooter: &Shooter<'_>,
    enemy: UnitId,
) -> Option<Done> {
    let sought = Sought {
        shooter,
        mover: &context.mover,
        from,
        enemy,
        target: shooter.field().card(enemy)?,
        body: shooter.field().body(enemy)?,
    };
    let left = context.mover.left(from);
    let missing = sought.missing(from.pose);
    if missing > left + BY_REFORM {
        return None;
    }
    if let Some(done) = sought.in_place() {
        return Some(done);
    }
    let mut best = sought.by_line(left, missing);
    best = sought
        .by_line_after_turning(shorter_than(best.as_ref(), left))
        .or(best);
    sought
        .by_turn(shorter_than(best.as_ref(), left), missing)
        .or_else(|| best.map(|(_, done)| done))
}

/// How long a move may be to be better than the best, or how much there is left where there is none.
fn shorter_than(best: Option<&(f64, Done)>, left: f64) -> f64 {
    best.map_or(left, |(distance, _)| distance - AS_GOOD)
}

impl Sought<'_, '_, '_> {
    /// By how much the enemy is too far away from a pose.
    fn missing(&self, pose: Pose) -> f64 {
        let eye = self.mover.card_at(pose).front_centre();
        nearest_centre_point(self.body, eye).2.value() - self.shooter.reach()
    }

    /// A quick no: whether a unit might stay at a pose, if it shoots at all.
    fn is_near(&self, pose: Pose) -> bool {
        self.missing(pose) <= 0.0 && in_front_arc(&self.mover.card_at(pose), self.target, TOL)
    }

    /// Whether a unit would stay at a pose.
    fn stays(&self, pose: Pose) -> bool {
        self.is_near(pose) && self.shooter.stays(self.enemy, pose)
    }

    /// About face, else the smallest of the reforms that are tried.
    fn in_place(&self) -> Option<Done> {
        let from = self.from;
        if let Some(end) = self.mover.about_faced(from).filter(|end| self.stays(end.pose)) {
            return Some((vec![Leg::AboutFace], end));
        }
        self.mover.maneuver(from, Maneuver::Reform)?;
        let both = (REFORM_STEP..180)
            .step_by(REFORM_STEP)
            .flat_map(|turned| [turned as f64, -(turned as f64)]);
        both.filter_map(|turned| Degrees::new(from.pose.heading.value() + turned).ok())
            .map(Degrees::heading)
            .filter(|heading| self.stays(reform(from.pose, *heading)))
            .find_map(|heading| Some((vec![Leg::Reform { heading }], self.mover.reformed(from, heading)?)))
    }

    /// The shortest line: forward, else sideways or backward where that is shorter.
    fn by_line(&self, left: f64, missing: f64) -> Option<(f64, Done)> {
        let mut best: Option<(f64, Done)> = None;
        for way in [Way::Forward, Way::Left, Way::Right, Way::Backward] {
            let most = shorter_than(best.as_ref(), left);
            let found = self.shortest_line(self.from, way, most, missing);
            best = found
                .map(|(distance, leg, end)| (distance, (vec![leg], end)))
                .or(best);
        }
        best
    }

    /// The shortest line forward after an about face or a reform, shorter than this.
    fn by_line_after_turning(&self, most: f64) -> Option<(f64, Done)> {
        let (from, mover) = (self.from, self.mover);
        let centre = from.pose.centre;
        let toward = centre.bearing(nearest_centre_point(self.body, centre).1);
        let all_round = (REFORM_BEFORE_LINE..360)
            .step_by(REFORM_BEFORE_LINE)
            .filter_map(|turned| Degrees::new(from.pose.heading.value() + turned as f64).ok())
            .map(Degrees::heading);
        let mut turned: Vec<(f64, Leg)> = all_round
            .chain(toward)
            .map(|heading| (self.missing(reform(from.pose, heading)), Leg::Reform { heading }))
            .collect();
        turned.push((self.missing(about_face(from.pose)), Leg::AboutFace));
        turned.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut best: Option<(f64, Done)> = None;
        for (missing, leg) in turned {
            let most = shorter_than(best.as_ref(), most);
            if missing >= most {
                break;
            }
            let Some(at) = mover.step(from, &leg) else {
                continue;
            };
            let line = self.shortest_line(&at, Way::Forward, most.min(mover.left(&at)), missing);
            best = line
                .map(|(distance, straight, end)| (distance, (vec![leg, straight], end)))
                .or(best);
        }
        best
    }

    /// The shortest line one way from a place that ends where the unit stays, no longer than this.
    fn shortest_line(
        &self,
        at: &Progress,
        way: Way,
        most: f64,
        missing: f64,
    ) -> Option<(f64, Leg, Progress)> {
        let steps = (most.max(0.0) / STEP).floor() as u32;
        let first = ((missing / STEP).floor().max(1.0)) as u32;
        let pose = |distance: f64| shift(at.pose, way, length(distance));
        let mut lines = (first..=steps).map(|step| f64::from(step) * STEP);
        let near = lines.find(|distance| self.is_near(pose(*distance)))?;
        // What a long line comes through, a shorter one comes through as well.
        let (_, longest) = self.mover.shifted(at, way, f64::from(steps) * STEP)?;
        let whole = std::iter::once(near)
            .chain(lines)
            .take_while(|distance| *distance <= longest + AS_LONG)
            .find(|distance| self.stays(pose(*distance)))?;
        // As far as it must to a hundredth of an inch.
        let mut exact = (0..HUNDREDTHS).rev().map(|part| whole - f64::from(part) * 0.01);
        let distance = exact.find(|distance| self.stays(pose(*distance)))?;
        let inches = length(distance);
        let (end, _) = self.mover.shifted(at, way, distance)?;
        Some((distance, Leg::Shift { way, inches }, end))
    }

    /// The turn with the shortest ruler, no longer than this.
    fn by_turn(&self, most: f64, missing: f64) -> Option<Done> {
        let first = (missing / RULER_STEP).ceil().max(1.0) as u32;
        let steps = (most.max(0.0) / RULER_STEP).ceil() as u32;
        let rulers = (first..=steps).map(|step| (f64::from(step) * RULER_STEP).min(most));
        let mut turns = rulers.flat_map(|ruler| {
            let angles = (1..=90 / TURN_STEP).map(move |step| f64::from(step * TURN_STEP));
            angles.flat_map(move |by| [Hand::Left, Hand::Right].map(|hand| (hand, by, ruler)))
        });
        let (hand, by, ruler) = turns.find(|(hand, by, ruler)| self.turn(*hand, *by, *ruler).is_some())?;
        let shorter = (0..(RULER_STEP / SHORTER) as u32).map(|step| ruler - f64::from(step) * SHORTER);
        let found = shorter.map_while(|ruler| self.turn(hand, by, ruler));
        found.last()
    }

    /// A turn, if it can be made and ends where the unit stays.
    fn turn(&self, hand: Hand, by: f64, ruler: f64) -> Option<Done> {
        let (by, inches) = (angle(by), length(ruler.max(0.0)));
        let turn = Turn::new(hand, by, inches).ok()?;
        let card = self.mover.card_at(self.from.pose);
        if !self.mover.turn_limit().allows(&card, turn) || !self.stays(turn.end(&card)) {
            return None;
        }
        let end = self.mover.turned(self.from, turn, false)?;
        let leg = Leg::Turn {
            hand,
            angle: by,
            inches,
            backward: false,
        };
        Some((vec![leg], end))
    }
}
