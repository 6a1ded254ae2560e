//! All reads: records of streams and of the global log, side records, cached states.

pub(crate) mod reader;
pub(crate) mod side_records;
pub(crate) mod snapshots;
