//! Activating units: who moves how (pp. 33, 38-40).

use hindsight_kernel::{Refusal, Seat};

use crate::agenda::{Frame, Need};
use crate::flow::{BattleTable, Taken, not_built};
use crate::names::UnitId;

pub(crate) fn activate(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}

pub(crate) fn begin(_table: &mut BattleTable<'_>, _seat: Seat, _units: &[UnitId]) -> Result<(), Refusal> {
    Err(not_built())
}

pub(crate) fn report_move(
    _table: &mut BattleTable<'_>,
    _seat: Seat,
    _unit: UnitId,
    _pose: hindsight_geometry::inches::Pose,
) -> Result<(), Refusal> {
    Err(not_built())
}

/// Units of the active player that must still be activated before his phase may end. Rule `BG4-TURN-03`.
pub(crate) fn must_activate(_state: &crate::state::State) -> Vec<UnitId> {
    Vec::new()
}
