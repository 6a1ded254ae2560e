//! The store on disk: sled behind one committer thread.
//!
//! sled is used in the one way that held under kills: synchronous flush, then our own sync of its log file; an open
//! that first removes half-written snapshots; no item above 5,900 bytes (`items`); one process a directory. Small commits
//! are durable by a file of ours before that (`write_ahead`).
//! Files, in reading order: `keys`, `items` (the layout), `open`, `committer` (all writes), `reader` (all reads).

use std::any::Any;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, SyncSender, TrySendError};
use std::thread::JoinHandle;

use parking_lot::{Mutex, RwLock};

use crate::catalogue::Catalogue;
use crate::error::io_error;
use crate::event_store::{self, CardListener, Done, Grown, Listener, SLOW_WRITE, Visit};
use crate::notice::CardListeners;
use crate::{
    Append, AppendError, Appended, BackupReport, Check, Cursor, Durability, EventStore, Head, Listed, Pack,
    Page, Position, Rebuilt, SideOp, SideOutcome, SideRecord, Stats, StoreError, StreamCard, StreamFilter,
    StreamId, Verdict, Version,
};

mod archive;
mod backup;
mod beside;
mod committer;
mod gather;
mod in_order;
mod items;
mod keys;
mod ledgers;
mod open;
mod page_cache;
mod quick;
mod reader;
mod rebuild;
mod reserve_file;
mod settle;
mod shrink;
mod side;
mod snapshots;
mod verify;
mod watchdog;
mod watermark;
mod write_ahead;

pub use backup::{receive_backup, restore};
pub use open::{DamagedCards, LostCommits, OpenReport, Options};
pub use shrink::{Shrunk, shrink};
pub use watchdog::STALLED;

use archive::Packed;
use committer::{CardEdit, Job};
use ledgers::Ledgers;
use settle::Settle;
use watchdog::{Progress, Watchdog};

/// Event streams in a directory.
pub struct SledStore {
    shared: Arc<Shared>,
    /// Gone when closed.
    queue: RwLock<Option<SyncSender<Job>>>,
    committer: Mutex<Option<JoinHandle<Result<(), StoreError>>>>,
    /// Ends with the committer.
    watchdog: Mutex<Option<Watchdog>>,
    /// One backup at a time, for what it has yet to write is kept as it was.
    backing_up: Mutex<()>,
    /// One packing at a time, so that blocks cannot overlap.
    packing: Mutex<()>,
    /// Last, so that it is dropped when nobody holds the database any more.
    settle: Settle,
}

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
    pub(crate) ledgers: Mutex<Ledgers>,
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

impl SledStore {
    /// Opens or creates the store in a directory. One that is in use is waited for as long as
    /// [`Options::patience`] says, and then answered with [`StoreError::InUse`]: whoever held it last may just be letting
    /// go.
    pub fn open(dir: &Path, options: &Options) -> Result<(Self, OpenReport), StoreError> {
        let (shared, files, report) = open::open(dir, options)?;
        let shared = Arc::new(shared);
        let settle = Settle::new(dir, Arc::clone(&shared.lock), report.position);
        let (queue, jobs) = mpsc::sync_channel(options.queue.max(1));
        let watchdog = Watchdog::start(&shared.progress, options.stall_limit)?;
        let committer = committer::start(Arc::clone(&shared), jobs, files, report.position)?;
        let store = Self {
            shared,
            queue: RwLock::new(Some(queue)),
            committer: Mutex::new(Some(committer)),
            watchdog: Mutex::new(Some(watchdog)),
            backing_up: Mutex::new(()),
            packing: Mutex::new(()),
            settle,
        };
        Ok((store, report))
    }

    /// The directory.
    pub fn dir(&self) -> &Path {
        &self.shared.dir
    }

    /// Makes the committer panic, as only a defect in it could: for tests of who notices.
    #[cfg(feature = "conformance")]
    pub fn break_committer(&self) {
        let run = Box::new(|_| panic!("broken on purpose"));
        // It gives no answer.
        drop(self.ask(|answer| Job::Still { run, answer }));
        while self.shared.poison().is_none() {
            std::thread::yield_now();
        }
    }

    fn queue(&self) -> Option<SyncSender<Job>> {
        self.queue.read().clone()
    }

