//! Tokens, limits, health, problem types.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A token to be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateToken {
    /// Whom it stands for: games belong to this name. 1 to 64 characters. Left out, the same as the asking token.
    #[serde(default)]
    #[schemars(length(min = 1, max = 64))]
    pub subject: Option<String>,
    /// What it is for, in words, at most 100 characters.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub label: Option<String>,
    /// `game:read`, `game:write`, `pack:write`, `admin`, `seat:A` ... `seat:Z`.
    #[schemars(length(min = 1, max = 32))]
    pub scopes: Vec<String>,
    /// Only for this game.
    #[serde(default)]
    pub game: Option<String>,
    /// For how many days it is valid; left out, until it is revoked.
    #[serde(default)]
    #[schemars(range(min = 1, max = 3650))]
    pub days: Option<u32>,
}

/// A token, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Token {
    /// Its id (not the secret).
    pub id: String,
    /// Whom it stands for.
    pub subject: String,
    /// What it is for.
    pub label: String,
    /// What it allows.
    pub scopes: Vec<String>,
    /// Only for this game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// When it was made (RFC 3339).
    pub created_at: String,
    /// When it ends (RFC 3339).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
    /// When it was revoked (RFC 3339).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<String>,
}

/// A new token with its secret, which is shown this once and kept nowhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewToken {
    /// The secret to send as `Authorization: Bearer ...`.
    pub secret: String,
    /// The token.
    pub token: Token,
}

/// Tokens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TokenList {
    /// All of them, revoked ones too.
    pub items: Vec<Token>,
    /// Pass it as `cursor` for the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// One limit of the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Limit {
    /// The name that problems cite.
    pub name: String,
    /// The value.
    pub value: u64,
    /// What is counted.
    pub unit: String,
    /// What it is for.
    pub about: String,
}

/// All limits of the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    /// By subject.
    pub items: Vec<Limit>,
}

/// How the server is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Health {
    /// `ok`; `disk_full` while no writes are taken for want of room; `stalled` while a write makes no progress; `read_only`
    /// after a failed write, until the server is started again. Reading goes on in all of them.
    pub status: String,
    /// What an acknowledgement promises: `strict`, `process-crash` or `memory`.
    pub durability: String,
    /// The release.
    pub version: String,
    /// Streams in the store.
    pub streams: u64,
    /// Events in the store.
    pub events: u64,
    /// Bytes on the disk.
    pub disk_bytes: u64,
    /// Why no writes are taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// Whether the server takes requests of every kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ready {
    /// Whether it does.
    pub ready: bool,
    /// Why no writes are taken, if so; reading goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// All problem types.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProblemList {
    /// By status.
    pub items: Vec<ProblemPage>,
}

/// A problem type explained.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProblemPage {
    /// Its address.
    #[serde(rename = "type")]
    pub kind: String,
    /// The HTTP status it comes with.
    pub status: u16,
    /// In a few words.
    pub title: String,
    /// What it means and what to do.
    pub explains: String,
}
