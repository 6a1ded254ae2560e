//! Commands as lines of text.

use super::Rules;
use crate::Message;

/// The text notation of a game's commands. [`Notation::parse`] reads whatever [`Notation::format`] writes.
pub trait Notation: Rules {
    /// A command as a line of the text notation, in the rulebook's words.
    fn format(command: &Self::Command) -> String;

    /// The command of a notation line, or what is wrong with it.
    fn parse(line: &str) -> Result<Self::Command, Message>;
}
