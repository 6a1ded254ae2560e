//! The community's figures: rows of all public finished games, kept beside the streams and held in memory.
//!
//! The rows are side records, one a game, and so is the place in the global log up to which they are made; both change
//! in one batch, so a stop in between loses nothing and counts nothing twice. `following` brings them up to date,
//! `row` makes one. Changes of cards stand in no log: they are told of while the server runs, and when it starts every
//! row is held against its game's card.

mod asking;
mod counted;
mod dumping;
mod following;
mod leaderboard;
mod row;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use hindsight_reports::community::{GameTable, RatedPlayers, Ratings};
use hindsight_store::{EventStore, Position, StreamId};

use crate::access::Accounts;
use crate::base::StoreHandle;
use crate::base::error::ApiResult;

use counted::CachedCommunity;

pub use asking::{After, FoundGames};
pub use dumping::{Dump, dump};
pub use following::Progress;
pub use leaderboard::{LeaderboardQuery, WhichRatings};
pub use row::counts;

/// The community's figures.
pub struct Community {
    store: StoreHandle,
    accounts: Arc<Accounts>,
    shared: Arc<Shared>,
}

impl std::fmt::Debug for Community {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Community")
            .field("games", &self.shared.read().table.len())
            .finish_non_exhaustive()
    }
}

/// What those who ask and who keeps the rows up to date have in common.
#[derive(Default)]
struct Shared {
    held: RwLock<CachedCommunity>,
    /// Held by whoever brings the rows up to date.
    follower: Mutex<following::Follower>,
    /// Progress of the update of the rows.
    reached: Mutex<Reached>,
    /// Games whose cards were changed since they were last looked at, and how often.
    touched: Mutex<BTreeMap<StreamId, u64>>,
    /// The ratings, with the state of the table that they follow from. Held while they are worked out, so that many who ask
    /// at once wait for one who does it.
    ratings: Mutex<Option<(u64, Arc<Ratings>)>>,
    /// Ratings as of other days, and of bots. Held while some are worked out, so that one is at a time.
    kept_ratings: Mutex<leaderboard::CachedRatings>,
}

/// The place up to which the log is in the rows.
#[derive(Debug, Clone, Copy, Default)]
struct Reached {
    place: Position,
    /// Games that are still to be looked at.
    waiting: u64,
    /// All games of the store were looked at once since the server started.
    read_once: bool,
}

/// The distance between the figures and the record, at the time of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lag {
    /// Number of events by which the figures are behind the log.
    pub events: u64,
    /// The server has not yet counted every game once since it started.
    pub counting: bool,
}

impl Shared {
    fn read(&self) -> RwLockReadGuard<'_, CachedCommunity> {
        self.held.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, CachedCommunity> {
        self.held.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The ratings that follow from the table, with the state of it that they follow from.
    fn ratings(&self) -> (u64, Arc<Ratings>) {
        let mut ratings = self.ratings.lock().unwrap_or_else(PoisonError::into_inner);
        let (changes, games) = {
            let held = self.read();
            let changes = held.table.changes();
            if let Some(known) = ratings.clone().filter(|(made_at, _)| *made_at == changes) {
                return known;
            }
            (changes, held.table.rated_games(RatedPlayers::People, None))
        };
        // The table is free meanwhile, for those who ask of other things and for rows that come in.
        let made = (changes, Arc::new(Ratings::from_games(games)));
        *ratings = Some(made.clone());
        made
    }

    /// Puts the bands of ratings into the table, where it has changed since.
    fn put_bands(&self) {
        let (changes, ratings) = self.ratings();
        let mut held = self.write();
        if held.banded != Some(changes) {
            held.table.put_bands(&ratings);
            held.banded = Some(changes);
        }
    }

    fn reached(&self) -> MutexGuard<'_, Reached> {
        self.reached.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Distance of the rows behind the log at this moment, also while another task updates them.
    fn lag(&self, store: &dyn EventStore) -> Lag {
        let reached = *self.reached();
        Lag {
            events: store.position().saturating_sub(reached.place) + reached.waiting,
            counting: !reached.read_once,
        }
    }

    fn touched(&self) -> MutexGuard<'_, BTreeMap<StreamId, u64>> {
        self.touched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Community {
    /// The figures over a store, which tells of changed cards from now on. Nothing is read yet.
    pub fn new(store: StoreHandle, accounts: Arc<Accounts>) -> Self {
        let shared = Arc::new(Shared::default());
        let ears = Arc::clone(&shared);
        store.events().on_card(Box::new(move |stream| {
            *ears.touched().entry(stream).or_default() += 1;
        }));
        Self {
            store,
            accounts,
            shared,
        }
    }

    /// Asks the table, after it was brought up to date with what happened lately, and how far it is behind the log. With `banded` the bands of ratings are brought up to date before.
    pub async fn ask<T, F>(&self, banded: bool, ask: F) -> ApiResult<(T, Lag)>
    where
        T: Send + 'static,
        F: FnOnce(&GameTable) -> T + Send + 'static,
    {
        let shared = Arc::clone(&self.shared);
        self.store
            .work(move |store| {
                let behind = shared.catch_up_a_little(store)?;
                if banded {
                    shared.put_bands();
                }
                Ok((ask(&shared.read().table), behind))
            })
            .await
    }

    /// The games of a month as a file, as far as they are counted, and how far they are behind the log.
    pub async fn dump(&self, month: String) -> ApiResult<(Dump, Lag)> {
        let shared = Arc::clone(&self.shared);
        self.store
            .work(move |store| {
                let behind = shared.catch_up_a_little(store)?;
                Ok((dumping::as_counted(store, &shared, &month)?, behind))
            })
            .await
    }

    /// Brings the rows up to date with all that happened, in pieces, so that those who ask come in between.
    pub async fn catch_up(&self) -> ApiResult<()> {
        loop {
            let shared = Arc::clone(&self.shared);
            if self.store.work(move |store| shared.catch_up(store)).await? {
                return Ok(());
            }
        }
    }
}

/// Whether a text is a month as it stands in addresses: `2026-03`.
pub fn is_month(text: &str) -> bool {
    text.len() == 7 && format!("{text}-01").parse::<jiff::civil::Date>().is_ok()
}

/// Makes all rows of a store anew. `progress` gets the games looked at so far. Blocks on the store.
pub fn rebuild(store: &dyn EventStore, progress: &mut dyn FnMut(u64)) -> ApiResult<Progress> {
    following::rebuild(store, progress)
}
