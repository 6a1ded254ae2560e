//! The order of calls to the system: an answer follows the sync, an opening reads what is on the disk, a restore writes
//! little between two flushes.
//!
//! What that saves when the power goes, the test `power` shows. Without `strace` it is skipped and says so, or fails if
//! `HINDSIGHT_REQUIRE_TOOLS=1`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use hindsight_store::{Durability, EventLog, Options, PackScope, SledStore, Upkeep, restore};

mod traced;
mod writer;

const APPENDS: usize = 200;

/// Set to `<backup> <directory>` in the process that restores.
const RESTORE: &str = "HINDSIGHT_TEST_RESTORE";

fn main() {
    writer::run_if_asked();
    restore_if_asked();
    if !traced::is_possible("strace") {
        return;
    }
    answers_follow_syncs();
    an_opening_reads_the_disk();
    an_opening_after_an_orderly_end_syncs_and_leaves_the_page_cache();
    a_restore_writes_little_between_flushes();
    println!("strace: ok");
}

fn answers_follow_syncs() {
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
        let [ahead, database] = ["ahead", "db"].map(|name| in_trace(&dir, name));
        let (acks, syncs) = check(&trace, &[ahead, database], threads == 1);
        assert_eq!(acks, APPENDS, "the trace shows {acks} acknowledgements");
        println!(
            "strace: {threads} writers, {acks} acknowledgements after {syncs} syncs, each in the right order"
        );
    }
}

/// How a file of a store is named in a trace.
fn in_trace(dir: &Path, name: &str) -> String {
    format!("<{}>", dir.canonicalize().unwrap().join(name).display())
}

/// A copy of a store that is open and has commits in its write-ahead file: as a kill leaves it.
fn killed(home: &Path) -> std::path::PathBuf {
    let (dir, killed) = (home.join("store"), home.join("killed"));
    let (store, _) = SledStore::open(&dir, &writer::options()).unwrap();
    for number in 0..5 {
        let head = store.append(writer::append(number, 0, 400)).unwrap().last;
        store.append(writer::append(number, head, 1)).unwrap();
    }
    fs::create_dir_all(&killed).unwrap();
    for entry in fs::read_dir(&dir)
        .unwrap()
        .flatten()
        .filter(|entry| entry.path().is_file())
    {
        fs::copy(entry.path(), killed.join(entry.file_name())).unwrap();
    }
    killed
}

/// What a sync could not write may still be in memory: so every file is synced and dropped from there before it is read.
/// And what the write-ahead file holds is on the disk before that forgets it, whatever acknowledgements promise.
fn an_opening_reads_the_disk() {
    for durability in [Durability::Strict, Durability::ProcessCrash] {
        let home = tempfile::tempdir().unwrap();
        let dir = killed(home.path());
        let trace = traced::run_with(
            &dir,
            "9 1 1",
            &["-e", "trace=read,pread64,pwrite64,fdatasync,fadvise64"],
            &[(writer::DURABILITY, durability.name())],
        );
        let names = ["db", "ahead", "acknowledged", "conf"].map(|name| in_trace(&dir, name));
        let (mut synced, mut dropped, mut synced_after_reading) = (HashSet::new(), HashSet::new(), false);
        let mut forgotten = false;
        for line in trace.lines() {
            let Some(file) = names.iter().find(|name| line.contains(name.as_str())) else {
                continue;
            };
            let call = line.split_once(' ').map_or(line, |(_, call)| call.trim_start());
            if call.starts_with("fdatasync(") {
                synced.insert(file);
                synced_after_reading |= file == &names[0] && dropped.contains(file);
            } else if call.starts_with("fadvise64(") && call.contains("POSIX_FADV_DONTNEED") {
                assert!(synced.contains(file), "dropped before it was synced: {line}");
                dropped.insert(file);
            } else if call.starts_with("read(") || call.starts_with("pread64(") {
                assert!(dropped.contains(file), "read from memory: {line}");
            } else if call.starts_with("pwrite64(")
                && file == &names[1]
                && call.contains(", 28, 0)")
                && !forgotten
            {
                forgotten = true;
                assert!(
                    synced_after_reading,
                    "the write-ahead file forgets what is not synced: {line}"
                );
            }
        }
        assert_eq!(dropped.len(), names.len(), "{dropped:?}");
        assert!(forgotten, "the write-ahead file held commits, and began anew");
        println!("strace: an opening ({}) reads the disk", durability.name());
    }
}

