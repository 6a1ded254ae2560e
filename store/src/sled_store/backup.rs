//! Backup and restore: everything in one file, written while the store is in use.
//!
//! The file is zstd over NDJSON, one [`Line`] a line: a header; per stream its name and its records; cards; side records;
//! and at the end counts and the BLAKE3 digest of all bytes before that line. A live directory is never copied.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};

use super::items::{self, BadItem, Changes, LogEntry};
use super::open::{self, Options};
use super::{Job, Shared, SledStore, guarded, keys};
use crate::card::FiledCard;
use crate::error::Doing;
use crate::transfer::{BatchLines, Lines, RecordLine, base64, unbase64, write_line};
use crate::{
    Append, Check, Listed, MAX_SIDE_KEY, MAX_SIDE_TREE, Pack, Position, StoreError, StreamCard, StreamId,
};

/// Version of the backup file's format.
const FORMAT: u8 = 1;
/// Changes of a restore that are made at once.
const GROUP: usize = 512;

/// A line of a backup.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
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

/// What a backup holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BackupReport {
    /// Streams.
    pub streams: u64,
    /// Records, which is also the last global position.
    pub records: u64,
    /// Side records.
    pub side: u64,
}

/// What lies beside the events, at one moment.
struct Beside {
    position: Position,
    cards: Vec<(StreamId, FiledCard)>,
    side: Vec<(Vec<u8>, Vec<u8>)>,
}

impl SledStore {
    /// Writes everything into one file, which appears only when it is whole. The store stays in use meanwhile; what is
    /// appended after the start is not in it. `progress` gets the records so far and how many there will be.
    pub fn backup(
        &self,
        path: &Path,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<BackupReport, StoreError> {
        let beside = self.beside()?;
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".partial");
        let partial = path.with_file_name(name);
        let written = self.write_backup(&partial, beside, progress);
        let placed = written.and_then(|report| {
            fs::rename(&partial, path)
                .doing(|| format!("renaming {} to {}", partial.display(), path.display()))?;
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            open::sync_dir(parent.unwrap_or(Path::new(".")))?;
            Ok(report)
        });
        if placed.is_err() {
            // Whatever is there is of no use; if it cannot be removed, the first error is the one to tell.
            drop(fs::remove_file(&partial));
        }
        placed
    }

    /// Cards and side records between two commits.
    fn beside(&self) -> Result<Beside, StoreError> {
        let shared = Arc::clone(&self.shared);
        let (sender, receiver) = std::sync::mpsc::sync_channel(1);
        let run = Box::new(move |position| drop(sender.send(shared.beside(position))));
        self.ask(|answer| Job::Still { run, answer })?;
        receiver.recv().map_err(|_| StoreError::Closed)?
    }

