//! Data of a game: names, state, agenda steps, command, event and fold.
//!
//! Read [`names`] and [`place`] first, then [`state`], then [`agenda`] (what is to be done next), [`command`] and
//! [`event`]. No rule lives here: [`fold`] applies events, the chapters in `rules` decide them.

pub mod agenda;
pub mod command;
pub mod contests;
pub mod event;
pub mod fold;
pub mod names;
pub mod patch;
pub mod place;
pub mod setup;
pub mod state;
pub mod unit;
