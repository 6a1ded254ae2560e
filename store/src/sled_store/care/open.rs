//! Opening: lock, mend what a kill leaves behind, check that nothing acknowledged is gone, load the index.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Mutex, RwLock};

use crate::catalogue::Catalogue;
use crate::error::Doing;
use crate::notice::CardListeners;
use crate::sled_store::care::page_cache::drop_cached_pages;
use crate::sled_store::commit::committer::CommitFiles;
use crate::sled_store::commit::reserve_file;
use crate::sled_store::commit::watermark::{Mark, Watermark};
use crate::sled_store::commit::write_ahead;
use crate::sled_store::commit::write_ahead::{RecoveredFile, WriteAhead};
use crate::sled_store::layout::directory::{lock, sync_dir, sync_file, sync_log};
use crate::sled_store::layout::items::{self, BadItem};
use crate::sled_store::layout::keys;
use crate::sled_store::shared::{Counts, Shared, guarded};
use crate::{Check, Durability, Position, StoreError, StreamCard, StreamId, Version};

/// The mark of a card that was made anew because the stream's own did not read.
pub(crate) const RECOVERED: &str = "recovered";
/// Format of the whole layout; raised when an older program could no longer read it.
///
/// 2: the write-ahead file names its round first, which an older program would read as an empty file.
const LAYOUT: u64 = 2;

/// The options of opening a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// What an acknowledgement promises: [`Durability::Strict`], or [`Durability::ProcessCrash`].
    pub durability: Durability,
    /// Memory for database pages, in bytes; expect the process to use up to twice as much.
    pub cache_bytes: u64,
    /// Room in the write queue, in commands.
    pub queue: usize,
    /// Writes are refused while fewer bytes than this are free on the disk. The database itself must never meet a
    /// full disk: from then on it refuses reads too, until it is opened again.
    pub reserve_bytes: u64,
    /// What becomes of an index card that does not read.
    pub damaged_cards: DamagedCards,
    /// What becomes of a store that lacks what was acknowledged.
    pub lost_commits: LostCommits,
    /// How long another holder of the directory is waited for. The database's own threads let go of its file a moment
    /// after it is dropped, on a busy machine a long moment, and a child that is just being started holds every file of
    /// its parent until it runs its program.
    pub patience: Duration,
    /// How long a write may make no progress before the process is ended: threads of the database can wait for each
    /// other for ever, and a disk can cease to answer.
    pub stall_limit: Duration,
}

/// The treatment of an index card that does not read, on opening. Streams are never touched either way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DamagedCards {
    /// The store does not open, and says which one it is.
    #[default]
    Refuse,
    /// It counts as absent and is named in the report: for a rebuild, which makes another one from the stream. What
    /// only the card said (title, players, tags, owner, visibility, marks, whether it was deleted, whether it had arrived
    /// whole) is lost then, and the new one carries the mark `recovered`.
    LeaveOut,
}

/// The treatment, on opening, of a store that lacks commits which were acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LostCommits {
    /// It does not open, and says what is missing: a backup may have it.
    #[default]
    Refuse,
    /// They are given up, with a warning in the log.
    GiveUp,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            durability: Durability::Strict,
            cache_bytes: 128 << 20,
            queue: 4096,
            reserve_bytes: 32 << 20,
            damaged_cards: DamagedCards::Refuse,
            lost_commits: LostCommits::Refuse,
            patience: Duration::from_secs(10),
            stall_limit: Duration::from_mins(1),
        }
    }
}

/// The report of an opening: what it found and did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OpenReport {
    /// Snapshots of the database that a kill left half-written, now removed: with one of them it would never open again.
    pub removed: Vec<PathBuf>,
    /// Files of the database's own that did not read and were put aside under another name: it makes them anew.
    pub set_aside: Vec<PathBuf>,
    /// The disk had no room left for opening, so the file that keeps some was given up; writes are refused.
    pub reserve_used: bool,
    /// Commits that the database did not have on the disk yet, or may not have had, given to it again.
    pub replayed: u64,
    /// Records of a commit that a kill cut short, now taken back: nobody was told of any of them.
    pub taken_back: u64,
    /// Streams.
    pub streams: u64,
    /// The last global position.
    pub position: Position,
    /// Index cards that were brought up to date from the log.
    pub refreshed: u64,
    /// Streams whose index card does not read and was left out.
    pub damaged: Vec<StreamId>,
    /// How long it took.
    pub took: Duration,
}

