//! Folding of events into the position: a file a chapter. No rule lives here: nothing is rolled, nothing
//! decided.

mod ability;
mod combat;
mod command;
mod courage;
mod damage;
mod engagement;
mod movement;
mod procedure;
pub(crate) mod rulings;
mod setup;
mod turn;

use hindsight_kernel::{FoldError, message};

use crate::messages::MESSAGES;
use crate::model::attack::Attack;
use crate::model::event::Event;
use crate::model::names::UnitId;
use crate::model::state::{State, Unit};

pub(crate) use damage::remove;

/// Applies an event. Never rolls, never decides, never panics.
pub(crate) fn evolve(state: &mut State, event: &Event) -> Result<(), FoldError> {
    match event {
        Event::Procedure(event) => procedure::evolve(state, event),
        Event::Setup(event) => setup::evolve(state, event),
        Event::Turn(event) => turn::evolve(state, event),
        Event::Movement(event) => movement::evolve(state, event),
        Event::Engagement(event) => engagement::evolve(state, event),
        Event::Courage(event) => courage::evolve(state, event),
        Event::Command(event) => command::evolve(state, event),
        Event::Ability(event) => ability::evolve(state, event),
        Event::Damage(event) => damage::evolve(state, event),
        Event::Combat(event) => combat::evolve(state, event),
    }
}

/// A unit that is not destroyed; on the table, unless it may be off it.
fn living(state: &mut State, id: UnitId, off_table: bool) -> Result<&mut Unit, FoldError> {
    let unit = state
        .unit_mut(id)
        .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-unit", id)))?;
    if unit.destroyed.is_some() || (unit.pose.is_none() && !off_table) {
        return Err(FoldError::new(message!(MESSAGES, "fold-not-on-the-table", id)));
    }
    Ok(unit)
}

/// The attack that is being rolled.
fn at_hand(state: &mut State) -> Result<&mut Attack, FoldError> {
    state
        .attack
        .as_deref_mut()
        .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-attack-at-hand")))
}
