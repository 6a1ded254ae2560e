//! What every store offers: the trait, and the small types of its questions and answers.

use std::collections::HashSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::mpsc;
use std::time::Duration;

use crate::{
    Append, AppendError, Appended, BackupReport, Check, Cursor, Digest, Head, Listed, Pack, Page, Position,
    Record, RecordView, StoreError, StreamCard, StreamFilter, StreamId, Subscription, Version,
};

/// Called with the outcome of a [`EventStore::submit`], on the committer's thread: it must be quick and never block.
pub type Done = Box<dyn FnOnce(Result<Appended, AppendError>) + Send>;

/// Called with every durable append, on the committer's thread: it must be quick and never block.
pub type Listener = Box<dyn Fn(Notice) + Send>;

/// Called with every stream whose index card was changed without an event, once that is durable and before who changed
/// it hears so: it must be quick.
pub type CardListener = Box<dyn Fn(StreamId) + Send + Sync>;

/// Lent records of a scan; `Break` ends it.
pub type Visit<'a> = dyn FnMut(RecordView<'_>) -> ControlFlow<()> + 'a;

/// Called with streams that grew, each with the global position it grew to; `Break` ends it.
pub type Grown<'a> = dyn FnMut(StreamId, Position) -> ControlFlow<()> + 'a;

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

/// A command became durable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Notice {
    /// The stream that grew.
    pub stream: StreamId,
    /// Version of the command's first record.
    pub first: Version,
    /// Version of its last record.
    pub last: Version,
    /// Global position of its last record.
    pub position: Position,
}

/// One change of a side record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SideOp {
    /// Writes or replaces.
    Put {
        /// The group of records it belongs to.
        tree: String,
        /// Its key there.
        key: Vec<u8>,
        /// The record.
        value: Vec<u8>,
    },
    /// Writes, but only if there is none; otherwise nothing of the whole batch is done.
    PutNew {
        /// The group of records it belongs to.
        tree: String,
        /// Its key there.
        key: Vec<u8>,
        /// The record.
        value: Vec<u8>,
    },
    /// Removes, if it is there.
    Remove {
        /// The group of records it belongs to.
        tree: String,
        /// Its key there.
        key: Vec<u8>,
    },
}

impl SideOp {
    pub(crate) fn place(&self) -> (&str, &[u8]) {
        match self {
            Self::Put { tree, key, .. } | Self::PutNew { tree, key, .. } | Self::Remove { tree, key } => {
                (tree, key)
            }
        }
    }

    /// Bytes of the record.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Put { value, .. } | Self::PutNew { value, .. } => value.len(),
            Self::Remove { .. } => 0,
        }
    }

    pub(crate) fn check(&self) -> Result<(), StoreError> {
        let (tree, key) = self.place();
        let size = self.bytes();
        for (what, size, limit) in [
            ("bytes of a side tree's name", tree.len(), MAX_SIDE_TREE),
            ("bytes of a side record's key", key.len(), MAX_SIDE_KEY),
            ("bytes of a side record", size, MAX_SIDE_VALUE),
        ] {
            if size > limit {
                return Err(StoreError::TooLarge { what, size, limit });
            }
        }
        Ok(())
    }
}

/// Longest name of a side tree, in bytes.
pub const MAX_SIDE_TREE: usize = 64;
/// Longest key of a side record, in bytes.
pub const MAX_SIDE_KEY: usize = 512;
/// Largest side record, in bytes.
pub const MAX_SIDE_VALUE: usize = 16 << 20;

/// What became of a batch of side changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SideOutcome {
    /// All of it is durable.
    Done,
    /// Nothing was written, since a [`SideOp::PutNew`] met this record.
    Exists {
        /// Its group.
        tree: String,
        /// Its key.
        key: Vec<u8>,
        /// The record that is there.
        value: Vec<u8>,
    },
}

/// A key and its record.
pub type SideRecord = (Vec<u8>, Vec<u8>);

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

/// A write that makes no progress for so long is told by [`EventStore::writable`].
pub const SLOW_WRITE: Duration = Duration::from_secs(5);

/// What is wrong at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The stream, if it is known.
    pub stream: Option<StreamId>,
    /// The version there, if it is known.
    pub version: Option<Version>,
    /// What is wrong.
    pub why: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.stream, self.version) {
            (Some(stream), Some(version)) => write!(f, "stream {stream}, version {version}: {}", self.why),
            (Some(stream), None) => write!(f, "stream {stream}: {}", self.why),
            (None, _) => f.write_str(&self.why),
        }
    }
}

/// What a verification found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verdict {
    /// Streams walked.
    pub streams: u64,
    /// Records whose chain was checked.
    pub records: u64,
    /// How many faults.
    pub faults: u64,
    /// The first of them.
    pub first_fault: Option<Fault>,
}

