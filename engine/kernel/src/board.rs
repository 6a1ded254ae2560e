//! The neutral picture of a position: one renderer draws every system from a [`Board`] alone.
//!
//! Lengths are board units (cells, hexes, inches), x to the east, y to the north, the origin at the south-west
//! corner of the field. Headings are degrees, clockwise, 0 = +y.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message::worded;
use crate::{Message, Roll, Seat};

/// A point in board units.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BoardPoint {
    /// East.
    pub x: f64,
    /// North.
    pub y: f64,
}

impl BoardPoint {
    /// The point (x east, y north).
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

/// A position as anyone can draw it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Board {
    /// The south-west corner of the field.
    pub min: BoardPoint,
    /// The north-east corner of the field.
    pub max: BoardPoint,
    /// The length of one board unit in words: `cell`, `hex`, `inch`.
    pub unit: String,
    /// What is ruled on the field.
    pub grid: Grid,
    /// Areas that belong to a seat or a rule: deployment rows, camps, objectives.
    pub zones: Vec<Zone>,
    /// Hills, woods, walls, water ...
    pub terrain: Vec<BoardFeature>,
    /// Roads, streams, hedges, slopes: what is drawn as a line, over the terrain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<BoardLine>,
    /// What stands on the field, in drawing order.
    pub tokens: Vec<BoardToken>,
    /// Which tokens fight each other.
    pub links: Vec<Link>,
    /// What the seats are called here, in seat order, with their score so far.
    pub sides: Vec<BoardSideLine>,
    /// The place in the game in words: `Round 2 · South · Combat phase`.
    #[serde(flatten, with = "worded::caption")]
    #[schemars(with = "worded::Caption")]
    pub caption: Message,
}

impl Board {
    /// An empty field from corner to corner, with its unit of length.
    pub fn empty(min: BoardPoint, max: BoardPoint, unit: impl Into<String>, grid: Grid) -> Self {
        Self {
            min,
            max,
            unit: unit.into(),
            grid,
            zones: Vec::new(),
            terrain: Vec::new(),
            lines: Vec::new(),
            tokens: Vec::new(),
            links: Vec::new(),
            sides: Vec::new(),
            caption: Message::default(),
        }
    }
}

/// A seat's line in the legend.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BoardSideLine {
    /// Whose.
    pub seat: Seat,
    /// "South", "Rivermark" ...
    pub name: String,
    /// The score in the game's own words, for example `4 points`, or nothing.
    pub score: Option<String>,
    /// Whether a decision is awaited from this seat.
    pub to_decide: bool,
}

/// What is ruled on the field.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Grid {
    /// A bare table, measured in inches.
    None,
    /// Square cells of side 1: column a is 0..1, row 1 is 0..1.
    Squares,
    /// Hexes whose flat-to-flat width is 1; `flat_top` says how they stand, `first_shifted` whether the first
    /// column (or row) is shifted by half a hex.
    Hexes {
        /// Flat edges at the top and bottom.
        flat_top: bool,
        /// The first column (row) is the shifted one.
        first_shifted: bool,
        /// Columns.
        columns: u16,
        /// Rows.
        rows: u16,
        /// Whether each hex is called by its column and row, two digits each, counted from 01 in the north-west.
        #[serde(default)]
        numbered: bool,
    },
}

/// An area with a meaning.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Zone {
    /// A name for people.
    pub name: String,
    /// Whose, if anyone's.
    pub seat: Option<Seat>,
    /// Corners in order.
    pub outline: Vec<BoardPoint>,
}

/// A piece of terrain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BoardFeature {
    /// Stable within the game.
    pub id: String,
    /// A name for people.
    pub name: String,
    /// `forest`, `hill`, `water`, `road`, `wall`, `rough`, `building`, `camp`, `impassable`: decides the colours.
    pub kind: String,
    /// Elevation level, 0 = ground.
    pub height: f64,
    /// Corners in order.
    pub outline: Vec<BoardPoint>,
}

/// Something along a line: a road from hex to hex, water or a hedge along a side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BoardLine {
    /// Stable within the game.
    pub id: String,
    /// A name for people.
    pub name: String,
    /// `road`, `water`, `hedge`, `bridge`, `slope`, `wall`: decides colour and pattern.
    pub kind: String,
    /// Its points in order, at least two. A slope falls to the right of its direction.
    pub points: Vec<BoardPoint>,
}

/// A unit, leader or marker on the field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BoardToken {
    /// The unit id that commands, facts and statistics use.
    pub id: String,
    /// Whose.
    pub seat: Seat,
    /// The full name, for titles and screen readers.
    pub name: String,
    /// A short label that fits on the token: at most seven characters.
    pub label: String,
    /// Corners in order.
    pub outline: Vec<BoardPoint>,
    /// Heading in degrees, clockwise, 0 = north; nothing for what has no front.
    pub facing: Option<f64>,
    /// What is left of it, 0 to 1.
    pub strength: f64,
    /// The same in the game's words: `7/9 models`.
    pub strength_text: String,
    /// Its conditions.
    pub badges: Vec<Badge>,
    /// 0 on the ground, 1 and more above it (flyers are drawn over the others with a shadow).
    pub level: u8,
    /// Its card is not known to this viewer.
    pub face_down: bool,
    /// `infantry`, `cavalry`, `missile`, `monster`, `leader`, `standard` ...: decides the pictogram.
    pub kind: String,
    /// To which formation of its side it belongs, counted from 0: drawn as a stripe of so many bars and one more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stripe: Option<u8>,
}

