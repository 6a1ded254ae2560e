//! The pieces of a game: combat units, leaders, Standards, and what each did in the present Activation.

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::{ClassId, CommandId, LeaderId, StandardId, UnitId};

/// Whether somebody has nothing to say: what is left out of a written position.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Where a combat unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PiecePlace {
    /// On the map.
    On {
        /// The hex.
        hex: Hex,
        /// The vertex it faces. Rule `MOI-HEX-03`.
        facing: Facing,
    },
    /// Off the map, still to enter. Rule `MOI-REINF-01`.
    Due,
    /// Not placed yet, before the battle. Rule `MOI-SETUP-02`.
    Unplaced,
    /// Removed for good. Rule `MOI-RES-13`.
    Eliminated,
}

/// The status of a combat unit. Rules `MOI-RES-02`, `MOI-RES-10`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Status {
    /// In order.
    #[default]
    Normal,
    /// On its Disordered side.
    Disordered,
    /// Sent to its Standard; counts as Disordered too. Rule `MOI-COMP-07`.
    Retired,
}

/// A formation marker. Rules `MOI-WALL-01`, `MOI-SCHIL-02`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Formation {
    /// None.
    #[default]
    Open,
    /// A Shield Wall.
    ShieldWall,
    /// A Schiltron.
    Schiltron,
}

/// A combat unit in play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its id.
    pub id: UnitId,
    /// Whose it is.
    pub seat: Seat,
    /// Its Command.
    pub command: CommandId,
    /// Its class: that of its counter, `UMAA` once it was Unhorsed.
    pub class: ClassId,
    /// Where it is.
    pub place: PiecePlace,
    /// Its status.
    #[serde(default, skip_serializing_if = "is_default")]
    pub status: Status,
    /// Its formation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub formation: Formation,
    /// Whether a hobilar has dismounted. Rule `MOI-HOBI-01`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub dismounted: bool,
    /// What it did in the present Activation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub acts: Acts,
}

impl Unit {
    /// Its hex, if it is on the map.
    pub const fn hex(&self) -> Option<Hex> {
        match self.place {
            PiecePlace::On { hex, .. } => Some(hex),
            PiecePlace::Due | PiecePlace::Unplaced | PiecePlace::Eliminated => None,
        }
    }

    /// The vertex it faces, if it is on the map.
    pub const fn facing(&self) -> Option<Facing> {
        match self.place {
            PiecePlace::On { facing, .. } => Some(facing),
            PiecePlace::Due | PiecePlace::Unplaced | PiecePlace::Eliminated => None,
        }
    }

    /// Whether tables and ratings read its Disordered side: Disordered or Retired. Rule `MOI-RES-01`.
    pub fn is_disordered(&self) -> bool {
        self.status != Status::Normal
    }

    /// Whether it is Retired. Rule `MOI-RES-10`.
    pub fn is_retired(&self) -> bool {
        self.status == Status::Retired
    }
}

/// What a combat unit did, and what was so, in the present Activation. All of it ends when the next one begins.
/// Rule `MOI-ACT-16`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Acts {
    /// Whether it is out of command. Rule `MOI-CMD-04`.
    #[serde(skip_serializing_if = "is_default")]
    pub out_of_command: bool,
    /// Whether it began the Activation next to an enemy combat unit. Rule `MOI-CHARGE-03`.
    #[serde(skip_serializing_if = "is_default")]
    pub began_adjacent: bool,
    /// The enemy units in whose zones of control it began the Activation. Rules `MOI-CMD-06`, `MOI-CC-02`.
    #[serde(skip_serializing_if = "is_default")]
    pub began_in_zoc_of: Vec<UnitId>,
    /// Its own Move/Fire, once begun.
    #[serde(skip_serializing_if = "is_default")]
    pub turn: Option<MoveFire>,
    /// Whether its Move/Fire is over. Rule `MOI-ACT-17`.
    #[serde(skip_serializing_if = "is_default")]
    pub finished: bool,
    /// Whether it moved: displacement that spends Movement Points. Rule `MOI-MOVE-12`.
    #[serde(skip_serializing_if = "is_default")]
    pub moved: bool,
    /// Whether it made its Active Fire. Rule `MOI-FIRE-06`.
    #[serde(skip_serializing_if = "is_default")]
    pub fired: bool,
    /// Whether it did anything that keeps it from rallying. Rule `MOI-RALLY-01`.
    #[serde(skip_serializing_if = "is_default")]
    pub acted: bool,
    /// Whether it declared an attack in this Shock Phase. Rule `MOI-SHOCK-04`.
    #[serde(skip_serializing_if = "is_default")]
    pub declared: bool,
    /// The attacks it made. Rule `MOI-CONT-04`.
    #[serde(skip_serializing_if = "is_default")]
    pub attacks: u8,
    /// Whether it tried a Counter-Charge. Rule `MOI-CC-03`.
    #[serde(skip_serializing_if = "is_default")]
    pub countercharged: bool,
    /// Its Reaction Fire so far. Rules `MOI-FIRE-11`, `MOI-FIRE-13`.
    #[serde(skip_serializing_if = "is_default")]
    pub reactions: Vec<Reaction>,
}

