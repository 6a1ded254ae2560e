//! Backup and restore: everything in one file, written while the store is in use. A live directory is never copied.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::ops::{Bound, ControlFlow};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sled::IVec;

use crate::card::FiledCard;
use crate::error::Doing;
use crate::sled_store::Job;
use crate::sled_store::SledStore;
use crate::sled_store::care::archive::Block;
use crate::sled_store::care::open::{self, Options};
use crate::sled_store::commit::watchdog::{Progress, Watchdog};
use crate::sled_store::commit::watermark::{Mark, Watermark};
use crate::sled_store::layout::directory;
use crate::sled_store::layout::items::{self, BadItem, Changes, LogEntry};
use crate::sled_store::layout::keys;
use crate::sled_store::shared::{Shared, SideOverlay, guarded};
use crate::transfer::{BackupLine, BackupWriter, BatchLines, Lines, backup_reader, check_backup, unbase64};
use crate::{Append, BackupReport, Check, MAX_SIDE_KEY, MAX_SIDE_TREE, Position, StoreError, StreamId};

/// Changes of a restore that are made at once, and their bytes: what is made without a flush must stay small, or the
/// database's own threads can wait for each other for ever.
const GROUP: usize = 512;
const GROUP_BYTES: usize = 256 << 10;
/// Side records that a backup reads at once.
const SIDE_AT_ONCE: usize = 256;

impl SledStore {
    /// Writes everything into one file, which appears only when it is whole. See [`EventStore::backup`].
    ///
    /// [`EventStore::backup`]: crate::Upkeep::backup
    pub fn backup_to_file(
        &self,
        path: &Path,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<BackupReport, StoreError> {
        whole_file(path, |out| self.write_backup(out, progress))
    }

    pub(crate) fn write_backup(
        &self,
        out: &mut dyn Write,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<BackupReport, StoreError> {
        let _alone = self.backing_up.try_lock().ok_or(StoreError::BackingUp)?;
        let shared = Arc::clone(&self.shared);
        let (sender, receiver) = std::sync::mpsc::sync_channel(1);
        // Between two commits, so that side records which belong together are in it together.
        let begin = Box::new(move |position| {
            *shared.side_before.lock() = Some(SideOverlay::new());
            // Who no longer waits for the answer does not get one.
            let _ = sender.send(position);
        });
        self.ask(|answer| Job::Still { run: begin, answer })?;
        let position = receiver.recv().map_err(|_| StoreError::Closed)?;
        let written = self.shared.write_backup(position, out, progress);
        *self.shared.side_before.lock() = None;
        written
    }
}

/// Writes a backup that somebody else made into a file, which appears only when all of it came and its checksum is right.
pub fn receive_backup(from: &mut dyn Read, path: &Path) -> Result<BackupReport, StoreError> {
    let partial = beside(path, ".received");
    let received = whole_file(&partial, |out| {
        std::io::copy(from, out).doing(|| "receiving the backup".to_owned())
    });
    let checked = received.and_then(|_| {
        let counts = check_backup(File::open(&partial).doing(|| format!("opening {}", partial.display()))?)?;
        fs::rename(&partial, path)
            .doing(|| format!("renaming {} to {}", partial.display(), path.display()))?;
        sync_parent(path)?;
        Ok(counts)
    });
    if checked.is_err() {
        // Whatever is there is of no use; if it cannot be removed, the first error is the one to tell.
        drop(fs::remove_file(&partial));
    }
    checked
}

/// Writes a file that appears only when it is whole and on the disk.
fn whole_file<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let partial = beside(path, ".partial");
    let doing = || format!("writing {}", partial.display());
    let written = (|| {
        let mut out = BufWriter::new(File::create(&partial).doing(doing)?);
        let report = write(&mut out)?;
        let file = out.into_inner().map_err(std::io::IntoInnerError::into_error);
        file.and_then(|file| file.sync_all()).doing(doing)?;
        fs::rename(&partial, path)
            .doing(|| format!("renaming {} to {}", partial.display(), path.display()))?;
        sync_parent(path)?;
        Ok(report)
    })();
    if written.is_err() {
        // Whatever is there is of no use; if it cannot be removed, the first error is the one to tell.
        drop(fs::remove_file(&partial));
    }
    written
}

impl Shared {
    /// While a backup runs: keeps a side record as it was when that began. `old` is what is stored at its place now.
    pub(crate) fn keep_for_backup(&self, place: &[u8], old: Option<&IVec>) -> Result<(), StoreError> {
        let mut before = self.side_before.lock();
        if let Some(before) = &mut *before
            && !before.contains_key(place)
        {
            let value = old.map(|old| self.side_value(place, old.clone())).transpose()?;
            before.insert(place.to_vec(), value);
        }
        Ok(())
    }

