//! Refusals teach: which rule forbids it, what was asked, what would be right.

use std::borrow::Cow;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Argument, MESSAGES, Message, message, wire};

/// The id of a rule in a catalogue: `BB-MOVE-03`; the kernel's own begin with `HS-`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct RuleId(pub Cow<'static, str>);

impl RuleId {
    /// A rule id that is written in the code.
    pub const fn new(id: &'static str) -> Self {
        Self(Cow::Borrowed(id))
    }
}

impl From<&'static str> for RuleId {
    fn from(id: &'static str) -> Self {
        Self::new(id)
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why something asked for is not done. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, thiserror::Error)]
#[error("{message} ({rule})")]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: RuleId,
    /// One sentence for a player. JSON and streams have its English; problem documents have its id and arguments beside it.
    #[serde(
        serialize_with = "Message::serialize_sentence",
        deserialize_with = "Message::deserialize_sentence"
    )]
    #[schemars(with = "String")]
    pub message: Message,
    /// What was asked and what would be allowed, by name.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub details: Map<String, Value>,
}

impl Refusal {
    /// The sentence with the rule that it cites.
    pub fn cited(self) -> Message {
        message!(
            MESSAGES,
            "refusal-cited",
            reason = self.message,
            rule = self.rule.to_string()
        )
    }

    /// A refusal by a rule, with one sentence for a player.
    pub fn new(rule: impl Into<RuleId>, message: Message) -> Self {
        Self {
            rule: rule.into(),
            message,
            details: Map::new(),
        }
    }

    /// Adds what was asked.
    #[must_use]
    pub fn asked(self, asked: impl Serialize) -> Self {
        self.with("asked", asked)
    }

    /// Adds what would be allowed.
    #[must_use]
    pub fn allowed(self, allowed: impl Serialize) -> Self {
        self.with("allowed", allowed)
    }

    /// Adds a named detail.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Serialize) -> Self {
        self.details.insert(name.to_owned(), wire::plain(&value));
        self
    }

    /// Whether dice were reported with a command that rolls none.
    pub fn is_for_dice_that_nothing_rolls(&self) -> bool {
        let used = self.details.get("used");
        self.rule.0 == "HS-DICE-01"
            && self.details.contains_key("left_over")
            && used.is_some_and(|used| *used == 0)
    }

    /// Whether the rules roll dice here and none at all were reported: a game may then ask for them in a step of its own.
    pub fn is_for_dice_not_reported(&self) -> bool {
        let none = |name: &str| self.details.get(name).is_some_and(|count| *count == 0);
        self.rule.0 == "HS-DICE-01" && none("used_before") && none("left")
    }

    /// Whether all dice that were reported were rolled, and the rules roll more.
    pub fn is_for_more_dice(&self) -> bool {
        let is = |name: &str, fits: fn(u64) -> bool| {
            let count = self.details.get(name).and_then(Value::as_u64);
            count.is_some_and(fits)
        };
        self.rule.0 == "HS-DICE-01" && is("used_before", |used| used > 0) && is("left", |left| left == 0)
    }
}

/// An event that cannot follow those before it: the stream is corrupt, forged or from a newer release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FoldError {
    /// The state the event speaks of is not there.
    Impossible(Message),
    /// The event's type is not known to this release.
    Newer {
        /// The event's type.
        kind: String,
        /// What can read it.
        needs: Message,
    },
    /// The event's bytes do not decode.
    Unreadable {
        /// The event's type.
        kind: String,
        /// What the decoder said.
        why: Message,
    },
    /// The stream does not begin with an opening.
    NoOpening,
    /// At a version of the stream.
    At {
        /// The event's version in its stream.
        version: u64,
        /// What is wrong there.
        error: Box<FoldError>,
    },
}

impl std::error::Error for FoldError {}

impl fmt::Display for FoldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl FoldError {
    /// The error as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::Impossible(sentence) => sentence.clone(),
            Self::Newer { kind, needs } => message!(
                MESSAGES,
                "fold-newer",
                kind = Argument::quoted(kind),
                needs = needs.clone()
            ),
            Self::Unreadable { kind, why } => message!(
                MESSAGES,
                "fold-unreadable",
                kind = Argument::quoted(kind),
                why = why.clone()
            ),
            Self::NoOpening => message!(MESSAGES, "fold-no-opening"),
            Self::At { version, error } => {
                message!(MESSAGES, "fold-at-version", version, error = error.message())
            }
        }
    }

    /// An error as a sentence.
    pub const fn new(sentence: Message) -> Self {
        Self::Impossible(sentence)
    }

    /// This error, at a version of its stream.
    #[must_use]
    pub fn at(self, version: u64) -> Self {
        match self {
            Self::At { .. } => self,
            other => Self::At {
                version,
                error: Box::new(other),
            },
        }
    }
}
