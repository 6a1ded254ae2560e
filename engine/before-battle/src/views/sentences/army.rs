//! Sentences of lists and weapons.

use hindsight_kernel::{Argument, Message, message};

use crate::messages::{MESSAGES, seat_message};
use crate::model::event::ArmyEvent;
use crate::model::names::CardId;
use crate::model::state::State;

/// An event of the chapter in one sentence.
pub(super) fn sentence(before: &State, event: &ArmyEvent) -> Message {
    match event {
        ArmyEvent::ListConfirmed { seat, .. } => {
            message!(MESSAGES, "list-confirmed", seat = seat_message(*seat))
        }
        ArmyEvent::ListsRevealed {
            south,
            north,
            allowances,
        } => {
            let shown = |cards: &[CardId]| {
                Argument::list(cards.iter().map(|&id| match before.cards.unit(id) {
                    Some(card) => Argument::from(&card.name),
                    None => id.into(),
                }))
            };
            message!(
                MESSAGES,
                "lists-revealed",
                south = shown(south),
                south_allowance = allowances[0],
                north = shown(north),
                north_allowance = allowances[1]
            )
        }
        ArmyEvent::WeaponsConfirmed { seat, .. } => {
            message!(MESSAGES, "weapons-confirmed", seat = seat_message(*seat))
        }
    }
}
