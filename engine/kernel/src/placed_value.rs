//! A reader of JSON values that remembers the place of the first fault.
//!
//! `serde_path_to_error` around `serde_json` does the same, but compiles a wrapper around every field of every type: each
//! type of each game was compiled twice for the wire, a tenth of the program. Here the reader itself keeps the path.

use std::cell::RefCell;

use serde::de::value::StringDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Map, Value};

/// One step from a value to a value in it.
#[derive(Debug, Clone)]
enum Step {
    /// A field of an object, or the variant of an enum.
    Key(String),
    /// An item of an array.
    Index(usize),
}

/// Where the reader is, from the whole value inwards. After a fault it stays where that was found.
#[derive(Debug, Default)]
pub(crate) struct Place(RefCell<Vec<Step>>);

impl Place {
    /// The place as a JSON pointer; empty for the whole value.
    pub(crate) fn pointer(&self) -> String {
        let mut pointer = String::new();
        for step in self.0.borrow().iter() {
            pointer.push('/');
            match step {
                Step::Key(key) => pointer.push_str(&key.replace('~', "~0").replace('/', "~1")),
                Step::Index(index) => pointer.push_str(&index.to_string()),
            }
        }
        pointer
    }

    /// Goes a step inwards for as long as `read` takes; a fault leaves the place there.
    fn within<T>(&self, step: Step, read: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        self.0.borrow_mut().push(step);
        let value = read()?;
        self.0.borrow_mut().pop();
        Ok(value)
    }
}

/// A JSON value that is being read, and the place of the reader.
pub(crate) struct PlacedValue<'p> {
    value: Value,
    place: &'p Place,
}

impl<'p> PlacedValue<'p> {
    /// The value, with the place of a reader who begins with it.
    pub(crate) fn new(value: Value, place: &'p Place) -> Self {
        Self { value, place }
    }
}

impl PlacedValue<'_> {
    /// Reads the value if it is of a kind that a type can be read from.
    fn read_if<'de, V: Visitor<'de>>(self, fits: fn(&Value) -> bool, visitor: V) -> Result<V::Value, Error> {
        if fits(&self.value) {
            self.deserialize_any(visitor)
        } else {
            Err(Error::invalid_type(unexpected(&self.value), &visitor))
        }
    }
}

/// Methods that read a value of one kind only, as `serde_json` does.
macro_rules! read_if {
    ($($fits:expr => $($method:ident)+;)+) => {
        $($(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.read_if($fits, visitor)
        })+)+
    };
}

impl<'de> Deserializer<'de> for PlacedValue<'_> {
    type Error = Error;

    read_if! {
        Value::is_boolean => deserialize_bool;
        Value::is_number => deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16
            deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64;
        Value::is_string => deserialize_char deserialize_str deserialize_string deserialize_identifier;
        |value| value.is_string() || value.is_array() => deserialize_bytes deserialize_byte_buf;
        Value::is_null => deserialize_unit;
        Value::is_array => deserialize_seq;
        Value::is_object => deserialize_map;
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
        self.read_if(|value| value.is_array() || value.is_object(), visitor)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let place = self.place;
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(value),
            Value::Number(number) => number.deserialize_any(visitor),
            Value::String(text) => visitor.visit_string(text),
            Value::Array(items) => {
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
            Value::Object(fields) => {
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
            Value::Null => visitor.visit_none(),
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
            Value::String(variant) => (variant, None),
            Value::Object(fields) => single_field(fields)?,
            other => return Err(Error::invalid_type(unexpected(&other), &"string or map")),
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
}

/// The one field of an object that stands for a variant of an enum.
fn single_field(fields: Map<String, Value>) -> Result<(String, Option<Value>), Error> {
    let fault = |found| Error::invalid_value(found, &"map with a single key");
    let mut fields = fields.into_iter();
    match (fields.next(), fields.next()) {
        (Some((variant, content)), None) => Ok((variant, Some(content))),
        _ => Err(fault(Unexpected::Map)),
    }
}

/// What a value is, in serde's words.
fn unexpected(value: &Value) -> Unexpected<'_> {
    match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(value) => Unexpected::Bool(*value),
        Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(value), _, _) => Unexpected::Unsigned(value),
            (None, Some(value), _) => Unexpected::Signed(value),
            (None, None, Some(value)) => Unexpected::Float(value),
            (None, None, None) => Unexpected::Other("number"),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    }
}

