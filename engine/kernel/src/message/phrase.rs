//! Messages without arguments, as constants.

use std::fmt;

use super::{Message, MessageFile};

/// A message without arguments that a constant can hold: the name of a detector or of a counter.
#[derive(Clone, Copy)]
pub struct Phrase {
    file: &'static MessageFile,
    id: &'static str,
}

impl Phrase {
    /// A message of a file. Use [`phrase!`](crate::phrase), so that the file is checked.
    pub const fn new(file: &'static MessageFile, id: &'static str) -> Self {
        Self { file, id }
    }

    /// The message.
    pub fn message(self) -> Message {
        Message::new(self.file, self.id, Vec::new())
    }
}

impl From<Phrase> for Message {
    fn from(phrase: Phrase) -> Self {
        phrase.message()
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(formatter)
    }
}

impl fmt::Debug for Phrase {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.file.name(), self.id)
    }
}

/// Two phrases are equal if they are the same message of the same file.
impl PartialEq for Phrase {
    fn eq(&self, other: &Self) -> bool {
        (self.file.name(), self.id) == (other.file.name(), other.id)
    }
}

impl Eq for Phrase {}
