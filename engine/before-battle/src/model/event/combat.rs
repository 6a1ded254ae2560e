//! Combats, from their order of blows to their result. §Combat, §Combat resolution.

use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::event::Blow;
use crate::model::names::{UnitId, UnitSet};
use crate::model::strike::Strike;

/// Events of a combat.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum CombatEvent {
    /// The combats of this phase were determined. Rules `BB-CMB-04` and `-05`.
    CombatsSet {
        /// Their units, in the order in which they will be fought.
        combats: Vec<UnitSet>,
    },
    /// A combat began with this order of blows. Rules `BB-ORD-01` to `-06`.
    CombatOrderSet {
        /// Who strikes whom, from which direction, in which tier.
        strikes: Vec<Strike>,
        /// Units that face an enemy but were attacked in the rear.
        silenced: UnitSet,
    },
    /// The blows of a tier. Rule `BB-ORD-07`.
    TierFought {
        /// 1 to 4.
        tier: u8,
        /// In the order of the dice.
        blows: Vec<Blow>,
    },
    /// A combat has its result. Rules `BB-RES-01` to `-04`.
    CombatResolved {
        /// Wounds inflicted by South and by North.
        wounds: [u16; 2],
        /// Whether units still fight: without that there is no result.
        fighting: bool,
        /// Who won, if anybody.
        winner: Option<Seat>,
        /// Who rolls to flee, in order.
        tests: Vec<UnitId>,
    },
}
