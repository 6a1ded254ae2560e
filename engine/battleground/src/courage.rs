//! Courage checks and the Courage Phases (pp. 84-89).

use crate::agenda::{Frame, Need};
use crate::flow::{BattleTable, Taken, not_built};

pub(crate) fn courage_step(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}

pub(crate) fn roll_check(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}

pub(crate) fn settle_check(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}

/// Whether a Routing Skirmisher rallies without a command action: no enemy could Final Rush it if the opponent were the
/// Active Player. Rule `BG4-SKIRM-10`.
pub(crate) fn rallies_by_itself(_state: &crate::state::State, _unit: crate::names::UnitId) -> bool {
    false
}