    fn side_value(&self, place: &[u8], stored: IVec) -> Result<Vec<u8>, StoreError> {
        let bad = |bad: BadItem| bad.of("a side record");
        let item = guarded(|| items::whole(&self.db, place, stored))?.map_err(bad)?;
        Ok(items::untag(&item, items::SIDE).map_err(bad)?.to_vec())
    }

    fn write_backup(
        &self,
        position: Position,
        out: &mut dyn Write,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<BackupReport, StoreError> {
        let mut writer = BackupWriter::new(out, position)?;
        let mut next = Some(StreamId::ZERO);
        while let Some(from) = next {
            let Some(id) = self.stream_from(from)? else {
                break;
            };
            next = u128::from_be_bytes(id.to_bytes())
                .checked_add(1)
                .map(|id| StreamId::from_bytes(id.to_be_bytes()));
            self.write_stream(id, position, &mut writer, progress)?;
        }
        if writer.records() != position {
            let why = format!(
                "the streams hold {} records, the global log {position}",
                writer.records()
            );
            return Err(StoreError::CorruptDatabase { why });
        }
        self.write_side(&mut writer)?;
        let report = writer.end()?;
        progress(report.records, position);
        Ok(report)
    }

    /// Writes a stream up to a global position, and its card as it was there.
    fn write_stream(
        &self,
        id: StreamId,
        position: Position,
        writer: &mut BackupWriter<'_>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(), StoreError> {
        let packed = self.is_packed(id)?;
        let mut last = None;
        let mut written = Ok(());
        self.scan_stream(id, 1, u64::MAX, Check::Chain, &mut |record| {
            if record.position > position {
                return ControlFlow::Break(());
            }
            if last.is_none() {
                written = writer.stream(id, packed);
            }
            if written.is_ok() {
                written = writer.record(&record.to_record());
            }
            last = Some((record.version, record.recorded_at_ms));
            if writer.records().is_multiple_of(4096) {
                progress(writer.records(), position);
            }
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        })?;
        written?;
        let filed = self.catalogue.read().get(id).cloned();
        if let (Some((version, recorded_at_ms)), Some(filed)) = (last, filed) {
            // What was appended since the beginning is not in the backup, so its card does not say so either.
            let grew = filed.events > version;
            let filed = FiledCard {
                events: version,
                updated_ms: if grew { recorded_at_ms } else { filed.updated_ms },
                ..filed
            };
            let listed = filed.listed(id);
            writer.card(id, Arc::unwrap_or_clone(listed.card), listed.deleted)?;
        }
        Ok(())
    }

    /// Writes the side records as they were when the backup began.
    fn write_side(&self, writer: &mut BackupWriter<'_>) -> Result<(), StoreError> {
        let end = vec![b's' + 1];
        let mut after = vec![b's'];
        loop {
            let some = self.side_from(&after)?;
            let until = some
                .last_key_value()
                .map_or(end.clone(), |(place, _)| place.clone());
            let is_last = some.len() < SIDE_AT_ONCE;
            let mut then: BTreeMap<_, _> = some
                .into_iter()
                .map(|(place, value)| (place, Some(value)))
                .collect();
            if let Some(before) = &*self.side_before.lock() {
                let upper = if is_last {
                    Bound::Excluded(&end)
                } else {
                    Bound::Included(&until)
                };
                let changed = before.range::<Vec<u8>, _>((Bound::Excluded(&after), upper));
                then.extend(changed.map(|(place, value)| (place.clone(), value.clone())));
            }
            for (place, value) in then {
                if let (Some((tree, key)), Some(value)) = (keys::read_side(&place), value) {
                    writer.side(tree, key, &value)?;
                }
            }
            if is_last {
                return Ok(());
            }
            after = until;
        }
    }

    /// The side records behind a place, by place.
    fn side_from(&self, after: &[u8]) -> Result<BTreeMap<Vec<u8>, Vec<u8>>, StoreError> {
        let _layout = self.still();
        let mut range = self
            .db
            .range::<&[u8], _>((Bound::Excluded(after), Bound::Excluded(&b"t"[..])));
        let mut some = BTreeMap::new();
        let _reading = self.reading();
        while some.len() < SIDE_AT_ONCE
            && let Some((place, stored)) = guarded(|| range.next().transpose())?
        {
            let value = self.side_value(&place, stored)?;
            some.insert(place.to_vec(), value);
        }
        Ok(some)
    }
}

/// A path with something behind its name.
pub(crate) fn beside(path: &Path, more: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(more);
    path.with_file_name(name)
}

pub(crate) fn sync_parent(path: &Path) -> Result<(), StoreError> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    directory::sync_dir(parent.unwrap_or(Path::new(".")))
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
    let doing = || format!("opening {}", backup.display());
    let counts = check_backup(File::open(backup).doing(doing)?)?;
    let building = beside(dir, ".restoring");
    remove_unfinished(&building)?;
    let built = build(backup, &building, counts, progress);
    let placed = built.and_then(|()| place(&building, dir));
    if placed.is_err() {
        // Half a store is of no use; if it cannot be removed, the first error is the one to tell.
        drop(fs::remove_dir_all(&building));
    }
    placed.map(|()| counts)
}

/// Removes what a restore left that was cut short; one that still runs is left alone.
fn remove_unfinished(building: &Path) -> Result<(), StoreError> {
    if !building.exists() {
        return Ok(());
    }
    let lock = directory::lock(building)?;
    tracing::warn!(dir = %building.display(), "removing what a restore left that was cut short");
    let removed = fs::remove_dir_all(building);
    drop(lock);
    removed.doing(|| format!("removing {}", building.display()))
}

fn place(building: &Path, dir: &Path) -> Result<(), StoreError> {
    if dir.exists() {
        fs::remove_dir(dir).doing(|| format!("replacing {}", dir.display()))?;
    }
    fs::rename(building, dir).doing(|| format!("renaming {} to {}", building.display(), dir.display()))?;
    sync_parent(dir)
}

/// A store being filled, with positions of its own.
struct Builder {
    shared: Shared,
    changes: Changes,
    bytes: usize,
    log: Vec<(Position, LogEntry)>,
    progress: Arc<Progress>,
    _watchdog: Watchdog,
}

/// The stream that is being read.
struct Current {
    chain: BatchLines,
    /// The block in the making, where the stream was packed.
    block: Option<Block>,
}

fn build(
    backup: &Path,
    dir: &Path,
    counts: BackupReport,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), StoreError> {
    let options = Options::default();
    let (shared, files, _) = open::open(dir, &options)?;
    let step = Arc::clone(&shared.progress);
    let mut builder = Builder {
        shared,
        changes: Changes::default(),
        bytes: 0,
        log: Vec::new(),
        _watchdog: Watchdog::start(&step, options.stall_limit)?,
        progress: step,
    };
    let mut from = backup_reader(File::open(backup).doing(|| format!("opening {}", backup.display()))?)?;
    let mut lines = Lines::new(&mut from);
    let mut current: Option<Current> = None;
    let mut records = 0;
    while let Some(line) = lines.parse::<BackupLine>()? {
        if !matches!(line, BackupLine::Record(_))
            && let Some(Current { chain, block }) = current.take()
        {
            if !chain.is_whole() {
                return Err(lines.bad("a batch before it is cut short"));
            }
            if let Some((key, item)) = block.and_then(|block| block.close(chain.stream)) {
                builder.put(&key, item)?;
            }
        }
        match line {
            BackupLine::Backup { .. } => {}
            BackupLine::Stream { id, packed } => {
                current = Some(Current {
                    chain: BatchLines::new(id),
                    block: packed.then(Block::default),
                });
            }
            BackupLine::Record(line) => {
                let Some(Current { chain, block }) = &mut current else {
                    return Err(lines.bad("a record without a stream"));
                };
                records += 1;
                if records % 4096 == 0 {
                    progress(records, counts.records);
                }
                if let Some((append, position)) = chain.take(line).map_err(|why| lines.bad(why))? {
                    let position = position.ok_or_else(|| lines.bad("a record without a position"))?;
                    builder.batch(&append, position, chain, block.as_mut())?;
                }
            }
            BackupLine::Card {
                stream,
                card,
                deleted,
            } => {
                let (updated_ms, events) = (card.updated_ms, card.events);
                let entry = FiledCard {
                    card: Arc::new(card),
                    updated_ms,
                    events,
                    deleted,
                };
                builder.put(&keys::card(stream), items::tagged(items::CARD, &entry))?;
            }
            BackupLine::Side { tree, key, value } => {
                let key = unbase64(&key).map_err(|why| lines.bad(why))?;
                if tree.len() > MAX_SIDE_TREE || key.len() > MAX_SIDE_KEY {
                    return Err(lines.bad("a side record with too long a name"));
                }
                let mut item = vec![items::SIDE];
                item.extend(unbase64(&value).map_err(|why| lines.bad(why))?);
                builder.put(&keys::side(&tree, &key), item)?;
            }
            BackupLine::End { .. } => break,
        }
    }
    builder.finish(&files.watermark)?;
    drop(builder);
    drop(files);
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
        self.bytes += item.len();
        self.changes.put(key, item);
        if self.changes.len >= GROUP || self.bytes >= GROUP_BYTES {
            self.apply()
        } else {
            Ok(())
        }
    }

