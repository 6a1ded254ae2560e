//! Events of combat results, leader casualties, advances and Continued Attacks.

use hindsight_geometry::hexes::{Facing, Hex};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::drm::Throw;
use super::super::names::{LeaderId, UnitId};
use super::parts::LeaderForm;
use super::subjects::{Roller, Subjects};

/// Combat results, leader casualties, advances and Continued Attacks.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum ResultEvent {
    /// A unit was Disordered. Rule `MOI-RES-02`.
    UnitDisordered {
        /// The unit.
        unit: UnitId,
    },
    /// A unit retreated. Rule `MOI-RES-04`.
    UnitRetreated {
        /// The unit.
        unit: UnitId,
        /// From where.
        from: Hex,
        /// Where to.
        to: Hex,
        /// The friendly missile unit through which it went. Rule `MOI-RES-06`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        through: Option<UnitId>,
        /// The vertex it then faces.
        facing: Facing,
        /// The leaders that go with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<LeaderId>,
    },
    /// A unit was Retired to its Standard. Rule `MOI-RES-08`.
    UnitRetired {
        /// The unit.
        unit: UnitId,
        /// From where.
        from: Hex,
        /// Where to.
        to: Hex,
        /// The vertex it then faces.
        facing: Facing,
    },
    /// A unit was Unhorsed. Rule `MOI-RES-12`.
    UnitUnhorsed {
        /// The unit.
        unit: UnitId,
    },
    /// A unit was eliminated. Rule `MOI-RES-13`.
    UnitEliminated {
        /// The unit.
        unit: UnitId,
        /// Where.
        hex: Hex,
    },
    /// A leader rolled for casualty. Rules `MOI-LEAD-04`, `MOI-LEAD-05`.
    LeaderRolled {
        /// The leader.
        leader: LeaderId,
        /// The form of the roll.
        form: LeaderForm,
        /// The roll.
        throw: Throw,
        /// Whether the leader is killed.
        killed: bool,
    },
    /// A leader was killed. Rule `MOI-LEAD-09`.
    LeaderKilled {
        /// The leader.
        leader: LeaderId,
        /// Where.
        hex: Hex,
    },
    /// A leader was captured. Rule `MOI-LEAD-10`.
    LeaderCaptured {
        /// The leader.
        leader: LeaderId,
        /// Where.
        hex: Hex,
    },
    /// A leader was placed with another unit. Rules `MOI-LEAD-06`, `MOI-LEAD-10`.
    LeaderMoved {
        /// The leader.
        leader: LeaderId,
        /// From where.
        from: Hex,
        /// Where to.
        to: Hex,
    },
    /// A leader without a Command was removed. Rule `MOI-LEAD-02`.
    LeaderRemoved {
        /// The leader.
        leader: LeaderId,
    },
    /// A unit advanced. Rule `MOI-ADV-01`.
    UnitAdvanced {
        /// The unit.
        unit: UnitId,
        /// From where.
        from: Hex,
        /// Where to.
        to: Hex,
        /// The vertex it then faces.
        facing: Facing,
        /// The leaders that go with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<LeaderId>,
    },
    /// A unit earned a Continued Attack. Rule `MOI-CONT-01`.
    ContinuedAttackEarned {
        /// The unit.
        unit: UnitId,
    },
    /// A round of the Shock Phase is over. Rule `MOI-SHOCK-06`.
    RoundEnded,
}

impl ResultEvent {
    /// The units and dice that it concerns.
    pub fn subjects(&self) -> Subjects<'_> {
        match self {
            Self::UnitDisordered { unit }
            | Self::UnitRetreated { unit, .. }
            | Self::UnitRetired { unit, .. }
            | Self::UnitUnhorsed { unit }
            | Self::UnitEliminated { unit, .. }
            | Self::UnitAdvanced { unit, .. }
            | Self::ContinuedAttackEarned { unit } => Subjects::units([*unit]),
            Self::LeaderRolled { leader, throw, .. } => Subjects::default()
                .thrown(&throw.roll)
                .by(Roller::Leader(*leader)),
            Self::LeaderKilled { .. }
            | Self::LeaderCaptured { .. }
            | Self::LeaderMoved { .. }
            | Self::LeaderRemoved { .. }
            | Self::RoundEnded => Subjects::default(),
        }
    }
}
