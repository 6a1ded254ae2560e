//! Terrain, maps and scenarios in play (pp. 113-119, 136-141).

use battleground_geometry::{Area, Inches, Point};
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::effect::{Cover, Keyword, Trigger};

/// A kind of terrain. Rule `BG4-TERR-13` (pp. 116-119).
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::IntoStaticStr,
    strum::EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[allow(
    missing_docs,
    reason = "the rulebook's names, each with its row in the table of the rule"
)]
pub enum TerrainType {
    BrokenGround,
    Forest,
    FortificationWall,
    FortificationDoor,
    FortificationInside,
    LowBrush,
    LowWall,
    Hedge,
    Hill,
    Road,
    RoughGround,
    Sand,
    SheerCliff,
    Stakes,
    Swamp,
    ShallowWater,
    DeepWater,
    VeryDeepWater,
    WetGround,
    RiverRapids,
    Shoreline,
    VeryRoughGround,
    Fence,
    /// Custom terrain, whose effects stand in the piece; only in the earlier edition. Rule `BG3-TERR-01` (p. 27).
    Custom,
}

/// Custom terrain: effects of a piece that is none of the printed kinds, as the players agree on them; only in the earlier edition. Rule
/// `BG3-TERR-01` (p. 27).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CustomTerrain {
    /// What people call it.
    #[schemars(length(min = 1, max = 60))]
    pub name: String,
    /// What it costs to cross.
    #[serde(default)]
    pub crossing: CustomCost,
    /// What it costs units with a keyword; of several that a unit has the worst counts. Rule `BG3-TERR-05` (p. 27).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 14))]
    pub crossing_for: Vec<CustomCostFor>,
    /// Cover of a unit within it against shots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover_from_shots: Option<Cover>,
    /// Cover of a unit within it in melee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover_in_melee: Option<Cover>,
    /// How high it stands in the way of lines, in feet: a normal unit is 10 feet high, a forest 30. None if it stops none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100))]
    pub height: Option<u8>,
    /// Whether units within it cannot shoot.
    #[serde(default, skip_serializing_if = "crate::model::state::is_false")]
    pub no_shooting: bool,
}

/// What custom terrain costs units with a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CustomCostFor {
    /// Which.
    pub keyword: Keyword,
    /// What it costs them.
    pub cost: CustomCost,
}

/// What custom terrain costs to cross.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CustomCost {
    /// It may not be entered.
    Impassable,
    /// So many rows of the Movement Category table fewer.
    Slower(u8),
}

impl Default for CustomCost {
    fn default() -> Self {
        Self::Slower(0)
    }
}

/// Where a piece lies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// An area.
    Area(Area),
    /// A line without width: walls, hedges, stakes, cliff edges. Rule `BG4-TERR-01` (pp. 113, 137).
    Line(Vec<Point>),
}

/// A side of a line, looking along it from its first point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LineSide {
    /// On the left hand.
    Left,
    /// On the right hand.
    Right,
}

/// A terrain piece. Rules `BG4-TERR-01`, `BG4-TERR-13` (pp. 113, 116-119, 137).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Its kind.
    pub kind: TerrainType,
    /// Where it lies.
    pub ground: Ground,
    /// The level of this part of a hill, 1 to 3. Every level of a hill is a piece of its own.
    #[serde(default)]
    pub level: u8,
    /// The level that a sheer cliff rises to. Rule `BG4-TERR-21` (pp. 117-118).
    #[serde(default)]
    pub rises_to: u8,
    /// The sharp side of stakes, or the upper side of a cliff line. Rule `BG4-TERR-22` (p. 118).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sharp: Option<LineSide>,
    /// Whether a scenario says that it blocks Visibility. Rule `BG4-TERR-02` (p. 113).
    #[serde(default)]
    pub blocks_visibility: bool,
    /// The effects of custom terrain. Rule `BG3-TERR-01` (p. 27).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom: Option<CustomTerrain>,
}

/// A terrain map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its pieces.
    pub pieces: Vec<Piece>,
}

/// A scenario. Rules `BG4-SCEN-01` to `BG4-SCEN-08` (pp. 35, 126, 137, 141).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Its id: `breaking-point`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The budget it prescribes, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<u16>,
    /// Width of the play area. Rule `BG4-GEO-01` (p. 137).
    pub width: Inches,
    /// Depth of the play area.
    pub depth: Inches,
    /// South's and North's deployment zones. Rule `BG4-DEPLOY-01` (p. 138).
    pub zones: [Area; 2],
    /// Command actions a turn, if not 1 per 500 points. Rule `BG4-CMD-03` (pp. 34-35).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 20))]
    pub command_actions: Option<u8>,
    /// Command actions of the very first turn, if the scenario names them. Rule `BG4-CMD-03` (pp. 34-35).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 20))]
    pub first_turn_actions: Option<u8>,
    /// Whether mercenaries may be taken. Rule `BG4-MERC-01` (pp. 126, 136).
    pub mercenaries: bool,
    /// The map that it is played on, if it prescribes one. Rule `BG4-SETUP-04` (p. 137).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// How the armies are deployed. Rule `BG4-DEPLOY-02` (p. 139).
    #[serde(default, skip_serializing_if = "Deployment::is_standard")]
    pub deployment: Deployment,
    /// Its special rules. Rule `BG4-END-01` (pp. 112-113).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<ScenarioRule>,
    /// How it is won.
    pub victory: Victory,
}

/// How the armies of a scenario are deployed. Rules `BG4-DEPLOY-02`, `BG4-SCEN-08` (pp. 35, 126, 137, 139).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Deployment {
    /// By the Standard Deployment Procedure: by turns, the player with more units first.
    #[default]
    Standard,
    /// One player deploys their whole army, then the other.
    WholeArmies {
        /// Who begins.
        first: Seat,
        /// Whether a Skirmisher may lie outside its zone and only touch it, as in the standard procedure. Rule
        /// `BG4-SKIRM-01` (p. 127).
        #[serde(default)]
        skirmishers_outside: bool,
    },
}

impl Deployment {
    /// Whether it is the Standard Deployment Procedure.
    pub const fn is_standard(&self) -> bool {
        matches!(self, Self::Standard)
    }

    /// Whether a Skirmisher may lie outside its zone as long as some part of it touches the zone. Rule `BG4-SKIRM-01` (p. 127).
    pub const fn lets_skirmishers_out(&self) -> bool {
        match self {
            Self::Standard => true,
            Self::WholeArmies {
                skirmishers_outside, ..
            } => *skirmishers_outside,
        }
    }
}

/// A special rule of a scenario: each unit on the table has it, or each unit of one player. Rules `BG4-END-01`,
/// `BG4-SCEN-08` (pp. 35, 112-113, 126, 137).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScenarioRule {
    /// Whose units have it; all of them if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The rule.
    pub rule: Trigger,
}

/// How a scenario is won. Rules `BG4-SCEN-02` to `BG4-SCEN-06` (p. 141); numbers are percent of the budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// Destroyed points that win, in percent of the budget.
    pub threshold: u8,
    /// Remaining points of a Crushing Victory.
    pub crushing: u8,
    /// Remaining points of a Victory.
    pub victory: u8,
    /// Points for each unit that sacks the camp. Rule `BG4-SCEN-03` (p. 141).
    pub sacking: u16,
    /// Printed cost that a sacking unit must exceed.
    pub sacking_above: u16,
    /// The last turn of each player, if the scenario has a limit; none in Breaking Point. Rule `BG4-SCEN-07`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<u16>,
}
