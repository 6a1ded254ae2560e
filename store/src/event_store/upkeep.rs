//! Upkeep of a store: packing, verification, rebuilding, backup, health, closing.

use std::collections::HashSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::Duration;

use super::EventLog;
use crate::{BackupReport, Check, PackScope, Position, StoreError, StreamId, Version};

/// What an acknowledgement promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Durability {
    /// Survives power loss: what holds the commit was synced to the disk before the answer.
    #[default]
    Strict,
    /// Survives the death of the process, not of the machine.
    ProcessCrash,
    /// Survives nothing: kept in memory.
    Memory,
}

impl Durability {
    /// The name in settings and health reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::ProcessCrash => "process-crash",
            Self::Memory => "memory",
        }
    }
}

/// Figures for health pages and metrics.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stats {
    /// Streams, deleted drafts included.
    pub streams: u64,
    /// The last durable global position, which is also the number of records.
    pub position: Position,
    /// Commands appended since opening.
    pub appends: u64,
    /// Commits since opening, each synced once for all that it holds.
    pub commits: u64,
    /// Conflicts since opening.
    pub conflicts: u64,
    /// Repeated commands recognised since opening.
    pub repeats: u64,
    /// Commands in the queue now.
    pub queued: u64,
    /// Room in the queue.
    pub queue_capacity: u64,
    /// Bytes on the disk.
    pub disk_bytes: u64,
}

/// A write that makes no progress for so long is told by [`Upkeep::writable`].
pub const SLOW_WRITE: Duration = Duration::from_secs(5);

/// A fault at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreFault {
    /// The stream, if it is known.
    pub stream: Option<StreamId>,
    /// The version there, if it is known.
    pub version: Option<Version>,
    /// What is wrong.
    pub why: String,
}

impl std::fmt::Display for StoreFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.stream, self.version) {
            (Some(stream), Some(version)) => write!(f, "stream {stream}, version {version}: {}", self.why),
            (Some(stream), None) => write!(f, "stream {stream}: {}", self.why),
            (None, _) => f.write_str(&self.why),
        }
    }
}

/// The findings of a verification.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VerifyVerdict {
    /// Streams walked.
    pub streams: u64,
    /// Records whose chain was checked.
    pub records: u64,
    /// How many faults.
    pub faults: u64,
    /// The first of them.
    pub first_fault: Option<StoreFault>,
}

impl VerifyVerdict {
    /// No fault was found.
    pub fn is_sound(&self) -> bool {
        self.faults == 0
    }

    pub(crate) fn fault(&mut self, fault: StoreFault) {
        self.faults += 1;
        self.first_fault.get_or_insert(fault);
    }
}

/// The findings of a rebuild.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rebuilt {
    /// Streams.
    pub streams: u64,
    /// Index cards that were wrong or missing, and are right now.
    pub mended: u64,
    /// Index cards without a stream, now gone.
    pub removed: u64,
}

/// The upkeep of a store: what keeps it sound and says how it fares.
///
/// Every method may block on the disk, except [`durability`](Self::durability).
pub trait Upkeep: Send + Sync {
    /// Packs a stream into compressed blocks. Reads, chain and positions stay the same, and it may still grow. Returns
    /// the bytes of what was packed, before and after.
    fn archive(&self, stream: StreamId, part: PackScope) -> Result<(u64, u64), StoreError>;

    /// Throws away the cached states of all streams, and puts the index right where it is not what the streams say:
    /// how long they are, when they last grew, a card for a stream that has none, none without a stream. What only a
    /// card says (title, players, tags ...) stays. Writers wait meanwhile. `progress` gets the streams walked so far.
    fn rebuild(&self, progress: &mut dyn FnMut(u64)) -> Result<Rebuilt, StoreError>;

    /// Walks every chain, the global log and the index, and names the first fault. `progress` gets the records so far.
    fn verify(&self, progress: &mut dyn FnMut(u64)) -> Result<VerifyVerdict, StoreError>;

    /// Writes all streams, cards and side records as they are at one moment, while the store stays in use: what is
    /// appended, kept or removed after the start is not in it (but a card that is edited meanwhile is as edited).
    /// `progress` gets the records so far and how many there will be.
    fn backup(
        &self,
        out: &mut dyn Write,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<BackupReport, StoreError>;

    /// The promise of an acknowledgement.
    fn durability(&self) -> Durability;

    /// Whether a write would be taken now; the error says why not: one failed, the disk is almost full, the write under
    /// way makes no progress, the store was closed. Cheap enough to be asked by every health check.
    fn writable(&self) -> Result<(), StoreError>;

    /// Figures for health pages and metrics.
    fn stats(&self) -> Stats;

    /// Takes no more writes, finishes those in the queue, flushes. Reads go on until the store is dropped.
    fn close(&self) -> Result<(), StoreError>;
}

/// Checks the log and every chain by the trait alone: what each store's own verification begins with.
pub(crate) fn verify_log(store: &dyn EventLog, verdict: &mut VerifyVerdict) -> Result<(), StoreError> {
    let mut expected = 1;
    let mut streams = HashSet::new();
    let last = store.position();
    store.scan_log(0, Check::Continuity, &mut |record| {
        streams.insert(record.stream);
        if record.position != expected {
            verdict.fault(StoreFault {
                stream: Some(record.stream),
                version: Some(record.version),
                why: format!("has global position {}, not {expected}", record.position),
            });
            expected = record.position;
        }
        expected += 1;
        if record.position >= last {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    if expected != last + 1 {
        let why = format!("the global log ends at position {}, not {last}", expected - 1);
        verdict.fault(StoreFault {
            stream: None,
            version: None,
            why,
        });
    }
    Ok(())
}
