//! Moves toward an enemy (pp. 6, 12, 38-40, 46-52).

use super::mover::Progress;
use crate::editions::profile::PathRule;
use crate::field::{Field, Purpose};
use crate::model::agenda::Need;
use crate::model::names::UnitId;
use crate::procedures::movement::context::MoveContext;
use crate::procedures::movement::plan::Plan;
use crate::procedures::movement::reach::{Reach, range_of};
use crate::procedures::movement::target::field_at;
use crate::procedures::{v3, v4};

/// Toward the Nearest Enemy, or an enemy that is set. Rules `BG4-MOVE-02` to `BG4-MOVE-09`, `BG4-ORDMV-01` to `BG4-ORDMV-04`,
/// `BG4-ORDMV-13` to `BG4-ORDMV-15` (pp. 38-45, 50-51, 54-56).
///
/// # Errors
/// [`Need::Ask`] where the owner has a choice.
pub(crate) fn to_enemy(
    context: &MoveContext<'_>,
    from: &Progress,
    set: Option<UnitId>,
) -> Result<Plan, Need> {
    let moved = field_at(context, from.pose);
    let field = moved.as_ref().unwrap_or(context.field);
    // An objective that is gone is no objective. Rule BG4-ORDER-13.
    let set = set.filter(|enemy| field.card(*enemy).is_some());
    let range = range_of(context)?;
    if let Some(range) = range
        && stands(context, field, range, set)?
    {
        return Ok(Plan::of(&context.mover, Vec::new(), from));
    }
    match field.profile().paths {
        PathRule::Procedure => v4::toward_enemy::to_enemy(context, from, field, set, range),
        PathRule::Chosen => v3::toward_enemy::to_enemy(context, from, field, set, range),
    }
}

/// Whether a Range, Short or Long unit stands still: its enemy is Visible and in range; with a Line of Sight attack
/// there must be an Open Path to the Facing Side too. Rules `BG4-MOVE-05`, `BG4-ORDMV-02`, `BG4-ORDMV-04`, `BG4-KEYW-03` (pp. 39,
/// 50-51, 120).
fn stands(
    context: &MoveContext<'_>,
    field: &Field<'_>,
    range: Reach,
    set: Option<UnitId>,
) -> Result<bool, Need> {
    let id = context.unit.id;
    let enemy = match set {
        Some(enemy) => Some(enemy),
        None => field.nearest_enemy(id, Purpose::Shoot, context.answers)?,
    };
    let by_target = context.field.profile().ranged_stays_for_target;
    let Some(enemy) = enemy.filter(|enemy| by_target || field.is_visible(id, *enemy, Purpose::Shoot)) else {
        return Ok(false);
    };
    if by_target {
        return Ok(v3::shooting::stays(field, id, enemy, range.range.inches()));
    }
    v4::toward_enemy::stands(context, field, range, set, enemy)
}
