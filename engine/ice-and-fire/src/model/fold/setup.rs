//! Folding of events of armies, terrain, deployment sides and deployment.

use hindsight_kernel::{FoldError, Secret, message, phrase};

use super::{place_piece, take, unit_of};
use crate::messages::MESSAGES;
use crate::model::event::SetupEvent;
use crate::model::state::State;

/// Applies an event of armies, terrain, deployment sides and deployment.
pub(super) fn evolve(state: &mut State, event: &SetupEvent) -> Result<(), FoldError> {
    match event {
        SetupEvent::ListSubmitted { seat, list } => state.player_mut(*seat).list = Secret::made(list.clone()),
        SetupEvent::ArmyMustered {
            seat,
            faction,
            commander,
            units,
            ncus,
            deck,
        } => {
            state.units.extend(units.iter().cloned());
            state.ncus.extend(ncus.iter().cloned());
            let player = state.player_mut(*seat);
            player.faction = Some(*faction);
            player.commander = Some(*commander);
            player.deck = u8::try_from(deck.len())
                .map_err(|_| FoldError::new(message!(MESSAGES, "fold-deck-too-large")))?;
            player.unseen.clone_from(deck);
        }
        SetupEvent::TerrainRolled { card, .. } => state.pool.extend(*card),
        SetupEvent::TerrainNamed { card, .. } => state.pool.push(*card),
        SetupEvent::TerrainPlaced { card, pose, .. } => {
            take(
                &mut state.pool,
                *card,
                phrase!(MESSAGES, "fold-piece-not-in-pool"),
            )?;
            place_piece(state, *card, *pose);
        }
        SetupEvent::TerrainDropped { .. } => state.pool.clear(),
        SetupEvent::SidePicked { seat, edge } => {
            state.player_mut(*seat).edge = Some(*edge);
            state.player_mut(seat.opponent()).edge = Some(edge.opposite());
        }
        SetupEvent::FirstPlayerNamed { seat, .. } => state.first = Some(*seat),
        SetupEvent::Deployed { unit, pose } => unit_of(state, *unit)?.pose = Some(*pose),
        SetupEvent::Reserved { unit } => unit_of(state, *unit)?.reserve = true,
        SetupEvent::TerrainNumberRolled { .. }
        | SetupEvent::OpposedRolled { .. }
        | SetupEvent::PickerNamed { .. }
        | SetupEvent::FirstDeployerNamed { .. } => {}
    }
    Ok(())
}
