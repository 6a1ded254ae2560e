//! A game as people see it: its picture, its sentences and facts, its notation, what a position answers, drawn positions,
//! what each seat may know, and the dice that streams keep.

pub mod board;
pub mod facts;
pub mod inspect;
pub mod notation;
mod noted;
mod recorded;
mod secrets;
pub mod sentences;
pub mod sketch;
mod story;
pub mod subjects;
pub mod threats;
