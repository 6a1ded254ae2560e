//! Events of movement, reinforcements, facing and hobilars.

use hindsight_geometry::hexes::{Facing, Hex};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::drm::Throw;
use super::super::names::{LeaderId, UnitId};
use super::super::piece::MoveFire;
use super::parts::TurnBy;
use super::subjects::Subjects;

/// Movement, reinforcements, facing and hobilars.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum MovementEvent {
    /// A unit began its Move/Fire. Rule `MOI-MOVE-01`.
    UnitBegan {
        /// The unit.
        unit: UnitId,
        /// What is so at its beginning.
        turn: MoveFire,
    },
    /// A unit's Move/Fire is over.
    MoveFireEnded {
        /// The unit.
        unit: UnitId,
    },
    /// A unit moved one hex. Rule `MOI-MOVE-03`.
    UnitStepped {
        /// The unit.
        unit: UnitId,
        /// From where.
        from: Hex,
        /// Where to.
        to: Hex,
        /// The facing with which it enters.
        facing: Facing,
        /// Movement Points spent.
        cost: u8,
        /// Whether it must stop there. Rule `MOI-MOVE-06`.
        stopped: bool,
        /// The enemy units whose zones of control it leaves by this step. Rule `MOI-MOVE-16`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        zocs_left: Vec<UnitId>,
        /// The leaders that move with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<LeaderId>,
        /// The friendly missile unit in that hex. Rule `MOI-MOVE-14`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        passing: Option<UnitId>,
    },
    /// A reinforcement entered the map. Rule `MOI-REINF-02`.
    ReinforcementEntered {
        /// The unit.
        unit: UnitId,
        /// The entry hex.
        at: Hex,
        /// The vertex it faces.
        facing: Facing,
        /// Movement Points spent.
        cost: u8,
        /// Whether it must stop there.
        stopped: bool,
        /// The leaders that enter with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<LeaderId>,
    },
    /// A unit turned. Rule `MOI-FACE-01`.
    UnitTurned {
        /// The unit.
        unit: UnitId,
        /// The facing before.
        from: Facing,
        /// The facing after.
        to: Facing,
        /// Why.
        by: TurnBy,
    },
    /// A hobilar mounted or dismounted. Rule `MOI-HOBI-02`.
    HobilarChanged {
        /// The hobilar.
        unit: UnitId,
        /// Whether it is dismounted now.
        dismounted: bool,
        /// Movement Points spent.
        cost: u8,
    },
    /// A leader moved alone one hex. Rule `MOI-MOVE-08`.
    LeaderStepped {
        /// The leader.
        leader: LeaderId,
        /// From where.
        from: Hex,
        /// Where to.
        to: Hex,
        /// Movement Points spent.
        cost: u8,
    },
    /// The roll for a missile unit through which mounted men-at-arms pass. Rule `MOI-MOVE-15`.
    PassThroughRolled {
        /// The mounted unit.
        unit: UnitId,
        /// The missile unit.
        through: UnitId,
        /// The roll.
        throw: Throw,
        /// Whether the missile unit is harmed.
        harmed: bool,
    },
}

impl MovementEvent {
    /// The units and dice that it concerns.
    pub fn subjects(&self) -> Subjects<'_> {
        match self {
            Self::UnitBegan { unit, .. }
            | Self::MoveFireEnded { unit }
            | Self::UnitStepped { unit, .. }
            | Self::ReinforcementEntered { unit, .. }
            | Self::UnitTurned { unit, .. }
            | Self::HobilarChanged { unit, .. } => Subjects::units([*unit]),
            Self::PassThroughRolled {
                unit, through, throw, ..
            } => Subjects::units([*unit, *through]).thrown(&throw.roll),
            Self::LeaderStepped { .. } => Subjects::default(),
        }
    }
}