/// A shot of Reaction Fire that was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reaction {
    /// At which unit.
    pub at: UnitId,
    /// On which occasion.
    pub on: Occasion,
}

/// What Reaction Fire answers. Rules `MOI-FIRE-11`, `MOI-FIRE-12`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Occasion {
    /// A Move.
    Move,
    /// A Charge.
    Charge,
    /// A Counter-Charge.
    CounterCharge,
}

/// The Move/Fire of a unit that has begun it. Rule `MOI-MOVE-01`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveFire {
    /// The facing with which it began. Rule `MOI-FACE-03`.
    pub facing: Facing,
    /// The enemy units in whose zones of control it began. Rules `MOI-MOVE-13`, `MOI-FACE-03`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub in_zoc_of: Vec<UnitId>,
    /// The Movement Allowances, Normal and Disordered, of the state in which it began. Rule `MOI-HOBI-03`.
    pub allowance: [u8; 2],
    /// Movement Points spent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub spent: u8,
    /// Whether it has left the hex in which it began.
    #[serde(default, skip_serializing_if = "is_default")]
    pub left: bool,
    /// Whether it must stop where it is. Rule `MOI-MOVE-06`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stopped: bool,
    /// The enemy units whose zones of control it has left. Rule `MOI-MOVE-16`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub zocs_left: Vec<UnitId>,
    /// Leaders that move along. Rule `MOI-MOVE-07`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub riders: Vec<LeaderId>,
    /// Whether it mounted or dismounted. Rule `MOI-HOBI-03`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub changed: bool,
    /// The friendly missile unit in whose hex it is, passing through. Rule `MOI-MOVE-14`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub passing: Option<UnitId>,
}

/// Where a leader is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum LeaderPlace {
    /// On the map.
    On {
        /// The hex.
        hex: Hex,
    },
    /// Off the map with his units, still to enter. Rule `MOI-REINF-04`.
    Due,
    /// Not placed yet, before the battle.
    Unplaced,
    /// Killed or captured, to be replaced at the next Activation. Rule `MOI-LEAD-11`.
    Lost,
    /// Removed, his Command gone. Rule `MOI-LEAD-02`.
    Removed,
}

/// A leader in play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    /// Their id.
    pub id: LeaderId,
    /// Whose they are.
    pub seat: Seat,
    /// Where they are.
    pub place: LeaderPlace,
    /// Whether the counter shows its replacement side. Rule `MOI-LEAD-11`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub replaced: bool,
    /// How many times the leader or a replacement was killed or captured. Rule `MOI-LEAD-12`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub losses: u16,
    /// Whether they have moved in this Activation, alone or with a unit. Rule `MOI-MOVE-07`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub moved: bool,
    /// Movement Points spent alone. Rule `MOI-MOVE-08`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub spent: u8,
}

impl Leader {
    /// Their hex, if they are on the map.
    pub const fn hex(&self) -> Option<Hex> {
        match self.place {
            LeaderPlace::On { hex } => Some(hex),
            LeaderPlace::Due | LeaderPlace::Unplaced | LeaderPlace::Lost | LeaderPlace::Removed => None,
        }
    }
}

/// A Standard in play. Rule `MOI-STD-01`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Standard {
    /// Its id.
    pub id: StandardId,
    /// Whose it is.
    pub seat: Seat,
    /// Its hex; none before it is placed and once it was captured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<Hex>,
    /// Whether it was captured. Rule `MOI-STD-07`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub captured: bool,
}
