//! Deployment and first orders (pp. 138-140).

use hindsight_kernel::{Refusal, Seat};

use crate::flow::{BattleTable, not_built};
use crate::names::UnitId;

pub(crate) fn name(_table: &mut BattleTable<'_>, _seat: Seat, _named: Seat) -> Result<(), Refusal> {
    Err(not_built())
}

pub(crate) fn deploy(
    _table: &mut BattleTable<'_>,
    _seat: Seat,
    _unit: UnitId,
    _pose: hindsight_geometry::inches::Pose,
) -> Result<(), Refusal> {
    Err(not_built())
}

pub(crate) fn assign_order(
    _table: &mut BattleTable<'_>,
    _seat: Seat,
    _unit: UnitId,
    _order: &crate::orders::WrittenOrder,
) -> Result<(), Refusal> {
    Err(not_built())
}
