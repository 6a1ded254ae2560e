//! The one writer: takes what waits, judges, makes all of it durable at once, then answers everyone.

use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, SyncSender};
use std::thread::{self, JoinHandle};

use crate::card::FiledCard;
use crate::catalogue::Catalogue;
use crate::error::Doing;
use crate::event_store::DoneTogether;
use crate::sled_store::commit::append_commit;
use crate::sled_store::commit::group_commit::GroupCommit;
use crate::sled_store::commit::reserve_file;
use crate::sled_store::commit::watermark::{Mark, Watermark};
use crate::sled_store::commit::write_ahead::WriteAhead;
use crate::sled_store::layout::items::{self, Changes, LogEntry};
use crate::sled_store::layout::keys;
use crate::sled_store::layout::own_files::DATABASE;
use crate::sled_store::shared::{Shared, SideOverlay, guarded, panicked};
use crate::{
    Append, AppendError, Appended, Durability, Notice, Position, Rebuilt, SideOp, SideOutcome, StoreError,
    StreamCard, StreamId, Version,
};

/// Index cards that only grew are written once in so many appends.
const CARDS_EVERY: usize = 4096;

/// Index cards that a rebuild writes in one commit.
const CARDS_AT_ONCE: usize = 1000;

/// The committer's start: its files beside the database, and the index cards that it has yet to write.
pub(crate) struct CommitFiles {
    pub(crate) watermark: Watermark,
    pub(crate) ahead: WriteAhead,
    /// Streams whose card was brought up to date in memory.
    pub(crate) stale_cards: BTreeSet<StreamId>,
}

type Answer<T> = SyncSender<Result<T, StoreError>>;

/// What the committer can be asked.
pub(crate) enum Job {
    /// Append commands of one stream that are stored together.
    Append(Vec<Append>, DoneTogether),
    /// Change side records.
    Side {
        ops: Vec<SideOp>,
        answer: Answer<SideOutcome>,
    },
    /// Change an index card.
    Card {
        stream: StreamId,
        edit: CardEdit,
        answer: Answer<()>,
    },
    /// Replace items by others that say the same, in changes that each stand by themselves.
    Rewrite {
        changes: Vec<Changes>,
        answer: Answer<()>,
    },
    /// Throw cached states away and make the index anew.
    Rebuild {
        /// Told the streams walked so far.
        walked: Sender<u64>,
        answer: Answer<Rebuilt>,
    },
    /// Run between two commits, when everything is durable and nothing moves.
    Still {
        run: Box<dyn FnOnce(Position) + Send>,
        answer: Answer<()>,
    },
}

impl Job {
    /// Bytes it brings, about.
    fn bytes(&self) -> usize {
        match self {
            Self::Append(appends, _) => appends.iter().map(Append::bytes).sum(),
            Self::Side { ops, .. } => ops.iter().map(SideOp::bytes).sum(),
            Self::Card { .. } | Self::Rewrite { .. } | Self::Rebuild { .. } | Self::Still { .. } => 0,
        }
    }
}

/// A change of an index card without an event.
pub(crate) enum CardEdit {
    /// Another card.
    Replace(Box<StreamCard>),
    /// Deleted, if it is a draft with at most so many events.
    PutAway { most_events: u64 },
}

/// An answer that waits for the commit.
enum Waiting {
    Append(DoneTogether, Result<Vec<Appended>, AppendError>),
    Side(Answer<SideOutcome>, Result<SideOutcome, StoreError>),
    Plain(Answer<()>, Result<(), StoreError>),
}

impl Waiting {
    /// Answers; a failed commit turns what would have been good news into its error.
    fn answer(self, failed: Option<&StoreError>) {
        // Who no longer waits for an answer does not get one.
        match (self, failed) {
            (Self::Append(done, Ok(_)), Some(error)) => call(done, Err(AppendError::Disk(error.clone()))),
            (Self::Append(done, result), _) => call(done, result),
            (Self::Side(answer, Ok(SideOutcome::Done)), Some(error)) => drop(answer.send(Err(error.clone()))),
            (Self::Side(answer, result), _) => drop(answer.send(result)),
            (Self::Plain(answer, Ok(())), Some(error)) => drop(answer.send(Err(error.clone()))),
            (Self::Plain(answer, result), _) => drop(answer.send(result)),
        }
    }
}

