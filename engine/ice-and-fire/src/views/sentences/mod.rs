//! Events in sentences for the log.

mod attack;
mod charge;
mod effect;
mod morale;
mod movement;
mod procedure;
mod round;
mod ruling;
mod scoring;
mod setup;
mod unit;

use hindsight_kernel::{Argument, Message, Roll, message};

use crate::messages::MESSAGES;
use crate::model::event::Event;
use crate::model::state::State;

/// The faces of a roll: `4, 4 and 1`.
fn faces(roll: &Roll) -> Argument {
    if roll.faces.is_empty() {
        message!(MESSAGES, "no-dice").into()
    } else {
        Argument::list(roll.faces.iter().copied())
    }
}

/// Describes an event in one sentence.
pub(super) fn describe(before: &State, event: &Event) -> Message {
    match event {
        Event::Procedure(event) => procedure::describe(before, event),
        Event::Setup(event) => setup::describe(before, event),
        Event::Round(event) => round::describe(before, event),
        Event::Movement(event) => movement::describe(before, event),
        Event::Unit(event) => unit::describe(before, event),
        Event::Charge(event) => charge::describe(before, event),
        Event::Attack(event) => attack::describe(before, event),
        Event::Morale(event) => morale::describe(before, event),
        Event::Effect(event) => effect::describe(before, event),
        Event::Scoring(event) => scoring::describe(before, event),
    }
}
