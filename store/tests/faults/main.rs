//! Damage from outside: each kind has a clear error, and nothing is silently mended.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ahead;
mod derived;
mod full_disk;
mod index;
mod mark;
mod private;
mod stall;
mod torn;
#[cfg(unix)]
mod volume;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use hindsight_store::conformance::{append, behind_its_back, stream};
use hindsight_store::{Check, EventLog, Options, Record, SledStore, StoreError, Upkeep};

fn options() -> Options {
    Options {
        cache_bytes: 16 << 20,
        patience: Duration::from_mins(1),
        ..Options::default()
    }
}

fn open(dir: &Path) -> Result<SledStore, StoreError> {
    SledStore::open(dir, &options()).map(|(store, _)| store)
}

/// A closed store of some thousand records in ten streams.
fn filled(dir: &Path) -> Vec<Record> {
    written(dir, 600)
}

fn written(dir: &Path, rounds: usize) -> Vec<Record> {
    let store = open(dir).unwrap();
    let mut versions = [0; 10];
    for round in 0..rounds {
        let number = round % 10;
        versions[number] = store
            .append(append(
                stream(number as u64),
                versions[number],
                1 + round % 7,
                "f",
            ))
            .unwrap()
            .last;
    }
    let log = store.log(0, usize::MAX).unwrap();
    store.close().unwrap();
    log
}

fn copy(from: &Path, to: &Path) {
    drop(fs::remove_dir_all(to));
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(from, to).unwrap();
        }
    }
}

#[test]
fn a_half_written_snapshot_is_removed_and_reported() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("store");
    let log = filled(&dir);
    let snapshot = fs::read_dir(&dir).unwrap().flatten().map(|entry| entry.path());
    let snapshot = snapshot
        .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("snap."))
        .max();
    let whole = snapshot.map(|path| fs::read(path).unwrap()).unwrap_or_default();
    for planted in [Vec::new(), whole[..whole.len() / 2].to_vec(), b"noise".to_vec()] {
        let path = dir.join("snap.00000000FFFFFFFF.generating");
        fs::write(&path, planted).unwrap();
        let (store, report) = SledStore::open(&dir, &options()).unwrap();
        assert_eq!(report.removed, [path.as_path()]);
        assert!(!path.exists());
        assert_eq!(store.log(0, usize::MAX).unwrap(), log);
    }
}

#[test]
fn a_store_has_one_process() {
    let home = tempfile::tempdir().unwrap();
    let first = open(home.path()).unwrap();
    let impatient = Options {
        patience: Duration::ZERO,
        ..options()
    };
    let error = SledStore::open(home.path(), &impatient).err().unwrap();
    assert!(
        matches!(&error, StoreError::InUse { dir } if dir == home.path()),
        "{error}"
    );
    drop(first);
    open(home.path()).unwrap();
}

#[test]
fn a_store_that_is_let_go_of_meanwhile_is_waited_for() {
    let home = tempfile::tempdir().unwrap();
    for held in ["lock", "db"] {
        drop(open(home.path()).unwrap());
        let file = fs::File::options()
            .write(true)
            .open(home.path().join(held))
            .unwrap();
        let begun = Instant::now();
        while file.try_lock().is_err() {
            assert!(begun.elapsed() < Duration::from_mins(1), "{held} stays locked");
            thread::sleep(Duration::from_millis(10));
        }
        let let_go = Arc::new(AtomicBool::new(false));
        let holder = {
            let let_go = Arc::clone(&let_go);
            thread::spawn(move || {
                thread::sleep(Duration::from_millis(300));
                let_go.store(true, Ordering::SeqCst);
                drop(file);
            })
        };
        open(home.path()).unwrap();
        assert!(let_go.load(Ordering::SeqCst), "{held} was not held");
        holder.join().unwrap();
    }
}

/// What opening, verifying and reading a damaged copy shows.
#[derive(Debug, PartialEq)]
enum Seen {
    Unchanged,
    Named(String),
}

fn examine(dir: &Path, log: &[Record]) -> Seen {
    let store = match open(dir) {
        Ok(store) => store,
        Err(error) => return Seen::Named(error.to_string()),
    };
    let verdict = match store.verify(&mut |_| {}) {
        Ok(verdict) => verdict,
        Err(error) => return Seen::Named(error.to_string()),
    };
    // Whatever can be read is what was written.
    for number in 0..10 {
        let mut read = log.iter().filter(|record| record.stream == stream(number));
        let result = store.scan(stream(number), 1, u64::MAX, Check::Chain, &mut |record| {
            assert_eq!(Some(&record.to_record()), read.next());
            ControlFlow::Continue(())
        });
        if result.is_ok() && verdict.is_sound() {
            assert_eq!(read.next(), None, "records are gone, and nothing says so");
        }
    }
    match verdict.first_fault {
        Some(fault) => Seen::Named(fault.to_string()),
        None => Seen::Unchanged,
    }
}

