//! Events of command actions and command cards.

use hindsight_kernel::{Roll, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Use;
use crate::model::cards::Colour;
use crate::model::names::{CardNo, UnitId};

/// An event of command actions and command cards.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum CommandEvent {
    /// Command actions were gained by a card or rule.
    ActionsGained {
        /// Who.
        seat: Seat,
        /// How many.
        count: u8,
    },
    /// Command actions were spent.
    ActionsSpent {
        /// Who.
        seat: Seat,
        /// How many.
        count: u8,
        /// On what.
        on: Use,
    },
    /// Command actions were lost at the end of the phase.
    ActionsLost {
        /// Who.
        seat: Seat,
        /// How many.
        count: u8,
    },
    /// A command card was drawn.
    CardDrawn {
        /// Who.
        seat: Seat,
        /// Which; nothing while it is not known here.
        card: Option<CardNo>,
        /// The die that drew it, where the server draws.
        roll: Option<Roll>,
    },
    /// The discard pile becomes the deck.
    DeckRenewed {
        /// Whose.
        seat: Seat,
    },
    /// Cards 21 to 30 leave a deck for the battle. Rules `BG3-MERC-05` (p. 25), `BG3-SET-07` (pp. 3-4).
    FactionCardsRemoved {
        /// Whose.
        seat: Seat,
    },
    /// A card was discarded.
    CardDiscarded {
        /// Who.
        seat: Seat,
        /// Which.
        card: CardNo,
    },
    /// A command card was played.
    CardPlayed {
        /// Who.
        seat: Seat,
        /// Which.
        card: CardNo,
        /// As which colour.
        colour: Colour,
        /// On whom.
        on: Vec<UnitId>,
    },
    /// Somebody played no card.
    Passed {
        /// Who.
        seat: Seat,
        /// For the rest of the phase.
        #[serde(default)]
        rest: bool,
    },
    /// A defender who was not asked for a card before the last roll has it thrown again as a whole. Rule `BG4-ATK-16` (p. 100).
    RerollClaimed {
        /// Who.
        seat: Seat,
    },
}
