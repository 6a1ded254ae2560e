//! Export and import of one stream.

use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc;
use std::time::Duration;

use super::{BatchLines, Header, Lines, RecordLine, write_line};
use crate::{Append, AppendError, Check, Digest, EventStore, StoreError, StreamId, Version};

/// Version of the stream file's format.
pub const STREAM_FILE_FORMAT: u8 = 1;
/// Largest stream that is imported, in bytes of bodies.
const MAX_STREAM_BYTES: usize = 1 << 30;
/// Appends on their way at once.
const IN_FLIGHT: usize = 128;
/// How long to wait for room in the queue.
const PAUSE: Duration = Duration::from_millis(20);

/// The result of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exported {
    /// How many records.
    pub records: u64,
    /// The chain's digest after the last.
    pub digest: Digest,
}

/// The outcome of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Imported {
    /// The stream is new here.
    New {
        /// The stream.
        stream: StreamId,
        /// Its records.
        records: u64,
    },
    /// The stream was here up to a version; the rest was added.
    Extended {
        /// The stream.
        stream: StreamId,
        /// The version it had.
        from: Version,
        /// The version it has.
        to: Version,
    },
    /// All of it is here already; nothing was written.
    AlreadyThere {
        /// The stream.
        stream: StreamId,
        /// The version it has, perhaps behind that of the file.
        version: Version,
    },
}

/// Writes a stream as NDJSON: a header line, then a line a record.
pub fn export(store: &dyn EventStore, stream: StreamId, out: &mut dyn Write) -> Result<Exported, StoreError> {
    let head = store.head(stream)?.ok_or(StoreError::NoSuchStream { stream })?;
    let header = Header {
        hindsight: "stream".to_owned(),
        format: STREAM_FILE_FORMAT,
        stream,
        records: head.version,
        digest: head.digest.to_string(),
        card: store.card(stream)?.map(|listed| (*listed.card).clone()),
    };
    write_line(out, &header)?;
    let mut written = Ok(());
    store.scan(stream, 1, head.version, Check::Chain, &mut |record| {
        written = write_line(out, &RecordLine::new(&record.to_record()));
        if written.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })?;
    written?;
    Ok(Exported {
        records: head.version,
        digest: head.digest,
    })
}

