//! Movement by standing order and under Direct Control (pp. 38-57).

use hindsight_kernel::{Refusal, Seat};

use crate::flow::{BattleTable, not_built};
use crate::names::UnitId;

pub(crate) fn submit_legs(
    _table: &mut BattleTable<'_>,
    _seat: Seat,
    _legs: &[crate::command::Leg],
    _land: Option<hindsight_geometry::inches::Degrees>,
    _nearest: Option<UnitId>,
) -> Result<(), Refusal> {
    Err(not_built())
}
