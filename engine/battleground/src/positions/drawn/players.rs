//! The players of a drawn position: what they hold, and what is known of it.

use hindsight_kernel::{Refusal, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Sketch, refused};
use crate::model::names::CardNo;
use crate::model::state::{Allegiance, Secret, State};

/// How many command cards each player holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hands {
    /// South.
    #[serde(default, rename = "A")]
    pub south: u8,
    /// North.
    #[serde(default, rename = "B")]
    pub north: u8,
}

/// Command cards of each player that are known.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenCards {
    /// South's.
    #[serde(default, rename = "A")]
    #[schemars(length(max = 30))]
    pub south: Vec<CardNo>,
    /// North's.
    #[serde(default, rename = "B")]
    #[schemars(length(max = 30))]
    pub north: Vec<CardNo>,
}

impl OpenCards {
    fn of(&self, seat: Seat) -> &[CardNo] {
        if seat == Seat::A { &self.south } else { &self.north }
    }
}

/// What a player holds and has spent; the faction is that of the player's first unit. Who is said to hold fewer cards than
/// are known to be in the hand holds those. Rules `BG4-CARDS-10`, `-13`.
pub(super) fn seat(state: &mut State, sketch: &Sketch, seat: Seat, spent: u32) -> Result<(), Refusal> {
    let (known, discards) = (sketch.known.of(seat), sketch.discards.of(seat));
    let mut unseen: Vec<CardNo> = CardNo::deck().collect();
    let cards = unseen.len();
    for (field, open) in [("known", known), ("discards", discards)] {
        for (place, card) in open.iter().enumerate() {
            let Some(at) = unseen.iter().position(|left| left == card) else {
                return Err(
                    refused(format!("command card {card} is in two places, or is none"))
                        .asked(card)
                        .with("path", format!("/{field}/{seat}/{place}")),
                );
            };
            unseen.remove(at);
        }
    }
    let drawn = if seat == Seat::A {
        sketch.hands.south
    } else {
        sketch.hands.north
    };
    let held = usize::from(drawn).max(known.len());
    let Some(deck) = cards.checked_sub(held + discards.len()) else {
        return Err(refused(format!("the deck has {cards} command cards"))
            .asked(drawn)
            .with("path", format!("/hands/{seat}")));
    };
    let first = state.units.iter().find(|unit| unit.id.seat() == seat);
    let faction = first.map(|unit| state.kind(unit).faction.clone());
    let player = state.player_mut(seat);
    player.spent = spent;
    player.hand = known.iter().copied().map(Some).collect();
    player.hand.resize(held, None);
    player.deck = deck as u8;
    player.unseen = unseen;
    player.discards = discards.to_vec();
    if let Some(faction) = faction {
        player.allegiance = Secret::Known(Allegiance {
            faction,
            mercenaries: None,
        });
    }
    Ok(())
}
