//! Sentences of command actions and command cards.

use super::phrases::spent_on;
use crate::model::event::CommandEvent;
use crate::model::names::seat_name;
use crate::model::state::State;
use crate::model::words::{self, count, unit_names};

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &CommandEvent) -> String {
    match event {
        CommandEvent::ActionsGained { seat, count: gained } => format!(
            "{} gains {}",
            seat_name(*seat),
            count(*gained, "command action", "command actions")
        ),
        CommandEvent::ActionsSpent {
            seat,
            count: spent,
            on,
        } => format!(
            "{} spends {} on {}",
            seat_name(*seat),
            count(*spent, "command action", "command actions"),
            spent_on(state, on)
        ),
        CommandEvent::ActionsLost { seat, count: lost } => format!(
            "{} loses {} unspent",
            seat_name(*seat),
            count(*lost, "command action", "command actions")
        ),
        CommandEvent::CardDrawn { seat, card, .. } => match card {
            Some(card) => format!("{} draws {}", seat_name(*seat), words::card(state, *seat, *card)),
            None => format!("{} draws a command card", seat_name(*seat)),
        },
        CommandEvent::DeckRenewed { seat } => {
            format!("{} shuffles the discard pile into a new deck", seat_name(*seat))
        }
        CommandEvent::FactionCardsRemoved { seat } => {
            format!("{} plays without cards 21 to 30", seat_name(*seat))
        }
        CommandEvent::CardDiscarded { seat, card } => {
            format!(
                "{} discards {}",
                seat_name(*seat),
                words::card(state, *seat, *card)
            )
        }
        CommandEvent::CardPlayed {
            seat,
            card,
            colour,
            on,
        } => {
            let colour: &str = colour.into();
            let on = if on.is_empty() {
                String::new()
            } else {
                format!(" on {}", unit_names(state, on))
            };
            format!(
                "{} plays {} as a {colour} card{on}",
                seat_name(*seat),
                words::card(state, *seat, *card)
            )
        }
        CommandEvent::RerollClaimed { seat } => format!(
            "{} was not asked for a card before the roll and claims a new one",
            seat_name(*seat)
        ),
        CommandEvent::Passed { seat, rest: false } => format!("{} plays no card", seat_name(*seat)),
        CommandEvent::Passed { seat, rest: true } => {
            format!("{} plays no more green cards in this phase", seat_name(*seat))
        }
    }
}
