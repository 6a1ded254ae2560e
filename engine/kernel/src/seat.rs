//! Seats, sides and viewers: seats decide, sides win, viewers look.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Who may decide: seat `A`, `B`, ... up to `Z`. Written as its letter.
///
/// ```
/// use hindsight_kernel::Seat;
/// assert_eq!("B".parse::<Seat>().unwrap(), Seat::B);
/// assert_eq!(Seat::A.to_string(), "A");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(with = "String", extend("pattern" = "^[A-Z]$"))]
pub struct Seat(u8);

impl Seat {
    /// The first seat: South, Player 1, the attacker, whatever the game calls it.
    pub const A: Self = Self(0);
    /// The second seat.
    pub const B: Self = Self(1);

    /// The seat at a 0-based place, or `None` past the 26th.
    pub const fn new(index: usize) -> Option<Self> {
        if index < 26 { Some(Self(index as u8)) } else { None }
    }

    /// The 0-based place of this seat, for indexing tables of players.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat's letter.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// The other seat of a two-player game.
    #[must_use]
    pub const fn opponent(self) -> Self {
        Self(1 - (self.0 & 1))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A text that is no seat letter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a seat is one letter from A to Z, not {0:?}")]
pub struct NotASeat(pub String);

impl FromStr for Seat {
    type Err = NotASeat;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            [letter @ b'A'..=b'Z'] => Ok(Self(letter - b'A')),
            _ => Err(NotASeat(text.chars().take(20).collect())),
        }
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Who wins: sides are numbered from 1. Usually one seat a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct SideId(pub u8);

impl SideId {
    /// The side that a seat plays for where every seat is a side of its own.
    pub const fn of_seat(seat: Seat) -> Self {
        Self(seat.0 + 1)
    }
}

/// Through whose eyes a state or an event is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// Everything recorded: a scorekeeper, the owner of the record, an auditor.
    Everything,
    /// What one seat may know.
    Seat(Seat),
    /// What everybody at the table may know.
    Public,
}

impl Viewer {
    /// Whether this viewer may see what belongs to `owner` alone.
    pub fn sees(self, owner: Seat) -> bool {
        match self {
            Self::Everything => true,
            Self::Seat(seat) => seat == owner,
            Self::Public => false,
        }
    }
}
