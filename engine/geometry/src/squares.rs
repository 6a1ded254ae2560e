//! A field ruled in square cells: cells, facings, rotations and lanes.
//!
//! Columns run from west (a) to east, rows from south (1) to north. A cell is written `d4`.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most columns or rows a field can have: columns are named by one letter.
pub const MOST_LINES: u8 = 26;

/// One square cell, ordered as it is read: row 1 first, within a row from west to east.
///
/// ```
/// use hindsight_geometry::squares::Cell;
/// let cell: Cell = "d4".parse().unwrap();
/// assert_eq!((cell.col(), cell.row()), (3, 3));
/// assert_eq!(cell.to_string(), "d4");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(with = "String", extend("pattern" = "^[a-z]([1-9]|1[0-9]|2[0-6])$"))]
pub struct Cell {
    row: u8,
    col: u8,
}

impl Cell {
    /// The cell at 0-based column and row, or nothing past the 26th of either.
    pub const fn new(col: u8, row: u8) -> Option<Self> {
        if col < MOST_LINES && row < MOST_LINES {
            Some(Self { row, col })
        } else {
            None
        }
    }

    /// The 0-based column, from the west.
    pub const fn col(self) -> u8 {
        self.col
    }

    /// The 0-based row, from the south.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The centre in cells east and north of the south-west corner.
    pub fn centre(self) -> (f64, f64) {
        (f64::from(self.col) + 0.5, f64::from(self.row) + 0.5)
    }

    /// The offset of `other` from here: columns east and rows north.
    pub fn offset(self, other: Self) -> (i32, i32) {
        (
            i32::from(other.col) - i32::from(self.col),
            i32::from(other.row) - i32::from(self.row),
        )
    }

    /// Steps from edge to edge between two cells: 1 for neighbours, 2 for diagonal ones.
    pub fn steps_to(self, other: Self) -> u32 {
        let (east, north) = self.offset(other);
        east.unsigned_abs() + north.unsigned_abs()
    }

    /// The facing in which the edge neighbour `other` lies, or nothing if they share no edge.
    pub fn towards(self, other: Self) -> Option<Facing> {
        match self.offset(other) {
            (0, 1) => Some(Facing::N),
            (1, 0) => Some(Facing::E),
            (0, -1) => Some(Facing::S),
            (-1, 0) => Some(Facing::W),
            _ => None,
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.col), self.row + 1)
    }
}

/// A text that is none of the things a field is described with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{expected} is expected, not {found:?}")]
pub struct NotOnSquares {
    /// What would be right.
    pub expected: &'static str,
    /// What stood there, shortened.
    pub found: String,
}

fn not(expected: &'static str, found: &str) -> NotOnSquares {
    NotOnSquares {
        expected,
        found: found.chars().take(20).collect(),
    }
}

impl FromStr for Cell {
    type Err = NotOnSquares;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || not("a cell such as d4", text);
        let (&letter, digits) = text.as_bytes().split_first().ok_or_else(wrong)?;
        let row = match digits {
            [ones @ b'1'..=b'9'] => ones - b'0',
            [tens @ b'1'..=b'2', ones @ b'0'..=b'9'] => (tens - b'0') * 10 + (ones - b'0'),
            _ => return Err(wrong()),
        };
        if !letter.is_ascii_lowercase() {
            return Err(wrong());
        }
        Self::new(letter - b'a', row - 1).ok_or_else(wrong)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_text(deserializer)
    }
}

/// Reads a type from the text it is written as, without a copy of the text where the format lends it.
///
/// # Errors
/// No text, or one that the type's `FromStr` refuses.
pub fn read_text<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: fmt::Display>,
    D: Deserializer<'de>,
{
    struct Text<T>(std::marker::PhantomData<T>);
    impl<T: FromStr<Err: fmt::Display>> serde::de::Visitor<'_> for Text<T> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a text")
        }
        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(E::custom)
        }
    }
    deserializer.deserialize_str(Text(std::marker::PhantomData))
}