impl BoardToken {
    /// A token on the ground at full strength, its card known, without a front and without conditions; the first letter of
    /// the name is its label.
    pub fn new(seat: Seat, id: String, name: &str, kind: &str, outline: Vec<BoardPoint>) -> Self {
        Self {
            id,
            seat,
            name: name.to_owned(),
            label: name.chars().take(1).collect(),
            outline,
            facing: None,
            strength: 1.0,
            strength_text: String::new(),
            badges: Vec::new(),
            level: 0,
            face_down: false,
            kind: kind.to_owned(),
            stripe: None,
        }
    }
}

/// A condition of a token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Badge {
    /// At most three characters: drawn on the token.
    pub code: String,
    /// In words: the title.
    pub text: String,
    /// How to take it.
    pub tone: Tone,
}

/// How to take a badge or an overlay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// Neither good nor bad.
    Plain,
    /// Good for its owner.
    Good,
    /// Bad for its owner.
    Bad,
}

/// Two tokens that fight each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Link {
    /// The one that faces (or charges) the other.
    pub from: String,
    /// The other.
    pub to: String,
    /// `faces`, `flank`, `rear`, `charge`, `supports` ...
    pub kind: String,
}

/// What changed last, drawn over the board.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct LastChange {
    /// Who did it or to whom it happened.
    pub units: Vec<String>,
    /// The way a unit took: its centre points in order.
    pub trails: Vec<Trail>,
    /// The dice of it.
    pub rolls: Vec<ShownRoll>,
    /// In one sentence.
    #[serde(
        serialize_with = "Message::serialize_sentence",
        deserialize_with = "Message::deserialize_sentence"
    )]
    #[schemars(with = "String")]
    pub words: Message,
}

impl LastChange {
    /// Adds what changed after it: the units and ways of both, the dice and words of the later one.
    pub fn add(&mut self, later: Self) {
        for unit in later.units {
            if !self.units.contains(&unit) {
                self.units.push(unit);
            }
        }
        self.trails.extend(later.trails);
        self.rolls = later.rolls;
        self.words = later.words;
    }
}

/// The way of one unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Trail {
    /// Whose way.
    pub unit: String,
    /// Its seat, for the colour.
    pub seat: Seat,
    /// Centre points in order, at least two.
    pub points: Vec<BoardPoint>,
    /// `move`, `flee`, `charge`, `shot` ...; `noted` where nobody recorded the way; `lost` at the place from which a unit was taken.
    pub kind: String,
}

impl Trail {
    /// The place from which a unit was taken off the field.
    pub fn lost(unit: &impl ToString, seat: Seat, at: BoardPoint) -> Self {
        Self {
            unit: unit.to_string(),
            seat,
            points: vec![at, at],
            kind: "lost".to_owned(),
        }
    }

    /// The way of a unit through these points; one point is no way.
    pub fn through(unit: &impl ToString, seat: Seat, points: Vec<BoardPoint>, kind: &str) -> Option<Self> {
        (points.len() > 1).then(|| Self {
            unit: unit.to_string(),
            seat,
            points,
            kind: kind.to_owned(),
        })
    }
}

/// A roll as a picture shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShownRoll {
    /// Who rolled.
    pub seat: Seat,
    /// The dice.
    pub roll: Roll,
    /// The least face that succeeded, if each die was read alone.
    pub target: Option<u8>,
}

/// Something laid over the board to explain it: an answer of inspect, a legal target, a coach's arrow.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Overlay {
    /// What it means: `range`, `arc`, `target`, `path`, `corridor`, `sight`, `blocked`, `note`.
    pub kind: String,
    /// A few words beside it.
    pub label: Option<String>,
    /// Whose, for the colour.
    pub seat: Option<Seat>,
    /// How to take it.
    pub tone: Tone,
    /// What to draw.
    pub shape: Shape,
}

/// A shape in board units.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "shape")]
pub enum Shape {
    /// A filled area.
    Area {
        /// Corners in order.
        outline: Vec<BoardPoint>,
    },
    /// An open line.
    Line {
        /// Points in order.
        points: Vec<BoardPoint>,
    },
    /// A line with a head at its end.
    Arrow {
        /// From.
        from: BoardPoint,
        /// To.
        to: BoardPoint,
    },
    /// A circle.
    Circle {
        /// Its centre.
        centre: BoardPoint,
        /// Its radius in board units.
        radius: f64,
    },
    /// A ring or pie between two headings.
    Sector {
        /// Its centre.
        centre: BoardPoint,
        /// Outer radius.
        radius: f64,
        /// First heading, clockwise degrees.
        from: f64,
        /// Last heading, clockwise degrees.
        to: f64,
    },
}
