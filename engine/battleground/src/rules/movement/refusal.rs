//! Why a move under Direct Control is refused (pp. 36, 41-46, 124-125).

use battleground_geometry::{Degrees, Inches};
use hindsight_kernel::{Refusal, Seat};

use crate::model::names::{UnitId, seat_name};
use crate::model::rule::Rule;

/// Why a move under Direct Control is refused: whether anybody is moved, what the first wrong leg is, what it costs, what stands
/// in its way, and whether a flyer lands at its end.
#[derive(Debug, Clone, PartialEq, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
pub(crate) enum LegRefusal {
    // Whether anybody is moved.
    /// Legs are for a unit that was activated under Direct Control. Rule `BG4-MOVE-22` (p. 46).
    #[error("no directly controlled unit waits for its legs")]
    NobodyWaits,
    /// The owner moves it. Rule `BG4-MOVE-22` (p. 46).
    #[error("{unit} is not moved by {}", seat_name(*.seat))]
    NotYours {
        /// The unit that waits.
        unit: UnitId,
        /// Who would move it.
        seat: Seat,
    },
    /// Only units under Direct Control that were activated together are moved in one step. Rules `BG4-TURN-06` (pp. 33, 43),
    /// `BG3-MOV-15` (p. 12).
    #[error(
        "{0} does not wait for its legs: units under Direct Control that were activated together are moved in one step"
    )]
    NotOfTheStep(UnitId),
    /// The enemy named as nearest is one. Rule `BG4-CMD-06` (pp. 36, 46).
    #[error("{0} is no enemy unit on the table")]
    NoEnemy(UnitId),
    /// An engaged unit does not move. Rule `BG4-ENG-04` (pp. 59, 82).
    #[error("{0} is engaged and cannot move")]
    Engaged(UnitId),
    /// A move is told in so many legs. Rule `BG4-MOVE-17` (pp. 41-44).
    #[error("a move has at most {0} legs")]
    TooMany(usize),
    /// It is on the table. Rule `BG4-MOVE-22` (p. 46).
    #[error("{0} is not on the table")]
    NotOnTheTable(UnitId),

    // What a leg is.
    /// A flyer makes no maneuver. Rule `BG4-FLY-05` (p. 124).
    #[error("a flyer moves straight and by turns only")]
    FlyerManeuvers,
    /// On a point that it has reached it touches the point at every moment. Rule `BG3-ORD-16` (p. 8).
    #[error("it maneuvers on its point and must touch it at every moment")]
    LeavesThePoint,
    /// A leg has a length. Rule `BG4-MOVE-17` (pp. 41-44).
    #[error("a leg has no negative length")]
    Negative,
    /// A turn has an angle and a ruler. Rule `BG4-MOVE-15` (pp. 41-42).
    #[error("{0}")]
    NoTurn(String),
    /// By 180 degrees a unit makes an about face. Rule `BG4-MAN-07` (p. 44).
    #[error("a reform to the opposite heading is an about face")]
    IsAboutFace,

    // What it costs.
    /// A maneuver may not lower the MC below row 0. Rule `BG4-MAN-08` (pp. 44-45).
    #[error("a unit that moves {0} cannot make this maneuver")]
    TooSlow(Inches),
    /// A maneuver may not lower the MC below what is moved. Rule `BG4-MOVE-21` (pp. 43-45, 115).
    #[error("the maneuver would lower its allowance below the {0} it has moved")]
    TooLate(Inches),
    /// A turn is no sharper than its ruler lets it. Rule `BG4-MOVE-15` (pp. 41-42).
    #[error("with {inches} it may turn by {most} at most")]
    TooSharp {
        /// Along the ruler.
        inches: Inches,
        /// The sharpest.
        most: Degrees,
    },
    /// A turn costs what its farthest corner moves. Rule `BG4-MOVE-14` (p. 41).
    #[error("the turn costs {cost}, and {left} is left")]
    TurnTooDear {
        /// What it costs.
        cost: Inches,
        /// What is left of the allowance.
        left: Inches,
    },
    /// The legs come to the allowance at most. Rule `BG4-MOVE-17` (pp. 41-44).
    #[error("only {0} of the allowance is left for this leg")]
    TooLong(Inches),

    // What stands in its way.
    /// A Colossal unit slid under others turns about where both its cards have room. Rule `BG4-COLOS-05` (p. 121).
    #[error("its front card is slid under others, and there is no room for both of its cards")]
    NoRoomForBothCards,
    /// A Reform overlaps nothing on its way. Rule `BG4-MAN-07` (p. 44).
    #[error("there is no room for the reform")]
    NoRoomToReform,
    /// Terrain met with more moved than the lower MC stops it at the edge. Rule `BG4-TERR-10` (p. 115).
    #[error("the terrain ahead stops it after {0}")]
    TerrainStops(Inches),
    /// The table edge stops it. Rule `BG4-MOVE-20` (p. 43).
    #[error("{by} stops it after {stop}")]
    EdgeStops {
        /// What stands there.
        by: String,
        /// After so much of the leg.
        stop: Inches,
    },
    /// It stops where it touches something. Rule `BG4-MOVE-18` (p. 43).
    #[error("{by} stops it after {stop}")]
    Stopped {
        /// What stands there.
        by: String,
        /// After so much of the leg.
        stop: Inches,
    },
    /// A turn overlaps nothing on its way. Rule `BG4-MOVE-18` (p. 43).
    #[error("something stands in the way of the turn")]
    TurnBlocked,

    // Landing. Rules `BG4-FLY-06`, `BG4-FLY-07` (pp. 124-125).
    /// Nobody lands under Direct Control. Rule `BG3-KEY-18` (p. 29).
    #[error("a flyer does not land under Direct Control")]
    NoLandingUnderControl,
    /// Only a flyer in the air that has not just taken off lands.
    #[error("{0}")]
    CannotLand(&'static str),
    /// To land it moves at most its ground distance.
    #[error("to land it may move at most its ground distance {limit}")]
    LandsTooFar {
        /// What it has moved.
        moved: Inches,
        /// What it may have moved.
        limit: Inches,
    },
    /// It lands where it overlaps nothing.
    #[error("there is no room to land there")]
    NoRoomToLand(Degrees),
}

