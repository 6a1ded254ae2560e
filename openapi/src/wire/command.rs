//! Commands and what became of them.

use hindsight_engine::GameInfo;
use hindsight_kernel::{Seat, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Event;
use crate::schemas::{SystemCommand, SystemPatch};

/// The body of `POST /v1/games/{game}/commands`: one command, or a list that is applied in order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum CommandBody {
    /// One command.
    One(CommandRequest),
    /// At most 100 commands, each stored by itself; the first refusal ends it.
    Several(#[schemars(length(min = 1, max = 100))] Vec<CommandRequest>),
}

/// One command, whoever speaks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CommandRequest {
    /// Who speaks; a seat's token need not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Faces thrown on the table, in the order in which the rules roll them, where the players report the dice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 2000))]
    pub dice: Vec<u8>,
    /// The command itself.
    #[serde(flatten)]
    pub command: TableCommand,
}

/// What can be asked of a game, whatever its system.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TableCommand {
    /// Play a command of the system, as its `command` schema says.
    Play {
        /// The command.
        #[schemars(with = "SystemCommand")]
        command: Value,
    },
    /// Go back to an earlier version of the present line.
    TakeBack {
        /// That version.
        to: u64,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Change the position outside the rules: an agreement, or an error of recording.
    Rule {
        /// What changes, as the system's `patch` schema says.
        #[schemars(with = "SystemPatch")]
        patch: Value,
        /// Why.
        reason: String,
    },
    /// Give up.
    Concede {},
    /// Propose a result.
    Propose {
        /// The winning side; left out, a draw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Side>,
    },
    /// Answer a proposal.
    ResponseSpec {
        /// Whether it is accepted.
        accept: bool,
    },
    /// Say something.
    Say {
        /// 1 to 2,000 characters.
        #[schemars(length(min = 1, max = 2000))]
        text: String,
    },
    /// Put in another command where one was given, then decide the later ones again.
    Correct {
        /// The version at which the command to change begins.
        at: u64,
        /// What to do there.
        change: ChangeRequest,
        /// Why.
        reason: String,
    },
    /// Commit the server's tray to a new seed.
    Reseed {},
}

/// What to do with a past command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ChangeRequest {
    /// Another command in its place.
    Replace {
        /// The right command, in the same form as any other.
        #[schemars(with = "std::collections::BTreeMap<String, Value>")]
        command: Value,
    },
    /// A forgotten command before it.
    Insert {
        /// The forgotten command.
        #[schemars(with = "std::collections::BTreeMap<String, Value>")]
        command: Value,
    },
    /// Nothing in its place.
    Remove {},
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

/// What became of one command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AppliedCommand {
    /// The version of its first event.
    pub first: u64,
    /// The version of its last event: where the game stood after it.
    pub last: u64,
    /// The command had been stored before under this idempotency key; nothing was done now.
    pub repeated: bool,
}

/// What became of the commands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AppliedCommands {
    /// The game.
    pub game: String,
    /// The version it stands at now (after a dry run: would stand at).
    pub version: u64,
    /// Each command's place.
    pub applied: Vec<AppliedCommand>,
    /// Nothing was stored, only decided.
    pub dry_run: bool,
    /// The new events as you may know them; left out under `Prefer: return=minimal`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
    /// Where the game stands now; left out under `Prefer: return=minimal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<GameInfo>,
}