/// Calls back; a caller's panic is not the committer's end.
fn call(done: DoneTogether, result: Result<Vec<Appended>, AppendError>) {
    if catch_unwind(AssertUnwindSafe(|| done(result))).is_err() {
        tracing::error!("an append's callback panicked");
    }
}

struct Committer {
    shared: Arc<Shared>,
    log_file: File,
    ahead: WriteAhead,
    watermark: Watermark,
    /// The last position given out.
    position: Position,
    /// Why the running commit takes nothing that needs room on the disk.
    refused: Option<StoreError>,
    /// Streams whose card in the database is behind.
    stale_cards: BTreeSet<StreamId>,
    appends_since_cards: usize,
}

/// One commit in the making.
#[derive(Default)]
struct Commit {
    changes: Changes,
    log: Vec<LogEntry>,
    log_from: Position,
    cards: HashMap<StreamId, FiledCard>,
    side: SideOverlay,
    notices: Vec<Notice>,
    waiting: Vec<Waiting>,
    /// Readers must not look while it is applied.
    moves_items: bool,
    appends: u64,
    conflicts: u64,
    repeats: u64,
}

/// Starts the thread.
pub(crate) fn start(
    shared: Arc<Shared>,
    jobs: Receiver<Job>,
    files: CommitFiles,
    position: Position,
) -> Result<JoinHandle<Result<(), StoreError>>, StoreError> {
    let path = shared.dir.join(DATABASE);
    let log_file = File::open(&path).doing(|| format!("opening {}", path.display()))?;
    let mut committer = Committer {
        shared,
        log_file,
        ahead: files.ahead,
        watermark: files.watermark,
        position,
        refused: None,
        stale_cards: files.stale_cards,
        appends_since_cards: 0,
    };
    let thread = thread::Builder::new().name("committer".to_owned());
    let shared = Arc::clone(&committer.shared);
    let run = move || {
        let ended = catch_unwind(AssertUnwindSafe(|| committer.run(&jobs)));
        shared.progress.rest();
        ended.unwrap_or_else(|panic| {
            let error = panicked("the committer", &*panic);
            tracing::error!(%error, "the store takes no more writes");
            shared.poisoned.lock().get_or_insert_with(|| error.clone());
            Err(error)
        })
    };
    thread.spawn(run).doing(|| "starting the committer".to_owned())
}

impl Committer {
    fn run(&mut self, jobs: &Receiver<Job>) -> Result<(), StoreError> {
        let mut group = GroupCommit::default();
        while let Ok(first) = jobs.recv() {
            self.shared.progress.step();
            let was_full = self.refused.is_some();
            self.refused = self.shared.disk_full();
            if was_full && self.refused.is_none() {
                reserve_file::take(&self.shared.dir);
            }
            let mut commit = Commit {
                log_from: self.position + 1,
                ..Commit::default()
            };
            let mut next = Some(first);
            while let Some(job) = next {
                group.took(job.bytes());
                self.shared.progress.step();
                if let Job::Still { run, answer } = job {
                    self.conclude(&mut commit);
                    let failed = self.shared.poison();
                    if failed.is_none() {
                        run(self.position);
                    }
                    drop(answer.send(failed.map_or(Ok(()), Err)));
                } else {
                    self.stage(&mut commit, job);
                }
                next = group.next(jobs);
            }
            let count = group.done();
            self.shared
                .counts
                .queued
                .fetch_sub(count as u64, Ordering::Relaxed);
            self.finish(commit);
            self.shared.indexes.lock().trim();
            self.shared.progress.rest();
        }
        self.shared.progress.step();
        self.shut()
    }

