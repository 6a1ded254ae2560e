//! Lists and weapons as players choose them. §Build Your Army, §Reveal your armies, §Select your weapons.

use std::sync::Arc;

use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::names::CardId;
use crate::model::state::{ArmyList, Assigned};

/// Events of the choice of lists and weapons.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum ArmyEvent {
    /// A player confirmed the list. Rule `BB-ARMY-01`.
    ListConfirmed {
        /// Who.
        seat: Seat,
        /// The list, if it is known here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        list: Option<Arc<ArmyList>>,
        /// The mixed list to be shown, where the list itself was not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shown: Option<Arc<Vec<CardId>>>,
    },
    /// Both mixed lists were shown. Rule `BB-REV-01`.
    ListsRevealed {
        /// South's cards, sorted by class and id.
        south: Arc<Vec<CardId>>,
        /// North's cards, sorted by class and id.
        north: Arc<Vec<CardId>>,
        /// The free allowances of the Generals shown by South and by North.
        allowances: [u8; 2],
    },
    /// A player confirmed the weapons. Rule `BB-WPN-01`.
    WeaponsConfirmed {
        /// Who.
        seat: Seat,
        /// What goes to whom, if it is known here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weapons: Option<Arc<Vec<Assigned>>>,
    },
}
