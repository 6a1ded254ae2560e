//! Opening: lock, mend what a kill leaves behind, check that nothing acknowledged is gone, load the index.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Mutex, RwLock};

use crate::catalogue::Catalogue;
use crate::error::Doing;
use crate::notice::CardListeners;
use crate::sled_store::care::page_cache::sync_and_drop;
use crate::sled_store::commit::committer::CommitFiles;
use crate::sled_store::commit::reserve_file;
use crate::sled_store::commit::watermark::{Mark, Watermark};
use crate::sled_store::commit::write_ahead;
use crate::sled_store::commit::write_ahead::{RecoveredFile, WriteAhead};
use crate::sled_store::layout::directory::{lock, sync_dir, sync_file, sync_log};
use crate::sled_store::layout::items::{self, BadItem};
use crate::sled_store::layout::keys;
use crate::sled_store::layout::own_files::{
    ACKNOWLEDGED, DATABASE, LOCK, OwnFile, SETTINGS, SNAPSHOT, own_files,
};
use crate::sled_store::layout::private;
use crate::sled_store::shared::{Counts, Shared, guarded};
use crate::{Durability, Position, StoreError, StreamId};

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
    /// They are given up, with a warning in the log. So is a store opened that is not sound and does not say what was
    /// acknowledged.
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
    /// The mark of what was acknowledged was missing or did not read, so everything was verified, and the mark is made
    /// anew. Whether commits are lost cannot be told then, unless the verification found a fault.
    pub unmarked: bool,
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

/// The directory of a store, held for this process.
#[derive(Debug, Clone)]
pub struct HeldDir {
    dir: PathBuf,
    lock: Arc<File>,
}

/// Takes a directory for this process, and makes it if it is not there.
pub(crate) fn hold(dir: &Path, patience: Duration) -> Result<HeldDir, StoreError> {
    private::create_dir(dir)?;
    Ok(HeldDir {
        dir: dir.to_owned(),
        lock: Arc::new(patiently(patience, || lock(dir))?),
    })
}

