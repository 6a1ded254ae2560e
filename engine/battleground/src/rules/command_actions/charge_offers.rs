//! Offers of Sound the Charge (pp. 37-38).

use hindsight_kernel::{Offer, Seat, message};
use serde_json::json;

use super::lay;
use crate::messages::MESSAGES;
use crate::model::command::{Command, Ordered, Rallied};
use crate::model::names::UnitId;
use crate::model::orders::{Order, WrittenOrder};
use crate::model::rule::Rule;
use crate::model::state::{State, Unit};
use crate::verbs::order_changes::check_change;
use crate::verbs::rallying::{check_rally, check_reorganize, headings, stays_in_the_air};

/// The offer to Sound the Charge, with what it can do for all own units. Rule `BG4-CMD-13` (pp. 37-38).
pub(super) fn offer_charge(state: &State, seat: Seat, out: &mut Vec<Offer<Command>>) {
    if state.player(seat).spent_any {
        return;
    }
    let samples: Vec<Command> = [Order::Close, Order::Range]
        .into_iter()
        .filter_map(|order| sample_charge(state, seat, order))
        .collect();
    if !samples.is_empty() {
        out.push(Offer::form(
            seat,
            "movement_command",
            message!(MESSAGES, "offer-sound-the-charge"),
            Rule::Cmd13.of(state.edition),
            &json!({ "cost": "all", "orders": ["close", "range"] }),
            samples,
        ));
    }
}

/// Everything that Sound the Charge can do with this order for all Ready units, each checked on the table as those before it
/// leave it; nothing if it can do nothing.
fn sample_charge(state: &State, seat: Seat, order: Order) -> Option<Command> {
    let mut now = state.clone();
    let own: Vec<UnitId> = state.own(seat).map(|unit| unit.id).collect();
    let (mut charge, mut rally, mut reorganize) = (Vec::new(), Vec::new(), Vec::new());
    let order = WrittenOrder::plain(order);
    for id in &own {
        let fits = |unit: &Unit| check_change(&now, unit, &order).is_ok();
        if now.unit(*id).is_some_and(fits) {
            lay(&mut now, *id, None, false);
            charge.push(Ordered { unit: *id, order });
        }
    }
    for id in &own {
        let looking = now.unit(*id).and_then(|unit| {
            let heading = headings(&now, unit).last().copied()?;
            let airborne = stays_in_the_air(&now, unit);
            let may = check_rally(&now, unit, heading, airborne).is_ok();
            may.then_some((heading, airborne))
        });
        if let Some((heading, airborne)) = looking {
            lay(&mut now, *id, Some(heading), airborne);
            rally.push(Rallied {
                unit: *id,
                heading,
                airborne,
            });
        }
    }
    let order = WrittenOrder::plain(Order::Hold);
    for id in &own {
        let fits = |unit: &Unit| check_reorganize(&now, unit, &order).is_ok();
        if now.unit(*id).is_some_and(fits) {
            lay(&mut now, *id, None, false);
            reorganize.push(Ordered { unit: *id, order });
        }
    }
    (!(charge.is_empty() && rally.is_empty() && reorganize.is_empty())).then_some(Command::SoundTheCharge {
        charge,
        rally,
        reorganize,
    })
}
