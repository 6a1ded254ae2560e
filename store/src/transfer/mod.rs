//! Streams as files: the way out of this store, and into another.
//!
//! A stream file is NDJSON. Its first line is a [`Header`], every further line a [`RecordLine`]; bodies are base64, for
//! the store does not know what they mean. The chain is in the file, so whoever reads it can check it.

mod backup_file;
mod lines;
mod stream_file;

pub use backup_file::BackupReport;
pub use lines::{BatchPlace, CommandLine, Header, RecordLine};
pub use stream_file::{Exported, Imported, STREAM_FILE_FORMAT, export, import};

pub(crate) use backup_file::{BackupLine, BackupWriter, check as check_backup, reader as backup_reader};
pub(crate) use lines::{BatchLines, Lines, base64, unbase64, write_line};
