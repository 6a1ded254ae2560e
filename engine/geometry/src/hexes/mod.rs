//! A field ruled in hexes: coordinates, neighbours, distances, facings toward vertices, hexsides and exact lines.
//!
//! The hexes are flat-topped and stand in columns; an even column lies half a hex further south. A hex is written with
//! four digits, column then row, both counted from 01 in the north-west: `1008`. Directions and facings are written as
//! hours of a clock whose twelve is north: a direction leads through a hexside (12, 2, 4, 6, 8, 10), a facing points at a
//! vertex (1, 3, 5, 7, 9, 11).
//!
//! All of it is a few lines of integer arithmetic, which is why no library stands here: a general one brings its own
//! coordinates and floating vectors, and knows neither labels nor vertices as facings nor lines along a hexside.

mod facing;
mod lines;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use facing::{Bearing, Direction, Facing, Flank, NotAnHour};
pub use lines::{HexLine, line};

use crate::squares::read_text;

/// The most columns or rows a field of hexes can have: each is named by two digits.
pub const MOST_LINES: u8 = 99;

/// One hex, ordered by column from the west, within a column by row from the north.
///
/// ```
/// use hindsight_geometry::hexes::{Direction, Hex};
/// let hex: Hex = "1008".parse().unwrap();
/// assert_eq!((hex.column(), hex.row()), (10, 8));
/// assert_eq!(hex.neighbour(Direction::Two).unwrap().to_string(), "1108");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(with = "String", extend("pattern" = "^(0[1-9]|[1-9][0-9]){2}$"))]
pub struct Hex {
    column: u8,
    row: u8,
}

impl Hex {
    /// The hex of a column and a row, both counted from 1, or nothing outside of 1 to 99.
    #[inline]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if 1 <= column && column <= MOST_LINES && 1 <= row && row <= MOST_LINES {
            Some(Self { column, row })
        } else {
            None
        }
    }

    /// The column, 1 in the west.
    #[inline]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The row, 1 in the north.
    #[inline]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The axial coordinates: `q` counts columns from 0, `r` the steps toward six o'clock.
    #[inline]
    pub const fn axial(self) -> Axial {
        let q = self.column as i32 - 1;
        Axial {
            q,
            r: self.row as i32 - 1 - q.div_euclid(2),
        }
    }

    /// The neighbour in a direction, or nothing where no hex can be named.
    #[inline]
    pub fn neighbour(self, direction: Direction) -> Option<Self> {
        self.axial().step(direction).hex()
    }

    /// The neighbours that can be named, each with the direction in which it lies, twelve o'clock first.
    #[inline]
    pub fn neighbours(self) -> impl Iterator<Item = (Direction, Self)> {
        Direction::ALL
            .into_iter()
            .filter_map(move |direction| Some((direction, self.neighbour(direction)?)))
    }

    /// The number of steps to another hex.
    #[inline]
    pub const fn distance_to(self, other: Self) -> u32 {
        self.axial().distance_to(other.axial())
    }

    /// The direction of an adjacent hex, or nothing for any other.
    #[inline]
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        let (here, there) = (self.axial(), other.axial());
        Direction::ALL
            .into_iter()
            .find(|&direction| here.step(direction) == there)
    }

    /// Whether `other` is one of the six hexes around this one.
    #[inline]
    pub const fn is_adjacent_to(self, other: Self) -> bool {
        self.distance_to(other) == 1
    }

    /// Whether this hex is one step further from `other` than `start` is.
    #[inline]
    pub const fn is_away_from(self, other: Self, start: Self) -> bool {
        self.distance_to(other) == start.distance_to(other) + 1
    }

    /// The hexside or vertex of this hex through which the line to the centre of another leaves it; nothing for this hex
    /// itself.
    pub fn bearing_to(self, other: Self) -> Option<Bearing> {
        self.axial().bearing_to(other.axial())
    }
}

/// The place of a hex on a plane without edges. It names hexes beyond the field too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Axial {
    /// Columns east of column 1.
    pub q: i32,
    /// Steps toward six o'clock.
    pub r: i32,
}

impl Axial {
    /// The neighbour in a direction.
    #[inline]
    #[must_use]
    pub const fn step(self, direction: Direction) -> Self {
        let (q, r) = direction.step();
        Self {
            q: self.q + q,
            r: self.r + r,
        }
    }

    /// The hex of this place, or nothing where none can be named.
    #[inline]
    pub fn hex(self) -> Option<Hex> {
        let column = u8::try_from(self.q + 1).ok()?;
        let row = u8::try_from(self.r + 1 + self.q.div_euclid(2)).ok()?;
        Hex::new(column, row)
    }

    /// The number of steps to another place.
    #[inline]
    pub const fn distance_to(self, other: Self) -> u32 {
        let (q, r) = (other.q - self.q, other.r - self.r);
        (q.unsigned_abs() + r.unsigned_abs() + (q + r).unsigned_abs()) / 2
    }

