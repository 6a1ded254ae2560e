//! Events of movement, orders and marks of units.

use battleground_geometry::{Degrees, Inches, Point, Pose};
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{MoveKind, Movement, TurnMark};
use crate::model::command::Leg;
use crate::model::names::{TokenNo, UnitId};
use crate::model::state::{Status, Unit};

/// An event of movement, orders and marks of units.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum MovementEvent {
    /// A unit moved or was placed.
    UnitMoved {
        /// Who.
        unit: UnitId,
        /// Why.
        kind: MoveKind,
        /// What it did.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        legs: Vec<Leg>,
        /// Where it lies now.
        to: Pose,
        /// Inches measured.
        distance: Inches,
        /// Inches it might have moved.
        allowance: Inches,
        /// The unit as it is laid on the table, where its army was concealed until now. Rule `BG4-ARMY-05` (p. 138).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shown: Option<Box<Unit>>,
    },
    /// Several units moved at the same time: none of them lies where it lay before. Rule `BG4-TURN-06` (pp. 33, 43).
    UnitsMoved {
        /// Why.
        kind: MoveKind,
        /// Each of them, in the order in which they were named.
        moves: Vec<Movement>,
    },
    /// A unit's heading changed in place.
    UnitTurned {
        /// Who.
        unit: UnitId,
        /// Why.
        kind: MoveKind,
        /// Where it looks.
        heading: Degrees,
        /// Enemies with which it is engaged as it begins to rout, in the earlier edition: it leaves them behind. Empty in events of
        /// older releases. Rule `BG3-ROUT-04` (p. 23).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        from: Vec<UnitId>,
    },
    /// A unit takes off or lands.
    FlightChanged {
        /// Who.
        unit: UnitId,
        /// Airborne from now on.
        airborne: bool,
    },
    /// A Colossal unit's front card slides under the enemy, or back.
    SlidUnder {
        /// Who.
        unit: UnitId,
        /// Under it from now on.
        slid: bool,
    },
    /// A unit's status or order changed.
    StatusChanged {
        /// Who.
        unit: UnitId,
        /// To what.
        status: Status,
        /// Why, in a few words.
        why: String,
    },
    /// A token was placed, or removed.
    TokenPlaced {
        /// Its number.
        token: TokenNo,
        /// Whose.
        seat: Seat,
        /// Where; nothing when it was removed.
        at: Option<Point>,
    },
    /// A turn mark was set.
    Marked {
        /// On whom.
        unit: UnitId,
        /// Which.
        mark: TurnMark,
    },
    /// A unit on Hold has reached its point: its owner may maneuver it there in their next turn. Rule `BG3-ORD-16` (p. 8).
    PointHeld {
        /// Which.
        unit: UnitId,
        /// Where.
        at: Point,
    },
}
