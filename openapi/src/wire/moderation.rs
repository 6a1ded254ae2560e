//! Moderation: what is reported, what was done, by whom and why.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a game is reported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// What is wrong with it, 1 to 1,000 characters.
    #[schemars(length(min = 1, max = 1_000))]
    pub reason: String,
}

/// A report of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The report.
    pub id: String,
    /// The game.
    pub game: String,
    /// Who reported it: an account's id, or whom a token stands for.
    pub by: String,
    /// What is wrong with it, in their words.
    pub reason: String,
    /// When.
    pub at: String,
}

/// Reports that nobody has dealt with yet, the oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReportList {
    /// The reports.
    pub items: Vec<Report>,
}

/// What a moderator may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ModerationDeed {
    /// Hide a game: its keeper and those who sat in it still see it, and cannot show it again.
    Hide,
    /// Show a game as it was shown before it was hidden.
    Show,
    /// Suspend an account: it is signed out, and neither its password nor its tokens let anybody in.
    Suspend,
    /// Let an account in again.
    Reinstate,
    /// Leave a game as it is, and close its reports.
    Dismiss,
}

impl ModerationDeed {
    /// The word that is sent and stored.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Hide => "hide",
            Self::Show => "show",
            Self::Suspend => "suspend",
            Self::Reinstate => "reinstate",
            Self::Dismiss => "dismiss",
        }
    }

    /// Whether it is done to an account, and not to a game.
    pub const fn is_of_account(self) -> bool {
        matches!(self, Self::Suspend | Self::Reinstate)
    }
}

/// Something for a moderator to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Moderate {
    /// What.
    pub does: ModerationDeed,
    /// The id of the game, or the name or id of the account.
    #[schemars(length(min = 1, max = 64))]
    pub target: String,
    /// Why, 1 to 1,000 characters: it stands in the log.
    #[schemars(length(min = 1, max = 1_000))]
    pub reason: String,
}

/// Something that a moderator did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Moderated {
    /// The entry.
    pub id: String,
    /// What was done.
    pub does: ModerationDeed,
    /// To which game or account.
    pub target: String,
    /// By whom.
    pub by: String,
    /// Why.
    pub reason: String,
    /// When.
    pub at: String,
}

/// What moderators did, the latest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ModerationLog {
    /// The entries.
    pub items: Vec<Moderated>,
    /// Pass it as `cursor` for older ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}