    fn write_backup(
        &self,
        path: &Path,
        beside: Beside,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<BackupReport, StoreError> {
        let doing = || format!("writing {}", path.display());
        let file = File::create(path).doing(doing)?;
        let encoder = zstd::Encoder::new(BufWriter::new(file), 3).doing(doing)?;
        let mut out = Hashed {
            out: encoder,
            hasher: blake3::Hasher::new(),
        };
        let Beside {
            position,
            cards,
            side,
        } = beside;
        let mut counts = BackupReport::default();
        write_line(
            &mut out,
            &Line::Backup {
                format: FORMAT,
                position,
            },
        )?;
        let mut next = Some(StreamId::ZERO);
        while let Some(from) = next {
            let Some(id) = self.shared.stream_from(from)? else {
                break;
            };
            next = u128::from_be_bytes(id.to_bytes())
                .checked_add(1)
                .map(|id| StreamId::from_bytes(id.to_be_bytes()));
            let mut named = false;
            let mut written = Ok(());
            let packed = self.shared.is_packed(id)?;
            self.shared
                .scan_stream(id, 1, u64::MAX, Check::Chain, &mut |record| {
                    if record.position > position {
                        return ControlFlow::Break(());
                    }
                    if !named {
                        named = true;
                        written = write_line(&mut out, &Line::Stream { id, packed });
                    }
                    let line = RecordLine {
                        position: Some(record.position),
                        ..RecordLine::new(&record.to_record())
                    };
                    written = written
                        .clone()
                        .and_then(|()| write_line(&mut out, &Line::Record(line)));
                    counts.records += 1;
                    if counts.records.is_multiple_of(4096) {
                        progress(counts.records, position);
                    }
                    if written.is_ok() {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                })?;
            written?;
            counts.streams += u64::from(named);
        }
        for (stream, filed) in cards {
            let Listed { card, deleted, .. } = filed.listed(stream);
            write_line(
                &mut out,
                &Line::Card {
                    stream,
                    card: Arc::unwrap_or_clone(card),
                    deleted,
                },
            )?;
        }
        for (place, value) in side {
            let Some((tree, key)) = keys::read_side(&place) else {
                continue;
            };
            let (tree, key, value) = (tree.to_owned(), base64(key), base64(&value));
            write_line(&mut out, &Line::Side { tree, key, value })?;
            counts.side += 1;
        }
        if counts.records != position {
            let why = format!(
                "the streams hold {} records, the global log {position}",
                counts.records
            );
            return Err(StoreError::CorruptDatabase { why });
        }
        let blake3 = out.hasher.finalize().to_hex().to_string();
        write_line(&mut out.out, &Line::End { counts, blake3 })?;
        let file = out
            .out
            .finish()
            .and_then(|buffer| Ok(buffer.into_inner()?))
            .doing(doing)?;
        file.sync_all().doing(doing)?;
        progress(counts.records, position);
        Ok(counts)
    }
}

impl Shared {
    fn beside(&self, position: Position) -> Result<Beside, StoreError> {
        let cards = self
            .catalogue
            .read()
            .iter()
            .map(|(stream, filed)| (stream, filed.clone()))
            .collect();
        let mut side = Vec::new();
        let mut range = self.db.scan_prefix(b"s");
        while let Some((place, stored)) = guarded(|| range.next().transpose())? {
            let bad = |bad: BadItem| bad.of("a side record");
            let item = guarded(|| items::whole(&self.db, &place, stored))?.map_err(bad)?;
            side.push((
                place.to_vec(),
                items::untag(&item, items::SIDE).map_err(bad)?.to_vec(),
            ));
        }
        Ok(Beside {
            position,
            cards,
            side,
        })
    }
}

/// Hashes what goes through it.
struct Hashed<W> {
    out: W,
    hasher: blake3::Hasher,
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

/// Reads a backup into a directory that is empty or absent. The file is checked to its end before anything is written,
/// and the new store is verified before it gets the directory's name.
pub fn restore(
    backup: &Path,
    dir: &Path,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<BackupReport, StoreError> {
    let doing = || format!("reading {}", dir.display());
    if dir.exists() && fs::read_dir(dir).doing(doing)?.next().is_some() {
        return Err(StoreError::NotEmpty { dir: dir.to_owned() });
    }
    let counts = check(backup)?;
    let mut name = dir.file_name().unwrap_or_default().to_owned();
    name.push(".restoring");
    let building = dir.with_file_name(name);
    if building.exists() {
        return Err(StoreError::NotEmpty { dir: building });
    }
    let built = build(backup, &building, counts, progress);
    let placed = built.and_then(|()| place(&building, dir));
    if placed.is_err() {
        // Half a store is of no use; if it cannot be removed, the first error is the one to tell.
        drop(fs::remove_dir_all(&building));
    }
    placed.map(|()| counts)
}

fn place(building: &Path, dir: &Path) -> Result<(), StoreError> {
    if dir.exists() {
        fs::remove_dir(dir).doing(|| format!("replacing {}", dir.display()))?;
    }
    fs::rename(building, dir).doing(|| format!("renaming {} to {}", building.display(), dir.display()))?;
    let parent = dir.parent().filter(|parent| !parent.as_os_str().is_empty());
    open::sync_dir(parent.unwrap_or(Path::new(".")))
}

fn reader(backup: &Path) -> Result<impl BufRead, StoreError> {
    let doing = || format!("opening {}", backup.display());
    let file = File::open(backup).doing(doing)?;
    Ok(BufReader::new(zstd::Decoder::new(file).doing(doing)?))
}

/// The counts at the end, if the digest there is that of the file.
fn check(backup: &Path) -> Result<BackupReport, StoreError> {
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
                Ok(Line::Backup { format, .. }) if format > FORMAT => {
                    let what = "the backup".to_owned();
                    return Err(StoreError::NewerFormat {
                        what,
                        found: format,
                        known: FORMAT,
                    });
                }
                Ok(Line::Backup { .. }) => {}
                _ => return Err(lines.bad("this is no backup")),
            }
        } else {
            hasher.update(&before).update(b"\n");
        }
        before = line;
    }
    match serde_json::from_slice(&before) {
        Ok(Line::End { counts, blake3 }) if blake3 == hasher.finalize().to_hex().as_str() => Ok(counts),
        Ok(Line::End { .. }) => Err(lines.bad("the checksum at the end is not that of the file")),
        _ => Err(lines.bad("the backup is cut short: it has no last line")),
    }
}

/// A store being filled, with positions of its own.
struct Builder {
    shared: Shared,
    changes: Changes,
    log: Vec<(Position, LogEntry)>,
}

fn build(
    backup: &Path,
    dir: &Path,
    counts: BackupReport,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), StoreError> {
    let (shared, beside, _) = open::open(dir, &Options::default())?;
    let mut builder = Builder {
        shared,
        changes: Changes::default(),
        log: Vec::new(),
    };
    let mut from = reader(backup)?;
    let mut lines = Lines::new(&mut from);
    let mut current: Option<(BatchLines, bool)> = None;
    let mut records = 0;
    while let Some(line) = lines.parse::<Line>()? {
        if !matches!(line, Line::Record(_))
            && let Some((chain, packed)) = current.take()
        {
            if !chain.is_whole() {
                return Err(lines.bad("a batch before it is cut short"));
            }
            if packed {
                builder.pack(chain.stream)?;
            }
        }
        match line {
            Line::Backup { .. } => {}
            Line::Stream { id, packed } => current = Some((BatchLines::new(id), packed)),
            Line::Record(line) => {
                let Some((chain, _)) = &mut current else {
                    return Err(lines.bad("a record without a stream"));
                };
                records += 1;
                if records % 4096 == 0 {
                    progress(records, counts.records);
                }
                if let Some((append, position)) = chain.take(line).map_err(|why| lines.bad(why))? {
                    let position = position.ok_or_else(|| lines.bad("a record without a position"))?;
                    builder.batch(&append, position, chain)?;
                }
            }
            Line::Card {
                stream,
                card,
                deleted,
            } => {
                let (updated_ms, events) = (card.updated_ms, card.events);
                let filed = FiledCard {
                    card: Arc::new(card),
                    updated_ms,
                    events,
                    deleted,
                };
                builder.put(&keys::card(stream), items::tagged(items::CARD, &filed))?;
            }
            Line::Side { tree, key, value } => {
                let key = unbase64(&key).map_err(|why| lines.bad(why))?;
                if tree.len() > MAX_SIDE_TREE || key.len() > MAX_SIDE_KEY {
                    return Err(lines.bad("a side record with too long a name"));
                }
                let mut item = vec![items::SIDE];
                item.extend(unbase64(&value).map_err(|why| lines.bad(why))?);
                builder.put(&keys::side(&tree, &key), item)?;
            }
            Line::End { .. } => break,
        }
    }
    let position = builder.finish()?;
    beside.watermark.set(position)?;
    beside.watermark.sync()?;
    drop(builder);
    drop(beside);
    verify(dir, counts)?;
    progress(counts.records, counts.records);
    Ok(())
}

/// Opens what was built as any store is opened, and verifies it.
fn verify(dir: &Path, counts: BackupReport) -> Result<(), StoreError> {
    let (store, report) = SledStore::open(dir, &Options::default())?;
    let verdict = store.shared.verify(&mut |_| {})?;
    if let Some(fault) = verdict.first_fault {
        return Err(StoreError::CorruptDatabase {
            why: format!("the backup restores to a faulty store: {fault}"),
        });
    }
    if (verdict.records, verdict.streams, report.position) != (counts.records, counts.streams, counts.records)
    {
        let why = format!("the backup promises {counts:?}, restored were {verdict:?}");
        return Err(StoreError::CorruptDatabase { why });
    }
    Ok(())
}

impl Builder {
    fn put(&mut self, key: &[u8], item: Vec<u8>) -> Result<(), StoreError> {
        self.changes.put(key, item);
        if self.changes.len >= GROUP {
            self.apply()
        } else {
            Ok(())
        }
    }

