//! Orders are written, and tokens that no order names are taken away (pp. 25-31).

use hindsight_geometry::inches::Point;

use crate::model::names::UnitId;
use crate::model::orders::{Objective, WrittenOrder, unused_tokens};
use crate::model::state::State;

/// Writes an order into a unit's command circle: its token, its Airborne mark and the order itself. The caller has
/// checked it. Rules `BG4-ORDER-11`, `-15`, `-16`, `BG4-FLY-02`.
pub(crate) fn write_order(
    table: &mut crate::model::agenda::BattleTable<'_>,
    id: UnitId,
    order: &WrittenOrder,
    why: &str,
) {
    use crate::model::event::{Event, TurnMark};
    if let (Some(Objective::Location(token)), Some(at)) = (order.objective, order.token_at) {
        let at = Point::new(at.x.rounded(), at.y.rounded());
        table.emit(Event::TokenPlaced {
            token,
            seat: id.seat(),
            at: Some(at),
        });
    }
    let flying = table.state().unit(id).is_some_and(|unit| unit.airborne);
    if lands_later(table.state(), id) && flying {
        let lands = !order.airborne;
        let said = table.state().unit(id).is_some_and(|unit| unit.turn.lands);
        if lands != said {
            table.emit(Event::Marked {
                unit: id,
                mark: TurnMark::Lands(lands),
            });
        }
    } else if flying != order.airborne {
        table.emit(Event::FlightChanged {
            unit: id,
            airborne: order.airborne,
        });
        if order.airborne && table.state().turn > 0 {
            table.emit(Event::Marked {
                unit: id,
                mark: TurnMark::TookOff,
            });
        }
    }
    table.emit(Event::StatusChanged {
        unit: id,
        status: crate::model::state::Status::Ready(Some(order.orders())),
        why: why.to_owned(),
    });
    remove_unused_tokens(table);
}

/// Whether a flyer whose order loses the Airborne mark now lands only after its move of this turn. Rule `BG3-KEY-17` (p. 29).
pub(crate) fn lands_later(state: &State, id: UnitId) -> bool {
    state.profile().lands_after_moving
        && state.turn > 0
        && state.is_active(id.seat())
        && state.unit(id).is_some_and(|unit| !unit.turn.activated)
}

/// Takes tokens off the table that no unit refers to. Rule `BG4-ORDER-16`.
pub(crate) fn remove_unused_tokens(table: &mut crate::model::agenda::BattleTable<'_>) {
    for (token, seat) in unused_tokens(table.state()) {
        table.emit(crate::model::event::Event::TokenPlaced {
            token,
            seat,
            at: None,
        });
    }
}
