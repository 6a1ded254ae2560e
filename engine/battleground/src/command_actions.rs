//! The nine uses of command actions (pp. 34-38).

use hindsight_kernel::{Refusal, Seat};

use crate::flow::{BattleTable, not_built};
use crate::names::UnitId;
use crate::state::State;

pub(crate) fn change_order(
    _table: &mut BattleTable<'_>,
    _seat: Seat,
    _unit: UnitId,
    _order: &crate::orders::WrittenOrder,
) -> Result<(), Refusal> {
    Err(not_built())
}

pub(crate) fn direct_control(
    _table: &mut BattleTable<'_>,
    _seat: Seat,
    _unit: UnitId,
) -> Result<(), Refusal> {
    Err(not_built())
}

pub(crate) fn draw_card(
    _table: &mut BattleTable<'_>,
    _seat: Seat,
    _card: Option<crate::names::CardNo>,
) -> Result<(), Refusal> {
    Err(not_built())
}

pub(crate) fn rally(
    _table: &mut BattleTable<'_>,
    _seat: Seat,
    _unit: UnitId,
    _heading: hindsight_geometry::inches::Degrees,
    _airborne: bool,
) -> Result<(), Refusal> {
    Err(not_built())
}

pub(crate) fn reload(_table: &mut BattleTable<'_>, _seat: Seat, _unit: UnitId) -> Result<(), Refusal> {
    Err(not_built())
}

pub(crate) fn reorganize(
    _table: &mut BattleTable<'_>,
    _seat: Seat,
    _unit: UnitId,
    _order: &crate::orders::WrittenOrder,
) -> Result<(), Refusal> {
    Err(not_built())
}

pub(crate) fn sound_the_charge(
    _table: &mut BattleTable<'_>,
    _seat: Seat,
    _charge: &[crate::command::Ordered],
    _rally: &[crate::command::Rallied],
    _reorganize: &[crate::command::Ordered],
) -> Result<(), Refusal> {
    Err(not_built())
}

pub(crate) fn recall(_table: &mut BattleTable<'_>, _seat: Seat, _units: &[UnitId]) -> Result<(), Refusal> {
    Err(not_built())
}

/// Whether a unit may have this order. Rules `BG4-ORDER-01` to `-16`.
pub(crate) fn check_order(
    state: &State,
    unit: &crate::state::Unit,
    order: &crate::orders::WrittenOrder,
) -> Result<(), Refusal> {
    crate::order_legality::check_order(state, unit, order)
}