    fn apply(&mut self) -> Result<(), StoreError> {
        let changes = std::mem::take(&mut self.changes);
        guarded(|| self.shared.db.apply_batch(changes.into_batch()))
    }

    fn batch(&mut self, append: &Append, position: Position, chain: &BatchLines) -> Result<(), StoreError> {
        let len = append.events.len() as u16;
        let first = chain.version + 1 - u64::from(len);
        self.log.push((
            position,
            LogEntry {
                stream: append.stream,
                first,
                len,
            },
        ));
        self.put(
            &keys::event(append.stream, first),
            items::encode(append, position, chain.digest),
        )
    }

    fn pack(&mut self, stream: StreamId) -> Result<(), StoreError> {
        self.apply()?;
        self.shared.durable.store(Position::MAX, Ordering::Release);
        let changes = self.shared.pack(stream, Pack::All)?.changes;
        guarded(|| self.shared.db.apply_batch(changes.into_batch()))
    }

    /// Writes the global log and flushes; gives the last position.
    fn finish(&mut self) -> Result<Position, StoreError> {
        let mut log = std::mem::take(&mut self.log);
        log.sort_unstable_by_key(|(position, _)| *position);
        let mut next = 1;
        for chunk in log.chunks(256) {
            let from = next;
            for (position, entry) in chunk {
                if *position != next {
                    let why = format!("the backup has no record at position {next}");
                    return Err(StoreError::CorruptDatabase { why });
                }
                next += u64::from(entry.len);
            }
            let entries: Vec<LogEntry> = chunk.iter().map(|(_, entry)| *entry).collect();
            self.put(&keys::log(from), items::encode_log(&entries))?;
        }
        let last = next - 1;
        self.put(keys::CARDS_AT, items::note(last))?;
        self.apply()?;
        guarded(|| self.shared.db.flush().map(drop))?;
        open::sync_log(&self.shared.dir)?;
        open::sync_dir(&self.shared.dir)?;
        Ok(last)
    }
}
