//! Packing: games that were left alone for a while take a fraction of their room on the disk, and are read quicker.
//! Chain, versions and positions stay; whoever writes to such a game again notices nothing.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hindsight_store::{Audience, EventStore, MAX_PAGE, Pack, StoreError, StreamFilter, StreamId, Version};

use super::{Vault, now_ms};
use crate::problem::{ApiError, Outcome};

/// Games that are packed in one go.
const AT_ONCE: usize = 50;

/// What packing did.
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
    /// All of it if it is over; of one that goes on all but a small end.
    part: Pack,
}

/// The games that did not change for so long. In memory alone: it asks the index.
fn left_alone(store: &dyn EventStore, unchanged: Duration) -> Result<Vec<Candidate>, StoreError> {
    let unchanged = u64::try_from(unchanged.as_millis()).unwrap_or(u64::MAX);
    let by = now_ms().saturating_sub(unchanged);
    let mut found = Vec::new();
    for (status, part) in [("finished", Pack::All), ("running", Pack::Growing)] {
        let filter = StreamFilter {
            status: Some(status.to_owned()),
            audience: Audience::Everything,
            ..StreamFilter::default()
        };
        let mut cursor = None;
        loop {
            let page = store.streams(&filter, cursor, MAX_PAGE)?;
            let left_alone = page.streams.iter().filter(|listed| listed.card.updated_ms <= by);
            found.extend(left_alone.map(|listed| Candidate {
                game: listed.stream,
                length: listed.card.events,
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
    let candidates = left_alone(store, Duration::ZERO)?;
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
    vault: Vault,
    /// How long a game is left alone before it is packed.
    unchanged: Duration,
    /// The length that each game had when it was packed, or was found to be.
    known: Mutex<HashMap<StreamId, Version>>,
}

impl Packing {
    /// Packs games that did not change for so long.
    pub fn new(vault: Vault, unchanged: Duration) -> Self {
        Self {
            vault,
            unchanged,
            known: Mutex::default(),
        }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<StreamId, Version>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Packs all that can be packed now, with this pause after every few games, for others to read and write.
    ///
    /// # Errors
    /// Those of the store; what was packed before stays so.
    pub async fn pack(&self, pause: Duration) -> Outcome<Packed> {
        let unchanged = self.unchanged;
        let mut candidates = self
            .vault
            .work(move |store| left_alone(store, unchanged).map_err(ApiError::from))
            .await?;
        {
            let known = self.known();
            candidates.retain(|candidate| known.get(&candidate.game) != Some(&candidate.length));
        }
        let mut all = Packed::default();
        for some in candidates.chunks(AT_ONCE) {
            let games = some.to_vec();
            let packed = self
                .vault
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
