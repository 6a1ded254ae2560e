//! Commands under `strace`: how often each thread makes each call that writes, and a kill at one of them.

use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus};

/// Calls that change files, those first at which a stop is worth most; `?` where a machine may not have one.
const CALLS: [&str; 15] = [
    "pwrite64",
    "?rename",
    "renameat",
    "renameat2",
    "fdatasync",
    "ftruncate",
    "?unlink",
    "unlinkat",
    "sync_file_range",
    "fsync",
    "?mkdir",
    "mkdirat",
    "?rmdir",
    "writev",
    "write",
];

/// Whether processes can be traced here. Where they cannot, the test says that it is skipped, or fails if
/// `HINDSIGHT_REQUIRE_TOOLS` is set.
pub(crate) fn is_possible() -> bool {
    let works = Command::new("strace")
        .args(["-o", "/dev/null", "true"])
        .status()
        .is_ok_and(|status| status.success());
    if !works {
        assert!(
            std::env::var("HINDSIGHT_REQUIRE_TOOLS").is_err(),
            "strace is needed and does not work here"
        );
        println!("skipped, for strace is not installed or may not trace here");
    }
    works
}

/// A command that is stopped just before a thread makes a call for so many times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stop {
    pub(crate) call: String,
    pub(crate) when: u64,
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "killed at {} number {}", self.call, self.when)
    }
}

/// What says that a command is traced into a file, or stopped; the command's own words follow.
pub(crate) fn tracer(trace: &Path, stop: Option<&Stop>) -> Command {
    let mut strace = Command::new("strace");
    strace.args(["-f", "-qq", "-e", "signal=none", "-o"]).arg(trace);
    match stop {
        None => strace.args(["-e", &format!("trace={}", CALLS.join(","))]),
        Some(Stop { call, when }) => {
            let inject = format!("--inject={call}:signal=KILL:when={when}");
            strace.args(["-e", &format!("trace={call}"), &inject])
        }
    };
    strace
}

/// The command itself, traced.
pub(crate) fn traced(trace: &Path, stop: Option<&Stop>, command: &Command) -> Command {
    let mut strace = tracer(trace, stop);
    strace.arg(command.get_program()).args(command.get_args());
    strace
}

/// Whether a command was stopped: a tracer ends as what it traces did.
pub(crate) fn was_stopped(status: ExitStatus) -> bool {
    status.signal() == Some(9) || status.code() == Some(137)
}

/// How often the thread that makes a call most often makes it, call by call: a stop counts the calls of each thread.
pub(crate) fn counted(trace: &Path) -> BTreeMap<String, u64> {
    let mut by_thread: BTreeMap<(String, String), u64> = BTreeMap::new();
    for line in std::fs::read_to_string(trace).unwrap().lines() {
        if let Some((thread, rest)) = line.split_once(' ')
            && let Some((call, _)) = rest.trim_start().split_once('(')
            && call
                .bytes()
                .all(|letter| letter.is_ascii_alphanumeric() || letter == b'_')
        {
            *by_thread.entry((thread.to_owned(), call.to_owned())).or_default() += 1;
        }
    }
    let mut most = BTreeMap::new();
    for ((_, call), count) in by_thread {
        let known: &mut u64 = most.entry(call).or_default();
        *known = count.max(*known);
    }
    most
}

/// So many of the moments at which a command can be stopped, spread over its calls and over its course.
pub(crate) fn stops(counts: &BTreeMap<String, u64>, wanted: usize) -> Vec<Stop> {
    let mut queues: Vec<(String, Vec<u64>)> = CALLS
        .iter()
        .map(|call| call.trim_start_matches('?'))
        .filter_map(|call| Some((call.to_owned(), spread(*counts.get(call)?))))
        .collect();
    let mut stops = Vec::new();
    while stops.len() < wanted && queues.iter().any(|(_, left)| !left.is_empty()) {
        for (call, left) in &mut queues {
            // Most is written by one call: two of its moments for one of another.
            let turns = if call == "pwrite64" { 2 } else { 1 };
            for when in left.drain(..turns.min(left.len())) {
                let call = call.clone();
                stops.push(Stop { call, when });
            }
        }
    }
    stops.truncate(wanted);
    stops
}

/// All numbers up to this one, the middle first, then the end, then what lies between, ever closer.
fn spread(count: u64) -> Vec<u64> {
    let mut order = vec![count.div_ceil(2), count, 1];
    let mut parts = 4;
    while parts < 2 * count {
        order.extend((1..parts).step_by(2).map(|part| (count * part / parts).max(1)));
        parts *= 2;
    }
    order.extend(1..=count);
    let mut known = std::collections::BTreeSet::new();
    order.retain(|number| (1..=count).contains(number) && known.insert(*number));
    order
}
