//! Reopening of a store when it is put away, for its next opening.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use hindsight_store::conformance::{append, stream};
use hindsight_store::{EventLog, Options, SledStore, Upkeep};

/// Up to where the database has noted the places of its pages: the number in the name of its snapshot.
fn noted(dir: &Path) -> u64 {
    let names = std::fs::read_dir(dir).unwrap();
    let numbers = names.filter_map(|entry| {
        let name = entry.unwrap().file_name().into_string().unwrap();
        u64::from_str_radix(name.strip_prefix("snap.")?, 16).ok()
    });
    numbers.max().unwrap_or(0)
}

fn grow(dir: &Path, batches: u64, by: usize) {
    let (store, report) = SledStore::open(dir, &Options::default()).unwrap();
    for number in 0..batches {
        let name = stream(report.position + number);
        store.append(append(name, 0, by, "grown")).unwrap();
    }
}

#[test]
fn the_first_opening_after_a_bulk_load_reads_no_log() {
    let home = tempfile::tempdir().unwrap();
    grow(home.path(), 100, 1_000);
    let settled = noted(home.path());
    let log = std::fs::metadata(home.path().join("db")).unwrap().len();
    assert!(settled > log / 2, "noted up to {settled} of {log} bytes");
    let (store, report) = SledStore::open(home.path(), &Options::default()).unwrap();
    assert_eq!((report.position, report.streams), (100_000, 100));
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
}

#[test]
fn a_store_that_grew_little_is_left_alone() {
    let home = tempfile::tempdir().unwrap();
    grow(home.path(), 3, 100);
    let before = noted(home.path());
    let log = std::fs::metadata(home.path().join("db")).unwrap().len();
    assert!(before < log / 2, "noted up to {before} of {log} bytes");
}
