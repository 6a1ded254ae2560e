//! Units that back up others (pp. 82, 130).

use battleground_geometry::{Side, contact_length};

use crate::field::TOL;
use crate::model::effect::Keyword;
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::state::{State, Status, Unit};

/// Whether a unit backs up a friend. Rule `BG4-ENG-06` (p. 82).
pub(crate) fn is_backing_up(state: &State, unit: UnitId) -> bool {
    state.unit(unit).is_some_and(|unit| {
        may_back_up(state, unit)
            && state
                .of_team(unit.id.team())
                .any(|friend| friend.id != unit.id && backs_up(state, unit, friend))
    })
}

/// The Back Up Units of a unit, by id. Rule `BG4-ENG-06` (p. 82).
pub(crate) fn candidates(state: &State, friend: &Unit) -> Vec<UnitId> {
    state
        .of_team(friend.id.team())
        .filter(|other| other.id != friend.id && may_back_up(state, other) && backs_up(state, other, friend))
        .map(|other| other.id)
        .collect()
}

/// Unengaged, on the order Close, on the ground. Rule `BG4-ENG-06` (p. 82).
fn may_back_up(state: &State, unit: &Unit) -> bool {
    let profile = state.profile();
    let suspended = profile.control_suspends_order && unit.turn.controlled;
    let back_up_orders: &[Order] = profile.back_up_orders;
    !suspended
        && matches!(unit.status, Status::Ready(Some(orders)) if back_up_orders.contains(&orders.order))
        && !unit.airborne
        && !state.is_engaged(unit.id)
}

/// Whether a unit's front touches enough of a friend's rear. Rules `BG4-ENG-06`, `BG4-ENG-10` (pp. 82, 130), `BG3-BACK-01` (p. 23).
fn backs_up(state: &State, unit: &Unit, friend: &Unit) -> bool {
    // RULING: BG3-BACK-02 (p. 23), a unit that routs has none any more where stepping in is its owner's choice.
    let given_up = state.profile().back_up_by_choice && friend.status == Status::Routing;
    if friend.airborne
        || given_up
        || (!state.profile().skirmishers_back_up_all
            && state.has(unit.id, Keyword::Skirmisher)
            && !state.has(friend.id, Keyword::Skirmisher))
    {
        return false;
    }
    let (Some(own), Some(there)) = (state.card(unit), state.card(friend)) else {
        return false;
    };
    let contact = contact_length(&own, Side::Front, &there, Side::Rear, TOL);
    let least = state.profile().back_up_contact;
    // RULING: BG3-BACK-01 (p. 23), "touching" is along more than 0.01 inches; a corner is not enough.
    let measures = state.profile().measures;
    measures.passes(contact) && measures.at_least(contact, least)
}