    /// Gives the database the changes so far, and has it write them out.
    fn apply(&mut self) -> Result<(), StoreError> {
        self.progress.step();
        self.bytes = 0;
        let changes = std::mem::take(&mut self.changes);
        guarded(|| {
            self.shared.db.apply_batch(changes.into_batch())?;
            self.shared.db.flush().map(drop)
        })
    }

    /// Writes a batch by itself, or with the block that it is in.
    fn batch(
        &mut self,
        append: &Append,
        position: Position,
        chain: &BatchLines,
        block: Option<&mut Block>,
    ) -> Result<(), StoreError> {
        let (stream, len) = (append.stream, append.events.len() as u16);
        let first = chain.version + 1 - u64::from(len);
        self.log.push((position, LogEntry { stream, first, len }));
        let item = items::encode(append, position, chain.digest);
        let Some(block) = block else {
            return self.put(&keys::event(stream, first), item);
        };
        let full = block
            .add(first, &item)
            .map_err(|bad| bad.of_record(stream, first))?;
        match full.and_then(|full| full.close(stream)) {
            Some((key, item)) => self.put(&key, item),
            None => Ok(()),
        }
    }

    /// Writes the global log, and puts all of it on the disk.
    fn finish(&mut self, watermark: &Watermark) -> Result<(), StoreError> {
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
        let position = next - 1;
        self.put(keys::CARDS_AT, items::note(position))?;
        self.apply()?;
        directory::sync_log(&self.shared.dir)?;
        directory::sync_dir(&self.shared.dir)?;
        self.progress.rest();
        watermark.set(Mark {
            position,
            ahead: None,
        })?;
        watermark.sync()
    }
}
