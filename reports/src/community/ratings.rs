//! Glicko-2 ratings of those who sat in finished games, a rating a system.
//!
//! The period is the calendar month (UTC) in which games ended: all games of a month count at once, against the ratings
//! of its beginning, and whoever played none of them becomes less certain. Only months with games are gone through; those
//! between them, and up to the last in which any counted game ended, are added to the deviation at once, so the same rows
//! give the same ratings whenever they are worked out, and a game of a far year costs no more than another. The ratings as
//! of a day are those that follow from the games that had ended by its end. Games in which not exactly two different
//! accounts sat do not count, and games of bots count for ratings of their own alone. Beginners stand at 1500 with deviation
//! 350 and volatility 0.06, and tau is 0.5: what Glickman's paper begins with.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use super::dimension::{NOTHING, UNRATED, band_of};
use super::month::Month;
use super::{Day, Dimension, GameTable, Provenance, Verdict};

/// The deviation of who has never played; no rating of long ago says less.
const BEGINNER: f64 = 350.0;
/// A unit of the scale of Glickman's formulas, in points of ratings.
const UNIT: f64 = 173.7178;

/// The rating of an account in a system.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rating {
    /// The system's id.
    pub system: String,
    /// The rating.
    pub rating: f64,
    /// Its deviation: the truth lies within two of them in 95 of 100 cases.
    pub deviation: f64,
    /// How much the strength shown changes.
    pub volatility: f64,
    /// Games that counted.
    pub games: u64,
    /// Its place among the accounts rated in this system, from 1; ratings that are the same in whole points share one.
    pub place: u64,
    /// How many are rated in this system.
    pub rated: u64,
    /// How it went, month by month, those without a game left out.
    pub history: Vec<RatingPoint>,
}

/// A rating after a month.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RatingPoint {
    /// The month: `2026-11`.
    pub month: String,
    /// The rating at its end.
    pub rating: f64,
    /// The deviation at its end.
    pub deviation: f64,
    /// Games that counted in it.
    pub games: u64,
}

/// Whose games are rated. Neither counts for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RatedPlayers {
    /// People.
    #[default]
    People,
    /// Bots that sit by accounts of their own.
    Bots,
}

impl RatedPlayers {
    /// Both.
    pub const ALL: [Self; 2] = [Self::People, Self::Bots];

    /// The word in addresses.
    pub fn word(self) -> &'static str {
        match self {
            Self::People => "people",
            Self::Bots => "bots",
        }
    }

    /// The group that a word means; people without a word.
    pub fn named(word: Option<&str>) -> Self {
        Self::ALL
            .into_iter()
            .find(|players| Some(players.word()) == word)
            .unwrap_or_default()
    }
}

/// An account on a leaderboard.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Leader<'r> {
    /// The account's id.
    pub account: &'r str,
    /// Its rating in the system.
    pub rating: &'r Rating,
}

impl Leader<'_> {
    /// The rating in whole points: leaders whose points are the same share a place.
    pub fn points(&self) -> i64 {
        points(self.rating.rating)
    }
}

/// A rating in whole points, as it is shown.
fn points(rating: f64) -> i64 {
    rating.round() as i64
}

/// All ratings, by account and system.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ratings {
    by_account: BTreeMap<String, Vec<Rating>>,
}

/// The games of a table that count for ratings, by themselves: what ratings are worked out from while the table goes on.
#[derive(Debug, Clone)]
pub struct RatedGames {
    systems: Vec<Arc<str>>,
    accounts: Vec<Arc<str>>,
    games: Vec<RatedGame>,
}

/// A game between two accounts; systems and accounts by their numbers.
#[derive(Debug, Clone, Copy)]
struct RatedGame {
    ended_ms: u64,
    game: [u8; 16],
    system: u32,
    players: [u32; 2],
    verdicts: [Verdict; 2],
}

/// A month's games of one system, by account: against whom, and how it went.
type Played = BTreeMap<u32, Vec<(u32, Outcomes)>>;

struct Standing {
    now: Glicko2Rating,
    /// The last month that is counted in it.
    until: Month,
    games: u64,
    history: Vec<RatingPoint>,
}

impl Ratings {
    /// The ratings of people that follow from a table.
    pub fn of(table: &GameTable) -> Self {
        Self::from_games(table.rated_games(RatedPlayers::People, None))
    }

