//! Facts of events of actions, moves, engagements and removed terrain.

use hindsight_kernel::Fact;

use super::{action_name, counted, engaged, moved};
use crate::model::event::MovementEvent;
use crate::model::state::State;

/// Tells the facts of an event of actions, moves, engagements and removed terrain.
pub(super) fn facts(before: &State, event: &MovementEvent, out: &mut Vec<Fact>) {
    match event {
        MovementEvent::ActionDeclared { unit, action, .. } => {
            let action: &str = action_name(action);
            out.push(Fact::Activated {
                unit: unit.to_string(),
                seat: unit.seat(),
                action: action.to_owned(),
            });
            out.push(counted(
                &format!("actions_{action}"),
                Some(*unit),
                unit.seat(),
                1.0,
            ));
        }
        MovementEvent::UnitMoved { unit, kind, from, to } => moved(*unit, *kind, from, *to, out),
        MovementEvent::Engaged { engagement } => engaged(before, *engagement, out),
        MovementEvent::Disengaged { .. } | MovementEvent::PieceRemoved { .. } => {}
    }
}
