//! Orders are written and lost, and tokens that no order names are taken away (pp. 25-31).

use battleground_geometry::Point;

use crate::model::agenda::BattleTable;
use crate::model::event::{Event, MovementEvent};
use crate::model::names::UnitId;
use crate::model::orders::{Objective, Orders, WrittenOrder};
use crate::model::state::{State, Status};
use crate::model::unused::unused_tokens;
use crate::procedures::reached_point::lies_on_its_point;

/// Writes an order into a unit's command circle: its token, its Airborne mark and the order itself. The caller has
/// checked it. Rules `BG4-ORDER-11`, `BG4-ORDER-15`, `BG4-ORDER-16`, `BG4-FLY-02` (pp. 28-30, 31, 123).
pub(crate) fn write_order(table: &mut BattleTable<'_>, id: UnitId, order: &WrittenOrder, why: &str) {
    use crate::model::event::TurnMark;
    if let (Some(Objective::Location(token)), Some(at)) = (order.objective, order.token_at) {
        let at = Point::new(at.x.rounded(), at.y.rounded());
        table.emit(Event::Movement(MovementEvent::TokenPlaced {
            token,
            seat: id.seat(),
            at: Some(at),
        }));
    }
    let flying = table.state().unit(id).is_some_and(|unit| unit.airborne);
    if lands_later(table.state(), id) && flying {
        let lands = !order.airborne;
        let said = table.state().unit(id).is_some_and(|unit| unit.turn.lands);
        if lands != said {
            table.emit(Event::Movement(MovementEvent::Marked {
                unit: id,
                mark: TurnMark::Lands(lands),
            }));
        }
    } else if flying != order.airborne {
        table.emit(Event::Movement(MovementEvent::FlightChanged {
            unit: id,
            airborne: order.airborne,
        }));
        if order.airborne && table.state().turn > 0 {
            table.emit(Event::Movement(MovementEvent::Marked {
                unit: id,
                mark: TurnMark::TookOff,
            }));
        }
    }
    table.emit(Event::Movement(MovementEvent::StatusChanged {
        unit: id,
        status: crate::model::state::Status::Ready(Some(order.orders())),
        why: why.to_owned(),
    }));
    remove_unused_tokens(table);
}

/// Whether a flyer whose order loses the Airborne mark now lands only after its move of this turn. Rule `BG3-KEY-17` (p. 29).
pub(crate) fn lands_later(state: &State, id: UnitId) -> bool {
    state.profile().lands_after_moving
        && state.turn > 0
        && state.is_active(id.seat())
        && state.unit(id).is_some_and(|unit| !unit.turn.activated)
}

/// Takes tokens off the table that no unit refers to. Rule `BG4-ORDER-16` (pp. 28-30).
pub(crate) fn remove_unused_tokens(table: &mut BattleTable<'_>) {
    for (token, seat) in unused_tokens(table.state()) {
        table.emit(crate::model::event::Event::Movement(MovementEvent::TokenPlaced {
            token,
            seat,
            at: None,
        }));
    }
}

/// Changes a status that takes the order away; a token nobody heads for any more leaves the table. Rule `BG4-ORDER-16` (pp.
/// 28-30).
pub(crate) fn lose_order(table: &mut BattleTable<'_>, id: UnitId, status: Status, why: &str) {
    table.emit(Event::Movement(MovementEvent::StatusChanged {
        unit: id,
        status,
        why: why.to_owned(),
    }));
    remove_unused_tokens(table);
}

/// A unit that lies on the point that it goes to, before a Final Rush or because of it, has reached it, and keeps its order without
/// it. Rule `BG3-ORD-15` (p. 8).
// RULING: BG3-ORD-15, the card is picked up and placed (BG3-RUSH-14, p. 14): only where it comes to lie can touch the point.
pub(crate) fn reach_point(table: &mut BattleTable<'_>, id: UnitId) {
    let state = table.state();
    if let Some((unit, card)) = state.unit(id).and_then(|unit| Some((unit, state.card(unit)?)))
        && let Status::Ready(Some(orders)) = unit.status
        && lies_on_its_point(state, unit, &card)
    {
        let without = Orders {
            objective: None,
            ..orders
        };
        lose_order(table, id, Status::Ready(Some(without)), "reached its objective");
    }
}
