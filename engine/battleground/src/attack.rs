//! An attack under way (pp. 93-100): what it is made with and how far it has come.

use hindsight_kernel::{Modifier, Roll};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::names::{CardNo, UnitId};
use crate::state::Lasting;

/// What kind of attack. Rules `BG4-MODS-22`, `BG4-COUR-18`, `BG4-FLY-13`, `-14`, `BG4-EQUIP-03`, `BG4-SPELL-07`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum AttackKind {
    /// Against an engaged enemy.
    Melee,
    /// Against a Routing enemy in a Courage Phase.
    Free,
    /// With the ranged attack of the card, at an enemy in range.
    Ranged,
    /// Javelins or Pila thrown while Charging, besides the melee attack.
    Thrown,
    /// From the air.
    Swoop,
    /// Back at a swooping flyer.
    SwoopAnswer,
    /// A spell with stats or direct damage: its place on the card.
    Spell {
        /// From 0.
        spell: u8,
    },
}

/// Where an attack stands. Rule `BG4-ATK-01`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttackStage {
    /// 1a.
    BeforeHit,
    /// 1d.
    AfterHit,
    /// 2a.
    BeforeWound,
    /// 2d.
    AfterWound,
    /// 3b.
    Damage,
    /// 4.
    Resolution,
}

/// Who is asked in a card window. Rule `BG4-ATK-14`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Asked {
    /// Nobody yet.
    Nobody,
    /// The attacker, first.
    Attacker,
    /// The defender.
    Defender,
    /// The attacker once more, because only the defender played.
    AttackerAgain,
    /// The window is closed.
    Closed,
}

/// The numbers of an attack with where they come from: frozen when the Combat Phase begins, else when it begins. Rules
/// `BG4-ATK-02` to `-04`, `BG4-COMB-02`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// To-hit dice, at least 0.
    pub dice: i32,
    /// The to-hit target number.
    pub to_hit: i32,
    /// The to-wound target number.
    pub to_wound: i32,
    /// Impact Hits.
    pub impact_hits: i32,
    /// What changed the dice.
    pub on_dice: Vec<Modifier>,
    /// What changed the to-hit number.
    pub on_hit: Vec<Modifier>,
    /// What changed the to-wound number.
    pub on_wound: Vec<Modifier>,
}

/// An attack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// Who attacks.
    pub attacker: UnitId,
    /// Whom.
    pub target: UnitId,
    /// How.
    pub kind: AttackKind,
    /// Its numbers before cards.
    pub numbers: Numbers,
    /// How far it has come.
    pub stage: AttackStage,
    /// Who is asked.
    pub asked: Asked,
    /// The attacker's card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub red: Option<CardNo>,
    /// The defender's card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blue: Option<CardNo>,
    /// What cards and abilities do in this attack.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<Lasting>,
    /// The to-hit dice as they lie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hit_roll: Option<Roll>,
    /// The to-wound dice as they lie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wound_roll: Option<Roll>,
    /// Changes of the wounds at the damage step.
    #[serde(default)]
    pub wounds_changed: i32,
    /// Direct damage without dice. Rule `BG4-ATK-18`.
    #[serde(default)]
    pub direct: u32,
}
