//! The cards, map and scenario in play, as the first event of a game carries them (pp. 14-15, 113-119, 141).
//!
//! These are sound values; `pack` reads them from JSON packs and lists every fault.

mod ground;

use std::collections::BTreeSet;

use battleground_geometry::Footprint;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::attack::AttackKind;
use crate::model::effect::{Condition, Distance, Effect, Keyword, Special, Trigger};
use crate::model::movement_category::Mc;
use crate::model::names::{CardNo, KindNo};
use crate::model::orders::Order;

pub use ground::{
    Deployment, Ground, LineSide, Map, OwnCost, OwnCostAs, OwnTerrain, Piece, Scenario, ScenarioRule,
    TerrainType, Victory,
};

/// Core, Standard or Elite. Rules `BG4-ARMY-02` to `BG4-ARMY-04` (pp. 137, 138).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Category {
    /// At least one per 500 points.
    Core,
    /// Without a limit.
    Standard,
    /// At most one of a kind per 1000 points.
    Elite,
}

/// An attack profile `(dice)skill/power`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Attack dice.
    #[schemars(range(min = 0, max = 12))]
    pub dice: u8,
    /// Offensive skill.
    #[schemars(range(min = 0, max = 12))]
    pub skill: u8,
    /// Power.
    #[schemars(range(min = 0, max = 12))]
    pub power: u8,
}

/// How a ranged attack finds its way. Rules `BG4-COMB-08` to `BG4-COMB-11` (pp. 91-93).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RangedType {
    /// Over friends. The default.
    #[default]
    Indirect,
    /// Needs an Open Path.
    LineOfSight,
    /// Needs an Open Path to an engaged target only.
    LowArc,
}

/// A ranged attack of a unit card. Pila throw `(3)skill/6` whatever stands here. Rules `BG4-EQUIP-01`, `BG4-EQUIP-06` (pp. 92,
/// 132, 133).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RangedAttack {
    /// The range stat.
    pub range: Distance,
    /// How it finds its way.
    #[serde(default)]
    pub way: RangedType,
    /// Its profile, if it is not the one on the front of the card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<Profile>,
    /// Command actions to enable it in a turn; only in the earlier edition. Rule `BG3-ORD-08` (p. 6).
    #[serde(default, skip_serializing_if = "super::state::is_none_left")]
    #[schemars(range(min = 0, max = 3))]
    pub cost: u8,
    /// Whether it cannot be used in a turn in which the unit moved; only in the earlier edition. Rule `BG3-ERR-05` (p. 33).
    #[serde(default, skip_serializing_if = "super::state::is_false")]
    pub no_move_and_shoot: bool,
    /// Whether Javelins are thrown at every enemy that rushes the front, from however near; only in the earlier edition.
    /// Rule `BG3-KEY-26` (p. 33).
    #[serde(default, skip_serializing_if = "super::state::is_false")]
    pub thrown_at_any_rusher: bool,
}

/// Damage boxes by colour. Rule `BG4-STATUS-05` (pp. 102-103, 111).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Boxes {
    /// Marked first.
    #[schemars(range(min = 0, max = 9))]
    pub green: u8,
    /// Marked next.
    #[schemars(range(min = 0, max = 9))]
    pub yellow: u8,
    /// Marked last.
    #[schemars(range(min = 0, max = 9))]
    pub red: u8,
}

impl Boxes {
    /// All of them.
    pub const fn all(self) -> u8 {
        self.green.saturating_add(self.yellow).saturating_add(self.red)
    }
}

/// A spell keyword. Rules `BG4-SPELL-04` to `BG4-SPELL-07` (pp. 134-135).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpellKeyword {
    /// A ranged attack.
    Attack,
    /// Lasting benefit, one on a unit.
    Blessing,
    /// Lasting harm, one on a unit.
    Curse,
    /// Erases damage.
    Healing,
}

/// A spell of a unit card. Rules `BG4-SPELL-01` to `BG4-SPELL-09` (pp. 134-135).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// Its name, unique on the card.
    pub name: String,
    /// One or more.
    pub keywords: BTreeSet<SpellKeyword>,
    /// Its range.
    pub range: Distance,
    /// How an Attack spell finds its way.
    #[serde(default)]
    pub way: RangedType,
    /// The profile of an Attack spell with dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<Profile>,
    /// Everything else it does.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub effects: Vec<Effect>,
    /// The dice of a damage roll that is ordered without a hit roll; only in the earlier edition. Rule `BG3-ROLL-04` (p. 17).
    #[serde(default, skip_serializing_if = "super::state::is_none_left")]
    #[schemars(range(min = 0, max = 12))]
    pub damage_dice: u8,
    /// Whether it reaches every unit on the battlefield; only in the earlier edition. Rule `BG3-SPELL-02` (p. 31).
    #[serde(default, skip_serializing_if = "super::state::is_false")]
    pub battlefield: bool,
    /// Whether it may be cast while engaged; only in the earlier edition. Rule `BG3-SPELL-01` (p. 31).
    #[serde(default, skip_serializing_if = "super::state::is_false")]
    pub while_engaged: bool,
    /// What its target must meet; only in the earlier edition. Rule `BG3-ERR-03` (p. 33).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 10))]
    pub only: Vec<Condition>,
}

