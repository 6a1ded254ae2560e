//! Final Rush (pp. 58-73).

use crate::agenda::{Frame, Need};
use crate::flow::{BattleTable, Taken, not_built};

pub(crate) fn take_snapshot(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}

/// Whether a unit on Close can Final Rush now and therefore must. Rules `BG4-RUSH-11`, `BG4-TURN-04`.
pub(crate) fn must_rush(_state: &crate::state::State, _unit: &crate::state::Unit) -> bool {
    false
}
