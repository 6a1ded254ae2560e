//! The small names that everything else is keyed by: units, cards, items, and sets of units.

use std::fmt;
use std::str::FromStr;

use hindsight_geometry::squares::read_text;
use hindsight_kernel::{Argument, Message, Seat, ShortName, message};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::messages::MESSAGES;

/// A choice among a few words, each written in lower case: as text, on the wire and in the record.
macro_rules! words {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$meaning:meta])* $word:ident,)+ }) => {
        $(#[$about])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
            schemars::JsonSchema, strum::IntoStaticStr,
        )]
        #[serde(rename_all = "snake_case")]
        #[strum(serialize_all = "snake_case")]
        pub enum $name { $($(#[$meaning])* $word,)+ }
    };
}
pub(crate) use words;

/// The number of units of an army.
pub const UNITS_PER_ARMY: usize = 6;
/// The number of units of a battle.
pub const UNITS: usize = 2 * UNITS_PER_ARMY;

/// A unit by its owner and its place in the owner's secret list: `A1` to `A6` and `B1` to `B6`.
///
/// The owner orders the list as they like, so the number tells the opponent nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(with = "String", extend("pattern" = "^[AB][1-6]$"))]
pub struct UnitId(u8);

impl UnitId {
    /// The unit of a seat at a 0-based place of its list, or nothing past the sixth or for a third seat.
    pub const fn new(seat: Seat, slot: usize) -> Option<Self> {
        if seat.index() < 2 && slot < UNITS_PER_ARMY {
            Some(Self((seat.index() * UNITS_PER_ARMY + slot) as u8))
        } else {
            None
        }
    }

    /// All twelve, A1 first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..UNITS as u8).map(Self)
    }

    /// The six of one seat.
    pub fn of(seat: Seat) -> impl Iterator<Item = Self> {
        Self::all().filter(move |unit| unit.seat() == seat)
    }

    /// Whose it is.
    pub const fn seat(self) -> Seat {
        if (self.0 as usize) < UNITS_PER_ARMY {
            Seat::A
        } else {
            Seat::B
        }
    }

    /// The 0-based place in the owner's list.
    pub const fn slot(self) -> usize {
        self.0 as usize % UNITS_PER_ARMY
    }

    /// The 0-based place among all twelve.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.seat(), self.slot() + 1)
    }
}

impl FromStr for UnitId {
    type Err = Message;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let seat = |letter| if letter == b'A' { Seat::A } else { Seat::B };
        match text.as_bytes() {
            [letter @ (b'A' | b'B'), digit @ b'1'..=b'6'] => {
                Self::new(seat(*letter), usize::from(digit - b'1')).ok_or_else(Message::default)
            }
            _ => Err(message!(
                MESSAGES,
                "unit-unread",
                shown = Argument::quoted(text.chars().take(20).collect::<String>())
            )),
        }
    }
}

impl Serialize for UnitId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for UnitId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_text(deserializer)
    }
}

/// A set of units, written as the list of their ids.
#[derive(Clone, Copy, PartialEq, Eq, Default, JsonSchema)]
#[schemars(with = "Vec<UnitId>")]
pub struct UnitSet(u16);

impl UnitSet {
    /// No unit.
    pub const EMPTY: Self = Self(0);

    /// Whether the unit is in it.
    pub const fn contains(self, unit: UnitId) -> bool {
        self.0 & (1 << unit.0) != 0
    }

    /// Adds a unit; says whether it is new.
    pub const fn insert(&mut self, unit: UnitId) -> bool {
        let new = !self.contains(unit);
        self.0 |= 1 << unit.0;
        new
    }

    /// Takes a unit out.
    pub const fn remove(&mut self, unit: UnitId) {
        self.0 &= !(1 << unit.0);
    }

    /// The units of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether it holds nothing.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of units that it holds.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Its units, A1 first.
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        UnitId::all().filter(move |&unit| self.contains(unit))
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Self {
        let mut set = Self::EMPTY;
        for unit in units {
            set.insert(unit);
        }
        set
    }
}

impl fmt::Debug for UnitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|unit| unit.to_string()))
            .finish()
    }
}

impl Serialize for UnitSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for UnitSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let units = Vec::<UnitId>::deserialize(deserializer)?;
        Ok(units.into_iter().collect())
    }
}

/// An id of a data pack: 1 to 24 lower-case letters, digits and hyphens.
pub type Name = ShortName<24>;

/// The id of a unit card.
pub type CardId = Name;
/// The id of an item card.
pub type ItemId = Name;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_written_and_read_back() {
        let names: Vec<_> = UnitId::all().map(|unit| unit.to_string()).collect();
        assert_eq!(names.join(" "), "A1 A2 A3 A4 A5 A6 B1 B2 B3 B4 B5 B6");
        for unit in UnitId::all() {
            assert_eq!(unit.to_string().parse(), Ok(unit));
            assert_eq!(UnitId::new(unit.seat(), unit.slot()), Some(unit));
        }
        for wrong in ["A0", "A7", "C1", "a1", "A", "A11", ""] {
            assert!(wrong.parse::<UnitId>().is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn ids_keep_to_their_letters() {
        for right in ["rm-levy", "a", "123456789012345678901234"] {
            assert_eq!(right.parse::<Name>().unwrap().to_string(), right);
        }
        for wrong in ["", "RM", "a b", "1234567890123456789012345", "é", "a\0"] {
            assert!(wrong.parse::<Name>().is_err(), "{wrong:?}");
        }
    }
}
