//! Unit cards, item cards and the board card: the printed numbers of a battle.
//!
//! Every number here comes from a data pack; the rulebook prints none.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use hindsight_geometry::squares::Field;
use hindsight_kernel::message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::messages::MESSAGES;
use crate::model::names::{CardId, ItemId, Name, words};

words! {
    /// The class of a unit. Rule `BB-ARMY-01`.
    pub enum Class {
        /// Three of them, together at most 7 points.
        Core,
        /// Two of them.
        Elite,
        /// One.
        General,
    }
}

words! {
    /// The type of a unit: Elite distractions go by it. Rule `BB-ARMY-07`.
    pub enum UnitType {
        /// On foot.
        Infantry,
        /// Mounted.
        Cavalry,
        /// Armed to shoot.
        Missile,
    }
}

words! {
    /// What a card changes in the order of blows. Rule `BB-ORD-08`.
    #[derive(Default)]
    pub enum BlowOrder {
        /// Nothing.
        #[default]
        None,
        /// Strikes before an enemy that charged its front.
        BeforeCharger,
    }
}

const fn one() -> u8 {
    1
}

/// Whether a field says what it says when it is left out.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A unit card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitCard {
    /// Unique in its pack.
    pub id: CardId,
    /// What people call it.
    #[schemars(length(min = 1, max = 120))]
    pub name: String,
    /// The roster (faction) it belongs to.
    pub roster: Name,
    /// Core, Elite or General.
    pub class: Class,
    /// Infantry, cavalry or missile.
    #[serde(rename = "type")]
    pub kind: UnitType,
    /// Points towards the cap of the Core units; only Core cards have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 5))]
    pub cost: Option<u8>,
    /// Models at the start.
    #[schemars(range(min = 1, max = 20))]
    pub models: u8,
    /// Wounds that kill one model.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 5))]
    pub wounds_per_model: u8,
    /// How many models fight or shoot at most.
    #[schemars(range(min = 1, max = 20))]
    pub front_rank: u8,
    /// Melee dice of each model.
    #[schemars(range(min = 1, max = 5))]
    pub attacks: u8,
    /// The least face that hits in melee.
    #[schemars(range(min = 2, max = 6))]
    pub melee: u8,
    /// The least face that hits in shooting, if the unit can shoot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 2, max = 6))]
    pub ranged: Option<u8>,
    /// The least face that blocks; 7 is a unit that cannot.
    #[schemars(range(min = 2, max = 7))]
    pub block: u8,
    /// Cells of a full move.
    #[schemars(range(min = 1, max = 5))]
    pub speed: u8,
    /// The printed ranged weapon, replaced by an assigned ranged item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub innate_ranged: Option<ItemId>,
    /// What may be assigned to it.
    #[serde(default)]
    pub equip: Equip,
    /// A printed change of the order of blows.
    #[serde(default, skip_serializing_if = "is_default")]
    pub order: BlowOrder,
    /// A General's free equipment points.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(range(min = 0, max = 5))]
    pub allowance: u8,
}

/// Per slot, the item types a unit accepts with the highest level of each. Rule `BB-WPN-03`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Equip {
    /// Melee items.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("additionalProperties" = { "type": "integer", "minimum": 1, "maximum": 3 }))]
    pub melee: BTreeMap<String, u8>,
    /// Shields.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("additionalProperties" = { "type": "integer", "minimum": 1, "maximum": 3 }))]
    pub shield: BTreeMap<String, u8>,
    /// Ranged items.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("additionalProperties" = { "type": "integer", "minimum": 1, "maximum": 3 }))]
    pub ranged: BTreeMap<String, u8>,
}

impl Equip {
    /// The items that a slot accepts.
    pub const fn slot(&self, slot: Slot) -> &BTreeMap<String, u8> {
        match slot {
            Slot::Melee => &self.melee,
            Slot::Shield => &self.shield,
            Slot::Ranged => &self.ranged,
        }
    }
}

words! {
    /// Where a unit holds an item: one of each at most. Rule `BB-WPN-02`.
    pub enum Slot {
        /// A melee weapon.
        Melee,
        /// A shield.
        Shield,
        /// A ranged weapon.
        Ranged,
    }
}

impl Slot {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Melee, Self::Shield, Self::Ranged];
}

words! {
    /// Which attacks a shield works against.
    #[derive(Default)]
    pub enum BlockVs {
        /// Melee only.
        Melee,
        /// Melee and shooting.
        #[default]
        Both,
    }
}

/// An item card: a weapon or a shield.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemCard {
    /// Unique in its pack; two items with one id are duplicates.
    pub id: ItemId,
    /// Where it is held.
    pub slot: Slot,
    /// Sword, spear, bow ...: checked against what a unit accepts.
    #[serde(rename = "type")]
    pub kind: String,
    /// Checked against the highest level a unit accepts.
    #[schemars(range(min = 1, max = 3))]
    pub level: u8,
    /// What it costs of the six weapon points.
    #[schemars(range(min = 1, max = 3))]
    pub points: u8,
    /// Taken from the holder's melee target.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(range(min = 0, max = 2))]
    pub melee_mod: u8,
    /// Added to the attacks of each model.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(range(min = 0, max = 2))]
    pub attacks_mod: u8,
    /// Whether `attacks_mod` and `enemy_block_mod` count only in a turn in which the holder has charged.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when_charged: bool,
    /// Added to the block target of the unit attacked with it.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(range(min = 0, max = 2))]
    pub enemy_block_mod: u8,
    /// Taken from the holder's block target.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(range(min = 0, max = 2))]
    pub block_mod: u8,
    /// Which attacks `block_mod` works against.
    #[serde(default, skip_serializing_if = "is_default")]
    pub block_vs: BlockVs,
    /// Added to the holder's Speed.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(range(min = -1, max = 0))]
    pub speed_mod: i8,
    /// How many cells it shoots; ranged items only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 6))]
    pub range: Option<u8>,
    /// A change of the order of blows.
    #[serde(default, skip_serializing_if = "is_default")]
    pub order: BlowOrder,
}

