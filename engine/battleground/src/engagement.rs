//! Engaged units: realignment, pinching, charging (pp. 58-60, 81-82).

use crate::agenda::{Frame, Need};
use crate::flow::{BattleTable, Taken, not_built};

pub(crate) fn realign(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}
