//! Folding of events into the position. No rule lives here: nothing is rolled, nothing decided.

mod attack;
mod charge;
mod contests;
mod effect;
mod morale;
mod movement;
mod procedure;
mod round;
mod rulings;
mod scoring;
mod setup;
mod unit;

use hindsight_kernel::{FoldError, Phrase, message, phrase};

use super::agenda::Step;
use super::event::Event;
use super::names::{PieceNo, UnitId};
use super::state::{Activated, Piece, Player, State};
use super::unit::Unit;
use crate::cards::CardId;
use crate::messages::MESSAGES;

/// Applies an event. Never rolls, never decides, never panics.
pub(crate) fn evolve(state: &mut State, event: &Event) -> Result<(), FoldError> {
    match event {
        Event::Procedure(event) => procedure::evolve(state, event),
        Event::Setup(event) => setup::evolve(state, event),
        Event::Round(event) => round::evolve(state, event),
        Event::Movement(event) => movement::evolve(state, event),
        Event::Unit(event) => unit::evolve(state, event),
        Event::Charge(event) => charge::evolve(state, event),
        Event::Attack(event) => attack::evolve(state, event),
        Event::Morale(event) => morale::evolve(state, event),
        Event::Effect(event) => effect::evolve(state, event),
        Event::Scoring(event) => scoring::evolve(state, event),
    }
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
        .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-unit", id)))
}

fn take(cards: &mut Vec<CardId>, card: CardId, why: Phrase) -> Result<(), FoldError> {
    let place = cards.iter().position(|known| *known == card);
    cards.remove(place.ok_or_else(|| FoldError::new(why.message()))?);
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
        .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-terrain")))?
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
        .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-deck-empty")))?;
    if let Some(card) = card {
        take(
            &mut player.unseen,
            card,
            phrase!(MESSAGES, "fold-card-not-in-deck"),
        )?;
    }
    Ok(())
}

/// A card of the hand comes to the discard pile: if it is not known there, an unknown card turns out to be it.
fn show(player: &mut Player, card: CardId) -> Result<(), FoldError> {
    if !player.give_up(card) {
        return Err(FoldError::new(message!(MESSAGES, "fold-card-not-in-hand")));
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
