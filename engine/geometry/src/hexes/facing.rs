//! Directions through hexsides and facings toward vertices, as hours of a clock.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number that is no hour of a direction or of a facing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{expected} is expected, not {found}")]
pub struct NotAnHour {
    /// What would be right.
    pub expected: &'static str,
    /// What stood there, shortened.
    pub found: String,
}

/// A direction through a hexside: an even hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(with = "u8", extend("enum" = [2, 4, 6, 8, 10, 12]))]
pub enum Direction {
    /// North.
    Twelve,
    /// North-east.
    Two,
    /// South-east.
    Four,
    /// South.
    Six,
    /// South-west.
    Eight,
    /// North-west.
    Ten,
}

/// A vertex that is faced: an odd hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(with = "u8", extend("enum" = [1, 3, 5, 7, 9, 11]))]
pub enum Facing {
    /// North by east.
    One,
    /// East.
    Three,
    /// South by east.
    Five,
    /// South by west.
    Seven,
    /// West.
    Nine,
    /// North by west.
    Eleven,
}

/// Which part of something with a facing a hexside belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Flank {
    /// One of the two sides that meet at the vertex faced.
    Front,
    /// The side clockwise of the front.
    RightFlank,
    /// One of the two sides opposite to the front.
    Rear,
    /// The side counter-clockwise of the front.
    LeftFlank,
}

/// Where a line leaves a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bearing {
    /// Through a hexside.
    Side(Direction),
    /// Exactly through the vertex between two hexsides.
    Spine(Facing),
}

impl Bearing {
    /// The hexside, or the two that meet at the vertex, the counter-clockwise one first.
    #[inline]
    pub const fn sides(self) -> (Direction, Option<Direction>) {
        match self {
            Self::Side(side) => (side, None),
            Self::Spine(vertex) => {
                let [left, right] = vertex.frontal();
                (left, Some(right))
            }
        }
    }
}

impl Direction {
    /// All six, clockwise from twelve o'clock.
    pub const ALL: [Self; 6] = [
        Self::Twelve,
        Self::Two,
        Self::Four,
        Self::Six,
        Self::Eight,
        Self::Ten,
    ];

    /// The step in axial coordinates (q, r).
    #[inline]
    pub const fn step(self) -> (i32, i32) {
        match self {
            Self::Twelve => (0, -1),
            Self::Two => (1, -1),
            Self::Four => (1, 0),
            Self::Six => (0, 1),
            Self::Eight => (-1, 1),
            Self::Ten => (-1, 0),
        }
    }

    /// The hour, 2 to 12.
    pub const fn hour(self) -> u8 {
        match self {
            Self::Twelve => 12,
            other => other as u8 * 2,
        }
    }

    /// The direction of an hour, or nothing for an odd one.
    pub fn of_hour(hour: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.hour() == hour)
    }

    /// So many sixths of a circle clockwise.
    #[inline]
    #[must_use]
    pub fn turned(self, steps: i32) -> Self {
        Self::ALL[(self as i32 + steps).rem_euclid(6) as usize]
    }

    /// The direction back.
    #[inline]
    #[must_use]
    pub fn opposite(self) -> Self {
        self.turned(3)
    }
}

impl Facing {
    /// All six, clockwise from one o'clock.
    pub const ALL: [Self; 6] = [
        Self::One,
        Self::Three,
        Self::Five,
        Self::Seven,
        Self::Nine,
        Self::Eleven,
    ];

    /// The hour, 1 to 11.
    pub const fn hour(self) -> u8 {
        self as u8 * 2 + 1
    }

    /// The facing of an hour, or nothing for an even one.
    pub fn of_hour(hour: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|facing| facing.hour() == hour)
    }

    /// So many vertices clockwise.
    #[inline]
    #[must_use]
    pub fn turned(self, vertices: i32) -> Self {
        Self::ALL[(self as i32 + vertices).rem_euclid(6) as usize]
    }

    /// The least number of vertices from here to another facing, 0 to 3.
    #[inline]
    pub fn vertices_to(self, other: Self) -> u32 {
        let clockwise = (other as i32 - self as i32).rem_euclid(6);
        clockwise.min(6 - clockwise) as u32
    }

    /// The two directions that meet at this vertex, the counter-clockwise one first.
    #[inline]
    pub const fn frontal(self) -> [Direction; 2] {
        match self {
            Self::One => [Direction::Twelve, Direction::Two],
            Self::Three => [Direction::Two, Direction::Four],
            Self::Five => [Direction::Four, Direction::Six],
            Self::Seven => [Direction::Six, Direction::Eight],
            Self::Nine => [Direction::Eight, Direction::Ten],
            Self::Eleven => [Direction::Ten, Direction::Twelve],
        }
    }

    /// The direction clockwise of the front.
    #[inline]
    pub fn right_flank(self) -> Direction {
        self.frontal()[1].turned(1)
    }

    /// The direction counter-clockwise of the front.
    #[inline]
    pub fn left_flank(self) -> Direction {
        self.frontal()[0].turned(-1)
    }

    /// The two directions opposite to the front, clockwise.
    #[inline]
    pub fn rear(self) -> [Direction; 2] {
        self.turned(3).frontal()
    }

    /// The part of something with this facing that a direction leads through.
    #[inline]
    pub fn flank(self, direction: Direction) -> Flank {
        // The front is at 0 and 1 sixths clockwise of the counter-clockwise frontal direction.
        match (direction as i32 - self.frontal()[0] as i32).rem_euclid(6) {
            0 | 1 => Flank::Front,
            2 => Flank::RightFlank,
            3 | 4 => Flank::Rear,
            _ => Flank::LeftFlank,
        }
    }
}

macro_rules! hours {
    ($name:ident, $expected:literal) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.hour())
            }
        }

        impl FromStr for $name {
            type Err = NotAnHour;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse()
                    .ok()
                    .and_then(Self::of_hour)
                    .ok_or_else(|| NotAnHour {
                        expected: $expected,
                        found: text.chars().take(20).collect(),
                    })
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u8(self.hour())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let hour = u8::deserialize(deserializer)?;
                Self::of_hour(hour).ok_or_else(|| {
                    serde::de::Error::custom(NotAnHour {
                        expected: $expected,
                        found: hour.to_string(),
                    })
                })
            }
        }
    };
}

hours!(Direction, "an even hour from 2 to 12");
hours!(Facing, "an odd hour from 1 to 11");
