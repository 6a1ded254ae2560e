//! What a game is: names, the state and its parts, pending steps and questions, commands, events and their fold.

pub mod names;
