//! Ranged attacks that must be paid for (p. 6).

use hindsight_kernel::{Offer, Seat, message};

use crate::messages::MESSAGES;
use crate::model::agenda::BattleTable;
use crate::model::command::Command;
use crate::model::event::{Event, MovementEvent, TurnMark, Use};
use crate::model::names::UnitId;
use crate::model::refusal::{Refusal, refusals};
use crate::model::rule::Rule;
use crate::model::state::{State, Unit};
use crate::naming::{by_id, unit_named};
use crate::verbs::actions::{afford, check_action, completed, own_unit, spend};

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse the payment for a ranged attack.
    #[derive(Copy, Eq)]
    enum PaymentRefusal {
        NothingToPay(unit: UnitId) = Rule::Paid, "p. 6", unit = by_id(*unit) => asked(unit);
        PaidAlready(unit: UnitId) = Rule::Paid, "p. 6", unit = by_id(*unit) => asked(unit);
    }
}

/// What the ranged attack of a unit costs this turn, or why it cannot be paid for. Rule `BG3-ORD-08` (p. 6).
fn price(state: &State, unit: &Unit) -> Result<u8, PaymentRefusal> {
    // Of several ranged attacks of a card one is paid for at most. Rule BG3-CARD-07 (pp. 3, 6).
    let mut costs = state.kind(unit).ranged_attacks().map(|(_, ranged)| ranged.cost);
    match costs.find(|cost| *cost > 0) {
        None => Err(PaymentRefusal::NothingToPay(unit.id)),
        Some(_) if unit.turn.paid => Err(PaymentRefusal::PaidAlready(unit.id)),
        Some(cost) => Ok(cost),
    }
}

/// Pays for the ranged attack of a unit, which it may then use this turn. Rule `BG3-ORD-08` (p. 6).
///
/// # Errors
/// It has none that costs anything, or it is paid for, or there are too few command actions.
pub(crate) fn pay_to_shoot(table: &mut BattleTable<'_>, seat: Seat, id: UnitId) -> Result<(), Refusal> {
    let state = table.state();
    check_action(state, seat)?;
    let unit = own_unit(state, seat, id)?;
    let cost = price(state, unit)?;
    afford(state, seat, cost)?;
    spend(
        table,
        seat,
        cost,
        Use::Other(format!("the ranged attack of {id}")),
    );
    table.emit(Event::Movement(MovementEvent::Marked {
        unit: id,
        mark: TurnMark::Paid,
    }));
    completed(table, seat);
    Ok(())
}

/// The ranged attacks that may be paid for now.
pub(crate) fn offers(state: &State, seat: Seat, out: &mut Vec<Offer<Command>>) {
    if check_action(state, seat).is_err() {
        return;
    }
    for unit in state.own(seat) {
        let Some(cost) = price(state, unit)
            .ok() // ERR: what cannot be paid for is not offered.
            .filter(|cost| *cost <= state.player(seat).actions)
        else {
            continue;
        };
        let label = message!(
            MESSAGES,
            "offer-pay-to-shoot",
            unit = unit_named(state, unit.id),
            cost
        );
        let command = Command::PayToShoot { unit: unit.id };
        out.push(
            Offer::one(
                seat,
                "movement_command",
                label,
                Rule::Paid.of(state.edition),
                command,
            )
            .about(unit.id),
        );
    }
}
