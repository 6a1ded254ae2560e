//! Packing: games that are over and were left alone for a while take a fraction of their room on the disk, and are read
//! quicker. Chain, versions and positions stay; whoever writes to such a game again notices nothing.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hindsight_store::{Audience, EventStore, MAX_PAGE, StoreError, StreamFilter, StreamId, Version};

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

/// A finished game that may be packed, with its length.
type Candidate = (StreamId, Version);

/// The games that are over and did not change for so long. In memory alone: it asks the index.
fn finished(store: &dyn EventStore, unchanged: Duration) -> Result<Vec<Candidate>, StoreError> {
    let filter = StreamFilter {
        status: Some("finished".to_owned()),
        audience: Audience::Everything,
        ..StreamFilter::default()
    };
    let unchanged = u64::try_from(unchanged.as_millis()).unwrap_or(u64::MAX);
    let by = now_ms().saturating_sub(unchanged);
    let (mut found, mut cursor) = (Vec::new(), None);
    loop {
        let page = store.streams(&filter, cursor, MAX_PAGE)?;
        let left_alone = page.streams.iter().filter(|listed| listed.card.updated_ms <= by);
        found.extend(left_alone.map(|listed| (listed.stream, listed.card.events)));
        match page.next {
            Some(next) => cursor = Some(next),
            None => return Ok(found),
        }
    }
}

/// Packs every game that is over. Tells how many of how many were gone through. Blocks on the store.
///
/// # Errors
/// Those of the store; the games before stay packed.
pub fn pack_finished(
    store: &dyn EventStore,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Packed, StoreError> {
    let candidates = finished(store, Duration::ZERO)?;
    let mut packed = Packed::default();
    for ((game, _), done) in candidates.iter().zip(1..) {
        packed.add(store.archive(*game)?);
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
            .work(move |store| finished(store, unchanged).map_err(ApiError::from))
            .await?;
        {
            let known = self.known();
            candidates.retain(|(game, length)| known.get(game) != Some(length));
        }
        let mut all = Packed::default();
        for some in candidates.chunks(AT_ONCE) {
            let games = some.to_vec();
            let packed = self
                .vault
                .work(move |store| {
                    let mut packed = Packed::default();
                    for (game, _) in games {
                        packed.add(store.archive(game)?);
                    }
                    Ok(packed)
                })
                .await?;
            self.known().extend(some.iter().copied());
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
