//! Unit cards, their attacks, and the numbers that a kind of unit brings: models, ranks, tray.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::effect::{Ability, Order};
use super::{CardId, Name, is_default, words};

words! {
    /// The kind of a combat unit. Rules `IF-UNIT-01`, `IF-UNIT-03`, `IF-GEO-03`.
    pub enum UnitKind {
        /// 12 models in 3 ranks of 4.
        Infantry,
        /// 4 models in 2 ranks of 2.
        Cavalry,
        /// 1 model on a small tray.
        SoloSmall,
        /// 1 model on a large tray.
        SoloLarge,
    }
}

impl UnitKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Infantry, Self::Cavalry, Self::SoloSmall, Self::SoloLarge];

    /// Models of an intact unit. Rule `IF-UNIT-01`.
    pub const fn models(self) -> u8 {
        match self {
            Self::Infantry => 12,
            Self::Cavalry => 4,
            Self::SoloSmall | Self::SoloLarge => 1,
        }
    }

    /// Models of a full rank. Rule `IF-UNIT-03`.
    pub const fn models_per_rank(self) -> u8 {
        match self {
            Self::Infantry => 4,
            Self::Cavalry => 2,
            Self::SoloSmall | Self::SoloLarge => 1,
        }
    }

    /// Ranks of an intact unit. Rule `IF-UNIT-03`.
    pub const fn full_ranks(self) -> u8 {
        self.models() / self.models_per_rank()
    }

    /// The remaining ranks of a unit with so many models alive. Rule `IF-UNIT-03`.
    pub const fn remaining_ranks(self, models: u8) -> u8 {
        models.div_ceil(self.models_per_rank())
    }

    /// Whether it is a solo unit.
    pub const fn is_solo(self) -> bool {
        matches!(self, Self::SoloSmall | Self::SoloLarge)
    }

    /// The name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Cavalry => "cavalry",
            Self::SoloSmall => "small solo",
            Self::SoloLarge => "large solo",
        }
    }
}

/// Width and depth of a tray in thousandths of an inch. Rule `IF-GEO-03`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TraySize {
    /// Along the front side, in thousandths of an inch.
    #[schemars(range(min = 1000, max = 12000))]
    pub width: i32,
    /// Along a flank side, in thousandths of an inch.
    #[schemars(range(min = 1000, max = 12000))]
    pub depth: i32,
}

/// The tray of each kind of unit. Rule `IF-GEO-03`: published sizes differ by fractions, so a pack may say its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TraySizes {
    /// Infantry.
    pub infantry: TraySize,
    /// Cavalry.
    pub cavalry: TraySize,
    /// Small solo units.
    pub solo_small: TraySize,
    /// Large solo units.
    pub solo_large: TraySize,
}

impl TraySizes {
    /// The tray of a kind.
    pub const fn of(&self, kind: UnitKind) -> TraySize {
        match kind {
            UnitKind::Infantry => self.infantry,
            UnitKind::Cavalry => self.cavalry,
            UnitKind::SoloSmall => self.solo_small,
            UnitKind::SoloLarge => self.solo_large,
        }
    }
}

impl Default for TraySizes {
    /// The sizes of rule `IF-GEO-03`.
    fn default() -> Self {
        let size = |width, depth| TraySize { width, depth };
        Self {
            infantry: size(5500, 4800),
            cavalry: size(5500, 5000),
            solo_small: size(2760, 2760),
            solo_large: size(2760, 5550),
        }
    }
}

words! {
    /// Whether an attack is made in contact or from afar. Rules `IF-ACT-05`, `IF-ACT-06`.
    pub enum AttackKind {
        /// On an enemy it is engaged with.
        Melee,
        /// On an enemy in range and in line of sight.
        Ranged,
    }
}

words! {
    /// The range word of a ranged attack. Rule `IF-GEO-07`.
    pub enum RangeWord {
        /// 6 inches.
        Short,
        /// 12 inches.
        Long,
    }
}

impl RangeWord {
    /// The distance that it reaches, in thousandths of an inch. Rule `IF-GEO-07`.
    pub const fn mils(self) -> i32 {
        match self {
            Self::Short => 6_000,
            Self::Long => 12_000,
        }
    }
}

words! {
    /// An ability of an attack. Rules `IF-ABIL-01` to `IF-ABIL-05`.
    pub enum AttackAbility {
        /// Each 6 is one additional hit. Rule `IF-ABIL-01`.
        CriticalBlow,
        /// Each 6 is a wound without a defence die. Rule `IF-ABIL-02`.
        Precision,
        /// −1 on defence dice. Rule `IF-ABIL-03`.
        Sundering,
        /// −2 on the Panic Test. Rule `IF-ABIL-04`.
        Vicious,
    }
}

