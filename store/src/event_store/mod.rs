//! Traits of every store, one for each thing that is read or kept.
//!
//! Read [`EventLog`] first. Whoever needs all of a store asks for an [`EventStore`]; a `dyn EventStore` has the methods of
//! every trait here.

mod event_log;
mod side_records;
mod snapshots;
mod stream_index;
mod upkeep;

pub use event_log::{Done, DoneTogether, EventLog, Grown, Listener, Notice, Visit};
pub(crate) use event_log::{NO_HEAD, wait};
pub use side_records::{
    MAX_SIDE_KEY, MAX_SIDE_TREE, MAX_SIDE_VALUE, SideOp, SideOutcome, SideRecord, SideRecords,
};
pub use snapshots::Snapshots;
pub use stream_index::{CardListener, StreamIndex};
pub(crate) use upkeep::verify_log;
pub use upkeep::{Durability, Rebuilt, SLOW_WRITE, Stats, StoreFault, Upkeep, VerifyVerdict};

/// A whole store: streams of events with an index, side records and cached states beside them.
pub trait EventStore: EventLog + StreamIndex + SideRecords + Snapshots + Upkeep {}

impl<S: EventLog + StreamIndex + SideRecords + Snapshots + Upkeep> EventStore for S {}
