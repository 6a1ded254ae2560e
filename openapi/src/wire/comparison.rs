//! Two games of one system side by side: a game and its variation, two variations of one moment.

use hindsight_kernel::{MessageData, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Two games side by side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Comparison {
    /// The game.
    pub one: ComparedGame,
    /// The game it is held against.
    pub other: ComparedGame,
    /// How many events both lines have in common, from their beginning.
    pub shared: u64,
    /// Figures of each seat in both, each game as a whole, if they do not say otherwise.
    pub seats: Vec<ComparedSeat>,
    /// What happened behind the branch point, turn by turn.
    pub turns: Vec<ComparedTurn>,
    /// More happened than is told here.
    pub cut: bool,
}

/// One of two games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ComparedGame {
    /// Its id.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The version of its last event.
    pub version: u64,
    /// The version of the last event that both have; 0 if their first ones differ already.
    pub branch: u64,
    /// How it ended, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Its page for people, where it branches off.
    pub page: String,
}

/// A seat in both games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ComparedSeat {
    /// Which.
    pub seat: Seat,
    /// What it is called.
    pub name: String,
    /// Its figures.
    pub figures: Vec<ComparedFigure>,
}

/// A figure in both games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ComparedFigure {
    /// Key of the figure: `score`, `units lost`, `points lost`, `units destroyed`, `points destroyed`, `damage dealt`,
    /// `damage expected`, `rolls`, `luck of the dice` or `luck of the dice since they part`.
    pub name: String,
    /// Name of the figure for people.
    #[serde(default)]
    pub title: String,
    /// Id and arguments of the title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
    /// In the game.
    pub one: f64,
    /// In the other.
    pub other: f64,
    /// In the other, less that in the game.
    pub difference: f64,
}

/// What happened in a turn of either game behind the branch point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ComparedTurn {
    /// Turn over the whole game, from 1; 0 before the battle.
    pub turn: u32,
    /// The turn in words.
    pub caption: String,
    /// Id and arguments of the caption, where its sentence has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
    /// In the game.
    pub one: Vec<ComparedEvent>,
    /// In the other.
    pub other: Vec<ComparedEvent>,
}

/// An event that tells something.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ComparedEvent {
    /// Its version.
    pub version: u64,
    /// In one sentence.
    pub words: String,
    /// Id and arguments of the sentence, where it has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
}
