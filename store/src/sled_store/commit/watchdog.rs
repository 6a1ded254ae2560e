//! Ends the process when a writer of the store makes no progress although somebody waits for it, or when a read of the
//! database does not come back.
//!
//! Threads of the database can wait for each other for ever (`store/SLED.md`, traps 7 and 14). Nothing that waits for them
//! would ever be answered, and nothing would say so; a process that ends is started again, and loses nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::StoreError;
use crate::error::Doing;

/// Exit code of a process that is ended: that of a defect in the program.
pub const STALLED: i32 = 70;

/// Periods by which reads under way are told apart.
const PERIODS: usize = 8;
/// Whole periods after which a read counts as stuck.
const STUCK_AFTER: usize = 4;

/// When a writer last got on, and the reads of the database that are under way.
#[derive(Debug)]
pub(crate) struct Progress {
    began: Instant,
    /// Milliseconds since then at the last step, and one more; 0 while nothing is to be done.
    step: AtomicU64,
    /// Number of the present period. The watchdog counts them, so that a process that was held up as a whole is not
    /// taken for one whose reads are.
    period: AtomicUsize,
    /// Reads under way by the period in which they began, for the last few.
    reads: [AtomicUsize; PERIODS],
}

/// A read of the database, under way as long as this value is there. It covers a few calls of the database and nothing of
/// those who are lent what was read.
#[derive(Debug)]
pub(crate) struct Reading<'p>(&'p AtomicUsize);

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            began: Instant::now(),
            step: AtomicU64::new(0),
            period: AtomicUsize::new(0),
            reads: Default::default(),
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

    /// A read of the database begins.
    pub(crate) fn reading(&self) -> Reading<'_> {
        let under_way = &self.reads[self.period.load(Ordering::Relaxed) % PERIODS];
        under_way.fetch_add(1, Ordering::Relaxed);
        Reading(under_way)
    }

    /// Begins the next period. Whether a read has been under way for [`STUCK_AFTER`] whole periods.
    fn begin_period(&self) -> bool {
        let next = self.period.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        let began = next.wrapping_sub(STUCK_AFTER + 1) % PERIODS;
        self.reads[began].load(Ordering::Relaxed) > 0
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
    /// Looks until it is dropped; a write without progress for longer than `limit`, or a read that takes longer, ends the
    /// process.
    pub(crate) fn start(progress: &Arc<Progress>, limit: Duration) -> Result<Self, StoreError> {
        let progress = Arc::clone(progress);
        let (stop, stopped) = mpsc::sync_channel::<()>(1);
        let pause = (limit / 20).clamp(Duration::from_millis(10), Duration::from_secs(1));
        let period = (limit / STUCK_AFTER as u32).as_nanos().div_ceil(pause.as_nanos());
        let look = move || {
            let mut looks = 0;
            while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let stalled = progress.stalled_for();
                if stalled > limit {
                    end_process("not got on with a write", stalled);
                }
                looks += 1;
                if looks >= period {
                    looks = 0;
                    if progress.begin_period() {
                        end_process("a read that has not come back", limit);
                    }
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

/// Ends this process, and says why.
fn end_process(has: &str, time: Duration) -> ! {
    let why = format!(
        "the store has {has} for {} seconds: its disk does not answer, or threads of the database wait for each other; this \
         process ends, and what was acknowledged is there when it is started again",
        time.as_secs()
    );
    tracing::error!("{why}");
    if !tracing::dispatcher::has_been_set() {
        eprintln!("{why}");
    }
    std::process::exit(STALLED)
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
    fn a_read_is_stuck_after_four_whole_periods_and_not_before() {
        let progress = Progress::default();
        for _ in 0..20 {
            drop(progress.reading());
            let under_way = progress.reading();
            for _ in 0..STUCK_AFTER {
                assert!(!progress.begin_period());
                // Others come and go meanwhile.
                drop(progress.reading());
            }
            assert!(progress.begin_period());
            drop(under_way);
        }
    }

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
