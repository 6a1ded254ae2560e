//! A store that fails on purpose, over one in memory.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use hindsight_store::{
    Append, AppendError, Appended, BackupReport, CardListener, Check, Cursor, DoneTogether, Durability,
    EventLog, Grown, Head, Listed, Listener, MemoryStore, PackScope, Page, Position, Rebuilt, SideOp,
    SideOutcome, SideRecord, SideRecords, Snapshots, Stats, StoreError, StreamCard, StreamFilter, StreamId,
    StreamIndex, Upkeep, VerifyVerdict, Version, Visit,
};

/// The faults of the store from now on.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Appends that still succeed, and the error of every later write.
    pub appends: Option<(u64, AppendError)>,
    /// Reading a stream panics.
    pub panics: bool,
    /// The error of reading a stream.
    pub reads: Option<StoreError>,
    /// What is written is in the store, and nobody is told until [`Faulty::let_go`].
    pub holds: bool,
}

/// Answers that are held back.
type Held = Arc<Mutex<Vec<Box<dyn FnOnce() + Send>>>>;

/// A store that fails on purpose.
#[derive(Clone, Default)]
pub struct Faulty {
    pub inner: Arc<MemoryStore>,
    plan: Arc<Mutex<Plan>>,
    refused: Arc<AtomicUsize>,
    held: Held,
}

impl Faulty {
    /// The number of answers that are held back.
    pub fn held(&self) -> usize {
        self.held.lock().unwrap().len()
    }

    /// Gives the answers that were held back.
    pub fn let_go(&self) {
        let held = std::mem::take(&mut *self.held.lock().unwrap());
        for answer in held {
            answer();
        }
    }

    fn holds(&self) -> bool {
        self.plan.lock().unwrap().holds
    }

    /// Gives an answer, or holds it back. Nothing is held once answers are let go: whether they are is asked while nobody
    /// can take what is held.
    fn answer(&self, answer: Box<dyn FnOnce() + Send>) {
        let mut held = self.held.lock().unwrap();
        if self.holds() {
            held.push(answer);
        } else {
            drop(held);
            answer();
        }
    }

    /// Waits on this thread until answers are let go.
    fn wait(&self) {
        let (go, gone) = std::sync::mpsc::channel();
        self.answer(Box::new(move || go.send(()).unwrap()));
        gone.recv().unwrap();
    }

    pub fn plan(&self, plan: Plan) {
        *self.plan.lock().unwrap() = plan;
    }

    /// The number of appends that were refused.
    pub fn refused(&self) -> usize {
        self.refused.load(Ordering::SeqCst)
    }

    fn fails(&self) -> Option<AppendError> {
        let mut plan = self.plan.lock().unwrap();
        let (left, error) = plan.appends.as_mut()?;
        if *left == 0 {
            self.refused.fetch_add(1, Ordering::SeqCst);
            return Some(error.clone());
        }
        *left -= 1;
        None
    }

    fn takes_writes(&self) -> Result<(), StoreError> {
        match &self.plan.lock().unwrap().appends {
            Some((0, AppendError::Disk(error))) => Err(error.clone()),
            Some((0, _)) => Err(StoreError::Closed),
            _ => Ok(()),
        }
    }
}

impl EventLog for Faulty {
    fn append_together(&self, appends: Vec<Append>) -> Result<Vec<Appended>, AppendError> {
        self.fails()
            .map_or_else(|| self.inner.append_together(appends), Err)
    }

    fn submit_together(&self, appends: Vec<Append>, done: DoneTogether) {
        if let Some(error) = self.fails() {
            return done(Err(error));
        }
        let store = self.clone();
        let later = move |answer| store.answer(Box::new(move || done(answer)));
        self.inner.submit_together(appends, Box::new(later));
    }

