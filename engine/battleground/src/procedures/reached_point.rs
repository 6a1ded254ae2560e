//! Points that a unit has reached by lying on them (p. 8).

use battleground_geometry::{Card, Point, gap};

use crate::editions::profile::Reached;
use crate::field::TOL;
use crate::model::orders::Objective;
use crate::model::state::{State, Status, Unit};

/// Whether a card of a unit touches the point that the unit's order has it go to, where any part of it reaches the point. Rule
/// `BG3-ORD-15` (p. 8).
pub(crate) fn lies_on_its_point(state: &State, unit: &Unit, card: &Card) -> bool {
    let objective = match unit.status {
        Status::Ready(Some(orders)) => orders.objective,
        Status::Ready(None) | Status::Disrupted | Status::Routing => None,
    };
    let Some(Objective::Location(token)) = objective else {
        return false;
    };
    let touches = |at: &Point| gap(card, at) <= TOL.touch;
    state.profile().point_reached == Reached::ByAnyPart
        && state.tokens.get(&token).is_some_and(|(_, at)| touches(at))
}