#[test]
fn a_flipped_byte_is_never_read_as_truth() {
    // Several of the database's segments, and after the second opening a snapshot of its own.
    flip_bytes(6_000, 40);
    // All in the log that an opening replays.
    flip_bytes(600, 40);
}

fn flip_bytes(rounds: usize, flips: usize) {
    let home = tempfile::tempdir().unwrap();
    let (dir, damaged) = (home.path().join("store"), home.path().join("damaged"));
    let log = written(&dir, rounds);
    open(&dir).unwrap().close().unwrap();
    let bytes = fs::read(dir.join("db")).unwrap();
    let mut named = 0;
    let used = bytes.iter().rposition(|byte| *byte != 0).unwrap();
    for step in 0..flips {
        let at = step * used / flips + step;
        copy(&dir, &damaged);
        let mut flipped = bytes.clone();
        flipped[at] ^= 0x20;
        fs::write(damaged.join("db"), flipped).unwrap();
        if let Seen::Named(why) = examine(&damaged, &log) {
            assert!(why.len() > 20, "{why}");
            println!("byte {at}: {why}");
            named += 1;
        }
    }
    println!("{named} of {flips} flipped bytes were in use, and named");
    assert!(named > 0, "no flipped byte was noticed");
}

#[test]
fn a_truncated_database_is_named() {
    let home = tempfile::tempdir().unwrap();
    let (dir, damaged) = (home.path().join("store"), home.path().join("damaged"));
    let log = filled(&dir);
    let bytes = fs::read(dir.join("db")).unwrap();
    for part in [0, 1, 3, 5, 7] {
        copy(&dir, &damaged);
        fs::write(damaged.join("db"), &bytes[..bytes.len() * part / 8]).unwrap();
        let seen = examine(&damaged, &log);
        assert!(matches!(seen, Seen::Named(_)), "cut to {part}/8: {seen:?}");
        println!("cut to {part}/8: {seen:?}");
    }
    copy(&dir, &damaged);
    fs::remove_file(damaged.join("db")).unwrap();
    let error = open(&damaged).err().unwrap();
    let last = log.len() as u64;
    assert!(
        matches!(error, StoreError::Truncated { expected, found: 0, .. } if expected == last),
        "{error}"
    );
}

#[test]
fn an_older_copy_of_the_database_is_named() {
    let home = tempfile::tempdir().unwrap();
    let (dir, older) = (home.path().join("store"), home.path().join("older"));
    let log = filled(&dir);
    copy(&dir, &older);
    let store = open(&dir).unwrap();
    store.append(append(stream(77), 0, 3, "later")).unwrap();
    store.close().unwrap();
    drop(store);
    fs::copy(dir.join("acknowledged"), older.join("acknowledged")).unwrap();
    let (last, error) = (log.len() as u64, open(&older).err().unwrap());
    assert!(
        matches!(error, StoreError::Truncated { expected, found, .. } if expected == last + 3 && found == last),
        "{error}"
    );
}

fn event_key(number: u64, version: u64) -> Vec<u8> {
    [&b"e"[..], &stream(number).to_bytes(), &version.to_be_bytes()].concat()
}

#[test]
fn a_forged_record_is_named_by_stream_and_version() {
    let home = tempfile::tempdir().unwrap();
    filled(home.path());
    // The second batch of stream 3 begins at version 5: the first, of round 3, has four records.
    behind_its_back(home.path(), |db| {
        let mut item = db.get(event_key(3, 5)).unwrap().unwrap().to_vec();
        let at = item.windows(4).position(|window| window == b"anna").unwrap();
        item[at..at + 4].copy_from_slice(b"emma");
        db.insert(event_key(3, 5), item).unwrap();
    });
    let store = open(home.path()).unwrap();
    let error = store.read(stream(3), 1, u64::MAX).unwrap_err();
    assert!(
        matches!(&error, StoreError::CorruptRecord { stream: at, version: 5, why } if *at == stream(3) && why.contains("chain")),
        "{error}"
    );
    assert_eq!(store.read(stream(3), 1, 4).unwrap().len(), 4);
    let verdict = store.verify(&mut |_| {}).unwrap();
    let fault = verdict.first_fault.unwrap();
    assert_eq!(
        (fault.stream, fault.version, verdict.faults),
        (Some(stream(3)), Some(5), 1)
    );
    assert_eq!(verdict.streams, 10);
}

