//! Factions, attachments, NCUs, and armies as they are listed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::effect::{Ability, Effect, Order, ZoneName};
use super::units::UnitKind;
use super::{CardId, Name, is_default};

/// A faction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Faction {
    /// Unique in its pack.
    pub id: Name,
    /// What people call it.
    pub name: String,
    /// Factions whose units, attachments and NCUs may stand in an army of this one, besides its own.
    #[serde(default, skip_serializing_if = "is_default")]
    pub allies: Vec<Name>,
}

/// An attachment. Rule `IF-UNIT-06`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attachment {
    /// Unique in its pack.
    pub id: CardId,
    /// What people call it.
    pub name: String,
    /// The faction it belongs to.
    pub faction: Name,
    /// Whether an army may have it once only.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unique: bool,
    /// Whether it is a commander: an army has exactly one, it costs 0. Rule `IF-ARMY-02`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub commander: bool,
    /// The kind of unit it may be attached to: infantry or cavalry.
    pub kind: UnitKind,
    /// What it costs.
    #[schemars(range(min = 0, max = 10))]
    pub points: u8,
    /// What its unit has while it is alive.
    #[serde(default, skip_serializing_if = "is_default")]
    pub abilities: Vec<Ability>,
    /// Orders its unit has while it is alive.
    #[serde(default, skip_serializing_if = "is_default")]
    pub orders: Vec<Order>,
}

/// A non-combat unit. Rules `IF-UNIT-01`, `IF-TAC-02`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ncu {
    /// Unique in its pack.
    pub id: CardId,
    /// What people call it.
    pub name: String,
    /// The faction it belongs to.
    pub faction: Name,
    /// Whether an army may have it once only.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unique: bool,
    /// Whether it is the army's commander (some published NCUs are). It costs what its card says.
    #[serde(default, skip_serializing_if = "is_default")]
    pub commander: bool,
    /// What it costs.
    #[schemars(range(min = 0, max = 10))]
    pub points: u8,
    /// The zone on which its addition works; every zone where none is named.
    #[serde(default, skip_serializing_if = "is_default")]
    pub zone: Option<ZoneName>,
    /// What it adds to the zone's effect: `restore` (Wealth), `draw` (Tactics), `mod_panic` (Crown), `move_mod`
    /// (Maneuver) change the zone's own numbers; all others come after it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub effects: Vec<Effect>,
    /// Its text for people.
    #[serde(default, skip_serializing_if = "is_default")]
    pub text: String,
}

/// An army as a player lists it. Rules `IF-ARMY-01`, `IF-ARMY-02`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmyList {
    /// Its faction.
    pub faction: Name,
    /// Its combat units with their attachments, in the player's order.
    #[schemars(length(max = 100))]
    pub units: Vec<ListedUnit>,
    /// Its NCUs.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(length(max = 100))]
    pub ncus: Vec<CardId>,
}

/// A combat unit of an army list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListedUnit {
    /// Its card.
    pub card: CardId,
    /// Its attachment, if it has one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attachment: Option<CardId>,
}

/// An army of a pack, ready to play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyArmy {
    /// Unique among the pack's armies.
    pub id: Name,
    /// What people call it.
    pub name: String,
    /// The size it is made for, in points. Rule `IF-ARMY-01`.
    #[schemars(range(min = 10, max = 100))]
    pub points: u8,
    /// The list.
    pub list: ArmyList,
}