    /// Judges a job and adds its changes to the commit.
    fn stage(&mut self, commit: &mut Commit, job: Job) {
        let poison = self.shared.poison().or_else(|| self.refused.clone());
        let waiting = match job {
            Job::Append(appends, done) => {
                let result = match poison {
                    Some(error) => Err(AppendError::Disk(error)),
                    None => self.append(commit, appends),
                };
                Waiting::Append(done, result)
            }
            Job::Side { ops, answer } => {
                let result = poison.map_or_else(|| self.side(commit, ops), Err);
                Waiting::Side(answer, result)
            }
            Job::Card { stream, edit, answer } => {
                let result = poison.map_or_else(|| self.card(commit, stream, edit), Err);
                Waiting::Plain(answer, result)
            }
            Job::Rewrite { changes, answer } => {
                if let Some(error) = poison {
                    return drop(answer.send(Err(error)));
                }
                // On its own: it is made of items that this commit does not touch.
                self.conclude(commit);
                for changes in changes {
                    self.finish(Commit {
                        changes,
                        moves_items: true,
                        log_from: commit.log_from,
                        ..Commit::default()
                    });
                }
                Waiting::Plain(answer, self.shared.poison().map_or(Ok(()), Err))
            }
            Job::Rebuild { walked, answer } => {
                self.conclude(commit);
                // Who no longer waits for an answer does not get one.
                return drop(answer.send(poison.map_or_else(|| self.rebuild(&walked), Err)));
            }
            Job::Still { answer, .. } => Waiting::Plain(answer, Ok(())),
        };
        commit.waiting.push(waiting);
    }

    /// Adds commands that are stored together to the commit, all of them or none.
    fn append(&mut self, commit: &mut Commit, appends: Vec<Append>) -> Result<Vec<Appended>, AppendError> {
        if let Some(places) = self.repeated_together(commit, &appends)? {
            commit.repeats += places.len() as u64;
            return Ok(places);
        }
        // Each of the others expects what the one before it leaves.
        if let Some(first) = appends.first() {
            self.judge(commit, first)?;
        }
        appends
            .into_iter()
            .map(|append| self.accept(commit, append))
            .collect()
    }

    /// The old places of commands that are all stored already; none if none of them is.
    fn repeated_together(
        &mut self,
        commit: &mut Commit,
        appends: &[Append],
    ) -> Result<Option<Vec<Appended>>, AppendError> {
        let (mut places, mut known) = (Vec::new(), None);
        for append in appends {
            let place = {
                let mut indexes = self.shared.indexes.lock();
                let fingerprint = indexes.fingerprints.of(&append.command.id);
                indexes
                    .for_writing(&self.shared, append.stream)?
                    .place(fingerprint)
            };
            if let Some(place) = place
                && let Some(answer) = self.repeated(commit, append, place)?
            {
                places.push(answer?);
                known = Some(&append.command.id);
            }
        }
        match known {
            Some(id) if places.len() < appends.len() => Err(AppendError::CommandReused { id: id.clone() }),
            Some(_) => Ok(Some(places)),
            None => Ok(None),
        }
    }

    /// Whether a command whose id is new may be stored.
    fn judge(&self, commit: &mut Commit, append: &Append) -> Result<(), AppendError> {
        let deleted = self
            .filed(commit, append.stream)
            .is_some_and(|filed| filed.deleted);
        let mut indexes = self.shared.indexes.lock();
        let judged = indexes
            .for_writing(&self.shared, append.stream)?
            .judge(append, deleted);
        commit.conflicts += u64::from(matches!(judged, Err(AppendError::Conflict { .. })));
        judged
    }