/// The items of an array.
struct PlacedItems<'p> {
    items: std::vec::IntoIter<Value>,
    next: usize,
    place: &'p Place,
}

impl<'de> SeqAccess<'de> for PlacedItems<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(value) = self.items.next() else {
            return Ok(None);
        };
        let index = self.next;
        self.next += 1;
        let item = PlacedValue::new(value, self.place);
        self.place
            .within(Step::Index(index), || seed.deserialize(item))
            .map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// The fields of an object.
struct PlacedFields<'p> {
    fields: serde_json::map::IntoIter,
    /// The value of the key that was read last.
    value: Option<(String, Value)>,
    place: &'p Place,
}

impl<'de> MapAccess<'de> for PlacedFields<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((key, value)) = self.fields.next() else {
            return Ok(None);
        };
        self.value = Some((key.clone(), value));
        // An unknown field is a fault at its place.
        let reader = PlacedKey(key.clone());
        self.place
            .within(Step::Key(key), || seed.deserialize(reader))
            .map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let Some((key, value)) = self.value.take() else {
            return Err(Error::custom("value is missing"));
        };
        let reader = PlacedValue::new(value, self.place);
        self.place.within(Step::Key(key), || seed.deserialize(reader))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.fields.len())
    }
}

/// A key of an object: a text, and a number where the keys of a map are numbers.
struct PlacedKey(String);

macro_rules! number_keys {
    ($($method:ident $number:ty),+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.0.parse::<$number>() {
                Ok(number) => number.into_deserializer().deserialize_any(visitor),
                Err(_) => visitor.visit_string(self.0),
            }
        })+
    };
}

impl<'de> Deserializer<'de> for PlacedKey {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_string(self.0)
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
        let reader: StringDeserializer<Error> = self.0.into_deserializer();
        reader.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier
        ignored_any
    }
}

/// A variant of an enum with what it holds.
struct PlacedVariant<'p> {
    variant: String,
    content: Option<Value>,
    place: &'p Place,
}

impl<'de, 'p> EnumAccess<'de> for PlacedVariant<'p> {
    type Error = Error;
    type Variant = PlacedContent<'p>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, PlacedContent<'p>), Error> {
        let reader: StringDeserializer<Error> = self.variant.clone().into_deserializer();
        let variant = seed.deserialize(reader)?;
        let content = PlacedContent {
            variant: self.variant,
            content: self.content,
            place: self.place,
        };
        Ok((variant, content))
    }
}

/// What a variant of an enum holds.
struct PlacedContent<'p> {
    variant: String,
    content: Option<Value>,
    place: &'p Place,
}

impl PlacedContent<'_> {
    /// Reads the content as fields or items, which a bare name has not.
    fn read<'de, V: Visitor<'de>>(
        self,
        fits: impl FnOnce(&Value) -> bool,
        expected: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.content {
            Some(content) if fits(&content) => {
                let reader = PlacedValue::new(content, self.place);
                self.place
                    .within(Step::Key(self.variant), || reader.deserialize_any(visitor))
            }
            Some(content) => Err(Error::invalid_type(unexpected(&content), &expected)),
            None => Err(Error::invalid_type(Unexpected::UnitVariant, &expected)),
        }
    }
}

