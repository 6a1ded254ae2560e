//! The form of a data pack.

use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::cards::{BoardCard, Cards, ItemCard, Roster, UnitCard};
use crate::model::names::{ItemId, Name, UnitId};
use crate::model::state::{ArmyList, Assigned};

/// A data pack: everything the rulebook leaves to its cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// `before-battle`.
    #[schemars(extend("const" = "before-battle"))]
    pub system: String,
    /// Lower-case words and hyphens.
    pub id: Name,
    /// What people call it.
    #[schemars(length(min = 1, max = 120))]
    pub name: String,
    /// The pack's own version.
    #[schemars(length(min = 1, max = 120))]
    pub version: String,
    /// The board and the numbers of the whole battle.
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
    /// Armies ready to play.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub armies: Vec<ReadyArmy>,
}

/// An army ready to play: a list and its weapons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyArmy {
    /// Unique among the pack's armies.
    pub id: Name,
    /// What people call it.
    #[schemars(length(min = 1, max = 120))]
    pub name: String,
    /// Its roster.
    pub roster: Name,
    /// The six unit cards in order.
    #[schemars(length(min = 6, max = 6))]
    pub units: Vec<Name>,
    /// What the General carries from the start.
    #[serde(default)]
    #[schemars(length(max = 3))]
    pub general_items: Vec<ItemId>,
    /// The cards shown that are not in the army.
    #[serde(default)]
    #[schemars(length(max = 3))]
    pub distractions: Vec<Name>,
    /// What is assigned in the weapons step.
    #[serde(default)]
    #[schemars(length(max = 18))]
    pub weapons: Vec<ReadyWeapon>,
}

/// An item of a ready army.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyWeapon {
    /// The unit's place in the list, from 1.
    #[schemars(range(min = 1, max = 6))]
    pub unit: u8,
    /// What it gets.
    pub item: ItemId,
}

impl ReadyArmy {
    /// The list of this army.
    pub fn list(&self) -> ArmyList {
        ArmyList {
            units: self.units.clone(),
            general_items: self.general_items.clone(),
            distractions: self.distractions.clone(),
        }
    }

    /// The weapons of this army when a seat plays it.
    pub fn weapons(&self, seat: Seat) -> Vec<Assigned> {
        self.weapons
            .iter()
            .filter_map(|weapon| {
                let unit = UnitId::new(seat, usize::from(weapon.unit).checked_sub(1)?)?;
                Some(Assigned {
                    unit,
                    item: weapon.item,
                })
            })
            .collect()
    }
}

impl Pack {
    /// The cards of this pack as a game keeps them.
    pub fn cards(&self, hash: &str) -> Cards {
        Cards {
            pack: self.id.to_string(),
            pack_hash: hash.to_owned(),
            board: self.board,
            rosters: self.rosters.clone(),
            units: self.units.clone(),
            items: self.items.clone(),
        }
    }
}
