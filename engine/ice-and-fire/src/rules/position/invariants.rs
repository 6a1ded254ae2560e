//! Invariants of every state of a game, also between two events.

use hindsight_kernel::{Invariant, check_invariants};

use super::super::terrain;
use crate::cards::ZoneName;
use crate::field::Side;
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
pub(crate) fn invariants(state: &State) -> Result<(), String> {
    check_invariants(state, INVARIANTS)
}

fn units(state: &State) -> Result<(), String> {
    for (place, unit) in state.units.iter().enumerate() {
        let id = unit.id;
        if state.units[..place].iter().any(|other| other.id == id) {
            return Err(format!("{id} is there twice"));
        }
        let card = state
            .card_of(unit)
            .ok_or_else(|| format!("{id} has no unit card"))?;
        if let Some(attachment) = unit.attachment
            && state.cards.attachment(attachment).is_none()
        {
            return Err(format!("{id} has an attachment without a card"));
        }
        if unit.models > card.models() || unit.wounded >= card.wounds_per_model.max(1) {
            return Err(format!("{id} has more models or wounds than its card"));
        }
        if unit.reserve && unit.pose.is_some() {
            return Err(format!("{id} is in reserve, not on the table"));
        }
        if unit.pose.is_some_and(|pose| pose.heading > 359) {
            return Err(format!("{id} has a heading of 0 to 359 degrees"));
        }
        let mut tokens = unit.tokens.clone();
        tokens.dedup();
        if tokens.len() != unit.tokens.len() || !unit.tokens.is_sorted() {
            return Err(format!(
                "{id} has each condition token once, in the sheet's order"
            ));
        }
        if unit
            .orders_used
            .iter()
            .any(|order| usize::from(*order) >= state.orders_of(unit).count())
        {
            return Err(format!("{id} has used only Orders that it has"));
        }
    }
    Ok(())
}

fn engagements(state: &State) -> Result<(), String> {
    for (place, pair) in state.engagements.iter().enumerate() {
        let (a, b) = (pair.a, pair.b);
        if a.seat() != SEATS[0] || b.seat() != SEATS[1] {
            return Err(format!(
                "{a} and {b}: a unit of seat A is engaged with one of seat B"
            ));
        }
        let before = &state.engagements[..place];
        if before.iter().any(|other| other.a == a && other.b == b) {
            return Err(format!("{a} and {b} are engaged twice"));
        }
        let (Some(one), Some(other)) = (terrain::tray(state, a), terrain::tray(state, b)) else {
            return Err(format!("{a} and {b} are engaged and both on the table"));
        };
        if !one.outline().touches(&other.outline()) {
            return Err(format!("{a} and {b} are engaged and in contact"));
        }
        let known = |side: Side| Side::ALL.contains(&side);
        if !known(pair.a_side) || !known(pair.b_side) {
            return Err(format!("{a} and {b} touch with a side each"));
        }
    }
    Ok(())
}

fn zones(state: &State) -> Result<(), String> {
    for zone in ZoneName::ALL {
        let holders = state.ncus.iter().filter(|ncu| ncu.zone == Some(zone)).count();
        if holders > 1 {
            return Err(format!("the {} zone holds one NCU", zone.title()));
        }
    }
    for (place, ncu) in state.ncus.iter().enumerate() {
        if state.cards.ncu(ncu.card).is_none() {
            return Err(format!("{} has no card", ncu.id));
        }
        if state.ncus[..place].iter().any(|other| other.id == ncu.id) {
            return Err(format!("{} is there twice", ncu.id));
        }
    }
    Ok(())
}

fn decks(state: &State) -> Result<(), String> {
    for (seat, player) in SEATS.into_iter().zip(&state.players) {
        let unknown = player.hand.iter().filter(|card| card.is_none()).count();
        if player.unseen.len() != usize::from(player.deck) + unknown {
            return Err(format!(
                "player {seat}: the cards nobody has seen are the deck and the unknown cards of the hand"
            ));
        }
        let shown = player.hand.get(..usize::from(player.shown));
        if shown.is_none_or(|cards| cards.contains(&None)) {
            return Err(format!(
                "player {seat}: the cards that both players know are the first of the hand, and known"
            ));
        }
        let known = player
            .hand
            .iter()
            .flatten()
            .chain(&player.unseen)
            .chain(&player.discards);
        for card in known {
            if state.cards.tactics_card(*card).is_none() {
                return Err(format!("player {seat}: there is no tactics card {card}"));
            }
        }
    }
    Ok(())
}

fn objectives(state: &State) -> Result<(), String> {
    for token in &state.objectives {
        let held = token
            .controller
            .is_none_or(|id| state.unit(id).is_some_and(|unit| unit.pose.is_some()));
        if !held {
            return Err(format!(
                "objective token {} is controlled by a unit on the table",
                token.no
            ));
        }
    }
    Ok(())
}

fn rounds(state: &State) -> Result<(), String> {
    if state.round > super::super::turns::ROUNDS {
        return Err(format!(
            "a game has at most {} rounds",
            super::super::turns::ROUNDS
        ));
    }
    let named = [state.first, state.active].into_iter().flatten();
    for seat in named {
        if !super::is_seated(seat) {
            return Err(format!("there is no player {seat}"));
        }
    }
    Ok(())
}