impl Spell {
    /// Whether it has a keyword.
    pub fn is(&self, keyword: SpellKeyword) -> bool {
        self.keywords.contains(&keyword)
    }

    /// Whether it is an attack that is made while engaged: it has no range. Rule `BG3-SPELL-06` (p. 32).
    pub fn is_engaged_attack(&self) -> bool {
        self.is(SpellKeyword::Attack) && self.range == Distance(0) && !self.battlefield
    }

    /// How far it reaches: its range, or farther than any battlefield. Rule `BG3-SPELL-02` (p. 31).
    pub const fn reach(&self) -> Distance {
        if self.battlefield {
            Distance::FARTHEST
        } else {
            self.range
        }
    }

    /// Whether it is cast in the Combat Phase: Attack is its only keyword. Rule `BG4-SPELL-01` (p. 134).
    pub fn is_pure_attack(&self) -> bool {
        self.keywords.len() == 1 && self.is(SpellKeyword::Attack)
    }
}

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
    #[serde(default, skip_serializing_if = "super::state::is_false")]
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

/// A colour of a command card. Rule `BG4-CARDS-01` (p. 16).
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
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Colour {
    /// The attacker's.
    Red,
    /// The defender's.
    Blue,
    /// Outside attacks.
    Green,
}

/// When a command card may be played. Rules `BG4-CARDS-01`, `BG4-CARDS-04`, `BG4-ATK-14` (pp. 16, 19, 99).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Window {
    /// Before the to-hit roll (1a).
    HitPre,
    /// After the to-hit roll (1d).
    HitPost,
    /// Before the to-wound roll (2a).
    WoundPre,
    /// After the to-wound roll (2d).
    WoundPost,
    /// At the damage step (3b).
    Damage,
    /// In either player's Movement & Command Phase.
    McAny,
    /// In the owner's Movement & Command Phase.
    McOwn,
    /// Before a courage check.
    CouragePre,
    /// After a courage check was rolled.
    CouragePost,
    /// At the end of a turn.
    EndTurn,
}

/// Whose units a card names, and how many at most.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Subject {
    /// The owner's attacking unit.
    Attacker,
    /// The owner's defending unit.
    Defender,
    /// Own units, chosen.
    Own {
        /// At most so many.
        most: u8,
        /// Each must meet these.
        #[serde(default)]
        when: Vec<Condition>,
    },
    /// Enemy units, chosen.
    Enemy {
        /// At most so many.
        most: u8,
        /// Each must meet these.
        #[serde(default)]
        when: Vec<Condition>,
        /// Within this distance of an own unit that is named first and meets `by`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        within: Option<Distance>,
        /// What that own unit must meet.
        #[serde(default)]
        by: Vec<Condition>,
    },
    /// The own unit whose courage check it is.
    Checking,
    /// The player.
    Player,
}

/// A card played in one of its colours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardSide {
    /// Which colour.
    pub colour: Colour,
    /// When; several windows mean either.
    #[schemars(length(max = 10))]
    pub windows: Vec<Window>,
    /// On whom.
    pub subject: Subject,
    /// What must hold of the subject and the attack.
    #[serde(default)]
    pub when: Vec<Condition>,
    /// Whether it may be played beside the one card that its player plays in an attack; only in the earlier edition. Rule
    /// `BG3-CCARD-03` (p. 18).
    #[serde(default, skip_serializing_if = "super::state::is_false")]
    pub beside_another: bool,
    /// What it does, in order.
    #[schemars(length(max = 20))]
    pub effects: Vec<Effect>,
}

/// A command card. Rules `BG4-CARDS-01` to `BG4-CARDS-12` (pp. 16, 17, 18, 19-22, 36, 86, 98, 101, 127).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandCard {
    /// 1 to 30.
    pub number: CardNo,
    /// Its name.
    pub name: String,
    /// One side, or two of different colours. Rule `BG4-CARDS-08` (pp. 20-22).
    #[schemars(length(max = 2))]
    pub sides: Vec<CardSide>,
}

/// When a faction ability is used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AbilityWindow {
    /// In the owner's Movement & Command Phase. The default.
    OwnMovement,
    /// When cards are drawn at set-up.
    SetUp,
    /// Always in force.
    Always,
}

/// A lasting rule of a faction that is no effect of one moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Standing {
    /// Own units treat these terrains as so many rows better, never better than no penalty.
    EasyGround {
        /// Which terrains.
        terrains: Vec<TerrainType>,
        /// By how many rows.
        rows: u8,
        /// Not units with one of these keywords.
        #[serde(default)]
        not: Vec<Keyword>,
    },
}

