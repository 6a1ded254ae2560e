//! A player's army, decks and hand, as far as they are known.

use hindsight_kernel::Secret;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{State, is_false, is_none_left};
use crate::model::names::{CardNo, UnitId};

/// A chosen faction. Rules `BG4-SETUP-02`, `BG4-MERC-01` (pp. 126, 136).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Allegiance {
    /// The primary faction.
    pub faction: String,
    /// The faction from which mercenaries may be taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mercenaries: Option<String>,
    /// More factions from which they may be taken, in the edition that does not keep them to one. Rule `BG3-MERC-01` (p. 25).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20))]
    pub also: Vec<String>,
}

impl Allegiance {
    /// The factions from which mercenaries may be taken. Rules `BG4-MERC-01` (p. 136), `BG3-MERC-01` (p. 25).
    pub fn sources(&self) -> impl Iterator<Item = &String> {
        self.mercenaries.iter().chain(&self.also)
    }

    /// Whether units of a faction may be taken as mercenaries.
    pub fn hires(&self, faction: &str) -> bool {
        self.sources().any(|source| source == faction)
    }
}

/// An army as it is built. Rules `BG4-ARMY-01` to `BG4-ARMY-06` (pp. 137, 138, 139).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmyList {
    /// The ids of the unit cards; the first is unit 1.
    pub units: Vec<String>,
    /// Command cards bought at 25 points.
    #[serde(default)]
    pub cards: u8,
    /// The ids of the abilities bought. Rule `BG3-ARMY-01` (p. 25).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20))]
    pub abilities: Vec<String>,
}

/// Where the random draws of command cards come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decks {
    /// The server draws, with dice of the game's tray.
    #[default]
    Server,
    /// Cards are drawn on the table: a draw names the card, or leaves it unknown until it is played.
    Table,
}

/// A player.
#[allow(clippy::struct_excessive_bools, reason = "each is a mark of its own")]
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Player {
    /// Their faction.
    pub allegiance: Secret<Allegiance>,
    /// Their army list; when both are known it becomes units.
    pub list: Secret<ArmyList>,
    /// Points spent on units and cards; 0 while the army is not known here.
    pub spent: u32,
    /// Command cards bought; 0 while the army is not known here.
    pub bought: u8,
    /// The ids of the abilities bought. Rule `BG3-ARMY-01` (p. 25).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<String>,
    /// Whether their units are known to the other player only when they are deployed. Rule `BG4-ARMY-05` (p. 138).
    #[serde(skip_serializing_if = "is_false")]
    pub concealed: bool,
    /// How many of their units wait for deployment that are not known here.
    #[serde(skip_serializing_if = "is_none_left")]
    pub unknown: u8,
    /// Whether they announced that there are mercenaries in their army. Rule `BG4-MERC-01` (pp. 126, 136).
    #[serde(skip_serializing_if = "is_false")]
    pub mercenaries: bool,
    /// Cards in hand; `null` is one that is not known here. Rule `BG4-CARDS-13`.
    pub hand: Vec<Option<CardNo>>,
    /// How many cards the deck holds.
    pub deck: u8,
    /// Cards that may be in the deck: exactly the deck where the whole hand is known, else with the unknown cards of
    /// the hand.
    pub unseen: Vec<CardNo>,
    /// Played and discarded cards, face up, the last on top.
    pub discards: Vec<CardNo>,
    /// Command actions left this turn.
    pub actions: u8,
    /// Command actions gained this turn.
    pub gained: u8,
    /// Whether one was spent this turn. Rule `BG4-CMD-13` (pp. 37-38).
    pub spent_any: bool,
    /// Green cards played this phase, each with its units. Rule `BG4-CARDS-07` (p. 19).
    pub played: Vec<(CardNo, Vec<UnitId>)>,
    /// In how many of their turns in a row they had only Airborne units, none of which sought the enemy. Rule `BG3-SET-14`
    /// (pp. 29-30).
    #[serde(skip_serializing_if = "is_none_left")]
    pub waited_aloft: u8,
    /// Whether they play no more green cards in the windows of this Movement & Command Phase.
    #[serde(skip_serializing_if = "is_false")]
    pub passing: bool,
    /// Their share of their team's points, where several play together. Rule `BG3-SCEN-03` (p. 26).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<u16>,
    /// Whether they have finished their part of the Movement & Command Phase of their team. Rule `BG3-SCEN-03` (p. 26).
    #[serde(skip_serializing_if = "is_false")]
    pub finished: bool,
}

impl Player {
    /// The points that they may spend, and by which command actions are divided: their share, or the whole budget.
    pub fn share_of(&self, state: &State) -> u32 {
        u32::from(self.share.unwrap_or_else(|| state.budget()))
    }
}
