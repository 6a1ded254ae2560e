//! The small names that everything else is keyed by: units, unit types, command cards, tokens.

use std::fmt;
use std::str::FromStr;

use hindsight_geometry::inches::Side;
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most units one army may have.
pub const MOST_UNITS: u8 = 60;

/// A unit by its owner and its number in the owner's list: `A1`, `B12`. Seat A is South, seat B is North.
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

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.seat, self.number)
    }
}

impl FromStr for UnitId {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fault = || {
            format!(
                "a unit is A1 to A{MOST_UNITS} or B1 to B{MOST_UNITS}, not {:?}",
                text.chars().take(20).collect::<String>()
            )
        };
        let seat = match text.as_bytes().first() {
            Some(b'A') => Seat::A,
            Some(b'B') => Seat::B,
            Some(_) | None => return Err(fault()),
        };
        let number = &text[1..];
        if number.starts_with('0') || !number.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(fault());
        }
        let number = number.parse().map_err(|_| fault())?;
        Self::new(seat, number).ok_or_else(fault)
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

/// A unit type's place in the cards in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct KindNo(pub u16);

/// The number printed on a command card: 1 to 30, of which 1 to 20 are common to all factions. Rule `BG4-CARDS-10`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct CardNo(pub u8);

impl CardNo {
    /// The cards of a command deck.
    pub fn deck() -> impl Iterator<Item = Self> {
        (1..=30).map(Self)
    }

    /// Whether the card belongs to one faction only. Rules `BG4-CARDS-10`, `BG4-MERC-04`.
    pub const fn is_faction_card(self) -> bool {
        self.0 > 20
    }
}

impl fmt::Display for CardNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The number that links a unit with an objective token on the table. Rule `BG4-ORDER-16`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct TokenNo(pub u8);

/// The two seats: South is A, North is B. Rule `BG4-GEO-01`.
pub const SEATS: [Seat; 2] = [Seat::A, Seat::B];

/// What a seat is called.
pub const fn seat_name(seat: Seat) -> &'static str {
    match seat.index() {
        0 => "South",
        _ => "North",
    }
}

/// The opponent of a seat.
pub const fn other(seat: Seat) -> Seat {
    match seat.index() {
        0 => Seat::B,
        _ => Seat::A,
    }
}

/// What a side of a card is called.
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Front => "front",
        Side::Right => "right flank",
        Side::Rear => "rear",
        Side::Left => "left flank",
    }
}
