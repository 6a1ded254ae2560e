//! Arguments of messages.

use std::borrow::Cow;
use std::fmt;

use fluent_bundle::FluentValue;
use serde_json::{Number, Value, json};

use super::{MESSAGES, Message, MessageFile, Phrase};
use crate::ShortName;

/// Argument of a message.
#[derive(Debug, Clone)]
pub enum Argument {
    /// A name, a place, or a word that the message chooses by.
    Text(Cow<'static, str>),
    /// A number: the message prints it, or chooses by it (`[one]`, `[0]`, `*[other]`).
    Number(f64),
    /// A yes or no that the message chooses by: `[yes]`, `*[no]`.
    Flag(bool),
    /// Another message.
    Message(Box<Message>),
    /// Another message inside a sentence: without its full stop.
    Clause(Box<Message>),
    /// Several arguments, joined by a message.
    List(Box<ArgumentList>),
}

/// Several arguments that read as one.
#[derive(Debug, Clone)]
pub struct ArgumentList {
    items: Vec<Argument>,
    /// The message that joins two of them, with the arguments `before` and `next`; without it the list reads "a, b and c".
    joined_by: Option<(&'static MessageFile, &'static str)>,
}

impl Argument {
    /// A name or a place by its text.
    pub fn text(named: impl fmt::Display) -> Self {
        Self::Text(named.to_string().into())
    }

    /// A text inside quotes that the message writes: control characters and quotes in it are escaped.
    pub fn quoted(text: impl AsRef<str>) -> Self {
        let escaped = format!("{:?}", text.as_ref());
        Self::Text(escaped[1..escaped.len() - 1].to_owned().into())
    }

    /// A message inside a sentence: without its full stop.
    pub fn clause(message: Message) -> Self {
        Self::Clause(Box::new(message))
    }

    /// A list that reads "a, b and c"; an empty one reads "nobody".
    pub fn list(items: impl IntoIterator<Item: Into<Self>>) -> Self {
        Self::List(Box::new(ArgumentList {
            items: items.into_iter().map(Into::into).collect(),
            joined_by: None,
        }))
    }

    /// A list that a message joins; use [`joined!`](crate::joined), so that the file is checked.
    pub fn joined(
        file: &'static MessageFile,
        id: &'static str,
        items: impl IntoIterator<Item: Into<Self>>,
    ) -> Self {
        Self::List(Box::new(ArgumentList {
            items: items.into_iter().map(Into::into).collect(),
            joined_by: Some((file, id)),
        }))
    }

    /// This argument with others in the place of the messages in it, where there are others.
    pub(super) fn with_others(self, other: &impl Fn(&Message) -> Option<Message>) -> Self {
        match self {
            Self::Message(message) => match other(&message) {
                Some(other) => other.into(),
                None => message.with_others(other).into(),
            },
            Self::Clause(message) => {
                let replaced = other(&message).unwrap_or_else(|| message.with_others(other));
                Self::clause(replaced)
            }
            Self::List(list) => {
                let ArgumentList { items, joined_by } = *list;
                let items = items.into_iter().map(|item| item.with_others(other)).collect();
                Self::List(Box::new(ArgumentList { items, joined_by }))
            }
            Self::Text(_) | Self::Number(_) | Self::Flag(_) => self,
        }
    }

    /// The value that Fluent puts into a sentence.
    pub(super) fn value(&self) -> FluentValue<'_> {
        match self {
            Self::Text(text) => FluentValue::String(Cow::Borrowed(text)),
            Self::Number(number) => FluentValue::from(*number),
            Self::Flag(flag) => FluentValue::String(Cow::Borrowed(yes_or_no(*flag))),
            Self::Message(message) => FluentValue::String(Cow::Owned(message.to_string())),
            Self::Clause(_) | Self::List(_) => FluentValue::String(Cow::Owned(self.to_string())),
        }
    }

