//! The backup file: a whole store in one file.
//!
//! The file is zstd over NDJSON, one [`BackupLine`] a line: a header; per stream its name, its records and its index card; side
//! records; and at the end counts and the BLAKE3 digest of all bytes before that line.

use std::io::{self, BufRead, BufReader, Read, Write};

use serde::{Deserialize, Serialize};

use super::{Lines, RecordLine, base64, write_line};
use crate::error::Doing;
use crate::{Position, Record, StoreError, StreamCard, StreamId};

/// Version of the backup file's format.
const FORMAT: u8 = 1;

/// A line of a backup.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BackupLine {
    Backup {
        format: u8,
        position: Position,
    },
    Stream {
        id: StreamId,
        packed: bool,
    },
    Record(RecordLine),
    Card {
        stream: StreamId,
        card: StreamCard,
        deleted: bool,
    },
    Side {
        tree: String,
        key: String,
        value: String,
    },
    End {
        counts: BackupReport,
        blake3: String,
    },
}

/// The contents of a backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BackupReport {
    /// Streams.
    pub streams: u64,
    /// Records, which is also the last global position.
    pub records: u64,
    /// Side records.
    pub side: u64,
}

/// Writes a backup, line by line.
pub(crate) struct BackupWriter<'o> {
    out: Hashed<zstd::Encoder<'static, &'o mut dyn Write>>,
    counts: BackupReport,
}

impl<'o> BackupWriter<'o> {
    /// Begins a backup of all records up to a global position.
    pub(crate) fn new(out: &'o mut dyn Write, position: Position) -> Result<Self, StoreError> {
        let out = zstd::Encoder::new(out, 3).doing(doing)?;
        let mut writer = Self {
            out: Hashed {
                out,
                hasher: blake3::Hasher::new(),
            },
            counts: BackupReport::default(),
        };
        let format = FORMAT;
        writer.line(&BackupLine::Backup { format, position })?;
        Ok(writer)
    }

    fn line(&mut self, line: &BackupLine) -> Result<(), StoreError> {
        write_line(&mut self.out, line)
    }

    /// Records written so far.
    pub(crate) fn records(&self) -> u64 {
        self.counts.records
    }

    /// Begins a stream; its records follow.
    pub(crate) fn stream(&mut self, id: StreamId, packed: bool) -> Result<(), StoreError> {
        self.counts.streams += 1;
        self.line(&BackupLine::Stream { id, packed })
    }

    /// Writes the next record of the stream.
    pub(crate) fn record(&mut self, record: &Record) -> Result<(), StoreError> {
        self.counts.records += 1;
        self.line(&BackupLine::Record(RecordLine {
            position: Some(record.position),
            ..RecordLine::new(record)
        }))
    }

    /// Writes an index card.
    pub(crate) fn card(
        &mut self,
        stream: StreamId,
        card: StreamCard,
        deleted: bool,
    ) -> Result<(), StoreError> {
        self.line(&BackupLine::Card {
            stream,
            card,
            deleted,
        })
    }

    /// Writes a side record.
    pub(crate) fn side(&mut self, tree: &str, key: &[u8], value: &[u8]) -> Result<(), StoreError> {
        self.counts.side += 1;
        let (tree, key, value) = (tree.to_owned(), base64(key), base64(value));
        self.line(&BackupLine::Side { tree, key, value })
    }

    /// Ends the backup.
    pub(crate) fn end(mut self) -> Result<BackupReport, StoreError> {
        let counts = self.counts;
        let blake3 = self.out.hasher.finalize().to_hex().to_string();
        write_line(&mut self.out.out, &BackupLine::End { counts, blake3 })?;
        let out = self.out.out.finish().doing(doing)?;
        out.flush().doing(doing)?;
        Ok(counts)
    }
}

fn doing() -> String {
    "writing the backup".to_owned()
}

/// Hashes what goes through it.
struct Hashed<W> {
    out: W,
    hasher: blake3::Hasher,
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The lines of a backup.
pub(crate) fn reader<R: Read>(backup: R) -> Result<impl BufRead, StoreError> {
    let decoder = zstd::Decoder::new(backup).doing(|| "reading the backup".to_owned())?;
    Ok(BufReader::new(decoder))
}

/// The counts at the end, if the digest there is that of the file.
pub(crate) fn check(backup: impl Read) -> Result<BackupReport, StoreError> {
    let mut from = reader(backup)?;
    let mut lines = Lines::new(&mut from);
    let mut hasher = blake3::Hasher::new();
    let mut before = Vec::new();
    let mut first = true;
    while let Some(line) = lines.next()? {
        let line = line.to_vec();
        if first {
            first = false;
            match serde_json::from_slice(&line) {
                Ok(BackupLine::Backup { format, .. }) if format > FORMAT => {
                    let what = "the backup".to_owned();
                    return Err(StoreError::NewerFormat {
                        what,
                        found: format,
                        known: FORMAT,
                    });
                }
                Ok(BackupLine::Backup { .. }) => {}
                _ => return Err(lines.bad("this is no backup")),
            }
        } else {
            hasher.update(&before).update(b"\n");
        }
        before = line;
    }
    match serde_json::from_slice(&before) {
        Ok(BackupLine::End { counts, blake3 }) if blake3 == hasher.finalize().to_hex().as_str() => Ok(counts),
        Ok(BackupLine::End { .. }) => Err(lines.bad("the checksum at the end is not that of the file")),
        _ => Err(lines.bad("the backup is cut short: it has no last line")),
    }
}
