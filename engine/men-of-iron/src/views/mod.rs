//! A game as people see it: its picture, its sentences and facts, its notation, what a position answers, drawn positions.

pub mod board;
pub mod chances;
pub mod facts;
pub(crate) mod harm;
pub mod inspect;
pub mod notation;
mod noted;
pub mod reach;
pub mod sentences;
pub mod sketch;
pub mod story;
pub mod threats;

#[cfg(test)]
mod tests;
