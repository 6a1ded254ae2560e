//! A command with other dice, many times.

use hindsight_kernel::odds::Standing;
use hindsight_kernel::{Distribution, MessageData, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most throws of one request.
pub const REROLLS: u32 = 10_000;
/// The number of throws if nothing is said.
pub const USUAL_REROLLS: u32 = 1_000;

/// A command whose dice are to be thrown again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RerollFight {
    /// The version of any event of the command.
    #[schemars(range(min = 1))]
    pub version: u64,
    /// How often: 1 to 10,000; 1,000 if left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 10000))]
    pub times: Option<u32>,
    /// What the dice follow from, 64 hexadecimal digits: that of an answer gives the same answer again. Left out, the
    /// server takes one that nobody knows before.
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub seed: Option<String>,
}

/// What came of a command with other dice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rerolled {
    /// The game.
    pub game: String,
    /// The version of the command's first event.
    pub first: u64,
    /// The version of its last event.
    pub last: u64,
    /// How many throws were asked for.
    pub asked: u32,
    /// How many were made before the time was up.
    pub times: u32,
    /// How many of them the rules refused: with those dice the command could not have gone on as it was given.
    pub refused: u32,
    /// What the dice follow from, never the game's own seed: die *n* of all throws is die *n* of this seed.
    pub seed: String,
    /// The numbers of the outcome.
    pub numbers: Vec<RerolledNumber>,
    /// There are more numbers than are told here.
    pub cut: bool,
}

/// A number of an outcome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RerolledNumber {
    /// `won`, `damage`, `roll`, `wounds`, `models`, `failed`, `broken`, `destroyed`, `points`.
    pub what: String,
    /// In words: `damage by Lancers on Militia (melee)`.
    pub words: String,
    /// Id and arguments of these words, where it has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageData>,
    /// Whose number it is, if one unit's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Against which unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// Whose number it is, if a seat's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What it was in the game.
    pub actual: i32,
    /// What it was on average with other dice.
    pub mean: f64,
    /// How often it was what with other dice.
    pub distribution: Distribution,
    /// Where the actual number stands among them.
    pub standing: Standing,
    /// Its exact odds, where one resolution alone makes it and no other die of the command changes them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<Distribution>,
}
