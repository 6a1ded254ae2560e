//! What has been written of a value so far, in each of the forms.

use rmp::encode as pack;
use serde::ser::Error as _;
use serde_json::{Error, Map, Value};

/// A value without parts.
#[derive(Clone, Copy)]
pub(super) enum Scalar<'v> {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Single(f32),
    Double(f64),
    Text(&'v str),
    Bytes(&'v [u8]),
}

/// A list or a map that is being written.
pub(super) struct Collection {
    kind: Kind,
    /// How many items or keys it has so far.
    len: usize,
    /// Where its length belongs in `MessagePack`, if it was not known when the first item was written.
    unknown: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    List,
    Map,
}

/// Which form is written, and what of it there is.
enum Written {
    /// `MessagePack` with named fields, as `rmp_serde` writes it.
    Packed(Vec<u8>),
    /// JSON text without spaces, as `serde_json` writes it.
    Text(Vec<u8>),
    /// A tree of JSON: what is still open, the innermost last, and what is done.
    Tree { open: Vec<Open>, done: Value },
}

/// A list or a map of a tree that is not done.
enum Open {
    List(Vec<Value>),
    Map {
        fields: Map<String, Value>,
        key: Option<String>,
    },
}

/// What the next value is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// A value.
    Value,
    /// The key of a map, which is a text in JSON.
    Key,
    /// A text that is JSON already.
    Json,
}

/// A value that is being written in one of the forms.
pub(super) struct Form {
    written: Written,
    next: Next,
}

fn no_key() -> Error {
    Error::custom("key must be a string")
}

impl Form {
    pub(super) fn packed(buffer: Vec<u8>) -> Self {
        Self::of(Written::Packed(buffer))
    }

    pub(super) fn text() -> Self {
        Self::of(Written::Text(Vec::with_capacity(128)))
    }

    pub(super) fn tree() -> Self {
        Self::of(Written::Tree {
            open: Vec::new(),
            done: Value::Null,
        })
    }

    fn of(written: Written) -> Self {
        Self {
            written,
            next: Next::Value,
        }
    }