/// A command of a few reads does not read the whole database from the disk: what was closed in good order is only synced.
fn an_opening_after_an_orderly_end_syncs_and_leaves_the_page_cache() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("store");
    for life in 0..3 {
        let (store, _) = SledStore::open(&dir, &writer::options()).unwrap();
        let head = store
            .head(writer::stream(1))
            .unwrap()
            .map_or(0, |head| head.version);
        store.append(writer::append(1, head, 9)).unwrap();
        if life == 0 {
            store.close().unwrap();
        }
    }
    let copied = home.path().join("copied");
    fs::create_dir_all(&copied).unwrap();
    for entry in fs::read_dir(&dir)
        .unwrap()
        .flatten()
        .filter(|entry| entry.path().is_file())
    {
        fs::copy(entry.path(), copied.join(entry.file_name())).unwrap();
    }
    let trace = traced::run(&copied, "9 1 1", &["-e", "trace=fdatasync,fadvise64"]);
    let calls = |name: &str, call: &str| {
        let name = in_trace(&copied, name);
        let mut lines = trace.lines();
        lines.any(|line| line.contains(&name) && line.contains(call))
    };
    assert!(calls("db", "fdatasync("), "it is synced");
    assert!(!calls("db", "fadvise64("), "the database was dropped from memory");
    assert!(
        ["acknowledged", "ahead", "conf"]
            .iter()
            .all(|name| calls(name, "fadvise64(")),
        "the small files are read from the disk"
    );
    println!("strace: an opening after an orderly end leaves the database in memory");
}

fn restore_if_asked() {
    let Ok(role) = std::env::var(RESTORE) else { return };
    let (backup, dir) = role.split_once(' ').unwrap();
    restore(Path::new(backup), Path::new(dir), &mut |_, _| {}).unwrap();
    std::process::exit(0);
}

/// The database can hang for ever where much is written without a flush.
fn a_restore_writes_little_between_flushes() {
    const MOST: usize = 4 << 20;
    let home = tempfile::tempdir().unwrap();
    let (dir, backup) = (home.path().join("store"), home.path().join("all.backup"));
    let (store, _) = SledStore::open(&dir, &Options::default()).unwrap();
    for number in 0..120 {
        store.append(writer::append(number, 0, 400)).unwrap();
        store.archive(writer::stream(number), PackScope::All).unwrap();
    }
    store.backup_to_file(&backup, &mut |_, _| {}).unwrap();
    drop(store);
    let into = home.path().join("restored");
    let role = format!("{} {}", backup.display(), into.display());
    let trace = traced::run_with(
        &into,
        "",
        &["-e", "trace=pwrite64,sync_file_range"],
        &[(RESTORE, role.as_str())],
    );
    let (mut since, mut most, mut all, mut flushes) = (0, 0, 0, 0);
    for line in trace
        .lines()
        .filter(|line| line.contains("/restored.restoring/db>"))
    {
        if line.contains("sync_file_range(") {
            since = 0;
            flushes += 1;
        } else if let Some(bytes) = line
            .rsplit("= ")
            .next()
            .and_then(|bytes| bytes.trim().parse::<usize>().ok())
        {
            since += bytes;
            all += bytes;
            most = most.max(since);
        }
    }
    println!("strace: a restore wrote {all} bytes with {flushes} flushes, at most {most} between two");
    assert!(all > 2 * MOST, "too little to tell anything by: {all}");
    assert!(most < MOST, "{most} bytes were written without a flush");
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