/// Opens the database and loads what is kept in memory; on a full disk with the room that was kept for this.
pub(crate) fn open(
    held: &HeldDir,
    options: &Options,
) -> Result<(Shared, CommitFiles, OpenReport), StoreError> {
    let started = Instant::now();
    let HeldDir { dir, lock } = held;
    let opened = open_locked(dir, options, lock);
    let (shared, files, mut report) = match opened {
        Err(StoreError::DiskFull { why }) if reserve_file::release(dir)? => {
            tracing::warn!(
                why,
                "the disk is full: opened with the room that was kept for this, for reading alone"
            );
            let (shared, files, report) = open_locked(dir, options, lock)?;
            let report = OpenReport {
                reserve_used: true,
                ..report
            };
            (shared, files, report)
        }
        opened => opened?,
    };
    reserve_file::take(dir);
    private::tighten(dir, &own_files(dir)?)?;
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
    let own = own_files(dir)?;
    let created = !own.iter().any(|file| file.name == DATABASE);
    if created {
        nothing_may_be_left(dir, &own)?;
    }
    sync_and_drop(&own, |file| file.name == ACKNOWLEDGED)?;
    let (watermark, mark) = Watermark::open(dir)?;
    if created {
        // An opening that is cut short is told by this file from a store that lost its database.
        sync_dir(dir)?;
    }
    let closed = mark.is_some_and(|mark| mark.closed);
    if let Some(mark) = mark.filter(|mark| mark.closed) {
        // Whatever ends this process, the next opening does not take the store for one that was closed in good order.
        watermark.set(Mark {
            closed: false,
            ..mark
        })?;
    }
    sync_and_drop(&own, |file| !(closed && file.is_large()))?;
    let acknowledged = mark.filter(|_| options.lost_commits == LostCommits::Refuse);
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
    report.unmarked = mark.is_none() && shared.holds_any()?;
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
        let file = dir.join(if in_use { write_ahead::NAME } else { DATABASE });
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
    if report.unmarked {
        shared.must_be_sound_unmarked(options)?;
    }
    if created {
        // The database does not sync its settings, and does not open with half of them.
        sync_file(&dir.join(SETTINGS))?;
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
    let marks = options.durability == Durability::Strict
        || options.lost_commits == LostCommits::GiveUp
        || report.unmarked;
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
            closed: false,
        })?;
    }
    if created || report.unmarked {
        // From now on there is always one that reads, if an older one after a power cut.
        watermark.sync()?;
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

/// Refuses to make a store where one was: its files are there and its database is not. An opening that was cut short when
/// it made the store is gone on with: it leaves settings, and an empty mark.
fn nothing_may_be_left(dir: &Path, own: &[OwnFile]) -> Result<(), StoreError> {
    let length = |path: &Path| {
        let about = fs::symlink_metadata(path);
        about
            .map(|about| about.len())
            .doing(|| format!("looking at {}", path.display()))
    };
    let mut left = Vec::new();
    let mut begun = false;
    for OwnFile { path, name } in own {
        match name.as_str() {
            ACKNOWLEDGED if length(path)? == 0 => begun = true,
            LOCK => {}
            _ => left.push(name.as_str()),
        }
    }
    left.dedup();
    let of_an_opening_cut_short = begun && left.iter().all(|name| *name == SETTINGS);
    if left.is_empty() || of_an_opening_cut_short {
        return Ok(());
    }
    // Only where it is there: to open it would make it.
    let mark = if left.contains(&ACKNOWLEDGED) {
        Watermark::open(dir)?.1
    } else {
        None
    };
    if let Some(Mark {
        position: expected @ 1..,
        ..
    }) = mark
    {
        return Err(StoreError::Truncated {
            expected,
            found: 0,
            file: dir.join(DATABASE),
        });
    }
    Err(StoreError::DatabaseGone {
        dir: dir.to_owned(),
        left: left.join(", "),
    })
}

/// What the database makes for itself beside its log, and makes anew where it is missing: where its pages lie, and its
/// settings, which are the same for every store.
const DERIVED: [&str; 2] = [SNAPSHOT, SETTINGS];

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
        for path in own_named(dir, derived)? {
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

/// Files of a store whose names begin so.
fn own_named(dir: &Path, begins: &str) -> Result<Vec<PathBuf>, StoreError> {
    let own = own_files(dir)?.into_iter();
    let named = own.filter(|file| file.name.starts_with(begins));
    Ok(named.map(|file| file.path).collect())
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
    let mut removed = own_named(dir, SNAPSHOT)?;
    removed.retain(|path| name_of(path).ends_with(".generating"));
    for path in &removed {
        fs::remove_file(path).doing(|| format!("removing {}", path.display()))?;
        tracing::warn!(file = %path.display(), "removed a half-written snapshot, left by a kill");
    }
    Ok(removed)
}

impl Shared {
    /// Whether the database has anything but notes of the store about itself.
    fn holds_any(&self) -> Result<bool, StoreError> {
        for key in self.db.iter().keys() {
            if !guarded(|| key)?.starts_with(b"m") {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Verifies a store that does not say what was acknowledged: once, for its mark is made anew.
    fn must_be_sound_unmarked(&self, options: &Options) -> Result<(), StoreError> {
        let file = self.dir.join(ACKNOWLEDGED);
        tracing::warn!(
            file = %file.display(),
            "the mark of what was acknowledged is missing or damaged: everything is verified now, but whether the last \
             commits are there cannot be told; compare with a backup"
        );
        let Some(fault) = self.verify(&mut |_| {})?.first_fault else {
            return Ok(());
        };
        let error = StoreError::Unmarked {
            file,
            why: fault.to_string(),
        };
        let mends = options.lost_commits == LostCommits::GiveUp
            || options.damaged_cards == DamagedCards::LeaveOut
                && fault.stream.is_some()
                && fault.version.is_none();
        if !mends {
            return Err(error);
        }
        tracing::warn!(%error, "opened a store that is not sound");
        Ok(())
    }

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
}
