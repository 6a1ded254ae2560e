//! The small names that everything else is keyed by: units, NCUs, terrain pieces, objective tokens, table edges.

use std::fmt;
use std::str::FromStr;

use hindsight_kernel::{Argument, Message, Seat, message};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::words;
use crate::messages::MESSAGES;

/// The most combat units of one army: 40 points bought for the least price leave none further.
pub const MOST_UNITS: u8 = 40;
/// The most NCUs of one army. Rule `IF-ARMY-02`.
pub const MOST_NCUS: u8 = 3;

/// The two seats. Seat A is the player who joined first.
pub const SEATS: [Seat; 2] = [Seat::A, Seat::B];

/// The name of a seat before it has a table edge.
pub const fn seat_name(seat: Seat) -> &'static str {
    match seat.index() {
        0 => "Player A",
        _ => "Player B",
    }
}

/// A combat unit by its owner and its number in the owner's list: `A1`, `B12`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(with = "String", extend("pattern" = "^[AB][1-9][0-9]?$"))]
pub struct UnitId {
    seat: Seat,
    number: u8,
}

impl UnitId {
    /// The unit of a seat with a number from 1, or nothing for another seat or a number past [`MOST_UNITS`].
    pub fn new(seat: Seat, number: u8) -> Option<Self> {
        (seat.index() < 2 && (1..=MOST_UNITS).contains(&number)).then_some(Self { seat, number })
    }

    /// Whose it is.
    pub const fn seat(self) -> Seat {
        self.seat
    }

    /// Its number in the owner's list, from 1.
    pub const fn number(self) -> u8 {
        self.number
    }
}

/// An NCU by its owner and its number in the owner's list: `AN1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(with = "String", extend("pattern" = "^[AB]N[1-3]$"))]
pub struct NcuId {
    seat: Seat,
    number: u8,
}

impl NcuId {
    /// The NCU of a seat with a number from 1, or nothing for another seat or a number past [`MOST_NCUS`].
    pub fn new(seat: Seat, number: u8) -> Option<Self> {
        (seat.index() < 2 && (1..=MOST_NCUS).contains(&number)).then_some(Self { seat, number })
    }

    /// Whose it is.
    pub const fn seat(self) -> Seat {
        self.seat
    }

    /// Its number in the owner's list, from 1.
    pub const fn number(self) -> u8 {
        self.number
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.seat, self.number)
    }
}

impl fmt::Display for NcuId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}N{}", self.seat, self.number)
    }
}

fn seat_and_rest(text: &str) -> Option<(Seat, &str)> {
    let seat = match text.as_bytes().first()? {
        b'A' => Seat::A,
        b'B' => Seat::B,
        _ => return None,
    };
    Some((seat, &text[1..]))
}

fn number_of(text: &str) -> Option<u8> {
    let digits = !text.starts_with('0') && text.bytes().all(|digit| digit.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

fn short(text: &str) -> String {
    text.chars().take(20).collect()
}

impl FromStr for UnitId {
    type Err = Message;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        seat_and_rest(text)
            .and_then(|(seat, rest)| Self::new(seat, number_of(rest)?))
            .ok_or_else(|| {
                message!(
                    MESSAGES,
                    "unit-unread",
                    most = MOST_UNITS,
                    shown = Argument::quoted(short(text))
                )
            })
    }
}

impl FromStr for NcuId {
    type Err = Message;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        seat_and_rest(text)
            .and_then(|(seat, rest)| Self::new(seat, number_of(rest.strip_prefix('N')?)?))
            .ok_or_else(|| message!(MESSAGES, "ncu-unread", shown = Argument::quoted(short(text))))
    }
}

impl Serialize for UnitId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for UnitId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        hindsight_geometry::squares::read_text(deserializer)
    }
}

impl Serialize for NcuId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for NcuId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        hindsight_geometry::squares::read_text(deserializer)
    }
}

/// A terrain piece on the table, numbered from 1 in the order in which the pieces were placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct PieceNo(pub u8);

impl fmt::Display for PieceNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An objective token, numbered from 1 as rule `IF-SETUP-07` lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct ObjectiveNo(pub u8);

impl fmt::Display for ObjectiveNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

words! {
    /// A deployment edge of the table. Rules `IF-GEO-01`, `IF-SETUP-04`.
    pub enum Edge {
        /// y = 0.
        South,
        /// y = 48.
        North,
    }
}

impl Edge {
    /// The edge across the table.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// The name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::South => "South",
            Self::North => "North",
        }
    }
}

words! {
    /// Which way a unit retreats, as it looks. Rule `IF-RET-01`.
    pub enum Way {
        /// Backward.
        Backward,
        /// To its left.
        Left,
        /// To its right.
        Right,
        /// Forward, where no enemy is in contact with its front.
        Forward,
    }
}

impl Way {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Backward, Self::Left, Self::Right, Self::Forward];

    /// The angle from straight ahead, in degrees clockwise.
    pub const fn turn(self) -> u16 {
        match self {
            Self::Forward => 0,
            Self::Right => 90,
            Self::Backward => 180,
            Self::Left => 270,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for text in ["A1", "B12", "A40"] {
            assert_eq!(text.parse::<UnitId>().unwrap().to_string(), text);
        }
        for text in ["AN1", "BN3"] {
            assert_eq!(text.parse::<NcuId>().unwrap().to_string(), text);
        }
        for wrong in ["", "C1", "A0", "A01", "A41", "é1", "AN1"] {
            assert!(wrong.parse::<UnitId>().is_err(), "{wrong:?}");
        }
        for wrong in ["", "A1", "AN0", "AN4", "CN1"] {
            assert!(wrong.parse::<NcuId>().is_err(), "{wrong:?}");
        }
    }
}
