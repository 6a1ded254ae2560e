//! Ids of cards, factions, packs and terrain pieces.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most bytes of an id.
pub const MOST_NAME: usize = 32;

/// An id of a data pack: 1 to 32 lower-case letters, digits and hyphens, kept in place so that a position is copied
/// without a heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(with = "String", extend("pattern" = "^[a-z0-9-]{1,32}$", "examples" = ["none"]))]
pub struct Name([u8; MOST_NAME]);

/// The id of a unit card, attachment, NCU, tactics card or terrain piece of a pack.
pub type CardId = Name;

impl Default for Name {
    /// `none`.
    fn default() -> Self {
        let mut name = [0; MOST_NAME];
        name[..4].copy_from_slice(b"none");
        Self(name)
    }
}

impl Name {
    /// The text of it.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|&byte| byte == 0).unwrap_or(MOST_NAME);
        std::str::from_utf8(&self.0[..length]).unwrap_or_default()
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Name {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if text.is_empty() || text.len() > MOST_NAME || !text.bytes().all(fits) {
            return Err(format!(
                "an id has 1 to {MOST_NAME} lower-case letters, digits and hyphens; {:?} has not",
                text.chars().take(40).collect::<String>()
            ));
        }
        let mut name = [0; MOST_NAME];
        name[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Self(name))
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        hindsight_geometry::squares::read_text(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_keep_to_their_letters() {
        for right in ["mw-shield", "a", "12345678901234567890123456789012"] {
            assert_eq!(right.parse::<Name>().unwrap().to_string(), right);
        }
        for wrong in ["", "MW", "a b", "123456789012345678901234567890123", "é", "a\0"] {
            assert!(wrong.parse::<Name>().is_err(), "{wrong:?}");
        }
    }
}
