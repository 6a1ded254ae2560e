//! Moves toward an enemy: to its Facing Side, or to its closest centre point (pp. 6, 12, 31).

use battleground_geometry::Pose;

use crate::field::{Field, Purpose};
use crate::model::agenda::Need;
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::procedures::movement::context::MoveContext;
use crate::procedures::movement::flying::to_enemy as fly_to_enemy;
use crate::procedures::movement::mover::Progress;
use crate::procedures::movement::plan::{Aim, Goal, OtherMoves, Plan};
use crate::procedures::movement::reach::Reach;
use crate::procedures::movement::target::MoveTarget;
use crate::procedures::v3::paths::goal_points::ClosestPoints;
use crate::procedures::v3::paths::until::Until;
use crate::procedures::v3::paths::way;
use crate::procedures::v3::shooting::Shooter;
use crate::procedures::v3::{skirmishers, stopping};

/// Toward an enemy: the centre point of its Facing Side on Close, else its closest centre point. Rules `BG3-PATH-01`,
/// `BG3-PATH-10` (pp. 6, 12), `BG3-KEY-32` (p. 31).
///
/// # Errors
/// [`Need::Ask`] where the owner has a choice.
pub(crate) fn to_enemy(
    context: &MoveContext<'_>,
    from: &Progress,
    field: &Field<'_>,
    set: Option<UnitId>,
    range: Option<Reach>,
) -> Result<Plan, Need> {
    let id = context.unit.id;
    let enemy = match set {
        Some(enemy) => Some(enemy),
        None => field.nearest_enemy(id, Purpose::Move, context.answers)?,
    };
    let stays = Plan::of(&context.mover, Vec::new(), from);
    let Some(enemy) = enemy else {
        return Ok(stays);
    };
    let front = context.mover.card_at(from.pose).front_centre();
    let Some(body) = field.body(enemy) else {
        return Ok(stays);
    };
    let closest = ClosestPoints::of(context, enemy, body, front, |_| true);
    // The Facing Side, which the owner chooses on a diagonal, matters on Close alone.
    let found = match context.orders.order {
        Order::Close => {
            let side = field.facing_side(id, enemy, context.answers)?;
            field.to_side(id, enemy, side).map(|(point, _)| (side, point))
        }
        Order::Hold | Order::Range | Order::Short | Order::Long | Order::Follow => closest.first(),
    };
    let Some((side, point)) = found else {
        return Ok(stays);
    };
    let aim = Aim::Enemy(enemy, side);
    if context.unit.airborne {
        let target = MoveTarget::open(enemy, side, point);
        return fly_to_enemy(context, from, field, &target, range);
    }
    let shooter = range.map(|range| Shooter::of(field, context.unit, range.range.inches()));
    if let Some(shooter) = &shooter
        && !skirmishers::keeps_out(context)
        && let Some((legs, end)) = stopping::least(context, from, shooter, enemy)
    {
        let others = range.map(|range| OtherMoves::AsShort(enemy, range.range.inches()));
        return Ok(Plan::of(&context.mover, legs, &end).toward(aim).or_others(others));
    }
    let (side, point) = match context.orders.order {
        Order::Close => (side, point),
        Order::Hold | Order::Range | Order::Short | Order::Long | Order::Follow => {
            closest.chosen(context)?.unwrap_or((side, point))
        }
    };
    let aim = Aim::Enemy(enemy, side);
    let goal = Goal {
        point,
        of: Some(enemy),
    };
    let stops = shooter
        .as_ref()
        .map(|shooter| move |pose: Pose| shooter.stops(enemy, pose));
    let until = match (&shooter, &stops) {
        (Some(shooter), Some(stops)) if skirmishers::keeps_out(context) => {
            Until::ShootsOrIsNear(shooter, stops)
        }
        (_, Some(stops)) => Until::Holds(stops),
        (_, None) => Until::Arrives,
    };
    Ok(way(context, from, field, goal, &until)?.plan(context).toward(aim))
}
