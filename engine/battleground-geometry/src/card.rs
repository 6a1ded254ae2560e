//! A unit's card: its footprint, its pose, its sides, corners and centre points.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::length::{Degrees, Inches};
use super::plane::{Offset, Point};

/// A side of a card, named as its owner sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Where the card looks.
    Front,
    /// The right flank.
    Right,
    /// The back.
    Rear,
    /// The left flank.
    Left,
}

impl Side {
    /// All four, clockwise from the front.
    pub const ALL: [Self; 4] = [Self::Front, Self::Right, Self::Rear, Self::Left];

    /// The side across the card.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Front => Self::Rear,
            Self::Right => Self::Left,
            Self::Rear => Self::Front,
            Self::Left => Self::Right,
        }
    }

    /// Whether it is one of the flanks.
    pub fn is_flank(self) -> bool {
        match self {
            Self::Right | Self::Left => true,
            Self::Front | Self::Rear => false,
        }
    }

    /// The heading to which the side looks when the card looks along heading 0.
    pub fn outward(self) -> Degrees {
        match self {
            Self::Front => Degrees::ZERO,
            Self::Right => Degrees::QUARTER,
            Self::Rear => Degrees::HALF,
            Self::Left => Degrees::made(270.0),
        }
    }
}

/// A corner of a card, named as its owner sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Corner {
    /// Between front and right flank.
    FrontRight,
    /// Between front and left flank.
    FrontLeft,
    /// Between rear and left flank.
    RearLeft,
    /// Between rear and right flank.
    RearRight,
}

/// Why a footprint is none.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum BadFootprint {
    /// A side is shorter than the least that can be told from nothing, or longer than a table.
    #[error("a side of a card is from 0.1\" to 100\", not {0}")]
    Side(Inches),
    /// The card would be no card, or a column longer than any.
    #[error("a unit is 1 to 8 cards deep, not {0}")]
    Cards(u8),
}

/// The size of a unit on the table. Rules `BG4-GEO-02`, `BG4-COLOS-01`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "RawFootprint", into = "RawFootprint")]
#[schemars(with = "RawFootprint")]
pub struct Footprint {
    width: Inches,
    depth: Inches,
    cards_deep: u8,
}

/// The written form of a footprint.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Footprint", deny_unknown_fields)]
struct RawFootprint {
    /// Length of front and rear in inches.
    width: Inches,
    /// Length of the flanks in inches.
    depth: Inches,
    /// How many cards stand one behind the other; more than one gives a flank more centre points.
    #[serde(default = "one_card")]
    cards_deep: u8,
}

fn one_card() -> u8 {
    1
}

impl TryFrom<RawFootprint> for Footprint {
    type Error = BadFootprint;
    fn try_from(raw: RawFootprint) -> Result<Self, BadFootprint> {
        Self::new(raw.width, raw.depth, raw.cards_deep)
    }
}

impl From<Footprint> for RawFootprint {
    fn from(size: Footprint) -> Self {
        Self {
            width: size.width,
            depth: size.depth,
            cards_deep: size.cards_deep,
        }
    }
}

impl Footprint {
    /// A unit `width` wide in front and `depth` deep, made of this many cards one behind the other.
    pub fn new(width: Inches, depth: Inches, cards_deep: u8) -> Result<Self, BadFootprint> {
        let sound = Inches::mils(100)..=Inches::mils(100_000);
        match [width, depth].into_iter().find(|side| !sound.contains(side)) {
            Some(side) => Err(BadFootprint::Side(side)),
            None if !(1..=8).contains(&cards_deep) => Err(BadFootprint::Cards(cards_deep)),
            None => Ok(Self {
                width,
                depth,
                cards_deep,
            }),
        }
    }

    /// Length of front and rear.
    pub fn width(self) -> Inches {
        self.width
    }

    /// Length of the flanks.
    pub fn depth(self) -> Inches {
        self.depth
    }

    /// The number of cards that stand one behind the other.
    pub fn cards_deep(self) -> u8 {
        self.cards_deep
    }

    /// The length of a side.
    #[inline]
    pub fn side(self, side: Side) -> Inches {
        if side.is_flank() { self.depth } else { self.width }
    }

