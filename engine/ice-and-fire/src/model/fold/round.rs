//! Folding of events of rounds, turns, draws of cards and zones of the tactics board.

use hindsight_kernel::{FoldError, message};

use super::{draw, end_turn, unit_of};
use crate::messages::MESSAGES;
use crate::model::event::RoundEvent;
use crate::model::state::State;

/// Applies an event of rounds, turns, draws of cards and zones of the tactics board.
pub(super) fn evolve(state: &mut State, event: &RoundEvent) -> Result<(), FoldError> {
    match event {
        RoundEvent::CardDrawn { seat, card, .. } => draw(state.player_mut(*seat), *card)?,
        RoundEvent::RoundBegan { round, first } => {
            (state.round, state.first) = (*round, Some(*first));
        }
        RoundEvent::TurnBegan { seat } => {
            state.active = Some(*seat);
            state.turns = state.turns.saturating_add(1);
        }
        RoundEvent::UnitActivated { activated } => state.activated = Some(*activated),
        RoundEvent::Arrived { unit, pose } => {
            let unit = unit_of(state, *unit)?;
            (unit.pose, unit.reserve) = (Some(*pose), false);
        }
        RoundEvent::TurnEnded { .. } => end_turn(state),
        RoundEvent::ZoneClaimed { ncu, zone } => {
            let found = state.ncus.iter_mut().find(|known| known.id == *ncu);
            found
                .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-ncu")))?
                .zone = Some(*zone);
        }
        RoundEvent::TurnPassed { .. } => {}
    }
    Ok(())
}
