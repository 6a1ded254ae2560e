//! The answer follows the sync: watched through the system calls of a writing process.
//!
//! What that saves when the power goes, the test `power` shows. Without `strace` it is skipped and says so, or fails if
//! `HINDSIGHT_REQUIRE_TOOLS=1`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashMap;

mod traced;
mod writer;

const APPENDS: usize = 200;

fn main() {
    writer::run_if_asked();
    if !traced::is_possible("strace") {
        return;
    }
    for threads in [1, 4] {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path().join("store");
        let trace = traced::run(
            &dir,
            &format!("0 {threads} {}", APPENDS / threads),
            &[
                "-s",
                "64",
                "-e",
                "trace=write,pwrite64,fdatasync,fsync,sync_file_range",
            ],
        );
        let [ahead, database] =
            ["ahead", "db"].map(|name| format!("<{}>", dir.canonicalize().unwrap().join(name).display()));
        let (acks, syncs) = check(&trace, &[ahead, database], threads == 1);
        assert_eq!(acks, APPENDS, "the trace shows {acks} acknowledgements");
        println!(
            "strace: {threads} writers, {acks} acknowledgements after {syncs} syncs, each in the right order"
        );
    }
    println!("strace: ok");
}

/// How far the command has come that a lone writer waits for, in one of the files that make it durable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Nothing is written yet.
    Asked,
    /// Bytes are in the file. Later writes before the answer are the database's own: it works on beside.
    Written,
    /// A sync began after that, and has ended.
    Synced,
}

/// Every acknowledgement comes after a sync that began after its bytes were written: to the write-ahead file, or to the
/// database's own log for the few commits that are too large for that. Returns acknowledgements and syncs.
fn check(trace: &str, files: &[String; 2], alone: bool) -> (usize, usize) {
    let (mut acks, mut syncs) = (0, 0);
    let mut stages = [Stage::Asked; 2];
    // Syncs under way, by thread, with their file and the stage at which they began.
    let mut syncing = HashMap::new();
    for line in trace.lines() {
        let Some((pid, call)) = line.split_once(' ') else {
            continue;
        };
        let call = call.trim_start();
        let file = files.iter().position(|file| call.contains(file.as_str()));
        let mut ended = None;
        match file {
            // Where the write-ahead file begins anew, its first head is written over with zeros.
            Some(file)
                if stages[file] == Stage::Asked
                    && call.starts_with("pwrite64(")
                    && !call.contains(", 28, 0)") =>
            {
                stages[file] = Stage::Written;
            }
            Some(file) if call.starts_with("fdatasync(") => {
                let began = (file, stages[file]);
                if call.contains("<unfinished") {
                    syncing.insert(pid, began);
                } else {
                    ended = Some(began);
                }
            }
            _ if call.starts_with("<... fdatasync resumed") => ended = syncing.remove(pid),
            _ if call.starts_with("write(1") && call.contains("\"ack ") => {
                acks += 1;
                if alone {
                    assert!(
                        stages.contains(&Stage::Synced),
                        "acknowledged before its bytes were synced: {line}"
                    );
                }
                assert!(syncs > 0, "acknowledged before the first sync: {line}");
                stages = [Stage::Asked; 2];
            }
            _ => {}
        }
        if let Some((file, began)) = ended {
            assert!(call.ends_with("= 0"), "{line}");
            syncs += 1;
            if began == Stage::Written {
                stages[file] = Stage::Synced;
            }
        }
    }
    (acks, syncs)
}
