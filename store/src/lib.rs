//! Append-only event streams.
//!
//! Here lives the journal: streams of events that are appended, read, followed, verified, exported, and never changed.
//! It knows nothing of rules: bodies of events and commands are bytes. It knows nothing of the web either.
//! Read [`EventStore`] first (what a store promises), then [`SledStore`] (how it keeps it on disk).

mod card;
mod chain;
mod error;
mod event_store;
mod ledger;
mod memory;
mod notice;
mod record;
mod sled_store;
mod stream;
mod transfer;

#[cfg(any(test, feature = "conformance"))]
pub mod conformance;

pub use card::{
    Audience, Cursor, Listed, MAX_CARD_BYTES, MAX_PAGE, NotACursor, Order, Page, SortBy, StreamCard,
    StreamFilter,
};
pub use error::{AppendError, StoreError};
pub use event_store::{
    Done, Durability, EventStore, Fault, Listener, MAX_SIDE_KEY, MAX_SIDE_TREE, MAX_SIDE_VALUE, Notice,
    SideOp, SideOutcome, SideRecord, Stats, Verdict, Visit,
};
pub use memory::MemoryStore;
pub use notice::{Heard, Subscription};
pub use record::{
    Append, Appended, Check, CommandBody, CommandStamp, Digest, Expected, Head, MAX_BATCH, MAX_BATCH_BYTES,
    MAX_COMMAND_ID, MAX_NAME, NewEvent, NotADigest, Record, RecordView,
};
pub use sled_store::{BackupReport, OpenReport, Options, SledStore, restore};
pub use stream::{NotAStreamId, Position, StreamId, Version};
pub use transfer::{
    BatchPlace, CommandLine, Exported, Header, Imported, RecordLine, STREAM_FILE_FORMAT, export, import,
};
