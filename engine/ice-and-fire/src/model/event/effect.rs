//! Events of tactics cards, Orders and their effects.

use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::agenda::Source;
use super::super::names::UnitId;
use super::subjects::Subjects;
use crate::cards::{CardId, is_default};

/// Tactics cards, Orders and their effects.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum EffectEvent {
    /// A card was played and lies on the discard pile. Rule `IF-CARD-01`.
    CardPlayed {
        /// By whom.
        seat: Seat,
        /// Which.
        card: CardId,
    },
    /// An Order was used. Rule `IF-ORD-01`.
    OrderUsed {
        /// Whose.
        unit: UnitId,
        /// Its place among the unit's Orders.
        order: u8,
    },
    /// What the vocabulary of packs cannot say is shown to the players, who settle it.
    TextShown {
        /// What it comes from.
        source: Source,
        /// Who reads it out.
        seat: Seat,
    },
    /// An effect found nothing that it could happen to.
    EffectLost {
        /// What it comes from; none is the zone that was claimed.
        #[serde(default, skip_serializing_if = "is_default")]
        source: Option<Source>,
        /// Whose it is.
        seat: Seat,
    },
}

impl EffectEvent {
    /// The units and dice that it concerns.
    pub fn subjects(&self) -> Subjects<'_> {
        match self {
            Self::OrderUsed { unit, .. } => Subjects::units([*unit]),
            Self::CardPlayed { .. } | Self::TextShown { .. } | Self::EffectLost { .. } => Subjects::default(),
        }
    }
}
