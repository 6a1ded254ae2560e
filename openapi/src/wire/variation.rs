//! Variations: games that go their own way from a moment of another.

use std::collections::BTreeMap;

use hindsight_kernel::{Bot, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DiceChoice, GameCard, GameDetails};

/// The most commands that bots play at once.
pub const BOT_COMMANDS: u32 = 2_000;
/// The number of commands that bots play if nothing is said.
pub const USUAL_BOT_COMMANDS: u32 = 500;

/// A variation to be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForkGame {
    /// The moment of the game from which it goes its own way. A command that is under way there is taken whole.
    #[schemars(range(min = 1))]
    pub version: u64,
    /// A title for people, at most 200 characters; that of the game and the moment if left out.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub title: Option<String>,
    /// Where the dice come from after that moment; as in the game if left out.
    #[serde(default)]
    pub dice: Option<DiceChoice>,
    /// Bots that play on at once; nobody plays if left out.
    #[serde(default)]
    pub bots: Option<BotsPlayOn>,
}

/// Bots that play on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BotsPlayOn {
    /// The bot of each seat. Where a seat without one is asked, the bots stop.
    #[schemars(with = "BTreeMap<String, Bot>")]
    pub seats: BTreeMap<Seat, Bot>,
    /// After so many commands they stop too: 1 to 2,000; 500 if left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 2000))]
    pub commands: Option<u32>,
}

/// A variation that was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NewVariation {
    /// The variation: a game of its own.
    pub game: GameDetails,
    /// The game that it branches off.
    pub of: BranchedOff,
    /// What the bots played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bots: Option<BotsPlayed>,
}

/// What bots played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotsPlayed {
    /// How many commands.
    pub commands: u32,
    /// Why they stopped.
    pub stopped: BotsStopped,
}

/// Why bots stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BotsStopped {
    /// The game is over.
    Over,
    /// Only seats without a bot are asked.
    Asked,
    /// As many commands were played as there were to be.
    Commands,
    /// The time for it was up; what was played until then stays.
    Time,
}

/// Where a variation branches off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BranchedOff {
    /// The game it branches off.
    pub game: String,
    /// The title of that game.
    pub title: String,
    /// The version of that game behind which the variation goes its own way.
    pub version: u64,
    /// How many events of its own the variation has from there: its versions after this one are its own.
    pub shared: u64,
    /// That moment, for people.
    pub page: String,
}

/// A variation of a game, as lists show it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Variation {
    /// The version of the game behind which it goes its own way.
    pub version: u64,
    /// How many events of its own it has from there.
    pub shared: u64,
    /// The variation.
    pub card: GameCard,
}

/// The variations of a game, and what it is a variation of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VariationPage {
    /// The game that this one branches off, if it is a variation and you may see that game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<BranchedOff>,
    /// Variations of this game that stand in your lists, newest first.
    pub items: Vec<Variation>,
    /// Pass it as `cursor` for the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}
