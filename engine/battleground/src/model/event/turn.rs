//! Events of turns, phases and the end of the battle.

use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::names::UnitId;
use crate::model::state::{Ending, Glimpse, Phase};

/// An event of turns, phases and the end of the battle.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum TurnEvent {
    /// A turn begins.
    TurnBegan {
        /// Its number.
        turn: u16,
        /// Whose it is.
        active: Seat,
        /// Command actions gained.
        actions: u8,
        /// Units engaged at its start.
        engaged: Vec<UnitId>,
        /// Units flying at its start.
        flying: Vec<UnitId>,
    },
    /// A phase begins.
    PhaseBegan {
        /// Which.
        phase: Phase,
    },
    /// The start of the turn was noted.
    SnapshotTaken {
        /// Every own unit against every enemy.
        glimpses: Vec<Glimpse>,
    },
    /// A player of a team has finished their part of the Movement & Command Phase. Rule `BG3-SCEN-03` (p. 26).
    Finished {
        /// Who.
        seat: Seat,
    },
    /// The turn is over: what held for it ends.
    TurnEnded,
    /// A turn of a player is over who has only Airborne units: so many in a row in which none of them sought the enemy. Rule
    /// `BG3-SET-14` (pp. 29-30).
    FliersWaited {
        /// Whose.
        seat: Seat,
        /// How many turns.
        turns: u8,
    },
    /// The victory check of an End of Turn.
    VictoryChecked {
        /// Destroyed points of South and North.
        destroyed: [u32; 2],
        /// Units that sack the camp.
        sackers: Vec<UnitId>,
    },
    /// The battle ended.
    BattleEnded {
        /// How.
        ending: Ending,
    },
}
