//! The published text notation for recorded games: what people write, diff and send by mail.
//!
//! A game is headers in brackets, then one command a line in the rulebook's words with its dice, comments, glyphs and
//! nested variations; `GRAMMAR.md` beside this package is the specification. Text becomes a [`Document`] by [`parse`]
//! and text again by [`print()`]; a `Document` is also the JSON form. Nothing here knows a game: the words of a command
//! are a string until [`bridge`] hands them to the system that reads them.
//!
//! Read [`Document`] first, then `read.rs` and `print.rs` side by side.
//!
//! ```
//! let text = "[Hindsight \"1\"]\n[System \"dash\"]\n[Dice \"reported\"]\n\n1. A: run [run 4] ?! {Too early.}\n";
//! let document = hindsight_notation::parse(text)?;
//! assert_eq!(document.line.entries[0].glyphs, [6]);
//! assert_eq!(hindsight_notation::print(&document), text);
//! # Ok::<(), hindsight_notation::NotationFaults>(())
//! ```

#![warn(clippy::too_many_lines)]

mod alignment;
pub mod bridge;
mod comment;
mod cursor;
mod document;
mod fault;
mod games;
mod header;
pub mod messages;
mod print;
mod read;
mod version_counter;

pub use alignment::{RecordStretch, aligned};
pub use comment::Comment;
pub use document::{
    Act, DiceSource, Document, Entry, MAX_DEPTH, Mark, NOTATION, NotAText, PackName, Passes, RollText, Text,
    Unsound, WrittenCommand, WrittenEnding, WrittenLine, WrittenPlace, WrittenStart,
};
pub use fault::{MAX_FAULTS, NotationFault, NotationFaults};
pub use games::{MAX_BYTES, MAX_ENTRIES, MAX_GAMES, ReadGame, parse, parse_all, parse_bytes, parse_each};
pub use messages::MESSAGES;
pub use print::{print, print_all};

/// The extension of a file in this notation.
pub const FILE_EXTENSION: &str = "hgn";
/// The media type of this notation.
pub const MEDIA_TYPE: &str = "text/vnd.hindsight.game";
