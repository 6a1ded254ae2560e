//! Events of activations, Continuity and Seizure, formation orders and command status.

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::agenda::FormationOrder;
use super::super::drm::Throw;
use super::super::names::{CommandId, LeaderId, StandardId, UnitId};
use super::super::state::Kind;
use super::parts::InZoc;
use super::subjects::{Roller, Subjects};

/// Activations, Continuity and Seizure, formation orders and command status.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum ActivationEvent {
    /// A Command is activated. Rule `MOI-ACT-02`.
    ActivationStarted {
        /// Who activates it.
        seat: Seat,
        /// How the Activation was won.
        kind: Kind,
        /// The Command.
        command: CommandId,
    },
    /// A Standard is activated. Rule `MOI-STD-02`.
    StandardActivated {
        /// Who activates it.
        seat: Seat,
        /// The Standard.
        standard: StandardId,
        /// Where it is to be moved; without it, it rallies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Hex>,
    },
    /// A player passed. Rule `MOI-ACT-05`.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// A player named the Command to continue with. Rule `MOI-ACT-07`.
    CommandNamed {
        /// Who.
        seat: Seat,
        /// The Command.
        command: CommandId,
    },
    /// A Seizure was tried. Rule `MOI-ACT-11`.
    SeizureDeclared {
        /// Who.
        seat: Seat,
        /// With which Command.
        command: CommandId,
    },
    /// The other player does not seize.
    SeizureDeclined {
        /// Who does not.
        seat: Seat,
    },
    /// A Continuity roll. Rule `MOI-ACT-08`.
    ContinuityRolled {
        /// Whose.
        seat: Seat,
        /// For which Command.
        command: CommandId,
        /// The roll.
        throw: Throw,
        /// The Activation Rating.
        rating: u8,
        /// Whether it succeeds.
        success: bool,
    },
    /// A Seizure roll. Rule `MOI-ACT-12`.
    SeizureRolled {
        /// Whose.
        seat: Seat,
        /// For which Command.
        command: CommandId,
        /// The roll.
        throw: Throw,
        /// The Activation Rating.
        rating: u8,
        /// Whether it succeeds.
        success: bool,
    },
    /// A player has a Free Activation to come. Rule `MOI-ACT-02`.
    FreeActivationGained {
        /// Who.
        seat: Seat,
    },
    /// A replacement leader was placed. Rule `MOI-LEAD-11`.
    LeaderReplaced {
        /// The leader.
        leader: LeaderId,
        /// The hex.
        hex: Hex,
    },
    /// Units formed or left a formation. Rules `MOI-WALL-02`, `MOI-SCHIL-02`.
    FormationChanged {
        /// Their Command.
        command: CommandId,
        /// The order.
        order: FormationOrder,
        /// The units.
        units: Vec<UnitId>,
    },
    /// Command status was fixed, and where every unit begins the Activation. Rules `MOI-CMD-04`, `MOI-ZOC-05`.
    CommandStatusSet {
        /// The Command.
        command: CommandId,
        /// Its units that are out of command.
        out_of_command: Vec<UnitId>,
        /// The units of both sides that stand next to an enemy combat unit.
        adjacent: Vec<UnitId>,
        /// The units of both sides that stand in enemy zones of control, each with the units whose zones they are.
        in_zoc: Vec<InZoc>,
    },
}

impl ActivationEvent {
    /// The units and dice that it concerns.
    pub fn subjects(&self) -> Subjects<'_> {
        match self {
            Self::ContinuityRolled { seat, throw, .. } | Self::SeizureRolled { seat, throw, .. } => {
                Subjects::default().thrown(&throw.roll).by(Roller::Seat(*seat))
            }
            Self::FormationChanged { units, .. } => Subjects::units(units.iter().copied()),
            Self::ActivationStarted { .. }
            | Self::StandardActivated { .. }
            | Self::Passed { .. }
            | Self::CommandNamed { .. }
            | Self::SeizureDeclared { .. }
            | Self::SeizureDeclined { .. }
            | Self::FreeActivationGained { .. }
            | Self::LeaderReplaced { .. }
            | Self::CommandStatusSet { .. } => Subjects::default(),
        }
    }
}
