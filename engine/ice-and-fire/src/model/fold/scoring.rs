//! Folding of events of objective tokens, victory points, the clean-up phase, the end of the game and rulings.

use hindsight_kernel::FoldError;

use super::{clear_board, rulings, show};
use crate::model::event::ScoringEvent;
use crate::model::state::State;

/// Applies an event of objective tokens, victory points, the clean-up phase, the end of the game and rulings.
pub(super) fn evolve(state: &mut State, event: &ScoringEvent) -> Result<(), FoldError> {
    match event {
        ScoringEvent::CardDiscarded { seat, card } => {
            show(state.player_mut(*seat), *card)?;
        }
        ScoringEvent::ObjectiveClaimed { objective, unit } => {
            let found = state.objectives.iter_mut().find(|token| token.no == *objective);
            found
                .ok_or_else(|| FoldError::new("no such objective token"))?
                .controller = Some(*unit);
        }
        ScoringEvent::ObjectiveLost { objective, .. } => {
            let found = state.objectives.iter_mut().find(|token| token.no == *objective);
            found
                .ok_or_else(|| FoldError::new("no such objective token"))?
                .controller = None;
        }
        ScoringEvent::PointsScored { seat, points, .. } => {
            let player = state.player_mut(*seat);
            player.points = player.points.saturating_add(*points);
        }
        ScoringEvent::BoardCleared => clear_board(state),
        ScoringEvent::GameEnded { outcome } => {
            state.ending = Some(outcome.clone());
            state.agenda.clear();
        }
        ScoringEvent::Ruled { patch } => rulings::apply(state, patch)?,
    }
    Ok(())
}
