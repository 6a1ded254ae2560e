//! A value of `MessagePack` or JSON as it was parsed, before a type is read from it.
//!
//! What `serde_json` parsed and what stands next in a [`PackedInput`](crate::packed_input::PackedInput) become this one form, and
//! every type is read from it by one reader ([`PlacedValue`](crate::placed_value::PlacedValue)). Read from each format directly,
//! every type of every game is compiled once a format, with all that each format's reader inlines: that was two thirds of the
//! package that holds the games. Nothing is copied from the input, and nothing is to be freed.

use serde::de::Unexpected;
use serde_json::{Map, Value};

/// A value as it was parsed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ParsedValue<'de> {
    /// Nothing.
    Null,
    /// Yes or no.
    Bool(bool),
    /// A whole number from 0 on.
    Unsigned(u64),
    /// A whole number below 0.
    Signed(i64),
    /// Any other number.
    Float(f64),
    /// A text.
    Text(&'de str),
    /// Bytes, which JSON has not.
    Bytes(&'de [u8]),
    /// Values in order.
    List(&'de [Value]),
    /// Values by their keys.
    Map(&'de Map<String, Value>),
    /// So many values in order, which come next in the packed input.
    PackedList(usize),
    /// So many pairs of a key and a value, which come next in the packed input. A key is any value.
    PackedMap(usize),
}

impl<'de> ParsedValue<'de> {
    /// A whole number.
    pub(crate) fn signed(value: i64) -> Self {
        u64::try_from(value).map_or(Self::Signed(value), Self::Unsigned)
    }

    /// The value in serde's words for what is not expected.
    pub(crate) fn unexpected(self) -> Unexpected<'de> {
        match self {
            Self::Null => Unexpected::Unit,
            Self::Bool(value) => Unexpected::Bool(value),
            Self::Unsigned(value) => Unexpected::Unsigned(value),
            Self::Signed(value) => Unexpected::Signed(value),
            Self::Float(value) => Unexpected::Float(value),
            Self::Text(text) => Unexpected::Str(text),
            Self::Bytes(bytes) => Unexpected::Bytes(bytes),
            Self::List(_) | Self::PackedList(_) => Unexpected::Seq,
            Self::Map(_) | Self::PackedMap(_) => Unexpected::Map,
        }
    }
}

impl<'de> From<&'de Value> for ParsedValue<'de> {
    fn from(value: &'de Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(value), _, _) => Self::Unsigned(value),
                (None, Some(value), _) => Self::Signed(value),
                (None, None, value) => Self::Float(value.unwrap_or(f64::NAN)),
            },
            Value::String(text) => Self::Text(text),
            Value::Array(items) => Self::List(items),
            Value::Object(fields) => Self::Map(fields),
        }
    }
}