    /// The ratings that follow from these games.
    pub fn from_games(rated: RatedGames) -> Self {
        let RatedGames {
            systems,
            accounts,
            mut games,
        } = rated;
        // Games add up in one order, whatever order they came in.
        games.sort_unstable_by_key(|game| (game.ended_ms, game.game));
        let mut by_system: BTreeMap<&str, BTreeMap<Month, Played>> = BTreeMap::new();
        for game in games {
            let month = by_system
                .entry(&systems[game.system as usize])
                .or_default()
                .entry(Month::of(game.ended_ms))
                .or_default();
            for (own, other) in [(0, 1), (1, 0)] {
                let outcome = match game.verdicts[own] {
                    Verdict::Won => Outcomes::WIN,
                    Verdict::Drawn => Outcomes::DRAW,
                    Verdict::Lost => Outcomes::LOSS,
                };
                let games = month.entry(game.players[own]).or_default();
                games.push((game.players[other], outcome));
            }
        }
        let mut ratings = Self::default();
        for (system, months) in by_system {
            ratings.add_system(system, &accounts, &months);
        }
        ratings
    }

    /// The ratings of an account, by system.
    pub fn account(&self, account: &str) -> &[Rating] {
        self.by_account.get(account).map_or(&[], Vec::as_slice)
    }

    /// The accounts that are rated in a system after at least so many games, the highest rating first; of ratings that are
    /// the same in whole points the more certain first.
    pub fn leaders(&self, system: &str, least_games: u64) -> Vec<Leader<'_>> {
        let rated = self.by_account.iter().flat_map(|(account, ratings)| {
            let of_system = ratings.iter().filter(move |rating| rating.system == system);
            of_system.map(move |rating| Leader { account, rating })
        });
        let mut leaders: Vec<Leader<'_>> = rated
            .filter(|leader| leader.rating.games >= least_games)
            .collect();
        leaders.sort_by(|one, other| {
            let by_points = other.points().cmp(&one.points());
            let by_deviation = || one.rating.deviation.total_cmp(&other.rating.deviation);
            by_points
                .then_with(by_deviation)
                .then_with(|| one.account.cmp(other.account))
        });
        leaders
    }

    /// The systems in which anybody is rated, in alphabetical order, each with how many accounts are.
    pub fn systems(&self) -> BTreeMap<&str, usize> {
        let mut systems = BTreeMap::new();
        for rating in self.by_account.values().flatten() {
            *systems.entry(rating.system.as_str()).or_insert(0) += 1;
        }
        systems
    }

    /// The band of an account's rating in a system before a month.
    fn band(&self, account: &str, system: &str, month: Month) -> String {
        let rating = self
            .account(account)
            .iter()
            .find(|rating| rating.system == system);
        let earlier = rating.and_then(|rating| {
            let is_before = |point: &&RatingPoint| point.month.parse::<Month>().is_ok_and(|of| of < month);
            rating.history.iter().rev().find(is_before)
        });
        earlier.map_or_else(|| UNRATED.to_owned(), |point| band_of(point.rating))
    }

    fn add_system(&mut self, system: &str, accounts: &[Arc<str>], months: &BTreeMap<Month, Played>) {
        let Some(last) = months.keys().next_back() else {
            return;
        };
        let mut standings: BTreeMap<u32, Standing> = BTreeMap::new();
        for (month, played) in months {
            play_month(&mut standings, *month, played);
        }
        for standing in standings.values_mut() {
            standing.rest(last.since(standing.until));
        }
        let rated = standings.len() as u64;
        let mut order: Vec<(&str, Standing)> = standings
            .into_iter()
            .map(|(account, standing)| (accounts[account as usize].as_ref(), standing))
            .collect();
        order.sort_by(|(one, a), (other, b)| {
            b.now.rating.total_cmp(&a.now.rating).then_with(|| one.cmp(other))
        });
        let (mut place, mut above) = (1, None);
        for (number, (account, standing)) in (1..).zip(order) {
            let own = points(standing.now.rating);
            if above != Some(own) {
                (place, above) = (number, Some(own));
            }
            let rating = Rating {
                system: system.to_owned(),
                rating: standing.now.rating,
                deviation: standing.now.deviation,
                volatility: standing.now.volatility,
                games: standing.games,
                place,
                rated,
                history: standing.history,
            };
            self.by_account
                .entry(account.to_owned())
                .or_default()
                .push(rating);
        }
    }
}