/// Opens the database and loads what is kept in memory; on a full disk with the room that was kept for this.
pub(crate) fn open(dir: &Path, options: &Options) -> Result<(Shared, CommitFiles, OpenReport), StoreError> {
    let started = Instant::now();
    fs::create_dir_all(dir).doing(|| format!("creating {}", dir.display()))?;
    let lock = Arc::new(patiently(options.patience, || lock(dir))?);
    let opened = open_locked(dir, options, &lock);
    let (shared, files, mut report) = match opened {
        Err(StoreError::DiskFull { why }) if reserve_file::release(dir)? => {
            tracing::warn!(
                why,
                "the disk is full: opened with the room that was kept for this, for reading alone"
            );
            let (shared, files, report) = open_locked(dir, options, &lock)?;
            let report = OpenReport {
                reserve_used: true,
                ..report
            };
            (shared, files, report)
        }
        opened => opened?,
    };
    reserve_file::take(dir);
    report.took = started.elapsed();
    Ok((shared, files, report))
}

fn open_locked(
    dir: &Path,
    options: &Options,
    lock: &Arc<File>,
) -> Result<(Shared, CommitFiles, OpenReport), StoreError> {
    let mut report = OpenReport {
        removed: remove_half_written(dir)?,
        ..OpenReport::default()
    };
    drop_cached_pages(dir)?;
    let (watermark, mark) = Watermark::open(dir)?;
    let acknowledged = mark.filter(|_| options.lost_commits == LostCommits::Refuse);
    let created = !dir.join("db").exists();
    if created
        && let Some(Mark {
            position: expected @ 1..,
            ..
        }) = acknowledged
    {
        let (found, file) = (0, dir.join("db"));
        return Err(StoreError::Truncated {
            expected,
            found,
            file,
        });
    }
    let db = database_or_mended(dir, options, &mut report.set_aside)?;
    let snapshots = guarded(|| db.open_tree("snapshots"))?;
    let shared = Shared {
        dir: dir.to_owned(),
        db,
        snapshots,
        unsynced: AtomicUsize::new(0),
        durability: options.durability,
        queue_capacity: options.queue,
        reserve_bytes: options.reserve_bytes,
        layout: RwLock::new(0),
        durable: AtomicU64::new(0),
        catalogue: RwLock::new(Catalogue::default()),
        indexes: Mutex::default(),
        poisoned: Mutex::new(None),
        listeners: Mutex::new(Vec::new()),
        card_listeners: CardListeners::default(),
        counts: Counts::default(),
        progress: Arc::default(),
        side_before: Mutex::new(None),
        lock: Arc::clone(lock),
    };
    let layout = shared.check_layout(created)?;
    let (mut ahead, held) = WriteAhead::open(dir)?;
    let lost = mark
        .and_then(|mark| mark.ahead)
        .and_then(|place| Some((place.end, held.lost(place)?)));
    let RecoveredFile { in_use, commits, .. } = held;
    let in_use = in_use || lost.is_some();
    report.replayed = shared.replay(commits)?;
    let torn = shared.torn_commit()?;
    let position = match &torn {
        Some(torn) => torn.from - 1,
        None => shared.last_position()?,
    };
    if let Some(Mark {
        position: expected, ..
    }) = acknowledged.filter(|mark| mark.position > position)
    {
        // What the database has not, the write-ahead file held, if it held anything.
        let file = dir.join(if in_use { write_ahead::NAME } else { "db" });
        let found = position;
        return Err(StoreError::Truncated {
            expected,
            found,
            file,
        });
    }
    if let Some((expected, found)) = lost {
        let error = StoreError::LostCommits {
            file: dir.join(write_ahead::NAME),
            expected,
            found,
        };
        match options.lost_commits {
            LostCommits::Refuse => return Err(error),
            LostCommits::GiveUp => tracing::warn!(%error, "gave up what was acknowledged and is lost"),
        }
    }
    if let Some(torn) = torn {
        report.taken_back = shared.take_back(&torn)?;
    }
    shared.durable.store(position, Ordering::Release);
    let stale_cards = shared.load_cards(position, options.damaged_cards, &mut report.damaged)?;
    report.refreshed = stale_cards.len() as u64;
    if created {
        // The database does not sync its settings, and does not open with half of them.
        sync_file(&dir.join("conf"))?;
        sync_dir(dir)?;
        if let Some(parent) = dir.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            sync_dir(parent)?;
        }
    }
    if report.replayed > 0 {
        guarded(|| shared.db.flush().map(drop))?;
        let commits = report.replayed;
        tracing::info!(
            commits,
            "gave the database the last commits again, for it was not closed in order"
        );
    }
    // What a kill left in memory counts as acknowledged from now on, and the write-ahead file forgets it.
    let marks = options.durability == Durability::Strict || options.lost_commits == LostCommits::GiveUp;
    if marks || in_use {
        sync_log(dir)?;
    }
    if layout < LAYOUT {
        shared.set_layout()?;
        sync_log(dir)?;
    }
    if in_use {
        ahead.begin_anew()?;
        ahead.sync()?;
    }
    if marks {
        watermark.set(Mark {
            position,
            ahead: ahead.mark(),
        })?;
    }
    report.streams = shared.catalogue.read().len() as u64;
    report.position = position;
    if !report.set_aside.is_empty() {
        shared.must_be_sound(&report.set_aside)?;
    }
    let files = CommitFiles {
        watermark,
        ahead,
        stale_cards,
    };
    Ok((shared, files, report))
}

