//! Cache of the latest state of each game: what is read from the store never replaces what a writer put there.
//!
//! A reader that finds nothing reads the store, which takes a while. Meanwhile a command may be stored and its state put
//! here; if the reader then put the older state in its place, everybody would be shown a game that lags behind what was
//! acknowledged. So readers of the store and writers into an empty place take turns, game by game.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use hindsight_store::StreamId;
use moka::sync::Cache;

use crate::base::locks::{locks, place_of};

/// How many games may be read from the store at once without waiting for each other.
const LOCKS: usize = 4096;

/// A state in memory. It is replaced in its place with every command; to insert it into the cache anew each time would take
/// longer than to decide a small one.
struct CachedState<T>(RwLock<Arc<T>>);

impl<T> CachedState<T> {
    fn get(&self) -> Arc<T> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn set(&self, state: Arc<T>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = state;
    }
}

/// The latest states of games.
pub(crate) struct LatestCache<T> {
    states: Cache<StreamId, Arc<CachedState<T>>>,
    /// Who reads a game from the store, or puts its state where none was.
    filling: Vec<tokio::sync::Mutex<()>>,
}

impl<T: Send + Sync + 'static> LatestCache<T> {
    /// A cache of so many games, each kept as long after it was last asked for.
    pub(crate) fn new(games: u64, idle: Duration) -> Self {
        Self {
            states: Cache::builder().max_capacity(games).time_to_idle(idle).build(),
            filling: locks(LOCKS),
        }
    }

    /// How many games are kept, about.
    pub(crate) fn entry_count(&self) -> u64 {
        self.states.entry_count()
    }

    /// The state of a game if it is kept.
    pub(crate) fn get(&self, game: StreamId) -> Option<Arc<T>> {
        self.states.get(&game).map(|held| held.get())
    }

    /// The state of a game, read where it is not kept: by one of those who ask for it at once.
    pub(crate) async fn get_or_read<E>(
        &self,
        game: StreamId,
        read: impl Future<Output = Result<T, E>>,
    ) -> Result<Arc<T>, E> {
        if let Some(known) = self.get(game) {
            return Ok(known);
        }
        let _filling = self.filling[place_of(game, LOCKS)].lock().await;
        if let Some(known) = self.get(game) {
            return Ok(known);
        }
        let state = Arc::new(read.await?);
        self.insert(game, &state);
        Ok(state)
    }

    /// Puts a state that was just stored. Writers of one game do so one after the other.
    pub(crate) async fn set(&self, game: StreamId, state: &Arc<T>) {
        if let Some(held) = self.states.get(&game) {
            held.set(Arc::clone(state));
            return;
        }
        // Somebody may be reading what was there before: they come first, and are replaced.
        let _filling = self.filling[place_of(game, LOCKS)].lock().await;
        self.insert(game, state);
    }

    fn insert(&self, game: StreamId, state: &Arc<T>) {
        let held = CachedState(RwLock::new(Arc::clone(state)));
        self.states.insert(game, Arc::new(held));
    }

    /// Forgets a game, also what somebody is reading of it.
    pub(crate) async fn forget(&self, game: StreamId) {
        let _filling = self.filling[place_of(game, LOCKS)].lock().await;
        self.states.invalidate(&game);
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    fn cache() -> (LatestCache<u64>, StreamId) {
        (
            LatestCache::new(10, Duration::from_mins(1)),
            StreamId::from_bytes([7; 16]),
        )
    }

    /// Reads version 1 from a store, slowly, while something else is done.
    async fn while_reading(cache: &LatestCache<u64>, game: StreamId, other: impl Future<Output = ()>) {
        let (go_on, waits) = oneshot::channel();
        let read = cache.get_or_read(game, async {
            waits.await.unwrap();
            Ok::<_, ()>(1)
        });
        let meanwhile = async {
            tokio::join!(other, async {
                tokio::time::sleep(Duration::from_millis(50)).await;
                go_on.send(()).unwrap();
            });
        };
        let (read, ()) = tokio::join!(read, meanwhile);
        assert_eq!(read.map(|state| *state), Ok(1), "it was so when it was read");
    }

    #[tokio::test]
    async fn what_a_command_made_is_not_replaced_by_who_read_the_store_before() {
        let (cache, game) = cache();
        while_reading(&cache, game, cache.set(game, &Arc::new(2))).await;
        assert_eq!(cache.get(game).map(|state| *state), Some(2));
    }

    #[tokio::test]
    async fn what_was_forgotten_is_not_brought_back_by_who_read_the_store_before() {
        let (cache, game) = cache();
        while_reading(&cache, game, cache.forget(game)).await;
        assert_eq!(cache.get(game), None);
    }

    #[tokio::test]
    async fn of_many_who_ask_at_once_one_reads_and_a_failure_is_not_kept() {
        let (cache, game) = cache();
        let fails = cache.get_or_read(game, async { Err("no such game") }).await;
        assert_eq!(fails, Err("no such game"));
        let first = cache.get_or_read(game, async {
            tokio::task::yield_now().await;
            Ok::<_, &str>(3)
        });
        let second = cache.get_or_read(game, async { Err("read twice") });
        let (first, second) = tokio::join!(first, second);
        assert_eq!((*first.unwrap(), *second.unwrap()), (3, 3));
        cache.set(game, &Arc::new(4)).await;
        assert_eq!(cache.get(game).map(|state| *state), Some(4));
    }
}
