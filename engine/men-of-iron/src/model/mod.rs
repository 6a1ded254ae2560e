//! Data of a game: names, the state and its parts, pending steps and questions, commands, events and their
//! fold.

pub mod agenda;
pub mod attack;
pub mod command;
pub mod drm;
pub mod event;
mod fold;
pub mod names;
pub mod piece;
pub mod pieces;
pub mod state;
