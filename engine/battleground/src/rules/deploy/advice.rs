//! Advice of the book for the first orders of beginners (p. 4).

use hindsight_kernel::Seat;

use super::refusal::AdviceRefusal;
use super::{DeploymentRefusal, assign, awaiting_order, top};
use crate::model::agenda::{BattleTable, Step};
use crate::model::names::UnitId;
use crate::model::orders::{Order, WrittenOrder};
use crate::model::refusal::Refusal;
use crate::model::state::{State, Unit};
use crate::procedures::movement::reach;

/// The order that beginners are advised to give a unit: Ranged if it has a range, else Close. Rule `BG3-SET-12` (p. 4).
fn advised(state: &State, unit: &Unit) -> WrittenOrder {
    let shoots = !reach::reaches(state.profile(), state.kind(unit)).is_empty();
    WrittenOrder::plain(if shoots { Order::Range } else { Order::Close })
}

/// Gives all units of a player that wait for their first order the one that beginners are advised to give. Rule `BG3-SET-12`
/// (p. 4).
// RULING: BG3-SET-12, who takes the advice for all units that are left has given their orders, and the other player gives theirs
// one after another.
pub(crate) fn assign_defaults(table: &mut BattleTable<'_>, seat: Seat) -> Result<(), Refusal> {
    let state = table.state();
    let extra = check_defaults(state, seat)?;
    let orders: Vec<(UnitId, WrittenOrder)> = awaiting_order(state, seat)
        .map(|unit| (unit.id, advised(state, unit)))
        .collect();
    assign(table, seat, &orders, extra)
}

/// Whether it is this player's go to give first orders, in an edition that advises beginners which.
pub(crate) fn check_defaults(state: &State, seat: Seat) -> Result<bool, Refusal> {
    let Some(Step::AssignOrder { next, extra }) = top(state) else {
        return Err(DeploymentRefusal::NotOrdering.into());
    };
    if !state.profile().advises_first_orders {
        return Err(AdviceRefusal::OtherEdition.into());
    }
    if *next != seat {
        return Err(AdviceRefusal::NotTheirOrder(*next).into());
    }
    Ok(*extra)
}
