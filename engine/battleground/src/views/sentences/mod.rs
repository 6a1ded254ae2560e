//! Events in one sentence for the log: a file a chapter.

mod ability;
mod combat;
mod command;
mod courage;
mod damage;
mod engagement;
mod marks;
mod movement;
mod phrases;
mod procedure;
mod rulings;
mod setup;
mod steps;
mod turn;

use hindsight_kernel::Message;

use crate::model::event::Event;
use crate::model::state::State;

/// An event in one sentence. `before` is the state as it was.
pub(crate) fn sentence(before: &State, event: &Event) -> Message {
    match event {
        Event::Procedure(event) => procedure::sentence(before, event),
        Event::Setup(event) => setup::sentence(before, event),
        Event::Turn(event) => turn::sentence(before, event),
        Event::Movement(event) => movement::sentence(before, event),
        Event::Engagement(event) => engagement::sentence(before, event),
        Event::Courage(event) => courage::sentence(before, event),
        Event::Command(event) => command::sentence(before, event),
        Event::Ability(event) => ability::sentence(before, event),
        Event::Damage(event) => damage::sentence(before, event),
        Event::Combat(event) => combat::sentence(before, event),
    }
}

#[cfg(test)]
mod tests;
