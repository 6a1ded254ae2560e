//! Moments of many games by what happened and how the field stood.

use std::collections::BTreeMap;

use hindsight_kernel::MessageData;
use hindsight_reports::community::Rate;
use hindsight_reports::situations::{ActionField, Cell, SituationCount};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What came of a question about situations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SituationPage {
    /// The question as it was understood.
    pub question: String,
    /// How many games were looked at, the latest first.
    pub looked: u64,
    /// How many there are in those games, and what came of it.
    pub whole: SituationCount,
    /// The same for each value of the field behind `by`.
    pub groups: Vec<SituationCount>,
    /// There are more values than are told apart.
    pub more_values: bool,
    /// The first moments.
    pub items: Vec<SituationMoment>,
    /// Pass it as `cursor` to ask the same of the games before those; also in the `Link` header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A moment that a question means.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SituationMoment {
    /// The game.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// The version of the event.
    pub version: u64,
    /// The address of its page.
    pub page: String,
    /// What happened.
    pub what: ActionField,
    /// The fields that it has.
    pub fields: BTreeMap<String, Cell>,
}

/// What was done in positions like one, and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Explorer {
    /// What makes the position like others, as its system says: what matters most first.
    pub likeness: Vec<String>,
    /// How many of those words the positions below have; fewer than all where too few positions have all of them.
    pub used: u64,
    /// How many games were looked at, the latest first.
    pub looked: u64,
    /// There are older games that were not looked at.
    pub more: bool,
    /// How many positions are alike.
    pub positions: u64,
    /// In how many games.
    pub games: u64,
    /// What was done there, the most frequent first.
    pub choices: Vec<ExploredChoice>,
}

/// What was done in some of the positions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExploredChoice {
    /// The kind of command.
    pub done: String,
    /// How often.
    pub count: u64,
    /// As a share of all positions, 0 to 1.
    pub share: f64,
    /// How often who did it won the game, a draw as half. Many such moments may be of one game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub won: Option<Rate>,
    /// Some of those moments.
    pub moments: Vec<ExploredMoment>,
}

/// A moment of a game in which a position like this was.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExploredMoment {
    /// The game.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The version of the event.
    pub version: u64,
    /// The address of its page.
    pub page: String,
}

/// The language of questions about situations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SituationGuide {
    /// The form of a question.
    pub form: String,
    /// What may be counted.
    pub counted: Vec<String>,
    /// What may have happened.
    pub deeds: Vec<SituationWord>,
    /// What may be asked of it.
    pub fields: Vec<SituationWord>,
    /// Questions that are right, each with what it asks.
    pub examples: Vec<SituationWord>,
}

/// A word of the language, or a question in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SituationWord {
    /// The word.
    pub word: String,
    /// Of a field: the kind of its values, `number`, `word` or `yes or no`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<String>,
    /// What it means.
    pub means: String,
    /// Id and arguments of what it means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
}
