//! The cards, map and scenario in play, as the first event of a game carries them (pp. 14-15, 113-119, 141).
//!
//! These are sound values; `pack` reads them from JSON packs and lists every fault.

mod ground;
mod unit_type;

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::effect::{Condition, Distance, Effect, Keyword, Trigger};
use crate::model::names::{CardNo, KindNo};

pub use unit_type::{AlwaysPasses, Preprinted, UnitType};
pub(crate) use unit_type::{is_one_card, one_card};

pub use ground::{
    CustomCost, CustomCostFor, CustomTerrain, Deployment, Ground, LineSide, Map, Piece, Scenario,
    ScenarioRule, TerrainType, Victory,
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