    /// Adds a judged command to the commit.
    fn accept(&mut self, commit: &mut Commit, append: Append) -> Result<Appended, AppendError> {
        let stream = append.stream;
        let old = self.filed(commit, stream);
        let mut indexes = self.shared.indexes.lock();
        let fingerprint = indexes.fingerprints.of(&append.command.id);
        // It was loaded when the list was judged and stays in memory until the commit ends: no list fails in its midst.
        let index = indexes.for_writing(&self.shared, stream)?;
        let at = index.accept(&append, fingerprint, self.position);
        let digest = index.head.digest;
        indexes.grew();
        drop(indexes);
        let item = items::encode(&append, self.position + 1, digest);
        commit.changes.put(&keys::event(stream, at.first), item);
        commit.log.push(LogEntry {
            stream,
            first: at.first,
            len: append.events.len() as u16,
        });
        commit.notices.push(Notice {
            stream,
            first: at.first,
            last: at.last,
            position: at.position,
        });
        commit.appends += 1;
        self.position = at.position;
        let says_more = match (&append.card, &old) {
            (Some(new), Some(old)) => !new.says_the_same(&old.card),
            (_, None) => true,
            (None, Some(_)) => false,
        };
        let filed = Catalogue::after(old.as_ref(), append.card, at.last, append.recorded_at_ms);
        if says_more {
            commit
                .changes
                .put(&keys::card(stream), items::tagged(items::CARD, &filed));
            self.stale_cards.remove(&stream);
        } else {
            self.stale_cards.insert(stream);
        }
        commit.cards.insert(stream, filed);
        Ok(at)
    }

    /// What the command that may stand at a version makes of an append with the same fingerprint; none if it has another id.
    fn repeated(
        &mut self,
        commit: &mut Commit,
        append: &Append,
        place: Version,
    ) -> Result<Option<Result<Appended, AppendError>>, StoreError> {
        let staged = |entry: &LogEntry| entry.stream == append.stream && entry.first >= place;
        if commit.log.iter().any(staged) {
            // It may be in this very commit: then it is read when that is written.
            self.conclude(commit);
            if let Some(error) = self.shared.poison() {
                return Err(error);
            }
        }
        self.shared.repeated(append, place)
    }

    /// Finishes a commit early; what comes is the next one.
    fn conclude(&mut self, commit: &mut Commit) {
        self.finish(std::mem::take(commit));
        commit.log_from = self.position + 1;
    }

    /// The card of a stream as this commit leaves it.
    fn filed(&self, commit: &Commit, stream: StreamId) -> Option<FiledCard> {
        let staged = commit.cards.get(&stream).cloned();
        staged.or_else(|| self.shared.catalogue.read().get(stream).cloned())
    }

    fn card(&mut self, commit: &mut Commit, stream: StreamId, edit: CardEdit) -> Result<(), StoreError> {
        let old = self.filed(commit, stream);
        let filed = match edit {
            CardEdit::Replace(card) => FiledCard::edited(old.as_ref(), stream, *card)?,
            CardEdit::PutAway { most_events } => FiledCard::put_away(old.as_ref(), stream, most_events)?,
        };
        commit
            .changes
            .put(&keys::card(stream), items::tagged(items::CARD, &filed));
        self.stale_cards.remove(&stream);
        commit.cards.insert(stream, filed);
        Ok(())
    }

    fn side(&self, commit: &mut Commit, ops: Vec<SideOp>) -> Result<SideOutcome, StoreError> {
        let mut staged = SideOverlay::new();
        for op in ops {
            let (tree, key) = op.place();
            let place = keys::side(tree, key);
            let new = match op {
                SideOp::Put { value, .. } => Some(value),
                SideOp::PutNew { tree, key, value } => {
                    let there = match staged.get(&place).or_else(|| commit.side.get(&place)) {
                        Some(there) => there.clone(),
                        None => self.shared.side_record(&tree, &key)?,
                    };
                    if let Some(value) = there {
                        return Ok(SideOutcome::Exists { tree, key, value });
                    }
                    Some(value)
                }
                SideOp::Remove { .. } => None,
            };
            staged.insert(place, new);
        }
        commit.side.extend(staged);
        Ok(SideOutcome::Done)
    }