impl Verdict {
    /// No fault was found.
    pub fn is_sound(&self) -> bool {
        self.faults == 0
    }

    pub(crate) fn fault(&mut self, fault: Fault) {
        self.faults += 1;
        self.first_fault.get_or_insert(fault);
    }
}

/// What a rebuild found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rebuilt {
    /// Streams.
    pub streams: u64,
    /// Index cards that were wrong or missing, and are right now.
    pub mended: u64,
    /// Index cards without a stream, now gone.
    pub removed: u64,
}

/// Streams of events, append-only, with an index, caches and side records beside them.
///
/// Every method may block on the disk, except [`submit`](Self::submit), [`subscribe`](Self::subscribe),
/// [`on_commit`](Self::on_commit) and [`durability`](Self::durability). Reads return only what is durable.
pub trait EventStore: Send + Sync {
    /// Stores a command with its events and returns when they are durable; waits while the queue is full.
    ///
    /// A command id that the stream has already seen is answered with its old place if actor and body are the same,
    /// whatever version the writer expects; else with [`AppendError::CommandReused`].
    fn append(&self, append: Append) -> Result<Appended, AppendError>;

    /// As [`append`](Self::append), but returns at once; a full queue is answered with [`AppendError::Busy`].
    fn submit(&self, append: Append, done: Done);

    /// Lends the records `from..=to` of a stream, in order. Unknown streams have none.
    fn scan(
        &self,
        stream: StreamId,
        from: Version,
        to: Version,
        check: Check,
        visit: &mut Visit<'_>,
    ) -> Result<(), StoreError>;

    /// The records `from..=to` of a stream, with their chain checked.
    fn read(&self, stream: StreamId, from: Version, to: Version) -> Result<Vec<Record>, StoreError> {
        let mut records = Vec::new();
        self.scan(stream, from, to, Check::Chain, &mut |record| {
            records.push(record.to_record());
            ControlFlow::Continue(())
        })?;
        Ok(records)
    }

    /// The last record of a stream, or `None` if there is no such stream.
    fn head(&self, stream: StreamId) -> Result<Option<Head>, StoreError>;

