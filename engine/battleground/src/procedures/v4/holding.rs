//! Units that hold their place (pp. 54, 110, 133).

use battleground_geometry::Side;

use crate::field::{Field, TOL};
use crate::model::orders::{Objective, Order};
use crate::model::state::{Status, Unit};
use crate::procedures::movement;

/// Whether a unit is Holding: its base order is Hold, and its order would not make it move. Rules `BG4-MODS-18`,
/// `BG4-MODS-19`, `BG4-EQUIP-08` (pp. 54, 108-110, 133).
///
/// RULING: BG4-MODS-19, the order decides: neither a move under Direct Control nor an engagement, in which nobody moves,
/// changes it.
pub(crate) fn is_holding(field: &Field<'_>, unit: &Unit) -> bool {
    let Status::Ready(Some(orders)) = unit.status else {
        return false;
    };
    if orders.order != Order::Hold {
        return false;
    }
    match orders.objective {
        None => true,
        Some(Objective::Location(_)) => false, // It is erased when it is reached.
        Some(Objective::Friend(friend)) if field.state().is_engaged(unit.id) => {
            let goal = field.card(friend).map(|card| card.side_centre(Side::Rear));
            let reached = field.card(unit.id).zip(goal);
            reached.is_some_and(|(card, goal)| !TOL.passes(card.front_centre().distance(goal)))
        }
        Some(Objective::Friend(_) | Objective::Enemy(_)) => !movement::would_it_move(field, unit.id),
    }
}
