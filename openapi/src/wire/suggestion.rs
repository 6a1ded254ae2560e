//! Candidate mistakes of a game, and what a coach makes of them.

use hindsight_kernel::{MessageData, Proof, RuleId, Seat, Weighed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Author, GlyphShown};

/// The candidate mistakes of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Suggestions {
    /// The game.
    pub game: String,
    /// The version up to which it was looked at.
    pub version: u64,
    /// Everything that is watched for in a game of this system.
    pub detectors: Vec<DetectorShown>,
    /// What was found, by version.
    pub items: Vec<SuggestionShown>,
}

/// One thing that is watched for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DetectorShown {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What it watches for.
    pub watches: String,
    /// The rules it rests on.
    pub rules: Vec<RuleId>,
    /// The glyph that it proposes.
    pub glyph: GlyphShown,
    /// It finds options that nobody took, not deeds.
    pub missed: bool,
    /// How often it was found in the game.
    pub found: usize,
}

/// A candidate mistake.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SuggestionShown {
    /// The version of the event at which it shows.
    pub version: u64,
    /// Whose mistake it would be.
    pub seat: Seat,
    /// The unit it is about, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The detector that found it.
    pub detector: String,
    /// What the detector is called.
    pub name: String,
    /// The glyph that it proposes.
    pub glyph: GlyphShown,
    /// Why, in a sentence or two.
    pub reason: String,
    /// Id and arguments of the reason, where its sentence has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
    /// The numbers that prove it.
    pub numbers: Vec<Proof>,
    /// The rules it rests on.
    pub rules: Vec<RuleId>,
    /// What would have been better, where the detector knows it and the rules allow it there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<BetterChoiceShown>,
    /// Measures of what was done and of the better choice. The first one decides that the choice is better.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weighed: Vec<Weighed>,
    /// That moment, for people.
    pub page: String,
    /// What was made of it in layers that you may read.
    pub answers: Vec<SuggestionAnswer>,
}

/// What would have been better than what was done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BetterChoiceShown {
    /// The version after which it could have been chosen.
    pub at: u64,
    /// The commands in order, each as the `command` schema of the system has it, by the seat of the suggestion. The rules
    /// accept them there; where one rolls dice, what comes of it is open.
    pub commands: Vec<serde_json::Value>,
    /// What they do, in a few words.
    pub words: String,
    /// Id and arguments of the words, where their sentence has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
    /// The unit that acts, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The unit that it acts against, if against one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The picture of the board after them, up to the first die.
    pub board: String,
}

/// What somebody made of a suggestion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SuggestionAnswer {
    /// Who.
    pub author: Author,
    /// In which layer.
    pub layer: String,
    /// The annotation that it became; without it, it was put aside, which is told to who did it alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
}

/// What is to become of a suggestion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SuggestionDeed {
    /// An annotation, with the detector's glyph and reason or with others.
    Accept,
    /// Nothing: it is put aside.
    Dismiss,
    /// It was put aside and waits for an answer again.
    Reopen,
}

/// An answer to a suggestion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerSuggestion {
    /// What is to become of it.
    pub does: SuggestionDeed,
    /// The detector that found it.
    #[schemars(length(max = 64))]
    pub detector: String,
    /// The version at which it shows.
    #[schemars(range(min = 1))]
    pub version: u64,
    /// The unit it is about, if it is about one.
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub unit: Option<String>,
    /// For `accept`: Markdown to be said instead of the reason and its numbers.
    #[serde(default)]
    #[schemars(length(max = 10_000))]
    pub text: Option<String>,
    /// For `accept`: PGN's numbers instead of the detector's glyph.
    #[serde(default)]
    #[schemars(length(max = 10))]
    pub glyphs: Option<Vec<u8>>,
    /// One of your layers of this game. Left out, your first one, made if you have none.
    #[serde(default)]
    pub layer: Option<String>,
}

/// What the forms of a page about suggestions send. Fields that nobody filled in are as if they were not there.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SuggestionForm {
    /// `accept`, `dismiss` or `reopen`.
    pub does: String,
    /// The detector that found it.
    pub detector: String,
    /// The version at which it shows.
    pub version: String,
    /// The unit it is about.
    pub unit: Option<String>,
    /// What is to be said.
    pub text: Option<String>,
    /// The number of a glyph.
    pub glyph: Option<String>,
    /// The layer's id.
    pub layer: Option<String>,
    /// The version of the replay page to go back to; the page of all suggestions without it.
    pub back: Option<String>,
}
