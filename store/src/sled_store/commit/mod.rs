//! All writes: one thread takes what waits, judges it, makes it durable and answers.
//!
//! Read [`committer`] first. A commit becomes durable in one of two ways, each with the other's cost beside it:
//! - **small** (at most 4 KB, [`write_ahead`]): one write to a file of 24 KB and one `fdatasync` of it; the database gets the
//!   commit in memory. For one writer 145 µs a command instead of 190 µs (the database's flush and a sync of its log).
//! - **large**: the database's flush and one `fdatasync` of its log. Where it holds new batches of streams alone they are
//!   given to the database one after the other behind their entry of the global log ([`append_commit`]): its own batch writes
//!   a note in front of each, twice the system calls. Everything else is one batch of the database.
//!
//! `cargo bench -p hindsight-store --bench append` measures both in one run.

pub(crate) mod append_commit;
pub(crate) mod command_indexes;
pub(crate) mod committer;
pub(crate) mod group_commit;
pub(crate) mod reserve_file;
pub(crate) mod watchdog;
pub(crate) mod watermark;
pub(crate) mod write_ahead;
