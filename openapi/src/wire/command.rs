//! Commands and what became of them.

use hindsight_engine::{ChangeRequest, CommandRequest, GameInfo, TableCommand};
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CarriedOut, Event};

/// The body of `POST /v1/games/{game}/commands`: one command, or a list that is applied in order.
#[derive(Debug, Clone, PartialEq, JsonSchema)]
#[schemars(untagged)]
pub enum OneOrMoreCommands {
    /// One command.
    One(CommandRequest),
    /// At most 100 commands, each stored by itself; the first refusal ends it.
    Several(#[schemars(length(min = 1, max = 100))] Vec<CommandRequest>),
}

/// A correction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CorrectionRequest {
    /// The version at which the command to change begins.
    pub at: u64,
    /// What to do there.
    pub change: ChangeRequest,
    /// Why.
    pub reason: String,
    /// Who asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

impl From<CorrectionRequest> for CommandRequest {
    fn from(correction: CorrectionRequest) -> Self {
        let CorrectionRequest {
            at,
            change,
            reason,
            seat,
        } = correction;
        Self {
            seat,
            dice: Vec::new(),
            command: TableCommand::Correct { at, change, reason },
        }
    }
}

/// What became of one command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AppliedCommand {
    /// The version of its first event.
    pub first: u64,
    /// The version of its last event: where the game stood after it. A dry run whose result would show you what is hidden names
    /// the first one here and ends there, without `events` and `now`.
    pub last: u64,
    /// The command had been stored before under this idempotency key; nothing was done now.
    pub repeated: bool,
    /// The server gave it by itself, between two that were recorded (`imply`): a pass.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub implied: bool,
}

/// What became of the commands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AppliedCommands {
    /// The game.
    pub game: String,
    /// The version it stands at now (after a dry run: would stand at).
    pub version: u64,
    /// Each command's place, with `imply` those of the passes before it too.
    pub applied: Vec<AppliedCommand>,
    /// The id of the step that the commands are, where they were given as one (`atomic`, `imply`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// Nothing was stored, only decided.
    pub dry_run: bool,
    /// The units that carry out their standing orders, and why no more of them do, for each command `by_orders` that was given now;
    /// left out under `Prefer: return=minimal`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_orders: Vec<CarriedOut>,
    /// The new events as you may know them; left out under `Prefer: return=minimal`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
    /// Where the game stands now; left out under `Prefer: return=minimal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<GameInfo>,
}