/// One of the four edges of a cell, as a direction to look in.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
pub enum Facing {
    /// North: towards higher rows.
    #[default]
    N,
    /// East: towards later columns.
    E,
    /// South: towards lower rows.
    S,
    /// West: towards earlier columns.
    W,
}

impl Facing {
    /// All four, clockwise from north.
    pub const ALL: [Self; 4] = [Self::N, Self::E, Self::S, Self::W];

    const fn quarter(self) -> u8 {
        self as u8
    }

    const fn of_quarter(quarter: u8) -> Self {
        match quarter % 4 {
            0 => Self::N,
            1 => Self::E,
            2 => Self::S,
            _ => Self::W,
        }
    }

    /// The facing after 90 degrees to a hand.
    #[must_use]
    pub const fn turned(self, hand: Hand) -> Self {
        match hand {
            Hand::Left => Self::of_quarter(self.quarter() + 3),
            Hand::Right => Self::of_quarter(self.quarter() + 1),
        }
    }

    /// The facing after a rotation.
    #[must_use]
    pub const fn rotated(self, rotation: Rotation) -> Self {
        match rotation {
            Rotation::Left => self.turned(Hand::Left),
            Rotation::Right => self.turned(Hand::Right),
            Rotation::About => self.opposite(),
        }
    }

    /// The rotation that leads to another facing, or nothing if it is the same.
    pub const fn rotation_to(self, other: Self) -> Option<Rotation> {
        match (other.quarter() + 4 - self.quarter()) % 4 {
            0 => None,
            1 => Some(Rotation::Right),
            2 => Some(Rotation::About),
            _ => Some(Rotation::Left),
        }
    }

    /// The facing after 180 degrees.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::of_quarter(self.quarter() + 2)
    }

    /// The heading in degrees, clockwise, 0 = north.
    pub fn degrees(self) -> f64 {
        f64::from(self.quarter()) * 90.0
    }

    /// Columns east and rows north of one step.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::N => (0, 1),
            Self::E => (1, 0),
            Self::S => (0, -1),
            Self::W => (-1, 0),
        }
    }

    /// The word for it: `north` ...
    pub const fn word(self) -> &'static str {
        match self {
            Self::N => "north",
            Self::E => "east",
            Self::S => "south",
            Self::W => "west",
        }
    }
}

impl fmt::Display for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::N => "N",
            Self::E => "E",
            Self::S => "S",
            Self::W => "W",
        })
    }
}

impl FromStr for Facing {
    type Err = NotOnSquares;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "N" => Ok(Self::N),
            "E" => Ok(Self::E),
            "S" => Ok(Self::S),
            "W" => Ok(Self::W),
            _ => Err(not("a facing N, E, S or W", text)),
        }
    }
}

/// Left or right, as seen by whoever stands on the cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hand {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl Hand {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Left, Self::Right];
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "left",
            Self::Right => "right",
        })
    }
}

impl FromStr for Hand {
    type Err = NotOnSquares;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "left" => Ok(Self::Left),
            "right" => Ok(Self::Right),
            _ => Err(not("left or right", text)),
        }
    }
}

/// A rotation on the spot by 90 degrees either way or by 180.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rotation {
    /// 90 degrees to the left.
    Left,
    /// 90 degrees to the right.
    Right,
    /// 180 degrees.
    About,
}

impl Rotation {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Left, Self::Right, Self::About];
}

/// One of three parallel lines of cells that begin beside each other in the row ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    /// From the cell diagonally ahead to the left.
    Left,
    /// From the cell straight ahead.
    Centre,
    /// From the cell diagonally ahead to the right.
    Right,
}

impl Lane {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Left, Self::Centre, Self::Right];
}

impl fmt::Display for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "left",
            Self::Centre => "centre",
            Self::Right => "right",
        })
    }
}

impl FromStr for Lane {
    type Err = NotOnSquares;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "left" => Ok(Self::Left),
            "centre" | "center" => Ok(Self::Centre),
            "right" => Ok(Self::Right),
            _ => Err(not("a lane left, centre or right", text)),
        }
    }
}

/// The size of a field: its columns and rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Columns, at most 26.
    pub cols: u8,
    /// Rows, at most 26.
    pub rows: u8,
}

