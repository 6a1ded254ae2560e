//! The reader of parsed values: keeps the place of the first fault.
//!
//! `serde_path_to_error` around `serde_json` does the same, but compiles a wrapper around every field of every type. Here the
//! reader itself keeps the path, and the same reader serves JSON and `MessagePack`.

use std::borrow::Cow;
use std::cell::RefCell;

use serde::de::value::CowStrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Error;

use crate::parsed_value::ParsedValue;

/// One step from a value to a value in it.
#[derive(Debug, Clone)]
enum Step<'de> {
    /// A field of an object, or the variant of an enum.
    Key(Cow<'de, str>),
    /// An item of an array.
    Index(usize),
}

/// Where the reader is, from the whole value inwards. After a fault it stays where that was found.
#[derive(Debug)]
pub(crate) struct Place<'de> {
    steps: RefCell<Vec<Step<'de>>>,
    kept: bool,
}

impl<'de> Place<'de> {
    /// For a value that somebody wrote, in JSON: they are told the place of a fault.
    pub(crate) const fn tracked() -> Self {
        Self {
            steps: RefCell::new(Vec::new()),
            kept: true,
        }
    }

    /// For a value of a store, in `MessagePack`: nobody asks for the place.
    pub(crate) const fn untracked() -> Self {
        Self {
            steps: RefCell::new(Vec::new()),
            kept: false,
        }
    }

    /// The place as a JSON pointer; empty for the whole value.
    pub(crate) fn pointer(&self) -> String {
        let mut pointer = String::new();
        for step in self.steps.borrow().iter() {
            pointer.push('/');
            match step {
                Step::Key(key) => pointer.push_str(&key.replace('~', "~0").replace('/', "~1")),
                Step::Index(index) => pointer.push_str(&index.to_string()),
            }
        }
        pointer
    }

    /// Goes a step inwards.
    fn enter(&self, step: impl FnOnce() -> Step<'de>) {
        if self.kept {
            self.steps.borrow_mut().push(step());
        }
    }

    /// Goes back out of a value that was read; a fault leaves the place where it is.
    fn leave(&self) {
        if self.kept {
            self.steps.borrow_mut().pop();
        }
    }
}

/// A value that is being read, and the place of the reader.
pub(crate) struct PlacedValue<'de, 'p> {
    value: ParsedValue<'de>,
    place: &'p Place<'de>,
}

impl<'de, 'p> PlacedValue<'de, 'p> {
    /// The value, with the place of a reader who begins with it.
    pub(crate) const fn new(value: ParsedValue<'de>, place: &'p Place<'de>) -> Self {
        Self { value, place }
    }
}

impl<'de> PlacedValue<'de, '_> {
    /// Reads the value if it is of a kind that a type can be read from.
    fn read_if<V: Visitor<'de>>(
        self,
        fits: fn(&ParsedValue<'de>) -> bool,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if fits(&self.value) {
            self.deserialize_any(visitor)
        } else {
            Err(Error::invalid_type(self.value.unexpected(), &visitor))
        }
    }
}

/// Methods that read a value of one kind only, as `serde_json` does.
macro_rules! read_if {
    ($($fits:pat => $($method:ident)+;)+) => {
        $($(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.read_if(|value| matches!(value, $fits), visitor)
        })+)+
    };
}

impl<'de> Deserializer<'de> for PlacedValue<'de, '_> {
    type Error = Error;