    /// Hands a job to the committer and waits for its answer.
    fn ask<T>(&self, job: impl FnOnce(SyncSender<Result<T, StoreError>>) -> Job) -> Result<T, StoreError> {
        let (answer, answered) = mpsc::sync_channel(1);
        let queue = self.queue().ok_or(StoreError::Closed)?;
        self.shared.counts.queued.fetch_add(1, Ordering::Relaxed);
        queue.send(job(answer)).map_err(|_| StoreError::Closed)?;
        drop(queue);
        event_store::wait(&answered, || Err(StoreError::Closed))
    }
}

impl EventStore for SledStore {
    fn append(&self, append: Append) -> Result<Appended, AppendError> {
        append.check()?;
        let (answer, answered) = mpsc::sync_channel(1);
        let queue = self.queue().ok_or(AppendError::Closed)?;
        let done: Done = Box::new(move |result| drop(answer.send(result)));
        self.shared.counts.queued.fetch_add(1, Ordering::Relaxed);
        queue
            .send(Job::Append(Box::new(append), done))
            .map_err(|_| AppendError::Closed)?;
        drop(queue);
        event_store::wait(&answered, || Err(AppendError::Closed))
    }

    fn submit(&self, append: Append, done: Done) {
        if let Err(error) = append.check() {
            return done(Err(error));
        }
        let Some(queue) = self.queue() else {
            return done(Err(AppendError::Closed));
        };
        self.shared.counts.queued.fetch_add(1, Ordering::Relaxed);
        let (Job::Append(_, done), error) = (match queue.try_send(Job::Append(Box::new(append), done)) {
            Ok(()) => return,
            Err(TrySendError::Full(job)) => (job, AppendError::Busy),
            Err(TrySendError::Disconnected(job)) => (job, AppendError::Closed),
        }) else {
            return;
        };
        self.shared.counts.queued.fetch_sub(1, Ordering::Relaxed);
        done(Err(error));
    }

    fn scan(
        &self,
        stream: StreamId,
        from: Version,
        to: Version,
        check: Check,
        visit: &mut Visit<'_>,
    ) -> Result<(), StoreError> {
        self.shared.scan_stream(stream, from, to, check, visit)
    }

    fn head(&self, stream: StreamId) -> Result<Option<Head>, StoreError> {
        self.shared.head_at(stream, self.shared.durable())
    }

    fn scan_log(&self, after: Position, check: Check, visit: &mut Visit<'_>) -> Result<(), StoreError> {
        self.shared.scan_positions(after, check, visit)
    }

    fn grown(&self, after: Position, visit: &mut Grown<'_>) -> Result<(), StoreError> {
        self.shared.grown(after, visit)
    }

    fn position(&self) -> Position {
        self.shared.durable()
    }

    fn streams(
        &self,
        filter: &StreamFilter,
        cursor: Option<Cursor>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        Ok(self.shared.catalogue.read().page(filter, cursor, limit))
    }

    fn card(&self, stream: StreamId) -> Result<Option<Listed>, StoreError> {
        Ok(self
            .shared
            .catalogue
            .read()
            .get(stream)
            .map(|filed| filed.listed(stream)))
    }

    fn set_card(&self, stream: StreamId, card: StreamCard) -> Result<(), StoreError> {
        self.ask(|answer| Job::Card {
            stream,
            edit: CardEdit::Replace(Box::new(card)),
            answer,
        })?;
        self.shared.card_listeners.tell(stream);
        Ok(())
    }

    fn command(&self, stream: StreamId, command_id: &str) -> Result<Option<Appended>, StoreError> {
        self.shared.command(stream, command_id)
    }

    fn delete_draft(&self, stream: StreamId, most_events: u64) -> Result<(), StoreError> {
        self.ask(|answer| Job::Card {
            stream,
            edit: CardEdit::PutAway { most_events },
            answer,
        })?;
        self.shared.card_listeners.tell(stream);
        Ok(())
    }

    fn archive(&self, stream: StreamId, part: Pack) -> Result<(u64, u64), StoreError> {
        let _packing = self.packing.lock();
        let Packed {
            changes,
            before,
            after,
        } = self.shared.pack(stream, part)?;
        if !changes.is_empty() {
            self.ask(|answer| Job::Rewrite { changes, answer })?;
        }
        Ok((before, after))
    }

