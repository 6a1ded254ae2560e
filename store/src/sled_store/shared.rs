//! State shared by the readers and the committer of a store, and the guards round calls of the database.

use std::any::Any;
use std::collections::BTreeMap;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use parking_lot::{Mutex, RwLock, RwLockReadGuard};

use crate::catalogue::Catalogue;
use crate::error::io_error;
use crate::event_store::Listener;
use crate::notice::CardListeners;
use crate::sled_store::commit::command_indexes::CommandIndexes;
use crate::sled_store::commit::watchdog::{Progress, Reading};
use crate::sled_store::layout::directory::free_bytes;
use crate::{Durability, Position, StoreError};

/// What readers and the committer share.
pub(crate) struct Shared {
    pub(crate) dir: PathBuf,
    pub(crate) db: sled::Db,
    pub(crate) snapshots: sled::Tree,
    /// Bytes of cached states that nobody has synced yet.
    pub(crate) unsynced: AtomicUsize,
    pub(crate) durability: Durability,
    pub(crate) queue_capacity: usize,
    pub(crate) reserve_bytes: u64,
    /// Held to write while items move (packing, side records in parts), so that no reader sees them half moved; counts
    /// how often they did.
    pub(crate) layout: RwLock<u64>,
    /// The last global position that is on disk; nothing behind it is ever shown.
    pub(crate) durable: AtomicU64,
    pub(crate) catalogue: RwLock<Catalogue>,
    /// Commands of the streams written to or asked about lately.
    pub(crate) indexes: Mutex<CommandIndexes>,
    pub(crate) poisoned: Mutex<Option<StoreError>>,
    pub(crate) listeners: Mutex<Vec<Listener>>,
    pub(crate) card_listeners: CardListeners,
    pub(crate) counts: Counts,
    /// When the committer last got on.
    pub(crate) progress: Arc<Progress>,
    /// While a backup runs: side records changed since it began, as they were then.
    pub(crate) side_before: Mutex<Option<SideOverlay>>,
    /// Kept open for its lock: one process a directory.
    pub(crate) lock: Arc<File>,
}

/// Running figures.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) appends: AtomicU64,
    pub(crate) commits: AtomicU64,
    pub(crate) conflicts: AtomicU64,
    pub(crate) repeats: AtomicU64,
    pub(crate) queued: AtomicU64,
}

impl Shared {
    /// The error of every write while the disk is almost full.
    pub(crate) fn disk_full(&self) -> Option<StoreError> {
        let free = free_bytes(&self.dir).filter(|free| *free < self.reserve_bytes)?;
        let why = format!(
            "{free} bytes are free, and {} are kept in reserve so that reading goes on",
            self.reserve_bytes
        );
        Some(StoreError::DiskFull { why })
    }

    /// A read of the database begins; it is under way as long as the value is there. See the watchdog.
    pub(crate) fn reading(&self) -> Reading<'_> {
        self.progress.reading()
    }

    /// Keeps items where they are as long as the value is there; it is the number of times that they moved.
    pub(crate) fn still(&self) -> RwLockReadGuard<'_, u64> {
        let _reading = self.reading();
        self.layout.read()
    }

    /// The last global position that is on disk.
    pub(crate) fn durable(&self) -> Position {
        self.durable.load(Ordering::Acquire)
    }

    /// The error of every write after a failed one.
    pub(crate) fn poison(&self) -> Option<StoreError> {
        let poisoned = self.poisoned.lock();
        poisoned.as_ref().map(|cause| StoreError::Poisoned {
            why: cause.to_string(),
        })
    }
}

/// Runs a call of the database; an error is named, a panic of its own is caught.
pub(crate) fn guarded<T>(call: impl FnOnce() -> sled::Result<T>) -> Result<T, StoreError> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(result) => result.map_err(|error| sled_error(&error)),
        Err(panic) => Err(panicked("the database library", &*panic)),
    }
}

/// A panic as an error.
pub(crate) fn panicked(what: &'static str, panic: &(dyn Any + Send)) -> StoreError {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    let why = text.unwrap_or("a panic without a message").to_owned();
    StoreError::Panicked { what, why }
}

/// The database's error by what a reader can do about it.
pub(crate) fn sled_error(error: &sled::Error) -> StoreError {
    match error {
        sled::Error::Io(io) => {
            // The database passes errors on as text, so disk full is known by its words too.
            let text = io.to_string();
            if text.contains("StorageFull") || text.contains("No space left") || text.contains("FileTooLarge")
            {
                return StoreError::DiskFull { why: text };
            }
            io_error(io, "the database".to_owned())
        }
        sled::Error::Corruption { at, .. } => {
            let place = at.map_or(String::new(), |at| format!(" at {at:?}"));
            StoreError::CorruptDatabase {
                why: format!("a page{place} fails its checksum"),
            }
        }
        sled::Error::Unsupported(why) => StoreError::CorruptDatabase { why: why.clone() },
        other => StoreError::Library {
            why: other.to_string(),
        },
    }
}

/// Side records by place, as a batch of changes sees them.
pub(crate) type SideOverlay = BTreeMap<Vec<u8>, Option<Vec<u8>>>;
