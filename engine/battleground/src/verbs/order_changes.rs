//! Checks of orders that are changed (pp. 35-36).

use crate::model::orders::WrittenOrder;
use crate::model::state::{State, Status, Unit};
use crate::verbs::command_refusal::CommandActionRefusal;
use crate::verbs::orders::check_order;

/// Whether the order of a unit may be changed at all. Rule `BG4-CMD-05` (pp. 35-36).
pub(crate) fn check_changeable(state: &State, unit: &Unit) -> Result<(), CommandActionRefusal> {
    if state.is_engaged(unit.id) {
        return Err(CommandActionRefusal::Engaged(unit.id));
    }
    if !matches!(unit.status, Status::Ready(Some(_))) {
        return Err(CommandActionRefusal::NotReady(unit.id));
    }
    if unit.turn.rallied {
        return Err(CommandActionRefusal::RalliedThisTurn(unit.id));
    }
    Ok(())
}

/// Whether an order is another than the unit has. A flyer that lands after its move has lost its Airborne mark already. Rules
/// `BG4-CMD-05` (pp. 35-36), `BG3-ORD-20` (p. 9), `BG3-KEY-17` (p. 29).
pub(crate) fn check_differs(unit: &Unit, order: &WrittenOrder) -> Result<(), CommandActionRefusal> {
    let marked_airborne = unit.airborne && !unit.turn.lands;
    let same = unit.status == Status::Ready(Some(order.orders()))
        && marked_airborne == order.airborne
        && order.token_at.is_none();
    if same {
        return Err(CommandActionRefusal::SameOrder(unit.id));
    }
    Ok(())
}

/// Whether a unit may be given this order for 1 CA, whatever is left to spend. Rule `BG4-CMD-05` (pp. 35-36).
pub(crate) fn check_change(
    state: &State,
    unit: &Unit,
    order: &WrittenOrder,
) -> Result<(), CommandActionRefusal> {
    check_changeable(state, unit)?;
    check_differs(unit, order)?;
    Ok(check_order(state, unit, order)?)
}
