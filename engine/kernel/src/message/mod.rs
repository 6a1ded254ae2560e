//! Sentences as messages: an id with typed arguments. The English stands in a file of the package ([`MessageFile`]), which a
//! player can read.
//!
//! [`message!`](crate::message) makes one; `testing::check_messages` holds every use in a package against its file.

mod argument;
mod file;
mod phrase;
mod printed;
pub(crate) mod worded;

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

pub use argument::{Argument, ArgumentList};
pub use file::MessageFile;
pub use phrase::Phrase;

/// The kernel's own messages: what holds at every table.
pub static MESSAGES: MessageFile = MessageFile::new("table", include_str!("../../messages/en.ftl"));

/// A sentence: an id with arguments, which [`Display`](fmt::Display) writes in English. Two messages are equal if they read the
/// same, so that one that was stored as its sentence equals the one that was made.
#[derive(Clone)]
pub struct Message(Kind);

#[derive(Clone)]
enum Kind {
    /// Boxed, so that a refusal is no larger than with its sentence.
    Filed(Box<Filed>),
    Plain(String),
}

#[derive(Clone)]
struct Filed {
    file: &'static MessageFile,
    id: &'static str,
    arguments: Vec<(&'static str, Argument)>,
}

/// A message as programs read it, beside its sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Message")]
pub struct MessageData {
    /// Id of the message: the file and the name in it, `before-battle/unit-moved`.
    pub id: String,
    /// Arguments by name: texts, numbers, true and false, lists, and messages with `id`, `arguments` and their English `text`.
    pub arguments: Map<String, Value>,
}

/// A sentence in English, with its id and arguments where it has them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Sentence")]
pub struct SentenceData {
    /// The sentence in English.
    pub text: String,
    /// Its id and arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
}

impl From<Message> for SentenceData {
    fn from(message: Message) -> Self {
        Self {
            message: message.data(),
            text: message.into(),
        }
    }
}

impl Message {
    /// A message of a file. Use [`message!`](crate::message), so that the file is checked.
    pub fn new(
        file: &'static MessageFile,
        id: &'static str,
        arguments: Vec<(&'static str, Argument)>,
    ) -> Self {
        Self(Kind::Filed(Box::new(Filed { file, id, arguments })))
    }

    /// A sentence without a message, for tests: a package that is checked by `testing::check_messages` has none.
    pub fn plain(sentence: impl Into<String>) -> Self {
        Self(Kind::Plain(sentence.into()))
    }

    /// A sentence that was stored without its id.
    pub(crate) const fn stored(sentence: String) -> Self {
        Self(Kind::Plain(sentence))
    }

    /// The id with the name of its file: `before-battle/unit-moved`; `plain` for a sentence without a message.
    pub fn id(&self) -> String {
        match &self.0 {
            Kind::Filed(filed) => format!("{}/{}", filed.file.name(), filed.id),
            Kind::Plain(_) => "plain".to_owned(),
        }
    }

    /// The id without the name of its file.
    pub fn name(&self) -> &'static str {
        match &self.0 {
            Kind::Filed(filed) => filed.id,
            Kind::Plain(_) => "plain",
        }
    }

    /// The arguments by name, in the order in which they were given.
    pub fn arguments(&self) -> &[(&'static str, Argument)] {
        match &self.0 {
            Kind::Filed(filed) => &filed.arguments,
            Kind::Plain(_) => &[],
        }
    }

    /// Whether the sentence is empty.
    pub fn is_empty(&self) -> bool {
        self.to_string().is_empty()
    }

    /// Whether the sentence has these words.
    pub fn contains(&self, words: &str) -> bool {
        self.to_string().contains(words)
    }

    /// Whether the sentence begins with these words.
    pub fn starts_with(&self, words: &str) -> bool {
        self.to_string().starts_with(words)
    }

    /// This message with others in the place of those inside it, where there are others: a game names a piece so that was first
    /// cited by its id.
    #[must_use]
    pub fn with_others(self, other: &impl Fn(&Self) -> Option<Self>) -> Self {
        match self.0 {
            Kind::Filed(filed) => {
                let Filed { file, id, arguments } = *filed;
                let arguments = arguments.into_iter();
                let arguments = arguments.map(|(name, argument)| (name, argument.with_others(other)));
                Self::new(file, id, arguments.collect())
            }
            Kind::Plain(_) => self,
        }
    }

    /// The id and the arguments; nothing for a plain sentence.
    pub fn data(&self) -> Option<MessageData> {
        let Kind::Filed(filed) = &self.0 else {
            return None;
        };
        Some(MessageData {
            id: self.id(),
            arguments: filed
                .arguments
                .iter()
                .map(|(name, argument)| ((*name).to_owned(), argument.json()))
                .collect(),
        })
    }

    /// Writes the sentence alone: the form in which refusals are stored.
    pub(crate) fn serialize_sentence<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }

    /// Reads a sentence that was written alone.
    pub(crate) fn deserialize_sentence<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::stored)
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Filed(filed) => filed.file.write(filed.id, &filed.arguments, f),
            Kind::Plain(sentence) => f.write_str(sentence),
        }
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.id(), self.to_string())
    }
}

/// A message is the reason why a text cannot be read.
impl std::error::Error for Message {}

/// An empty sentence.
impl Default for Message {
    fn default() -> Self {
        Self(Kind::Plain(String::new()))
    }
}

impl From<Message> for String {
    fn from(message: Message) -> Self {
        match message.0 {
            Kind::Plain(sentence) => sentence,
            Kind::Filed(_) => message.to_string(),
        }
    }
}

impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Message {}

impl PartialEq<str> for Message {
    fn eq(&self, other: &str) -> bool {
        let sentence = self.to_string();
        sentence == other
    }
}

impl PartialEq<&str> for Message {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

/// The sentences of some messages, for details of a refusal.
pub fn sentences(messages: &[Message]) -> Vec<String> {
    messages.iter().map(ToString::to_string).collect()
}

/// Makes a [`Message`](crate::Message): the file, the id, and the arguments by name. A variable with the argument's name stands
/// for both, as in `format!`.
///
/// ```
/// use hindsight_kernel::{MessageFile, message};
///
/// static MESSAGES: MessageFile = MessageFile::new(
///     "example",
///     "unit-moved = { $unit } moves { $cells ->\n    [one] 1 cell\n   *[other] { $cells } cells\n }",
/// );
/// let unit = "Bridge Militia";
/// assert_eq!(message!(MESSAGES, "unit-moved", unit, cells = 1), "Bridge Militia moves 1 cell");
/// let message = message!(MESSAGES, "unit-moved", unit, cells = 3);
/// assert_eq!(message.to_string(), "Bridge Militia moves 3 cells");
/// assert_eq!(message.id(), "example/unit-moved");
/// ```
#[macro_export]
macro_rules! message {
    (@argument $name:ident) => { $crate::Argument::from($name) };
    (@argument $name:ident = $value:expr) => { $crate::Argument::from($value) };
    ($file:path, $id:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::Message::new(&$file, $id, ::std::vec![
            $((::std::stringify!($name), $crate::message!(@argument $name $(= $value)?))),*
        ])
    };
}

/// Names a message without arguments, as a [`Phrase`] for a constant.
///
/// ```
/// use hindsight_kernel::{MessageFile, Phrase, phrase};
///
/// static MESSAGES: MessageFile = MessageFile::new("example", "flank-offered = Flank offered");
/// const NAME: Phrase = phrase!(MESSAGES, "flank-offered");
/// assert_eq!(NAME.message(), "Flank offered");
/// ```
#[macro_export]
macro_rules! phrase {
    ($file:path, $id:literal $(,)?) => {
        $crate::Phrase::new(&$file, $id)
    };
}

/// Makes a list that a message of two arguments joins, `before` and `next`: "first A; then B; then C".
#[macro_export]
macro_rules! joined {
    ($file:path, $id:literal, $items:expr $(,)?) => {
        $crate::Argument::joined(&$file, $id, $items)
    };
}

#[cfg(test)]
mod tests;
