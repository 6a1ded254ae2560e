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

/// Whether a unit could Final Rush an enemy from where all stand now, if its player were active. Rule `BG4-SKIRM-10`.
pub(crate) fn could_rush_now(
    _state: &crate::state::State,
    _unit: &crate::state::Unit,
    _enemy: crate::names::UnitId,
) -> bool {
    false
}
