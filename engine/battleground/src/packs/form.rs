//! The written form of a pack: what its owner fills in by hand.

use battleground_geometry::{Area, BadOutline, Footprint, Inches, Point};
use hindsight_kernel::{Message, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::messages::MESSAGES;
use crate::model::cards::{
    Ability, AlwaysPasses, Boxes, Category, CommandCard, CustomTerrain, Deployment, Ground, LineSide, Piece,
    Preprinted, Profile, RangedAttack, Scenario, ScenarioRule, Spell, TerrainType, UnitType, Victory,
};
use crate::model::effect::{Keyword, Special, Trigger};
use crate::model::movement_category::Mc;

/// A data pack: everything that the rulebook leaves to its cards.
///
/// To enter a real card, write its stat line as printed: `(5)5/4` is `{"dice": 5, "skill": 5, "power": 4}`, `2/3` is
/// `def_skill` 2 and `toughness` 3; leave out what is printed as a dash. A line of special rules that changes numbers
/// becomes one of `specials` with its conditions; one that does something when something happens becomes one of
/// `triggers`: what it waits for (`at`), what must hold (`when`), what it does (`effects`). A command card has a side for
/// each colour with its windows, its subject and its effects.
///
/// What the vocabulary cannot say is written as the effect `{"by_ruling": {"text": "..."}}` in the place where it would
/// act: when that moment comes the owner is asked to carry it out, and whoever keeps the score enters what changes as
/// rulings. Nothing is ignored in silence: an unknown effect, and an effect or condition where it could never work, is a
/// fault of the pack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// `battleground-4`.
    pub system: String,
    /// Lower-case words and hyphens.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The pack's own version.
    pub version: String,
    /// Command cards 1 to 20, which all factions share.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub common_cards: Vec<CommandCard>,
    /// Factions.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub factions: Vec<PackFaction>,
    /// Terrain maps.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub maps: Vec<PackMap>,
    /// Scenarios.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub scenarios: Vec<PackScenario>,
    /// Armies ready to play.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub armies: Vec<ReadyArmy>,
}

/// A faction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackFaction {
    /// Lower-case words and hyphens.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether its units may be taken as mercenaries: `false` only in the earlier edition, in which no keyword says it. Rule
    /// `BG3-MERC-01` (p. 25).
    #[serde(
        default = "crate::model::state::yes",
        skip_serializing_if = "crate::model::state::is_true"
    )]
    pub mercenary_allowed: bool,
    /// Its unit cards.
    #[schemars(length(max = 500))]
    pub units: Vec<PackUnit>,
    /// Command cards 21 to 30.
    #[schemars(length(max = 500))]
    pub cards: Vec<CommandCard>,
    /// One or more abilities.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub abilities: Vec<Ability>,
}

/// A unit card as it is written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackUnit {
    /// Lower-case words and hyphens, unique among all packs in play.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Core, Standard or Elite.
    pub category: Category,
    /// Cost.
    #[schemars(range(min = 1, max = 2_500))]
    pub points: u16,
    /// `(dice)skill/power`.
    pub attack: Profile,
    /// The range stat; left out for a dash.
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
    /// Courage; left out for a dash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 3, max = 18))]
    pub courage: Option<u8>,
    /// Courage checks that it passes by its card; only in the earlier edition. Rule `BG3-MOD-05` (pp. 19, 23).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passes: Option<AlwaysPasses>,
    /// Move in inches: a row of the Movement Category table.
    #[serde(rename = "move")]
    pub movement: Mc,
    /// Flying Move; required with the keyword `flying`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fly: Option<Mc>,
    /// Damage boxes.
    pub boxes: Boxes,
    /// Printed ammo boxes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 20))]
    pub ammo: Option<u8>,
    /// Keywords; `normal` and `infantry` need not be written.
    #[serde(default)]
    pub keywords: Vec<Keyword>,
    /// Labels of the faction.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub labels: Vec<String>,
    /// Front width and depth in inches, if they are not 3.5 and 2.5 (5 for `colossal`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Footprint>,
    /// Impact Hits while Charging, besides the one of Cavalry.
    #[serde(default)]
    #[schemars(range(min = 0, max = 6))]
    pub impact_hits: u8,
    /// What the card changes by itself.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub specials: Vec<Special>,
    /// Special rules that answer what happens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20))]
    pub triggers: Vec<Trigger>,
    /// Spells.
    #[serde(default)]
    #[schemars(length(max = 10))]
    pub spells: Vec<Spell>,
    /// How many command cards its owner may play in an attack that it makes; more than one only in the earlier edition. Rule
    /// `BG3-CCARD-03` (p. 18).
    #[serde(
        default = "crate::model::cards::one_card",
        skip_serializing_if = "crate::model::cards::is_one_card"
    )]
    #[schemars(range(min = 1, max = 3))]
    pub cards_on_its_attack: u8,
    /// Command actions for Direct Control.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 10))]
    pub direct_control_cost: u8,
    /// A pre-printed order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preprinted: Option<Preprinted>,
    /// Whether it cannot be the target of a Healing spell; only in the earlier edition. Rule `BG3-ERR-03` (p. 33).
    #[serde(default, skip_serializing_if = "crate::model::state::is_false")]
    pub healing_forbidden: bool,
}

