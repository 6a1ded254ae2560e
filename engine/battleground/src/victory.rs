//! End of Turn, Breaking Point and other scenarios (pp. 112-113, 141).

use crate::agenda::{Frame, Need};
use crate::flow::{BattleTable, Taken, not_built};

pub(crate) fn end_of_turn(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}

pub(crate) fn victory_check(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}

/// How the battle ended, if the rules have ended it.
pub(crate) fn outcome(_state: &crate::state::State) -> Option<hindsight_kernel::Outcome> {
    None
}
