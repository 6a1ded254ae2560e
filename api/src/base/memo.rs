//! A cache of what was read from the store, kept for a while and never beyond a change.

use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use moka::sync::Cache;

use crate::base::error::ApiResult;

/// A cache of values that were read from the store under keys.
///
/// Every change makes all that was read before it worthless. So a reading that began before a change and ends after
/// it cannot bring the old state back, and nobody who asks after the change gets it.
pub(crate) struct Memo<K, V> {
    /// Values with the count of changes when their reading began.
    known: Cache<K, (u64, V)>,
    changes: AtomicU64,
}

impl<K, V> std::fmt::Debug for Memo<K, V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Remembered")
            .field("changes", &self.changes)
            .finish_non_exhaustive()
    }
}

impl<K, V> Memo<K, V>
where
    K: Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    /// Nothing yet.
    pub(crate) fn new() -> Self {
        let known = Cache::builder()
            .max_capacity(10_000)
            .time_to_live(Duration::from_mins(5))
            .build();
        Self {
            known,
            changes: AtomicU64::new(0),
        }
    }

    /// What is remembered of a key, or else what `reading` finds.
    pub(crate) async fn get(&self, key: K, reading: impl Future<Output = ApiResult<V>>) -> ApiResult<V> {
        let began = self.changes.load(Ordering::SeqCst);
        if let Some((then, value)) = self.known.get(&key)
            && then == began
        {
            return Ok(value);
        }
        let value = reading.await?;
        self.known.insert(key, (began, value.clone()));
        Ok(value)
    }

    /// To be called when a change is in the store, before it is told of.
    pub(crate) fn changed(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_reading_overtaken_by_a_change_is_not_remembered() {
        let remembered = Memo::new();
        let overtaken = async {
            remembered.changed();
            Ok("before")
        };
        // Whoever began before the change may still see what was.
        assert_eq!(remembered.get(1, overtaken).await.unwrap(), "before");
        assert_eq!(remembered.get(1, async { Ok("after") }).await.unwrap(), "after");
        assert_eq!(remembered.get(1, async { Ok("unread") }).await.unwrap(), "after");
        remembered.changed();
        assert_eq!(remembered.get(1, async { Ok("later") }).await.unwrap(), "later");
    }

    #[tokio::test]
    async fn a_reading_that_failed_is_not_remembered() {
        let remembered = Memo::new();
        let failed = remembered.get(1, async { Err(crate::base::error::no_such_game("x")) });
        failed.await.unwrap_err();
        assert_eq!(remembered.get(1, async { Ok(2) }).await.unwrap(), 2);
    }
}
