//! Time for the benches.

use std::time::Instant;

/// Seconds a call takes in the best of several rounds.
#[allow(dead_code, reason = "every bench takes what it needs")]
pub(crate) fn best(rounds: u32, calls: u32, mut work: impl FnMut()) -> f64 {
    let round = |_| {
        let start = Instant::now();
        for _ in 0..calls {
            work();
        }
        start.elapsed().as_secs_f64() / f64::from(calls)
    };
    (0..rounds).map(round).fold(f64::INFINITY, f64::min)
}

/// Seconds a call takes that remembers nothing, in the best of several rounds: the rules remember what they worked out of
/// the positions they saw last, and they do so a thread.
#[allow(dead_code, reason = "every bench takes what it needs")]
pub(crate) fn best_anew(rounds: u32, work: impl Fn() + Sync) -> f64 {
    let round = |_| {
        let timed = || {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64()
        };
        std::thread::scope(|scope| scope.spawn(timed).join()).expect("a bench does not panic")
    };
    (0..rounds).map(round).fold(f64::INFINITY, f64::min)
}

/// Time on the processor since a moment, where the system tells it; else plain time.
#[allow(dead_code, reason = "every bench takes what it needs")]
pub(crate) struct Stopwatch {
    plain: Instant,
    busy: Option<f64>,
}

#[allow(dead_code, reason = "every bench takes what it needs")]
impl Stopwatch {
    /// From now on.
    pub(crate) fn start() -> Self {
        Self {
            plain: Instant::now(),
            busy: on_processor(),
        }
    }

    /// Seconds since then.
    pub(crate) fn seconds(&self) -> f64 {
        match (self.busy, on_processor()) {
            (Some(then), Some(now)) => now - then,
            _ => self.plain.elapsed().as_secs_f64(),
        }
    }
}

/// Seconds this program has spent on the processor, as Linux tells it.
fn on_processor() -> Option<f64> {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds: u64 = told.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds as f64 / 1e9)
}
