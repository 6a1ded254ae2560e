//! Folding of rulings.

use hindsight_kernel::{FoldError, message, phrase};

use super::{place_piece, remove_piece, remove_unit, show, take, unit_of};
use crate::messages::MESSAGES;
use crate::model::event::AttackChange;
use crate::model::patch::Patch;
use crate::model::state::State;

/// Applies a ruling.
pub(super) fn apply(state: &mut State, patch: &Patch) -> Result<(), FoldError> {
    match patch {
        Patch::SetPose { unit, pose } => {
            let moved = unit_of(state, *unit)?;
            moved.pose = *pose;
            moved.reserve = pose.is_none();
            if pose.is_none() {
                state.engagements.retain(|pair| !pair.involves(*unit));
            }
        }
        Patch::SetEngagements { unit, engagements } => {
            state.engagements.retain(|pair| !pair.involves(*unit));
            state.engagements.extend(engagements.iter().copied());
        }
        Patch::SetStrength {
            unit,
            models,
            wounded,
        } => {
            if *models == 0 {
                return remove_unit(state, *unit);
            }
            let unit = unit_of(state, *unit)?;
            (unit.models, unit.wounded) = (*models, *wounded);
        }
        Patch::SetTokens { unit, tokens } => {
            let mut tokens = tokens.clone();
            tokens.sort_unstable();
            tokens.dedup();
            unit_of(state, *unit)?.tokens = tokens;
        }
        Patch::SetActivated { unit, activated } => unit_of(state, *unit)?.activated = *activated,
        Patch::SetOrders { unit, used } => unit_of(state, *unit)?.orders_used.clone_from(used),
        Patch::SetZone { ncu, zone, activated } => {
            let found = state.ncus.iter_mut().find(|known| known.id == *ncu);
            let found = found.ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-ncu")))?;
            (found.zone, found.activated) = (*zone, *activated);
        }
        Patch::SetObjective {
            objective,
            controller,
        } => {
            let found = state.objectives.iter_mut().find(|token| token.no == *objective);
            found
                .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-objective")))?
                .controller = *controller;
        }
        Patch::SetPoints { seat, points } => state.player_mut(*seat).points = *points,
        Patch::RemovePiece { piece } => remove_piece(state, *piece)?,
        Patch::AddPiece { card, pose } => place_piece(state, *card, *pose),
        Patch::TakeCard { seat, card } => {
            let player = state.player_mut(*seat);
            match card {
                Some(card) if player.discards.contains(card) => {
                    take(
                        &mut player.discards,
                        *card,
                        phrase!(MESSAGES, "fold-card-not-on-pile"),
                    )?;
                    player.take_openly(*card);
                }
                Some(card) => {
                    super::leave_deck(player, Some(*card))?;
                    player.take_openly(*card);
                }
                None => super::draw(player, None)?,
            }
        }
        Patch::DropCard { seat, card } => show(state.player_mut(*seat), *card)?,
        Patch::SetAttack {
            defence,
            panic,
            dice,
            ability,
        } => {
            let mut changes = vec![
                AttackChange::Defence { by: *defence },
                AttackChange::Panic { by: *panic },
                AttackChange::Dice { dice: *dice },
            ];
            changes.extend(ability.map(|ability| AttackChange::Ability { ability }));
            for change in changes {
                super::contests::change(state, change)?;
            }
        }
    }
    Ok(())
}