    /// Turns the side records of a commit into changes.
    fn side_changes(&self, commit: &mut Commit) -> Result<(), StoreError> {
        for (place, value) in &commit.side {
            let old = guarded(|| self.shared.db.get(place))?;
            self.shared.keep_for_backup(place, old.as_ref())?;
            if let Some(old) = &old {
                commit.changes.remove_parts(place, old);
            }
            commit.moves_items = true;
            match (value, old) {
                (Some(value), _) => {
                    let mut item = Vec::with_capacity(1 + value.len());
                    item.push(items::SIDE);
                    item.extend_from_slice(value);
                    commit.changes.put(place, item);
                }
                (None, Some(old)) => commit.changes.remove(place, &old),
                (None, None) => {}
            }
        }
        Ok(())
    }

    /// Makes a commit durable, then shows it, then answers.
    fn finish(&mut self, mut commit: Commit) {
        self.shared.progress.step();
        let wrote = self.shared.poison().map_or_else(|| self.write(&mut commit), Err);
        let Commit {
            cards,
            notices,
            waiting,
            appends,
            conflicts,
            repeats,
            ..
        } = commit;
        if let Err(error) = &wrote {
            self.shared.poisoned.lock().get_or_insert_with(|| error.clone());
            for waiting in waiting {
                waiting.answer(Some(error));
            }
            return;
        }
        if !cards.is_empty() {
            let mut catalogue = self.shared.catalogue.write();
            for (stream, filed) in cards {
                catalogue.put(stream, filed);
            }
        }
        self.shared.durable.store(self.position, Ordering::Release);
        let counts = &self.shared.counts;
        counts.appends.fetch_add(appends, Ordering::Relaxed);
        counts.conflicts.fetch_add(conflicts, Ordering::Relaxed);
        counts.repeats.fetch_add(repeats, Ordering::Relaxed);
        for waiting in waiting {
            waiting.answer(None);
        }
        let listeners = self.shared.listeners.lock();
        for notice in notices {
            for listener in &*listeners {
                if catch_unwind(AssertUnwindSafe(|| listener(notice))).is_err() {
                    tracing::error!("a listener panicked");
                }
            }
        }
    }

