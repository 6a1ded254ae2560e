//! Folding of events into the position. No rule lives here: nothing is rolled, nothing decided.

mod attacks;
mod rulings;

use std::sync::Arc;

use hindsight_kernel::agenda::AgendaChange;
use hindsight_kernel::{FoldError, agenda};

use super::agenda::Step;
use super::event::{Event, MoveKind};
use super::names::{PieceNo, UnitId};
use super::state::{Activated, Piece, Player, State};
use super::unit::Unit;
use crate::cards::CardId;
use crate::system::IceAndFire;
use hindsight_kernel::Secret;

/// Applies an event. Never rolls, never decides, never panics.
pub(crate) fn evolve(state: &mut State, event: &Event) -> Result<(), FoldError> {
    match event {
        Event::GameSetUp { cards, agreed } => {
            if !state.cards.units.is_empty() {
                return Err(FoldError::new("the game is set up already"));
            }
            *state = State::opening(Arc::clone(cards), agreed.clone());
            state.agenda = vec![Step::Lists.into()];
        }
        Event::Placed { position } => *state = (**position).clone(),
        Event::Agenda { change } => {
            agenda::fold_change::<IceAndFire>(&mut state.agenda, change)?;
            if let AgendaChange::Proceeded { ahead, .. } = change {
                forget_fallen(state, ahead);
            }
        }
        Event::ListSubmitted { seat, list } => state.player_mut(*seat).list = Secret::made(list.clone()),
        Event::ArmyMustered {
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
            player.deck =
                u8::try_from(deck.len()).map_err(|_| FoldError::new("a deck has at most 255 cards"))?;
            player.unseen.clone_from(deck);
        }
        Event::TerrainNumberRolled { .. }
        | Event::OpposedRolled { .. }
        | Event::TurnPassed { .. }
        | Event::PickerNamed { .. }
        | Event::FirstDeployerNamed { .. }
        | Event::ActionDeclared { .. }
        | Event::ChargeAligned { .. }
        | Event::RetreatRolled { .. }
        | Event::TextShown { .. }
        | Event::EffectLost { .. } => {}
        Event::TerrainRolled { card, .. } => state.pool.extend(*card),
        Event::TerrainNamed { card, .. } => state.pool.push(*card),
        Event::TerrainPlaced { card, pose, .. } => {
            take(&mut state.pool, *card, "the piece is not in the pool")?;
            place_piece(state, *card, *pose);
        }
        Event::TerrainDropped { .. } => state.pool.clear(),
        Event::SidePicked { seat, edge } => {
            state.player_mut(*seat).edge = Some(*edge);
            state.player_mut(seat.opponent()).edge = Some(edge.opposite());
        }
        Event::FirstPlayerNamed { seat, .. } => state.first = Some(*seat),
        Event::Deployed { unit, pose } => unit_of(state, *unit)?.pose = Some(*pose),
        Event::Reserved { unit } => unit_of(state, *unit)?.reserve = true,
        Event::CardDrawn { seat, card, .. } => draw(state.player_mut(*seat), *card)?,
        Event::RoundBegan { round, first } => {
            (state.round, state.first) = (*round, Some(*first));
        }
        Event::TurnBegan { seat } => {
            state.active = Some(*seat);
            state.turns = state.turns.saturating_add(1);
        }
        Event::UnitActivated { activated } => state.activated = Some(*activated),
        Event::Arrived { unit, pose } => {
            let unit = unit_of(state, *unit)?;
            (unit.pose, unit.reserve) = (Some(*pose), false);
        }
        Event::TurnEnded { .. } => end_turn(state),
        Event::ZoneClaimed { ncu, zone } => {
            let found = state.ncus.iter_mut().find(|known| known.id == *ncu);
            found.ok_or_else(|| FoldError::new("no such NCU"))?.zone = Some(*zone);
        }
        Event::UnitMoved { unit, kind, from, to } => {
            unit_of(state, *unit)?.pose = Some(*to);
            if *kind == MoveKind::Charge {
                attacks::note_path(state, *unit, from);
            }
        }
        Event::Engaged { engagement } => {
            state
                .engagements
                .retain(|pair| !(pair.a == engagement.a && pair.b == engagement.b));
            state.engagements.push(*engagement);
        }
        Event::Disengaged { a, b } => state.engagements.retain(|pair| !(pair.a == *a && pair.b == *b)),
        Event::PieceRemoved { piece, .. } => remove_piece(state, *piece)?,
        Event::WoundsSuffered {
            unit,
            wounds,
            models,
            wounded,
            cause,
            ..
        } => {
            let hurt = unit_of(state, *unit)?;
            (hurt.models, hurt.wounded) = (*models, *wounded);
            attacks::count_wounds(state, *unit, *wounds, *cause);
        }
        Event::WoundsRestored {
            unit,
            models,
            wounded,
            ..
        } => {
            let healed = unit_of(state, *unit)?;
            (healed.models, healed.wounded) = (*models, *wounded);
        }
        Event::UnitDestroyed { unit, at, cause } => {
            attacks::note_destroyed(state, *unit, *cause);
            remove_unit(state, *unit)?;
            state.fallen.push(*at);
        }
        Event::TokenPlaced { unit, token } => {
            let unit = unit_of(state, *unit)?;
            if !unit.tokens.contains(token) {
                unit.tokens.push(*token);
                unit.tokens.sort_unstable();
            }
        }
        Event::TokenRemoved { unit, token } | Event::TokenExpended { unit, token, .. } => {
            let unit = unit_of(state, *unit)?;
            let place = unit.tokens.iter().position(|held| held == token);
            unit.tokens
                .remove(place.ok_or_else(|| FoldError::new("the unit has no such token"))?);
        }
        Event::ChargeDeclared { .. }
        | Event::ChargeModified { .. }
        | Event::ChargeBonusLost { .. }
        | Event::ChargeFortified { .. }
        | Event::ChargeRolled { .. }
        | Event::ChargerHurt
        | Event::ChargeEnded
        | Event::AttackDeclared { .. }
        | Event::AttackChanged { .. }
        | Event::AttackRolled { .. }
        | Event::DiceRerolled { .. }
        | Event::BonusUsed
        | Event::HitsCounted { .. }
        | Event::DefenceRolled { .. }
        | Event::AttackResolved { .. }
        | Event::AttackEnded
        | Event::PanicDemanded { .. }
        | Event::PanicModified { .. }
        | Event::PanicReplaced { .. }
        | Event::PanicRolled { .. }
        | Event::PanicResolved { .. }
        | Event::PanicEnded => attacks::evolve(state, event)?,
        Event::CardPlayed { seat, card } | Event::CardDiscarded { seat, card } => {
            show(state.player_mut(*seat), *card)?;
        }
        Event::OrderUsed { unit, order } => {
            let unit = unit_of(state, *unit)?;
            if !unit.orders_used.contains(order) {
                unit.orders_used.push(*order);
            }
        }
        Event::ObjectiveClaimed { objective, unit } => {
            let found = state.objectives.iter_mut().find(|token| token.no == *objective);
            found
                .ok_or_else(|| FoldError::new("no such objective token"))?
                .controller = Some(*unit);
        }
        Event::ObjectiveLost { objective, .. } => {
            let found = state.objectives.iter_mut().find(|token| token.no == *objective);
            found
                .ok_or_else(|| FoldError::new("no such objective token"))?
                .controller = None;
        }
        Event::PointsScored { seat, points, .. } => {
            let player = state.player_mut(*seat);
            player.points = player.points.saturating_add(*points);
        }
        Event::BoardCleared => clear_board(state),
        Event::GameEnded { outcome } => {
            state.ending = Some(outcome.clone());
            state.agenda.clear();
        }
        Event::Ruled { patch } => rulings::apply(state, patch)?,
    }
    Ok(())
}