    /// What was written; nothing of a tree.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        match self.written {
            Written::Packed(bytes) | Written::Text(bytes) => bytes,
            Written::Tree { .. } => Vec::new(),
        }
    }

    /// The tree; null where bytes were written.
    pub(super) fn into_value(self) -> Value {
        match self.written {
            Written::Tree { done, .. } => done,
            Written::Packed(_) | Written::Text(_) => Value::Null,
        }
    }

    /// Whether people read the form: some types are written otherwise to them.
    pub(super) fn is_human_readable(&self) -> bool {
        !matches!(self.written, Written::Packed(_))
    }

    /// The text that comes next is JSON.
    pub(super) fn next_is_json(&mut self) {
        self.next = Next::Json;
    }

    /// Writes a value without parts.
    pub(super) fn scalar(&mut self, scalar: Scalar<'_>) -> Result<(), Error> {
        match &mut self.written {
            Written::Packed(bytes) => {
                pack_scalar(bytes, &scalar);
                Ok(())
            }
            Written::Text(bytes) => match self.next {
                Next::Value => text_of_scalar(bytes, &scalar),
                Next::Key => serde_json::to_writer(bytes, &key_of(&scalar)?),
                Next::Json => {
                    self.next = Next::Value;
                    let Scalar::Text(json) = scalar else {
                        return Err(Error::custom("what is JSON already is a text"));
                    };
                    bytes.extend_from_slice(json.as_bytes());
                    Ok(())
                }
            },
            Written::Tree { open, done } => match (self.next, open.last_mut()) {
                (Next::Key, Some(Open::Map { key, .. })) => {
                    *key = Some(key_of(&scalar)?);
                    Ok(())
                }
                (Next::Key, _) => Err(no_key()),
                (Next::Value | Next::Json, _) => {
                    put(open, done, value_of(&scalar));
                    Ok(())
                }
            },
        }
    }

    /// Writes a struct without fields: an empty list in `MessagePack`, nothing in JSON.
    pub(super) fn unit_struct(&mut self) -> Result<(), Error> {
        if let Written::Packed(bytes) = &mut self.written {
            pack_length(bytes, Kind::List, 0);
            return Ok(());
        }
        self.scalar(Scalar::Null)
    }

    /// Begins a list.
    pub(super) fn open_list(&mut self, len: Option<usize>) -> Result<Collection, Error> {
        self.open(Kind::List, len)
    }

    /// Begins a map.
    pub(super) fn open_map(&mut self, len: Option<usize>) -> Result<Collection, Error> {
        self.open(Kind::Map, len)
    }

    fn open(&mut self, kind: Kind, len: Option<usize>) -> Result<Collection, Error> {
        let mut unknown = None;
        match &mut self.written {
            Written::Packed(bytes) => match len {
                Some(len) => pack_length(bytes, kind, len),
                None => unknown = Some(bytes.len()),
            },
            _ if self.next == Next::Key => return Err(no_key()),
            Written::Text(bytes) => bytes.push(if kind == Kind::List { b'[' } else { b'{' }),
            Written::Tree { open, .. } => open.push(match kind {
                Kind::List => Open::List(Vec::with_capacity(len.unwrap_or(0))),
                Kind::Map => Open::Map {
                    fields: Map::new(),
                    key: None,
                },
            }),
        }
        Ok(Collection {
            kind,
            len: 0,
            unknown,
        })
    }

    /// The next item of a list begins.
    #[inline]
    pub(super) fn next_item(&mut self, list: &mut Collection) {
        if list.len > 0
            && let Written::Text(bytes) = &mut self.written
        {
            bytes.push(b',');
        }
        list.len += 1;
    }

    /// The next field of a struct begins.
    pub(super) fn next_field(&mut self, map: &mut Collection, name: &'static str) -> Result<(), Error> {
        match &mut self.written {
            // A vector takes all that is written into it.
            Written::Packed(bytes) => pack_text(bytes, name),
            Written::Text(bytes) => {
                if map.len > 0 {
                    bytes.push(b',');
                }
                serde_json::to_writer(&mut *bytes, name)?;
                bytes.push(b':');
            }
            Written::Tree { open, .. } => {
                if let Some(Open::Map { key, .. }) = open.last_mut() {
                    *key = Some(name.to_owned());
                }
            }
        }
        map.len += 1;
        Ok(())
    }

    /// The next key of a map begins.
    pub(super) fn next_key(&mut self, map: &mut Collection) {
        self.next_item(map);
        self.next = Next::Key;
    }

    /// The key of a map is done.
    pub(super) fn end_key(&mut self) -> Result<(), Error> {
        self.next = Next::Value;
        match &mut self.written {
            Written::Packed(_) => Ok(()),
            Written::Text(bytes) => {
                bytes.push(b':');
                Ok(())
            }
            Written::Tree { open, .. } => match open.last() {
                Some(Open::Map { key: Some(_), .. }) => Ok(()),
                _ => Err(no_key()),
            },
        }
    }

    /// A list or a map is done.
    pub(super) fn close(&mut self, collection: &Collection) {
        match &mut self.written {
            Written::Packed(bytes) => {
                if let Some(place) = collection.unknown {
                    let mut head = Vec::with_capacity(5);
                    pack_length(&mut head, collection.kind, collection.len);
                    bytes.splice(place..place, head);
                }
            }
            Written::Text(bytes) => bytes.push(if collection.kind == Kind::List { b']' } else { b'}' }),
            Written::Tree { open, done } => {
                let value = match open.pop() {
                    Some(Open::List(items)) => Value::Array(items),
                    Some(Open::Map { fields, .. }) => Value::Object(fields),
                    None => Value::Null,
                };
                put(open, done, value);
            }
        }
    }

    /// The map of one field that stands for a variant which holds something begins: its name is written, what it holds comes next.
    pub(super) fn open_variant(&mut self, variant: &'static str) -> Result<(), Error> {
        let mut around = self.open(Kind::Map, Some(1))?;
        self.next_field(&mut around, variant)
    }

    /// A variant that holds something is done.
    pub(super) fn close_variant(&mut self) {
        self.close(&Collection {
            kind: Kind::Map,
            len: 1,
            unknown: None,
        });
    }

    /// What a variant holds is done, and so is the variant.
    pub(super) fn close_with_variant(&mut self, collection: &Collection) {
        self.close(collection);
        self.close_variant();
    }
}

