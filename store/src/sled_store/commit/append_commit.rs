//! Commits that hold nothing but new batches of streams, without the database's own batch.
//!
//! The database makes a batch whole by a note in front of it, which it writes out on its own: twice the calls to the
//! system, and twice its threads are woken. It also keeps every kill a beginning of what was written, in order. So the
//! commit's entry of the global log goes first, which names its batches, and the batches follow. Where a kill left that
//! entry without all of its batches, and the write-ahead file has not the commit either, nobody was answered, and the next
//! opening takes the commit back.

use sled::IVec;

use crate::sled_store::layout::items::{self, BadItem, Changes, LogEntry};
use crate::sled_store::layout::keys;
use crate::sled_store::shared::{Shared, guarded};
use crate::{Position, StoreError};

/// A commit that a kill cut short.
pub(crate) struct Torn {
    /// Position of its first record.
    pub(crate) from: Position,
    entries: Vec<LogEntry>,
}

/// Changes that may be written one after the other: the log's entry, and the batches that it names.
pub(crate) fn suffices(changes: &Changes) -> bool {
    changes
        .writes
        .iter()
        .all(|(key, item)| matches!(key.first(), Some(b'l' | b'e')) && item.is_some())
}

/// Bytes between two flushes: bulk changes without any can hang the database (`store/SLED.md`, trap 7).
const FLUSHED: usize = 256 << 10;

/// Writes one after the other.
pub(crate) fn write(db: &sled::Db, changes: Changes) -> Result<(), StoreError> {
    guarded(|| {
        let mut bytes = 0;
        for (key, item) in changes.writes {
            if let Some(item) = item {
                bytes += item.len();
                db.insert(key, item)?;
            }
            if bytes >= FLUSHED {
                bytes = 0;
                db.flush()?;
            }
        }
        Ok(())
    })
}

impl Shared {
    /// The last commit, if some of its batches are missing. Commits before it are whole: each was written out before the
    /// next one began.
    pub(crate) fn torn_commit(&self) -> Result<Option<Torn>, StoreError> {
        let Some((from, entries)) = self.last_commit()? else {
            return Ok(None);
        };
        for entry in &entries {
            let batch = keys::event(entry.stream, entry.first);
            let there =
                guarded(|| self.db.contains_key(batch))? || self.is_packed_at(entry.stream, entry.first)?;
            if !there {
                return Ok(Some(Torn { from, entries }));
            }
        }
        Ok(None)
    }

    /// Removes what there is of a commit. How many records it named.
    pub(crate) fn take_back(&self, torn: &Torn) -> Result<u64, StoreError> {
        let mut changes = Changes::default();
        let mut records = 0;
        for entry in &torn.entries {
            let key = keys::event(entry.stream, entry.first);
            let stored = guarded(|| self.db.get(key))?.unwrap_or_default();
            changes.remove(&key, &stored);
            records += u64::from(entry.len);
        }
        changes.remove(&keys::log(torn.from), &IVec::default());
        guarded(|| self.db.apply_batch(changes.into_batch()))?;
        guarded(|| self.db.flush().map(drop))?;
        tracing::warn!(
            from = torn.from,
            records,
            "took back a commit that a kill had cut short; nobody was told of it"
        );
        Ok(records)
    }

    /// The last commit of the log, with the position of its first record.
    pub(crate) fn last_commit(&self) -> Result<Option<(Position, Vec<LogEntry>)>, StoreError> {
        let found = guarded(|| {
            match self
                .db
                .range(keys::log(0)..=keys::log(u64::MAX))
                .next_back()
                .transpose()?
            {
                Some((key, stored)) => items::whole(&self.db, &key, stored).map(|item| Some((key, item))),
                None => Ok(None),
            }
        })?;
        let Some((key, item)) = found else { return Ok(None) };
        let position = keys::read_log(&key).expect("the range holds log keys only");
        let bad = |bad: BadItem| bad.of(format!("the global log at position {position}"));
        let entries = items::decode_log(&item.map_err(bad)?).map_err(bad)?;
        Ok(Some((position, entries)))
    }
}
