//! Ends the process when a writer of the store makes no progress although somebody waits for it.
//!
//! Threads of the database can wait for each other for ever (`store/SLED.md`, trap 7). Nothing that waits for them
//! would ever be answered, and nothing would say so; a process that ends is started again, and loses nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::StoreError;
use crate::error::Doing;

/// Exit code of a process that is ended: that of a defect in the program.
pub const STALLED: i32 = 70;

/// When a writer last got on.
#[derive(Debug)]
pub(crate) struct Progress {
    began: Instant,
    /// Milliseconds since then at the last step, and one more; 0 while nothing is to be done.
    step: AtomicU64,
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            began: Instant::now(),
            step: AtomicU64::new(0),
        }
    }
}

impl Progress {
    /// It got on, and has more to do.
    pub(crate) fn step(&self) {
        let now = self.began.elapsed().as_millis() as u64 + 1;
        self.step.store(now, Ordering::Relaxed);
    }

    /// It has nothing to do.
    pub(crate) fn rest(&self) {
        self.step.store(0, Ordering::Relaxed);
    }

    /// For how long it has not got on with what it has to do.
    pub(crate) fn stalled_for(&self) -> Duration {
        match self.step.load(Ordering::Relaxed) {
            0 => Duration::ZERO,
            step => self
                .began
                .elapsed()
                .saturating_sub(Duration::from_millis(step - 1)),
        }
    }
}

/// The thread that looks. It ends with this value.
#[derive(Debug)]
pub(crate) struct Watchdog {
    stop: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watchdog {
    /// Looks until it is dropped; no progress for longer than `limit` ends the process.
    pub(crate) fn start(progress: &Arc<Progress>, limit: Duration) -> Result<Self, StoreError> {
        let progress = Arc::clone(progress);
        let (stop, stopped) = mpsc::sync_channel::<()>(1);
        let pause = (limit / 20).clamp(Duration::from_millis(10), Duration::from_secs(1));
        let look = move || {
            while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let stalled = progress.stalled_for();
                if stalled > limit {
                    let why = format!(
                        "the store has not got on with a write for {} seconds: its disk does not answer, or threads of the \
                         database wait for each other; this process ends, and what was acknowledged is there when it is \
                         started again",
                        stalled.as_secs()
                    );
                    tracing::error!("{why}");
                    if !tracing::dispatcher::has_been_set() {
                        eprintln!("{why}");
                    }
                    std::process::exit(STALLED);
                }
            }
        };
        let thread = thread::Builder::new().name("store-watchdog".to_owned());
        let thread = thread
            .spawn(look)
            .doing(|| "starting the store's watchdog".to_owned())?;
        Ok(Self {
            stop: Some(stop),
            thread: Some(thread),
        })
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_rests_is_not_stalled_and_a_step_begins_anew() {
        let progress = Progress::default();
        assert_eq!(progress.stalled_for(), Duration::ZERO);
        progress.step();
        thread::sleep(Duration::from_millis(20));
        let stalled = progress.stalled_for();
        assert!(stalled >= Duration::from_millis(19), "{stalled:?}");
        progress.step();
        assert!(progress.stalled_for() < stalled);
        progress.rest();
        assert_eq!(progress.stalled_for(), Duration::ZERO);
    }
}