    /// The hexside or vertex through which the line to another centre leaves; nothing for the same place.
    fn bearing_to(self, other: Self) -> Option<Bearing> {
        // Cube coordinates: the largest belongs to the axis that the line follows most closely; two as large as each other
        // have the line leave through the vertex between them.
        let (x, z) = (other.q - self.q, other.r - self.r);
        let y = -x - z;
        if (x, z) == (0, 0) {
            return None;
        }
        Some(match () {
            () if y == z => Bearing::Spine(if x > 0 { Facing::Three } else { Facing::Nine }),
            () if x == y => Bearing::Spine(if z > 0 { Facing::Seven } else { Facing::One }),
            () if x == z => Bearing::Spine(if x > 0 { Facing::Five } else { Facing::Eleven }),
            // The sector between two vertices: the signs of the three differences tell it.
            () => Bearing::Side(match (x > y, y > z, z > x) {
                (true, true, false) => Direction::Two,
                (true, false, false) => Direction::Four,
                (true, false, true) => Direction::Six,
                (false, false, true) => Direction::Eight,
                (false, true, true) => Direction::Ten,
                (false, true, false) => Direction::Twelve,
                (true, true, true) | (false, false, false) => return None,
            }),
        })
    }
}

/// The side that two adjacent hexes share, written with both, the smaller one first: `1108-1109`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(
    with = "String",
    extend("pattern" = "^(0[1-9]|[1-9][0-9]){2}-(0[1-9]|[1-9][0-9]){2}$")
)]
pub struct Hexside {
    first: Hex,
    second: Hex,
}

impl Hexside {
    /// The side between two adjacent hexes, in either order; nothing where they are not adjacent.
    #[inline]
    pub fn between(one: Hex, other: Hex) -> Option<Self> {
        one.is_adjacent_to(other).then(|| Self {
            first: one.min(other),
            second: one.max(other),
        })
    }

    /// The two hexes, the smaller one first.
    #[inline]
    pub const fn hexes(self) -> [Hex; 2] {
        [self.first, self.second]
    }
}

/// How many columns and rows a field has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Extent {
    /// Columns, 1 to 99.
    #[schemars(range(min = 1, max = 99))]
    pub columns: u8,
    /// Rows, 1 to 99.
    #[schemars(range(min = 1, max = 99))]
    pub rows: u8,
}

impl Extent {
    /// Whether the field has this hex.
    #[inline]
    pub const fn contains(self, hex: Hex) -> bool {
        hex.column <= self.columns && hex.row <= self.rows
    }

    /// The hexes of the field, column by column from the west.
    #[inline]
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        (1..=self.columns)
            .flat_map(move |column| (1..=self.rows).filter_map(move |row| Hex::new(column, row)))
    }

    /// The neighbours of a hex that the field has, each with its direction.
    #[inline]
    pub fn neighbours(self, hex: Hex) -> impl Iterator<Item = (Direction, Hex)> {
        hex.neighbours()
            .filter(move |(_, neighbour)| self.contains(*neighbour))
    }

    /// The number of hexes of the field.
    pub const fn count(self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// The place of a hex in [`Extent::hexes`], for tables that hold one entry a hex.
    #[inline]
    pub const fn index(self, hex: Hex) -> usize {
        (hex.column as usize - 1) * self.rows as usize + hex.row as usize - 1
    }
}

/// A text that names no hex and no hexside.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{expected} is expected, not {found:?}")]
pub struct NotOnHexes {
    /// What would be right.
    pub expected: &'static str,
    /// What stood there, shortened.
    pub found: String,
}

fn not(expected: &'static str, found: &str) -> NotOnHexes {
    NotOnHexes {
        expected,
        found: found.chars().take(20).collect(),
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.column, self.row)
    }
}

impl FromStr for Hex {
    type Err = NotOnHexes;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || not("a hex such as 1008", text);
        let &[a, b, c, d] = text.as_bytes() else {
            return Err(wrong());
        };
        if ![a, b, c, d].iter().all(u8::is_ascii_digit) {
            return Err(wrong());
        }
        Self::new((a - b'0') * 10 + b - b'0', (c - b'0') * 10 + d - b'0').ok_or_else(wrong)
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digit = |number: u8| [b'0' + number / 10, b'0' + number % 10];
        let [[a, b], [c, d]] = [digit(self.column), digit(self.row)];
        serializer.serialize_str(std::str::from_utf8(&[a, b, c, d]).unwrap_or("0000"))
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_text(deserializer)
    }
}

impl fmt::Display for Hexside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.second)
    }
}

impl FromStr for Hexside {
    type Err = NotOnHexes;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || not("a side between two adjacent hexes such as 1108-1109", text);
        let (one, other) = text.split_once('-').ok_or_else(wrong)?;
        let (one, other) = (
            one.parse().map_err(|_| wrong())?,
            other.parse().map_err(|_| wrong())?,
        );
        Self::between(one, other).ok_or_else(wrong)
    }
}

impl Serialize for Hexside {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hexside {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_text(deserializer)
    }
}
