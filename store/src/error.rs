//! Every way the store can say no, each naming what is wrong.

use std::path::PathBuf;

use crate::{Digest, StreamId, Version};

/// The store could not read, write or open.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// A record cannot be what was written.
    #[error("stream {stream} is corrupt at version {version}: {why}")]
    CorruptRecord {
        /// The stream.
        stream: StreamId,
        /// The first bad version.
        version: Version,
        /// What is wrong with it.
        why: String,
    },
    /// The database file is damaged below the level of records.
    #[error("the database file is corrupt: {why}. Keep it for examination and restore a backup")]
    CorruptDatabase {
        /// What the database reports.
        why: String,
    },
    /// The database ends before records that were once acknowledged.
    #[error(
        "the database is cut short or damaged: position {expected} was acknowledged as durable, but only {found} can be \
         read. Keep {file} for examination and restore a backup"
    )]
    Truncated {
        /// The last acknowledged position.
        expected: u64,
        /// The last position present.
        found: u64,
        /// The file that is not what it was: the database's, or the one ahead of it.
        file: PathBuf,
    },
    /// Files of a store are there, and its database is not: half of a copy, or a file that was removed.
    #[error(
        "{dir} holds files of a store ({left}) and not its database `db`. Put that back, or restore a backup into another \
         directory; remove these files only to begin an empty store"
    )]
    DatabaseGone {
        /// The directory.
        dir: PathBuf,
        /// Names of the files that are there.
        left: String,
    },
    /// Something else than a regular file has the name of a file of the store: a link, a folder, a pipe, a device.
    #[error(
        "{path} is not a regular file, and the store keeps a file of its own under that name: move it away"
    )]
    NotARegularFile {
        /// Its path.
        path: PathBuf,
    },
    /// The mark of what was acknowledged does not read, and the store is not sound.
    #[error(
        "the mark of what was acknowledged ({file}) is missing or damaged, and the store is not sound: {why}. Restore a \
         backup; or go on without what is lost with `hindsight rebuild --give-up-lost`"
    )]
    Unmarked {
        /// The file of the mark.
        file: PathBuf,
        /// The first fault that was found.
        why: String,
    },
    /// The write-ahead file no longer holds what it held when commits were acknowledged.
    #[error(
        "{file} is damaged: the commits in it were acknowledged up to byte {expected}, and it reads only up to byte \
         {found}. Commands, or tokens, accounts and other records beside the games, that were acknowledged last are lost. \
         Keep the file for examination and restore a backup; or give them up with `hindsight rebuild --give-up-lost`"
    )]
    LostCommits {
        /// The file.
        file: PathBuf,
        /// The end of the last acknowledged commit.
        expected: u64,
        /// The end of the last commit that reads.
        found: u64,
    },
    /// Another process (or this one) has the directory open.
    #[error("the store in {dir} is in use by another process; stop that one first")]
    InUse {
        /// The directory.
        dir: PathBuf,
    },
    /// Written by a newer program.
    #[error("{what} has format {found}, this program reads up to {known}: a newer version is needed")]
    NewerFormat {
        /// What was being read.
        what: String,
        /// Its format number.
        found: u8,
        /// The newest known here.
        known: u8,
    },
    /// The disk is full, or so nearly that the store keeps the rest in reserve. In the second case reads go on, and
    /// writes do once there is room. In the first, when something else took the last of it at once, the store takes no
    /// more writes until it is opened again, and reads may fail with this error too.
    #[error("the disk is full: {why}")]
    DiskFull {
        /// What the system reports.
        why: String,
    },
    /// An earlier write failed, so what is on disk is unknown until the store is opened again.
    #[error("the store takes no writes since one failed ({why}); mend the cause and open it again")]
    Poisoned {
        /// The failed write.
        why: String,
    },
    /// The write under way makes no progress: its disk does not answer, or the database hangs.
    #[error("the store has not got on with a write for {seconds} seconds")]
    Stalled {
        /// For how long.
        seconds: u64,
    },
    /// The operating system refused.
    #[error("{doing}: {why}")]
    Io {
        /// What was being done, with the path.
        doing: String,
        /// What the system reports.
        why: String,
    },
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// The write queue is full; try again soon.
    #[error("the write queue is full")]
    Busy,
    /// A value, key or page larger than the store takes.
    #[error("{what} is {size}, at most {limit} allowed")]
    TooLarge {
        /// What.
        what: &'static str,
        /// Its size.
        size: usize,
        /// The limit.
        limit: usize,
    },
    /// Another backup is being written.
    #[error("another backup is being written; one at a time")]
    BackingUp,
    /// The stream does not exist.
    #[error("there is no stream {stream}")]
    NoSuchStream {
        /// The stream asked for.
        stream: StreamId,
    },
    /// Only a draft may be put away.
    #[error("stream {stream} is no draft to delete: {why}")]
    NotADraft {
        /// The stream.
        stream: StreamId,
        /// Why not.
        why: String,
    },
    /// The store changed under an operation that needs it still.
    #[error("stream {stream} grew meanwhile; try again")]
    Moved {
        /// The stream.
        stream: StreamId,
    },
    /// A file to import or restore is not what it should be.
    #[error("line {line}: {why}")]
    BadImport {
        /// Line of the (decompressed) file, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// The stream is here already, with other records.
    #[error(
        "stream {stream} is already here and differs from version {version} on (here {here}, in the file {there}); nothing was imported"
    )]
    Diverges {
        /// The stream.
        stream: StreamId,
        /// First version that differs.
        version: Version,
        /// Digest here.
        here: Digest,
        /// Digest in the file.
        there: Digest,
    },
    /// A restore needs an empty or absent directory.
    #[error("{dir} is not empty; a backup is restored only into an empty directory")]
    NotEmpty {
        /// The directory.
        dir: PathBuf,
    },
    /// A defect of the database library.
    #[error("the database library failed: {why}")]
    Library {
        /// Its words.
        why: String,
    },
    /// A panic, caught before it could take the process down.
    #[error("{what} panicked: {why}")]
    Panicked {
        /// Where.
        what: &'static str,
        /// Its words.
        why: String,
    },
}

