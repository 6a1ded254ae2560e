//! The counters of a battle: Commands, leaders, combat units and Standards (§2.2, pp. 2-3).

use std::fmt;
use std::str::FromStr;

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_geometry::squares::read_text;
use hindsight_kernel::{Argument, Message, Seat, message};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::charts::Values;
use crate::messages::MESSAGES;
use crate::model::names::{ClassId, CommandId, LeaderId, StandardId};

/// Where a counter begins. Written as a hex, `"off"` or `"area"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, JsonSchema)]
#[schemars(
    with = "String",
    extend("pattern" = "^((0[1-9]|[1-9][0-9]){2}|off|area)$")
)]
pub enum Start {
    /// On this hex.
    At(Hex),
    /// Off the map: a reinforcement. Rule `MOI-REINF-01`.
    Off,
    /// Where its owner places it in the side's set-up area. Rule `MOI-SETUP-02`.
    #[default]
    Area,
}

impl Start {
    /// The hex, if it has one.
    pub const fn hex(self) -> Option<Hex> {
        match self {
            Self::At(hex) => Some(hex),
            Self::Off | Self::Area => None,
        }
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(hex) => hex.fmt(f),
            Self::Off => f.write_str("off"),
            Self::Area => f.write_str("area"),
        }
    }
}

impl FromStr for Start {
    type Err = Message;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "off" => Ok(Self::Off),
            "area" => Ok(Self::Area),
            hex => hex.parse().map(Self::At).map_err(|_| {
                message!(
                    MESSAGES,
                    "start-unread",
                    shown = Argument::quoted(hex.chars().take(20).collect::<String>())
                )
            }),
        }
    }
}

impl Serialize for Start {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Start {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_text(deserializer)
    }
}

/// A Command. Rule `MOI-COMP-08` (pp. 3-4, 13).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandCard {
    /// Whose it is.
    pub side: Seat,
    /// What people call it.
    pub name: String,
    /// Its leader.
    pub leader: LeaderId,
    /// Its Standard, if it has one.
    #[serde(default)]
    pub standard: Option<StandardId>,
    /// Whether its units may form a Shield Wall. Rule `MOI-WALL-01`.
    #[serde(default)]
    pub may_shield_wall: bool,
    /// Whether its units may form a Schiltron. Rule `MOI-SCHIL-01`.
    #[serde(default)]
    pub may_schiltron: bool,
    /// Whether it may begin in Shield Wall. Rule `MOI-WALL-07`.
    #[serde(default)]
    pub shield_wall_at_start: bool,
    /// Whether it may begin in Schiltron. Rule `MOI-SETUP-03`.
    #[serde(default)]
    pub schiltron_at_start: bool,
    /// Movement Points that entering the map costs. Rule `MOI-REINF-02`.
    #[serde(default = "one")]
    #[schemars(range(min = 0, max = 20))]
    pub entry_cost: u8,
    /// How many Activations of both sides must be complete before it may be activated, by the battle's own schedule. Rule
    /// `MOI-REINF-01`.
    #[serde(default)]
    #[schemars(range(max = 999))]
    pub available_after: u16,
}

/// One side of a leader's counter. Rule `MOI-COMP-06` (pp. 2-3, 13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaderSide {
    /// Activation Rating.
    #[schemars(range(min = 1, max = 5))]
    pub activation: u8,
    /// Command Range in hexes.
    #[schemars(range(min = 1, max = 20))]
    pub range: u8,
    /// Movement Allowance.
    #[schemars(range(min = 1, max = 20))]
    pub ma: u8,
}

/// A leader. Rule `MOI-COMP-06` (pp. 2-3, 13).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaderCard {
    /// The leader's name.
    pub name: String,
    /// The Commands headed, normally one. Rule `MOI-COMP-08`.
    #[schemars(length(min = 1, max = 9))]
    pub commands: Vec<CommandId>,
    /// Whether this is a King. Rule `MOI-VIC-04`.
    #[serde(default)]
    pub king: bool,
    /// Activation Rating.
    #[schemars(range(min = 1, max = 5))]
    pub activation: u8,
    /// Command Range in hexes.
    #[schemars(range(min = 1, max = 20))]
    pub range: u8,
    /// Movement Allowance.
    #[schemars(range(min = 1, max = 20))]
    pub ma: u8,
    /// The side of the replacement. Rule `MOI-LEAD-11`.
    pub replacement: LeaderSide,
    /// Where the leader begins.
    #[serde(default)]
    pub hex: Start,
}

impl LeaderCard {
    /// The values of the leader's own side.
    pub const fn own(&self) -> LeaderSide {
        LeaderSide {
            activation: self.activation,
            range: self.range,
            ma: self.ma,
        }
    }
}

/// The other side of a hobilar. Rule `MOI-HOBI-01` (pp. 3, 13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DismountedSide {
    /// The class that it counts as.
    pub class: ClassId,
    /// Movement Allowance of the Normal side.
    #[schemars(range(min = 0, max = 20))]
    pub ma: u8,
    /// Movement Allowance of the Disordered side.
    #[schemars(range(min = 0, max = 20))]
    pub ma_dis: u8,
    /// Shock Defense DRM of the Normal side.
    #[schemars(range(min = -9, max = 9))]
    pub sdd: i8,
    /// Shock Defense DRM of the Disordered side.
    #[schemars(range(min = -9, max = 9))]
    pub sdd_dis: i8,
}

impl DismountedSide {
    /// Its printed values.
    pub const fn values(&self) -> Values {
        Values {
            ma: self.ma,
            ma_dis: self.ma_dis,
            sdd: self.sdd,
            sdd_dis: self.sdd_dis,
        }
    }
}

/// A combat unit. Rule `MOI-COMP-05` (pp. 2, 11).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitCard {
    /// Its class.
    pub class: ClassId,
    /// Its Command.
    pub command: CommandId,
    /// Where it begins.
    #[serde(default)]
    pub hex: Start,
    /// Which vertex it faces at the start.
    #[serde(default = "north")]
    pub facing: Facing,
    /// Movement Allowance of the Normal side.
    #[schemars(range(min = 0, max = 20))]
    pub ma: u8,
    /// Movement Allowance of the Disordered side.
    #[schemars(range(min = 0, max = 20))]
    pub ma_dis: u8,
    /// Shock Defense DRM of the Normal side.
    #[schemars(range(min = -9, max = 9))]
    pub sdd: i8,
    /// Shock Defense DRM of the Disordered side.
    #[schemars(range(min = -9, max = 9))]
    pub sdd_dis: i8,
    /// Whether it carries a No Retreat marker. Rule `MOI-MISC-02`.
    #[serde(default)]
    pub no_retreat: bool,
    /// The other side of a hobilar.
    #[serde(default)]
    pub dismounted: Option<DismountedSide>,
    /// Whether a hobilar begins mounted.
    #[serde(default = "yes")]
    pub mounted_at_start: bool,
}

impl UnitCard {
    /// Its printed values, of the side of a hobilar that is mounted.
    pub const fn values(&self) -> Values {
        Values {
            ma: self.ma,
            ma_dis: self.ma_dis,
            sdd: self.sdd,
            sdd_dis: self.sdd_dis,
        }
    }
}

/// A Standard. Rule `MOI-STD-01` (pp. 3, 12).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StandardCard {
    /// The Commands that use it.
    #[schemars(length(min = 1, max = 20))]
    pub commands: Vec<CommandId>,
    /// Where it begins.
    #[serde(default)]
    pub hex: Start,
}

const fn yes() -> bool {
    true
}

const fn one() -> u8 {
    1
}

const fn north() -> Facing {
    Facing::One
}
