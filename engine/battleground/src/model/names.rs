//! The small names that everything else is keyed by: units, unit types, command cards, tokens.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use battleground_geometry::Side;
use hindsight_kernel::{Argument, Message, Seat, message};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::messages::MESSAGES;

/// The most units one army may have.
pub const MOST_UNITS: u8 = 60;

/// The most seats at a table: three a team.
pub const MOST_SEATS: usize = 6;

/// A unit by its owner and its number in the owner's list: `A1`, `B12`. Seat A is South, seat B is North; in a game of teams C
/// and E play for South, D and F for North.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(with = "String", extend("pattern" = "^[A-F][1-9][0-9]?$"))]
pub struct UnitId {
    seat: Seat,
    number: u8,
}

impl UnitId {
    /// The unit of a seat with a number from 1, or nothing for another seat or a number past [`MOST_UNITS`].
    pub fn new(seat: Seat, number: u8) -> Option<Self> {
        (seat.index() < MOST_SEATS && (1..=MOST_UNITS).contains(&number)).then_some(Self { seat, number })
    }

    /// Whose it is.
    pub const fn seat(self) -> Seat {
        self.seat
    }

    /// Whose side it is on.
    pub const fn team(self) -> Team {
        Team::of(self.seat)
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
    type Err = Message;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fault = || {
            message!(
                MESSAGES,
                "unit-unread",
                most = MOST_UNITS,
                shown = Argument::quoted(text.chars().take(20).collect::<String>())
            )
        };
        let letter = text.as_bytes().first().copied().unwrap_or_default();
        let place = usize::from(letter.wrapping_sub(b'A'));
        let seat = Seat::new(place)
            .filter(|_| place < MOST_SEATS)
            .ok_or_else(fault)?;
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
        /// A text, without a copy where the format lends it.
        #[derive(Deserialize)]
        struct Written<'a>(#[serde(borrow)] Cow<'a, str>);

        let Written(text) = Written::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A unit type's place in the cards in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct KindNo(pub u16);

/// The number printed on a command card: 1 to 30, of which 1 to 20 are common to all factions. Rule `BG4-CARDS-10` (pp. 36, 127).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct CardNo(pub u8);

impl CardNo {
    /// The cards of a command deck.
    pub fn deck() -> impl Iterator<Item = Self> {
        (1..=30).map(Self)
    }

    /// Whether the card belongs to one faction only. Rules `BG4-CARDS-10`, `BG4-MERC-04` (pp. 36, 127).
    pub const fn is_faction_card(self) -> bool {
        self.0 > 20
    }
}

impl fmt::Display for CardNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The number that links a unit with an objective token on the table. Rule `BG4-ORDER-16` (pp. 28-30).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct TokenNo(pub u8);

/// The seats that play together: an army belongs to a team, a decision to a seat. Seats alternate, so that of
/// two seats each is a team of its own. Rules `BG4-GEO-01`, `BG3-SCEN-03` (p. 26).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Team {
    /// Seats A, C and E, whose table edge is y = 0.
    South,
    /// Seats B, D and F, whose table edge is y = 30.
    North,
}

impl Team {
    /// South, then North.
    pub const BOTH: [Self; 2] = [Self::South, Self::North];

    /// Whom a seat plays for.
    pub const fn of(seat: Seat) -> Self {
        if seat.index().is_multiple_of(2) {
            Self::South
        } else {
            Self::North
        }
    }

    /// Its place, for indexing tables by team.
    pub const fn index(self) -> usize {
        match self {
            Self::South => 0,
            Self::North => 1,
        }
    }

    /// The opponents.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// Its first seat, which speaks for it.
    pub const fn lead(self) -> Seat {
        match self {
            Self::South => Seat::A,
            Self::North => Seat::B,
        }
    }
}

/// Whether two seats play against each other.
pub const fn are_foes(one: Seat, other: Seat) -> bool {
    Team::of(one).index() != Team::of(other).index()
}

/// The name of a seat.
pub const fn seat_name(seat: Seat) -> &'static str {
    match seat.index() {
        0 => "South",
        1 => "North",
        2 => "South 2",
        3 => "North 2",
        4 => "South 3",
        _ => "North 3",
    }
}

/// The seat that speaks for the opponents of a seat.
pub const fn other(seat: Seat) -> Seat {
    Team::of(seat).other().lead()
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