/// An append was not stored.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum AppendError {
    /// Someone else wrote first, or the writer's version is wrong.
    #[error("stream {stream} is at version {found}, not {expected}")]
    Conflict {
        /// The stream.
        stream: StreamId,
        /// The version the writer expected (0 for a new stream).
        expected: Version,
        /// The version it has.
        found: Version,
    },
    /// Commands that are to be stored together are of several streams.
    #[error("commands stored together are of one stream: {stream}, not {other}")]
    OtherStream {
        /// The stream of the first.
        stream: StreamId,
        /// The stream of another.
        other: StreamId,
    },
    /// The command id names another command of this stream.
    #[error("command id {id:?} was already used in this stream for another command")]
    CommandReused {
        /// The id.
        id: String,
    },
    /// Something is larger than the store takes.
    #[error("{what}: {size}, at most {limit} allowed")]
    TooLarge {
        /// What.
        what: &'static str,
        /// Its size.
        size: usize,
        /// The limit.
        limit: usize,
    },
    /// A command without events.
    #[error("a command without events cannot be stored")]
    Empty,
    /// A command without an id.
    #[error("a command needs an id")]
    NoCommandId,
    /// The stream was a draft and is deleted.
    #[error("stream {stream} is deleted")]
    Deleted {
        /// The stream.
        stream: StreamId,
    },
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// The write queue is full; try again soon.
    #[error("the write queue is full")]
    Busy,
    /// The store failed.
    #[error(transparent)]
    Disk(#[from] StoreError),
}

/// `result`, with what was being done when it failed.
pub(crate) trait Doing<T> {
    /// Names the action, with its path.
    fn doing(self, what: impl FnOnce() -> String) -> Result<T, StoreError>;
}

impl<T> Doing<T> for std::io::Result<T> {
    fn doing(self, what: impl FnOnce() -> String) -> Result<T, StoreError> {
        self.map_err(|error| io_error(&error, what()))
    }
}

/// The error of a system call, with disk full told apart.
pub(crate) fn io_error(error: &std::io::Error, doing: String) -> StoreError {
    use std::io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    match error.kind() {
        StorageFull | QuotaExceeded | FileTooLarge => StoreError::DiskFull {
            why: format!("{doing}: {error}"),
        },
        _ => StoreError::Io {
            doing,
            why: error.to_string(),
        },
    }
}
