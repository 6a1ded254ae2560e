//! Folding of events of actions, moves, engagements and removed terrain.

use hindsight_kernel::FoldError;

use super::{contests, remove_piece, unit_of};
use crate::model::event::{MoveKind, MovementEvent};
use crate::model::state::State;

/// Applies an event of actions, moves, engagements and removed terrain.
pub(super) fn evolve(state: &mut State, event: &MovementEvent) -> Result<(), FoldError> {
    match event {
        MovementEvent::UnitMoved { unit, kind, from, to } => {
            unit_of(state, *unit)?.pose = Some(*to);
            if *kind == MoveKind::Charge {
                contests::note_path(state, *unit, from);
            }
        }
        MovementEvent::Engaged { engagement } => {
            state
                .engagements
                .retain(|pair| !(pair.a == engagement.a && pair.b == engagement.b));
            state.engagements.push(*engagement);
        }
        MovementEvent::Disengaged { a, b } => {
            state.engagements.retain(|pair| !(pair.a == *a && pair.b == *b));
        }
        MovementEvent::PieceRemoved { piece, .. } => remove_piece(state, *piece)?,
        MovementEvent::ActionDeclared { .. } => {}
    }
    Ok(())
}
