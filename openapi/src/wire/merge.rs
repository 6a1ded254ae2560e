//! Two records of one game, merged: where they differ, and which of both is taken.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Where two records of a game differ, command by command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RecordDifferences {
    /// The first record.
    pub one: MergedRecord,
    /// The other.
    pub other: MergedRecord,
    /// Whether both begin in the same way; if not, only the beginning of the first can be taken.
    pub begin_alike: bool,
    /// The differences, in order.
    pub differences: Vec<RecordDifference>,
    /// Commands behind the last difference that both have.
    pub same_at_end: u32,
}

/// One of two records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MergedRecord {
    /// The game.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The commands of its present line.
    pub commands: u32,
}

/// A place at which two records differ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RecordDifference {
    /// Commands before it, behind the difference before, that both have.
    pub same_before: u32,
    /// What the first record has there.
    pub one: Vec<RecordedLine>,
    /// What the other has.
    pub other: Vec<RecordedLine>,
    /// The version of the first record before which a correction inserts what is missing there; none at its end, where a
    /// command is recorded instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub insert_at: Option<u64>,
}

/// A command of a record, in the words of the notation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RecordedLine {
    /// Its number in the record, from 1.
    pub number: u32,
    /// Who, what, and the dice.
    pub words: String,
    /// The version at which it begins in its record, as corrections name it.
    pub at: u64,
    /// It as the API takes it, with its dice.
    pub command: Value,
}

/// What is taken of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TakenPart {
    /// What the first record has.
    #[default]
    One,
    /// What the other record has.
    Other,
    /// What the first has, then what the other has: each recorded something that the other forgot.
    Both,
    /// Neither.
    Neither,
}

impl TakenPart {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::One, Self::Other, Self::Both, Self::Neither];

    /// As written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::Other => "other",
            Self::Both => "both",
            Self::Neither => "neither",
        }
    }

    /// The one so written, if there is one.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.name() == name)
    }
}

/// Merges two records into a new game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MergeRecords {
    /// For each difference, in order, what is taken; what the first record has where the list ends before.
    #[serde(default)]
    #[schemars(length(max = 10_000))]
    pub take: Vec<TakenPart>,
    /// The title of the new game; that of the first record if left out.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub title: Option<String>,
}
