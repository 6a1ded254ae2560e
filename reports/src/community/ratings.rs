//! Glicko-2 ratings of those who sat in finished games, a rating a system.
//!
//! The period is the calendar month (UTC) in which games ended: all games of a month count at once, against the ratings
//! of its beginning, and whoever played none of them becomes less certain. Months are gone through from the first to the
//! last in which any counted game ended, so the same rows give the same ratings whenever they are worked out. Games of
//! bots, and games in which not exactly two different accounts sat, do not count. Beginners stand at 1500 with deviation
//! 350 and volatility 0.06, and tau is 0.5: what Glickman's paper begins with.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use super::dimension::{NOTHING, UNRATED, band_of};
use super::{Dimension, GameTable, Grade, Verdict};

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
    /// Its place among the accounts rated in this system, from 1.
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

/// All ratings, by account and system.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ratings {
    by_account: BTreeMap<String, Vec<Rating>>,
}

/// A month's games of one system, by account: against whom, and how it went.
type Month = BTreeMap<String, Vec<(String, Outcomes)>>;

struct Standing {
    now: Glicko2Rating,
    games: u64,
    history: Vec<RatingPoint>,
}

impl Ratings {
    /// The ratings that follow from a table.
    pub fn of(table: &GameTable) -> Self {
        let mut ratings = Self::default();
        for (system, months) in table.rated_games() {
            ratings.add_system(&system, &months);
        }
        ratings
    }

    /// The ratings of an account, by system.
    pub fn account(&self, account: &str) -> &[Rating] {
        self.by_account.get(account).map_or(&[], Vec::as_slice)
    }

    /// The band of an account's rating in a system before a month.
    fn band(&self, account: &str, system: &str, month: &str) -> String {
        let rating = self
            .account(account)
            .iter()
            .find(|rating| rating.system == system);
        let earlier = rating.and_then(|rating| {
            rating
                .history
                .iter()
                .rev()
                .find(|point| point.month.as_str() < month)
        });
        earlier.map_or_else(|| UNRATED.to_owned(), |point| band_of(point.rating))
    }

    fn add_system(&mut self, system: &str, months: &BTreeMap<String, Month>) {
        let mut standings: BTreeMap<String, Standing> = BTreeMap::new();
        let (Some(first), Some(last)) = (months.keys().next(), months.keys().next_back()) else {
            return;
        };
        let mut month = first.clone();
        let idle = Month::new();
        loop {
            play_month(&mut standings, &month, months.get(&month).unwrap_or(&idle));
            if month == *last {
                break;
            }
            month = month_after(&month);
        }
        let rated = standings.len() as u64;
        let mut order: Vec<(String, Standing)> = standings.into_iter().collect();
        order.sort_by(|(one, a), (other, b)| {
            b.now.rating.total_cmp(&a.now.rating).then_with(|| one.cmp(other))
        });
        for (place, (account, standing)) in (1..).zip(order) {
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
            self.by_account.entry(account).or_default().push(rating);
        }
    }
}

/// One period: every rating at its end follows from all of its beginning.
fn play_month(standings: &mut BTreeMap<String, Standing>, month: &str, games: &Month) {
    let config = Glicko2Config::new();
    for account in games.keys() {
        standings.entry(account.clone()).or_insert_with(|| Standing {
            now: Glicko2Rating::new(),
            games: 0,
            history: Vec::new(),
        });
    }
    let before: BTreeMap<String, Glicko2Rating> = standings
        .iter()
        .map(|(account, standing)| (account.clone(), standing.now))
        .collect();
    for (account, standing) in standings {
        let played = games.get(account).map_or(&[][..], Vec::as_slice);
        let results: Vec<(Glicko2Rating, Outcomes)> = played
            .iter()
            .map(|(rival, outcome)| (before[rival], *outcome))
            .collect();
        standing.now = glicko2_rating_period(&standing.now, &results, &config);
        // A rating of long ago says no less than none.
        standing.now.deviation = standing.now.deviation.min(350.0);
        standing.games += played.len() as u64;
        if !played.is_empty() {
            standing.history.push(RatingPoint {
                month: month.to_owned(),
                rating: standing.now.rating,
                deviation: standing.now.deviation,
                games: played.len() as u64,
            });
        }
    }
}

fn month_after(month: &str) -> String {
    let (year, number) = month.split_once('-').unwrap_or((month, "12"));
    match (year.parse::<u32>(), number.parse::<u32>()) {
        (Ok(year), Ok(number @ 1..=11)) => format!("{year:04}-{:02}", number + 1),
        (Ok(year), _) => format!("{:04}-01", year + 1),
        (Err(_), _) => month.to_owned(),
    }
}

impl GameTable {
    /// Puts the band of its rating beside each account; until then all bands are as they were, or [`NOTHING`].
    pub fn put_bands(&mut self, ratings: &Ratings) {
        for side in 0..self.sides.len() {
            let text = |dimension: Dimension| {
                self.dictionaries[dimension as usize].text(self.sides.codes[dimension as usize][side])
            };
            let account = text(Dimension::Player);
            if account == NOTHING {
                continue;
            }
            let band = ratings.band(account, text(Dimension::System), text(Dimension::Month));
            let band = self.dictionaries[Dimension::Band as usize].number(&band);
            self.sides.codes[Dimension::Band as usize][side] = band;
        }
    }

    /// The games that count for ratings, by system and month.
    fn rated_games(&self) -> BTreeMap<String, BTreeMap<String, Month>> {
        let text = |dimension: Dimension, side: usize| {
            self.dictionaries[dimension as usize].text(self.sides.codes[dimension as usize][side])
        };
        let mut systems: BTreeMap<String, BTreeMap<String, Month>> = BTreeMap::new();
        let mut games: Vec<_> = self.games.iter().filter(|entry| entry.alive).collect();
        games.sort_unstable_by_key(|entry| (entry.ended_ms, entry.game));
        for entry in games {
            let first = entry.first_side as usize;
            if entry.sides != 2 || text(Dimension::Grade, first) == Grade::Bots.word() {
                continue;
            }
            let players = [text(Dimension::Player, first), text(Dimension::Player, first + 1)];
            if players[0] == players[1] || players.contains(&NOTHING) {
                continue;
            }
            let month = systems
                .entry(text(Dimension::System, first).to_owned())
                .or_default()
                .entry(text(Dimension::Month, first).to_owned())
                .or_default();
            for (own, other) in [(0, 1), (1, 0)] {
                let outcome = match self.sides.verdicts[first + own] {
                    Verdict::Won => Outcomes::WIN,
                    Verdict::Drawn => Outcomes::DRAW,
                    Verdict::Lost => Outcomes::LOSS,
                };
                month
                    .entry(players[own].to_owned())
                    .or_default()
                    .push((players[other].to_owned(), outcome));
            }
        }
        systems
    }
}