    read_if! {
        ParsedValue::Bool(_) => deserialize_bool;
        ParsedValue::Unsigned(_) | ParsedValue::Signed(_) | ParsedValue::Float(_) =>
            deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16
            deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64;
        ParsedValue::Text(_) => deserialize_char deserialize_str deserialize_string deserialize_identifier;
        ParsedValue::Text(_) | ParsedValue::Bytes(_) | ParsedValue::List(_) => deserialize_bytes deserialize_byte_buf;
        ParsedValue::Null => deserialize_unit;
        ParsedValue::List(_) => deserialize_seq;
        ParsedValue::Map(_) => deserialize_map;
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.read_if(
            |value| matches!(value, ParsedValue::List(_) | ParsedValue::Map(_)),
            visitor,
        )
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let place = self.place;
        match self.value {
            ParsedValue::Null => visitor.visit_unit(),
            ParsedValue::Bool(value) => visitor.visit_bool(value),
            ParsedValue::Unsigned(value) => visitor.visit_u64(value),
            ParsedValue::Signed(value) => visitor.visit_i64(value),
            ParsedValue::Float(value) => visitor.visit_f64(value),
            ParsedValue::Text(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            ParsedValue::Text(Cow::Owned(text)) => visitor.visit_string(text),
            ParsedValue::Bytes(Cow::Borrowed(bytes)) => visitor.visit_borrowed_bytes(bytes),
            ParsedValue::Bytes(Cow::Owned(bytes)) => visitor.visit_byte_buf(bytes),
            ParsedValue::List(items) => {
                let len = items.len();
                let mut items = PlacedItems {
                    items: items.into_iter(),
                    next: 0,
                    place,
                };
                let value = visitor.visit_seq(&mut items)?;
                if items.items.len() == 0 {
                    Ok(value)
                } else {
                    Err(Error::invalid_length(len, &"fewer elements in array"))
                }
            }
            ParsedValue::Map(fields) => {
                let len = fields.len();
                let mut fields = PlacedFields {
                    fields: fields.into_iter(),
                    value: None,
                    place,
                };
                let value = visitor.visit_map(&mut fields)?;
                if fields.fields.len() == 0 {
                    Ok(value)
                } else {
                    Err(Error::invalid_length(len, &"fewer elements in map"))
                }
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            ParsedValue::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let place = self.place;
        let (variant, content) = match self.value {
            ParsedValue::Text(variant) => (variant, None),
            ParsedValue::Map(fields) => single_field(fields)?,
            other => return Err(Error::invalid_type(other.unexpected(), &"string or map")),
        };
        visitor.visit_enum(PlacedVariant {
            variant,
            content,
            place,
        })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        drop(self.value);
        visitor.visit_unit()
    }

    fn is_human_readable(&self) -> bool {
        self.place.kept
    }
}

/// The one field of an object that stands for a variant of an enum.
fn single_field<'de>(
    fields: Vec<(ParsedValue<'de>, ParsedValue<'de>)>,
) -> Result<(Cow<'de, str>, Option<ParsedValue<'de>>), Error> {
    let mut fields = fields.into_iter();
    match (fields.next(), fields.next()) {
        (Some((ParsedValue::Text(variant), content)), None) => Ok((variant, Some(content))),
        _ => Err(Error::invalid_value(Unexpected::Map, &"map with a single key")),
    }
}

/// The items of an array.
struct PlacedItems<'de, 'p> {
    items: std::vec::IntoIter<ParsedValue<'de>>,
    next: usize,
    place: &'p Place<'de>,
}

impl<'de> SeqAccess<'de> for PlacedItems<'de, '_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(value) = self.items.next() else {
            return Ok(None);
        };
        let index = self.next;
        self.next += 1;
        self.place.enter(|| Step::Index(index));
        let item = seed.deserialize(PlacedValue::new(value, self.place))?;
        self.place.leave();
        Ok(Some(item))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// The fields of an object.
struct PlacedFields<'de, 'p> {
    fields: std::vec::IntoIter<(ParsedValue<'de>, ParsedValue<'de>)>,
    /// The value of the key that was read last, whose place is entered.
    value: Option<ParsedValue<'de>>,
    place: &'p Place<'de>,
}

impl<'de> MapAccess<'de> for PlacedFields<'de, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((key, value)) = self.fields.next() else {
            return Ok(None);
        };
        self.value = Some(value);
        // An unknown field is a fault at its place.
        self.place.enter(|| {
            Step::Key(match &key {
                ParsedValue::Text(key) => key.clone(),
                other => Cow::Owned(other.unexpected().to_string()),
            })
        });
        let key = match key {
            ParsedValue::Text(key) => seed.deserialize(PlacedKey(key)),
            // `MessagePack` has numbers as keys; who reads any JSON takes them as texts.
            ParsedValue::Unsigned(key) => seed.deserialize(PlacedKey(Cow::Owned(key.to_string()))),
            ParsedValue::Signed(key) => seed.deserialize(PlacedKey(Cow::Owned(key.to_string()))),
            other => seed.deserialize(PlacedValue::new(other, self.place)),
        };
        key.map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let Some(value) = self.value.take() else {
            return Err(Error::custom("value is missing"));
        };
        let value = seed.deserialize(PlacedValue::new(value, self.place))?;
        self.place.leave();
        Ok(value)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.fields.len())
    }
}

