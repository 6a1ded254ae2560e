//! Turns and the actions in them. §BATTLE, §Actions, §Shooting.

use hindsight_geometry::squares::{Cell, Facing, Hand, Lane, Rotation};
use hindsight_kernel::{Roll, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::event::Blow;
use crate::model::names::UnitId;

/// Events of an actions phase.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum ActionEvent {
    /// A turn began. Rule `BB-TURN-01`.
    TurnBegan {
        /// The round.
        round: u8,
        /// Whose turn.
        seat: Seat,
    },
    /// A unit moved. Rule `BB-ACT-01`.
    UnitMoved {
        /// Who.
        unit: UnitId,
        /// The turn before the move.
        turn: Option<Hand>,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
        /// Looking where.
        facing: Facing,
        /// Cells entered.
        entered: u8,
        /// Whether it charged. Rule `BB-ACT-09`.
        charged: bool,
    },
    /// A unit hustled. Rule `BB-ACT-02`.
    UnitHustled {
        /// Who.
        unit: UnitId,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
        /// Cells entered.
        entered: u8,
        /// The Hustle die.
        roll: Roll,
        /// Whether it charged. Rule `BB-ACT-09`.
        charged: bool,
    },
    /// A unit turned. Rule `BB-ACT-03`.
    UnitTurned {
        /// Who.
        unit: UnitId,
        /// How.
        rotation: Rotation,
        /// Looking where.
        facing: Facing,
    },
    /// A unit stepped sideways. Rule `BB-ACT-04`.
    UnitSidestepped {
        /// Who.
        unit: UnitId,
        /// To which side.
        hand: Hand,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// A unit shot. Rule `BB-ACT-05`.
    UnitShot {
        /// The turn before the shot.
        turn: Option<Hand>,
        /// Looking where.
        facing: Facing,
        /// Along which lane.
        lane: Lane,
        /// The target's place in the lane.
        distance: u8,
        /// The shot.
        blow: Blow,
    },
    /// The actions phase ended. Rule `BB-TURN-02`.
    ActionsEnded,
}