    /// The covered area in square inches.
    pub fn area(self) -> f64 {
        self.width.value() * self.depth.value()
    }

    /// The same size grown by a swept distance, for which no bound holds.
    pub(crate) fn stretched(self, width: Inches, depth: Inches) -> Self {
        Self {
            width: self.width + width,
            depth: self.depth + depth,
            cards_deep: 1,
        }
    }
}

/// Where a card lies and where it looks. Rule `BG4-GEO-02`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Pose {
    /// The middle of the card.
    #[serde(flatten)]
    pub centre: Point,
    /// The heading of its front: 0 looks along +y, 90 along +x.
    pub heading: Degrees,
}

impl Pose {
    /// A card in the middle of `x`, `y` looking along `heading`.
    pub fn new(x: Inches, y: Inches, heading: Degrees) -> Self {
        Self {
            centre: Point::new(x, y),
            heading: heading.heading(),
        }
    }

    /// The pose as events keep it: 0.001 inch, 0.01 degree, heading at least 0 and below 360. Rule `BG4-GEO-04`.
    ///
    /// Every later computation starts from this pose, so the same events give the same table.
    ///
    /// ```
    /// use battleground_geometry::{Degrees, Inches, Pose};
    /// let moved = Pose::new(Inches::new(18.412_61).unwrap(), Inches::ZERO, Degrees::new(-0.001).unwrap());
    /// assert_eq!(moved.rounded(), Pose::new(Inches::mils(18_413), Inches::ZERO, Degrees::ZERO));
    /// assert_eq!(moved.rounded().rounded(), moved.rounded());
    /// ```
    #[must_use]
    pub fn rounded(self) -> Self {
        let centre = Point::new(self.centre.x.rounded(), self.centre.y.rounded());
        Self {
            centre,
            heading: self.heading.rounded(),
        }
    }

    #[inline]
    pub(crate) fn forward(self) -> Offset {
        Offset::ahead(self.heading)
    }
}

/// A footprint at a pose, with its corners.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Card {
    pose: Pose,
    size: Footprint,
    forward: Offset,
    /// Against the clock: front right, front left, rear left, rear right.
    corners: [Point; 4],
}

impl Card {
    /// The card of a unit of this size at this pose.
    #[inline]
    pub fn new(pose: Pose, size: Footprint) -> Self {
        Self::facing(pose, size, pose.forward())
    }

    /// The same where the direction of its heading is known already.
    #[inline]
    pub(crate) fn facing(pose: Pose, size: Footprint, forward: Offset) -> Self {
        let ahead = forward * size.depth.half().value();
        let aside = forward.right() * size.width.half().value();
        let middle = pose.centre;
        let corners = [
            middle + ahead + aside,
            middle + ahead - aside,
            middle - ahead - aside,
            middle - ahead + aside,
        ];
        Self {
            pose,
            size,
            forward,
            corners,
        }
    }

    /// The pose in which it lies.
    #[inline]
    pub fn pose(&self) -> Pose {
        self.pose
    }

    /// Its size.
    #[inline]
    pub fn size(&self) -> Footprint {
        self.size
    }

    /// The same card somewhere else.
    #[must_use]
    #[inline]
    pub fn at(&self, pose: Pose) -> Self {
        Self::new(pose, self.size)
    }

    /// The four corners against the clock, from the front right one.
    #[inline]
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// One corner. Rule `BG4-GEO-03`.
    pub fn corner(&self, corner: Corner) -> Point {
        match corner {
            Corner::FrontRight => self.corners[0],
            Corner::FrontLeft => self.corners[1],
            Corner::RearLeft => self.corners[2],
            Corner::RearRight => self.corners[3],
        }
    }

    /// The two ends of a side: the left one first for somebody who looks at the side from outside.
    #[inline]
    pub fn side_ends(&self, side: Side) -> (Point, Point) {
        let [front_right, front_left, rear_left, rear_right] = self.corners;
        match side {
            Side::Front => (front_right, front_left),
            Side::Left => (front_left, rear_left),
            Side::Rear => (rear_left, rear_right),
            Side::Right => (rear_right, front_right),
        }
    }

