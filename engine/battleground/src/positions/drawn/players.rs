//! The players of a drawn position: who sits at the table, what they hold, and what is known of it.

use std::collections::BTreeMap;

use hindsight_kernel::Seat;

use super::Sketch;
use super::refusal::DrawnRefusal;
use crate::model::names::CardNo;
use crate::model::refusal::Refusal;
use crate::model::state::{Allegiance, Secret, State};

/// The refusal of a seat at which nobody sits.
pub(super) const fn nobody_at(seat: Seat, seats: usize, what: &'static str) -> DrawnRefusal {
    if seats > 2 {
        DrawnRefusal::NobodyOfTheTeams(seat)
    } else {
        DrawnRefusal::OnlyTwo { what, seat }
    }
}

/// Refuses cards and command actions of a seat at which nobody sits.
pub(super) fn check_seats(sketch: &Sketch, seats: usize) -> Result<(), Refusal> {
    let said = [
        ("hands", sketch.hands.keys().collect::<Vec<_>>()),
        ("known", sketch.known.keys().collect()),
        ("discards", sketch.discards.keys().collect()),
        ("partners", sketch.partners.keys().collect()),
    ];
    for (field, named) in said {
        if let Some(seat) = named.into_iter().find(|seat| seat.index() >= seats) {
            let why = nobody_at(*seat, seats, "play");
            return Err(Refusal::from(why).with("path", format!("/{field}/{seat}")));
        }
    }
    Ok(())
}

/// What a player holds and has spent; the faction is that of the player's first unit. Who is said to hold fewer cards than
/// are known to be in the hand holds those. Rules `BG4-CARDS-10`, `BG4-CARDS-13` (pp. 36, 127).
pub(super) fn seat(state: &mut State, sketch: &Sketch, seat: Seat, spent: u32) -> Result<(), DrawnRefusal> {
    let open = |cards: &BTreeMap<Seat, Vec<CardNo>>| cards.get(&seat).cloned().unwrap_or_default();
    let (known, discards) = (open(&sketch.known), open(&sketch.discards));
    let mut unseen: Vec<CardNo> = CardNo::deck().collect();
    let cards = unseen.len();
    for (field, open) in [("known", &known), ("discards", &discards)] {
        for (place, card) in open.iter().enumerate() {
            let Some(at) = unseen.iter().position(|left| left == card) else {
                let path = format!("/{field}/{seat}/{place}");
                return Err(DrawnRefusal::InTwoPlaces { card: *card, path });
            };
            unseen.remove(at);
        }
    }
    let drawn = sketch.hands.get(&seat).copied().unwrap_or_default();
    let held = usize::from(drawn).max(known.len());
    let Some(deck) = cards.checked_sub(held + discards.len()) else {
        return Err(DrawnRefusal::DeckTooSmall { cards, drawn, seat });
    };
    let first = state.units.iter().find(|unit| unit.id.seat() == seat);
    let faction = first.map(|unit| state.kind(unit).faction.clone());
    let player = state.player_mut(seat);
    player.spent = spent;
    player.hand = known.iter().copied().map(Some).collect();
    player.hand.resize(held, None);
    player.deck = deck as u8;
    player.unseen = unseen;
    player.discards = discards;
    if let Some(faction) = faction {
        player.allegiance = Secret::Known(Allegiance {
            faction,
            mercenaries: None,
            also: Vec::new(),
        });
    }
    Ok(())
}