#[test]
fn a_lost_record_is_named() {
    let home = tempfile::tempdir().unwrap();
    filled(home.path());
    behind_its_back(home.path(), |db| {
        drop(db.remove(event_key(3, 5)).unwrap().unwrap());
    });
    let store = open(home.path()).unwrap();
    let error = store.read(stream(3), 1, u64::MAX).unwrap_err();
    assert!(
        matches!(&error, StoreError::CorruptRecord { version: 5, why, .. } if why.contains("missing")),
        "{error}"
    );
    let fault = store.verify(&mut |_| {}).unwrap().first_fault.unwrap();
    assert_eq!((fault.stream, fault.version), (Some(stream(3)), Some(5)));
}

#[test]
fn a_lost_end_of_a_stream_is_named() {
    let home = tempfile::tempdir().unwrap();
    let log = filled(home.path());
    let last = log
        .iter()
        .rfind(|record| record.stream == stream(3) && record.batch_index == 0)
        .unwrap();
    behind_its_back(home.path(), |db| {
        drop(db.remove(event_key(3, last.version)).unwrap().unwrap());
    });
    let store = open(home.path()).unwrap();
    let fault = store.verify(&mut |_| {}).unwrap().first_fault.unwrap();
    assert_eq!(
        (fault.stream, fault.version),
        (Some(stream(3)), Some(last.version)),
        "{fault}"
    );
}

#[test]
fn a_newer_format_is_refused_with_its_number() {
    let home = tempfile::tempdir().unwrap();
    filled(home.path());
    behind_its_back(home.path(), |db| {
        let mut item = db.get(event_key(3, 5)).unwrap().unwrap().to_vec();
        item[0] = 99;
        db.insert(event_key(3, 5), item).unwrap();
    });
    let store = open(home.path()).unwrap();
    let error = store.read(stream(3), 1, u64::MAX).unwrap_err();
    assert!(
        matches!(&error, StoreError::NewerFormat { found: 99, what, .. } if what.contains("version 5")),
        "{error}"
    );
    drop(store);
    behind_its_back(home.path(), |db| {
        drop(db.insert(b"mlayout", &[8, 0, 0, 0, 0, 0, 0, 0, 3]).unwrap());
    });
    let error = open(home.path()).err().unwrap();
    assert!(
        matches!(
            error,
            StoreError::NewerFormat {
                found: 3,
                known: 2,
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn command_ids_are_found_after_reopening() {
    let home = tempfile::tempdir().unwrap();
    let log = filled(home.path());
    let store = open(home.path()).unwrap();
    // Twice each: the first question reads the stream, the second looks it up; then appends go on from what was read.
    for again in 0..2 {
        for record in log.iter().filter(|record| record.batch_index == 0) {
            let at = store.command(record.stream, &record.command_id).unwrap().unwrap();
            assert_eq!((at.first, at.repeated), (record.version, true));
            assert_eq!(at.last, record.version + u64::from(record.batch_len) - 1);
            assert_eq!(at.position, record.position + u64::from(record.batch_len) - 1);
        }
        assert_eq!(store.command(stream(1), "nobody sent this").unwrap(), None);
        assert_eq!(
            store.command(stream(77), "command f 0").unwrap(),
            None,
            "round {again}"
        );
    }
    let head = store.head(stream(1)).unwrap().unwrap().version;
    let at = store.append(append(stream(1), head, 2, "later")).unwrap();
    let found = store
        .command(stream(1), &format!("command later {head}"))
        .unwrap();
    assert_eq!(
        found.map(|found| (found.first, found.last)),
        Some((at.first, at.last))
    );
    assert!(
        store
            .append(append(stream(1), head, 2, "later"))
            .unwrap()
            .repeated
    );
    assert_eq!(store.append(append(stream(77), 0, 1, "f")).unwrap().last, 1);
    assert!(store.command(stream(77), "command f 0").unwrap().is_some());
}

#[test]
fn a_foreign_database_is_refused() {
    let home = tempfile::tempdir().unwrap();
    behind_its_back(home.path(), |db| drop(db.insert(b"something", b"else").unwrap()));
    let error = open(home.path()).err().unwrap();
    assert!(matches!(error, StoreError::CorruptDatabase { .. }), "{error}");
}
