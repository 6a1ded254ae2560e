//! Sentences of command actions and command cards.

use hindsight_kernel::{Message, message};

use super::phrases::used_for;
use crate::messages::{self, MESSAGES, card, units_or_none};
use crate::model::event::CommandEvent;
use crate::model::state::State;

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &CommandEvent) -> Message {
    match event {
        CommandEvent::ActionsGained { seat, count } => {
            message!(
                MESSAGES,
                "actions-gained",
                seat = messages::seat(*seat),
                actions = count
            )
        }
        CommandEvent::ActionsSpent { seat, count, on } => {
            message!(
                MESSAGES,
                "actions-spent",
                seat = messages::seat(*seat),
                actions = count,
                purpose = used_for(state, on)
            )
        }
        CommandEvent::ActionsLost { seat, count } => {
            message!(
                MESSAGES,
                "actions-lost",
                seat = messages::seat(*seat),
                actions = count
            )
        }
        CommandEvent::CardDrawn {
            seat, card: drawn, ..
        } => match drawn {
            Some(drawn) => message!(
                MESSAGES,
                "card-drawn",
                seat = messages::seat(*seat),
                card = card(state, *seat, *drawn)
            ),
            None => message!(MESSAGES, "card-drawn-hidden", seat = messages::seat(*seat)),
        },
        CommandEvent::DeckRenewed { seat } => {
            message!(MESSAGES, "deck-renewed", seat = messages::seat(*seat))
        }
        CommandEvent::FactionCardsRemoved { seat } => {
            message!(MESSAGES, "faction-cards-removed", seat = messages::seat(*seat))
        }
        CommandEvent::CardDiscarded {
            seat,
            card: discarded,
        } => {
            let card = card(state, *seat, *discarded);
            message!(MESSAGES, "card-discarded", seat = messages::seat(*seat), card)
        }
        CommandEvent::CardPlayed {
            seat,
            card: played,
            colour,
            on,
        } => {
            let colour: &str = colour.into();
            message!(
                MESSAGES,
                "card-played",
                seat = messages::seat(*seat),
                card = card(state, *seat, *played),
                colour,
                on = units_or_none(state, on)
            )
        }
        CommandEvent::RerollClaimed { seat } => {
            message!(MESSAGES, "reroll-claimed", seat = messages::seat(*seat))
        }
        CommandEvent::Passed { seat, rest } => {
            message!(MESSAGES, "card-passed", seat = messages::seat(*seat), rest)
        }
    }
}
