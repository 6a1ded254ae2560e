//! Contents of a data pack: unit cards, attachments, NCUs, tactics cards, terrain pieces, armies.
//!
//! The sheet prints none of these: everything here is data. Read `units` for the numbers of a unit, `effect` for the
//! vocabulary in which abilities, Orders and cards are written.

mod army;
mod effect;
mod name;
mod tactics;
mod terrain;
mod units;

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::army::{ArmyList, Attachment, Faction, ListedUnit, Ncu, ReadyArmy};
pub use self::effect::{Ability, Amount, Condition, ConditionToken, Effect, Order, Role, Trigger, ZoneName};
pub use self::name::{CardId, Name};
pub use self::tactics::{CardOwner, TacticsCard};
pub use self::terrain::{Keyword, TerrainCard};
pub use self::units::{
    AttackAbility, AttackCard, AttackKind, RangeWord, TraySize, TraySizes, UnitCard, UnitKind,
};

/// A choice among a few words, each written in lower case: as text, on the wire and in the record.
macro_rules! words {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$meaning:meta])* $word:ident,)+ }) => {
        $(#[$about])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
            schemars::JsonSchema, strum::IntoStaticStr, strum::EnumString,
        )]
        #[serde(rename_all = "snake_case")]
        #[strum(serialize_all = "snake_case")]
        pub enum $name { $($(#[$meaning])* $word,)+ }
    };
}
pub(crate) use words;

/// Whether a field says what it says when it is left out.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The pack that cards came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackRef {
    /// Its id.
    pub id: Name,
    /// The BLAKE3 hash of its canonical JSON, 64 hexadecimal digits.
    pub hash: String,
}

/// All cards in play. No event after the opening changes them, so every state of a game shares one copy.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cards {
    /// Where they came from.
    #[serde(default, skip_serializing_if = "is_default")]
    pub packs: Vec<PackRef>,
    /// The trays of each kind of unit.
    #[serde(default)]
    pub trays: TraySizes,
    /// The factions.
    #[serde(default)]
    pub factions: Vec<Faction>,
    /// Every combat unit card.
    #[serde(default)]
    pub units: Vec<UnitCard>,
    /// Every attachment, commanders included.
    #[serde(default)]
    pub attachments: Vec<Attachment>,
    /// Every NCU.
    #[serde(default)]
    pub ncus: Vec<Ncu>,
    /// Every design of a tactics card.
    #[serde(default)]
    pub tactics: Vec<TacticsCard>,
    /// Every terrain piece.
    #[serde(default)]
    pub terrain: Vec<TerrainCard>,
}

/// The fixed part of a state.
pub type SharedCards = Arc<Cards>;

impl Cards {
    /// A combat unit card by id.
    pub fn unit(&self, id: CardId) -> Option<&UnitCard> {
        self.units.iter().find(|card| card.id == id)
    }

    /// An attachment by id.
    pub fn attachment(&self, id: CardId) -> Option<&Attachment> {
        self.attachments.iter().find(|card| card.id == id)
    }

    /// An NCU by id.
    pub fn ncu(&self, id: CardId) -> Option<&Ncu> {
        self.ncus.iter().find(|card| card.id == id)
    }

    /// A design of a tactics card by id.
    pub fn tactics_card(&self, id: CardId) -> Option<&TacticsCard> {
        self.tactics.iter().find(|card| card.id == id)
    }

    /// A terrain piece by id.
    pub fn terrain_card(&self, id: CardId) -> Option<&TerrainCard> {
        self.terrain.iter().find(|card| card.id == id)
    }

    /// A faction by id.
    pub fn faction(&self, id: Name) -> Option<&Faction> {
        self.factions.iter().find(|faction| faction.id == id)
    }

    /// The designs of the deck of an army of this faction led by this commander: 7 and 3 in a sound pack, or more of the
    /// commander's and as many fewer of the faction's, whose place they take. Rule `IF-ARMY-03`.
    pub fn designs(&self, faction: Name, commander: CardId) -> impl Iterator<Item = &TacticsCard> {
        let led = move |card: &&TacticsCard| card.owner == CardOwner::Commander(commander);
        let replaced: Vec<CardId> = self
            .tactics
            .iter()
            .filter(led)
            .flat_map(|card| card.replaces.iter().copied())
            .collect();
        self.tactics.iter().filter(move |card| match card.owner {
            CardOwner::Faction(owner) => owner == faction && !replaced.contains(&card.id),
            CardOwner::Commander(owner) => owner == commander,
        })
    }

    /// The deck of an army before it is shuffled: every copy of every design, in the pack's order. Rule `IF-ARMY-03`.
    pub fn deck(&self, faction: Name, commander: CardId) -> Vec<CardId> {
        self.designs(faction, commander)
            .flat_map(|card| std::iter::repeat_n(card.id, usize::from(card.copies)))
            .collect()
    }

    /// The terrain pieces that a 2D6 roll of the terrain table names. Rule `IF-TERR-14`.
    pub fn terrain_rolled(&self, sum: u8) -> impl Iterator<Item = &TerrainCard> {
        self.terrain.iter().filter(move |card| card.rolls.contains(&sum))
    }

    /// Adds the cards of another pack.
    pub fn add(&mut self, more: Self) {
        self.packs.extend(more.packs);
        self.factions.extend(more.factions);
        self.units.extend(more.units);
        self.attachments.extend(more.attachments);
        self.ncus.extend(more.ncus);
        self.tactics.extend(more.tactics);
        self.terrain.extend(more.terrain);
    }
}
