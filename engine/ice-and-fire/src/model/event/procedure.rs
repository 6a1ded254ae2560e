//! Events of the procedure itself: setting up, positions and the agenda.

use hindsight_kernel::agenda::AgendaChange;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::agenda::{NoAnswer, NoTopic, Question, Step};
use super::super::names::UnitId;
use super::super::setup::Agreement;
use super::super::state::State;
use crate::cards::SharedCards;

/// The procedure itself: setting up, positions and the agenda.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum ProcedureEvent {
    /// A game was set up: the cards in play and what was agreed on.
    GameSetUp {
        /// The cards.
        #[serde(serialize_with = "hindsight_kernel::fixed::serialize")]
        cards: SharedCards,
        /// The agreement.
        agreed: Agreement,
    },
    /// A game began from a position.
    Placed {
        /// It.
        position: Box<State>,
    },
    /// What is to be done has changed.
    Agenda {
        /// How.
        change: AgendaChange<Step, Question, hindsight_kernel::agenda::Answered<NoTopic, UnitId, NoAnswer>>,
    },
}