impl Field {
    /// Whether the cell lies on the field.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.col < self.cols && cell.row < self.rows
    }

    /// The next cell in a direction, or nothing beyond the edge.
    pub fn step(self, cell: Cell, facing: Facing) -> Option<Cell> {
        let (east, north) = facing.step();
        let next = Cell::new(
            cell.col.checked_add_signed(east)?,
            cell.row.checked_add_signed(north)?,
        )?;
        self.contains(next).then_some(next)
    }

    /// The cells ahead, nearest first, up to the edge.
    pub fn ahead(self, cell: Cell, facing: Facing) -> impl Iterator<Item = Cell> {
        std::iter::successors(self.step(cell, facing), move |&next| self.step(next, facing))
    }

    /// The cells of a lane, nearest first, up to the edge.
    pub fn lane(self, cell: Cell, facing: Facing, lane: Lane) -> impl Iterator<Item = Cell> {
        let beside = match lane {
            Lane::Left => self.step(cell, facing.turned(Hand::Left)),
            Lane::Centre => Some(cell),
            Lane::Right => self.step(cell, facing.turned(Hand::Right)),
        };
        beside
            .into_iter()
            .flat_map(move |start| self.ahead(start, facing))
    }

    /// Every cell, row 1 first, within a row from west to east.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.rows).flat_map(move |row| (0..self.cols).filter_map(move |col| Cell::new(col, row)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELD: Field = Field { cols: 8, rows: 8 };

    fn cell(text: &str) -> Cell {
        text.parse().unwrap()
    }

    fn names(cells: impl Iterator<Item = Cell>) -> String {
        cells.map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_cell_is_written_and_read_back() {
        for cell in (Field { cols: 26, rows: 26 }).cells() {
            assert_eq!(cell.to_string().parse(), Ok(cell));
            let json = serde_json::to_string(&cell).unwrap();
            assert_eq!(serde_json::from_str::<Cell>(&json).unwrap(), cell);
        }
        for wrong in ["", "d", "d0", "d27", "d04", "D4", "4d", "dd", "d4 ", "é4"] {
            assert!(wrong.parse::<Cell>().is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn rotations_agree_with_each_other() {
        for facing in Facing::ALL {
            assert_eq!(facing.turned(Hand::Left).turned(Hand::Right), facing);
            assert_eq!(facing.turned(Hand::Right).turned(Hand::Right), facing.opposite());
            for rotation in Rotation::ALL {
                assert_eq!(facing.rotation_to(facing.rotated(rotation)), Some(rotation));
            }
            assert_eq!(facing.rotation_to(facing), None);
            assert_eq!(facing.to_string().parse(), Ok(facing));
        }
        assert_eq!(Facing::N.turned(Hand::Right), Facing::E);
        assert_eq!(Facing::N.turned(Hand::Left), Facing::W);
    }

    #[test]
    fn lanes_run_parallel_to_the_facing_and_end_at_the_edge() {
        let rows = [
            ("d6", Facing::N, Lane::Left, "c7 c8"),
            ("d6", Facing::N, Lane::Centre, "d7 d8"),
            ("d6", Facing::N, Lane::Right, "e7 e8"),
            ("f4", Facing::E, Lane::Left, "g5 h5"),
            ("c4", Facing::W, Lane::Left, "b3 a3"),
            ("a2", Facing::N, Lane::Left, ""),
            ("a1", Facing::S, Lane::Centre, ""),
        ];
        for (from, facing, lane, expected) in rows {
            assert_eq!(
                names(FIELD.lane(cell(from), facing, lane)),
                expected,
                "{from} {facing} {lane}"
            );
        }
    }

    #[test]
    fn neighbours_know_where_the_other_lies() {
        for cell in FIELD.cells() {
            for facing in Facing::ALL {
                if let Some(next) = FIELD.step(cell, facing) {
                    assert_eq!(cell.towards(next), Some(facing));
                    assert_eq!(next.steps_to(cell), 1);
                }
            }
        }
        assert_eq!(cell("d4").towards(cell("e5")), None);
        assert!(cell("h1") < cell("a2"), "rows come before columns");
    }
}
