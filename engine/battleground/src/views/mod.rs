//! Views of a battle: pictures, figures, sentences, the text notation, answers to questions, why events happen, and what each
//! seat may know.

pub mod board;
pub mod facts;
pub(crate) mod grounds;
pub mod inspect;
pub mod notation;
pub(crate) mod prospects;
pub mod secrets;
pub mod sentences;
mod story;
pub(crate) mod threats;
