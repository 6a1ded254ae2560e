//! The memory of the server over a campaign: sampled, written as a table and drawn as a curve.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What was measured.
#[derive(Debug)]
pub(crate) struct Memory {
    begun: Instant,
    course: Mutex<Course>,
}

#[derive(Debug, Default)]
struct Course {
    /// The process that is measured now.
    process: Option<u32>,
    samples: Vec<Sample>,
    kills: Vec<Duration>,
}

/// One measurement, in KiB.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    at: Duration,
    resident: u64,
    /// The most that the process ever had.
    peak: u64,
}

impl Memory {
    pub(crate) fn new() -> Self {
        Self {
            begun: Instant::now(),
            course: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Course> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long it is measured.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Measures this process from now on.
    pub(crate) fn watch(&self, process: u32) {
        self.lock().process = Some(process);
        self.sample();
    }

    /// Measures a last time, before the process is ended.
    pub(crate) fn leave(&self, by_kill: bool) {
        self.sample();
        let at = self.elapsed();
        let mut course = self.lock();
        course.process = None;
        if by_kill {
            course.kills.push(at);
        }
    }

    /// Measures once, if there is a process.
    pub(crate) fn sample(&self) {
        let at = self.elapsed();
        let mut course = self.lock();
        let Some(process) = course.process else { return };
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        if let (Some(resident), Some(peak)) = (figure(&status, "VmRSS:"), figure(&status, "VmHWM:")) {
            course.samples.push(Sample { at, resident, peak });
        }
    }

    /// The most that any server had, in MiB.
    pub(crate) fn peak(&self) -> u64 {
        let peaks = self.lock().samples.iter().map(|sample| sample.peak).max();
        peaks.unwrap_or_default() >> 10
    }

    /// The median from one moment to another, in MiB.
    pub(crate) fn median(&self, from: Duration, to: Duration) -> Option<u64> {
        let course = self.lock();
        let meant = course
            .samples
            .iter()
            .filter(|sample| (from..to).contains(&sample.at));
        let mut sizes: Vec<u64> = meant.map(|sample| sample.resident).collect();
        sizes.sort_unstable();
        Some(sizes.get(sizes.len() / 2)? >> 10)
    }

    /// Writes table and curve into a directory; their names.
    pub(crate) fn write(&self, dir: &Path) -> std::io::Result<[PathBuf; 2]> {
        fs::create_dir_all(dir)?;
        let course = self.lock();
        let names = [dir.join("memory.csv"), dir.join("memory.svg")];
        fs::write(&names[0], table(&course))?;
        fs::write(&names[1], curve(&course))?;
        Ok(names)
    }
}

/// A figure of a process, in KiB.
fn figure(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

fn table(course: &Course) -> String {
    let mut text = "seconds,resident_kib,peak_kib,kills\n".to_owned();
    for Sample { at, resident, peak } in &course.samples {
        let kills = course.kills.iter().filter(|kill| *kill < at).count();
        let _ = writeln!(text, "{:.1},{resident},{peak},{kills}", at.as_secs_f64());
    }
    text
}

/// Width and height of the curve, and the room for words at its left and below.
const SIZE: (f64, f64) = (900.0, 260.0);
const ROOM: f64 = 40.0;

fn curve(course: &Course) -> String {
    let end = course
        .samples
        .last()
        .map_or(1.0, |sample| sample.at.as_secs_f64().max(1.0));
    let most = course.samples.iter().map(|sample| sample.resident).max();
    // Up to the next 64 MiB, so that curves of several runs can be compared.
    let top = (most.unwrap_or_default() >> 10).next_multiple_of(64).max(64) as f64;
    let x = |at: Duration| ROOM + at.as_secs_f64() / end * (SIZE.0 - 2.0 * ROOM);
    let y = |mib: f64| SIZE.1 - ROOM - mib / top * (SIZE.1 - 2.0 * ROOM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{ROOM}\" y=\"20\">Resident memory of the server in MiB over {end:.0} s; red: killed</text>\n",
        SIZE.0, SIZE.1
    );
    for mib in [0.0, top / 2.0, top] {
        let at = y(mib);
        let _ = writeln!(
            svg,
            "<path d=\"M{ROOM} {at:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"4\" y=\"{:.1}\">{mib:.0}</text>",
            SIZE.0 - ROOM,
            at + 4.0
        );
    }
    for kill in &course.kills {
        let at = x(*kill);
        let _ = writeln!(
            svg,
            "<path d=\"M{at:.1} {ROOM}V{:.1}\" stroke=\"#c00\" stroke-dasharray=\"3 2\"/>",
            SIZE.1 - ROOM
        );
    }
    let mut points = String::new();
    for Sample { at, resident, .. } in &course.samples {
        let _ = write!(points, "{:.1},{:.1} ", x(*at), y(*resident as f64 / 1_024.0));
    }
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#06c\" stroke-width=\"1.5\"/>\n</svg>",
        points.trim_end()
    );
    svg
}
