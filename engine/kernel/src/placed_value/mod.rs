//! The reader of parsed values: keeps the place of the first fault.
//!
//! `serde_path_to_error` around `serde_json` does the same, but compiles a wrapper around every field of every type. Here the
//! reader itself keeps the path, and the same reader serves JSON and `MessagePack`.

use std::cell::RefCell;

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, IntoDeserializer, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Map, Value};

use crate::packed_input::PackedInput;
use crate::parsed_value::ParsedValue;

mod contents;

use contents::{Fields, Items, read_fields, read_items};

/// One step from a value to a value in it.
#[derive(Debug, Clone, Copy)]
enum Step<'de> {
    /// A field of an object, or the variant of an enum.
    Key(&'de str),
    /// An item of an array.
    Index(usize),
}

/// Where the reader is: the steps from the whole value inwards, and in `MessagePack` what of the input is still to be read.
/// After a fault it stays where that was found.
#[derive(Debug)]
pub(crate) struct Place<'de> {
    steps: RefCell<Vec<Step<'de>>>,
    kept: bool,
    input: PackedInput<'de>,
}

impl<'de> Place<'de> {
    /// For a value that somebody wrote, in JSON: they are told the place of a fault.
    pub(crate) const fn tracked() -> Self {
        Self {
            steps: RefCell::new(Vec::new()),
            kept: true,
            input: PackedInput::new(&[]),
        }
    }

    /// For a value of a store, in `MessagePack`: nobody asks for the steps to a fault.
    pub(crate) const fn packed(bytes: &'de [u8]) -> Self {
        Self {
            steps: RefCell::new(Vec::new()),
            kept: false,
            input: PackedInput::new(bytes),
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
    #[inline]
    fn enter(&self, step: Step<'de>) {
        if self.kept {
            self.keep(step);
        }
    }

    fn keep(&self, step: Step<'de>) {
        self.steps.borrow_mut().push(step);
    }

    /// Goes back out of a value that was read; a fault leaves the place where it is.
    #[inline]
    fn leave(&self) {
        if self.kept {
            self.forget();
        }
    }

    fn forget(&self) {
        self.steps.borrow_mut().pop();
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

    /// The next value of the packed input.
    #[inline]
    pub(crate) fn next_of(place: &'p Place<'de>) -> Result<Self, Error> {
        place.input.next().map(|value| Self::new(value, place))
    }
}

/// Methods that read a number.
macro_rules! read_number {
    ($($method:ident)+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.value {
                ParsedValue::Unsigned(value) => visitor.visit_u64(value),
                ParsedValue::Signed(value) => visitor.visit_i64(value),
                ParsedValue::Float(value) => visitor.visit_f64(value),
                other => Err(unexpected(other, &visitor)),
            }
        })+
    };
}

/// Methods that read a text.
macro_rules! read_text {
    ($($method:ident)+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.value {
                ParsedValue::Text(text) => visitor.visit_borrowed_str(text),
                other => Err(unexpected(other, &visitor)),
            }
        })+
    };
}

/// A value of another kind than the type is read from. Not generic: every type of every game has such faults.
#[cold]
fn unexpected(value: ParsedValue<'_>, expected: &dyn Expected) -> Error {
    Error::invalid_type(value.unexpected(), expected)
}

/// A type asks for the kind of value that it is read from, and only what a visitor does with that kind is compiled for it; a
/// reader that asks for anything gets what there is.
impl<'de> Deserializer<'de> for PlacedValue<'de, '_> {
    type Error = Error;

    read_number! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f32 deserialize_f64
    }

    read_text! { deserialize_char deserialize_str deserialize_string deserialize_identifier }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            ParsedValue::Bool(value) => visitor.visit_bool(value),
            other => Err(unexpected(other, &visitor)),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            ParsedValue::Text(_)
            | ParsedValue::Bytes(_)
            | ParsedValue::List(_)
            | ParsedValue::PackedList(_) => self.deserialize_any(visitor),
            other => Err(unexpected(other, &visitor)),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            ParsedValue::Null => visitor.visit_unit(),
            other => Err(unexpected(other, &visitor)),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match Items::of(self.value) {
            Ok(items) => read_items(items, self.place, visitor),
            Err(other) => Err(unexpected(other, &visitor)),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match Fields::of(self.value) {
            Ok(fields) => read_fields(fields, self.place, visitor),
            Err(other) => Err(unexpected(other, &visitor)),
        }
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

    /// A struct is read from an object alone: nobody writes its values without their names.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            ParsedValue::Null => visitor.visit_unit(),
            ParsedValue::Bool(value) => visitor.visit_bool(value),
            ParsedValue::Unsigned(value) => visitor.visit_u64(value),
            ParsedValue::Signed(value) => visitor.visit_i64(value),
            ParsedValue::Float(value) => visitor.visit_f64(value),
            ParsedValue::Text(text) => visitor.visit_borrowed_str(text),
            ParsedValue::Bytes(bytes) => visitor.visit_borrowed_bytes(bytes),
            ParsedValue::List(_) | ParsedValue::PackedList(_) => self.deserialize_seq(visitor),
            ParsedValue::Map(_) | ParsedValue::PackedMap(_) => self.deserialize_map(visitor),
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
            ParsedValue::PackedMap(1) => (packed_variant(place)?, Some(place.input.next()?)),
            ParsedValue::PackedMap(_) => return Err(not_one_field()),
            other => return Err(Error::invalid_type(other.unexpected(), &"string or map")),
        };
        visitor.visit_enum(PlacedVariant {
            variant,
            content,
            place,
        })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.place.input.skip(self.value)?;
        visitor.visit_unit()
    }

    fn is_human_readable(&self) -> bool {
        self.place.kept
    }
}

