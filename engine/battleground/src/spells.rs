//! Spells (pp. 134-135).

use hindsight_kernel::{Refusal, Seat};

use crate::agenda::{Frame, Need};
use crate::flow::{BattleTable, Taken, not_built};
use crate::names::UnitId;

pub(crate) fn cast(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}

pub(crate) fn begin_cast(
    _table: &mut BattleTable<'_>,
    _seat: Seat,
    _unit: UnitId,
    _spell: u8,
    _target: UnitId,
) -> Result<(), Refusal> {
    Err(not_built())
}
