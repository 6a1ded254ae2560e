//! Views of a game: pictures, facts, sentences, notation, inspections and what each seat may know.

mod board;
pub(crate) mod change;
mod compared;
pub(crate) mod facts;
mod inspect;
pub(crate) mod names;
mod notation;
mod noted;
mod recorded;
mod secrets;
mod sentences;
mod sketch;
mod steps;
mod story;
mod threats;

pub(crate) use self::threats::reaches;

#[cfg(test)]
mod tests;