/// Puts a value of a tree in its place.
fn put(open: &mut [Open], done: &mut Value, value: Value) {
    match open.last_mut() {
        Some(Open::List(items)) => items.push(value),
        Some(Open::Map { fields, key }) => {
            if let Some(key) = key.take() {
                fields.insert(key, value);
            }
        }
        None => *done = value,
    }
}

/// Writing into a vector does not fail.
const INTO_MEMORY: &str = "writing into memory does not fail";

fn pack_length(bytes: &mut Vec<u8>, kind: Kind, len: usize) {
    let len = u32::try_from(len).unwrap_or(u32::MAX);
    let written = match kind {
        Kind::List => pack::write_array_len(bytes, len),
        Kind::Map => pack::write_map_len(bytes, len),
    };
    written.expect(INTO_MEMORY);
}

fn pack_text(bytes: &mut Vec<u8>, text: &str) {
    pack::write_str(bytes, text).expect(INTO_MEMORY);
}

fn pack_scalar(bytes: &mut Vec<u8>, scalar: &Scalar<'_>) {
    match *scalar {
        Scalar::Null => pack::write_nil(bytes).expect(INTO_MEMORY),
        Scalar::Bool(value) => pack::write_bool(bytes, value).expect(INTO_MEMORY),
        Scalar::Unsigned(value) => {
            pack::write_uint(bytes, value).expect(INTO_MEMORY);
        }
        Scalar::Signed(value) => {
            pack::write_sint(bytes, value).expect(INTO_MEMORY);
        }
        Scalar::Single(value) => pack::write_f32(bytes, value).expect(INTO_MEMORY),
        Scalar::Double(value) => pack::write_f64(bytes, value).expect(INTO_MEMORY),
        Scalar::Text(value) => pack_text(bytes, value),
        Scalar::Bytes(value) => pack::write_bin(bytes, value).expect(INTO_MEMORY),
    }
}

fn text_of_scalar(bytes: &mut Vec<u8>, scalar: &Scalar<'_>) -> Result<(), Error> {
    match *scalar {
        Scalar::Null => bytes.extend_from_slice(b"null"),
        Scalar::Bool(value) => bytes.extend_from_slice(if value { b"true" } else { b"false" }),
        Scalar::Unsigned(value) => serde_json::to_writer(bytes, &value)?,
        Scalar::Signed(value) => serde_json::to_writer(bytes, &value)?,
        Scalar::Single(value) => serde_json::to_writer(bytes, &value)?,
        Scalar::Double(value) => serde_json::to_writer(bytes, &value)?,
        Scalar::Text(value) => serde_json::to_writer(bytes, value)?,
        Scalar::Bytes(value) => serde_json::to_writer(bytes, value)?,
    }
    Ok(())
}

fn value_of(scalar: &Scalar<'_>) -> Value {
    match *scalar {
        Scalar::Null => Value::Null,
        Scalar::Bool(value) => value.into(),
        Scalar::Unsigned(value) => value.into(),
        Scalar::Signed(value) => value.into(),
        Scalar::Single(value) => value.into(),
        Scalar::Double(value) => value.into(),
        Scalar::Text(value) => value.into(),
        Scalar::Bytes(value) => value.into(),
    }
}

/// A key of a map as JSON has it.
fn key_of(scalar: &Scalar<'_>) -> Result<String, Error> {
    match *scalar {
        Scalar::Text(value) => Ok(value.to_owned()),
        Scalar::Bool(value) => Ok(value.to_string()),
        Scalar::Unsigned(value) => Ok(value.to_string()),
        Scalar::Signed(value) => Ok(value.to_string()),
        Scalar::Single(value) if value.is_finite() => serde_json::to_string(&value),
        Scalar::Double(value) if value.is_finite() => serde_json::to_string(&value),
        Scalar::Null | Scalar::Single(_) | Scalar::Double(_) | Scalar::Bytes(_) => Err(no_key()),
    }
}
