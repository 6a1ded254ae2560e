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

/// The courage check at hand, which failed, is rolled again. Rule `BG4-COUR-03`.
pub(crate) fn reroll_check(_table: &mut BattleTable<'_>) -> Result<(), hindsight_kernel::Refusal> {
    Err(not_built())
}
