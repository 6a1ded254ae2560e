//! The community's figures: rows of all public finished games, kept beside the streams and held in memory.
//!
//! The rows are side records, one a game, and so is the place in the global log up to which they are made; both change
//! in one batch, so a stop in between loses nothing and counts nothing twice. `following` brings them up to date,
//! `row` makes one. Changes of cards stand in no log: they are told of while the server runs, and when it starts every
//! row is held against its game's card.

mod asking;
mod following;
mod row;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use hindsight_reports::community::{GameTable, Ratings};
use hindsight_store::{EventStore, StreamId};

use super::Vault;
use crate::problem::Outcome;

pub use asking::{After, FoundGames};
pub use following::Progress;
pub use row::counts;

/// The community's figures.
pub struct Community {
    vault: Vault,
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
    held: RwLock<Held>,
    /// Held by whoever brings the rows up to date.
    follower: Mutex<following::Follower>,
    /// How many events the rows are behind the log, when that was last looked at.
    behind: AtomicU64,
    /// Games whose cards were changed since they were last looked at, and how often.
    touched: Mutex<BTreeMap<StreamId, u64>>,
}

/// What is held in memory.
#[derive(Default)]
struct Held {
    table: GameTable,
    /// Of each stored row: what it was made from.
    made_from: HashMap<StreamId, row::Origin>,
    ratings: Option<(u64, Arc<Ratings>)>,
}

impl Shared {
    fn read(&self) -> RwLockReadGuard<'_, Held> {
        self.held.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Held> {
        self.held.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn touched(&self) -> MutexGuard<'_, BTreeMap<StreamId, u64>> {
        self.touched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Community {
    /// The figures over a store, which tells of changed cards from now on. Nothing is read yet.
    pub fn new(vault: Vault) -> Self {
        let shared = Arc::new(Shared::default());
        let ears = Arc::clone(&shared);
        vault.store().on_card(Box::new(move |stream| {
            *ears.touched().entry(stream).or_default() += 1;
        }));
        Self { vault, shared }
    }

    /// Asks the table, after it was brought up to date with what happened lately. The number is how many events the
    /// table is still behind the log.
    pub async fn ask<T, F>(&self, ask: F) -> Outcome<(T, u64)>
    where
        T: Send + 'static,
        F: FnOnce(&GameTable) -> T + Send + 'static,
    {
        let shared = Arc::clone(&self.shared);
        self.vault
            .work(move |store| {
                let behind = shared.catch_up_a_little(store)?;
                Ok((ask(&shared.read().table), behind))
            })
            .await
    }

    /// The ratings that follow from the table.
    pub async fn ratings(&self) -> Outcome<Arc<Ratings>> {
        let shared = Arc::clone(&self.shared);
        self.vault
            .work(move |store| {
                shared.catch_up_a_little(store)?;
                let held = shared.read();
                let changes = held.table.changes();
                if let Some((made_at, ratings)) = &held.ratings
                    && *made_at == changes
                {
                    return Ok(Arc::clone(ratings));
                }
                let ratings = Arc::new(Ratings::of(&held.table));
                drop(held);
                shared.write().ratings = Some((changes, Arc::clone(&ratings)));
                Ok(ratings)
            })
            .await
    }

    /// Brings the rows up to date with all that happened, in pieces, so that those who ask come in between.
    pub async fn catch_up(&self) -> Outcome<()> {
        loop {
            let shared = Arc::clone(&self.shared);
            if self.vault.work(move |store| shared.catch_up(store)).await? {
                return Ok(());
            }
        }
    }
}

/// Makes all rows of a store anew. `progress` gets the games looked at so far. Blocks on the store.
pub fn rebuild(store: &dyn EventStore, progress: &mut dyn FnMut(u64)) -> Outcome<Progress> {
    following::rebuild(store, progress)
}
