//! The map of a battle: what lies in each hex and along each hexside. Rule `MOI-HEX-01` (p. 2).

use std::collections::BTreeMap;

use hindsight_geometry::hexes::{Extent, Hex, Hexside};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::names::{CommandId, FeatureId, TerrainId};

/// The terrain of a hex that the map does not name.
pub const CLEAR: TerrainId = TerrainId::of("clear");
/// The hexside between levels that differ by 1. Rule `MOI-HEX-09`.
pub const SLOPE: FeatureId = FeatureId::of("slope");
/// The hexside between levels that differ by 2 or more. Rule `MOI-HEX-09`.
pub const STEEP_SLOPE: FeatureId = FeatureId::of("steep_slope");

/// A map of hexes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BattleMap {
    /// What people call it.
    pub name: String,
    /// Columns.
    #[schemars(range(min = 1, max = 99))]
    pub width: u8,
    /// Rows.
    #[schemars(range(min = 1, max = 99))]
    pub height: u8,
    /// What lies in each hex that is not clear ground of level 0.
    #[serde(default)]
    pub hex: BTreeMap<Hex, HexGround>,
    /// What lies along each hexside: streams, hedges, roads, bridges, slopes that the levels do not tell.
    #[serde(default)]
    pub side: BTreeMap<Hexside, Vec<FeatureId>>,
}

/// What lies in a hex.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HexGround {
    /// Its terrain.
    #[serde(default = "clear")]
    pub terrain: TerrainId,
    /// Its elevation. Rule `MOI-HEX-09`.
    #[serde(default)]
    #[schemars(range(min = 0, max = 9))]
    pub level: u8,
    /// Whose reinforcements enter here. Rule `MOI-REINF-01`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entry_for: Vec<CommandId>,
    /// A name that people know it by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl BattleMap {
    /// Its columns and rows.
    pub const fn extent(&self) -> Extent {
        Extent {
            columns: self.width,
            rows: self.height,
        }
    }

    /// The terrain of a hex.
    pub fn terrain(&self, hex: Hex) -> TerrainId {
        self.hex.get(&hex).map_or(CLEAR, |ground| ground.terrain)
    }

    /// The elevation of a hex.
    pub fn level(&self, hex: Hex) -> u8 {
        self.hex.get(&hex).map_or(0, |ground| ground.level)
    }

    /// The features marked along a hexside.
    pub fn marks(&self, side: Hexside) -> &[FeatureId] {
        self.side.get(&side).map_or(&[], Vec::as_slice)
    }

    /// The hexes by which the reinforcements of a Command enter. Rule `MOI-REINF-01` (p. 5).
    pub fn entries(&self, command: CommandId) -> impl Iterator<Item = Hex> {
        self.hex
            .iter()
            .filter(move |(_, ground)| ground.entry_for.contains(&command))
            .map(|(&hex, _)| hex)
    }
}

impl Default for BattleMap {
    fn default() -> Self {
        Self {
            name: String::new(),
            width: 1,
            height: 1,
            hex: BTreeMap::new(),
            side: BTreeMap::new(),
        }
    }
}

impl Default for HexGround {
    fn default() -> Self {
        Self {
            terrain: CLEAR,
            level: 0,
            entry_for: Vec::new(),
            name: None,
        }
    }
}

const fn clear() -> TerrainId {
    CLEAR
}
