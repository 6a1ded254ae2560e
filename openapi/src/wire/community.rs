//! Figures of many games, and of those who played them.

use hindsight_reports::community::{CommunityAnswer, CommunityCell, Day, MomentOf, RatedPlayers, Rating};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::GameCard;

/// Figures of many games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CommunityFigures {
    /// How many events the figures are behind what is recorded; 0 almost always.
    pub behind: u64,
    /// Whether the server is still counting its games for the first time since it started; the figures are not whole yet.
    #[serde(default)]
    pub counting: bool,
    /// The figures.
    #[serde(flatten)]
    pub answer: CommunityAnswer,
}

/// A page of the games behind a figure, the latest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CommunityGames {
    /// How many events the list is behind what is recorded; 0 almost always.
    pub behind: u64,
    /// Whether the server is still counting its games for the first time since it started; the list is not whole yet.
    #[serde(default)]
    pub counting: bool,
    /// How many games there are on all pages.
    pub total: u64,
    /// The games.
    pub items: Vec<GameCard>,
    /// Of each game that has one, the moment to look at.
    pub moments: Vec<CommunityMoment>,
    /// Pass it as `cursor` for the next page; also in the `Link` header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A moment of a game behind a figure: of the unit or the order that was asked for, of a fight or a charge, or the game's
/// least likely roll.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CommunityMoment {
    /// The game.
    pub game: String,
    /// The version of the event.
    pub version: u64,
    /// What happens there.
    pub what: MomentOf,
    /// The address of its page.
    pub page: String,
}

/// The highest ratings in a system.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Leaderboard {
    /// How many events the ratings are behind what is recorded; 0 almost always.
    pub behind: u64,
    /// Whether the server is still counting its games for the first time since it started; the figures are not whole yet.
    #[serde(default)]
    pub counting: bool,
    /// The system's id.
    pub system: String,
    /// Whose games are rated.
    pub players: RatedPlayers,
    /// The day up to whose end games are counted, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_of: Option<Day>,
    /// How many rated games an account needs to be listed.
    pub minimum_games: u64,
    /// The accounts, the highest rating first.
    pub items: Vec<LeaderboardLine>,
    /// Pass it as `cursor` for the next page; also in the `Link` header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// An account on a leaderboard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LeaderboardLine {
    /// Its place, from 1; accounts whose ratings are the same in whole points share one.
    pub place: u64,
    /// The account's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its rating.
    pub rating: f64,
    /// The rating's deviation: the truth lies within two of them in 95 of 100 cases.
    pub deviation: f64,
    /// How many of its games were rated.
    pub games: u64,
    /// The month (UTC) of the last of them: `2026-11`.
    pub last_month: String,
    /// The address of what it played.
    pub player_link: String,
    /// The address of its games in this system, those that no rating follows from among them.
    pub games_link: String,
}

/// What an account played in public games that are over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerFigures {
    /// How many events the figures are behind what is recorded; 0 almost always.
    pub behind: u64,
    /// Whether the server is still counting its games for the first time since it started; the figures are not whole yet.
    #[serde(default)]
    pub counting: bool,
    /// The account's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The day up to whose end games are counted, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_of: Option<Day>,
    /// All its games.
    pub whole: CommunityCell,
    /// By system.
    pub systems: Vec<CommunityCell>,
    /// By system and faction.
    pub factions: Vec<CommunityCell>,
    /// By opponent; `none` where no account sat on the other side.
    pub rivals: Vec<CommunityCell>,
    /// Glicko-2 ratings, by system.
    pub ratings: Vec<Rating>,
    /// The same figures of everybody, for the systems the account played.
    pub population: Vec<CommunityCell>,
}
