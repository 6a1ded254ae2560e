//! Skirmishers on a ranged order (p. 31).

use battleground_geometry::Pose;

use super::shooting::Shooter;
use crate::field::Field;
use crate::model::command::Leg;
use crate::model::effect::Keyword;
use crate::model::state::{Status, Unit};
use crate::procedures::movement::context::MoveContext;
use crate::procedures::movement::mover::Progress;
use crate::procedures::movement::plans::cut;
use crate::procedures::movement::plans::cut::Here;

/// Ways are cut at steps of a hundredth of an inch: nearer than one step before the limit it stops.
const ONE_STEP: f64 = 0.0101;

/// Whether a Skirmisher on a ranged order keeps out of the rush range of regular enemies. Rule `BG3-KEY-32` (p. 31).
pub(crate) fn keeps_out(context: &MoveContext<'_>) -> bool {
    let state = context.field.state();
    state.profile().keeps_out_of_rush_range && state.kind(context.unit).is(Keyword::Skirmisher)
}

/// How far a pose is outside the rush range of the regular enemy that comes nearest to it, below 0 inside.
// RULING: BG3-KEY-32, a regular that is engaged, routs or flies rushes nobody; its range is its movement with its terrain, to the
// closest centre point.
fn outside(field: &Field<'_>, unit: &Unit, pose: Pose) -> f64 {
    let state = field.state();
    let there = field.clone().with(unit.id, pose);
    let regulars = state.enemies_of(unit.id.seat()).filter(|enemy| {
        !state.kind(enemy).is(Keyword::Skirmisher)
            && !enemy.airborne
            && matches!(enemy.status, Status::Ready(_))
            && !state.is_engaged(enemy.id)
    });
    regulars
        .filter_map(|enemy| {
            let distance = there.within(enemy.id, unit.id)?;
            Some(distance.value() - there.current_mc(enemy.id).inches().value())
        })
        .fold(f64::from(u16::MAX), f64::min)
}

/// The part of a way that a Skirmisher on a ranged order goes: to where its order would have it shoot, though that be in rush range,
/// unless it has a target at its printed range from outside; else only as far as it stays outside. Rule `BG3-KEY-32` (p. 31).
pub(crate) fn way(
    context: &MoveContext<'_>,
    from: &Progress,
    legs: &[Leg],
    shooter: (&Shooter<'_>, &dyn Fn(Pose) -> Here),
) -> (Vec<Leg>, Progress) {
    let (shooter, shoots) = shooter;
    let (to_shoot, end) = cut(&context.mover, from, legs, shoots);
    let (field, unit) = (context.field, context.unit);
    let reached = shoots(end.pose) == Here::Stops;
    if reached && outside(field, unit, end.pose) >= -1e-6 {
        return (to_shoot, end);
    }
    let until = |least: f64| {
        let stop = move |pose: Pose| Here::within(least, outside(field, unit, pose));
        cut(&context.mover, from, legs, &stop)
    };
    let (mut legs_out, mut end_out) = until(1e-6);
    if outside(field, unit, end_out.pose) < -1e-6 && end_out.used > 0.0 {
        (legs_out, end_out) = until(ONE_STEP);
    }
    // At its printed range, whatever its order says.
    if reached && !shooter.has_target(end_out.pose) {
        return (to_shoot, end);
    }
    (legs_out, end_out)
}
