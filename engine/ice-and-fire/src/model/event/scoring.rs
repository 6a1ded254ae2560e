//! Events of objective tokens, victory points, the clean-up phase, the end of the game and rulings.

use hindsight_kernel::{GameOutcome, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::names::{NcuId, ObjectiveNo, UnitId};
use super::super::patch::Patch;
use super::super::unit::Engagement;
use super::parts::Scored;
use super::subjects::Subjects;
use crate::cards::{CardId, ConditionToken, ZoneName, is_default};
use crate::field::Pose;

/// A unit as it was noted; one without models is destroyed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NotedUnit {
    /// The unit.
    pub unit: UnitId,
    /// Where it stands; nothing in reserve and once it is destroyed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pose: Option<Pose>,
    /// Models alive.
    pub models: u8,
    /// Wounds on the wounded model.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wounded: u8,
    /// Condition tokens.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tokens: Vec<ConditionToken>,
    /// Whether it has its activation token.
    #[serde(default, skip_serializing_if = "is_default")]
    pub activated: bool,
}

/// An NCU as it was noted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NotedNcu {
    /// The NCU.
    pub ncu: NcuId,
    /// The zone on which it stands.
    #[serde(default, skip_serializing_if = "is_default")]
    pub zone: Option<ZoneName>,
    /// Whether it was activated this round.
    pub activated: bool,
}

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
    /// The table was set as it was noted: a player's turn begins. Rule `HS-NOTE-01`.
    PositionNoted {
        /// The round.
        round: u8,
        /// The first player of that round.
        first: Seat,
        /// The player whose turn begins.
        active: Seat,
        /// Whether it is a later round than the record had come to.
        later: bool,
        /// The units that were noted.
        units: Vec<NotedUnit>,
        /// The NCUs that were noted.
        ncus: Vec<NotedNcu>,
        /// All engagements.
        engagements: Vec<Engagement>,
        /// Who controls each objective token, in the order of their numbers.
        objectives: Vec<Option<UnitId>>,
        /// The victory points of both players.
        points: [u16; 2],
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
            Self::PositionNoted { units, .. } => Subjects::units(units.iter().map(|noted| noted.unit)),
            Self::PointsScored { .. }
            | Self::BoardCleared
            | Self::CardDiscarded { .. }
            | Self::GameEnded { .. }
            | Self::Ruled { .. } => Subjects::default(),
        }
    }
}