impl<'de> VariantAccess<'de> for PlacedContent<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.content {
            None | Some(Value::Null) => Ok(()),
            Some(content) => Err(Error::invalid_type(unexpected(&content), &"unit")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        let Some(content) = self.content else {
            return Err(Error::invalid_type(Unexpected::UnitVariant, &"newtype variant"));
        };
        let reader = PlacedValue::new(content, self.place);
        self.place
            .within(Step::Key(self.variant), || seed.deserialize(reader))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Error> {
        self.read(Value::is_array, "tuple variant", visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.read(Value::is_object, "struct variant", visitor)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde::de::DeserializeOwned;
    use serde_json::{Value, json};

    use crate::wire::read;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Unit {
        models: u8,
        name: Option<String>,
        #[serde(default)]
        at: Option<(i32, f64)>,
        #[serde(default)]
        orders: Vec<Order>,
        #[serde(default)]
        by_turn: BTreeMap<u8, bool>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Order {
        Hold,
        Close { inches: u8 },
        Follow(Box<Unit>),
        Between(u8, u8),
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Tagged {
        Wait,
        Go { inches: u8 },
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Places(u8, u8);

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(try_from = "u8")]
    struct Die(u8);

    impl TryFrom<u8> for Die {
        type Error = String;

        fn try_from(face: u8) -> Result<Self, String> {
            (1..=6)
                .contains(&face)
                .then_some(Self(face))
                .ok_or_else(|| format!("a die shows 1 to 6, not {face}"))
        }
    }

    /// What `serde_json` makes of a value is what is read, and where it refuses the value the reason is the same.
    fn as_serde_json<T: DeserializeOwned + PartialEq + std::fmt::Debug>(value: &Value) {
        let expected = serde_json::from_value::<T>(value.clone()).map_err(|error| error.to_string());
        let read = read::<T>(value.clone()).map_err(|fault| fault.reason);
        assert_eq!(read, expected, "{value}");
    }

    #[test]
    fn what_is_read_and_why_not_is_as_serde_json_has_it() {
        let unit = json!({ "models": 3, "name": null });
        for value in [
            json!(null),
            json!(7),
            json!(-7),
            json!(1.5),
            json!(300),
            json!("hold"),
            json!("close"),
            json!("flee"),
            json!([]),
            json!([1, 2]),
            json!([1, 2, 3]),
            json!({}),
            json!({ "hold": null }),
            json!({ "hold": 1 }),
            json!({ "close": { "inches": 4 } }),
            json!({ "close": { "inches": "4" } }),
            json!({ "close": [4] }),
            json!({ "close": 4 }),
            json!({ "between": [1, 2] }),
            json!({ "between": [1] }),
            json!({ "between": 1 }),
            json!({ "follow": unit }),
            json!({ "follow": { "models": 3, "name": "Pikes", "orders": ["hold", { "follow": unit }] } }),
            json!({ "type": "wait" }),
            json!({ "type": "go", "inches": 3 }),
            json!({ "type": "go", "inches": 3000 }),
            json!({ "type": "gone" }),
            unit.clone(),
            json!({ "models": 3, "name": "Pikes", "at": [-1, 2.5], "by_turn": { "1": true, "2": false } }),
            json!({ "models": 3, "name": "Pikes", "at": [-1], "by_turn": {} }),
            json!({ "models": 3, "name": "Pikes", "banner": true }),
        ] {
            as_serde_json::<Unit>(&value);
            as_serde_json::<Tagged>(&value);
            as_serde_json::<Places>(&value);
            as_serde_json::<Die>(&value);
            as_serde_json::<Vec<Die>>(&value);
            as_serde_json::<Option<u64>>(&value);
            as_serde_json::<BTreeMap<String, i64>>(&value);
            as_serde_json::<Value>(&value);
            as_serde_json::<Order>(&value);
        }
    }

    #[test]
    fn the_place_of_the_first_fault_is_named() {
        let place = |value: Value| read::<Unit>(value).unwrap_err().path;
        assert_eq!(place(json!(3)), "");
        assert_eq!(place(json!({ "models": 3, "name": 4 })), "/name");
        assert_eq!(place(json!({ "models": 300, "name": null })), "/models");
        assert_eq!(
            place(json!({ "models": 3, "name": null, "ban/ner~": true })),
            "/ban~1ner~0"
        );
        assert_eq!(
            place(json!({ "models": 3, "name": null, "at": [1, "x"] })),
            "/at/1"
        );
        assert_eq!(
            place(json!({ "models": 3, "name": null, "orders": ["hold", { "close": { "inches": -1 } }] })),
            "/orders/1/close/inches"
        );
        assert_eq!(
            place(json!({ "models": 3, "name": null, "by_turn": { "x": true } })),
            "/by_turn/x"
        );
        // A missing field is a fault of what it is missing in.
        assert_eq!(
            place(json!({ "models": 3, "name": null, "orders": [{ "follow": {} }] })),
            "/orders/0/follow"
        );
    }
}
