//! Data of a game: cards, names, the state, commands, events and their fold.

pub mod cards;
pub mod command;
pub mod event;
mod fold;
pub mod gear;
pub mod names;
pub mod state;
pub mod strike;
