//! The event log of the store on disk: appends go to the committer, reads to the database.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, TrySendError};

use super::SledStore;
use super::commit::committer::Job;
use crate::{
    Append, AppendError, Appended, Check, DoneTogether, EventLog, Grown, Head, Listener, Position,
    StoreError, StreamId, Version, Visit, event_store,
};

impl EventLog for SledStore {
    fn append_together(&self, appends: Vec<Append>) -> Result<Vec<Appended>, AppendError> {
        Append::check_together(&appends)?;
        let (answer, answered) = mpsc::sync_channel(1);
        let queue = self.queue().ok_or(AppendError::Closed)?;
        let done: DoneTogether = Box::new(move |result| drop(answer.send(result)));
        self.shared.counts.queued.fetch_add(1, Ordering::Relaxed);
        queue
            .send(Job::Append(appends, done))
            .map_err(|_| AppendError::Closed)?;
        drop(queue);
        event_store::wait(&answered, || Err(AppendError::Closed))
    }

    fn submit_together(&self, appends: Vec<Append>, done: DoneTogether) {
        if let Err(error) = Append::check_together(&appends) {
            return done(Err(error));
        }
        let Some(queue) = self.queue() else {
            return done(Err(AppendError::Closed));
        };
        self.shared.counts.queued.fetch_add(1, Ordering::Relaxed);
        let (Job::Append(_, done), error) = (match queue.try_send(Job::Append(appends, done)) {
            Ok(()) => return,
            Err(TrySendError::Full(job)) => (job, AppendError::Busy),
            Err(TrySendError::Disconnected(job)) => (job, AppendError::Closed),
        }) else {
            return;
        };
        self.shared.counts.queued.fetch_sub(1, Ordering::Relaxed);
        done(Err(error));
    }

    fn scan(
        &self,
        stream: StreamId,
        from: Version,
        to: Version,
        check: Check,
        visit: &mut Visit<'_>,
    ) -> Result<(), StoreError> {
        self.shared.scan_stream(stream, from, to, check, visit)
    }

    fn head(&self, stream: StreamId) -> Result<Option<Head>, StoreError> {
        self.shared.head_at(stream, self.shared.durable())
    }

    fn scan_log(&self, after: Position, check: Check, visit: &mut Visit<'_>) -> Result<(), StoreError> {
        self.shared.scan_positions(after, check, visit)
    }

    fn grown(&self, after: Position, visit: &mut Grown<'_>) -> Result<(), StoreError> {
        self.shared.grown(after, visit)
    }

    fn position(&self) -> Position {
        self.shared.durable()
    }

    fn command(&self, stream: StreamId, command_id: &str) -> Result<Option<Appended>, StoreError> {
        self.shared.command(stream, command_id)
    }

    fn on_commit(&self, listener: Listener) {
        // Held while it is added, so that closing cannot come between and leave it waiting for ever.
        let queue = self.queue.read();
        if queue.is_some() {
            self.shared.listeners.lock().push(listener);
        }
    }
}
