//! A value of `MessagePack` or JSON as it was parsed, before a type is read from it.
//!
//! `rmp_serde` and `serde_json` parse; what they parsed becomes this one form, and every type is read from it by one reader
//! ([`PlacedValue`](crate::placed_value::PlacedValue)). Read from each format directly, every type of every game is compiled once
//! a format, with all that each format's reader inlines: that was two thirds of the package that holds the games. Texts that the
//! input lends are not copied.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};
use serde_json::Value;

/// The most items for which room is made before the first of them is read.
const ROOM: usize = 1024;

/// A value as it was parsed.
#[derive(Debug, Clone, PartialEq)]
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
    Text(Cow<'de, str>),
    /// Bytes, which JSON has not.
    Bytes(Cow<'de, [u8]>),
    /// Values in order.
    List(Vec<Self>),
    /// Values by keys, in the order of the input. The keys of JSON are texts.
    Map(Vec<(Self, Self)>),
}

impl ParsedValue<'_> {
    /// What the value is, in serde's words.
    pub(crate) fn unexpected(&self) -> Unexpected<'_> {
        match self {
            Self::Null => Unexpected::Unit,
            Self::Bool(value) => Unexpected::Bool(*value),
            Self::Unsigned(value) => Unexpected::Unsigned(*value),
            Self::Signed(value) => Unexpected::Signed(*value),
            Self::Float(value) => Unexpected::Float(*value),
            Self::Text(text) => Unexpected::Str(text),
            Self::Bytes(bytes) => Unexpected::Bytes(bytes),
            Self::List(_) => Unexpected::Seq,
            Self::Map(_) => Unexpected::Map,
        }
    }
}

impl From<Value> for ParsedValue<'_> {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(value),
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(value), _, _) => Self::Unsigned(value),
                (None, Some(value), _) => Self::Signed(value),
                (None, None, value) => Self::Float(value.unwrap_or(f64::NAN)),
            },
            Value::String(text) => Self::Text(Cow::Owned(text)),
            Value::Array(items) => Self::List(items.into_iter().map(Self::from).collect()),
            Value::Object(fields) => {
                let field = |(key, value)| (Self::Text(Cow::Owned(key)), Self::from(value));
                Self::Map(fields.into_iter().map(field).collect())
            }
        }
    }
}

impl<'de> Deserialize<'de> for ParsedValue<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Parsed)
    }
}

/// Takes whatever a format has.
struct Parsed;

impl<'de> Visitor<'de> for Parsed {
    type Value = ParsedValue<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<ParsedValue<'de>, E> {
        Ok(ParsedValue::Null)
    }

    fn visit_none<E: Error>(self) -> Result<ParsedValue<'de>, E> {
        Ok(ParsedValue::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<ParsedValue<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<ParsedValue<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<ParsedValue<'de>, E> {
        Ok(ParsedValue::Bool(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<ParsedValue<'de>, E> {
        Ok(ParsedValue::Unsigned(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<ParsedValue<'de>, E> {
        Ok(u64::try_from(value).map_or(ParsedValue::Signed(value), ParsedValue::Unsigned))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<ParsedValue<'de>, E> {
        Ok(ParsedValue::Float(value))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<ParsedValue<'de>, E> {
        Ok(ParsedValue::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<ParsedValue<'de>, E> {
        Ok(ParsedValue::Text(Cow::Borrowed(text)))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<ParsedValue<'de>, E> {
        Ok(ParsedValue::Text(Cow::Owned(text)))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<ParsedValue<'de>, E> {
        Ok(ParsedValue::Bytes(Cow::Owned(bytes.to_owned())))
    }

    fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<ParsedValue<'de>, E> {
        Ok(ParsedValue::Bytes(Cow::Borrowed(bytes)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<ParsedValue<'de>, A::Error> {
        let mut items = Vec::with_capacity(access.size_hint().unwrap_or(0).min(ROOM));
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(ParsedValue::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<ParsedValue<'de>, A::Error> {
        let mut fields = Vec::with_capacity(access.size_hint().unwrap_or(0).min(ROOM));
        while let Some(field) = access.next_entry()? {
            fields.push(field);
        }
        Ok(ParsedValue::Map(fields))
    }
}