impl AttackAbility {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::CriticalBlow,
        Self::Precision,
        Self::Sundering,
        Self::Vicious,
    ];

    /// The name on the sheet.
    pub const fn title(self) -> &'static str {
        match self {
            Self::CriticalBlow => "Critical Blow",
            Self::Precision => "Precision",
            Self::Sundering => "Sundering",
            Self::Vicious => "Vicious",
        }
    }
}

/// An attack of a unit card. Rule `IF-UNIT-02`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttackCard {
    /// What people call it.
    pub name: String,
    /// Melee or ranged.
    pub kind: AttackKind,
    /// The range word; a ranged attack has one, a melee attack has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<RangeWord>,
    /// The least face that hits.
    #[schemars(range(min = 2, max = 6))]
    pub to_hit: u8,
    /// Attack dice by remaining ranks, the intact unit first: as many numbers as the unit has ranks.
    pub dice: Vec<u8>,
    /// Its abilities.
    #[serde(default, skip_serializing_if = "is_default")]
    pub abilities: Vec<AttackAbility>,
}

impl AttackCard {
    /// Attack dice with so many remaining ranks: 0 with none. Rules `IF-UNIT-02`, `IF-ATK-02`.
    pub fn dice_with(&self, ranks: u8) -> u8 {
        let missing = self.dice.len().saturating_sub(usize::from(ranks));
        match ranks {
            0 => 0,
            _ => self.dice.get(missing).copied().unwrap_or_default(),
        }
    }
}

/// A combat unit card. Rules `IF-UNIT-01`, `IF-UNIT-02`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitCard {
    /// Unique in its pack.
    pub id: CardId,
    /// What people call it.
    pub name: String,
    /// The faction it belongs to.
    pub faction: Name,
    /// Whether an army may have it once only.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unique: bool,
    /// Whether it is the army's commander by itself, without an attachment (some published solo units are). It costs what
    /// its card says.
    #[serde(default, skip_serializing_if = "is_default")]
    pub commander: bool,
    /// Infantry, cavalry or solo.
    pub kind: UnitKind,
    /// Models of the intact unit, where they are fewer than usual: whole ranks of them.
    ///
    /// RULING (`IF-UNIT-01`): infantry has 12 models and cavalry 4, but some published cards say otherwise, as 8 models in
    /// 2 ranks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 12))]
    pub models: Option<u8>,
    /// What it costs.
    #[schemars(range(min = 0, max = 20))]
    pub points: u8,
    /// Speed in inches.
    #[schemars(range(min = 1, max = 12))]
    pub speed: u8,
    /// The least defence die that blocks a hit.
    #[schemars(range(min = 2, max = 7))]
    pub defence: u8,
    /// The least sum that passes a Morale Test.
    #[schemars(range(min = 2, max = 12))]
    pub morale: u8,
    /// Wounds that remove one model.
    #[schemars(range(min = 1, max = 20))]
    pub wounds_per_model: u8,
    /// Its attacks: at least one.
    pub attacks: Vec<AttackCard>,
    /// Abilities that are always in force.
    #[serde(default, skip_serializing_if = "is_default")]
    pub abilities: Vec<Ability>,
    /// Its Orders.
    #[serde(default, skip_serializing_if = "is_default")]
    pub orders: Vec<Order>,
}

impl UnitCard {
    /// The attacks of one kind with their places on the card.
    pub fn attacks_of(&self, kind: AttackKind) -> impl Iterator<Item = (usize, &AttackCard)> {
        self.attacks
            .iter()
            .enumerate()
            .filter(move |(_, attack)| attack.kind == kind)
    }

    /// The first melee attack, if it has one. Rule `IF-CHG-08`.
    pub fn melee(&self) -> Option<&AttackCard> {
        self.attacks_of(AttackKind::Melee)
            .map(|(_, attack)| attack)
            .next()
    }

    /// Models of the intact unit. Rule `IF-UNIT-01`.
    pub const fn models(&self) -> u8 {
        match self.models {
            Some(models) => models,
            None => self.kind.models(),
        }
    }

    /// Ranks of the intact unit. Rule `IF-UNIT-03`.
    pub const fn full_ranks(&self) -> u8 {
        self.kind.remaining_ranks(self.models())
    }

    /// Wounds of the intact unit. Rule `IF-UNIT-04`.
    pub const fn wounds(&self) -> u16 {
        self.models() as u16 * self.wounds_per_model as u16
    }
}