impl Standing {
    fn beginner(month: Month) -> Self {
        Self {
            now: Glicko2Rating::new(),
            until: month,
            games: 0,
            history: Vec::new(),
        }
    }

    /// So many months without a game: each adds the square of the volatility to that of the deviation.
    fn rest(&mut self, months: u64) {
        let square = (self.now.deviation / UNIT).powi(2) + months as f64 * self.now.volatility.powi(2);
        self.now.deviation = (square.sqrt() * UNIT).min(BEGINNER);
    }
}

/// One period: every rating at its end follows from all of its beginning.
fn play_month(standings: &mut BTreeMap<u32, Standing>, month: Month, played: &Played) {
    let config = Glicko2Config::new();
    let mut before: BTreeMap<u32, Glicko2Rating> = BTreeMap::new();
    for account in played.keys() {
        let standing = standings
            .entry(*account)
            .or_insert_with(|| Standing::beginner(month));
        standing.rest(month.since(standing.until).saturating_sub(1));
        before.insert(*account, standing.now);
    }
    for (account, games) in played {
        let results: Vec<(Glicko2Rating, Outcomes)> = games
            .iter()
            .map(|(rival, outcome)| (before[rival], *outcome))
            .collect();
        let mut now = glicko2_rating_period(&before[account], &results, &config);
        now.deviation = now.deviation.min(BEGINNER);
        let standing = standings
            .entry(*account)
            .or_insert_with(|| Standing::beginner(month));
        standing.now = now;
        standing.until = month;
        standing.games += games.len() as u64;
        standing.history.push(RatingPoint {
            month: month.to_string(),
            rating: now.rating,
            deviation: now.deviation,
            games: games.len() as u64,
        });
    }
}

impl GameTable {
    /// Puts the band of its rating beside each account; until then all bands are as they were, or [`NOTHING`].
    pub fn put_bands(&mut self, ratings: &Ratings) {
        for entry in self.games.iter().filter(|entry| entry.alive) {
            let month = Month::of(entry.ended_ms);
            for side in entry.sides() {
                let text = |dimension: Dimension| {
                    self.dictionaries[dimension as usize].text(self.sides.codes[dimension as usize][side])
                };
                let account = text(Dimension::Player);
                if account == NOTHING {
                    continue;
                }
                let band = ratings.band(account, text(Dimension::System), month);
                let band = self.dictionaries[Dimension::RatingBand as usize].number(&band);
                self.sides.codes[Dimension::RatingBand as usize][side] = band;
            }
        }
    }

    /// The games that count for the ratings of people or of bots, up to the end of a day if one is given.
    pub fn rated_games(&self, of: RatedPlayers, as_of: Option<Day>) -> RatedGames {
        let code = |dimension: Dimension, side: usize| self.sides.codes[dimension as usize][side];
        let known = |dimension: Dimension, text: &str| self.dictionaries[dimension as usize].known(text);
        let bots = known(Dimension::Provenance, Provenance::Bots.word());
        let nobody = known(Dimension::Player, NOTHING);
        let had_ended = |ended_ms: u64| as_of.is_none_or(|day| ended_ms < day.end_ms());
        let counted = self
            .games
            .iter()
            .filter(|entry| entry.alive && entry.sides == 2 && had_ended(entry.ended_ms));
        let games = counted.filter_map(|entry| {
            let sides = [entry.first_side as usize, entry.first_side as usize + 1];
            let players = sides.map(|side| code(Dimension::Player, side));
            let counts = players[0] != players[1]
                && !players.iter().any(|player| Some(*player) == nobody)
                && (Some(code(Dimension::Provenance, sides[0])) == bots) == (of == RatedPlayers::Bots);
            counts.then(|| RatedGame {
                ended_ms: entry.ended_ms,
                game: entry.game,
                system: code(Dimension::System, sides[0]),
                players,
                verdicts: sides.map(|side| self.sides.entries[side].verdict),
            })
        });
        RatedGames {
            games: games.collect(),
            systems: self.dictionaries[Dimension::System as usize].texts().to_vec(),
            accounts: self.dictionaries[Dimension::Player as usize].texts().to_vec(),
        }
    }
}
