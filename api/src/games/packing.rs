//! Packing: games that were left alone for a while take a fraction of their room on the disk, and are read quicker.
//! Chain, versions and positions stay; whoever writes to such a game again notices nothing.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hindsight_store::{
    Audience, EventStore, MAX_PAGE, PackScope, StoreError, StreamFilter, StreamId, Version,
};

use crate::base::error::{ApiError, ApiResult};
use crate::base::{StoreHandle, now_ms};

/// Games that are packed in one go.
const AT_ONCE: usize = 50;

/// The result of packing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Packed {
    /// Games of which something was packed.
    pub games: u64,
    /// Bytes of what was packed, before.
    pub before: u64,
    /// The same, after.
    pub after: u64,
}

impl Packed {
    fn add(&mut self, (before, after): (u64, u64)) {
        self.games += u64::from(before > 0);
        self.before += before;
        self.after += after;
    }
}

/// A game that may be packed.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    game: StreamId,
    length: Version,
    updated_ms: u64,
    /// All of it if it is over; of one that goes on all but a small end.
    part: PackScope,
}

/// The games that last changed at such a time. In memory alone: it asks the index.
fn changed(store: &dyn EventStore, when: impl Fn(u64) -> bool) -> Result<Vec<Candidate>, StoreError> {
    let mut found = Vec::new();
    for (status, part) in [("finished", PackScope::All), ("running", PackScope::Growing)] {
        let filter = StreamFilter {
            status: Some(status.to_owned()),
            audience: Audience::Everything,
            ..StreamFilter::default()
        };
        let mut cursor = None;
        loop {
            let page = store.streams(&filter, cursor, MAX_PAGE)?;
            let changed_then = page.streams.iter().filter(|listed| when(listed.card.updated_ms));
            found.extend(changed_then.map(|listed| Candidate {
                game: listed.stream,
                length: listed.card.events,
                updated_ms: listed.card.updated_ms,
                part,
            }));
            match page.next {
                Some(next) => cursor = Some(next),
                None => break,
            }
        }
    }
    Ok(found)
}

/// Packs every game: all of one that is over, of others all but a small end. Tells how many of how many were gone through.
/// Blocks on the store.
///
/// # Errors
/// Those of the store; the games before stay packed.
pub fn pack_all(store: &dyn EventStore, progress: &mut dyn FnMut(u64, u64)) -> Result<Packed, StoreError> {
    let candidates = changed(store, |_| true)?;
    let mut packed = Packed::default();
    for (Candidate { game, part, .. }, done) in candidates.iter().zip(1..) {
        packed.add(store.archive(*game, *part)?);
        progress(done, candidates.len() as u64);
    }
    Ok(packed)
}

/// Packs games while the server runs: a few at a time, with pauses.
#[derive(Debug)]
pub struct Packing {
    store: StoreHandle,
    /// How long a game is left alone before it is packed.
    unchanged: Duration,
    /// The length that each game had when it was packed, or was found to be.
    known: Mutex<HashMap<StreamId, Version>>,
}

impl Packing {
    /// Packs games that did not change for so long.
    pub fn new(store: StoreHandle, unchanged: Duration) -> Self {
        Self {
            store,
            unchanged,
            known: Mutex::default(),
        }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<StreamId, Version>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What changed no later than this has rested long enough.
    fn rested_since(&self) -> u64 {
        let unchanged = u64::try_from(self.unchanged.as_millis()).unwrap_or(u64::MAX);
        now_ms().saturating_sub(unchanged)
    }

    /// Packs the games that have not rested long enough yet, before a server ends: they are no longer in anybody's memory
    /// then, and are read quicker by the next one. The latest first, and no longer than this.
    ///
    /// # Errors
    /// Those of the store; what was packed before stays so.
    pub async fn pack_before_the_end(&self, most: Duration) -> ApiResult<Packed> {
        let (rested, begun) = (self.rested_since(), Instant::now());
        self.store
            .work(move |store| {
                let mut candidates = changed(store, |at| at > rested)?;
                candidates.sort_by_key(|candidate| Reverse(candidate.updated_ms));
                let mut packed = Packed::default();
                for Candidate { game, part, .. } in candidates {
                    if begun.elapsed() >= most {
                        break;
                    }
                    packed.add(store.archive(game, part)?);
                }
                Ok(packed)
            })
            .await
    }

    /// Packs all that can be packed now, with this pause after every few games, for others to read and write.
    ///
    /// # Errors
    /// Those of the store; what was packed before stays so.
    pub async fn pack(&self, pause: Duration) -> ApiResult<Packed> {
        let rested = self.rested_since();
        let mut candidates = self
            .store
            .work(move |store| changed(store, |at| at <= rested).map_err(ApiError::from))
            .await?;
        {
            let known = self.known();
            candidates.retain(|candidate| known.get(&candidate.game) != Some(&candidate.length));
        }
        let mut all = Packed::default();
        for some in candidates.chunks(AT_ONCE) {
            let games = some.to_vec();
            let packed = self
                .store
                .work(move |store| {
                    let mut packed = Packed::default();
                    for Candidate { game, part, .. } in games {
                        packed.add(store.archive(game, part)?);
                    }
                    Ok(packed)
                })
                .await?;
            self.known()
                .extend(some.iter().map(|candidate| (candidate.game, candidate.length)));
            all.games += packed.games;
            all.before += packed.before;
            all.after += packed.after;
            if packed.games > 0 {
                tokio::time::sleep(pause).await;
            }
        }
        Ok(all)
    }
}
