//! Names of data packs: short texts of few letters, kept in place so that a position is copied without a heap.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Argument, MESSAGES, Message, message};

/// A name of 1 to `MOST` bytes: lower-case letters, digits and hyphens; where `MIXED`, capital letters and underscores too.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ShortName<const MOST: usize, const MIXED: bool = false>([u8; MOST]);

impl<const MOST: usize, const MIXED: bool> ShortName<MOST, MIXED> {
    /// The most bytes of it.
    pub const MOST: usize = MOST;

    /// A name that is written in the code; its first `MOST` bytes count.
    pub const fn of(text: &'static str) -> Self {
        let bytes = text.as_bytes();
        let mut name = [0; MOST];
        let mut place = 0;
        while place < bytes.len() && place < MOST {
            name[place] = bytes[place];
            place += 1;
        }
        Self(name)
    }

    /// The text of it.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|&byte| byte == 0).unwrap_or(MOST);
        // ERR: it was made of a text, cut at the end of a letter.
        std::str::from_utf8(&self.0[..length]).unwrap_or_default()
    }

    const fn fits(byte: u8) -> bool {
        let lower = byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        lower || (MIXED && (byte.is_ascii_uppercase() || byte == b'_'))
    }
}

impl<const MOST: usize, const MIXED: bool> Ord for ShortName<MOST, MIXED> {
    /// The order of the texts, eight bytes at a time: most of what a position is asked is looked up by a name.
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let (here, rest) = self.0.as_chunks::<8>();
        let (there, other_rest) = other.0.as_chunks::<8>();
        // By index: what zips the two is seldom compiled into its callers.
        let mut place = 0;
        while place < here.len() {
            let (one, two) = (u64::from_be_bytes(here[place]), u64::from_be_bytes(there[place]));
            if one != two {
                return one.cmp(&two);
            }
            place += 1;
        }
        rest.cmp(other_rest)
    }
}

impl<const MOST: usize, const MIXED: bool> PartialOrd for ShortName<MOST, MIXED> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const MOST: usize, const MIXED: bool> Default for ShortName<MOST, MIXED> {
    /// `none`.
    fn default() -> Self {
        Self::of("none")
    }
}

impl<const MOST: usize, const MIXED: bool> fmt::Debug for ShortName<MOST, MIXED> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl<const MOST: usize, const MIXED: bool> fmt::Display for ShortName<MOST, MIXED> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl<const MOST: usize, const MIXED: bool> FromStr for ShortName<MOST, MIXED> {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        if text.is_empty() || text.len() > MOST || !text.bytes().all(Self::fits) {
            let shown: String = text.chars().take(40).collect();
            return Err(message!(
                MESSAGES,
                "name-unfit",
                most = MOST,
                mixed = MIXED,
                shown = Argument::quoted(shown)
            ));
        }
        let mut name = [0; MOST];
        name[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Self(name))
    }
}

impl<const MOST: usize, const MIXED: bool> Serialize for ShortName<MOST, MIXED> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de, const MOST: usize, const MIXED: bool> Deserialize<'de> for ShortName<MOST, MIXED> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// A text, without a copy where the format lends it.
        #[derive(Deserialize)]
        struct Written<'a>(#[serde(borrow)] Cow<'a, str>);

        let Written(text) = Written::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl<const MOST: usize, const MIXED: bool> JsonSchema for ShortName<MOST, MIXED> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("ShortName{MOST}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let letters = if MIXED { "A-Za-z0-9_-" } else { "a-z0-9-" };
        let pattern = format!("^[{letters}]{{1,{MOST}}}$");
        json_schema!({ "type": "string", "pattern": pattern, "examples": ["none"] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_to_their_letters_and_their_length() {
        type Plain = ShortName<8>;
        type Mixed = ShortName<8, true>;
        for right in ["mw-spear", "a", "12345678"] {
            assert_eq!(
                right.parse::<Plain>().map(|name| name.to_string()).as_deref(),
                Ok(right)
            );
        }
        for wrong in ["", "MW", "a b", "123456789", "é", "a\0", "a_b"] {
            assert!(wrong.parse::<Plain>().is_err(), "{wrong:?}");
        }
        assert_eq!("Foot_A-1".parse::<Mixed>(), Ok(Mixed::of("Foot_A-1")));
        assert!("a b".parse::<Mixed>().is_err());
        assert_eq!(Plain::default().as_str(), "none");
        assert_eq!(
            "Pikes".parse::<Plain>().unwrap_err(),
            "a name has 1 to 8 lower-case letters, digits and hyphens; \"Pikes\" has not"
        );
    }

    #[test]
    fn names_are_in_the_order_of_their_texts() {
        let texts = [
            "a",
            "a-1",
            "a-10",
            "a-2",
            "aa",
            "abcdefgh",
            "abcdefgh-1",
            "abcdefgi",
            "abcdefghijklmnop",
            "abcdefghijklmnoq",
            "abcdefghijklmnopqr",
            "abcdefghijklmnopqs",
            "z",
            "0",
            "-",
        ];
        for one in texts {
            for two in texts {
                let names = [one, two].map(|text| text.parse::<ShortName<20>>().unwrap());
                assert_eq!(names[0].cmp(&names[1]), one.cmp(two), "{one} {two}");
            }
        }
    }
}