/// A faction ability. Rules `BG4-CMD-09`, `BG4-ATK-17`, `BG4-MERC-05` (pp. 36, 100, 127).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ability {
    /// Its id, unique in the pack: `stand-firm`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether it is a unit ability (mercenaries keep theirs) or one of the faction as such.
    pub of_unit: bool,
    /// Command actions.
    #[schemars(range(min = 0, max = 20))]
    pub cost: u8,
    /// Army creation points, of an ability that only an army which buys it has; only in the earlier edition. Rule `BG3-ARMY-01`
    /// (p. 25).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 2_500))]
    pub points: Option<u16>,
    /// When it is used.
    pub window: AbilityWindow,
    /// On whom.
    pub subject: Subject,
    /// What it does at once.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub effects: Vec<Effect>,
    /// What is written on the unit and what it does later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<AbilityMark>,
    /// What holds always.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub standing: Vec<Standing>,
    /// Special rules of the faction's units that answer what happens; with the window `always`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20))]
    pub triggers: Vec<Trigger>,
    /// Whether using it in an attack counts as the player's one card. Rule `BG4-ATK-17` (p. 100).
    #[serde(default)]
    pub counts_as_card: bool,
    /// Whether it is a spell. Rule `BG4-SPELL-09` (p. 134).
    #[serde(default)]
    pub is_spell: bool,
}

/// A box that an ability writes on a unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AbilityMark {
    /// The box's name: `Stand`.
    pub name: String,
    /// The attack window in which the owner may spend it; without one it works by itself until it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent_at: Option<Window>,
    /// What must hold to spend it.
    #[serde(default)]
    pub when: Vec<Condition>,
    /// What it does while it stands or when it is spent.
    #[schemars(length(max = 20))]
    pub effects: Vec<Effect>,
}

/// A faction in play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Faction {
    /// Its id: `ostmark`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether its units may be taken as mercenaries. Streams of older rules allowed all. Rule `BG3-MERC-01` (p. 25).
    #[serde(default = "super::state::yes", skip_serializing_if = "super::state::is_true")]
    pub mercenary_allowed: bool,
    /// Its 30 command cards, by number.
    pub deck: Vec<CommandCard>,
    /// Its abilities.
    pub abilities: Vec<Ability>,
    /// The hash of the pack it comes from.
    pub pack: String,
}

/// Everything printed that a game uses. It never changes after the opening event.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Book {
    /// Factions that may be chosen.
    pub factions: Vec<Faction>,
    /// All their unit cards.
    pub kinds: Vec<UnitType>,
    /// Maps that may be proposed.
    pub maps: Vec<Map>,
    /// Scenarios that may be proposed.
    pub scenarios: Vec<Scenario>,
}

impl Book {
    /// A unit card by its place.
    pub fn kind(&self, kind: KindNo) -> Option<&UnitType> {
        self.kinds.get(usize::from(kind.0))
    }

    /// A unit card by its id.
    pub fn kind_named(&self, id: &str) -> Option<(KindNo, &UnitType)> {
        self.kinds
            .iter()
            .position(|kind| kind.id == id)
            .map(|place| (KindNo(place as u16), &self.kinds[place]))
    }

    /// A faction by its id.
    pub fn faction(&self, id: &str) -> Option<&Faction> {
        self.factions.iter().find(|faction| faction.id == id)
    }

    /// The scenario of those who choose none: Breaking Point, wherever its pack was named. Rule `BG4-SETUP-04` (p. 137).
    // RULING: BG4-SETUP-04, packs without Breaking Point: their first scenario.
    pub fn default_scenario(&self) -> Option<&Scenario> {
        let breaking_point = self
            .scenarios
            .iter()
            .find(|scenario| scenario.id == "breaking-point");
        breaking_point.or_else(|| self.scenarios.first())
    }

    /// A scenario by its id.
    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|scenario| scenario.id == id)
    }

    /// The map of those who choose none: the one that the scenario prescribes, else the first. Rules `BG4-SETUP-04`,
    /// `BG4-SCEN-08` (pp. 35, 126, 137).
    pub fn default_map(&self, scenario: Option<&str>) -> Option<&str> {
        let prescribed = scenario
            .and_then(|id| self.scenario(id))
            .and_then(|scenario| scenario.map.as_deref());
        prescribed.or_else(|| self.maps.first().map(|map| map.id.as_str()))
    }
}

impl Faction {
    /// A card of its deck.
    pub fn card(&self, number: CardNo) -> Option<&CommandCard> {
        self.deck.iter().find(|card| card.number == number)
    }

    /// An ability by its id.
    pub fn ability(&self, id: &str) -> Option<&Ability> {
        self.abilities.iter().find(|ability| ability.id == id)
    }
}

#[cfg(test)]
mod tests;
