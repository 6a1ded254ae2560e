//! Undo: how far the people at a table may take back what was recorded, and requests for it.

use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::CorrectionRequest;

/// Who may take back or correct what was recorded in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UndoPolicy {
    /// Whoever keeps the game's record, at any time; players do not.
    #[default]
    Recorder,
    /// Everybody their own last decisions, until another seat acted or a die was rolled; anything more by consent of the other
    /// sides.
    OwnLast,
    /// Only by consent of the other sides.
    Consent,
    /// Nobody: what is recorded stands.
    Nobody,
}

impl UndoPolicy {
    /// All of them, the usual one first.
    pub const ALL: [Self; 4] = [Self::Recorder, Self::OwnLast, Self::Consent, Self::Nobody];

    /// As written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Recorder => "recorder",
            Self::OwnLast => "own_last",
            Self::Consent => "consent",
            Self::Nobody => "nobody",
        }
    }

    /// The one so written, if there is one.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|policy| policy.name() == name)
    }

    /// Whether it is the one of a game that states none.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// How a game is undone, and the request that is open.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct UndoInfo {
    /// Who may take back or correct.
    pub policy: UndoPolicy,
    /// The request that waits for consent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<UndoRequest>,
}

/// A request to take back or to correct, which others have to agree to. It ends when the game goes on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UndoRequest {
    /// The seat that asks; nothing where whoever keeps the record asks for the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The version to which the game would go back.
    pub to: u64,
    /// Whether a command there is corrected and the later ones are decided again, rather than all of them taken back.
    pub corrects: bool,
    /// Why, if it was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The seats that have not agreed yet; one of each side is enough.
    pub waits_for: Vec<Seat>,
    /// The seats that have agreed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agreed: Vec<Seat>,
}

/// Asks for an undo: either `to` or `correction`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskUndo {
    /// The seat that asks; your first one if left out.
    #[serde(default)]
    pub seat: Option<Seat>,
    /// The version to go back to, as for the command `take_back`.
    #[serde(default)]
    pub to: Option<u64>,
    /// Why.
    #[serde(default)]
    #[schemars(length(max = 1000))]
    pub reason: Option<String>,
    /// A correction, for whoever keeps the record.
    #[serde(default)]
    pub correction: Option<CorrectionRequest>,
}

/// Answers a request for an undo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerUndo {
    /// The seat that answers; all of yours if left out.
    #[serde(default)]
    pub seat: Option<Seat>,
    /// Whether it agrees. Who asked withdraws the request by `false`.
    pub agree: bool,
}

/// What came of asking or answering.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UndoState {
    /// The game.
    pub game: String,
    /// Its version now.
    pub version: u64,
    /// Whether the game went back: nobody else had to agree, or the last one did.
    pub done: bool,
    /// How the game is undone, and the request that is still open.
    pub undo: UndoInfo,
}
