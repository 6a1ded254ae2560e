//! Events of the procedure itself: openings, questions, answers, rulings.

use std::sync::Arc;

use battleground_geometry::Pose;
use hindsight_kernel::{Roll, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::editions::Edition;
use crate::model::agenda::{Answered, Question, Step};
use crate::model::cards::Book;
use crate::model::command::Patch;
use crate::model::names::UnitId;
use crate::model::state::{Cause, Decks, Engagement, HouseRules, State, Status, is_false};

/// A unit as it was noted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NotedUnit {
    /// The unit.
    pub unit: UnitId,
    /// Where it lies; nothing if it is destroyed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pose: Option<Pose>,
    /// Its status with its order.
    pub status: Status,
    /// Whether it flies.
    #[serde(default, skip_serializing_if = "is_false")]
    pub airborne: bool,
    /// Damage boxes marked.
    pub marked: u8,
    /// How it was destroyed, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destroyed: Option<Cause>,
}

/// An event of the procedure itself: openings, questions, answers, rulings.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum ProcedureEvent {
    /// A battle begins with its set-up.
    Opened {
        /// Everything printed that is in play.
        book: Arc<Book>,
        /// Who draws the command cards.
        decks: Decks,
        /// Which rulebook is played: the later one, if it is left out.
        #[serde(default, skip_serializing_if = "Edition::is_later")]
        edition: Edition,
        /// The points of each seat, where several play together; empty for two players.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        shares: Vec<u16>,
        /// The options of the earlier edition.
        #[serde(default, skip_serializing_if = "HouseRules::is_none")]
        house: HouseRules,
    },
    /// A battle begins from a position.
    Placed {
        /// The whole of it.
        position: Box<State>,
    },
    /// The procedure goes on: steps are finished and others lie ahead, the last of them on top.
    Proceeded {
        /// How many frames were taken off the agenda.
        done: u8,
        /// What was laid on it.
        ahead: Vec<Step>,
    },
    /// A player was asked something.
    Asked {
        /// What.
        question: Question,
    },
    /// The question that was open is answered.
    Answered {
        /// How.
        answered: Answered,
    },
    /// The table was set as it was noted: the turn before ends. Rule `HS-NOTE-01`.
    PositionNoted {
        /// The number of the turn that begins.
        turn: u16,
        /// The player whose turn it is.
        active: Seat,
        /// The units that were noted.
        units: Vec<NotedUnit>,
        /// All engagements.
        engagements: Vec<Engagement>,
    },
    /// A ruling changed something.
    Ruled {
        /// What.
        patch: Patch,
        /// The die that was rolled for it. Rule `BG3-GEN-03` (p. 2).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        roll: Option<Roll>,
    },
}
