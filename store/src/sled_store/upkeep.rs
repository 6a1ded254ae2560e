//! Upkeep of the store on disk: packing, verification, backup, health, closing.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use super::SledStore;
use super::care::archive::Packed;
use super::commit::committer::Job;
use super::layout::own_files::own_bytes;
use super::shared::{Shared, panicked};
use crate::{
    BackupReport, Durability, PackScope, Rebuilt, SLOW_WRITE, Stats, StoreError, StreamId, Upkeep,
    VerifyVerdict, event_store,
};

impl Upkeep for SledStore {
    fn archive(&self, stream: StreamId, part: PackScope) -> Result<(u64, u64), StoreError> {
        let _packing = self.packing.lock();
        let Packed {
            changes,
            before,
            after,
        } = self.shared.pack(stream, part)?;
        if !changes.is_empty() {
            self.ask(|answer| Job::Rewrite { changes, answer })?;
        }
        Ok((before, after))
    }

    fn rebuild(&self, progress: &mut dyn FnMut(u64)) -> Result<Rebuilt, StoreError> {
        let (walked, steps) = mpsc::channel();
        let (answer, answered) = mpsc::sync_channel(1);
        let queue = self.queue().ok_or(StoreError::Closed)?;
        self.shared.counts.queued.fetch_add(1, Ordering::Relaxed);
        queue
            .send(Job::Rebuild { walked, answer })
            .map_err(|_| StoreError::Closed)?;
        drop(queue);
        // Ends when the committer lets go of its end.
        steps.iter().for_each(progress);
        event_store::wait(&answered, || Err(StoreError::Closed))
    }

    fn verify(&self, progress: &mut dyn FnMut(u64)) -> Result<VerifyVerdict, StoreError> {
        self.shared.verify(progress)
    }

    fn backup(
        &self,
        out: &mut dyn Write,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<BackupReport, StoreError> {
        self.write_backup(out, progress)
    }

    fn durability(&self) -> Durability {
        self.shared.durability
    }

    fn writable(&self) -> Result<(), StoreError> {
        let Shared { progress, .. } = &*self.shared;
        let stalled = progress.stalled_for();
        let slow = (stalled >= SLOW_WRITE).then_some(StoreError::Stalled {
            seconds: stalled.as_secs(),
        });
        let closed = self.queue.read().is_none().then_some(StoreError::Closed);
        let refuses = self.shared.poison().or(closed).or(slow);
        refuses.or_else(|| self.shared.disk_full()).map_or(Ok(()), Err)
    }

    fn stats(&self) -> Stats {
        let Shared {
            counts, catalogue, ..
        } = &*self.shared;
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Stats {
            streams: catalogue.read().len() as u64,
            position: self.shared.durable(),
            appends: count(&counts.appends),
            commits: count(&counts.commits),
            conflicts: count(&counts.conflicts),
            repeats: count(&counts.repeats),
            queued: count(&counts.queued),
            queue_capacity: self.shared.queue_capacity as u64,
            disk_bytes: own_bytes(&self.shared.dir),
        }
    }

    fn close(&self) -> Result<(), StoreError> {
        drop(self.queue.write().take());
        let committer = self.committer.lock().take();
        let closed = committer.map_or(Ok(()), |committer| {
            // Its own panics are caught; what is left is a defect in what catches them.
            committer
                .join()
                .unwrap_or_else(|panic| Err(panicked("the committer", &*panic)))
        });
        drop(self.watchdog.lock().take());
        closed
    }
}