/// Victory points by class. Rule `BB-WIN-02`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VictoryPoints {
    /// For a Core unit.
    #[schemars(range(min = 0, max = 20))]
    pub core: u8,
    /// For an Elite unit.
    #[schemars(range(min = 0, max = 20))]
    pub elite: u8,
    /// For the General.
    #[schemars(range(min = 0, max = 20))]
    pub general: u8,
}

impl VictoryPoints {
    /// The worth of a unit of this class.
    pub const fn of(self, class: Class) -> u8 {
        match class {
            Class::Core => self.core,
            Class::Elite => self.elite,
            Class::General => self.general,
        }
    }
}

/// The board and the numbers of the whole battle. Rules `BB-DEP-01`, `BB-TURN-01`, `BB-WIN-02`.
///
/// RULING: eight columns and eight rows unless the pack says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardCard {
    /// Columns.
    #[schemars(range(min = 4, max = 26))]
    pub cols: u8,
    /// Rows.
    #[schemars(range(min = 6, max = 26))]
    pub rows: u8,
    /// Rows at each home edge in which its owner deploys.
    #[schemars(range(min = 2, max = 2))]
    pub deploy_rows: u8,
    /// Rounds of the battle.
    #[schemars(range(min = 6, max = 6))]
    pub rounds: u8,
    /// What the Core units may cost together.
    #[schemars(range(min = 7, max = 7))]
    pub core_points: u8,
    /// What the items may cost together.
    #[schemars(range(min = 6, max = 6))]
    pub weapon_points: u8,
    /// What a destroyed enemy is worth.
    pub vp: VictoryPoints,
}

impl BoardCard {
    /// The grid of the board.
    pub const fn field(&self) -> Field {
        Field {
            cols: self.cols,
            rows: self.rows,
        }
    }
}

impl Default for BoardCard {
    fn default() -> Self {
        Self {
            cols: 8,
            rows: 8,
            deploy_rows: 2,
            rounds: 6,
            core_points: 7,
            weapon_points: 6,
            vp: VictoryPoints {
                core: 1,
                elite: 2,
                general: 3,
            },
        }
    }
}

/// A roster: the faction from which one army is chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// Unique in its pack.
    pub id: Name,
    /// What people call it.
    #[schemars(length(min = 1, max = 120))]
    pub name: String,
}

/// All cards in play, as the first event of a game carries them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cards {
    /// The pack they come from; empty for cards made for one position.
    #[serde(default)]
    #[schemars(length(max = 120))]
    pub pack: String,
    /// The BLAKE3 hash of that pack, 64 hexadecimal digits.
    #[serde(default)]
    #[schemars(length(max = 120))]
    pub pack_hash: String,
    /// The board.
    pub board: BoardCard,
    /// The rosters.
    #[schemars(length(max = 50))]
    pub rosters: Vec<Roster>,
    /// Every unit card.
    #[schemars(length(max = 500))]
    pub units: Vec<UnitCard>,
    /// Every item card.
    #[schemars(length(max = 200))]
    pub items: Vec<ItemCard>,
}

impl Cards {
    /// The unit card with this id.
    pub fn unit(&self, id: CardId) -> Option<&UnitCard> {
        self.units.iter().find(|card| card.id == id)
    }

    /// The item card with this id.
    pub fn item(&self, id: ItemId) -> Option<&ItemCard> {
        self.items.iter().find(|card| card.id == id)
    }

    /// The name of a roster, or its id if it has none.
    pub fn roster_name(&self, id: Name) -> String {
        self.rosters
            .iter()
            .find(|roster| roster.id == id)
            .map_or_else(|| id.to_string(), |roster| roster.name.clone())
    }
}

/// The card that stands for one nobody knows: it fights with one model and blocks nothing.
///
/// No rule reads it in a sound position; it keeps a forged one from stopping the program.
pub(crate) fn blank_card() -> &'static UnitCard {
    static BLANK: OnceLock<UnitCard> = OnceLock::new();
    BLANK.get_or_init(|| UnitCard {
        id: "unknown".parse().expect("a fixed name"),
        name: message!(MESSAGES, "card-unknown").to_string(),
        roster: "unknown".parse().expect("a fixed name"),
        class: Class::Core,
        kind: UnitType::Infantry,
        cost: Some(1),
        models: 1,
        wounds_per_model: 1,
        front_rank: 1,
        attacks: 1,
        melee: 6,
        ranged: None,
        block: 7,
        speed: 1,
        innate_ranged: None,
        equip: Equip::default(),
        order: BlowOrder::None,
        allowance: 0,
    })
}
