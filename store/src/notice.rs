//! Followers: bounded queues of notices that never hold up the committer.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError, TrySendError};
use std::time::Duration;

use parking_lot::RwLock;

use crate::event_store::{CardListener, Listener};
use crate::{Notice, StreamId};

/// Who is told of changed cards.
#[derive(Default)]
pub(crate) struct CardListeners(RwLock<Vec<CardListener>>);

impl CardListeners {
    /// Tells one more from now on.
    pub(crate) fn add(&self, listener: CardListener) {
        self.0.write().push(listener);
    }

    /// Tells all of them of a card that was changed.
    pub(crate) fn notify(&self, stream: StreamId) {
        for listener in &*self.0.read() {
            listener(stream);
        }
    }
}

/// A message to a follower.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// An append became durable.
    Appended(Notice),
    /// So many notices were dropped because the follower was slow: read the log from the last known position.
    Lagged(u64),
    /// Nothing within the time asked for.
    Nothing,
    /// The store is closed; nothing more will come.
    Closed,
}

/// A follower's end of a bounded queue of notices.
#[derive(Debug)]
pub struct Subscription {
    notices: Receiver<Notice>,
    dropped: Arc<AtomicU64>,
}

impl Subscription {
    /// A queue of the given room, and the listener that fills it.
    pub(crate) fn new(capacity: usize) -> (Self, Listener) {
        let (sender, notices) = mpsc::sync_channel(capacity.max(1));
        let dropped = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&dropped);
        let listener = Box::new(move |notice| match sender.try_send(notice) {
            Ok(()) | Err(TrySendError::Disconnected(_)) => {}
            Err(TrySendError::Full(_)) => {
                counter.fetch_add(1, Ordering::Relaxed);
            }
        });
        (Self { notices, dropped }, listener)
    }

    /// The next notice, waiting for it at most so long.
    pub fn next(&self, timeout: Duration) -> Heard {
        match self.notices.try_recv() {
            Ok(notice) => return Heard::Appended(notice),
            Err(TryRecvError::Disconnected) => return Heard::Closed,
            Err(TryRecvError::Empty) => {}
        }
        // What was dropped came after everything in the queue, which is empty now.
        let dropped = self.dropped.swap(0, Ordering::Relaxed);
        if dropped > 0 {
            return Heard::Lagged(dropped);
        }
        match self.notices.recv_timeout(timeout) {
            Ok(notice) => Heard::Appended(notice),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::Closed,
        }
    }
}
