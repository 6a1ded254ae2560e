//! Events of objective tokens, victory points, the clean-up phase, the end of the game and rulings.

use hindsight_kernel::{GameOutcome, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::names::{ObjectiveNo, UnitId};
use super::super::patch::Patch;
use super::parts::Scored;
use super::subjects::Subjects;
use crate::cards::CardId;

/// Objective tokens, victory points, the clean-up phase, the end of the game and rulings.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum ScoringEvent {
    /// A unit claimed an objective token. Rule `IF-VP-01`.
    ObjectiveClaimed {
        /// Which token.
        objective: ObjectiveNo,
        /// Which unit.
        unit: UnitId,
    },
    /// Control of an objective token was lost. Rule `IF-VP-02`.
    ObjectiveLost {
        /// Which token.
        objective: ObjectiveNo,
        /// By which unit.
        unit: UnitId,
    },
    /// A player scored victory points. Rules `IF-VP-03`, `IF-VP-04`.
    PointsScored {
        /// Who.
        seat: Seat,
        /// How many.
        points: u16,
        /// What for.
        why: Scored,
    },
    /// NCUs, activation tokens and order tokens were removed. Rules `IF-ROUND-07`, `IF-ORD-03`.
    BoardCleared,
    /// A player discarded a card. Rule `IF-ROUND-07`.
    CardDiscarded {
        /// Who.
        seat: Seat,
        /// Which.
        card: CardId,
    },
    /// The game ended. Rules `IF-VP-05` to `-07`.
    GameEnded {
        /// How.
        outcome: GameOutcome,
    },
    /// A ruling changed something.
    Ruled {
        /// What.
        patch: Patch,
    },
}

impl ScoringEvent {
    /// The units and dice that it concerns.
    pub fn subjects(&self) -> Subjects<'_> {
        match self {
            Self::ObjectiveClaimed { unit, .. } | Self::ObjectiveLost { unit, .. } => {
                Subjects::units([*unit])
            }
            Self::PointsScored { .. }
            | Self::BoardCleared
            | Self::CardDiscarded { .. }
            | Self::GameEnded { .. }
            | Self::Ruled { .. } => Subjects::default(),
        }
    }
}
