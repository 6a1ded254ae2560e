//! Two things measured in turn, A B A B, and a table of how their ratio stands against its bound.

#![allow(dead_code, reason = "each benchmark uses its part")]

use rustix::time::{ClockId, clock_gettime};

/// The server's allocator, for both sides.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How often the pair is measured.
pub(crate) const ROUNDS: usize = 9;

/// Which side of the bound is good.
#[derive(Clone, Copy)]
pub(crate) enum Bound {
    /// The figure should reach it.
    AtLeast(f64),
    /// The figure should not pass it.
    AtMost(f64),
    /// Told, not judged.
    None,
}

/// One line of the table.
pub(crate) struct Row {
    pub(crate) what: String,
    pub(crate) unit: &'static str,
    pub(crate) ours: Vec<f64>,
    pub(crate) reference: Vec<f64>,
    pub(crate) bound: Bound,
}

impl Row {
    /// Ours over the reference, measured in the same round.
    fn ratios(&self) -> Vec<f64> {
        let pairs = self.ours.iter().zip(&self.reference);
        pairs.map(|(ours, reference)| ours / reference).collect()
    }
}

/// Median, least and most.
pub(crate) fn median(figures: &[f64]) -> (f64, f64, f64) {
    let mut sorted = figures.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    (sorted[sorted.len() / 2], sorted[0], sorted[sorted.len() - 1])
}

/// The figure below which this share of them lies.
pub(crate) fn quantile(figures: &mut [f64], share: f64) -> f64 {
    figures.sort_unstable_by(f64::total_cmp);
    figures[((figures.len() as f64 * share) as usize).min(figures.len() - 1)]
}

/// Seconds of processor time that the work takes on this thread. All that is measured here runs on one thread and
/// waits for nothing, so on an idle machine this is the time it takes; neighbours on a busy one do not count.
pub(crate) fn seconds<T>(work: impl FnOnce() -> T) -> f64 {
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    };
    let begun = now();
    std::hint::black_box(work());
    now() - begun
}

/// Measures the two in turn, [`ROUNDS`] times, after one round that is thrown away.
pub(crate) fn in_turn(
    mut ours: impl FnMut() -> f64,
    mut reference: impl FnMut() -> f64,
) -> (Vec<f64>, Vec<f64>) {
    let mut all = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let (first, second) = (ours(), reference());
        if round > 0 {
            all.0.push(first);
            all.1.push(second);
        }
    }
    all
}

/// Prints the table.
pub(crate) fn table(title: &str, rows: &[Row]) {
    println!("\n{title}");
    println!(
        "{:50} {:>12} {:>12} {:>8} {:>19}  target",
        "", "ours", "reference", "ratio", "[least - most]"
    );
    for row in rows {
        let (ours, ..) = median(&row.ours);
        let (reference, ..) = median(&row.reference);
        let (ratio, least, most) = median(&row.ratios());
        let (target, word) = match row.bound {
            Bound::AtLeast(bound) => (
                format!(">= {bound}"),
                if ratio >= bound { "PASS" } else { "MISS" },
            ),
            Bound::AtMost(bound) => (
                format!("<= {bound}"),
                if ratio <= bound { "PASS" } else { "MISS" },
            ),
            Bound::None => (String::new(), ""),
        };
        println!(
            "{:50} {ours:>12.4e} {reference:>12.4e} {ratio:>8.3} {:>19}  {target:8} {word}",
            format!("{}, {}", row.what, row.unit),
            format!("[{least:.3} - {most:.3}]"),
        );
    }
}
