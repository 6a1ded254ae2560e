//! Standing answers: decisions that a seat passes until it says otherwise.

use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The decisions that a seat passes from now on, in place of those before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaveStanding {
    /// Seat that passes; the caller's only one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Names of the decisions, as `awaiting` of the game has them (`decision`); none of them withdraws what was left before.
    pub decisions: Vec<String>,
}

/// The standing answers of the seats that the caller speaks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StandingAnswers {
    /// Id of the game.
    pub game: String,
    /// An item for each of these seats.
    pub items: Vec<SeatStanding>,
}

/// The decisions that a seat passes until it says otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatStanding {
    /// The seat.
    pub seat: Seat,
    /// The decisions, in alphabetical order of their names.
    pub decisions: Vec<StandingDecision>,
}

/// A decision that a seat passes until it says otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StandingDecision {
    /// Name of the decision.
    pub decision: String,
    /// The question that was open when the answer was left, in the game's words; missing where the seat was not asked then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
}
