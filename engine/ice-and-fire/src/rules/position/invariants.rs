//! Invariants of every state of a game, also between two events.

use hindsight_kernel::{Invariant, Message, check_invariants, message};

use super::super::terrain;
use crate::cards::ZoneName;
use crate::field::Side;
use crate::messages::MESSAGES;
use crate::model::names::SEATS;
use crate::model::state::State;

/// Every check with its name.
const INVARIANTS: &[Invariant<State>] = &[
    ("units", units),
    ("engagements", engagements),
    ("zones", zones),
    ("decks", decks),
    ("objectives", objectives),
    ("rounds", rounds),
];

/// The first thing that cannot be, if there is one.
pub(crate) fn invariants(state: &State) -> Result<(), Message> {
    check_invariants(state, INVARIANTS)
}

fn units(state: &State) -> Result<(), Message> {
    for (place, unit) in state.units.iter().enumerate() {
        let id = unit.id;
        if state.units[..place].iter().any(|other| other.id == id) {
            return Err(message!(MESSAGES, "position-twice", id));
        }
        let card = state
            .card_of(unit)
            .ok_or_else(|| message!(MESSAGES, "position-no-unit-card", id))?;
        if let Some(attachment) = unit.attachment
            && state.cards.attachment(attachment).is_none()
        {
            return Err(message!(MESSAGES, "position-no-attachment-card", id));
        }
        if unit.models > card.models() || unit.wounded >= card.wounds_per_model.max(1) {
            return Err(message!(MESSAGES, "position-strength", id));
        }
        if unit.reserve && unit.pose.is_some() {
            return Err(message!(MESSAGES, "position-reserve-on-table", id));
        }
        if unit.pose.is_some_and(|pose| pose.heading > 359) {
            return Err(message!(MESSAGES, "position-heading", id));
        }
        let mut tokens = unit.tokens.clone();
        tokens.dedup();
        if tokens.len() != unit.tokens.len() || !unit.tokens.is_sorted() {
            return Err(message!(MESSAGES, "position-tokens-of-unit", id));
        }
        if unit
            .orders_used
            .iter()
            .any(|order| usize::from(*order) >= state.orders_of(unit).count())
        {
            return Err(message!(MESSAGES, "position-orders-used", id));
        }
    }
    Ok(())
}

fn engagements(state: &State) -> Result<(), Message> {
    for (place, pair) in state.engagements.iter().enumerate() {
        let (a, b) = (pair.a, pair.b);
        if a.seat() != SEATS[0] || b.seat() != SEATS[1] {
            return Err(message!(MESSAGES, "position-engaged-friends", a, b));
        }
        let before = &state.engagements[..place];
        if before.iter().any(|other| other.a == a && other.b == b) {
            return Err(message!(MESSAGES, "position-engaged-twice", a, b));
        }
        let (Some(one), Some(other)) = (terrain::tray(state, a), terrain::tray(state, b)) else {
            return Err(message!(MESSAGES, "position-engaged-off-table", a, b));
        };
        if !one.outline().touches(&other.outline()) {
            return Err(message!(MESSAGES, "position-engaged-apart", a, b));
        }
        let known = |side: Side| Side::ALL.contains(&side);
        if !known(pair.a_side) || !known(pair.b_side) {
            return Err(message!(MESSAGES, "position-engaged-side", a, b));
        }
    }
    Ok(())
}

fn zones(state: &State) -> Result<(), Message> {
    for zone in ZoneName::ALL {
        let holders = state.ncus.iter().filter(|ncu| ncu.zone == Some(zone)).count();
        if holders > 1 {
            return Err(message!(MESSAGES, "position-zone-with-two", zone = zone.title()));
        }
    }
    for (place, ncu) in state.ncus.iter().enumerate() {
        if state.cards.ncu(ncu.card).is_none() {
            return Err(message!(MESSAGES, "position-no-card", id = ncu.id));
        }
        if state.ncus[..place].iter().any(|other| other.id == ncu.id) {
            return Err(message!(MESSAGES, "position-twice", id = ncu.id));
        }
    }
    Ok(())
}

fn decks(state: &State) -> Result<(), Message> {
    for (seat, player) in SEATS.into_iter().zip(&state.players) {
        let unknown = player.hand.iter().filter(|card| card.is_none()).count();
        if player.unseen.len() != usize::from(player.deck) + unknown {
            return Err(message!(MESSAGES, "position-unseen-cards", seat));
        }
        let shown = player.hand.get(..usize::from(player.shown));
        if shown.is_none_or(|cards| cards.contains(&None)) {
            return Err(message!(MESSAGES, "position-known-cards", seat));
        }
        let known = player
            .hand
            .iter()
            .flatten()
            .chain(&player.unseen)
            .chain(&player.discards);
        for card in known {
            if state.cards.tactics_card(*card).is_none() {
                return Err(message!(MESSAGES, "position-no-tactics-card", seat, card));
            }
        }
    }
    Ok(())
}

fn objectives(state: &State) -> Result<(), Message> {
    for token in &state.objectives {
        let held = token
            .controller
            .is_none_or(|id| state.unit(id).is_some_and(|unit| unit.pose.is_some()));
        if !held {
            return Err(message!(
                MESSAGES,
                "position-objective-control",
                token = token.no.0
            ));
        }
    }
    Ok(())
}

fn rounds(state: &State) -> Result<(), Message> {
    if state.round > super::super::turns::ROUNDS {
        return Err(message!(
            MESSAGES,
            "position-rounds",
            most = super::super::turns::ROUNDS
        ));
    }
    let named = [state.first, state.active].into_iter().flatten();
    for seat in named {
        if !super::is_seated(seat) {
            return Err(message!(MESSAGES, "position-no-player", seat));
        }
    }
    Ok(())
}
