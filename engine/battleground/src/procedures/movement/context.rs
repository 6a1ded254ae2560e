//! Context of a move: the unit, its orders, the answers given so far.

use super::mover;
use super::mover::Mover;
use crate::field::Field;
use crate::model::agenda::Answered;
use crate::model::command::Leg;
use crate::model::names::UnitId;
use crate::model::orders::Orders;
use crate::model::state::{Status, Unit};
use crate::procedures::movement::mover::Progress;
use crate::procedures::movement::plan::Plan;

/// The order of a unit that is Ready.
pub(crate) fn orders_of(unit: &Unit) -> Option<Orders> {
    match unit.status {
        Status::Ready(orders) => orders,
        Status::Disrupted | Status::Routing => None,
    }
}

/// A unit about to follow its order.
pub(crate) struct MoveContext<'f> {
    pub field: &'f Field<'f>,
    pub unit: &'f Unit,
    pub orders: Orders,
    pub answers: &'f [Answered],
    pub mover: Mover<'f>,
    /// Friends that activate with it and follow the same leader, itself among them. Rule `BG4-ORDMV-16` (pp. 56-57).
    pub followers: &'f [UnitId],
}

impl MoveContext<'_> {
    pub(crate) fn stay(&self) -> Plan {
        Plan {
            allowance: mover::length(self.mover.allowance(&self.mover.start())),
            ..Plan::stay(self.unit)
        }
    }
}

/// Legs done and where they led.
pub(crate) type Done = (Vec<Leg>, Progress);
