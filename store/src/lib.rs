//! Append-only event streams.
//!
//! Here lives the journal: streams of events that are appended, read, followed, verified, exported, and never changed.
//! It knows nothing of rules: bodies of events and commands are bytes. It knows nothing of the web either.
//! Read [`EventLog`] first (what a store promises), then [`SledStore`] (how it keeps it on disk).
//!
//! ```
//! use hindsight_store::{Append, CommandStamp, EventLog, Expected, MemoryStore, NewEvent, StreamId};
//!
//! let store = MemoryStore::new();
//! let game = StreamId::new(1_700_000_000_000, 1);
//! let rush = Append {
//!     stream: game,
//!     expected: Expected::New,
//!     recorded_at_ms: 1_700_000_000_000,
//!     command: CommandStamp { id: "1".into(), actor: "anna".into(), rules: "0.1.0".into(), body: b"rush".to_vec() },
//!     events: vec![NewEvent { kind: "unit-moved".into(), schema: 1, body: b"4 squares".to_vec() }],
//!     card: None,
//! };
//! let first = store.append(rush.clone())?;
//! assert_eq!((first.first, first.last, first.repeated), (1, 1, false));
//! // Sent again, it is recognised.
//! assert!(store.append(rush)?.repeated);
//! assert_eq!(store.read(game, 1, 1)?[0].body, b"4 squares");
//! # Ok::<(), hindsight_store::AppendError>(())
//! ```
//!
//! The long crash campaign: `HINDSIGHT_KILLS=300 cargo test --release -p hindsight-store --test crash`.

mod card;
mod catalogue;
mod chain;
mod command_index;
mod error;
mod event_store;
mod memory;
mod notice;
mod record;
mod sled_store;
mod stream;
mod transfer;

#[cfg(any(test, feature = "conformance"))]
pub mod conformance;

pub use card::{
    Audience, Cursor, ListOrder, Listed, MAX_CARD_BYTES, MAX_PAGE, NotACursor, Page, SortBy, StreamCard,
    StreamFilter,
};
pub use error::{AppendError, StoreError};
pub use event_store::{
    CardListener, Done, DoneTogether, Durability, EventLog, EventStore, Grown, Listener, MAX_SIDE_KEY,
    MAX_SIDE_TREE, MAX_SIDE_VALUE, Notice, Rebuilt, SLOW_WRITE, SideOp, SideOutcome, SideRecord, SideRecords,
    Snapshots, Stats, StoreFault, StreamIndex, Upkeep, VerifyVerdict, Visit,
};
pub use memory::MemoryStore;
pub use notice::{Heard, Subscription};
pub use record::{
    Append, Appended, Check, CommandBody, CommandStamp, Digest, Expected, Head, MAX_BATCH, MAX_BATCH_BYTES,
    MAX_COMMAND_ID, MAX_NAME, NewEvent, NotADigest, PackScope, Record, RecordView,
};
pub use sled_store::{
    DamagedCards, HeldDir, LostCommits, OpenReport, Options, STALLED, Shrunk, SledStore, TakesSide,
    receive_backup, restore, restore_some, shrink,
};
pub use stream::{NotAStreamId, Position, StreamId, Version};
pub use transfer::{
    BackupReport, BatchPlace, CommandLine, Exported, Header, Imported, RecordLine, STREAM_FILE_FORMAT,
    export, import,
};
