//! Restore: a store made of a backup. The file is checked to its end before anything is written, and the new store is
//! verified before it takes its place.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use crate::card::FiledCard;
use crate::error::Doing;
use crate::sled_store::SledStore;
use crate::sled_store::care::archive::Block;
use crate::sled_store::care::backup::{beside, sync_parent};
use crate::sled_store::care::open::{self, HeldDir, Options};
use crate::sled_store::commit::watchdog::{Progress, Watchdog};
use crate::sled_store::commit::watermark::{Mark, Watermark};
use crate::sled_store::layout::directory;
use crate::sled_store::layout::items::{self, Changes, LogEntry};
use crate::sled_store::layout::keys;
use crate::sled_store::layout::own_files::{BLOBS, DATABASE, LOCK, foreign_names, own_files};
use crate::sled_store::shared::{Shared, guarded};
use crate::transfer::{BackupLine, BatchLines, Lines, backup_reader, check_backup, unbase64};
use crate::{Append, BackupReport, MAX_SIDE_KEY, MAX_SIDE_TREE, Position, StoreError};

/// Changes of a restore that are made at once, and their bytes: what is made without a flush must stay small, or the
/// database's own threads can wait for each other for ever.
const GROUP: usize = 512;
const GROUP_BYTES: usize = 256 << 10;

/// Folder of a restore inside a directory that is there already.
const BUILDING: &str = "store.restoring";

/// Says of a side record (tree, key, value) whether a restore takes it.
pub type TakesSide<'t> = dyn FnMut(&str, &[u8], &[u8]) -> bool + 't;

/// Reads a backup into a directory that is empty or absent; a new file system's `lost+found` may be in it. The file is
/// checked to its end before anything is written, and the new store is verified before it takes its place.
pub fn restore(
    backup: &Path,
    dir: &Path,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<BackupReport, StoreError> {
    restore_some(backup, dir, &mut |_, _, _| true, progress)
}

/// Reads a backup as [`restore`] does, without the side records that `takes` refuses.
pub fn restore_some(
    backup: &Path,
    dir: &Path,
    takes: &mut TakesSide<'_>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<BackupReport, StoreError> {
    if dir.exists() {
        return restore_inside(backup, dir, takes, progress);
    }
    let counts = checked(backup)?;
    let building = beside(dir, ".restoring");
    remove_unfinished(&building)?;
    let built = build(backup, &building, counts, takes, progress);
    let placed = built.and_then(|()| {
        fs::rename(&building, dir)
            .doing(|| format!("renaming {} to {}", building.display(), dir.display()))?;
        sync_parent(dir)
    });
    if placed.is_err() {
        // Half a store is of no use; if it cannot be removed, the first error is the one to tell.
        drop(fs::remove_dir_all(&building));
    }
    placed.map(|()| counts)
}

fn checked(backup: &Path) -> Result<BackupReport, StoreError> {
    let doing = || format!("opening {}", backup.display());
    if !fs::metadata(backup).doing(doing)?.is_file() {
        return Err(StoreError::Io {
            doing: doing(),
            why: "it is not a regular file, and a backup is read twice".to_owned(),
        });
    }
    check_backup(File::open(backup).doing(doing)?)
}

/// Restores into a directory that is there and stays: it may be a volume of its own, which nothing can be renamed to.
fn restore_inside(
    backup: &Path,
    dir: &Path,
    takes: &mut TakesSide<'_>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<BackupReport, StoreError> {
    let building = dir.join(BUILDING);
    let own = own_files(dir)?;
    // A restore that was cut short leaves its folder, and files of the store that have moved out of it; the database is last.
    let unfinished = building.is_dir() && !own.iter().any(|file| file.name == DATABASE);
    let others = foreign_names(dir)?.into_iter().any(|name| name != BUILDING);
    if others || !unfinished && own.iter().any(|file| file.name != LOCK) {
        return Err(StoreError::NotEmpty { dir: dir.to_owned() });
    }
    let counts = checked(backup)?;
    let held = open::hold(dir, Options::default().patience)?;
    remove_unfinished(&building)?;
    for file in own.iter().filter(|file| file.name != LOCK) {
        fs::remove_file(&file.path).doing(|| format!("removing {}", file.path.display()))?;
    }
    let built = build(backup, &building, counts, takes, progress);
    let placed = built.and_then(|()| move_out(&building, dir));
    if placed.is_err() {
        // Half a store is of no use; if it cannot be removed, the first error is the one to tell.
        drop(fs::remove_dir_all(&building));
        if !own.iter().any(|file| file.name == LOCK) {
            drop(fs::remove_file(dir.join(LOCK)));
        }
    }
    drop(held);
    placed.map(|()| counts)
}

/// Moves a whole store into the directory above it, the database last: without that nothing opens it.
fn move_out(building: &Path, dir: &Path) -> Result<(), StoreError> {
    let moved = |name: &str| {
        let (from, to) = (building.join(name), dir.join(name));
        fs::rename(&from, &to).doing(|| format!("renaming {} to {}", from.display(), to.display()))
    };
    let mut names: Vec<String> = own_files(building)?.into_iter().map(|file| file.name).collect();
    names.retain(|name| ![LOCK, DATABASE, BLOBS].contains(&name.as_str()));
    for name in names {
        moved(&name)?;
    }
    if building.join(BLOBS).is_dir() {
        drop(fs::remove_dir(dir.join(BLOBS)));
        moved(BLOBS)?;
    }
    directory::sync_dir(dir)?;
    moved(DATABASE)?;
    directory::sync_dir(dir)?;
    fs::remove_dir_all(building).doing(|| format!("removing {}", building.display()))
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
    takes: &mut TakesSide<'_>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), StoreError> {
    let options = Options::default();
    let held: HeldDir = open::hold(dir, options.patience)?;
    let (shared, files, _) = open::open(&held, &options)?;
    drop(held);
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
                let value = unbase64(&value).map_err(|why| lines.bad(why))?;
                if !takes(&tree, &key, &value) {
                    continue;
                }
                let mut item = vec![items::SIDE];
                item.extend(value);
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
            closed: false,
        })?;
        watermark.sync()
    }
}
