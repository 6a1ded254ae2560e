//! Faults of a text: what is wrong, where, and what would be right.

use std::fmt;

use hindsight_engine::kernel::{Message, message};
use hindsight_incoming_text::NotText;

use crate::messages::MESSAGES;

/// The most faults that a reading lists.
pub const MAX_FAULTS: usize = 50;

/// One fault of a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct NotationFault {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What would be right here.
    pub expected: Message,
    /// What stands here.
    pub found: Message,
}

impl NotationFault {
    /// The fault with its place.
    pub fn message(&self) -> Message {
        message!(
            MESSAGES,
            "fault-at",
            line = self.line,
            column = self.column,
            expected = self.expected.clone(),
            found = self.found.clone()
        )
    }
}

/// All faults of a text, in order; at least one, at most [`MAX_FAULTS`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotationFaults(Vec<NotationFault>);

impl NotationFaults {
    pub(crate) fn new(mut faults: Vec<NotationFault>) -> Option<Self> {
        faults.truncate(MAX_FAULTS);
        (!faults.is_empty()).then_some(Self(faults))
    }

    pub(crate) fn one(fault: NotationFault) -> Self {
        Self(vec![fault])
    }

    /// All of them, in order.
    pub fn all(&self) -> &[NotationFault] {
        &self.0
    }

    /// The first one.
    ///
    /// # Panics
    /// Never: there is at least one.
    pub fn first(&self) -> &NotationFault {
        self.0.first().expect("faults are made with at least one")
    }
}

impl From<NotText> for NotationFaults {
    fn from(wrong: NotText) -> Self {
        Self::one(NotationFault {
            line: wrong.line,
            column: wrong.column,
            expected: message!(MESSAGES, "encoding", expected = wrong.expected),
            found: message!(MESSAGES, "found-other", found = wrong.found),
        })
    }
}

impl std::error::Error for NotationFaults {}

impl fmt::Display for NotationFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}
