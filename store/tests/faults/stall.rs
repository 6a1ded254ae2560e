//! A committer that no longer works: a process that waits for it ends, and what it cannot do shows.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use hindsight_store::conformance::{append, stream};
use hindsight_store::{AppendError, Check, EventLog, Options, STALLED, SledStore, StoreError, Upkeep};

use super::{filled, open, options};

/// Set to a directory in the process that works there.
const ROLE: &str = "HINDSIGHT_TEST_STALL";
/// Likewise, for one that reads.
const READER: &str = "HINDSIGHT_TEST_STUCK_READER";
const LIMIT: Duration = Duration::from_millis(500);

/// Appends twenty times, each held up for a while; then once, held up for ever.
#[test]
fn child_that_is_held_up() {
    let Ok(dir) = std::env::var(ROLE) else { return };
    let options = Options {
        stall_limit: LIMIT,
        ..options()
    };
    let (store, _) = SledStore::open(Path::new(&dir), &options).unwrap();
    // Calls back on the committer's thread, as nobody should.
    store.on_commit(Box::new(|notice| {
        std::thread::sleep(if notice.first == 21 {
            Duration::from_hours(1)
        } else {
            LIMIT / 10
        });
    }));
    for version in 0..21 {
        store.append(append(stream(50), version, 1, "held")).unwrap();
    }
    // The last one was answered before it was held up; this one waits.
    store.append(append(stream(50), 21, 1, "held")).unwrap();
    unreachable!("it was answered");
}

/// Lends records for longer than the limit, which is no fault; then a read is held up for ever.
#[test]
fn child_whose_read_is_held_up() {
    let Ok(dir) = std::env::var(READER) else { return };
    let options = Options {
        stall_limit: LIMIT,
        ..options()
    };
    let (store, _) = SledStore::open(Path::new(&dir), &options).unwrap();
    let mut lent = 0;
    store
        .scan(stream(1), 1, 6, Check::Chain, &mut |_| {
            lent += 1;
            std::thread::sleep(LIMIT);
            ControlFlow::Continue(())
        })
        .unwrap();
    // A read that takes a while.
    store.hold_reads_up(|| std::thread::sleep(LIMIT / 2));
    store.read(stream(1), 1, 1).unwrap();
    println!("lent {lent}");
    std::thread::scope(|scope| {
        store.hold_reads_up(|| {
            scope.spawn(|| store.head(stream(1)));
            std::thread::sleep(Duration::from_hours(1));
        });
    });
}

#[test]
fn process_whose_read_does_not_come_back_ends_and_one_that_lends_slowly_does_not() {
    let home = tempfile::tempdir().unwrap();
    let log = filled(home.path());
    let ended = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "stall::child_whose_read_is_held_up", "--nocapture"])
        .env(READER, home.path())
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(STALLED), "{ended:?}");
    assert!(
        String::from_utf8_lossy(&ended.stdout).contains("lent 6"),
        "{ended:?}"
    );
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(said.contains("a read that has not come back"), "{said}");
    assert_eq!(open(home.path()).unwrap().log(0, usize::MAX).unwrap(), log);
}

#[test]
fn a_process_whose_committer_makes_no_progress_ends_and_loses_nothing() {
    let home = tempfile::tempdir().unwrap();
    filled(home.path());
    let ended = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "stall::child_that_is_held_up", "--nocapture"])
        .env(ROLE, home.path())
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(STALLED), "{ended:?}");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(said.contains("has not got on with a write"), "{said}");
    let store = open(home.path()).unwrap();
    let head = store.head(stream(50)).unwrap().unwrap().version;
    assert!(head == 21 || head == 22, "{head}");
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
}

#[test]
fn a_committer_that_panics_shows_and_reads_go_on() {
    let home = tempfile::tempdir().unwrap();
    let log = filled(home.path());
    let store = open(home.path()).unwrap();
    store.writable().unwrap();
    store.break_committer();
    let why = store.writable().unwrap_err().to_string();
    assert!(why.contains("the committer panicked"), "{why}");
    let error = store.append(append(stream(50), 0, 1, "after")).unwrap_err();
    assert!(matches!(error, AppendError::Closed), "{error:?}");
    assert_eq!(store.log(0, usize::MAX).unwrap(), log);
    assert!(matches!(store.close(), Err(StoreError::Panicked { .. })));
    drop(store);
    assert_eq!(open(home.path()).unwrap().log(0, usize::MAX).unwrap(), log);
}
