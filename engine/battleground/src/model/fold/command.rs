//! Folding of events of command actions and command cards.

use hindsight_kernel::{FoldError, Seat, message};

use super::at_hand;
use crate::messages::MESSAGES;
use crate::model::cards::Colour;
use crate::model::event::CommandEvent;
use crate::model::names::{CardNo, other};
use crate::model::state::{Player, State};

/// Applies an event of the chapter.
pub(super) fn evolve(state: &mut State, event: &CommandEvent) -> Result<(), FoldError> {
    match event {
        CommandEvent::RerollClaimed { .. } => {
            let attack = at_hand(state)?;
            attack.claimed = Some(attack.stage);
        }
        CommandEvent::Passed { seat, rest } => state.player_mut(*seat).passing |= rest,
        CommandEvent::ActionsGained { seat, count } => {
            let player = state.player_mut(*seat);
            player.actions = player.actions.saturating_add(*count);
            player.gained = player.gained.saturating_add(*count);
        }
        CommandEvent::ActionsSpent { seat, count, .. } => {
            let player = state.player_mut(*seat);
            player.actions = player
                .actions
                .checked_sub(*count)
                .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-command-actions")))?;
            player.spent_any |= *count > 0;
        }
        CommandEvent::ActionsLost { seat, .. } => state.player_mut(*seat).actions = 0,
        CommandEvent::CardDrawn { seat, card, .. } => {
            draw(state.player_mut(*seat), *card)?;
            if let Some(partner) = shares_deck_with(state, *seat) {
                let partner = state.player_mut(partner);
                partner.deck = partner.deck.saturating_sub(1);
                if let Some(card) = card {
                    take_unseen(partner, *card);
                }
            }
        }
        CommandEvent::FactionCardsRemoved { seat } => {
            let player = state.player_mut(*seat);
            player.unseen.retain(|card| !card.is_faction_card());
            player.deck = player.unseen.len() as u8;
        }
        CommandEvent::DeckRenewed { seat } => {
            for seat in std::iter::once(*seat).chain(shares_deck_with(state, *seat)) {
                let player = state.player_mut(seat);
                let discards = std::mem::take(&mut player.discards);
                player.deck = player.deck.saturating_add(discards.len() as u8);
                player.unseen.extend(discards);
                player.unseen.sort_unstable();
            }
        }
        CommandEvent::CardDiscarded { seat, card } => {
            leave_hand(state.player_mut(*seat), *card)?;
            lies_on_shared_pile(state, *seat, *card);
        }
        CommandEvent::CardPlayed {
            seat,
            card,
            colour,
            on,
        } => {
            leave_hand(state.player_mut(*seat), *card)?;
            lies_on_shared_pile(state, *seat, *card);
            let player = state.player_mut(*seat);
            if *colour == Colour::Green {
                player.played.push((*card, on.clone()));
            }
            if let Some(attack) = &mut state.attack {
                match colour {
                    Colour::Red => attack.red = Some(*card),
                    Colour::Blue => attack.blue = Some(*card),
                    Colour::Green => {}
                }
            }
        }
    }
    Ok(())
}

/// Who draws from the same deck as a player. Rule `BG3-SET-07` (pp. 3-4).
fn shares_deck_with(state: &State, seat: Seat) -> Option<Seat> {
    state.house.shared_deck.then(|| other(seat))
}

/// A card that a player plays or discards lies on the pile of both, where they share one. Rule `BG3-SET-07` (pp. 3-4).
fn lies_on_shared_pile(state: &mut State, seat: Seat, card: CardNo) {
    if let Some(partner) = shares_deck_with(state, seat) {
        let partner = state.player_mut(partner);
        take_unseen(partner, card);
        partner.discards.push(card);
    }
}

/// One of these cards is seen, if there is one that was not.
fn take_unseen(player: &mut Player, card: CardNo) {
    if let Some(place) = player.unseen.iter().position(|unseen| *unseen == card) {
        player.unseen.remove(place);
    }
}

/// A card goes from the deck to the hand.
fn draw(player: &mut Player, card: Option<CardNo>) -> Result<(), FoldError> {
    player.deck = player
        .deck
        .checked_sub(1)
        .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-deck-empty")))?;
    if let Some(card) = card {
        let place = player.unseen.iter().position(|unseen| *unseen == card);
        player
            .unseen
            .remove(place.ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-card-not-in-deck", card)))?);
    }
    player.hand.push(card);
    Ok(())
}

/// A card goes from the hand to the discard pile; one that was unknown becomes known by it.
fn leave_hand(player: &mut Player, card: CardNo) -> Result<(), FoldError> {
    if let Some(place) = player.hand.iter().position(|held| *held == Some(card)) {
        player.hand.remove(place);
    } else {
        let unknown = player.hand.iter().position(Option::is_none);
        let unseen = player.unseen.iter().position(|unseen| *unseen == card);
        match (unknown, unseen) {
            (Some(unknown), Some(unseen)) => {
                player.hand.remove(unknown);
                player.unseen.remove(unseen);
            }
            _ => return Err(FoldError::new(message!(MESSAGES, "fold-card-not-in-hand", card))),
        }
    }
    player.discards.push(card);
    Ok(())
}
