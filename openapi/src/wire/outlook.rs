//! Outlooks of two moments: bots play each of them on, many times.

use hindsight_kernel::Seat;
use hindsight_reports::community::Rate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most games that are played on from each moment.
pub const OUTLOOK_GAMES: u32 = 100;
/// The number of games if nothing is said.
pub const USUAL_OUTLOOK_GAMES: u32 = 20;

/// Two moments that are to be played on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskOutlook {
    /// The version of the game from which it is played on.
    #[schemars(range(min = 1))]
    pub version: u64,
    /// The version of the other game from which that is played on.
    #[schemars(range(min = 1))]
    pub other_version: u64,
    /// How often each: 1 to 100; 20 if left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 100))]
    pub games: Option<u32>,
    /// What dice and choices follow from, 64 hexadecimal digits: that of an answer gives the same games again. Left out,
    /// the server takes one that nobody knows before.
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub seed: Option<String>,
}

/// What came of two moments that bots played on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Outlook {
    /// The moment of the game.
    pub one: OutlookOf,
    /// The moment of the other game.
    pub other: OutlookOf,
    /// How many games from each were asked for.
    pub asked: u32,
    /// How many from each were played to their end before the time was up. All figures are of these.
    pub games: u32,
    /// What dice and choices follow from, never a game's own seed.
    pub seed: String,
    /// For each seat, how much larger the share of games it won is in the other game.
    pub differences: Vec<OutlookDifference>,
}

/// What came of one moment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OutlookOf {
    /// The game.
    pub game: String,
    /// The version that was played on from.
    pub version: u64,
    /// Games that nobody won.
    pub drawn: u32,
    /// Each seat.
    pub seats: Vec<OutlookSeat>,
}

/// How a seat fared in the games that were played on from one moment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OutlookSeat {
    /// Which.
    pub seat: Seat,
    /// What it is called.
    pub name: String,
    /// Games its side won.
    pub won: u32,
    /// The share of games won, draws counted as half, with its 95 % Wilson interval; nothing where no game ended in time.
    pub share: Option<Rate>,
}

/// How the outlook of a seat differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OutlookDifference {
    /// Which.
    pub seat: Seat,
    /// Its share in the other game less that in the game.
    pub value: f64,
    /// The lower end of the 95 % interval (Newcombe's, from the two Wilson intervals).
    pub low: f64,
    /// The upper end of it.
    pub high: f64,
}
