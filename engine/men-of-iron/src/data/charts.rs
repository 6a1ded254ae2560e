//! The charts of the play-aid cards: terrain, classes, weapons, combat tables and the Weapon System Matrix.

use std::collections::BTreeMap;

use hindsight_kernel::message;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::results::{Combat, CombatCell, CombatRow, FireRow, Order, Outcome, row};
use crate::messages::MESSAGES;
use crate::model::names::{ClassId, FeatureId, TerrainId, WeaponId};

/// The two columns of movement costs and of the Fire Table. Rule `MOI-COMP-04` (p. 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Column {
    /// On foot.
    Foot,
    /// Mounted.
    Mounted,
}

/// An entry of a chart for a step or a fight: a number, or "NA" where it is not allowed. Written as the
/// number or `"NA"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Entry<N> {
    /// So much.
    Number(N),
    /// Not allowed.
    Na,
}

/// Movement Points for a hex or a hexside. Rule `MOI-MOVE-03` (pp. 4-5).
pub type Cost = Entry<u8>;
/// A modifier of the Shock/Charge column. Rule `MOI-SDRM-04` (p. 9).
pub type FightModifier = Entry<i8>;

impl<N: Copy> Entry<N> {
    /// The number, or nothing for NA.
    pub const fn number(self) -> Option<N> {
        match self {
            Self::Number(number) => Some(number),
            Self::Na => None,
        }
    }
}

impl<N: Serialize> Serialize for Entry<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => number.serialize(serializer),
            Self::Na => serializer.serialize_str("NA"),
        }
    }
}

impl<'de> Deserialize<'de> for Entry<u8> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        entry(deserializer).and_then(|entry| match entry {
            Entry::Na => Ok(Self::Na),
            Entry::Number(number) => u8::try_from(number)
                .map(Self::Number)
                .map_err(|_| serde::de::Error::custom(message!(MESSAGES, "chart-cost-expected", number))),
        })
    }
}

impl<'de> Deserialize<'de> for Entry<i8> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        entry(deserializer).and_then(|entry| match entry {
            Entry::Na => Ok(Self::Na),
            Entry::Number(number) => i8::try_from(number)
                .map(Self::Number)
                .map_err(|_| serde::de::Error::custom(message!(MESSAGES, "chart-modifier-expected", number))),
        })
    }
}

fn entry<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Entry<i64>, D::Error> {
    struct NumberOrNa;
    impl serde::de::Visitor<'_> for NumberOrNa {
        type Value = Entry<i64>;
        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a whole number or \"NA\"")
        }
        fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
            Ok(Entry::Number(number))
        }
        fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Self::Value, E> {
            i64::try_from(number).map(Entry::Number).map_err(E::custom)
        }
        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
            if text == "NA" {
                Ok(Entry::Na)
            } else {
                Err(E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }
    }
    deserializer.deserialize_any(NumberOrNa)
}

impl JsonSchema for Entry<u8> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Cost".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "oneOf": [{ "type": "integer", "minimum": 0, "maximum": 9 }, { "const": "NA" }] })
    }
}

impl JsonSchema for Entry<i8> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FightModifier".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "oneOf": [{ "type": "integer", "minimum": -9, "maximum": 9 }, { "const": "NA" }] })
    }
}

/// A hex terrain of the Terrain Effects Chart. Rule `MOI-MOVE-20` (pp. 4-10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// Movement Points of a step into it on foot.
    pub mp_foot: Cost,
    /// Movement Points of a step into it when mounted.
    pub mp_mounted: Cost,
    /// For attackers on foot against a defender in it.
    pub shock_foot: FightModifier,
    /// For mounted attackers against a defender in it.
    pub shock_mounted: FightModifier,
    /// For missile fire at a target in it. Rule `MOI-FIRE-22`.
    #[serde(default)]
    #[schemars(range(min = -9, max = 9))]
    pub fire: i8,
    /// Whether fire may not pass through it. Rule `MOI-LOS-02`.
    #[serde(default)]
    pub blocks_los: bool,
    /// Whether a unit in it may be charged. Rule `MOI-CHARGE-07`.
    #[serde(default = "yes")]
    pub charge_into: bool,
    /// Added to the Reluctance roll of a charge into it. Rule `MOI-CHARGE-14`.
    #[serde(default)]
    #[schemars(range(min = -9, max = 9))]
    pub reluctance_drm: i8,
    /// For attackers on foot that stand in it.
    #[serde(default)]
    #[schemars(range(min = -9, max = 9))]
    pub attacker_drm_foot: i8,
    /// For mounted attackers that stand in it.
    #[serde(default)]
    #[schemars(range(min = -9, max = 9))]
    pub attacker_drm_mounted: i8,
}

impl Terrain {
    /// The cost of a step into it.
    pub const fn cost(&self, column: Column) -> Cost {
        match column {
            Column::Foot => self.mp_foot,
            Column::Mounted => self.mp_mounted,
        }
    }

    /// The modifier of an attack on a defender in it.
    pub const fn shock(&self, column: Column) -> FightModifier {
        match column {
            Column::Foot => self.shock_foot,
            Column::Mounted => self.shock_mounted,
        }
    }

