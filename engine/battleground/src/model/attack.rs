//! An attack under way (pp. 93-100): what it is made with and how far it has come.

use hindsight_kernel::{Modifier, Roll};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::names::{CardNo, UnitId};
use crate::model::state::Lasting;

/// What kind of attack. Rules `BG4-MODS-22`, `BG4-COUR-18`, `BG4-FLY-13`, `BG4-FLY-14`, `BG4-EQUIP-03`, `BG4-SPELL-07` (pp. 88,
/// 101-107, 125-126, 132, 135).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum AttackKind {
    /// Against an engaged enemy.
    Melee,
    /// Against a Routing enemy in a Courage Phase.
    Free,
    /// With the ranged attack of the card, or the first of several, at an enemy in range.
    Ranged,
    /// With another ranged attack of a card that has several: its place among those after the first. Rule `BG3-CARD-07`
    /// (pp. 3, 6).
    OtherRanged {
        /// From 0.
        attack: u8,
    },
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
    /// An Attack spell without a range, at an engaged enemy: its place on the card. Rule `BG3-SPELL-06` (p. 32).
    Strike {
        /// From 0.
        spell: u8,
    },
}

impl AttackKind {
    /// Made by the melee rules: against an engaged or Routing enemy, or from and at a swooping flyer. Rule
    /// `BG4-MODS-22` (pp. 101-107).
    pub const fn is_melee(self) -> bool {
        match self {
            Self::Melee | Self::Free | Self::Swoop | Self::SwoopAnswer | Self::Strike { .. } => true,
            Self::Ranged | Self::OtherRanged { .. } | Self::Thrown | Self::Spell { .. } => false,
        }
    }

    /// A shot with a ranged attack of the card, no throw on the charge and no spell. Rules `BG3-CARD-07` (pp. 3, 6),
    /// `BG4-COMB-06` (p. 91).
    pub const fn is_shot_of_card(self) -> bool {
        matches!(self, Self::Ranged | Self::OtherRanged { .. })
    }

    /// Made by the ranged rules. Rules `BG4-MODS-22`, `BG4-SPELL-07` (pp. 101-107, 135).
    pub const fn is_ranged(self) -> bool {
        !self.is_melee()
    }

    /// A swoop or its answer, for which almost no modifier counts. Rules `BG4-FLY-13`, `BG4-FLY-14` (pp. 125-126).
    pub const fn is_swoop(self) -> bool {
        matches!(self, Self::Swoop | Self::SwoopAnswer)
    }
}

/// Where an attack stands. Rule `BG4-ATK-01` (pp. 93-94).
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

/// Who is asked in a card window. Rules `BG3-CCARD-04` (p. 18), `BG4-ATK-14` (p. 99).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Asked {
    /// Nobody yet.
    Nobody,
    /// The attacker, first.
    Attacker,
    /// The defender.
    Defender,
    /// The defender once more, because they have used an ability and may still play a card.
    DefenderAgain,
    /// The attacker once more, because only the defender played.
    AttackerAgain,
    /// The defender, to an attacker who has just played and may play once more. Rule `BG3-CCARD-03` (p. 18).
    DefenderAfterCard,
    /// The attacker, to a defender who has just played and may play once more. Rule `BG3-CCARD-03` (p. 18).
    AttackerAfterCard,
    /// The window is closed.
    Closed,
}

/// The numbers of an attack with where they come from: frozen when the Combat Phase begins, else when it begins. Rules
/// `BG4-ATK-02` to `BG4-ATK-04`, `BG4-COMB-02` (pp. 90, 94-95, 96).
///
/// Each list begins with the printed stats, so that its changes add up to the number beside it (dice and Impact Hits
/// not below 0).
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
    /// The attack dice and what changed them.
    pub on_dice: Vec<Modifier>,
    /// Both skills and what changed the to-hit number.
    pub on_hit: Vec<Modifier>,
    /// Power, toughness and what changed the to-wound number.
    pub on_wound: Vec<Modifier>,
    /// What gives Impact Hits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on_impact: Vec<Modifier>,
}

/// A unit on which a card or ability has wounds of the attack marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MovedTo {
    /// The place of the card among those of the attack, from 0.
    pub card: u8,
    /// The unit.
    pub unit: UnitId,
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
    /// Units on which wounds are marked instead of the target.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<MovedTo>,
    /// The to-hit dice as they lie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hit_roll: Option<Roll>,
    /// The to-wound dice as they lie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wound_roll: Option<Roll>,
    /// The stage whose roll the defender has claimed anew. Rule `BG4-ATK-16` (p. 100).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed: Option<AttackStage>,
    /// Direct damage without dice. Rule `BG4-ATK-18` (p. 135).
    #[serde(default)]
    pub direct: u32,
}