/// A destruction whose trigger is laid on the agenda waits no more.
fn forget_fallen(state: &mut State, ahead: &[Step]) {
    state.fallen.retain(|fallen| {
        !ahead
            .iter()
            .any(|step| matches!(step, Step::Window { at, .. } if at == fallen))
    });
}

fn unit_of(state: &mut State, id: UnitId) -> Result<&mut Unit, FoldError> {
    state
        .unit_mut(id)
        .ok_or_else(|| FoldError::new(format!("there is no unit {id}")))
}

fn take(cards: &mut Vec<CardId>, card: CardId, why: &str) -> Result<(), FoldError> {
    let place = cards.iter().position(|known| *known == card);
    cards.remove(place.ok_or_else(|| FoldError::new(why))?);
    Ok(())
}

/// A piece lies on the table, numbered on.
fn place_piece(state: &mut State, card: CardId, pose: crate::field::Pose) {
    let no = PieceNo(u8::try_from(state.terrain.len() + 1).unwrap_or(u8::MAX));
    state.terrain.push(Piece {
        no,
        card,
        pose,
        removed: false,
    });
}

fn remove_piece(state: &mut State, no: PieceNo) -> Result<(), FoldError> {
    let found = state.terrain.iter_mut().find(|piece| piece.no == no);
    found
        .ok_or_else(|| FoldError::new("no such terrain piece"))?
        .removed = true;
    Ok(())
}

/// A card comes from the deck to the hand, known or not.
fn draw(player: &mut Player, card: Option<CardId>) -> Result<(), FoldError> {
    leave_deck(player, card)?;
    player.hand.push(card);
    Ok(())
}

/// A card leaves the deck, known or not.
fn leave_deck(player: &mut Player, card: Option<CardId>) -> Result<(), FoldError> {
    player.deck = player
        .deck
        .checked_sub(1)
        .ok_or_else(|| FoldError::new("the deck is empty"))?;
    if let Some(card) = card {
        take(&mut player.unseen, card, "the card is not in the deck")?;
    }
    Ok(())
}

/// A card of the hand comes to the discard pile: if it is not known there, an unknown card turns out to be it.
fn show(player: &mut Player, card: CardId) -> Result<(), FoldError> {
    if !player.give_up(card) {
        return Err(FoldError::new("the card is not in the hand"));
    }
    player.discards.push(card);
    Ok(())
}

/// What was activated has its token; the turn is over.
fn end_turn(state: &mut State) {
    match state.activated.take() {
        Some(Activated::Unit(id)) => {
            if let Some(unit) = state.unit_mut(id) {
                unit.activated = unit.is_alive();
            }
        }
        Some(Activated::Ncu(id)) => {
            if let Some(ncu) = state.ncus.iter_mut().find(|ncu| ncu.id == id) {
                ncu.activated = true;
            }
        }
        None => {}
    }
    state.active = None;
}

/// A destroyed unit leaves the table with its tokens and its engagements.
fn remove_unit(state: &mut State, id: UnitId) -> Result<(), FoldError> {
    let unit = unit_of(state, id)?;
    *unit = Unit::fresh(id, unit.card, unit.attachment, 0);
    state.engagements.retain(|pair| !pair.involves(id));
    for token in &mut state.objectives {
        if token.controller == Some(id) {
            token.controller = None;
        }
    }
    Ok(())
}

fn clear_board(state: &mut State) {
    for ncu in &mut state.ncus {
        (ncu.zone, ncu.activated) = (None, false);
    }
    for unit in &mut state.units {
        unit.activated = false;
        unit.orders_used.clear();
    }
}