    /// The modifier of an attack by a unit that stands in it.
    pub const fn attacker_drm(&self, column: Column) -> i8 {
        match column {
            Column::Foot => self.attacker_drm_foot,
            Column::Mounted => self.attacker_drm_mounted,
        }
    }
}

/// A hexside feature of the Terrain Effects Chart. Rule `MOI-MOVE-20` (pp. 4-10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// Movement Points added on foot. Not read for `slope` and `steep_slope`: see [`LevelCost`].
    pub mp_foot: Cost,
    /// Movement Points added when mounted.
    pub mp_mounted: Cost,
    /// For attackers on foot across it.
    pub shock_foot: FightModifier,
    /// For mounted attackers across it.
    pub shock_mounted: FightModifier,
    /// For missile fire that enters the target's hex across it. Rule `MOI-FIRE-22`.
    #[serde(default)]
    #[schemars(range(min = -9, max = 9))]
    pub fire: i8,
    /// Whether a Charge may cross it. Rule `MOI-CHARGE-07`.
    #[serde(default = "yes")]
    pub charge_across: bool,
    /// Added to the Reluctance roll of a charge across it. Rule `MOI-CHARGE-14`.
    #[serde(default)]
    #[schemars(range(min = -9, max = 9))]
    pub reluctance_drm: i8,
    /// Whether it is water, whose movement cost a bridge or ford cancels. Rule `MOI-MOVE-04`.
    #[serde(default)]
    pub water: bool,
    /// Whether it is a bridge or ford. Rule `MOI-MOVE-04`.
    #[serde(default)]
    pub cancels_water: bool,
    /// Whether it is a road link: a step along it pays the cost of clear terrain. Rule `MOI-MOVE-04`.
    #[serde(default)]
    pub road: bool,
}

impl Feature {
    /// The cost that a step across it adds.
    pub const fn cost(&self, column: Column) -> Cost {
        match column {
            Column::Foot => self.mp_foot,
            Column::Mounted => self.mp_mounted,
        }
    }

    /// The modifier of an attack across it.
    pub const fn shock(&self, column: Column) -> FightModifier {
        match column {
            Column::Foot => self.shock_foot,
            Column::Mounted => self.shock_mounted,
        }
    }
}

/// Movement over a change of level. Rules `MOI-HEX-09`, `MOI-MOVE-03` (pp. 5, 8-9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LevelCost {
    /// Up a slope on foot.
    pub slope_up_foot: Cost,
    /// Up a slope when mounted.
    pub slope_up_mounted: Cost,
    /// Down a slope on foot.
    pub slope_down_foot: Cost,
    /// Down a slope when mounted.
    pub slope_down_mounted: Cost,
    /// Over a steep slope on foot, either way.
    pub steep_foot: Cost,
    /// Over a steep slope when mounted, either way.
    pub steep_mounted: Cost,
}

/// Whether a class exerts a ZOC. Rule `MOI-ZOC-01` (p. 6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Zoc {
    /// If it is Missile Infantry, or mounted and able to attack by Shock.
    #[default]
    Auto,
    /// It does.
    Yes,
    /// It does not.
    No,
}

/// A unit class. Rules `MOI-COMP-03`, `MOI-COMP-04` (pp. 2-3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClassCard {
    /// What people call it.
    pub name: String,
    /// What its counters show: up to three letters; without it the beginning of the class's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 3))]
    pub label: Option<String>,
    /// On foot or mounted.
    pub kind: Column,
    /// Its missile weapon.
    #[serde(default)]
    pub weapon: Option<WeaponId>,
    /// Whether it is Missile Infantry. Rule `MOI-COMP-04`.
    #[serde(default)]
    pub missile_infantry: bool,
    /// Whether it exerts a ZOC.
    #[serde(default)]
    pub zoc: Zoc,
    /// Whether it may Charge and Counter-Charge. Rule `MOI-CHARGE-03`.
    #[serde(default)]
    pub can_charge: bool,
    /// For missile fire at it.
    #[serde(default)]
    #[schemars(range(min = -9, max = 9))]
    pub fire_target_drm: i8,
    /// Whether it may form a Shield Wall. Rule `MOI-WALL-01`.
    #[serde(default)]
    pub shield_wall_ok: bool,
    /// Whether it may form a Schiltron. Rule `MOI-SCHIL-02`.
    #[serde(default)]
    pub schiltron_ok: bool,
    /// Flight Points when it is Eliminated. Rule `MOI-VIC-04`.
    #[schemars(range(min = 2, max = 3))]
    pub fp: u8,
}

/// How often a weapon reacts. Rules `MOI-FIRE-11`, `MOI-FIRE-13` (p. 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// Against every enemy unit that qualifies.
    Each,
    /// Once in an Activation.
    One,
    /// Never.
    None,
}