const fn one() -> u8 {
    1
}

impl PackUnit {
    /// The card as a game keeps it.
    pub(super) fn kind(&self, faction: &str) -> UnitType {
        let mut keywords: std::collections::BTreeSet<Keyword> = self.keywords.iter().copied().collect();
        if !keywords.contains(&Keyword::Large) && !keywords.contains(&Keyword::Colossal) {
            keywords.insert(Keyword::Normal);
        }
        let types = [Keyword::Cavalry, Keyword::Skirmisher, Keyword::Wheeled];
        if !types.iter().any(|kind| keywords.contains(kind)) {
            keywords.insert(Keyword::Infantry);
        }
        let usual = if keywords.contains(&Keyword::Colossal) {
            Footprint::new(Inches::mils(3_500), Inches::mils(5_000), 2)
        } else {
            Footprint::new(Inches::mils(3_500), Inches::mils(2_500), 1)
        };
        UnitType {
            id: self.id.clone(),
            name: self.name.clone(),
            faction: faction.to_owned(),
            category: self.category,
            points: self.points,
            size: self
                .size
                .unwrap_or_else(|| usual.expect("the usual cards have a size")),
            attack: self.attack,
            ranged: self.ranged,
            more_ranged: self.more_ranged.clone(),
            def_skill: self.def_skill,
            toughness: self.toughness,
            courage: self.courage,
            passes: self.passes,
            movement: self.movement,
            flying: self.fly,
            boxes: self.boxes,
            ammo: self.ammo,
            keywords,
            labels: self.labels.iter().cloned().collect(),
            impact_hits: self.impact_hits,
            specials: self.specials.clone(),
            triggers: self.triggers.clone(),
            spells: self.spells.clone(),
            cards_on_its_attack: self.cards_on_its_attack,
            direct_control_cost: self.direct_control_cost,
            preprinted: self.preprinted,
            healing_forbidden: self.healing_forbidden,
        }
    }
}

/// A terrain map as it is written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackMap {
    /// Lower-case words and hyphens.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its pieces.
    #[schemars(length(max = 500))]
    pub pieces: Vec<PackPiece>,
}

/// A terrain piece as it is written: an `area` or a `line` of points `[x, y]` in inches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackPiece {
    /// Its kind.
    pub kind: TerrainType,
    /// The corners of an area.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<Vec<[Inches; 2]>>,
    /// The points of a line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<[Inches; 2]>>,
    /// The level of a hill, 1 to 3.
    #[serde(default)]
    pub level: u8,
    /// The level a sheer cliff rises to.
    #[serde(default)]
    pub rises_to: u8,
    /// The sharp side of stakes, or the upper side of a cliff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sharp: Option<LineSide>,
    /// Blocks Visibility by the scenario.
    #[serde(default)]
    pub blocks_visibility: bool,
    /// The effects of the kind `custom`: terrain that is none of the printed kinds; only in the earlier edition. Rule `BG3-TERR-01`
    /// (p. 27).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom: Option<CustomTerrain>,
}

