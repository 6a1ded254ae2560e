//! Events of charges.

use hindsight_kernel::Roll;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::contests::Charge;
use super::super::names::PieceNo;
use super::subjects::{Contest, Roller, Subjects};
use crate::cards::is_default;
use crate::field::Slot;

/// Charges.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum ChargeEvent {
    /// A charge was declared. Rule `IF-CHG-01`.
    ChargeDeclared {
        /// It.
        charge: Charge,
    },
    /// An effect changed the charge distance. Rule `IF-CHG-04`.
    ChargeModified {
        /// Inches.
        by: i8,
    },
    /// The Charge Bonus was lost: to Hindering terrain or to an effect. Rules `IF-TERR-08`, `IF-BON-01`.
    ChargeBonusLost {
        /// The piece, where it was one.
        #[serde(default, skip_serializing_if = "is_default")]
        piece: Option<PieceNo>,
    },
    /// A Fortified piece lay on the path of a charge. Rule `IF-TERR-07`.
    ChargeFortified {
        /// Which.
        piece: PieceNo,
    },
    /// The charge distance was rolled. Rules `IF-CHG-04`, `IF-CHG-05`.
    ChargeRolled {
        /// The die.
        roll: Roll,
        /// The charge distance in thousandths of an inch.
        distance: i32,
        /// The way to the contact in thousandths of an inch; none where the target is no longer there.
        #[serde(default, skip_serializing_if = "is_default")]
        needed: Option<i32>,
        /// Whether it succeeds.
        success: bool,
    },
    /// A charger was aligned. Rule `IF-CHG-06`.
    ChargeAligned {
        /// In which slot.
        slot: Slot,
    },
    /// The charger suffered from a Dangerous piece, and suffers no more in this charge. Rule `IF-TERR-04`.
    ChargerHurt,
    /// The action of a charge ended.
    ChargeEnded,
}

impl ChargeEvent {
    /// The units and dice that it concerns.
    pub fn subjects(&self) -> Subjects<'_> {
        match self {
            Self::ChargeDeclared { charge } => Subjects::units([charge.charger, charge.target]),
            Self::ChargeRolled { roll, .. } => {
                Subjects::of(Contest::Charge).thrown(roll, Roller::Charger, None)
            }
            Self::ChargeModified { .. }
            | Self::ChargeBonusLost { .. }
            | Self::ChargeFortified { .. }
            | Self::ChargeAligned { .. }
            | Self::ChargerHurt
            | Self::ChargeEnded => Subjects::default(),
        }
    }
}