impl LegRefusal {
    /// The rule that forbids it.
    pub(crate) const fn rule(&self) -> Rule {
        match self {
            Self::NobodyWaits | Self::NotYours { .. } | Self::NotOnTheTable(_) => Rule::Move22,
            Self::NotOfTheStep(_) => Rule::Turn06,
            Self::NoEnemy(_) => Rule::Cmd06,
            Self::Engaged(_) => Rule::Eng04,
            Self::TooMany(_) | Self::Negative | Self::TooLong(_) => Rule::Move17,
            Self::FlyerManeuvers => Rule::Fly05,
            Self::LeavesThePoint => Rule::ManeuversOnPoint,
            Self::NoTurn(_) | Self::TooSharp { .. } => Rule::Move15,
            Self::IsAboutFace | Self::NoRoomToReform => Rule::Man07,
            Self::TooSlow(_) => Rule::Man08,
            Self::TooLate(_) => Rule::Move21,
            Self::TurnTooDear { .. } => Rule::Move14,
            Self::NoRoomForBothCards => Rule::Colos05,
            Self::TerrainStops(_) => Rule::Terr10,
            Self::EdgeStops { .. } => Rule::Move20,
            Self::Stopped { .. } | Self::TurnBlocked => Rule::Move18,
            Self::NoLandingUnderControl
            | Self::CannotLand(_)
            | Self::LandsTooFar { .. }
            | Self::NoRoomToLand(_) => Rule::Fly06,
        }
    }
}

impl From<LegRefusal> for Refusal {
    fn from(why: LegRefusal) -> Self {
        use LegRefusal as Why;
        let refusal = Self::new(why.rule(), why.to_string());
        match why {
            Why::NotOfTheStep(unit) => refusal.asked(unit),
            Why::NoEnemy(enemy) => refusal.asked(enemy),
            Why::TooSharp { most, .. } => refusal.allowed(most),
            Why::TurnTooDear { left, .. } => refusal.allowed(left),
            Why::TooLong(stop)
            | Why::TerrainStops(stop)
            | Why::EdgeStops { stop, .. }
            | Why::Stopped { stop, .. } => refusal.allowed(stop),
            Why::LandsTooFar { moved, limit } => refusal.asked(moved).allowed(limit),
            Why::NoRoomToLand(heading) => refusal.asked(heading),
            Why::NobodyWaits
            | Why::NotYours { .. }
            | Why::Engaged(_)
            | Why::TooMany(_)
            | Why::NotOnTheTable(_)
            | Why::FlyerManeuvers
            | Why::LeavesThePoint
            | Why::Negative
            | Why::NoTurn(_)
            | Why::IsAboutFace
            | Why::TooSlow(_)
            | Why::TooLate(_)
            | Why::NoRoomForBothCards
            | Why::NoRoomToReform
            | Why::TurnBlocked
            | Why::NoLandingUnderControl
            | Why::CannotLand(_) => refusal,
        }
    }
}
