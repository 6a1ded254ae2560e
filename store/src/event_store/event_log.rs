//! The event log: appending to streams, reading them and the global order, following what is appended.

use std::ops::ControlFlow;
use std::sync::mpsc;

use crate::{
    Append, AppendError, Appended, Check, Digest, Head, Position, Record, RecordView, StoreError, StreamId,
    Subscription, Version,
};

/// Called with the outcome of a [`EventLog::submit`](crate::EventLog::submit), on the committer's thread: it must be quick and never block.
pub type Done = Box<dyn FnOnce(Result<Appended, AppendError>) + Send>;

/// Called with the outcome of a [`EventLog::submit_together`](crate::EventLog::submit_together), on the committer's thread: it
/// must be quick and never block.
pub type DoneTogether = Box<dyn FnOnce(Result<Vec<Appended>, AppendError>) + Send>;

/// Called with every durable append, on the committer's thread: it must be quick and never block.
pub type Listener = Box<dyn Fn(Notice) + Send>;

/// Lent records of a scan; `Break` ends it.
pub type Visit<'a> = dyn FnMut(RecordView<'_>) -> ControlFlow<()> + 'a;

/// Called with streams that grew, each with the global position it grew to; `Break` ends it.
pub type Grown<'a> = dyn FnMut(StreamId, Position) -> ControlFlow<()> + 'a;

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

/// Append-only streams of events. Reads return only what is durable.
///
/// Every method may block on the disk, except [`submit`](Self::submit), [`submit_together`](Self::submit_together),
/// [`subscribe`](Self::subscribe) and [`on_commit`](Self::on_commit).
pub trait EventLog: Send + Sync {
    /// Stores commands of one stream together, in order, and returns when they are durable; waits while the queue is full.
    /// All of them are stored or none is, also where the machine stops in the midst of it.
    ///
    /// Each expects the version that the one before it leaves. Command ids that the stream has seen already, all of them
    /// with the same actors and bodies, are answered with their old places, whatever version the writer expects; if only
    /// some are known, or an id names another command, the answer is [`AppendError::CommandReused`].
    fn append_together(&self, appends: Vec<Append>) -> Result<Vec<Appended>, AppendError>;

    /// As [`append_together`](Self::append_together), but returns at once; a full queue is answered with
    /// [`AppendError::Busy`].
    fn submit_together(&self, appends: Vec<Append>, done: DoneTogether);

    /// Stores one command, as [`append_together`](Self::append_together) stores several.
    fn append(&self, append: Append) -> Result<Appended, AppendError> {
        only(self.append_together(vec![append]))
    }

    /// As [`append`](Self::append), but returns at once; a full queue is answered with [`AppendError::Busy`].
    fn submit(&self, append: Append, done: Done) {
        self.submit_together(vec![append], Box::new(move |places| done(only(places))));
    }

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

    /// The place where a command of a stream was stored, if it was. A look-up in memory for streams written
    /// to or asked about lately; the first question about another one reads it once from its start.
    fn command(&self, stream: StreamId, command_id: &str) -> Result<Option<Appended>, StoreError>;

    /// Calls the listener with every append from now on, after it became durable.
    fn on_commit(&self, listener: Listener);

    /// Notices of every append from now on; a follower that falls more than `capacity` behind is told so.
    fn subscribe(&self, capacity: usize) -> Subscription {
        let (subscription, listener) = Subscription::new(capacity);
        self.on_commit(listener);
        subscription
    }
}

/// The place of the one command that was appended.
fn only(places: Result<Vec<Appended>, AppendError>) -> Result<Appended, AppendError> {
    places?.pop().ok_or(AppendError::Empty)
}

/// Turns a blocking wait for `done` around.
pub(crate) fn wait<T>(answer: &mpsc::Receiver<T>, closed: impl FnOnce() -> T) -> T {
    answer.recv().unwrap_or_else(|_| closed())
}

/// The zero digest reads as "nothing yet".
pub(crate) const NO_HEAD: Head = Head {
    version: 0,
    digest: Digest([0; 32]),
    position: 0,
};
