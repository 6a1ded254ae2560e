//! The Combat Phase (pp. 90-112).

use crate::agenda::{Frame, Need};
use crate::flow::{BattleTable, Taken, not_built};
use crate::state::State;

pub(crate) fn choose_targets(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}

pub(crate) fn attacks(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}

pub(crate) fn attack(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}

pub(crate) fn consequences(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}

/// Who is asked in the attack at hand.
pub(crate) fn awaiting(_state: &State) -> Vec<hindsight_kernel::Awaiting> {
    Vec::new()
}
