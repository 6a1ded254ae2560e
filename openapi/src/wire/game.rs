//! Games and their index cards.

use std::collections::BTreeMap;

use hindsight_engine::GameInfo;
use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use hindsight_engine::{SystemSetup, SystemSketch, SystemState};

use crate::Problem;

use super::{TimeControl, UndoInfo, UndoPolicy};

/// Who may see a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everybody; it stands in the lists.
    #[default]
    Public,
    /// Everybody who has its address; it stands in no list but its owner's.
    Unlisted,
    /// Its owner, and tokens made for it. For all others it does not exist.
    Private,
}

impl Visibility {
    /// All of them, the narrowest first.
    pub const ALL: [Self; 3] = [Self::Private, Self::Unlisted, Self::Public];

    /// As written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Unlisted => "unlisted",
            Self::Private => "private",
        }
    }

    /// The one so written; anything else is private, to be safe.
    pub fn of_name(name: &str) -> Self {
        match name {
            "public" => Self::Public,
            "unlisted" => Self::Unlisted,
            _ => Self::Private,
        }
    }
}

/// Where the dice come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiceChoice {
    /// The server rolls, from a seed whose hash is published at the beginning and which is revealed at the end.
    #[default]
    Server,
    /// The players throw on the table and report the faces with their commands.
    Reported,
}

/// A game to be created.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateGame {
    /// The rule set: `before-battle`.
    pub system: String,
    /// A title for people, at most 200 characters.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub title: Option<String>,
    /// How it is set up, as the system's `setup` schema says. Left out, the system's own default.
    #[serde(default)]
    #[schemars(with = "Option<SystemSetup>")]
    pub setup: Option<Value>,
    /// A position to begin from: what `GET /v1/games/{game}/state` gives. Not together with `setup`.
    #[serde(default)]
    #[schemars(with = "Option<SystemState>")]
    pub position: Option<Value>,
    /// A position drawn by hand to begin from, as the system's `sketch` schema says: who stands where and whose turn it
    /// is. Not together with `setup` or `position`.
    #[serde(default)]
    #[schemars(with = "Option<SystemSketch>")]
    pub sketch: Option<Value>,
    /// Hashes of packs that the setup may use, besides the built-in ones; at most 16.
    #[serde(default)]
    #[schemars(length(max = 16))]
    pub packs: Vec<String>,
    /// Where the dice come from.
    #[serde(default)]
    pub dice: DiceChoice,
    /// Free labels, at most 32 of at most 64 characters.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub tags: Vec<String>,
    /// Names of the players by seat.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub players: BTreeMap<Seat, String>,
    /// Whether the players' names are shown to its owner alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub names_hidden: bool,
    /// Who may see it.
    #[serde(default)]
    pub visibility: Visibility,
    /// Who may take back or correct what is recorded.
    #[serde(default, skip_serializing_if = "UndoPolicy::is_usual")]
    pub undo: UndoPolicy,
    /// The time that each seat has; the clocks are shown to everybody, and nothing ends by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
}

/// What may be changed about a game without playing. Fields left out stay.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PatchGame {
    /// A new title, at most 200 characters.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub title: Option<String>,
    /// All labels anew.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub tags: Option<Vec<String>>,
    /// Names by seat; other seats keep theirs, an empty name takes one away.
    #[serde(default)]
    #[schemars(with = "Option<BTreeMap<String, String>>")]
    pub players: Option<BTreeMap<Seat, String>>,
    /// Whether the players' names are shown to its owner alone: others see seats, wherever the game appears, and the
    /// game counts for no player's figures or rating.
    #[serde(default)]
    pub names_hidden: Option<bool>,
    /// Who may see it.
    #[serde(default)]
    pub visibility: Option<Visibility>,
    /// Who may take back or correct what is recorded; not once somebody else has taken a seat.
    #[serde(default)]
    pub undo: Option<UndoPolicy>,
}

/// A game as lists show it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameCard {
    /// Its id, a ULID.
    pub id: String,
    /// The rule set.
    pub system: String,
    /// The title for people.
    pub title: String,
    /// `draft` until the first command is played, then `running`, in the end `finished`.
    pub status: String,
    /// Who may see it.
    pub visibility: Visibility,
    /// Names of the players by seat.
    #[schemars(with = "BTreeMap<String, String>")]
    pub players: BTreeMap<Seat, String>,
    /// Whether the players' names are shown to its owner alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub names_hidden: bool,
    /// Factions, in seat order.
    pub factions: Vec<String>,
    /// Free labels.
    pub tags: Vec<String>,
    /// What kind of record it is: `bot`, `sample`, `position` ...
    pub marks: Vec<String>,
    /// How it ended, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Rounds begun, or what the system counts instead: turns (`battleground-3`, `battleground-4`), activations
    /// (`men-of-iron`).
    pub rounds: u32,
    /// Events in its stream: its version.
    pub version: u64,
    /// When it was created (RFC 3339); of an imported game the day on which it was played, where its file says so.
    pub created_at: String,
    /// When it last grew (RFC 3339).
    pub updated_at: String,
    /// Whether the token that asks is its owner's.
    pub yours: bool,
    /// Where to go on.
    pub links: GameLinks,
}

/// Addresses of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameLinks {
    /// This game in the API.
    #[serde(rename = "self")]
    pub itself: String,
    /// Its page for people.
    pub page: String,
    /// Its picture now.
    pub picture: String,
    /// Its events.
    pub events: String,
    /// Its live stream.
    pub live: String,
}

/// A page of games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GamePage {
    /// The games.
    pub items: Vec<GameCard>,
    /// Pass it as `cursor` for the next page; also in the `Link` header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A game: its card and what the table knows of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameDetails {
    /// Its card.
    pub card: GameCard,
    /// Where it stands, as you may know it.
    pub now: GameInfo,
    /// How it is followed.
    pub live: LiveInfo,
    /// Who may take back or correct, and who asks for it now.
    #[serde(default)]
    pub undo: UndoInfo,
}

/// How a game is followed while it is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LiveInfo {
    /// Live streams of it that are open now.
    pub followers: usize,
    /// By how many seconds what you see is behind the table: more than 0 for who only follows a game that hides something.
    pub delay_seconds: u64,
}

/// A game that was made by the same request before; or, in a dry run, what it would be.
#[derive(Debug, Clone, PartialEq, JsonSchema)]
#[schemars(untagged)]
pub enum GameOrPreview {
    /// The game.
    Game(Box<GameDetails>),
    /// The game as it would be.
    Preview(Box<GameInfo>),
}

/// A game that was imported.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ImportedGame {
    /// The game.
    pub card: GameCard,
    /// Whether it was here already, the same in every record.
    pub already_existed: bool,
    /// Another record of the same battle, if one is here that the caller may be told of. The community's figures count the
    /// battle once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_battle: Option<GameCard>,
}

/// The games of a text that were imported, each by itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ImportedGames {
    /// The games, in the order of the text.
    pub items: Vec<ImportedItem>,
}

/// One game of a text: imported, or refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ImportedItem {
    /// The line of the text on which it begins.
    pub line: u32,
    /// Its title, as far as it could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The game, if it is stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<ImportedGame>,
    /// The problem, if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
}
