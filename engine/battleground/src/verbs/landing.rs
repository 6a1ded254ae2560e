//! Landing of units whose move is over (pp. 7, 29).

use crate::field::Field;
use crate::model::agenda::BattleTable;
use crate::model::event::{Event, MoveKind, MovementEvent};
use crate::model::names::UnitId;
use crate::procedures::landing::free_facing;

/// A unit that lost the Airborne mark and whose owner has not activated it, or left the facing open, lands where it is in the facing
/// nearest to its own that is free; where there is none it stays in the air. Rules `BG3-GEN-07` (p. 7), `BG3-KEY-17` (p. 29).
pub(crate) fn after_its_move(table: &mut BattleTable<'_>, id: UnitId) {
    let state = table.state();
    let Some(unit) = state.unit(id).filter(|unit| unit.turn.lands && unit.airborne) else {
        return;
    };
    let Some(pose) = unit.pose else {
        return;
    };
    let Some(heading) = free_facing(&Field::of(state), unit, pose) else {
        return;
    };
    if heading != pose.heading {
        table.emit(Event::Movement(MovementEvent::UnitTurned {
            from: Vec::new(),
            unit: id,
            kind: MoveKind::Ordered,
            heading,
        }));
    }
    table.emit(Event::Movement(MovementEvent::FlightChanged {
        unit: id,
        airborne: false,
    }));
}