    fn scan(
        &self,
        stream: StreamId,
        from: Version,
        to: Version,
        check: Check,
        visit: &mut Visit<'_>,
    ) -> Result<(), StoreError> {
        let Plan { panics, reads, .. } = self.plan.lock().unwrap().clone();
        assert!(!panics, "the inside of the store");
        if let Some(error) = reads {
            return Err(error);
        }
        self.inner.scan(stream, from, to, check, visit)
    }

    fn head(&self, stream: StreamId) -> Result<Option<Head>, StoreError> {
        self.inner.head(stream)
    }

    fn scan_log(&self, after: Position, check: Check, visit: &mut Visit<'_>) -> Result<(), StoreError> {
        self.inner.scan_log(after, check, visit)
    }

    fn grown(&self, after: Position, visit: &mut Grown<'_>) -> Result<(), StoreError> {
        self.inner.grown(after, visit)
    }

    fn position(&self) -> Position {
        self.inner.position()
    }

    fn command(&self, stream: StreamId, command_id: &str) -> Result<Option<Appended>, StoreError> {
        self.inner.command(stream, command_id)
    }

    fn on_commit(&self, listener: Listener) {
        self.inner.on_commit(listener);
    }
}

impl StreamIndex for Faulty {
    fn streams(
        &self,
        filter: &StreamFilter,
        cursor: Option<Cursor>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        self.inner.streams(filter, cursor, limit)
    }

    fn card(&self, stream: StreamId) -> Result<Option<Listed>, StoreError> {
        self.inner.card(stream)
    }

    fn set_card(&self, stream: StreamId, card: StreamCard) -> Result<(), StoreError> {
        self.takes_writes()?;
        self.inner.set_card(stream, card)?;
        self.wait();
        Ok(())
    }

    fn delete_draft(&self, stream: StreamId, most_events: u64) -> Result<(), StoreError> {
        self.takes_writes()?;
        self.inner.delete_draft(stream, most_events)
    }

    fn on_card(&self, listener: CardListener) {
        self.inner.on_card(listener);
    }
}

impl SideRecords for Faulty {
    fn side(&self, ops: Vec<SideOp>) -> Result<SideOutcome, StoreError> {
        self.takes_writes()?;
        self.inner.side(ops)
    }

    fn fetch(&self, tree: &str, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.inner.fetch(tree, key)
    }

    fn side_scan(
        &self,
        tree: &str,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<SideRecord>, StoreError> {
        self.inner.side_scan(tree, prefix, after, limit)
    }
}

impl Snapshots for Faulty {
    fn put_snapshot(
        &self,
        stream: StreamId,
        version: Version,
        format: u32,
        body: &[u8],
    ) -> Result<(), StoreError> {
        self.inner.put_snapshot(stream, version, format, body)
    }

    fn snapshot(
        &self,
        stream: StreamId,
        at_most: Version,
        format: u32,
    ) -> Result<Option<(Version, Vec<u8>)>, StoreError> {
        self.inner.snapshot(stream, at_most, format)
    }

    fn delete_snapshots(&self, stream: Option<StreamId>) -> Result<(), StoreError> {
        self.inner.delete_snapshots(stream)
    }
}

impl Upkeep for Faulty {
    fn archive(&self, stream: StreamId, part: PackScope) -> Result<(u64, u64), StoreError> {
        self.inner.archive(stream, part)
    }

    fn rebuild(&self, progress: &mut dyn FnMut(u64)) -> Result<Rebuilt, StoreError> {
        self.inner.rebuild(progress)
    }

    fn verify(&self, progress: &mut dyn FnMut(u64)) -> Result<VerifyVerdict, StoreError> {
        self.inner.verify(progress)
    }

    fn backup(
        &self,
        out: &mut dyn std::io::Write,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<BackupReport, StoreError> {
        self.inner.backup(out, progress)
    }

    fn durability(&self) -> Durability {
        self.inner.durability()
    }

    fn writable(&self) -> Result<(), StoreError> {
        self.takes_writes()
    }

    fn stats(&self) -> Stats {
        self.inner.stats()
    }

    fn close(&self) -> Result<(), StoreError> {
        self.inner.close()
    }
}
