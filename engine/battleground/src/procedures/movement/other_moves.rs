//! Moves under an order that a scorekeeper may report in place of the one that is made unasked (pp. 6, 11-12).

use battleground_geometry::Way;

use super::mover::{MovedBy, Mover, Progress};
use super::plan::Plan;
use super::reported_legs::legs_to;
use super::reported_pose::{ReportedPose, agrees};
use crate::field::Field;
use crate::model::command::Leg;
use crate::model::state::Unit;
use crate::procedures::movement::plan::OtherMoves;
use crate::procedures::movement::plans::{Ends, Search};
use crate::procedures::v3::paths::way_left;
use crate::procedures::v3::shooting::Shooter;

/// So much farther from its goal than by the nearest move a unit may end. RULING: BG3-PATH-02 (pp. 11-12).
const AS_NEAR: f64 = 0.05;
/// So much longer than after the best move the way may be that is left to a goal round obstacles. RULING: BG3-PATH-05 (p. 12).
const AS_SHORT_A_WAY: f64 = 0.1;
/// So much farther than by the shortest move a unit may go to where it may stay. RULING: BG3-PATH-10 (p. 6).
const AS_SHORT: f64 = 0.1;

/// Whether a move with this end is as good as another.
type Judge<'m> = dyn Fn(&[Leg], &Progress) -> bool + 'm;

impl Plan {
    /// Another move that is as good as this one and ends where a scorekeeper saw the unit, if there is one. Rules `BG3-PATH-02`,
    /// `BG3-PATH-10` (pp. 6, 11-12).
    pub(crate) fn other_as_reported(
        &self,
        field: &Field<'_>,
        unit: &Unit,
        seen: ReportedPose,
    ) -> Option<Self> {
        let others = self.others.as_ref();
        let others = others.filter(|_| seen.unit == unit.id && !unit.airborne)?;
        let mover = Mover::new(field, unit, MovedBy::Order)?;
        let start = mover.start();
        let is_as_good: Box<Judge<'_>> = match others {
            OtherMoves::AsNear(goal) => {
                let goal = *goal;
                let search = Search {
                    mover: &mover,
                    from: start,
                    goal,
                    ends: Ends::ANYWHERE,
                    prunes: true,
                };
                let nearest = search.nearest_end()?;
                let mover = &mover;
                let far = move |end: &Progress| mover.card_at(end.pose).front_centre().distance(goal);
                Box::new(move |legs, end| {
                    is_of_the_ruling(legs) && far(end).value() <= nearest + AS_NEAR + 1e-9
                })
            }
            OtherMoves::AsShort(enemy, range) => {
                let (enemy, shooter) = (*enemy, Shooter::of(field, unit, *range));
                let most = length_of(&self.legs) + AS_SHORT + 1e-9;
                Box::new(move |legs, end| {
                    is_of_the_ruling(legs) && length_of(legs) <= most && shooter.stays(enemy, end.pose)
                })
            }
            OtherMoves::Around {
                goal,
                avoided,
                remaining,
            } => {
                let mover = &mover;
                let left = way_left(field, mover, *goal, avoided);
                let most = remaining + AS_SHORT_A_WAY + 1e-9;
                Box::new(move |_, end| {
                    left(mover.card_at(end.pose).front_centre()).is_some_and(|way| way <= most)
                })
            }
        };
        let gone = |legs: &[Leg]| {
            let step = |at: Option<Progress>, leg: &Leg| mover.step(&at?, leg);
            let end = legs.iter().fold(Some(start), step)?;
            let counts = agrees(end.pose, seen.pose) && is_as_good(legs, &end);
            counts.then_some(end)
        };
        let (legs, end) = legs_to(&mover.card_at(start.pose), seen.pose, gone)?;
        Some(Self {
            aim: self.aim,
            others: self.others.clone(),
            indirect: self.indirect,
            ..Self::of(&mover, legs, &end)
        })
    }
}

/// Inches that are moved: turning in place counts as none. RULING: BG3-PATH-10 (p. 6).
fn length_of(legs: &[Leg]) -> f64 {
    let of = |leg: &Leg| match leg {
        Leg::Shift { inches, .. } | Leg::Turn { inches, .. } => inches.value(),
        Leg::AboutFace | Leg::Reform { .. } => 0.0,
    };
    legs.iter().map(of).sum()
}

/// Whether a move is straight on and a turn, either of them or both, after one other maneuver at the most. RULING: BG3-PATH-02
/// (pp. 11-12).
fn is_of_the_ruling(legs: &[Leg]) -> bool {
    let is_straight = |leg: &Leg| {
        matches!(
            leg,
            Leg::Shift {
                way: Way::Forward,
                ..
            }
        )
    };
    let is_turn = |leg: &Leg| matches!(leg, Leg::Turn { backward: false, .. });
    let rest = match legs {
        [first, rest @ ..] if !is_straight(first) && !is_turn(first) => {
            if matches!(first, Leg::Turn { .. }) {
                return false;
            }
            rest
        }
        legs => legs,
    };
    match rest {
        [] => true,
        [only] => is_straight(only) || is_turn(only),
        [first, second] => is_straight(first) && is_turn(second),
        _ => false,
    }
}