    /// Lends the records behind a global position, in order.
    fn scan_log(&self, after: Position, check: Check, visit: &mut Visit<'_>) -> Result<(), StoreError>;

    /// At most `limit` records behind a global position, in order, with their chain checked.
    fn log(&self, after: Position, limit: usize) -> Result<Vec<Record>, StoreError> {
        let mut records = Vec::new();
        if limit > 0 {
            self.scan_log(after, Check::Chain, &mut |record| {
                records.push(record.to_record());
                if records.len() < limit {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })?;
        }
        Ok(records)
    }

    /// Names the streams that grew behind a global position, in order, each with a position up to which all of them are
    /// named then. What was recorded is not read.
    fn grown(&self, after: Position, visit: &mut Grown<'_>) -> Result<(), StoreError> {
        self.scan_log(after, Check::Continuity, &mut |record| {
            visit(record.stream, record.position)
        })
    }

    /// The last durable global position.
    fn position(&self) -> Position;

    /// One page of the streams that pass a filter. Every value that can be asked for has the set of its streams in
    /// memory, so a page costs about as much as the fewest streams that any one field of the filter leaves; `text` looks
    /// besides at every name once, and at the titles of what the other fields leave. A stream that is there from the
    /// first page to the last is on exactly one of them, whatever is appended meanwhile, if the list is sorted by
    /// [`SortBy::Created`](crate::SortBy::Created).
    fn streams(
        &self,
        filter: &StreamFilter,
        cursor: Option<Cursor>,
        limit: usize,
    ) -> Result<Page, StoreError>;

    /// The index card of a stream, also of a deleted draft.
    fn card(&self, stream: StreamId) -> Result<Option<Listed>, StoreError>;

    /// Replaces the index card of a stream without an event (a new title, another visibility ...).
    /// `updated_ms`, `events` and a `created_ms` of 0 keep their old values.
    fn set_card(&self, stream: StreamId, card: StreamCard) -> Result<(), StoreError>;

    /// Where a command of a stream was stored, if it was. A look-up in memory for streams written to or asked about
    /// lately; the first question about another one reads it once from its start.
    fn command(&self, stream: StreamId, command_id: &str) -> Result<Option<Appended>, StoreError>;

    /// Puts a draft away: a stream whose card has status `draft` and that has at most `most_events` records.
    /// Its events stay, for nothing is ever taken out of a stream; lists leave it out, and appends are refused.
    fn delete_draft(&self, stream: StreamId, most_events: u64) -> Result<(), StoreError>;

    /// Packs a stream into compressed blocks. Reads, chain and positions stay the same, and it may still grow. Returns
    /// the bytes of what was packed, before and after.
    fn archive(&self, stream: StreamId, part: Pack) -> Result<(u64, u64), StoreError>;

    /// Caches the state of a stream at a version; `format` is the caller's number for its encoding.
    fn put_snapshot(
        &self,
        stream: StreamId,
        version: Version,
        format: u32,
        body: &[u8],
    ) -> Result<(), StoreError>;

    /// The latest cached state at or below a version in this format. Others, and damaged ones, count as absent.
    fn snapshot(
        &self,
        stream: StreamId,
        at_most: Version,
        format: u32,
    ) -> Result<Option<(Version, Vec<u8>)>, StoreError>;

    /// Throws away the cached states of one stream, or of all.
    fn delete_snapshots(&self, stream: Option<StreamId>) -> Result<(), StoreError>;

    /// Throws away the cached states of all streams, and puts the index right where it is not what the streams say:
    /// how long they are, when they last grew, a card for a stream that has none, none without a stream. What only a
    /// card says (title, players, tags ...) stays. Writers wait meanwhile. `progress` gets the streams walked so far.
    fn rebuild(&self, progress: &mut dyn FnMut(u64)) -> Result<Rebuilt, StoreError>;

    /// Changes side records, all or nothing; returns when durable.
    fn side(&self, ops: Vec<SideOp>) -> Result<SideOutcome, StoreError>;

    /// Writes one side record; returns when durable.
    fn keep(&self, tree: &str, key: &[u8], value: &[u8]) -> Result<(), StoreError> {
        let op = SideOp::Put {
            tree: tree.to_owned(),
            key: key.to_vec(),
            value: value.to_vec(),
        };
        self.side(vec![op]).map(drop)
    }

    /// Removes one side record; returns when durable.
    fn remove(&self, tree: &str, key: &[u8]) -> Result<(), StoreError> {
        let op = SideOp::Remove {
            tree: tree.to_owned(),
            key: key.to_vec(),
        };
        self.side(vec![op]).map(drop)
    }

    /// One side record. (A change may show here a moment before it is durable.)
    fn fetch(&self, tree: &str, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError>;

    /// At most `limit` side records whose key starts with `prefix`, behind the key `after`, by key.
    fn side_scan(
        &self,
        tree: &str,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<SideRecord>, StoreError>;

    /// Calls the listener with every append from now on, after it became durable.
    fn on_commit(&self, listener: Listener);

    /// Calls the listener with every card that is changed without an event, or put away, from now on.
    fn on_card(&self, listener: CardListener);

    /// Notices of every append from now on; a follower that falls more than `capacity` behind is told so.
    fn subscribe(&self, capacity: usize) -> Subscription {
        let (subscription, listener) = Subscription::new(capacity);
        self.on_commit(listener);
        subscription
    }

    /// Walks every chain, the global log and the index, and names the first fault. `progress` gets the records so far.
    fn verify(&self, progress: &mut dyn FnMut(u64)) -> Result<Verdict, StoreError>;

    /// Writes all streams, cards and side records as they are at one moment, while the store stays in use: what is
    /// appended, kept or removed after the start is not in it (but a card that is edited meanwhile is as edited).
    /// `progress` gets the records so far and how many there will be.
    fn backup(
        &self,
        out: &mut dyn Write,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<BackupReport, StoreError>;

    /// What an acknowledgement promises.
    fn durability(&self) -> Durability;

    /// Whether a write would be taken now; the error says why not: one failed, the disk is almost full, the write under
    /// way makes no progress, the store was closed. Cheap enough to be asked by every health check.
    fn writable(&self) -> Result<(), StoreError>;

    /// Figures for health pages and metrics.
    fn stats(&self) -> Stats;

    /// Takes no more writes, finishes those in the queue, flushes. Reads go on until the store is dropped.
    fn close(&self) -> Result<(), StoreError>;
}

/// Turns a blocking wait for `done` around.
pub(crate) fn wait<T>(answer: &mpsc::Receiver<T>, closed: impl FnOnce() -> T) -> T {
    answer.recv().unwrap_or_else(|_| closed())
}

/// Checks the log and every chain by the trait alone: what each store's own verification begins with.
pub(crate) fn verify_log(store: &dyn EventStore, verdict: &mut Verdict) -> Result<(), StoreError> {
    let mut expected = 1;
    let mut streams = HashSet::new();
    let last = store.position();
    store.scan_log(0, Check::Continuity, &mut |record| {
        streams.insert(record.stream);
        if record.position != expected {
            verdict.fault(Fault {
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
        verdict.fault(Fault {
            stream: None,
            version: None,
            why,
        });
    }
    Ok(())
}

/// The zero digest reads as "nothing yet".
pub(crate) const NO_HEAD: Head = Head {
    version: 0,
    digest: Digest([0; 32]),
    position: 0,
};
