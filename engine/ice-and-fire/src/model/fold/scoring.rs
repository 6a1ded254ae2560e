//! Folding of events of objective tokens, victory points, the clean-up phase, the end of the game and rulings.

use hindsight_kernel::{FoldError, message};

use super::{clear_board, remove_unit, rulings, show, unit_of};
use crate::messages::MESSAGES;
use crate::model::agenda::Step;
use crate::model::event::{NotedUnit, ScoringEvent};
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
                .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-objective")))?
                .controller = Some(*unit);
        }
        ScoringEvent::ObjectiveLost { objective, .. } => {
            let found = state.objectives.iter_mut().find(|token| token.no == *objective);
            found
                .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-objective")))?
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
        ScoringEvent::PositionNoted {
            round,
            first,
            active,
            later,
            units,
            ncus,
            engagements,
            objectives,
            points,
        } => {
            stop_all(state);
            if *later {
                clear_board(state);
            }
            for noted in units {
                stands_as_noted(state, noted)?;
            }
            for noted in ncus {
                let found = state.ncus.iter_mut().find(|ncu| ncu.id == noted.ncu);
                let ncu = found.ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-ncu")))?;
                (ncu.zone, ncu.activated) = (noted.zone, noted.activated);
            }
            state.engagements.clone_from(engagements);
            for (token, controller) in state.objectives.iter_mut().zip(objectives) {
                token.controller = *controller;
            }
            for (player, points) in state.players.iter_mut().zip(points) {
                player.points = *points;
            }
            (state.round, state.first, state.active) = (*round, Some(*first), None);
            state.agenda = vec![Step::Turn { seat: *active }.into()];
        }
        ScoringEvent::Ruled { patch } => rulings::apply(state, patch)?,
    }
    Ok(())
}

/// What was under way is over: the activation, the charge, the attack, tests and triggers.
fn stop_all(state: &mut State) {
    (state.activated, state.charge, state.attack) = (None, None, None);
    state.panics.clear();
    state.fallen.clear();
}

fn stands_as_noted(state: &mut State, noted: &NotedUnit) -> Result<(), FoldError> {
    if noted.models == 0 {
        return remove_unit(state, noted.unit);
    }
    let unit = unit_of(state, noted.unit)?;
    unit.reserve &= noted.pose.is_none();
    unit.pose = noted.pose;
    (unit.models, unit.wounded) = (noted.models, noted.wounded);
    unit.tokens.clone_from(&noted.tokens);
    unit.activated = noted.activated;
    Ok(())
}