    /// The heading in which a side looks.
    pub fn side_heading(&self, side: Side) -> Degrees {
        (self.pose.heading + side.outward()).heading()
    }

    /// The middle of a side. Rule `BG4-GEO-03`.
    #[inline]
    pub fn side_centre(&self, side: Side) -> Point {
        let (from, to) = self.side_ends(side);
        from + (to - from) * 0.5
    }

    /// The middle of the front, from which the unit sees and measures ("FC").
    #[inline]
    pub fn front_centre(&self) -> Point {
        self.side_centre(Side::Front)
    }

    /// The centre points of a side: one, or on a flank of several cards the middle of each card and each joint,
    /// from the front backwards. Rules `BG4-GEO-03`, `BG4-COLOS-02`.
    pub fn centre_points(&self, side: Side) -> impl Iterator<Item = Point> + use<> {
        let (from, to) = match side {
            Side::Front | Side::Rear | Side::Left => self.side_ends(side),
            Side::Right => (self.corner(Corner::FrontRight), self.corner(Corner::RearRight)),
        };
        let halves = if side.is_flank() {
            u32::from(self.size.cards_deep) * 2
        } else {
            2
        };
        (1..halves).map(move |at| from + (to - from) * (f64::from(at) / f64::from(halves)))
    }

    /// The centre point of a side that is nearest to `from` ("TC"). Rules `BG4-GEO-14`, `BG4-COLOS-02`.
    pub fn target_point(&self, side: Side, from: Point) -> Point {
        let nearest = self.centre_points(side).min_by_key(|point| point.distance(from));
        nearest.unwrap_or_else(|| self.side_centre(side))
    }

    /// In the card's own axes: how far to its right and how far ahead of its middle a point lies.
    #[inline]
    pub fn own_axes(&self, point: Point) -> (Inches, Inches) {
        let way = point - self.pose.centre;
        (
            Inches::made(way.dot(self.forward.right())),
            Inches::made(way.dot(self.forward)),
        )
    }

    #[inline]
    pub(crate) fn forward(&self) -> Offset {
        self.forward
    }

    #[inline]
    pub(crate) fn frame(&self) -> Frame {
        Frame::new(self.pose.centre, self.forward, self.size)
    }
}

/// A card without its corners: enough to tell how deep it overlaps something.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    /// The middle of the card.
    pub(crate) centre: Point,
    /// One inch along its heading.
    pub(crate) forward: Offset,
    /// Half its depth and half its width.
    half: (f64, f64),
}

impl Frame {
    #[inline]
    pub(crate) fn new(centre: Point, forward: Offset, size: Footprint) -> Self {
        Self {
            centre,
            forward,
            half: (size.depth.half().value(), size.width.half().value()),
        }
    }

    /// The directions in which it can be told apart from others.
    #[inline]
    pub(crate) fn axes(&self) -> [Offset; 2] {
        [self.forward, self.forward.right()]
    }

    /// From its middle to a corner.
    pub(crate) fn radius(&self) -> f64 {
        self.half.0.hypot(self.half.1)
    }

