//! Landings at the end of a move (earlier edition: p. 29). In the later edition a flyer lands as its order has it fly.

use crate::editions::Edition;
use crate::field::Field;
use crate::model::agenda::{Answered, Need};
use crate::model::state::Unit;
use crate::procedures::movement::plan::Plan;
use crate::procedures::v3;

pub(crate) use super::v3::landing::free_facing;

/// The plan of a unit that lands at the end of its move, with the facing that its owner chooses. Rule `BG3-KEY-17` (p. 29).
///
/// # Errors
/// [`Need::Ask`] where several facings are free.
pub(crate) fn facing_chosen(
    field: &Field<'_>,
    unit: &Unit,
    plan: Plan,
    answers: &[Answered],
) -> Result<Plan, Need> {
    match field.state().edition {
        Edition::V3 => v3::landing::facing_chosen(field, unit, plan, answers),
        Edition::V4 => Ok(plan),
    }
}