    fn put_snapshot(
        &self,
        stream: StreamId,
        version: Version,
        format: u32,
        body: &[u8],
    ) -> Result<(), StoreError> {
        match self.shared.poison().or_else(|| self.shared.disk_full()) {
            Some(error) => Err(error),
            None => self.shared.put_snapshot(stream, version, format, body),
        }
    }

    fn snapshot(
        &self,
        stream: StreamId,
        at_most: Version,
        format: u32,
    ) -> Result<Option<(Version, Vec<u8>)>, StoreError> {
        self.shared.snapshot(stream, at_most, format)
    }

    fn delete_snapshots(&self, stream: Option<StreamId>) -> Result<(), StoreError> {
        self.shared.delete_snapshots(stream)
    }

    fn rebuild(&self, progress: &mut dyn FnMut(u64)) -> Result<Rebuilt, StoreError> {
        let (walked, steps) = mpsc::channel();
        let (answer, answered) = mpsc::sync_channel(1);
        let queue = self.queue().ok_or(StoreError::Closed)?;
        self.shared.counts.queued.fetch_add(1, Ordering::Relaxed);
        queue
            .send(Job::Rebuild { walked, answer })
            .map_err(|_| StoreError::Closed)?;
        drop(queue);
        // Ends when the committer lets go of its end.
        steps.iter().for_each(progress);
        event_store::wait(&answered, || Err(StoreError::Closed))
    }

    fn side(&self, ops: Vec<SideOp>) -> Result<SideOutcome, StoreError> {
        ops.iter().try_for_each(SideOp::check)?;
        self.ask(|answer| Job::Side { ops, answer })
    }

    fn fetch(&self, tree: &str, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.shared.side_record(tree, key)
    }

    fn side_scan(
        &self,
        tree: &str,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<SideRecord>, StoreError> {
        self.shared.side_scan(tree, prefix, after, limit)
    }

    fn on_commit(&self, listener: Listener) {
        // Held while it is added, so that closing cannot come between and leave it waiting for ever.
        let queue = self.queue.read();
        if queue.is_some() {
            self.shared.listeners.lock().push(listener);
        }
    }

    fn on_card(&self, listener: CardListener) {
        self.shared.card_listeners.add(listener);
    }

    fn verify(&self, progress: &mut dyn FnMut(u64)) -> Result<Verdict, StoreError> {
        self.shared.verify(progress)
    }

    fn backup(
        &self,
        out: &mut dyn Write,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<BackupReport, StoreError> {
        self.write_backup(out, progress)
    }

    fn durability(&self) -> Durability {
        self.shared.durability
    }

    fn writable(&self) -> Result<(), StoreError> {
        let Shared { progress, .. } = &*self.shared;
        let stalled = progress.stalled_for();
        let slow = (stalled >= SLOW_WRITE).then_some(StoreError::Stalled {
            seconds: stalled.as_secs(),
        });
        let closed = self.queue.read().is_none().then_some(StoreError::Closed);
        let refuses = self.shared.poison().or(closed).or(slow);
        refuses.or_else(|| self.shared.disk_full()).map_or(Ok(()), Err)
    }

    fn stats(&self) -> Stats {
        let Shared {
            counts, catalogue, ..
        } = &*self.shared;
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Stats {
            streams: catalogue.read().len() as u64,
            position: self.shared.durable(),
            appends: count(&counts.appends),
            commits: count(&counts.commits),
            conflicts: count(&counts.conflicts),
            repeats: count(&counts.repeats),
            queued: count(&counts.queued),
            queue_capacity: self.shared.queue_capacity as u64,
            disk_bytes: open::bytes_below(&self.shared.dir),
        }
    }

    fn close(&self) -> Result<(), StoreError> {
        drop(self.queue.write().take());
        let committer = self.committer.lock().take();
        let closed = committer.map_or(Ok(()), |committer| {
            // Its own panics are caught; what is left is a defect in what catches them.
            committer
                .join()
                .unwrap_or_else(|panic| Err(panicked("the committer", &*panic)))
        });
        drop(self.watchdog.lock().take());
        closed
    }
}

impl Drop for SledStore {
    fn drop(&mut self) {
        if let Err(error) = self.close() {
            tracing::error!(%error, dir = %self.shared.dir.display(), "closing the store");
            return;
        }
        self.settle.grew_to(self.shared.durable());
    }
}

/// Side records by place, as a batch of changes sees them.
type SideOverlay = BTreeMap<Vec<u8>, Option<Vec<u8>>>;
