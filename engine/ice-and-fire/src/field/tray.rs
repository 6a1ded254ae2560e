//! Trays: their corners, sides and front point. Rule `IF-GEO-03`.

use hindsight_geometry::mils::{Outline, Place, Pose, sin_cos, turned};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cards::{TraySize, words};

words! {
    /// A side of a tray, as its owner sees it. Rules `IF-GEO-03`, `IF-ENG-02`.
    pub enum Side {
        /// Where the unit looks.
        Front,
        /// The right flank.
        Right,
        /// The back.
        Rear,
        /// The left flank.
        Left,
    }
}

impl Side {
    /// All four, clockwise from the front.
    pub const ALL: [Self; 4] = [Self::Front, Self::Right, Self::Rear, Self::Left];

    /// The angle of its outward direction from the heading, in degrees clockwise.
    pub const fn turn(self) -> i32 {
        match self {
            Self::Front => 0,
            Self::Right => 90,
            Self::Rear => 180,
            Self::Left => 270,
        }
    }

    /// Whether it is the left or the right side. Rule `IF-BON-02`.
    pub const fn is_flank(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }

    /// The side across the tray.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Front => Self::Rear,
            Self::Right => Self::Left,
            Self::Rear => Self::Front,
            Self::Left => Self::Right,
        }
    }

    /// The name for people: `front`, `left flank`, `right flank`, `rear`.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Right => "right flank",
            Self::Rear => "rear",
            Self::Left => "left flank",
        }
    }
}

/// A tray on the table: where it lies and how large it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tray {
    /// Middle and heading.
    pub pose: Pose,
    /// Width and depth.
    pub size: TraySize,
}

impl Tray {
    /// A tray of a size at a pose.
    pub const fn new(pose: Pose, size: TraySize) -> Self {
        Self { pose, size }
    }

    /// The same tray at another pose.
    #[must_use]
    pub const fn at(&self, pose: Pose) -> Self {
        Self {
            pose,
            size: self.size,
        }
    }

    /// The place so far to the right of and forward from the middle, rounded to a thousandth of an inch.
    /// Rule `IF-GEO-02`.
    pub fn place(&self, right: f64, forward: f64) -> Place {
        let (sin, cos) = sin_cos(self.pose.heading);
        // Rounded as a whole: a coordinate is a sum of two products.
        Place::new(
            (f64::from(self.pose.x) + right * cos + forward * sin).round() as i32,
            (f64::from(self.pose.y) - right * sin + forward * cos).round() as i32,
        )
    }

    /// Half of its width and half of its depth, in thousandths of an inch.
    pub(crate) fn halves(&self) -> (f64, f64) {
        (f64::from(self.size.width) / 2.0, f64::from(self.size.depth) / 2.0)
    }

    /// Its outline: front left, rear left, rear right, front right.
    pub fn outline(&self) -> Outline {
        let (across, along) = self.halves();
        Outline::of(&[
            self.place(-across, along),
            self.place(-across, -along),
            self.place(across, -along),
            self.place(across, along),
        ])
    }

    /// The two ends of a side, clockwise as the owner sees them: of the front the left one first.
    pub fn side_ends(&self, side: Side) -> (Place, Place) {
        let [front_left, rear_left, rear_right, front_right] = self.outline_corners();
        match side {
            Side::Front => (front_left, front_right),
            Side::Right => (front_right, rear_right),
            Side::Rear => (rear_right, rear_left),
            Side::Left => (rear_left, front_left),
        }
    }

    fn outline_corners(&self) -> [Place; 4] {
        let outline = self.outline();
        let corners = outline.corners();
        [corners[0], corners[1], corners[2], corners[3]]
    }

    /// The front point: the middle of the front side. Rule `IF-GEO-03`.
    pub fn front_point(&self) -> Place {
        self.place(0.0, self.halves().1)
    }

    /// The heading in which a side looks.
    pub const fn side_heading(&self, side: Side) -> u16 {
        turned(self.pose.heading, side.turn())
    }

    /// The length of a side, in thousandths of an inch.
    pub const fn side_length(&self, side: Side) -> i32 {
        if side.is_flank() {
            self.size.depth
        } else {
            self.size.width
        }
    }

    /// How far a side lies from the middle, in thousandths of an inch.
    pub(crate) fn side_offset(&self, side: Side) -> f64 {
        let (across, along) = self.halves();
        if side.is_flank() { across } else { along }
    }

    /// The offset of a place to the right of and forward from the middle, in thousandths of an inch. Rule
    /// `IF-GEO-05`.
    pub fn own_axes(&self, place: Place) -> (f64, f64) {
        let (sin, cos) = sin_cos(self.pose.heading);
        let (dx, dy) = (f64::from(place.x - self.pose.x), f64::from(place.y - self.pose.y));
        (dx * cos - dy * sin, dx * sin + dy * cos)
    }

    /// The area swept by a straight move from one pose to another with the same heading. Rule `IF-MOVE-01`.
    pub fn swept(&self, to: Pose) -> Outline {
        let (from, to) = (self.outline(), self.at(to).outline());
        let mut corners = [Place::new(0, 0); 8];
        corners[..4].copy_from_slice(from.corners());
        corners[4..].copy_from_slice(to.corners());
        Outline::hull(&corners)
    }

    /// The distance from its middle that no point of it exceeds, in thousandths of an inch.
    pub fn radius(&self) -> f64 {
        let (across, along) = self.halves();
        across.hypot(along)
    }
}