/// A key of an object that is a text; a number where the keys of a map are numbers.
struct PlacedKey<'de>(Cow<'de, str>);

macro_rules! number_keys {
    ($($method:ident $number:ty),+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.0.parse::<$number>() {
                Ok(number) => number.into_deserializer().deserialize_any(visitor),
                Err(_) => self.deserialize_any(visitor),
            }
        })+
    };
}

impl<'de> Deserializer<'de> for PlacedKey<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Cow::Borrowed(key) => visitor.visit_borrowed_str(key),
            Cow::Owned(key) => visitor.visit_string(key),
        }
    }

    number_keys! {
        deserialize_u8 u8, deserialize_u16 u16, deserialize_u32 u32, deserialize_u64 u64,
        deserialize_i8 i8, deserialize_i16 i16, deserialize_i32 i32, deserialize_i64 i64
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let reader: CowStrDeserializer<'de, Error> = self.0.into_deserializer();
        reader.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier
        ignored_any
    }
}

/// A variant of an enum with what it holds.
struct PlacedVariant<'de, 'p> {
    variant: Cow<'de, str>,
    content: Option<ParsedValue<'de>>,
    place: &'p Place<'de>,
}

impl<'de, 'p> EnumAccess<'de> for PlacedVariant<'de, 'p> {
    type Error = Error;
    type Variant = PlacedContent<'de, 'p>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, PlacedContent<'de, 'p>), Error> {
        let variant = seed.deserialize(PlacedKey(self.variant.clone()))?;
        let content = PlacedContent {
            variant: self.variant,
            content: self.content,
            place: self.place,
        };
        Ok((variant, content))
    }
}

/// What a variant of an enum holds.
struct PlacedContent<'de, 'p> {
    variant: Cow<'de, str>,
    content: Option<ParsedValue<'de>>,
    place: &'p Place<'de>,
}

impl<'de> PlacedContent<'de, '_> {
    /// Reads the content as fields or items, which a bare name has not.
    fn read<V: Visitor<'de>>(
        self,
        fits: impl FnOnce(&ParsedValue<'de>) -> bool,
        expected: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.content {
            Some(content) if fits(&content) => {
                self.place.enter(|| Step::Key(self.variant));
                let value = PlacedValue::new(content, self.place).deserialize_any(visitor)?;
                self.place.leave();
                Ok(value)
            }
            Some(content) => Err(Error::invalid_type(content.unexpected(), &expected)),
            None => Err(Error::invalid_type(Unexpected::UnitVariant, &expected)),
        }
    }
}

impl<'de> VariantAccess<'de> for PlacedContent<'de, '_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.content {
            None | Some(ParsedValue::Null) => Ok(()),
            Some(content) => Err(Error::invalid_type(content.unexpected(), &"unit")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        let Some(content) = self.content else {
            return Err(Error::invalid_type(Unexpected::UnitVariant, &"newtype variant"));
        };
        self.place.enter(|| Step::Key(self.variant));
        let value = seed.deserialize(PlacedValue::new(content, self.place))?;
        self.place.leave();
        Ok(value)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Error> {
        let fits = |content: &ParsedValue<'de>| matches!(content, ParsedValue::List(_));
        self.read(fits, "tuple variant", visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let fits = |content: &ParsedValue<'de>| matches!(content, ParsedValue::Map(_));
        self.read(fits, "struct variant", visitor)
    }
}

#[cfg(test)]
mod tests;