/// What the database makes for itself beside its log, and makes anew where it is missing: where its pages lie, and its
/// settings, which are the same for every store.
const DERIVED: [&str; 2] = ["snap.", "conf"];

/// Opens the database; where it is damaged, once more without what it can make anew. That must show the records which were
/// acknowledged, with their chains; else the files are put back, and the damage is told.
fn database_or_mended(
    dir: &Path,
    options: &Options,
    set_aside: &mut Vec<PathBuf>,
) -> Result<sled::Db, StoreError> {
    let open = || database(dir, options.cache_bytes, options.patience);
    let first = match open() {
        Err(
            error @ (StoreError::CorruptDatabase { .. }
            | StoreError::Library { .. }
            | StoreError::Panicked { .. }),
        ) => error,
        opened => return opened,
    };
    let mut moved = Vec::new();
    for derived in DERIVED {
        for path in files_named(dir, derived)? {
            let aside = dir.join(format!("damaged.{}", name_of(&path)));
            let doing = || format!("putting {} aside", path.display());
            fs::rename(&path, &aside).doing(doing)?;
            moved.push((path, aside));
        }
        if let Ok(db) = open() {
            for (path, _) in &moved {
                tracing::warn!(file = %path.display(), error = %first, "put a file of the database aside that did not read");
            }
            set_aside.extend(moved.into_iter().map(|(_, aside)| aside));
            return Ok(db);
        }
    }
    for (path, aside) in moved {
        fs::rename(&aside, &path).doing(|| format!("putting {} back", path.display()))?;
    }
    Err(first)
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// Files of a directory whose names begin so.
fn files_named(dir: &Path, begins: &str) -> Result<Vec<PathBuf>, StoreError> {
    let doing = || format!("reading {}", dir.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).doing(doing)? {
        let path = entry.doing(doing)?.path();
        if path.is_file() && name_of(&path).starts_with(begins) {
            found.push(path);
        }
    }
    Ok(found)
}

/// Opens the database in a directory.
pub(crate) fn database(dir: &Path, cache_bytes: u64, patience: Duration) -> Result<sled::Db, StoreError> {
    let config = sled::Config::new().path(dir).cache_capacity(cache_bytes);
    patiently(patience, || {
        guarded(|| config.open()).map_err(|error| match error {
            StoreError::Io { why, .. } if why.contains("could not acquire lock") => {
                StoreError::InUse { dir: dir.to_owned() }
            }
            other => other,
        })
    })
}

/// Tries again while the directory is in use, as long as patience lasts.
fn patiently<T>(
    patience: Duration,
    mut attempt: impl FnMut() -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let begun = Instant::now();
    let mut told = false;
    loop {
        match attempt() {
            Err(error @ StoreError::InUse { .. }) if begun.elapsed() < patience => {
                if !told && begun.elapsed() > Duration::from_secs(1) {
                    tracing::info!(%error, "waiting for the store");
                    told = true;
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            other => return other,
        }
    }
}

/// A kill while the database writes a snapshot leaves `snap.*.generating`; the database would read it first at the next
/// open, find it broken and refuse for ever. The snapshot before it is still there, so it can go.
fn remove_half_written(dir: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let mut removed = files_named(dir, "snap.")?;
    removed.retain(|path| name_of(path).ends_with(".generating"));
    for path in &removed {
        fs::remove_file(path).doing(|| format!("removing {}", path.display()))?;
        tracing::warn!(file = %path.display(), "removed a half-written snapshot, left by a kill");
    }
    Ok(removed)
}

impl Shared {
    /// Verifies everything, after files of the database's own were made anew.
    fn must_be_sound(&self, set_aside: &[PathBuf]) -> Result<(), StoreError> {
        match self.verify(&mut |_| {})?.first_fault {
            None => Ok(()),
            Some(fault) => Err(StoreError::CorruptDatabase {
                why: format!("{fault}, after {set_aside:?} were put aside, which did not read"),
            }),
        }
    }

    /// The format of the layout, if this program can read it; a new store gets the newest.
    fn check_layout(&self, created: bool) -> Result<u64, StoreError> {
        match self.item(keys::LAYOUT)? {
            Some(item) => {
                let bad = |bad: BadItem| bad.of("the note of the layout");
                let found = items::read_note(&item.map_err(bad)?).map_err(bad)?;
                if found > LAYOUT {
                    return Err(StoreError::NewerFormat {
                        what: format!("the store in {}", self.dir.display()),
                        found: found as u8,
                        known: LAYOUT as u8,
                    });
                }
                Ok(found)
            }
            None if created || self.db.is_empty() => {
                self.set_layout()?;
                Ok(LAYOUT)
            }
            None => {
                let why = format!(
                    "{} holds a database that is not a store, or lost its first page",
                    self.dir.display()
                );
                Err(StoreError::CorruptDatabase { why })
            }
        }
    }

    fn set_layout(&self) -> Result<(), StoreError> {
        guarded(|| {
            self.db.insert(keys::LAYOUT, items::note(LAYOUT))?;
            self.db.flush().map(drop)
        })
    }

    /// Loads the index cards, and brings those up to date that were not written since they last changed: which those
    /// are, for the database has yet to get them.
    fn load_cards(
        &self,
        position: Position,
        damaged: DamagedCards,
        left_out: &mut Vec<StreamId>,
    ) -> Result<BTreeSet<StreamId>, StoreError> {
        let mut catalogue = self.catalogue.write();
        let mut cards = self.db.scan_prefix(b"c");
        while let Some((key, item)) = guarded(|| cards.next().transpose())? {
            let Some(stream) = keys::read_card(&key) else {
                return Err(StoreError::CorruptDatabase {
                    why: "an index card without a stream".to_owned(),
                });
            };
            let read = guarded(|| items::whole(&self.db, &key, item))?.and_then(|whole| {
                let value = items::untag(&whole, items::CARD)?;
                rmp_serde::from_slice(value)
                    .map_err(|error| BadItem::Corrupt(format!("it does not decode: {error}")))
            });
            match (read, damaged) {
                (Ok(filed), _) => catalogue.put(stream, filed),
                (Err(BadItem::Corrupt(why)), DamagedCards::LeaveOut) => {
                    tracing::warn!(%stream, why, "left out an index card that does not read");
                    left_out.push(stream);
                }
                (Err(bad), _) => return Err(bad.of(format!("the index card of stream {stream}"))),
            }
        }
        let bad = |bad: BadItem| bad.of("the note of the index");
        let from = match self.item(keys::CARDS_AT)? {
            Some(item) => items::read_note(&item.map_err(bad)?).map_err(bad)?,
            None => 0,
        };
        let mut refreshed = BTreeSet::new();
        let mut next = from + 1;
        while next <= position {
            for (at, entry) in self.entries(next)? {
                next = next.max(at + u64::from(entry.len));
                if at <= from {
                    continue;
                }
                let last = entry.first + u64::from(entry.len) - 1;
                let old = catalogue.get(entry.stream);
                if old.is_some_and(|old| old.events >= last) {
                    continue;
                }
                let recorded_at_ms = self.recorded_at(entry.stream, entry.first, position)?;
                let new = match old {
                    None if entry.first > 1 => Some(self.blank_card(entry.stream, position)?),
                    _ => None,
                };
                let filed = Catalogue::after(old, new, last, recorded_at_ms);
                catalogue.put(entry.stream, filed);
                refreshed.insert(entry.stream);
            }
        }
        Ok(refreshed)
    }

    /// When the batch with a version of a stream was recorded, up to a position of the log.
    pub(crate) fn recorded_at(
        &self,
        stream: StreamId,
        version: Version,
        position: Position,
    ) -> Result<u64, StoreError> {
        let mut time = 0;
        let check = Check::Continuity;
        self.each_batch(stream, version, version, position, check, &mut |_, batch, _| {
            time = batch.recorded_at_ms;
            Ok(std::ops::ControlFlow::Break(()))
        })?;
        Ok(time)
    }

    /// A card for a stream whose own is lost: marked, for it says nothing that only the lost one said.
    pub(crate) fn blank_card(&self, stream: StreamId, position: Position) -> Result<StreamCard, StoreError> {
        Ok(StreamCard {
            created_ms: self.recorded_at(stream, 1, position)?,
            marks: vec![RECOVERED.to_owned()],
            ..StreamCard::default()
        })
    }
}