/// A missile weapon of the Fire DRM Table (§9.3, p. 7).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// The range DRM at 1 hex, 2 hexes ..., up to the maximum range.
    #[schemars(length(min = 1, max = 20))]
    pub range_drm: Vec<i8>,
    /// Whether it may Return Fire. Rules `MOI-FIRE-08`, `MOI-FIRE-10`.
    pub return_fire: bool,
    /// How often it reacts.
    pub reaction: Reaction,
    /// Whether it fires through hexes with units. Rule `MOI-FIRE-21`.
    pub fires_through_units: bool,
    /// Whether it reacts to a Counter-Charge. Rule `MOI-FIRE-12`.
    pub reacts_to_countercharge: bool,
}

impl Weapon {
    /// Its maximum range in hexes. Rule `MOI-FIRE-02` (p. 7).
    pub const fn range(&self) -> u32 {
        self.range_drm.len() as u32
    }
}

/// The printed values of both sides of a combat unit. Rule `MOI-COMP-05` (pp. 2, 11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Values {
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

/// The values of the side that is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strength {
    /// Movement Allowance.
    pub ma: u8,
    /// Shock Defense DRM.
    pub sdd: i8,
}

impl Values {
    /// The values of one side.
    pub const fn side(&self, order: Order) -> Strength {
        match order {
            Order::Normal => Strength {
                ma: self.ma,
                sdd: self.sdd,
            },
            Order::Disordered => Strength {
                ma: self.ma_dis,
                sdd: self.sdd_dis,
            },
        }
    }
}

/// All charts of a battle.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Charts {
    /// The hex terrains; `clear` is what every hex is that the map does not name.
    pub terrain: BTreeMap<TerrainId, Terrain>,
    /// The hexside features; `slope` and `steep_slope` follow from levels too.
    pub hexside: BTreeMap<FeatureId, Feature>,
    /// What changes of level cost.
    pub level_cost: LevelCost,
    /// The unit classes.
    pub class: BTreeMap<ClassId, ClassCard>,
    /// The missile weapons.
    pub weapon: BTreeMap<WeaponId, Weapon>,
    /// The Fire Table, lowest row first.
    pub fire_table: Vec<FireRow>,
    /// The Shock Table, lowest row first.
    pub shock_table: Vec<CombatRow>,
    /// The Charge Table, lowest row first.
    pub charge_table: Vec<CombatRow>,
    /// The Weapon System Matrix: attacker, then defender. A missing row never attacks, a null cell may not be attacked.
    pub matrix: BTreeMap<ClassId, BTreeMap<ClassId, Option<i8>>>,
    /// The values of every unhorsed unit. Rule `MOI-RES-12`.
    pub unhorsed: Values,
}

impl Charts {
    /// The Fire Table's result. Rules `MOI-FIRE-16`, `MOI-FIRE-18`, `MOI-COMP-10` (pp. 3, 7).
    pub fn fire_result(&self, adjusted: i32, column: Column, order: Order) -> Outcome {
        row(&self.fire_table, adjusted, |row| row.dr).map_or(Outcome::NONE, |row| row.result(column, order))
    }

    /// The Shock or Charge Table's cell. Rules `MOI-RES-01`, `MOI-COMP-10` (pp. 3, 11).
    pub fn combat_result(&self, combat: Combat, adjusted: i32, order: Order) -> CombatCell {
        let table = match combat {
            Combat::Shock => &self.shock_table,
            Combat::Charge => &self.charge_table,
        };
        row(table, adjusted, |row| row.dr).map_or_else(CombatCell::default, |row| row.cell(order))
    }

    /// The cell of the Weapon System Matrix, or nothing where the attack is not allowed. Rules `MOI-SHOCK-01`,
    /// `MOI-SDRM-09` (pp. 8-9).
    pub fn matrix(&self, attacker: ClassId, defender: ClassId) -> Option<i8> {
        *self.matrix.get(&attacker)?.get(&defender)?
    }

    /// Whether a class can attack some class by Shock. Rules `MOI-SHOCK-01`, `MOI-ZOC-01` (pp. 6, 8).
    pub fn attacks_by_shock(&self, class: ClassId) -> bool {
        self.matrix
            .get(&class)
            .is_some_and(|row| row.values().any(Option::is_some))
    }

    /// Whether a class exerts a ZOC while it can. Rule `MOI-ZOC-01` (p. 6).
    pub fn exerts_zoc(&self, class: ClassId) -> bool {
        self.class.get(&class).is_some_and(|card| match card.zoc {
            Zoc::Yes => true,
            Zoc::No => false,
            Zoc::Auto => {
                card.missile_infantry || card.kind == Column::Mounted && self.attacks_by_shock(class)
            }
        })
    }

    /// The weapon of a class.
    pub fn weapon_of(&self, class: ClassId) -> Option<(WeaponId, &Weapon)> {
        let id = self.class.get(&class)?.weapon?;
        Some((id, self.weapon.get(&id)?))
    }
}

impl Default for LevelCost {
    fn default() -> Self {
        Self {
            slope_up_foot: Cost::Number(0),
            slope_up_mounted: Cost::Number(0),
            slope_down_foot: Cost::Number(0),
            slope_down_mounted: Cost::Number(0),
            steep_foot: Cost::Number(0),
            steep_mounted: Cost::Number(0),
        }
    }
}

const fn yes() -> bool {
    true
}