/// The fault of an outline; the geometry knows no messages.
fn outline_fault(fault: &BadOutline) -> Message {
    match fault {
        BadOutline::Flat => message!(MESSAGES, "outline-flat"),
        BadOutline::TooManyCorners { found } => {
            message!(MESSAGES, "outline-many-corners", most = Area::MOST_CORNERS, found)
        }
        BadOutline::Crossed { first, second } => message!(MESSAGES, "outline-crossed", first, second),
    }
}

pub(super) fn outline(points: &[[Inches; 2]]) -> Vec<Point> {
    points.iter().map(|&[x, y]| Point::new(x, y)).collect()
}

impl PackPiece {
    /// The piece as a game keeps it, or what is wrong with its shape.
    pub(crate) fn piece(&self) -> Result<Piece, Message> {
        let ground = match (&self.area, &self.line) {
            (Some(area), None) => {
                Ground::Area(Area::new(outline(area)).map_err(|fault| outline_fault(&fault))?)
            }
            (None, Some(line)) if (2..=100).contains(&line.len()) => Ground::Line(outline(line)),
            (None, Some(_)) => return Err(message!(MESSAGES, "pack-fault-line-points")),
            (Some(_), Some(_)) | (None, None) => {
                return Err(message!(MESSAGES, "pack-fault-area-or-line"));
            }
        };
        Ok(Piece {
            kind: self.kind,
            ground,
            level: self.level,
            rises_to: self.rises_to,
            sharp: self.sharp,
            blocks_visibility: self.blocks_visibility,
            custom: self.custom.clone(),
        })
    }
}

/// A scenario as it is written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackScenario {
    /// Lower-case words and hyphens.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The budget it prescribes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<u16>,
    /// Width of the play area in inches.
    #[schemars(range(min = 12, max = 120))]
    pub width: Inches,
    /// Depth of the play area in inches.
    #[schemars(range(min = 12, max = 120))]
    pub depth: Inches,
    /// South's and North's deployment zones: corners `[x, y]`.
    pub zones: [Vec<[Inches; 2]>; 2],
    /// Command actions a turn, if not 1 per 500 points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 20))]
    pub command_actions: Option<u8>,
    /// Command actions of the very first turn, if not half of those.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 20))]
    pub first_turn_actions: Option<u8>,
    /// Whether mercenaries may be taken.
    pub mercenaries: bool,
    /// The id of the map of this pack that it is played on, if it prescribes one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// How the armies are deployed, if not by the Standard Deployment Procedure.
    #[serde(default, skip_serializing_if = "Deployment::is_standard")]
    pub deployment: Deployment,
    /// Its special rules, which answer what happens as those of units do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 5))]
    pub rules: Vec<ScenarioRule>,
    /// How it is won.
    pub victory: Victory,
}

impl PackScenario {
    /// The scenario as a game keeps it, or what is wrong with a zone.
    pub(super) fn scenario(&self) -> Result<Scenario, (usize, Message)> {
        let zone = |place: usize| {
            Area::new(outline(&self.zones[place])).map_err(|fault| (place, outline_fault(&fault)))
        };
        Ok(Scenario {
            id: self.id.clone(),
            name: self.name.clone(),
            budget: self.budget,
            width: self.width,
            depth: self.depth,
            zones: [zone(0)?, zone(1)?],
            command_actions: self.command_actions,
            first_turn_actions: self.first_turn_actions,
            mercenaries: self.mercenaries,
            map: self.map.clone(),
            deployment: self.deployment,
            rules: self.rules.clone(),
            victory: self.victory,
        })
    }
}

/// An army ready to play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyArmy {
    /// Lower-case words and hyphens.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The primary faction.
    pub faction: String,
    /// The faction of its mercenaries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mercenaries: Option<String>,
    /// The budget it is made for.
    pub budget: u16,
    /// The ids of its unit cards; the first is unit 1.
    pub units: Vec<String>,
    /// Command cards bought.
    #[serde(default)]
    pub cards: u8,
    /// The ids of the abilities bought; only in the earlier edition. Rule `BG3-ARMY-01` (p. 25).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20))]
    pub abilities: Vec<String>,
}
