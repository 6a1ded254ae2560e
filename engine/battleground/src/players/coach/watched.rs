//! What every detector of the coach uses: the event that it sees, the grades of mistakes, and the questions that several ask.

pub(super) use hindsight_kernel::coach::{DUBIOUS, MISTAKE};
use hindsight_kernel::{Seat, WatchedEvent};

use crate::model::names::Team;
use crate::model::orders::Order;
use crate::model::state::{State, Status, Unit};
use crate::rules::command_actions::{check_direct_control, direct_control_cost};
use crate::system::Battleground;

/// The ids of rules as an edition has them.
macro_rules! cited {
    ($edition:ident: $($rule:ident),+) => {
        &[$($crate::model::rule::Rule::$rule.id($crate::editions::Edition::$edition)),+]
    };
}
pub(super) use cited;

/// An event of a game of either edition in its place.
pub(super) type Watched<'w> = WatchedEvent<'w, Battleground>;

/// Whether Direct Control of a unit could be bought with so many command actions. Rules `BG4-CMD-06`, `BG4-CMD-15` (pp. 35-38,
/// 46).
pub(super) fn may_control(state: &State, unit: &Unit, actions: u8) -> bool {
    check_direct_control(unit).is_ok() && actions >= direct_control_cost(state, unit)
}

/// Whether a unit is Ready with this order.
pub(super) fn is_on(unit: &Unit, order: Order) -> bool {
    matches!(unit.status, Status::Ready(Some(orders)) if orders.order == order)
}

/// Whether a unit is Ready and fights nobody.
pub(super) fn is_unengaged(state: &State, unit: &Unit) -> bool {
    matches!(unit.status, Status::Ready(_)) && !state.is_engaged(unit.id)
}

/// The place of a seat's team among two.
pub(super) fn place(seat: Seat) -> usize {
    Team::of(seat).index()
}
