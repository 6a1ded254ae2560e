//! Candidate mistakes that a game's coach found, and what the author of a layer made of them.

use hindsight_kernel::message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::anchor::Anchor;
use crate::limits::DETECTOR;
use crate::messages::MESSAGES;
use crate::remark::AnnotationFault;

/// The suggestion that is meant: what found it, and of what it speaks. It follows its event through
/// corrections as an annotation does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Suggested {
    /// The detector's id.
    pub detector: String,
    /// The event, or the unit at the event.
    pub anchor: Anchor,
}

/// What became of a suggestion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum Settled {
    /// It became this annotation of the layer.
    Accepted {
        /// The annotation's number.
        number: u32,
    },
    /// It was put aside.
    Dismissed,
}

impl Suggested {
    /// Whether it may be stored, in a game of so many events.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn check(&self, events: u64) -> Result<(), AnnotationFault> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        let length = (1..=DETECTOR).contains(&self.detector.len());
        if !length || !self.detector.bytes().all(plain) {
            let reason = message!(MESSAGES, "detector-unfit", detector = DETECTOR);
            return Err(AnnotationFault::new("/detector", reason));
        }
        self.anchor.check(events)
    }
}
