//! Events of rounds, turns, draws of cards and zones of the tactics board.

use hindsight_kernel::{Roll, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::names::{NcuId, UnitId};
use super::super::state::Activated;
use super::subjects::{Roller, Subjects};
use crate::cards::{CardId, ZoneName, is_default};
use crate::field::Pose;

/// Rounds, turns, draws of cards and zones of the tactics board.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum RoundEvent {
    /// A card was drawn. Rule `IF-CARD-02`.
    CardDrawn {
        /// By whom.
        seat: Seat,
        /// Which; none where it is not known.
        #[serde(default, skip_serializing_if = "is_default")]
        card: Option<CardId>,
        /// The die that chose it among the cards of the deck.
        #[serde(default, skip_serializing_if = "is_default")]
        roll: Option<Roll>,
    },
    /// A round began. Rules `IF-ROUND-01`, `IF-ROUND-08`.
    RoundBegan {
        /// Its number.
        round: u8,
        /// Its first player.
        first: Seat,
    },
    /// A turn began. Rule `IF-ROUND-02`.
    TurnBegan {
        /// Whose.
        seat: Seat,
    },
    /// A player had nothing to activate. Rule `IF-ROUND-03`.
    TurnPassed {
        /// Who.
        seat: Seat,
    },
    /// A combat unit or an NCU was activated. Rule `IF-ROUND-02`.
    UnitActivated {
        /// What.
        activated: Activated,
    },
    /// A unit in reserve came to the table. Rule `IF-SETUP-10`.
    Arrived {
        /// Which.
        unit: UnitId,
        /// Where.
        pose: Pose,
    },
    /// A turn ended; what was activated has its activation token. Rule `IF-ROUND-04`.
    TurnEnded {
        /// Whose.
        seat: Seat,
    },
    /// An NCU claimed a zone. Rule `IF-TAC-02`.
    ZoneClaimed {
        /// Which NCU.
        ncu: NcuId,
        /// Which zone.
        zone: ZoneName,
    },
}

impl RoundEvent {
    /// The units and dice that it concerns.
    pub fn subjects(&self) -> Subjects<'_> {
        match self {
            Self::CardDrawn { roll: Some(roll), .. } => Subjects::default().thrown(roll, Roller::Deck, None),
            Self::UnitActivated {
                activated: Activated::Unit(unit),
            }
            | Self::Arrived { unit, .. } => Subjects::units([*unit]),
            Self::CardDrawn { .. }
            | Self::RoundBegan { .. }
            | Self::TurnBegan { .. }
            | Self::TurnPassed { .. }
            | Self::UnitActivated { .. }
            | Self::TurnEnded { .. }
            | Self::ZoneClaimed { .. } => Subjects::default(),
        }
    }
}
