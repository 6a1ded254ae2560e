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
    let mut items = PlacedItems::begin(items, place)?;
    let value = visitor.visit_seq(&mut items)?;
    items.end()?;
    Ok(value)
}

/// Has a map visited and sees to it that all of it was read.
pub(super) fn read_fields<'de, V: Visitor<'de>>(
    fields: Fields<'de>,
    place: &Place<'de>,
    visitor: V,
) -> Result<V::Value, Error> {
    let mut fields = PlacedFields::begin(fields, place)?;
    let value = visitor.visit_map(&mut fields)?;
    fields.end()?;
    Ok(value)
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
    /// How many there were at the beginning.
    len: usize,
    next: usize,
    place: &'p Place<'de>,
}

// What depends on no type is compiled once and called, not once for each of the hundreds of types that are read.
impl<'de, 'p> PlacedItems<'de, 'p> {
    #[inline]
    fn begin(items: Items<'de>, place: &'p Place<'de>) -> Result<Self, Error> {
        place.input.enter()?;
        Ok(Self {
            len: items.len(),
            items,
            next: 0,
            place,
        })
    }

    #[inline]
    fn end(&self) -> Result<(), Error> {
        self.place.input.leave();
        if self.items.len() == 0 {
            Ok(())
        } else {
            Err(Error::invalid_length(self.len, &"fewer elements in array"))
        }
    }

    /// The next item, whose place is entered.
    fn next_item(&mut self) -> Result<Option<PlacedValue<'de, 'p>>, Error> {
        let Some(value) = self.items.next(&self.place.input)? else {
            return Ok(None);
        };
        self.place.enter(Step::Index(self.next));
        self.next += 1;
        Ok(Some(PlacedValue::new(value, self.place)))
    }
}

impl<'de> SeqAccess<'de> for PlacedItems<'de, '_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(value) = self.next_item()? else {
            return Ok(None);
        };
        let item = seed.deserialize(value)?;
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
    /// How many there were at the beginning.
    len: usize,
    /// The parsed value of the key that was read last, whose place is entered. A packed value comes next in the input.
    value: Option<&'de Value>,
    place: &'p Place<'de>,
}

impl<'de, 'p> PlacedFields<'de, 'p> {
    #[inline]
    fn begin(fields: Fields<'de>, place: &'p Place<'de>) -> Result<Self, Error> {
        place.input.enter()?;
        Ok(Self {
            len: fields.len(),
            fields,
            value: None,
            place,
        })
    }

    #[inline]
    fn end(&self) -> Result<(), Error> {
        self.place.input.leave();
        if self.fields.len() == 0 {
            Ok(())
        } else {
            Err(Error::invalid_length(self.len, &"fewer elements in map"))
        }
    }

    /// The next key; the place of one that is a text is entered: an unknown field is a fault at its place.
    fn next_key(&mut self) -> Result<Option<PlacedKey<'de, 'p>>, Error> {
        let key = match &mut self.fields {
            Fields::Parsed(fields) => {
                let Some((key, value)) = fields.next() else {
                    return Ok(None);
                };
                self.value = Some(value);
                ParsedValue::Text(key)
            }
            Fields::Packed(0) => return Ok(None),
            Fields::Packed(left) => {
                *left -= 1;
                self.place.input.next()?
            }
        };
        if let ParsedValue::Text(key) = key {
            self.place.enter(Step::Key(key));
        }
        Ok(Some(PlacedKey(PlacedValue::new(key, self.place))))
    }

    /// The value of the key that was read last.
    fn next_value(&mut self) -> Result<PlacedValue<'de, 'p>, Error> {
        let value = match self.fields {
            Fields::Parsed(_) => match self.value.take() {
                Some(value) => value.into(),
                None => return Err(Error::custom("value is missing")),
            },
            Fields::Packed(_) => self.place.input.next()?,
        };
        Ok(PlacedValue::new(value, self.place))
    }
}

impl<'de> MapAccess<'de> for PlacedFields<'de, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        match self.next_key()? {
            Some(key) => seed.deserialize(key).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let value = seed.deserialize(self.next_value()?)?;
        self.place.leave();
        Ok(value)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.fields.len())
    }
}