/// The one field of an object that stands for a variant of an enum.
fn single_field(fields: &Map<String, Value>) -> Result<(&str, Option<ParsedValue<'_>>), Error> {
    let mut fields = fields.iter();
    match (fields.next(), fields.next()) {
        (Some((variant, content)), None) => Ok((variant, Some(content.into()))),
        _ => Err(not_one_field()),
    }
}

/// The key of a packed map that stands for a variant of an enum.
#[inline]
fn packed_variant<'de>(place: &Place<'de>) -> Result<&'de str, Error> {
    match place.input.next()? {
        ParsedValue::Text(variant) => Ok(variant),
        _ => Err(not_one_field()),
    }
}

fn not_one_field() -> Error {
    Error::invalid_value(Unexpected::Map, &"map with a single key")
}

/// A key of a map: a text in an object of JSON, any value in `MessagePack`. There a number is a key where the keys of a map are
/// numbers; who reads any JSON takes it as a text.
struct PlacedKey<'de, 'p>(PlacedValue<'de, 'p>);

/// The digits of a key that is a whole number.
#[cold]
fn digits(key: ParsedValue<'_>) -> Option<String> {
    match key {
        ParsedValue::Unsigned(number) => Some(number.to_string()),
        ParsedValue::Signed(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Methods that read a key as a number.
macro_rules! number_keys {
    ($($method:ident $number:ty),+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let ParsedValue::Text(text) = self.0.value else {
                return self.0.$method(visitor);
            };
            match text.parse::<$number>() {
                Ok(number) => number.into_deserializer().deserialize_any(visitor),
                Err(_) => visitor.visit_borrowed_str(text),
            }
        })+
    };
}

impl<'de> Deserializer<'de> for PlacedKey<'de, '_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.value {
            ParsedValue::Text(key) => visitor.visit_borrowed_str(key),
            key => match digits(key) {
                Some(digits) => visitor.visit_string(digits),
                None => self.0.deserialize_any(visitor),
            },
        }
    }

    /// The name of a field: what reads one takes any text alike.
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let number;
        let name = match self.0.value {
            ParsedValue::Text(name) => name,
            key => {
                number = digits(key).ok_or_else(|| unexpected(key, &visitor))?;
                &number
            }
        };
        visitor.visit_str(name)
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
        let ParsedValue::Text(text) = self.0.value else {
            return self.0.deserialize_enum(name, variants, visitor);
        };
        let reader: StrDeserializer<'_, Error> = text.into_deserializer();
        reader.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct ignored_any
    }
}

/// A variant of an enum with what it holds.
struct PlacedVariant<'de, 'p> {
    variant: &'de str,
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
        let variant = seed.deserialize(PlacedKey(PlacedValue::new(
            ParsedValue::Text(self.variant),
            self.place,
        )))?;
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
    variant: &'de str,
    content: Option<ParsedValue<'de>>,
    place: &'p Place<'de>,
}

impl<'de, 'p> PlacedContent<'de, 'p> {
    /// The content, whose place is entered; a bare name has none.
    fn content(self) -> Result<PlacedValue<'de, 'p>, Error> {
        let Some(content) = self.content else {
            return Err(Error::invalid_type(Unexpected::UnitVariant, &"newtype variant"));
        };
        self.place.enter(Step::Key(self.variant));
        Ok(PlacedValue::new(content, self.place))
    }

    /// The items of a variant without names, whose place is entered.
    fn items(self) -> Result<Items<'de>, Error> {
        match self.content.map(Items::of) {
            Some(Ok(items)) => {
                self.place.enter(Step::Key(self.variant));
                Ok(items)
            }
            Some(Err(other)) => Err(Error::invalid_type(other.unexpected(), &"tuple variant")),
            None => Err(Error::invalid_type(Unexpected::UnitVariant, &"tuple variant")),
        }
    }

    /// The fields of a variant with names, whose place is entered.
    fn fields(self) -> Result<Fields<'de>, Error> {
        match self.content.map(Fields::of) {
            Some(Ok(fields)) => {
                self.place.enter(Step::Key(self.variant));
                Ok(fields)
            }
            Some(Err(other)) => Err(Error::invalid_type(other.unexpected(), &"struct variant")),
            None => Err(Error::invalid_type(Unexpected::UnitVariant, &"struct variant")),
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
        let place = self.place;
        let value = seed.deserialize(self.content()?)?;
        place.leave();
        Ok(value)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Error> {
        let place = self.place;
        let items = self.items()?;
        let value = read_items(items, place, visitor)?;
        place.leave();
        Ok(value)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let place = self.place;
        let fields = self.fields()?;
        let value = read_fields(fields, place, visitor)?;
        place.leave();
        Ok(value)
    }
}

#[cfg(test)]
mod tests;