    /// How far it reaches from its middle along a direction of one inch, and as far back.
    #[inline]
    pub(crate) fn half_along(&self, way: Offset) -> f64 {
        let (ahead, aside) = (self.forward.dot(way), self.forward.right().dot(way));
        self.half.0 * ahead.abs() + self.half.1 * aside.abs()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{assert_at, card, colossal, point};
    use super::*;

    #[test]
    fn bg4_geo_02_headings_run_clockwise_from_the_north_edge() {
        let rows = [
            (0.0, (0.0, 1.0), (1.0, 0.0)),
            (90.0, (1.0, 0.0), (0.0, -1.0)),
            (180.0, (0.0, -1.0), (-1.0, 0.0)),
        ];
        for (heading, forward, right) in rows {
            let f = Offset::ahead(Degrees::new(heading).unwrap());
            assert_eq!(
                ((f.x, f.y), (f.right().x, f.right().y)),
                (forward, right),
                "{heading}"
            );
        }
    }

    #[test]
    fn bg4_geo_03_centre_points_and_corners() {
        let north = card(18.0, 10.0, 0.0);
        for (side, at) in [
            (Side::Front, (18.0, 11.25)),
            (Side::Rear, (18.0, 8.75)),
            (Side::Left, (16.25, 10.0)),
            (Side::Right, (19.75, 10.0)),
        ] {
            assert_at(north.side_centre(side), at);
            assert_eq!(
                north.centre_points(side).collect::<Vec<_>>(),
                [north.side_centre(side)]
            );
        }
        assert_at(north.corner(Corner::FrontLeft), (16.25, 11.25));
        assert_at(north.corner(Corner::FrontRight), (19.75, 11.25));
        assert_at(north.corner(Corner::RearLeft), (16.25, 8.75));
        assert_at(north.corner(Corner::RearRight), (19.75, 8.75));

        let east = card(18.0, 10.0, 90.0);
        assert_at(east.front_centre(), (19.25, 10.0));
        assert_at(east.side_centre(Side::Rear), (16.75, 10.0));
        assert_at(east.side_centre(Side::Left), (18.0, 11.75));
        assert_at(east.side_centre(Side::Right), (18.0, 8.25));

        let oblique = card(18.0, 10.0, 30.0);
        assert_at(oblique.front_centre(), (18.625, 11.083));
        assert_at(oblique.side_centre(Side::Left), (16.484, 10.875));
        assert_at(oblique.side_centre(Side::Right), (19.516, 9.125));
    }

    #[test]
    fn bg4_colos_02_three_centre_points_on_a_flank() {
        let unit = colossal(18.0, 10.0, 0.0);
        assert_at(unit.front_centre(), (18.0, 12.5));
        let right: Vec<Point> = unit.centre_points(Side::Right).collect();
        assert_eq!(right.len(), 3);
        for (found, at) in right.iter().zip([(19.75, 11.25), (19.75, 10.0), (19.75, 8.75)]) {
            assert_at(*found, at);
        }
        let viewer = point(25.0, 12.0);
        let aim = unit.target_point(Side::Right, viewer);
        assert_at(aim, (19.75, 11.25));
        assert_eq!(viewer.distance(aim).rounded(), Inches::mils(5_303));
        // Turned east, the right flank looks south.
        let east: Vec<Point> = colossal(18.0, 20.0, 90.0).centre_points(Side::Right).collect();
        for (found, at) in east.iter().zip([(19.25, 18.25), (18.0, 18.25), (16.75, 18.25)]) {
            assert_at(*found, at);
        }
    }

    #[test]
    fn bg4_geo_04_poses_are_kept_rounded() {
        let pose = card(18.412_649, 14.510_51, 6.999_9).pose().rounded();
        let text = serde_json::to_string(&pose).unwrap();
        assert_eq!(text, r#"{"x":18.413,"y":14.511,"heading":7.0}"#);
        assert_eq!(serde_json::from_str::<Pose>(&text).unwrap(), pose);
    }

    #[test]
    fn a_card_has_a_size() {
        let inch = Inches::mils(1_000);
        for bad in [Inches::ZERO, -inch, Inches::MOST] {
            assert_eq!(Footprint::new(bad, inch, 1), Err(BadFootprint::Side(bad)));
            assert_eq!(Footprint::new(inch, bad, 1), Err(BadFootprint::Side(bad)));
        }
        assert_eq!(Footprint::new(inch, inch, 0), Err(BadFootprint::Cards(0)));
        let read = serde_json::from_str::<Footprint>(r#"{"width":3.5,"depth":2.5}"#).unwrap();
        assert_eq!(read, card(0.0, 0.0, 0.0).size());
        assert!(serde_json::from_str::<Footprint>(r#"{"width":0,"depth":2.5}"#).is_err());
    }

    #[test]
    fn side_ends_run_from_the_onlookers_left_to_his_right() {
        let unit = card(18.0, 10.0, 0.0);
        for side in Side::ALL {
            let (left, right) = unit.side_ends(side);
            let outward = Offset::ahead(unit.side_heading(side));
            assert!(
                (right - left).unit().unwrap().right().dot(outward) > 0.999,
                "{side:?}"
            );
            assert_eq!(left.distance(right), unit.size().side(side), "{side:?}");
        }
    }
}