/// Reads a stream file, checks all of it, and stores what is not here yet.
///
/// A stream that is here already is recognised; one that is here with other records is refused.
pub fn import(store: &dyn EventStore, from: &mut dyn BufRead) -> Result<Imported, StoreError> {
    let (header, batches) = read(from)?;
    let Header { stream, card, .. } = header;
    let here = store.head(stream)?.map_or(0, |head| head.version);
    compare(store, stream, here, &batches)?;
    let last = header.records;
    if here >= last {
        return Ok(Imported::AlreadyThere {
            stream,
            version: here,
        });
    }
    let mut next = here + 1;
    loop {
        let missing = batches
            .iter()
            .filter(|batch| batch.first >= next)
            .map(|batch| Append {
                card: card.clone().filter(|_| batch.first == 1),
                ..batch.append.clone()
            });
        match append_all(store, missing) {
            Ok(()) => break,
            Err(StoreError::Busy) => {
                // Others fill the queue: go on from what got through.
                std::thread::sleep(PAUSE);
                next = store.head(stream)?.map_or(0, |head| head.version) + 1;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(match here {
        0 => Imported::New {
            stream,
            records: last,
        },
        from => Imported::Extended {
            stream,
            from,
            to: last,
        },
    })
}

/// A batch of the file, with what the chain says of it.
struct Batch {
    append: Append,
    first: Version,
    last: Version,
    digest: Digest,
}

fn read(from: &mut dyn BufRead) -> Result<(Header, Vec<Batch>), StoreError> {
    let mut lines = Lines::new(from);
    let header: Header = lines.parse()?.ok_or_else(|| lines.bad("the file is empty"))?;
    if header.hindsight != "stream" {
        return Err(lines.bad(format!(
            "this is a {:?} file, not a \"stream\" file",
            header.hindsight
        )));
    }
    if header.format > STREAM_FILE_FORMAT {
        let (found, known) = (header.format, STREAM_FILE_FORMAT);
        return Err(StoreError::NewerFormat {
            what: "the stream file".to_owned(),
            found,
            known,
        });
    }
    let mut chain = BatchLines::new(header.stream);
    let mut batches = Vec::new();
    let (mut bytes, mut first) = (0, 1);
    while let Some(line) = lines.parse::<RecordLine>()? {
        if line.position.is_some() {
            return Err(lines.bad("a record of a stream file has no global position"));
        }
        let Some((append, _)) = chain.take(line).map_err(|why| lines.bad(why))? else {
            continue;
        };
        bytes += append.bytes();
        if bytes > MAX_STREAM_BYTES {
            return Err(lines.bad(format!("the stream has more than {MAX_STREAM_BYTES} bytes")));
        }
        batches.push(Batch {
            append,
            first,
            last: chain.version,
            digest: chain.digest,
        });
        first = chain.version + 1;
    }
    let whole =
        chain.is_whole() && chain.version == header.records && chain.digest.to_string() == header.digest;
    if whole && header.records > 0 {
        return Ok((header, batches));
    }
    Err(lines.bad(format!(
        "the header promises {} records up to digest {}, the file has {} up to {}",
        header.records, header.digest, chain.version, chain.digest
    )))
}

/// The records here and those in the file are the same, as far as both go.
fn compare(
    store: &dyn EventStore,
    stream: StreamId,
    here: Version,
    batches: &[Batch],
) -> Result<(), StoreError> {
    let mut at = batches.iter();
    let mut next = at.next();
    let mut differs = None;
    let mut last = (0, Digest::default());
    store.scan(stream, 1, here, Check::Chain, &mut |record| {
        let Some(batch) = next else {
            return ControlFlow::Break(());
        };
        last = (record.version, record.digest.unwrap_or_default());
        if record.version < batch.last {
            return ControlFlow::Continue(());
        }
        if last.1 != batch.digest {
            differs = Some((batch.first, last.1, batch.digest));
            return ControlFlow::Break(());
        }
        next = at.next();
        ControlFlow::Continue(())
    })?;
    // A batch of the file that reaches beyond the end here began before it: not one and the same batch.
    if let (None, Some(batch)) = (differs, next)
        && batch.first <= here
        && here < batch.last
    {
        differs = Some((batch.first, last.1, batch.digest));
    }
    match differs {
        Some((version, here, there)) => Err(StoreError::Diverges {
            stream,
            version,
            here,
            there,
        }),
        None => Ok(()),
    }
}

/// Appends one after the other, many on their way at once. After the first that fails all others do, for each expects the
/// one before it; that first failure is the answer.
fn append_all(store: &dyn EventStore, appends: impl Iterator<Item = Append>) -> Result<(), StoreError> {
    let (sender, results) = mpsc::channel();
    let mut failed: Vec<(usize, AppendError)> = Vec::new();
    let mut in_flight = 0;
    let mut settle = |number, result| {
        if let Err(error) = result {
            failed.push((number, error));
        }
    };
    for (number, append) in appends.enumerate() {
        let sender = sender.clone();
        store.submit(
            append,
            Box::new(move |result| drop(sender.send((number, result)))),
        );
        in_flight += 1;
        if in_flight == IN_FLIGHT {
            let (number, result) = results.recv().map_err(|_| StoreError::Closed)?;
            settle(number, result);
            in_flight -= 1;
        }
    }
    drop(sender);
    for (number, result) in results {
        settle(number, result);
    }
    match failed.into_iter().min_by_key(|(number, _)| *number) {
        None => Ok(()),
        Some((_, AppendError::Disk(error))) => Err(error),
        Some((_, AppendError::Conflict { stream, .. })) => Err(StoreError::Moved { stream }),
        Some((_, AppendError::Closed)) => Err(StoreError::Closed),
        Some((_, AppendError::Busy)) => Err(StoreError::Busy),
        Some((_, other)) => Err(StoreError::BadImport {
            line: 1,
            why: other.to_string(),
        }),
    }
}
