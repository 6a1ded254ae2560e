//! Data of a battle: names, cards, orders, states, pending steps, commands, events and how they fold.
//!
//! Nothing here decides anything. Read `state` first, then `agenda`, `command` and `event`; `fold` applies an event to a state.

pub mod agenda;
pub mod attack;
pub(crate) mod bounds;
pub mod cards;
pub(crate) mod charging;
pub mod command;
pub mod effect;
pub mod event;
pub(crate) mod fold;
pub(crate) mod hands;
pub(crate) mod lasting;
pub mod movement_category;
pub mod names;
pub(crate) mod numbered_answers;
pub mod orders;
pub(crate) mod pinched;
pub mod refusal;
pub mod rule;
pub mod state;
pub mod tolerance;
pub mod triggered;
pub(crate) mod unused;
pub(crate) mod words;
