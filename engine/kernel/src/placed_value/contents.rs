//! The items of a list and the fields of a map, read one by one.

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Error, Value, map};

use super::{Place, PlacedKey, PlacedValue, Step};
use crate::packed_input::PackedInput;
use crate::parsed_value::ParsedValue;

/// Has a list visited and sees to it that all of it was read.
pub(super) fn read_items<'de, V: Visitor<'de>>(
    items: Items<'de>,
    place: &Place<'de>,
    visitor: V,
) -> Result<V::Value, Error> {
    let len = items.len();
    let mut items = PlacedItems {
        items,
        next: 0,
        place,
    };
    place.input.enter()?;
    let value = visitor.visit_seq(&mut items)?;
    place.input.leave();
    if items.items.len() == 0 {
        Ok(value)
    } else {
        Err(Error::invalid_length(len, &"fewer elements in array"))
    }
}

/// Has a map visited and sees to it that all of it was read.
pub(super) fn read_fields<'de, V: Visitor<'de>>(
    fields: Fields<'de>,
    place: &Place<'de>,
    visitor: V,
) -> Result<V::Value, Error> {
    let len = fields.len();
    let mut fields = PlacedFields {
        fields,
        value: None,
        place,
    };
    place.input.enter()?;
    let value = visitor.visit_map(&mut fields)?;
    place.input.leave();
    if fields.fields.len() == 0 {
        Ok(value)
    } else {
        Err(Error::invalid_length(len, &"fewer elements in map"))
    }
}

/// The items of a list that were not read yet.
pub(super) enum Items<'de> {
    Parsed(std::slice::Iter<'de, Value>),
    /// So many.
    Packed(usize),
}

impl<'de> Items<'de> {
    /// The items of a list; a value of another kind is given back.
    pub(super) fn of(value: ParsedValue<'de>) -> Result<Self, ParsedValue<'de>> {
        match value {
            ParsedValue::List(items) => Ok(Self::Parsed(items.iter())),
            ParsedValue::PackedList(len) => Ok(Self::Packed(len)),
            other => Err(other),
        }
    }

    #[inline]
    fn len(&self) -> usize {
        match self {
            Self::Parsed(items) => items.len(),
            Self::Packed(left) => *left,
        }
    }

    #[inline]
    fn next(&mut self, input: &PackedInput<'de>) -> Result<Option<ParsedValue<'de>>, Error> {
        match self {
            Self::Parsed(items) => Ok(items.next().map(ParsedValue::from)),
            Self::Packed(0) => Ok(None),
            Self::Packed(left) => {
                *left -= 1;
                input.next().map(Some)
            }
        }
    }
}

/// The items of an array.
struct PlacedItems<'de, 'p> {
    items: Items<'de>,
    next: usize,
    place: &'p Place<'de>,
}

impl<'de> SeqAccess<'de> for PlacedItems<'de, '_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(value) = self.items.next(&self.place.input)? else {
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

/// The fields of a map that were not read yet.
pub(super) enum Fields<'de> {
    Parsed(map::Iter<'de>),
    /// So many.
    Packed(usize),
}

impl<'de> Fields<'de> {
    /// The fields of a map; a value of another kind is given back.
    pub(super) fn of(value: ParsedValue<'de>) -> Result<Self, ParsedValue<'de>> {
        match value {
            ParsedValue::Map(fields) => Ok(Self::Parsed(fields.iter())),
            ParsedValue::PackedMap(len) => Ok(Self::Packed(len)),
            other => Err(other),
        }
    }

    #[inline]
    fn len(&self) -> usize {
        match self {
            Self::Parsed(fields) => fields.len(),
            Self::Packed(left) => *left,
        }
    }
}

/// The fields of an object.
struct PlacedFields<'de, 'p> {
    fields: Fields<'de>,
    /// The parsed value of the key that was read last, whose place is entered. A packed value comes next in the input.
    value: Option<&'de Value>,
    place: &'p Place<'de>,
}

impl<'de> PlacedFields<'de, '_> {
    /// The next key.
    fn next_key(&mut self) -> Result<Option<ParsedValue<'de>>, Error> {
        match &mut self.fields {
            Fields::Parsed(fields) => {
                let (key, value) = fields.next().unzip();
                self.value = value;
                Ok(key.map(|key| ParsedValue::Text(key)))
            }
            Fields::Packed(0) => Ok(None),
            Fields::Packed(left) => {
                *left -= 1;
                self.place.input.next().map(Some)
            }
        }
    }

    /// The value of the key that was read last.
    #[inline]
    fn next_value(&mut self) -> Result<ParsedValue<'de>, Error> {
        match self.fields {
            Fields::Parsed(_) => match self.value.take() {
                Some(value) => Ok(value.into()),
                None => Err(Error::custom("value is missing")),
            },
            Fields::Packed(_) => self.place.input.next(),
        }
    }
}

impl<'de> MapAccess<'de> for PlacedFields<'de, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some(key) = self.next_key()? else {
            return Ok(None);
        };
        let digits;
        let key = match key {
            ParsedValue::Text(key) => {
                // An unknown field is a fault at its place.
                self.place.enter(|| Step::Key(key));
                seed.deserialize(PlacedKey::Text(key))
            }
            ParsedValue::Unsigned(key) => {
                digits = key.to_string();
                seed.deserialize(PlacedKey::Digits(&digits))
            }
            ParsedValue::Signed(key) => {
                digits = key.to_string();
                seed.deserialize(PlacedKey::Digits(&digits))
            }
            other => seed.deserialize(PlacedValue::new(other, self.place)),
        };
        key.map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let value = self.next_value()?;
        let value = seed.deserialize(PlacedValue::new(value, self.place))?;
        self.place.leave();
        Ok(value)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.fields.len())
    }
}
