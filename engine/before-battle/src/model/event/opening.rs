//! Openings of a game: by the full procedure, or from a position.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::cards::Cards;
use crate::model::state::State;

/// Events that open a game.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum OpeningEvent {
    /// A game began by the full procedure with these cards.
    GameSet {
        /// The cards in play.
        cards: Arc<Cards>,
    },
    /// A game began from a position.
    PositionSet {
        /// The whole position.
        position: Box<State>,
    },
}
