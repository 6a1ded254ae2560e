//! Unit cards (pp. 3-6, 137-140).

use std::collections::BTreeSet;

use battleground_geometry::Footprint;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Boxes, Category, Profile, RangedAttack, Spell};
use crate::model::attack::AttackKind;
use crate::model::effect::{Keyword, Special, Trigger};
use crate::model::movement_category::Mc;
use crate::model::orders::Order;

/// Courage checks that a unit passes by its own card, without a roll. Rule `BG3-MOD-05` (pp. 19, 23).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AlwaysPasses {
    /// Every Fear Check: it takes none and is never Frightened.
    FearChecks,
    /// Every courage check, Fear Checks among them.
    CourageChecks,
}

/// A pre-printed standing order. Rule `BG4-KEYW-11` (p. 140).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Preprinted {
    /// The order.
    pub order: Order,
    /// Whether command actions may change it.
    #[serde(default)]
    pub changeable: bool,
}

/// A unit card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitType {
    /// Its id, unique among the packs in play: `league-swords`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The id of its faction.
    pub faction: String,
    /// Core, Standard or Elite.
    pub category: Category,
    /// Cost.
    #[schemars(range(min = 1, max = 2_500))]
    pub points: u16,
    /// Front width, depth and cards. Rules `BG4-GEO-02`, `BG4-COLOS-01` (pp. 41, 120-121).
    pub size: Footprint,
    /// The profile on the front.
    pub attack: Profile,
    /// The range stat with its attack, or nothing for a dash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranged: Option<RangedAttack>,
    /// Further ranged attacks of a card that has several; only in the earlier edition. Rule `BG3-CARD-07` (pp. 3, 6).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 3))]
    pub more_ranged: Vec<RangedAttack>,
    /// Defensive skill.
    #[schemars(range(min = 0, max = 8))]
    pub def_skill: u8,
    /// Toughness.
    #[schemars(range(min = 0, max = 8))]
    pub toughness: u8,
    /// Courage, or nothing for a unit that never checks. Rule `BG4-COUR-05`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 3, max = 18))]
    pub courage: Option<u8>,
    /// Courage checks that it passes by its card; only in the earlier edition. Rule `BG3-MOD-05` (pp. 19, 23).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passes: Option<AlwaysPasses>,
    /// Move stat on the ground. Up to release 0.1.0 it was written as `movement`.
    #[serde(rename = "move", alias = "movement")]
    pub movement: Mc,
    /// Flying Move, for flyers. Rule `BG4-FLY-01` (p. 123). Up to release 0.1.0 it was written as `flying`.
    #[serde(
        rename = "fly",
        alias = "flying",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub flying: Option<Mc>,
    /// Damage boxes.
    pub boxes: Boxes,
    /// Printed ammo boxes; without them the table of `BG4-ATK-08` (pp. 97, 131) counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 20))]
    pub ammo: Option<u8>,
    /// Its keywords, with `normal` and `infantry` filled in where they hold by default.
    pub keywords: BTreeSet<Keyword>,
    /// Labels of the faction.
    #[serde(default)]
    pub labels: BTreeSet<String>,
    /// Impact Hits while Charging, besides the one of Cavalry. Rules `BG4-MODS-13`, `BG4-KEYW-06` (pp. 105-106, 122-123).
    #[serde(default)]
    #[schemars(range(min = 0, max = 6))]
    pub impact_hits: u8,
    /// What its card changes by itself.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub specials: Vec<Special>,
    /// Special rules that answer what happens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20))]
    pub triggers: Vec<Trigger>,
    /// Its spells.
    #[serde(default)]
    #[schemars(length(max = 10))]
    pub spells: Vec<Spell>,
    /// How many command cards its owner may play in an attack that it makes; more than one only in the earlier edition. Rule
    /// `BG3-CCARD-03` (p. 18).
    #[serde(default = "one_card", skip_serializing_if = "is_one_card")]
    #[schemars(range(min = 1, max = 3))]
    pub cards_on_its_attack: u8,
    /// Command actions for Direct Control. Rule `BG4-CMD-06` (pp. 36, 46).
    #[schemars(range(min = 1, max = 10))]
    pub direct_control_cost: u8,
    /// A pre-printed order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preprinted: Option<Preprinted>,
    /// Whether it cannot be the target of a Healing spell; only in the earlier edition. Rule `BG3-ERR-03` (p. 33).
    #[serde(default, skip_serializing_if = "crate::model::state::is_false")]
    pub healing_forbidden: bool,
}

/// Command cards of a player in an attack where no card says otherwise. Rule `BG3-CCARD-03` (p. 18).
pub(crate) const fn one_card() -> u8 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
pub(crate) const fn is_one_card(count: &u8) -> bool {
    *count == one_card()
}

impl UnitType {
    /// Whether it has a keyword.
    pub fn is(&self, keyword: Keyword) -> bool {
        self.keywords.contains(&keyword)
    }

    /// The courage with which it rolls for checks: none without the stat, or if it passes every check by its card. Rules
    /// `BG3-MOD-05` (pp. 19, 23), `BG4-COUR-05`.
    pub fn rolled_courage(&self) -> Option<u8> {
        self.courage
            .filter(|_| self.passes != Some(AlwaysPasses::CourageChecks))
    }

    /// Whether it takes Fear Checks and can be Frightened. Rules `BG3-MOD-05` (pp. 19, 23), `BG4-COUR-05`.
    pub fn fears(&self) -> bool {
        self.courage.is_some() && self.passes.is_none()
    }

    /// Its ranged attacks, each with the kind of attack that is made with it. Rule `BG3-CARD-07` (pp. 3, 6).
    pub fn ranged_attacks(&self) -> impl Iterator<Item = (AttackKind, RangedAttack)> + '_ {
        let first = self.ranged.map(|ranged| (AttackKind::Ranged, ranged));
        let others = (0..=u8::MAX).zip(&self.more_ranged);
        first
            .into_iter()
            .chain(others.map(|(attack, ranged)| (AttackKind::OtherRanged { attack }, *ranged)))
    }

    /// The ranged attack with which a kind of attack is made; nothing for other attacks. Rule `BG3-CARD-07` (pp. 3, 6).
    pub fn ranged_attack(&self, kind: AttackKind) -> Option<RangedAttack> {
        self.ranged_attacks()
            .find(|(made_as, _)| *made_as == kind)
            .map(|(_, ranged)| ranged)
    }

    /// Whether it has one of these keywords; what is said of Large units holds for Colossal ones too. Rule
    /// `BG4-COLOS-09` (p. 122).
    pub fn is_any(&self, keywords: &[Keyword]) -> bool {
        keywords
            .iter()
            .any(|keyword| self.is(*keyword) || (*keyword == Keyword::Large && self.is(Keyword::Colossal)))
    }
}
