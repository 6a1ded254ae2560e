//! What follows the result of a combat: flight and reforming. §Fleeing, §Reforming.

use hindsight_geometry::squares::{Cell, Facing};
use hindsight_kernel::{Roll, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::command::Reformed;
use crate::model::names::UnitId;

/// Events after the result of a combat.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum AftermathEvent {
    /// A unit rolled to flee. Rule `BB-FLEE-02`.
    FleeRolled {
        /// Who.
        unit: UnitId,
        /// The least face that stands.
        need: u8,
        /// The die.
        roll: Roll,
        /// Whether it flees.
        flees: bool,
    },
    /// A unit fled. Rules `BB-FLEE-03` to `-05`.
    UnitFled {
        /// Who.
        unit: UnitId,
        /// From where.
        from: Cell,
        /// The last cell it reached.
        to: Cell,
        /// Towards its home edge.
        facing: Facing,
        /// Cells entered.
        entered: u8,
        /// Whether it left the board.
        off_board: bool,
        /// Who stood in its way.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        blocked_by: Option<UnitId>,
        /// The dice of its models, if its run was blocked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<Roll>,
        /// The least face that kept a model.
        need: u8,
        /// Models lost to these dice.
        killed: u8,
        /// Models after it.
        models_after: u8,
        /// Wounds on the wounded model after it.
        wounds_after: u8,
    },
    /// A player reformed. Rule `BB-REF-01`.
    UnitsReformed {
        /// Who.
        seat: Seat,
        /// Each unit that might reform, with its facing.
        facings: Vec<Reformed>,
    },
    /// A combat is over.
    CombatEnded,
}
