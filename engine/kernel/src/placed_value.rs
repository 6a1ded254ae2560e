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
    pub(crate) const fn told() -> Self {
        Self {
            steps: RefCell::new(Vec::new()),
            kept: true,
        }
    }

    /// For a value of a store, in `MessagePack`: nobody asks for the place.
    pub(crate) const fn untold() -> Self {
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
        orders: Vec<GameOrder>,
        #[serde(default)]
        by_turn: BTreeMap<u8, bool>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum GameOrder {
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
            as_serde_json::<GameOrder>(&value);
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

    /// Types whose two forms differ: keys that are numbers, numbers of every width, bytes, what asks whether people read it.
    #[derive(Debug, PartialEq, serde::Serialize, Deserialize)]
    struct Stored {
        by_turn: BTreeMap<u16, Vec<Option<i8>>>,
        by_name: BTreeMap<String, (f32, f64)>,
        wide: (u64, i64, i16),
        letter: char,
        nothing: (),
        none: Option<()>,
        address: std::net::Ipv4Addr,
        bytes: Bytes,
        variants: Vec<Kept>,
    }

    /// Bytes as bytes: `MessagePack` has a kind for them.
    #[derive(Debug, PartialEq)]
    struct Bytes(Vec<u8>);

    impl serde::Serialize for Bytes {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(&self.0)
        }
    }

    impl<'de> Deserialize<'de> for Bytes {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Taken;
            impl<'de> serde::de::Visitor<'de> for Taken {
                type Value = Bytes;
                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("bytes")
                }
                fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                    Ok(Bytes(bytes.to_owned()))
                }
                fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut items: A) -> Result<Bytes, A::Error> {
                    let mut bytes = Vec::new();
                    while let Some(byte) = items.next_element()? {
                        bytes.push(byte);
                    }
                    Ok(Bytes(bytes))
                }
            }
            deserializer.deserialize_bytes(Taken)
        }
    }

    #[derive(Debug, PartialEq, serde::Serialize, Deserialize)]
    enum Kept {
        Nothing,
        One(Option<u8>),
        Two(i32, String),
        Named { at: Option<(f64, f64)> },
    }

    #[test]
    fn what_messagepack_holds_is_read_as_it_was_written() {
        let stored = Stored {
            by_turn: BTreeMap::from([(0, vec![]), (300, vec![Some(-128), None, Some(127)])]),
            by_name: BTreeMap::from([
                ("a".to_owned(), (0.1, 0.1)),
                (String::new(), (f32::MAX, f64::MIN)),
            ]),
            wide: (u64::MAX, i64::MIN, -129),
            letter: '\u{1F3B2}',
            nothing: (),
            none: None,
            address: std::net::Ipv4Addr::LOCALHOST,
            bytes: Bytes(vec![0, 255]),
            variants: vec![
                Kept::Nothing,
                Kept::One(None),
                Kept::One(Some(3)),
                Kept::Two(-70_000, "x".to_owned()),
                Kept::Named {
                    at: Some((1.0, -2.5)),
                },
                Kept::Named { at: None },
            ],
        };
        let bytes = crate::codec::encode(&stored);
        assert_eq!(crate::codec::decode::<Stored>(&bytes).unwrap(), stored);
        // Every shortened input is refused; what is read of a spoilt one is read as `rmp_serde` reads it. A number in the place of a
        // name is one here.
        for place in 1..bytes.len() {
            assert!(crate::codec::decode::<Stored>(&bytes[..place]).is_err());
            let mut spoilt = bytes.clone();
            spoilt[place] ^= 0x41;
            let expected = rmp_serde::from_slice::<Stored>(&spoilt[1..]);
            let read = crate::codec::decode::<Stored>(&spoilt);
            match (read, expected) {
                (Ok(read), Ok(expected)) => assert_eq!(read, expected, "{place}"),
                (Err(_), Ok(expected)) => panic!("{place}: {expected:?} is refused"),
                (Ok(_) | Err(_), Err(_)) => {}
            }
        }
        let any: Value = crate::codec::decode(&crate::codec::encode(&stored.by_turn)).unwrap();
        assert_eq!(any["300"], json!([-128, null, 127]));
        // On the wire numbers are texts as keys, and people read the address.
        let value = serde_json::to_value(&stored).unwrap();
        assert_eq!(value["by_turn"]["300"], json!([-128, null, 127]));
        assert_eq!(value["address"], json!("127.0.0.1"));
        assert_eq!(read::<Stored>(value).unwrap(), stored);
    }
}
