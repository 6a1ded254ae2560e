//! The turn and its phases (pp. 32-33).

use hindsight_kernel::{Refusal, Seat};

use crate::agenda::{Frame, Need};
use crate::flow::{BattleTable, Taken, not_built};

pub(crate) fn begin_turn(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}

pub(crate) fn close_movement(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}

pub(crate) fn end_phase(_table: &mut BattleTable<'_>, _seat: Seat) -> Result<(), Refusal> {
    Err(not_built())
}
