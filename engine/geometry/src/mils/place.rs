//! Places in thousandths of an inch, headings in whole degrees, and poses. Rules `IF-GEO-01`, `IF-GEO-02`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A place on (or off) the table in thousandths of an inch: x from the west edge, y from the south edge.
/// Rule `IF-GEO-01`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Thousandths of an inch to the east.
    #[schemars(range(min = -100_000, max = 100_000))]
    pub x: i32,
    /// Thousandths of an inch to the north.
    #[schemars(range(min = -100_000, max = 100_000))]
    pub y: i32,
}

impl Place {
    /// The place `x`, `y` in thousandths of an inch.
    #[inline]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The place a distance away in a direction, rounded to a thousandth of an inch. Rule `IF-GEO-02`.
    #[must_use]
    #[inline]
    pub fn towards(self, direction: u16, mils: i32) -> Self {
        let (sin, cos) = sin_cos(direction);
        Self {
            x: self.x + (f64::from(mils) * sin).round() as i32,
            y: self.y + (f64::from(mils) * cos).round() as i32,
        }
    }

    /// The straight distance to another place in thousandths of an inch.
    #[inline]
    pub fn distance(self, other: Self) -> f64 {
        f64::from(other.x - self.x).hypot(f64::from(other.y - self.y))
    }

    /// The whole degree in which another place lies; 0 for the same place. Rule `IF-GEO-02`.
    #[inline]
    pub fn bearing(self, other: Self) -> u16 {
        let degrees = f64::from(other.x - self.x)
            .atan2(f64::from(other.y - self.y))
            .to_degrees()
            .round() as i32;
        degrees.rem_euclid(360) as u16
    }
}

/// Sine and cosine of a heading: exact at right angles. Rule `IF-GEO-02`.
#[inline]
pub fn sin_cos(heading: u16) -> (f64, f64) {
    match heading % 360 {
        0 => (0.0, 1.0),
        90 => (1.0, 0.0),
        180 => (0.0, -1.0),
        270 => (-1.0, 0.0),
        other => f64::from(other).to_radians().sin_cos(),
    }
}

/// A heading turned by so many degrees clockwise.
#[inline]
pub const fn turned(heading: u16, by: i32) -> u16 {
    (heading as i32 + by).rem_euclid(360) as u16
}

/// Where a tray or terrain piece lies and where it looks. Rules `IF-GEO-01`, `IF-GEO-02`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pose {
    /// The middle, thousandths of an inch from the west edge.
    #[schemars(range(min = -100_000, max = 100_000))]
    pub x: i32,
    /// The middle, thousandths of an inch from the south edge.
    #[schemars(range(min = -100_000, max = 100_000))]
    pub y: i32,
    /// Whole degrees clockwise from north.
    #[schemars(range(min = 0, max = 359))]
    pub heading: u16,
}

impl Pose {
    /// A pose with the middle at `x`, `y` (thousandths of an inch).
    #[inline]
    pub const fn new(x: i32, y: i32, heading: u16) -> Self {
        Self { x, y, heading }
    }

    /// The middle.
    #[inline]
    pub const fn centre(self) -> Place {
        Place::new(self.x, self.y)
    }

    /// The same heading at another place.
    #[must_use]
    #[inline]
    pub const fn at(self, centre: Place) -> Self {
        Self {
            x: centre.x,
            y: centre.y,
            heading: self.heading,
        }
    }

    /// The same place with another heading: a pivot. Rule `IF-MOVE-05`.
    #[must_use]
    #[inline]
    pub const fn facing(self, heading: u16) -> Self {
        Self { heading, ..self }
    }

    /// The pose after a straight move in a direction, heading unchanged. Rule `IF-MOVE-01`.
    #[must_use]
    #[inline]
    pub fn moved(self, direction: u16, mils: i32) -> Self {
        self.at(self.centre().towards(direction, mils))
    }

    /// The pose after a move straight forward. Rule `IF-ACT-02`.
    #[must_use]
    #[inline]
    pub fn forward(self, mils: i32) -> Self {
        self.moved(self.heading, mils)
    }
}
