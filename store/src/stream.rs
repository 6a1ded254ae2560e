//! Names of streams and of places in them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ulid::Ulid;

/// Place of a record in its stream: 1 for the first, 0 for "nothing yet".
pub type Version = u64;

/// Place of a record in the whole store, over all streams: 1 for the first, without gaps.
pub type Position = u64;

/// Name of a stream: a ULID, so that names sort by the moment they were made.
///
/// ```
/// use hindsight_store::StreamId;
/// let id = StreamId::new(1_700_000_000_000, 7);
/// assert_eq!(id.to_string().parse(), Ok(id));
/// assert!(id < StreamId::new(1_700_000_000_001, 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StreamId(Ulid);

impl StreamId {
    /// The lowest name.
    pub const ZERO: Self = Self(Ulid::nil());

    /// The name made at `ms` (milliseconds of Unix time) with the low 80 bits of `random`.
    pub fn new(ms: u64, random: u128) -> Self {
        Self(Ulid::from_parts(ms, random))
    }

    /// The name whose sixteen big-endian bytes these are.
    pub fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(Ulid::from_bytes(bytes))
    }

    /// Sixteen big-endian bytes, which sort as the names do.
    pub fn to_bytes(self) -> [u8; 16] {
        self.0.to_bytes()
    }

    /// The moment in the name, milliseconds of Unix time.
    pub fn made_at_ms(self) -> u64 {
        self.0.timestamp_ms()
    }
}

impl fmt::Display for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0.array_to_str(&mut [0; ulid::ULID_LEN]))
    }
}

impl fmt::Debug for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StreamId({self})")
    }
}

/// The text is not a ULID: 26 characters of Crockford's base 32.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a stream id is a ULID: 26 characters of 0-9 and A-Z without I, L, O, U, not above 7ZZZZZZZZZZZZZZZZZZZZZZZZZ"
)]
pub struct NotAStreamId;

impl FromStr for StreamId {
    type Err = NotAStreamId;

    fn from_str(text: &str) -> Result<Self, NotAStreamId> {
        let id = Ulid::from_string(text).map(Self).map_err(|_| NotAStreamId)?;
        // The library drops bits above 128 and takes I, L and O as digits; a name has one spelling, in either case.
        if id.to_string().eq_ignore_ascii_case(text) {
            Ok(id)
        } else {
            Err(NotAStreamId)
        }
    }
}

impl Serialize for StreamId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0.array_to_str(&mut [0; ulid::ULID_LEN]))
    }
}

impl<'de> Deserialize<'de> for StreamId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_is_no_ulid_is_refused() {
        let overlong = "8ZZZZZZZZZZZZZZZZZZZZZZZZZ";
        let letter_o = "O1ARZ3NDEKTSV4RRFFQ69G5FAV";
        for text in ["", "01", "not a ulid, but 26 letters", overlong, letter_o] {
            assert_eq!(text.parse::<StreamId>(), Err(NotAStreamId), "{text:?}");
        }
    }

    #[test]
    fn serde_uses_the_text() {
        let id = StreamId::new(5, 9);
        let json = serde_json::to_string(&id).unwrap();
        assert_eq!(json, format!("\"{id}\""));
        assert_eq!(serde_json::from_str::<StreamId>(&json).unwrap(), id);
        assert_eq!(id.made_at_ms(), 5);
    }
}
