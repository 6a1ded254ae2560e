//! Set-up of a game: what it begins from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cards::{ArmyList, CardId, SharedCards, is_default, words};

words! {
    /// Where the cards of a deck come from.
    pub enum Decks {
        /// The server draws, with dice of the game's tray.
        Server,
        /// Cards are drawn on the table: they are not known here until they are played or discarded.
        Table,
    }
}

#[allow(clippy::derivable_impls, reason = "the enum is written by a macro")]
impl Default for Decks {
    fn default() -> Self {
        Self::Server
    }
}

/// What both players agreed on before the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Agreement {
    /// The size of an army in points. Rule `IF-ARMY-01`.
    #[schemars(range(min = 10, max = 100))]
    pub points: u8,
    /// Victory points that win at the end of a round. Rules `IF-ARMY-01`, `IF-VP-05`.
    #[schemars(range(min = 1, max = 60))]
    pub victory: u16,
    /// Where cards are drawn.
    #[serde(default, skip_serializing_if = "is_default")]
    pub decks: Decks,
    /// The terrain pool, where the players agreed on one instead of rolling. Rule `IF-SETUP-01`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub terrain: Option<Vec<CardId>>,
}

impl Default for Agreement {
    fn default() -> Self {
        Self {
            points: 40,
            victory: 10,
            decks: Decks::Server,
            terrain: None,
        }
    }
}

/// How a game is set up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The cards in play.
    pub cards: SharedCards,
    /// What was agreed on.
    #[serde(default)]
    pub agreed: Agreement,
    /// Armies that are named beforehand, seat A's first; none is named in the game.
    #[serde(default, skip_serializing_if = "is_default")]
    pub armies: [Option<ArmyList>; 2],
}
