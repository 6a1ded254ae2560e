//! A quick yes to whether a unit moves.

use battleground_geometry::Way;

use super::obstacles::{closest_on, obstacles};
use crate::field::Purpose;
use crate::model::orders::{Objective, Order};
use crate::procedures::movement::context::MoveContext;
use crate::procedures::movement::plan::Goal;
use crate::procedures::movement::plans::ahead_and_aside;

/// So much nearer, in inches, straight ahead alone must bring a unit: the move that is taken ends no more than 0.06 farther from the
/// goal than the nearest, and a pose is rounded.
const NEARER: f64 = 0.1;

/// Whether a unit on Close surely moves, whatever the best of its moves is: nothing has it go round, and straight ahead alone brings it
/// nearer to the enemy that it goes for. A no says nothing. Rules `BG3-PATH-01`, `BG3-PATH-02` (pp. 11-12).
pub(crate) fn surely_moves(context: &MoveContext<'_>) -> bool {
    let (unit, field) = (context.unit, context.field);
    if context.orders.order != Order::Close || unit.airborne {
        return false;
    }
    let enemy = match context.orders.objective {
        Some(Objective::Enemy(enemy)) if field.card(enemy).is_some() => Some(enemy),
        Some(Objective::Location(_) | Objective::Friend(_)) => return false,
        Some(Objective::Enemy(_)) | None => field
            .nearest_enemy(unit.id, Purpose::Move, context.answers)
            .ok() // ERR: between enemies that tie it moves all the same, but not surely this way.
            .flatten(),
    };
    let goal = enemy.and_then(|enemy| {
        // ERR: where its owner has still to choose a side, nothing is sure.
        let side = field.facing_side(unit.id, enemy, context.answers).ok()?;
        let (point, _) = field.to_side(unit.id, enemy, side)?;
        let of = Some(enemy);
        Some(Goal { point, of })
    });
    let Some(goal) = goal else { return false };
    let start = context.mover.start();
    let own = context.mover.card_at(start.pose);
    let front = own.front_centre();
    let things = obstacles(field, unit, (&own, true), goal);
    if closest_on(&[front, goal.point], &things, &[], front).is_some() {
        return false;
    }
    let (ahead, _) = ahead_and_aside(&own, goal.point);
    let straight = context.mover.shifted(&start, Way::Forward, ahead.max(0.0));
    straight.is_some_and(|(end, _)| {
        let there = context.mover.card_at(end.pose).front_centre();
        front.distance(goal.point).value() - there.distance(goal.point).value() > NEARER
    })
}
