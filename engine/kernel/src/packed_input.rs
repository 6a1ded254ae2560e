//! The rest of an input of `MessagePack`, read a value at a time.
//!
//! A list or a map is not read whole: of it the length is told ([`ParsedValue::PackedList`], [`ParsedValue::PackedMap`]), and its
//! values are what is read next. So a stored event is read without a tree of its values being built first, which took two
//! thirds of the time of reading it.

use std::cell::Cell;

use rmp::Marker;
use serde::de::Error as _;
use serde_json::Error;

use crate::parsed_value::ParsedValue;

/// How deep lists and maps may lie in each other; `rmp_serde` has the same limit.
const DEEPEST: usize = 1024;

/// What is still to be read, and how deep in lists and maps the reader is.
#[derive(Debug, Default)]
pub(crate) struct PackedInput<'de> {
    rest: Cell<&'de [u8]>,
    depth: Cell<usize>,
}

impl<'de> PackedInput<'de> {
    /// All of the input.
    pub(crate) const fn new(bytes: &'de [u8]) -> Self {
        Self {
            rest: Cell::new(bytes),
            depth: Cell::new(0),
        }
    }

    /// The next value; of a list or a map its length.
    pub(crate) fn next(&self) -> Result<ParsedValue<'de>, Error> {
        let [marker] = self.number()?;
        Ok(match Marker::from_u8(marker) {
            Marker::Null => ParsedValue::Null,
            Marker::False => ParsedValue::Bool(false),
            Marker::True => ParsedValue::Bool(true),
            Marker::FixPos(value) => ParsedValue::Unsigned(value.into()),
            Marker::U8 => ParsedValue::Unsigned(u8::from_be_bytes(self.number()?).into()),
            Marker::U16 => ParsedValue::Unsigned(u16::from_be_bytes(self.number()?).into()),
            Marker::U32 => ParsedValue::Unsigned(u32::from_be_bytes(self.number()?).into()),
            Marker::U64 => ParsedValue::Unsigned(u64::from_be_bytes(self.number()?)),
            Marker::FixNeg(value) => ParsedValue::signed(value.into()),
            Marker::I8 => ParsedValue::signed(i8::from_be_bytes(self.number()?).into()),
            Marker::I16 => ParsedValue::signed(i16::from_be_bytes(self.number()?).into()),
            Marker::I32 => ParsedValue::signed(i32::from_be_bytes(self.number()?).into()),
            Marker::I64 => ParsedValue::signed(i64::from_be_bytes(self.number()?)),
            Marker::F32 => ParsedValue::Float(f32::from_be_bytes(self.number()?).into()),
            Marker::F64 => ParsedValue::Float(f64::from_be_bytes(self.number()?)),
            Marker::FixStr(len) => self.text(len.into())?,
            Marker::Str8 => self.text(self.length8()?)?,
            Marker::Str16 => self.text(self.length16()?)?,
            Marker::Str32 => self.text(self.length32()?)?,
            Marker::Bin8 => self.bytes(self.length8()?)?,
            Marker::Bin16 => self.bytes(self.length16()?)?,
            Marker::Bin32 => self.bytes(self.length32()?)?,
            Marker::FixArray(len) => ParsedValue::PackedList(len.into()),
            Marker::Array16 => ParsedValue::PackedList(self.length16()?),
            Marker::Array32 => ParsedValue::PackedList(self.length32()?),
            Marker::FixMap(len) => ParsedValue::PackedMap(len.into()),
            Marker::Map16 => ParsedValue::PackedMap(self.length16()?),
            Marker::Map32 => ParsedValue::PackedMap(self.length32()?),
            other => return Err(Error::custom(format_args!("wrong msgpack marker {other:?}"))),
        })
    }

    /// Goes on behind a value that was read by [`Self::next`] and of which nothing else was: a list and a map with all that they
    /// hold.
    pub(crate) fn skip(&self, value: ParsedValue<'de>) -> Result<(), Error> {
        let values = match value {
            ParsedValue::PackedList(len) => len,
            ParsedValue::PackedMap(len) => 2 * len,
            _ => return Ok(()),
        };
        self.enter()?;
        for _ in 0..values {
            self.skip(self.next()?)?;
        }
        self.leave();
        Ok(())
    }

    /// Goes into a list or a map.
    #[inline]
    pub(crate) fn enter(&self) -> Result<(), Error> {
        let depth = self.depth.get() + 1;
        if depth > DEEPEST {
            return Err(Error::custom("depth limit exceeded"));
        }
        self.depth.set(depth);
        Ok(())
    }

    /// Goes out of a list or a map of which all was read.
    #[inline]
    pub(crate) fn leave(&self) {
        self.depth.set(self.depth.get() - 1);
    }

    #[inline]
    fn number<const N: usize>(&self) -> Result<[u8; N], Error> {
        let (bytes, rest) = self.rest.get().split_first_chunk().ok_or_else(cut_off)?;
        self.rest.set(rest);
        Ok(*bytes)
    }

    fn length8(&self) -> Result<usize, Error> {
        Ok(u8::from_be_bytes(self.number()?).into())
    }

    fn length16(&self) -> Result<usize, Error> {
        Ok(u16::from_be_bytes(self.number()?).into())
    }

    fn length32(&self) -> Result<usize, Error> {
        Ok(u32::from_be_bytes(self.number()?) as usize)
    }

    #[inline]
    fn slice(&self, len: usize) -> Result<&'de [u8], Error> {
        let (bytes, rest) = self.rest.get().split_at_checked(len).ok_or_else(cut_off)?;
        self.rest.set(rest);
        Ok(bytes)
    }

    #[inline]
    fn text(&self, len: usize) -> Result<ParsedValue<'de>, Error> {
        let text = std::str::from_utf8(self.slice(len)?).map_err(Error::custom)?;
        Ok(ParsedValue::Text(text))
    }

    fn bytes(&self, len: usize) -> Result<ParsedValue<'de>, Error> {
        Ok(ParsedValue::Bytes(self.slice(len)?))
    }
}

/// The input ends in the midst of a value.
fn cut_off() -> Error {
    Error::custom("the stored value is cut off")
}
