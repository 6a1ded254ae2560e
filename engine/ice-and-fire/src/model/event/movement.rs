//! Events of actions, moves, engagements and removed terrain.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::command::Action;
use super::super::names::{PieceNo, UnitId};
use super::super::unit::Engagement;
use super::parts::MoveKind;
use super::subjects::Subjects;
use crate::cards::is_default;
use crate::field::Pose;

/// Actions, moves, engagements and removed terrain.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum MovementEvent {
    /// A unit declared an action. Rule `IF-ACT-01`.
    ActionDeclared {
        /// Which unit.
        unit: UnitId,
        /// What.
        action: Action,
        /// Whether it is a free action. Rule `IF-ACT-08`.
        #[serde(default, skip_serializing_if = "is_default")]
        free: bool,
    },
    /// A unit moved.
    UnitMoved {
        /// Which.
        unit: UnitId,
        /// How.
        kind: MoveKind,
        /// Every pose it had on the way, the first one included, the last one not.
        from: Vec<Pose>,
        /// Where it stands.
        to: Pose,
    },
    /// Two units became engaged. Rule `IF-ENG-01`.
    Engaged {
        /// How.
        engagement: Engagement,
    },
    /// Two units are engaged no more. Rule `IF-ENG-01`.
    Disengaged {
        /// The unit of seat A.
        a: UnitId,
        /// The unit of seat B.
        b: UnitId,
    },
    /// A terrain piece was removed. Rules `IF-TERR-05`, `IF-TERR-13`.
    PieceRemoved {
        /// Which.
        piece: PieceNo,
        /// By whom.
        unit: UnitId,
    },
}

impl MovementEvent {
    /// The units and dice that it concerns.
    pub fn subjects(&self) -> Subjects<'_> {
        match self {
            Self::ActionDeclared { unit, .. }
            | Self::UnitMoved { unit, .. }
            | Self::PieceRemoved { unit, .. } => Subjects::units([*unit]),
            Self::Engaged { engagement } => Subjects::units([engagement.a, engagement.b]),
            Self::Disengaged { a, b } => Subjects::units([*a, *b]),
        }
    }
}
