//! Events of the set-up: factions, armies, who begins.

use hindsight_kernel::{Roll, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::state::{Agreed, Allegiance, ArmyList, Unit};

/// An event of the set-up: factions, armies, who begins.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum SetupEvent {
    /// A faction was chosen; nothing while it is secret or unknown.
    FactionChosen {
        /// Whose.
        seat: Seat,
        /// Which.
        allegiance: Option<Allegiance>,
    },
    /// Something was agreed.
    AgreementMade {
        /// All that is agreed so far.
        agreed: Agreed,
    },
    /// An army list was built; nothing while it is secret or unknown.
    ArmyBuilt {
        /// Whose.
        seat: Seat,
        /// What.
        list: Option<ArmyList>,
    },
    /// An army is on hand: its units wait for deployment. Who may not know it yet is told how many units it has, and whether
    /// there are mercenaries among them. Rules `BG4-ARMY-05`, `BG4-MERC-01` (pp. 126, 136, 138).
    ArmyMustered {
        /// Whose.
        seat: Seat,
        /// The units, in order.
        units: Vec<Unit>,
        /// Command cards bought.
        cards: u8,
        /// Points spent.
        spent: u32,
        /// Whether each unit is known to the other player only when it is deployed. Streams of older rules showed all at
        /// once.
        #[serde(default, skip_serializing_if = "crate::model::state::is_false")]
        concealed: bool,
        /// How many units more there are, which are not known here.
        #[serde(default, skip_serializing_if = "crate::model::state::is_none_left")]
        unknown: u8,
        /// Whether the player announces that mercenaries were taken. Rule `BG4-MERC-01` (pp. 126, 136).
        #[serde(default, skip_serializing_if = "crate::model::state::is_false")]
        mercenaries: bool,
        /// The abilities bought, which all may know. Rule `BG3-ARMY-01` (p. 25).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        abilities: Vec<String>,
    },
    /// Both players rolled for who counts as having spent fewer points. Rule `BG3-SET-10` (p. 4).
    FewerPointsRolled {
        /// South's die.
        south: Roll,
        /// North's die.
        north: Roll,
        /// Whose is higher; nobody's on a tie.
        seat: Option<Seat>,
    },
    /// A player was drawn by lot.
    LotDrawn {
        /// What for.
        purpose: String,
        /// The die.
        roll: Roll,
        /// Who.
        seat: Seat,
    },
    /// Who deploys first is settled.
    FirstDeployerNamed {
        /// Who.
        seat: Seat,
    },
    /// Who gives the first order is settled.
    FirstOrdererNamed {
        /// Who.
        seat: Seat,
    },
    /// The first player is named.
    FirstPlayerNamed {
        /// Who.
        seat: Seat,
    },
}
