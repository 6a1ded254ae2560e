//! The form of a pack as an owner types it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::data::{
    Battle, BattleMap, Charts, ClassCard, CombatRow, CommandCard, Feature, FireRow, LeaderCard, LevelCost,
    Options, SideCard, StandardCard, Terrain, UnitCard, Values, Weapon,
};
use crate::model::names::{ClassId, CommandId, FeatureId, LeaderId, StandardId, TerrainId, UnitId, WeaponId};

/// A data pack: the charts, the maps and the battles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// `men-of-iron`.
    pub system: String,
    /// Lower-case words and hyphens.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// The pack's own version.
    pub version: String,
    /// Whether its values are made up rather than the printed ones.
    #[serde(default)]
    pub sample: bool,
    /// The charts that all its battles share.
    pub charts: Charts,
    /// The maps by their ids.
    pub maps: BTreeMap<String, BattleMap>,
    /// The battles.
    #[schemars(length(min = 1, max = 50))]
    pub battles: Vec<PackBattle>,
}

/// A battle of a pack. Rule `MOI-SETUP-01` (pp. 2-14).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackBattle {
    /// Lower-case words and hyphens.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// The id of its map.
    pub map: String,
    /// What its charts have other than the pack's. Rule `MOI-MISC-05`.
    #[serde(default)]
    pub charts: ChartChanges,
    /// The two sides, `A` and `B`.
    pub side: BTreeMap<hindsight_kernel::Seat, SideCard>,
    /// The Commands.
    pub command: BTreeMap<CommandId, CommandCard>,
    /// The leaders.
    pub leader: BTreeMap<LeaderId, LeaderCard>,
    /// The combat units.
    pub unit: BTreeMap<UnitId, UnitCard>,
    /// The Standards.
    #[serde(default)]
    pub standard: BTreeMap<StandardId, StandardCard>,
    /// Its own rules.
    #[serde(default)]
    pub options: Options,
}

/// The entries of the charts that a battle has for itself: each replaces the pack's entry of the same name.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ChartChanges {
    /// Hex terrains.
    pub terrain: BTreeMap<TerrainId, Terrain>,
    /// Hexside features.
    pub hexside: BTreeMap<FeatureId, Feature>,
    /// What changes of level cost.
    pub level_cost: Option<LevelCost>,
    /// Unit classes.
    pub class: BTreeMap<ClassId, ClassCard>,
    /// Missile weapons.
    pub weapon: BTreeMap<WeaponId, Weapon>,
    /// The whole Fire Table.
    pub fire_table: Option<Vec<FireRow>>,
    /// The whole Shock Table.
    pub shock_table: Option<Vec<CombatRow>>,
    /// The whole Charge Table.
    pub charge_table: Option<Vec<CombatRow>>,
    /// Rows of the Weapon System Matrix.
    pub matrix: BTreeMap<ClassId, BTreeMap<ClassId, Option<i8>>>,
    /// The values of Unhorsed units.
    pub unhorsed: Option<Values>,
}

impl ChartChanges {
    /// The charts with these changes.
    pub fn applied_to(&self, charts: &Charts) -> Charts {
        let mut charts = charts.clone();
        charts.terrain.extend(self.terrain.clone());
        charts.hexside.extend(self.hexside.clone());
        charts.class.extend(self.class.clone());
        charts.weapon.extend(self.weapon.clone());
        charts.matrix.extend(self.matrix.clone());
        if let Some(cost) = self.level_cost {
            charts.level_cost = cost;
        }
        if let Some(table) = &self.fire_table {
            charts.fire_table.clone_from(table);
        }
        if let Some(table) = &self.shock_table {
            charts.shock_table.clone_from(table);
        }
        if let Some(table) = &self.charge_table {
            charts.charge_table.clone_from(table);
        }
        if let Some(values) = self.unhorsed {
            charts.unhorsed = values;
        }
        charts
    }
}

impl PackBattle {
    /// This battle as a game keeps it, or nothing where its map is missing.
    pub fn battle(&self, pack: &Pack, hash: &str) -> Option<Battle> {
        Some(Battle {
            pack: pack.id.clone(),
            pack_hash: hash.to_owned(),
            id: self.id.clone(),
            title: self.title.clone(),
            map_id: self.map.clone(),
            charts: self.charts.applied_to(&pack.charts),
            map: pack.maps.get(&self.map)?.clone(),
            side: self.side.clone(),
            command: self.command.clone(),
            leader: self.leader.clone(),
            unit: self.unit.clone(),
            standard: self.standard.clone(),
            options: self.options.clone(),
        })
    }
}
