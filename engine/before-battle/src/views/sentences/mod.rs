//! Events in words, one sentence each: a file a chapter.

mod action;
mod aftermath;
mod army;
mod combat;
mod deployment;
mod ending;
mod phrases;
mod ruling;
mod start;

use hindsight_kernel::{Message, message};

use crate::messages::{MESSAGES, seat_message};
use crate::model::event::{Event, OpeningEvent, RulingEvent};
use crate::model::state::State;

/// An event in one sentence. `before` is the state as it was.
pub fn describe(before: &State, event: &Event) -> Message {
    match event {
        Event::Opening(event) => opening(event),
        Event::Army(event) => army::sentence(before, event),
        Event::Start(event) => start::sentence(event),
        Event::Deployment(event) => deployment::sentence(before, event),
        Event::Action(event) => action::sentence(before, event),
        Event::Combat(event) => combat::sentence(before, event),
        Event::Aftermath(event) => aftermath::sentence(before, event),
        Event::Ending(event) => ending::sentence(event),
        Event::Ruling(RulingEvent::Patched { patch }) => ruling::sentence(before, patch),
        Event::Ruling(RulingEvent::PositionNoted { round, active, units }) => message!(
            MESSAGES,
            "position-noted",
            round,
            seat = seat_message(*active),
            units = units.len()
        ),
    }
}

fn opening(event: &OpeningEvent) -> Message {
    match event {
        OpeningEvent::GameSet { cards } => message!(MESSAGES, "game-set", pack = &cards.pack),
        OpeningEvent::PositionSet { position } => {
            message!(MESSAGES, "position-set", units = position.standing().count())
        }
    }
}

#[cfg(test)]
mod tests;
