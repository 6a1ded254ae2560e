//! Units that hold their place (p. 20).

use crate::editions::Profile;
use crate::model::effect::Condition;
use crate::model::lasting::met;
use crate::model::orders::Order;
use crate::model::state::{State, Status, Unit};

/// Whether a unit is Holding: by its order alone, also on its way to a point; not under Direct Control, by which its order does not
/// count. Rules `BG3-MOD-26` (p. 20), `BG3-CMD-06` (p. 10).
pub(crate) fn is_holding(profile: &Profile, unit: &Unit) -> bool {
    let on_hold = matches!(unit.status, Status::Ready(Some(orders)) if orders.order == Order::Hold);
    on_hold && !(profile.control_suspends_order && unit.turn.controlled)
}

/// Whether conditions hold for a unit outside any attack or check.
pub(crate) fn holds(state: &State, unit: &Unit, when: &[Condition]) -> bool {
    let holding = || is_holding(state.profile(), unit);
    when.iter().all(|condition| met(state, unit, condition, &holding))
}
