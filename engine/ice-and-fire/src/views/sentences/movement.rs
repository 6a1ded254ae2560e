//! Sentences of events of actions, moves, engagements and removed terrain.

use super::{declared, moved};
use crate::model::event::MovementEvent;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::views::names::{piece, unit};

/// Describes an event of actions, moves, engagements and removed terrain in one sentence.
pub(super) fn describe(before: &State, event: &MovementEvent) -> String {
    let name = |id: &UnitId| unit(before, *id);
    match event {
        MovementEvent::ActionDeclared { unit, action, free } => {
            let free = if *free { " as a free action" } else { "" };
            format!("{} {}{free}.", name(unit), declared(before, action))
        }
        MovementEvent::UnitMoved { unit, kind, from, to } => {
            let way = from
                .first()
                .map_or(0, |start| start.centre().distance(to.centre()).round() as i32);
            format!("{} {}.", name(unit), moved(*kind, way))
        }
        MovementEvent::Engaged { engagement } => format!(
            "{} ({}) and {} ({}) are engaged.",
            name(&engagement.a),
            engagement.a_side.title(),
            name(&engagement.b),
            engagement.b_side.title()
        ),
        MovementEvent::Disengaged { a, b } => format!("{} and {} are no longer engaged.", name(a), name(b)),
        MovementEvent::PieceRemoved { piece: no, unit } => {
            format!("{} removes {}.", name(unit), piece(before, *no))
        }
    }
}
