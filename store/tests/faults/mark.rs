//! The mark of what was acknowledged, or the database itself, is gone: nobody is told that all is well.

use std::fs;
use std::path::Path;

use hindsight_store::conformance::{append, behind_its_back, stream};
use hindsight_store::{
    EventLog, LostCommits, OpenReport, Options, SideRecords, SledStore, StoreError, Upkeep,
};

use super::{copy, event_key, filled, open, options};

const MARK: &str = "acknowledged";

fn report(dir: &Path) -> OpenReport {
    SledStore::open(dir, &options()).unwrap().1
}

#[test]
fn store_without_a_readable_mark_is_verified_once() {
    let home = tempfile::tempdir().unwrap();
    let (dir, damaged) = (home.path().join("store"), home.path().join("damaged"));
    let log = filled(&dir);
    assert!(!report(&dir).unmarked);
    let whole = fs::read(dir.join(MARK)).unwrap();
    let mut flipped = whole.clone();
    flipped[9] ^= 1;
    for mark in [None, Some(Vec::new()), Some(whole[..20].to_vec()), Some(flipped)] {
        copy(&dir, &damaged);
        match mark {
            None => fs::remove_file(damaged.join(MARK)).unwrap(),
            Some(bytes) => fs::write(damaged.join(MARK), bytes).unwrap(),
        }
        let (store, first) = SledStore::open(&damaged, &options()).unwrap();
        assert!(first.unmarked);
        assert_eq!(store.log(0, usize::MAX).unwrap(), log);
        // Killed at once: the new mark is there all the same.
        let killed = home.path().join("killed");
        copy(&damaged, &killed);
        assert!(!report(&killed).unmarked, "once");
    }
}

#[test]
fn store_of_side_records_alone_without_a_mark_is_noticed() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("store");
    let store = open(&dir).unwrap();
    store.keep("tokens", b"key", b"value").unwrap();
    store.close().unwrap();
    drop(store);
    fs::remove_file(dir.join(MARK)).unwrap();
    assert!(report(&dir).unmarked);
    // A store that holds nothing yet has nothing to lose.
    let empty = home.path().join("empty");
    drop(open(&empty).unwrap());
    fs::remove_file(empty.join(MARK)).unwrap();
    assert!(!report(&empty).unmarked);
}

#[test]
fn unsound_store_without_a_mark_opens_only_when_what_is_lost_is_given_up() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("store");
    filled(&dir);
    behind_its_back(&dir, |db| {
        drop(db.remove(event_key(3, 5)).unwrap().unwrap());
    });
    // With its mark it opens, and verification names the fault.
    drop(open(&dir).unwrap());
    fs::remove_file(dir.join(MARK)).unwrap();
    for _ in 0..2 {
        let error = open(&dir).err().unwrap();
        assert!(
            matches!(&error, StoreError::Unmarked { file, why } if *file == dir.join(MARK) && why.contains("missing")),
            "{error}"
        );
    }
    let giving_up = Options {
        lost_commits: LostCommits::GiveUp,
        ..options()
    };
    let (store, report) = SledStore::open(&dir, &giving_up).unwrap();
    assert!(report.unmarked);
    drop(store);
    assert!(!open(&dir).unwrap().verify(&mut |_| {}).unwrap().is_sound());
}

#[test]
fn directory_that_lost_its_database_is_no_new_store() {
    let home = tempfile::tempdir().unwrap();
    let (dir, damaged) = (home.path().join("store"), home.path().join("damaged"));
    filled(&dir);
    drop(open(&dir).unwrap());
    let snapshot = fs::read_dir(&dir).unwrap().flatten();
    let snapshot = snapshot.map(|entry| entry.file_name().into_string().unwrap());
    let snapshot = snapshot.into_iter().find(|name| name.starts_with("snap."));
    let snapshot = snapshot.expect("an opening leaves a snapshot");
    let everything = ["conf", "reserve", "ahead", snapshot.as_str()];
    for left in [
        &everything[..],
        &["conf"],
        &["reserve"],
        &["ahead"],
        &[snapshot.as_str()],
    ] {
        drop(fs::remove_dir_all(&damaged));
        fs::create_dir_all(damaged.join("blobs")).unwrap();
        for name in left {
            fs::copy(dir.join(name), damaged.join(name)).unwrap();
        }
        for _ in 0..2 {
            let error = open(&damaged).err().unwrap();
            assert!(
                matches!(&error, StoreError::DatabaseGone { dir, left: told } if *dir == damaged
                    && left.iter().all(|name| told.contains(name))),
                "{left:?}: {error}"
            );
            assert!(!damaged.join("db").exists() && !damaged.join(MARK).exists());
        }
    }
    // With the mark it is known how much is missing; and no record may be missing but tokens.
    for name in ["conf", MARK] {
        fs::copy(dir.join(name), damaged.join(name)).unwrap();
    }
    let error = open(&damaged).err().unwrap();
    assert!(matches!(error, StoreError::Truncated { found: 0, .. }), "{error}");
    let tokens = home.path().join("tokens");
    let store = open(&tokens).unwrap();
    store.keep("tokens", b"key", b"value").unwrap();
    store.close().unwrap();
    drop(store);
    fs::remove_file(tokens.join("db")).unwrap();
    let error = open(&tokens).err().unwrap();
    assert!(matches!(error, StoreError::DatabaseGone { .. }), "{error}");
}

#[test]
fn opening_that_was_cut_short_while_it_made_the_store_is_gone_on_with() {
    let home = tempfile::tempdir().unwrap();
    let (dir, other) = (home.path().join("store"), home.path().join("other"));
    drop(open(&other).unwrap());
    fs::create_dir_all(dir.join("blobs")).unwrap();
    for empty in ["lock", MARK] {
        fs::write(dir.join(empty), b"").unwrap();
    }
    fs::copy(other.join("conf"), dir.join("conf")).unwrap();
    let store = open(&dir).unwrap();
    store.append(append(stream(1), 0, 1, "new")).unwrap();
    drop(store);
    // So is one of which only the empty folder of large pages is left.
    let emptied = home.path().join("emptied");
    fs::create_dir_all(emptied.join("blobs")).unwrap();
    open(&emptied).unwrap();
}
