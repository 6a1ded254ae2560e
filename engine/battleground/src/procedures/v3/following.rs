//! Moves after a friend (p. 6).

use battleground_geometry::Side;

use crate::model::agenda::Need;
use crate::model::names::UnitId;
use crate::procedures::movement::context::MoveContext;
use crate::procedures::movement::mover::Progress;
use crate::procedures::movement::plan::{Aim, Goal, Plan};
use crate::procedures::movement::target::field_at;
use crate::procedures::v3::paths;
use crate::procedures::v3::paths::goal_points::ClosestPoints;
use crate::procedures::v3::paths::until::Until;

/// After a friend, the nearest one unless it is set: to its nearest centre point that is not of its front. Nowhere if there is
/// no friend left. Rule `BG3-ORD-07` (p. 6).
///
/// # Errors
/// [`Need::Ask`] where the owner has a choice.
pub(crate) fn to_friend(
    context: &MoveContext<'_>,
    from: &Progress,
    set: Option<UnitId>,
) -> Result<Plan, Need> {
    let moved = field_at(context, from.pose);
    let field = moved.as_ref().unwrap_or(context.field);
    let set = set.filter(|friend| field.card(*friend).is_some());
    let nearest = match set {
        Some(friend) => Some(friend),
        None => field.nearest_friend(context.unit.id, context.answers)?,
    };
    let stays = Plan::of(&context.mover, Vec::new(), from);
    let Some(friend) = nearest else {
        return Ok(stays);
    };
    let front = context.mover.card_at(from.pose).front_centre();
    let Some(body) = field.body(friend) else {
        return Ok(stays);
    };
    let closest = ClosestPoints::of(context, friend, body, front, |side| side != Side::Front);
    let Some((side, goal)) = closest.chosen(context)? else {
        return Ok(stays);
    };
    let goal = Goal {
        point: goal,
        of: Some(friend),
    };
    let until = Until::Arrives;
    Ok(paths::way(context, from, field, goal, &until)?
        .plan(context)
        .toward(Aim::Leader(friend, side)))
}