    /// Makes a commit durable and gives it to the database: a small one by the write-ahead file, another by flush and sync.
    fn write(&mut self, commit: &mut Commit) -> Result<(), StoreError> {
        self.side_changes(commit)?;
        self.appends_since_cards += commit.log.len();
        if self.appends_since_cards >= CARDS_EVERY {
            self.stale_card_changes(commit);
        }
        let mut changes = std::mem::take(&mut commit.changes);
        if !commit.log.is_empty() {
            changes.put_first(&keys::log(commit.log_from), items::encode_log(&commit.log));
        }
        if changes.len == 0 {
            return Ok(());
        }
        if self.ahead.takes(&changes) {
            let records: u64 = commit.log.iter().map(|entry| u64::from(entry.len)).sum();
            self.ahead
                .write(self.position - records, self.position, &changes)?;
            self.sync_ahead()?;
            self.apply(changes, commit.moves_items)?;
        } else {
            if !append_commit::suffices(&changes) {
                // What the file holds must not be given to the database again behind this.
                self.checkpoint()?;
            }
            self.apply(changes, commit.moves_items)?;
            self.flush()?;
            self.begin_anew()?;
        }
        if self.shared.durability == Durability::Strict {
            self.watermark.set(Mark {
                position: self.position,
                ahead: self.ahead.mark(),
                closed: false,
            })?;
        }
        self.shared.counts.commits.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Gives the database a commit.
    fn apply(&self, changes: Changes, moves_items: bool) -> Result<(), StoreError> {
        if append_commit::suffices(&changes) {
            return append_commit::write(&self.shared.db, changes);
        }
        let mut layout = moves_items.then(|| self.shared.layout.write());
        if let Some(generation) = &mut layout {
            **generation += 1;
        }
        guarded(|| self.shared.db.apply_batch(changes.into_batch()))
    }

    /// Has the database put on the disk all that the write-ahead file holds, and begins that anew.
    fn checkpoint(&mut self) -> Result<(), StoreError> {
        if self.ahead.holds_any() {
            self.flush()?;
            self.begin_anew()?;
        }
        Ok(())
    }

    /// Begins the write-ahead file anew, now that all is on the disk.
    fn begin_anew(&mut self) -> Result<(), StoreError> {
        if self.ahead.holds_any() {
            self.ahead.begin_anew()?;
            self.sync_ahead()?;
        }
        Ok(())
    }

    fn sync_ahead(&self) -> Result<(), StoreError> {
        if self.shared.durability == Durability::Strict {
            self.ahead.sync()?;
        }
        Ok(())
    }

    /// Flush, then our own sync: the database's flush alone leaves the data in the caches of the system.
    fn flush(&self) -> Result<(), StoreError> {
        guarded(|| self.shared.db.flush().map(drop))?;
        if self.shared.durability == Durability::Strict {
            self.sync_log()?;
        }
        Ok(())
    }

    fn sync_log(&self) -> Result<(), StoreError> {
        self.log_file
            .sync_data()
            .doing(|| "syncing the database's log".to_owned())
    }

    /// Adds the cards that only grew, and the note up to where cards are right.
    fn stale_card_changes(&mut self, commit: &mut Commit) {
        let catalogue = self.shared.catalogue.read();
        for stream in std::mem::take(&mut self.stale_cards) {
            if let Some(filed) = commit.cards.get(&stream).or_else(|| catalogue.get(stream)) {
                commit
                    .changes
                    .put(&keys::card(stream), items::tagged(items::CARD, filed));
            }
        }
        commit.changes.put(keys::CARDS_AT, items::note(self.position));
        self.appends_since_cards = 0;
    }

    /// Throws cached states away, and puts the index right where it is not what the streams say.
    fn rebuild(&mut self, walked: &Sender<u64>) -> Result<Rebuilt, StoreError> {
        self.shared.delete_snapshots(None)?;
        // Cards that only grew are not wrong, just not written yet.
        let mut stale = Commit::default();
        self.stale_card_changes(&mut stale);
        self.finish(stale);
        let (rebuilt, mended, lost) = self.shared.right_cards(walked)?;
        for some in mended.chunks(CARDS_AT_ONCE) {
            let mut commit = Commit::default();
            for (stream, filed) in some {
                commit
                    .changes
                    .put(&keys::card(*stream), items::tagged(items::CARD, filed));
                commit.cards.insert(*stream, filed.clone());
            }
            self.finish(commit);
        }
        let mut commit = Commit::default();
        for (stream, stored) in &lost {
            commit.changes.remove(&keys::card(*stream), stored);
        }
        self.finish(commit);
        if let Some(error) = self.shared.poison() {
            return Err(error);
        }
        let mut catalogue = self.shared.catalogue.write();
        for (stream, _) in lost {
            catalogue.remove(stream);
        }
        Ok(rebuilt)
    }

    /// The end of the queue.
    fn shut(&mut self) -> Result<(), StoreError> {
        self.shared.listeners.lock().clear();
        if let Some(error) = self.shared.poison() {
            return Err(error);
        }
        if self.appends_since_cards > 0 || !self.stale_cards.is_empty() {
            let mut commit = Commit {
                log_from: self.position + 1,
                ..Commit::default()
            };
            self.stale_card_changes(&mut commit);
            self.finish(commit);
            if let Some(error) = self.shared.poison() {
                return Err(error);
            }
        }
        guarded(|| self.shared.db.flush().map(drop))?;
        self.sync_log()?;
        // Before the file is emptied, so that an empty one is never less than what the mark speaks of.
        let end = Mark {
            position: self.position,
            ahead: None,
            closed: false,
        };
        self.watermark.set(end)?;
        self.watermark.sync()?;
        self.ahead.clear()?;
        // Last, for it says that all the rest is on the disk.
        self.watermark.set(Mark { closed: true, ..end })
    }
}
