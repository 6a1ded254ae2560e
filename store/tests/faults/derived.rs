//! Damage to files that the database makes for itself beside its log: it makes them anew.

use std::fs;
use std::path::{Path, PathBuf};

use hindsight_store::conformance::{append, stream};
use hindsight_store::{EventLog, Record, SledStore, Upkeep};

use super::{Seen, copy, examine, open, options, written};

/// A closed store with a snapshot of the database, and its files of that kind.
fn store_with_snapshot(dir: &Path) -> (Vec<Record>, [PathBuf; 2]) {
    let log = written(dir, 6_000);
    open(dir).unwrap().close().unwrap();
    let names = fs::read_dir(dir).unwrap().flatten().map(|entry| entry.path());
    let snapshot = names
        .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("snap."))
        .max()
        .expect("an opening wrote a snapshot");
    (log, [snapshot, dir.join("conf")])
}

#[test]
fn a_damaged_file_of_the_databases_own_is_put_aside_and_nothing_is_lost() {
    let home = tempfile::tempdir().unwrap();
    let (dir, damaged) = (home.path().join("store"), home.path().join("damaged"));
    let (log, files) = store_with_snapshot(&dir);
    let mut put_aside = 0;
    for file in files {
        let bytes = fs::read(&file).unwrap();
        for step in 0..12 {
            let at = step * (bytes.len() - 1) / 11;
            copy(&dir, &damaged);
            let mut flipped = bytes.clone();
            flipped[at] ^= 0x20;
            let name = file.file_name().unwrap();
            fs::write(damaged.join(name), flipped).unwrap();
            let (store, report) = SledStore::open(&damaged, &options())
                .unwrap_or_else(|error| panic!("byte {at} of {}: {error}", file.display()));
            for aside in &report.set_aside {
                assert!(
                    aside.exists()
                        && aside
                            .file_name()
                            .unwrap()
                            .to_string_lossy()
                            .starts_with("damaged.")
                );
            }
            put_aside += u64::from(!report.set_aside.is_empty());
            assert_eq!(store.log(0, usize::MAX).unwrap(), log);
            let head = store.head(stream(1)).unwrap().unwrap().version;
            store.append(append(stream(1), head, 2, "after")).unwrap();
            store.close().unwrap();
            drop(store);
            let (store, report) = SledStore::open(&damaged, &options()).unwrap();
            assert!(report.set_aside.is_empty(), "once");
            assert_eq!(store.position(), log.len() as u64 + 2);
            assert!(store.verify(&mut |_| {}).unwrap().is_sound());
        }
    }
    println!("{put_aside} of 24 damaged files did not read and were put aside");
    assert!(put_aside > 12);
}

#[test]
fn where_the_log_is_damaged_too_the_files_stay_and_the_damage_is_told() {
    let home = tempfile::tempdir().unwrap();
    let (dir, damaged) = (home.path().join("store"), home.path().join("damaged"));
    let (log, [snapshot, _]) = store_with_snapshot(&dir);
    copy(&dir, &damaged);
    let name = snapshot.file_name().unwrap();
    let mut bytes = fs::read(&snapshot).unwrap();
    bytes[40] ^= 1;
    fs::write(damaged.join(name), bytes).unwrap();
    let log_file = fs::read(damaged.join("db")).unwrap();
    fs::write(damaged.join("db"), &log_file[..log_file.len() / 3]).unwrap();
    for _ in 0..2 {
        let seen = examine(&damaged, &log);
        assert!(matches!(seen, Seen::Named(_)), "{seen:?}");
    }
}
