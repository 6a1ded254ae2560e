//! The highest ratings in a system, as of now or of a day.

use std::collections::VecDeque;
use std::sync::{Arc, PoisonError};

use hindsight_openapi::wire::{Leaderboard, LeaderboardLine};
use hindsight_reports::community::{Day, Dimension, Filter, Provenance, RatedPlayers, Rating, Ratings};
use hindsight_store::StreamId;

use super::{Community, Lag, Shared};
use crate::base::error::ApiResult;
use crate::base::limits::LEADERS;
use crate::base::now_ms;

/// Ratings as of other days, and of bots, that are kept while the table stays as it is.
const KEPT: usize = 8;

/// The filter of the ratings that are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WhichRatings {
    /// Whose games are rated.
    pub players: RatedPlayers,
    /// Up to the end of which day games are counted.
    pub as_of: Option<Day>,
}

/// Ratings that were worked out: of which state of the table, and which.
pub(super) type CachedRatings = VecDeque<(u64, WhichRatings, Arc<Ratings>)>;

/// A question about a leaderboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaderboardQuery {
    /// The system's id.
    pub system: String,
    /// Which ratings.
    pub which: WhichRatings,
    /// Rated games that an account needs.
    pub least: u64,
    /// How many accounts stood on the pages before.
    pub after: usize,
    /// Accounts on a page.
    pub limit: usize,
}

/// An account with a high rating, by its id.
struct Candidate {
    account: String,
    points: i64,
    rating: Rating,
}

impl Shared {
    /// The ratings that are asked for. Those of other days, and of bots, are worked out one after the other.
    pub(super) fn which_ratings(&self, which: WhichRatings) -> Arc<Ratings> {
        let is_past = which.as_of.is_some_and(|day| day.end_ms() <= now_ms());
        let which = WhichRatings {
            // No game has ended later than now.
            as_of: which.as_of.filter(|_| is_past),
            ..which
        };
        if which == WhichRatings::default() {
            return self.ratings().1;
        }
        let mut kept = self.kept_ratings.lock().unwrap_or_else(PoisonError::into_inner);
        let (changes, games) = {
            let held = self.read();
            let changes = held.table.changes();
            let known = kept
                .iter()
                .find(|(made_at, of, _)| *made_at == changes && *of == which);
            if let Some((_, _, ratings)) = known {
                return Arc::clone(ratings);
            }
            (changes, held.table.rated_games(which.players, which.as_of))
        };
        let ratings = Arc::new(Ratings::from_games(games));
        kept.retain(|(made_at, ..)| *made_at == changes);
        kept.truncate(KEPT - 1);
        kept.push_front((changes, which, Arc::clone(&ratings)));
        ratings
    }
}

impl Community {
    /// The ratings that follow from the table.
    pub async fn ratings(&self, which: WhichRatings) -> ApiResult<Arc<Ratings>> {
        let shared = Arc::clone(&self.shared);
        self.store
            .work(move |store| {
                shared.catch_up_a_little(store)?;
                Ok(shared.which_ratings(which))
            })
            .await
    }

    /// The systems in which anybody is rated, the one of most rated accounts first, each with how many they are.
    pub async fn rated_systems(&self, which: WhichRatings) -> ApiResult<Vec<(String, usize)>> {
        let ratings = self.ratings(which).await?;
        let mut systems: Vec<(String, usize)> = ratings
            .systems()
            .into_iter()
            .map(|(system, accounts)| (system.to_owned(), accounts))
            .collect();
        systems.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        Ok(systems)
    }

    /// A page of the accounts with the highest ratings in a system; `games` is the address of lists of games.
    pub async fn leaderboard(&self, query: LeaderboardQuery, games: &str) -> ApiResult<Leaderboard> {
        let LeaderboardQuery {
            system,
            which,
            least,
            after,
            limit,
        } = query;
        let (candidates, behind) = self.candidates(&system, which, least).await?;
        let (mut items, mut next) = (Vec::new(), None);
        let (mut listed, mut place, mut above) = (0_usize, 0, None);
        for candidate in candidates {
            let id = candidate.account.parse::<StreamId>().ok();
            let account = match id {
                Some(id) => self.accounts.get(id).await?,
                None => None,
            };
            let Some(account) = account.filter(|account| account.is_ranked()) else {
                continue;
            };
            listed += 1;
            if above != Some(candidate.points) {
                (place, above) = (listed as u64, Some(candidate.points));
            }
            if listed <= after {
                continue;
            }
            if items.len() == limit {
                next = Some((listed - 1).to_string());
                break;
            }
            let behind_it = behind_line(&system, which, &candidate.account);
            let day = which.as_of.map_or(String::new(), |day| format!("?as_of={day}"));
            items.push(LeaderboardLine {
                place,
                name: account.name.clone(),
                rating: candidate.rating.rating,
                deviation: candidate.rating.deviation,
                games: candidate.rating.games,
                last_month: last_month(&candidate.rating),
                player_link: format!("/players/{}{day}", candidate.account),
                games_link: format!("{games}?{}", behind_it.query()),
                id: candidate.account,
            });
        }
        Ok(Leaderboard {
            behind: behind.events,
            counting: behind.counting,
            system,
            players: which.players,
            as_of: which.as_of,
            minimum_games: least,
            items,
            next,
        })
    }

    /// Accounts that may be listed, the highest rating first, and the distance of the ratings behind the log.
    async fn candidates(
        &self,
        system: &str,
        which: WhichRatings,
        least: u64,
    ) -> ApiResult<(Vec<Candidate>, Lag)> {
        let (shared, system) = (Arc::clone(&self.shared), system.to_owned());
        self.store
            .work(move |store| {
                let behind = shared.catch_up_a_little(store)?;
                let ratings = shared.which_ratings(which);
                let leaders = ratings.leaders(&system, least);
                let candidates = leaders.into_iter().take(LEADERS).map(|leader| Candidate {
                    account: leader.account.to_owned(),
                    points: leader.points(),
                    rating: leader.rating.clone(),
                });
                Ok((candidates.collect(), behind))
            })
            .await
    }
}

/// The games of an account in a system.
fn behind_line(system: &str, which: WhichRatings, account: &str) -> Filter {
    let filter = Filter {
        as_of: which.as_of,
        ..Filter::default()
    };
    let filter = filter
        .and(Dimension::System, system)
        .and(Dimension::Player, account);
    match which.players {
        RatedPlayers::People => filter,
        RatedPlayers::Bots => filter.and(Dimension::Provenance, Provenance::Bots.word()),
    }
}

/// The month of an account's last rated game.
fn last_month(rating: &Rating) -> String {
    rating
        .history
        .last()
        .map_or(String::new(), |point| point.month.clone())
}