    /// The JSON of an argument: texts, numbers, yes and no as they are, messages with their English, lists as arrays.
    pub(super) fn json(&self) -> Value {
        match self {
            Self::Text(text) => Value::from(text.as_ref()),
            Self::Number(number) if number.fract() == 0.0 && number.abs() < 9e15 => {
                Value::from(*number as i64)
            }
            Self::Number(number) => Number::from_f64(*number).map_or(Value::Null, Value::Number),
            Self::Flag(flag) => Value::from(*flag),
            Self::Message(message) | Self::Clause(message) => match message.data() {
                Some(data) => {
                    json!({ "id": data.id, "arguments": data.arguments, "text": message.to_string() })
                }
                None => Value::from(message.to_string()),
            },
            Self::List(list) => list.items.iter().map(Self::json).collect(),
        }
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => write!(f, "{number}"),
            Self::Flag(flag) => f.write_str(yes_or_no(*flag)),
            Self::Message(message) => message.fmt(f),
            Self::Clause(message) => f.write_str(message.to_string().trim_end_matches('.')),
            Self::List(list) => list.fmt(f),
        }
    }
}

impl fmt::Display for ArgumentList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((last, before)) = self.items.split_last() else {
            return match self.joined_by {
                Some(_) => Ok(()),
                None => crate::message!(MESSAGES, "list-empty").fmt(f),
            };
        };
        let Some(first) = before.first() else {
            return last.fmt(f);
        };
        let joined = before[1..].iter().fold(first.to_string(), |before, next| {
            self.pair(before, next.clone(), false).to_string()
        });
        self.pair(joined, last.clone(), true).fmt(f)
    }
}

impl ArgumentList {
    /// Two items, or what is joined already and the next.
    fn pair(&self, before: String, next: Argument, is_last: bool) -> Message {
        match self.joined_by {
            Some((file, id)) => Message::new(file, id, vec![("before", before.into()), ("next", next)]),
            None if is_last => crate::message!(MESSAGES, "list-last", before, next),
            None => crate::message!(MESSAGES, "list-comma", before, next),
        }
    }
}

const fn yes_or_no(flag: bool) -> &'static str {
    if flag { "yes" } else { "no" }
}

impl From<bool> for Argument {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<&bool> for Argument {
    fn from(flag: &bool) -> Self {
        Self::Flag(*flag)
    }
}

impl From<Message> for Argument {
    fn from(message: Message) -> Self {
        Self::Message(Box::new(message))
    }
}

impl From<Phrase> for Argument {
    fn from(phrase: Phrase) -> Self {
        phrase.message().into()
    }
}

impl From<String> for Argument {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<Cow<'static, str>> for Argument {
    fn from(text: Cow<'static, str>) -> Self {
        Self::Text(text)
    }
}

impl From<&String> for Argument {
    fn from(text: &String) -> Self {
        text.clone().into()
    }
}

impl From<&'static str> for Argument {
    fn from(text: &'static str) -> Self {
        Self::Text(text.into())
    }
}

impl From<&&'static str> for Argument {
    fn from(text: &&'static str) -> Self {
        Self::Text((*text).into())
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl From<$number> for Argument {
            fn from(number: $number) -> Self {
                Self::Number(number as f64)
            }
        }

        impl From<&$number> for Argument {
            fn from(number: &$number) -> Self {
                (*number).into()
            }
        }
    )*};
}

#[allow(
    clippy::cast_lossless,
    reason = "some of them are lossless, all of them are small"
)]
mod conversions {
    use super::Argument;

    numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64 f32 f64);
}

/// Declares types whose text is an argument: `impl From<UnitId> for Argument`, and for a reference.
#[macro_export]
macro_rules! text_arguments {
    ($($named:ty),+ $(,)?) => {$(
        impl From<$named> for $crate::Argument {
            fn from(named: $named) -> Self {
                Self::text(named)
            }
        }

        impl From<&$named> for $crate::Argument {
            fn from(named: &$named) -> Self {
                Self::text(named)
            }
        }
    )+};
}

text_arguments!(crate::Seat);

impl<const LENGTH: usize> From<ShortName<LENGTH>> for Argument {
    fn from(name: ShortName<LENGTH>) -> Self {
        Self::text(name)
    }
}

impl<const LENGTH: usize> From<&ShortName<LENGTH>> for Argument {
    fn from(name: &ShortName<LENGTH>) -> Self {
        Self::text(name)
    }
}
