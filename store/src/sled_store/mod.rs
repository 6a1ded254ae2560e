//! The store on disk: sled behind one committer thread.
//!
//! sled is used in the one way that held under kills: synchronous flush, then our own sync of its log file; an open
//! that first removes half-written snapshots; no item above 5,900 bytes (`layout::items`); one process a directory. Small
//! commits are durable by a file of ours before that (`commit::write_ahead`). What sled does wrong and what is done about it:
//! `store/SLED.md`.
//!
//! Reading order: [`layout`] (what stands where), [`commit`] (all writes), [`read`] (all reads), [`care`] (opening, repair,
//! backup, packing); each imports those before it and what they share (`shared`). The traits of a store are implemented in
//! the files of their names.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, SyncSender};
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::{Mutex, RwLock};

use crate::{StoreError, Upkeep, event_store};

mod care;
mod commit;
mod event_log;
mod layout;
mod read;
mod shared;
mod side_records;
mod snapshots;
mod stream_index;
mod upkeep;

pub use care::backup::receive_backup;
pub use care::open::{DamagedCards, HeldDir, LostCommits, OpenReport, Options};
pub use care::restore::{TakesSide, restore, restore_some};
pub use care::shrink::{Shrunk, shrink};
pub use commit::watchdog::STALLED;

use care::open;
use care::reopen::ReopenOnDrop;
use commit::committer::{self, Job};
use commit::watchdog::Watchdog;
use shared::Shared;

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
    reopen: ReopenOnDrop,
}

impl SledStore {
    /// Opens or creates the store in a directory. One that is in use is waited for as long as
    /// [`Options::patience`] says, and then answered with [`StoreError::InUse`]: whoever held it last may just be letting
    /// go.
    pub fn open(dir: &Path, options: &Options) -> Result<(Self, OpenReport), StoreError> {
        Self::open_held(&Self::hold(dir, options.patience)?, options)
    }

    /// Takes the directory of a store for this process before the store is opened, and makes it if it is not there.
    ///
    /// # Errors
    /// [`StoreError::InUse`] when another process has it for longer than `patience`.
    pub fn hold(dir: &Path, patience: Duration) -> Result<HeldDir, StoreError> {
        open::hold(dir, patience)
    }

    /// Opens or creates the store in a directory that this process holds.
    pub fn open_held(held: &HeldDir, options: &Options) -> Result<(Self, OpenReport), StoreError> {
        let (shared, files, report) = open::open(held, options)?;
        let shared = Arc::new(shared);
        let reopen = ReopenOnDrop::new(&shared.dir, Arc::clone(&shared.lock), report.position);
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
            reopen,
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

    /// Holds reads up for as long as `meanwhile` runs, as only threads of the database that wait for each other could: for
    /// tests of who notices.
    #[cfg(feature = "conformance")]
    pub fn hold_reads_up(&self, meanwhile: impl FnOnce()) {
        let _moving = self.shared.layout.write();
        meanwhile();
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

impl Drop for SledStore {
    fn drop(&mut self) {
        if let Err(error) = self.close() {
            tracing::error!(%error, dir = %self.shared.dir.display(), "closing the store");
            return;
        }
        self.reopen.grew_to(self.shared.durable());
    }
}
