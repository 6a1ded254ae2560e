//! The write-ahead file: what it holds is there after a kill, whole commits of it, once; and damage to it has a name.

use std::fs;
use std::path::Path;

use hindsight_store::conformance::{append, stream};
use hindsight_store::{
    Append, EventLog, LostCommits, Options, PackScope, SideRecords, SledStore, StoreError, Upkeep,
};

use super::torn::Cut;
use super::{Seen, copy, examine, filled, open, options};

const FILE: &str = "ahead";

/// A database as it was before the last commits, with the file that holds them.
fn behind(cut: &Cut, name: &str) -> std::path::PathBuf {
    let dir = cut.dir(name);
    copy(&cut.dir("before"), &dir);
    fs::copy(cut.dir("after").join(FILE), dir.join(FILE)).unwrap();
    fs::copy(cut.dir("after").join("acknowledged"), dir.join("acknowledged")).unwrap();
    dir
}

/// The bytes of the file up to the last that is not zero.
fn used(dir: &Path) -> Vec<u8> {
    let mut bytes = fs::read(dir.join(FILE)).unwrap();
    let end = bytes.iter().rposition(|byte| *byte != 0).unwrap() + 1;
    bytes.truncate(end);
    bytes
}

#[test]
fn what_the_database_did_not_have_yet_is_there_after_the_next_opening() {
    let cut = Cut::make();
    let dir = behind(&cut, "behind");
    let (store, report) = SledStore::open(&dir, &options()).unwrap();
    assert_eq!((report.replayed, report.taken_back), (2, 0));
    assert_eq!(report.position, cut.after.len() as u64);
    drop(store);
    let (store, report) = SledStore::open(&dir, &options()).unwrap();
    assert_eq!(report.replayed, 0, "once");
    drop(store);
    assert_eq!(examine(&dir, &cut.after), Seen::Unchanged);
    assert_eq!(cut.opened(&dir), 0);
}

#[test]
fn what_the_database_has_already_is_not_changed() {
    let cut = Cut::make();
    let dir = cut.dir("twice");
    copy(&cut.dir("closed"), &dir);
    for _ in 0..3 {
        fs::copy(cut.dir("after").join(FILE), dir.join(FILE)).unwrap();
        let (store, report) = SledStore::open(&dir, &options()).unwrap();
        assert_eq!(report.replayed, 2);
        assert_eq!(store.log(0, usize::MAX).unwrap(), cut.after);
        drop(store);
        assert_eq!(examine(&dir, &cut.after), Seen::Unchanged);
    }
}

#[test]
fn an_orderly_end_leaves_the_file_empty() {
    let cut = Cut::make();
    assert_eq!(cut.dir("closed").join(FILE).metadata().unwrap().len(), 0);
    assert_eq!(cut.dir("before").join(FILE).metadata().unwrap().len(), 0);
    assert!(cut.dir("after").join(FILE).metadata().unwrap().len() > 1_000);
}

#[test]
fn wherever_the_file_is_cut_off_each_commit_is_there_or_not() {
    let cut = Cut::make();
    let bytes = used(&cut.dir("after"));
    let (mut none, mut first, mut both) = (0, 0, 0);
    for step in 0..=60 {
        let at = bytes.len() * step / 60;
        let dir = behind(&cut, "cut");
        // Cut short, or followed by what an earlier round left.
        let mut cut_off = bytes[..at].to_vec();
        if step % 2 == 0 {
            cut_off.extend(bytes[at..].iter().map(|byte| byte ^ 0x55));
        }
        fs::write(dir.join(FILE), cut_off).unwrap();
        if at < bytes.len() {
            let error = open(&dir).err().unwrap();
            let last = cut.after.len() as u64;
            assert!(
                matches!(&error, StoreError::Truncated { expected, found, .. }
                    if *expected == last && [cut.before.len(), cut.kept().len()].contains(&(*found as usize))),
                "{error}"
            );
        }
        // Nobody was told of what is gone.
        cut.unacknowledged(&dir);
        let (store, report) = SledStore::open(&dir, &options()).unwrap();
        let log = store.log(0, usize::MAX).unwrap();
        assert!(store.verify(&mut |_| {}).unwrap().is_sound());
        assert_eq!((report.taken_back, report.position), (0, log.len() as u64));
        drop(store);
        if log.len() == cut.before.len() {
            assert_eq!(log, cut.before);
            none += 1;
        } else {
            first += u64::from(log.len() == cut.kept().len());
            both += u64::from(log.len() == cut.after.len());
            assert_eq!(cut.opened(&dir), 0);
        }
    }
    println!("cut off at 61 places: {none} with neither commit, {first} with the first, {both} with both");
    assert!(none > 3 && first > 10 && both == 1, "{none} {first} {both}");
}

#[test]
fn a_flipped_byte_in_what_was_acknowledged_is_named() {
    let cut = Cut::make();
    let bytes = used(&cut.dir("after"));
    let last = cut.after.len() as u64;
    for step in 0..40 {
        let at = step * (bytes.len() - 1) / 39;
        let dir = behind(&cut, "flipped");
        let mut flipped = bytes.clone();
        flipped[at] ^= 0x20;
        fs::write(dir.join(FILE), flipped).unwrap();
        let error = open(&dir).err().unwrap();
        assert!(
            matches!(&error, StoreError::Truncated { expected, found, file }
                if *expected == last && *found < last && file.ends_with(FILE)),
            "byte {at}: {error}"
        );
    }
}

#[test]
fn a_file_that_is_gone_is_named_by_what_is_missing() {
    let cut = Cut::make();
    let dir = behind(&cut, "gone");
    fs::remove_file(dir.join(FILE)).unwrap();
    let error = open(&dir).err().unwrap();
    assert!(
        matches!(&error, StoreError::Truncated { expected, found, file }
            if *expected == cut.after.len() as u64 && *found == cut.before.len() as u64 && file.ends_with(FILE)),
        "{error}"
    );
    fs::remove_file(dir.join(FILE)).unwrap();
    fs::create_dir(dir.join(FILE)).unwrap();
    let error = open(&dir).err().unwrap();
    assert!(matches!(&error, StoreError::NotARegularFile { .. }), "{error}");
    assert!(error.to_string().contains(FILE), "{error}");
}

/// So many bytes that do not shrink.
pub(crate) fn noise(salt: u64, bytes: usize) -> Vec<u8> {
    let mut noise = vec![0; bytes];
    let mut hasher = blake3::Hasher::new();
    hasher.update(&salt.to_le_bytes());
    hasher.finalize_xof().fill(&mut noise);
    noise
}

/// One command that is too large for the file.
fn large(number: u64, expected: u64, tag: &str) -> Append {
    let mut append = append(stream(number), expected, 3, tag);
    for (event, salt) in append.events.iter_mut().zip(expected..) {
        event.body = noise(salt, 120_000);
    }
    append
}

#[test]
fn a_database_that_lost_what_the_file_builds_on_is_named() {
    let home = tempfile::tempdir().unwrap();
    let (dir, older) = (home.path().join("store"), home.path().join("older"));
    let log = filled(&dir);
    copy(&dir, &older);
    let store = open(&dir).unwrap();
    let at = store.append(large(77, 0, "large")).unwrap();
    store.append(append(stream(77), at.last, 1, "small")).unwrap();
    fs::copy(dir.join(FILE), older.join(FILE)).unwrap();
    drop(store);
    // Even without the mark of what was acknowledged.
    fs::remove_file(older.join("acknowledged")).unwrap();
    for _ in 0..2 {
        let error = open(&older).err().unwrap();
        assert!(
            matches!(&error, StoreError::Truncated { expected, found, file }
                if *expected == at.position && *found == log.len() as u64 && file.ends_with("db")),
            "{error}"
        );
    }
}

#[test]
fn what_is_too_large_for_the_file_is_not_undone_by_what_it_held_before() {
    let home = tempfile::tempdir().unwrap();
    let (dir, killed) = (home.path().join("store"), home.path().join("killed"));
    let store = open(&dir).unwrap();
    store.append(large(1, 0, "one")).unwrap();
    store.append(large(1, 3, "two")).unwrap();
    for version in 6..40 {
        store.append(append(stream(1), version, 1, "small")).unwrap();
    }
    store.append(append(stream(2), 0, 1, "beside")).unwrap();
    let log = store.log(0, usize::MAX).unwrap();
    // Batches become blocks, each in a commit of its own: the large ones go to the database at once, the last is small.
    store.archive(stream(1), PackScope::All).unwrap();
    copy(&dir, &killed);
    let (again, report) = SledStore::open(&killed, &options()).unwrap();
    assert_eq!(report.replayed, 1, "the small one");
    assert_eq!(again.log(0, usize::MAX).unwrap(), log);
    assert!(again.verify(&mut |_| {}).unwrap().is_sound());
    assert_eq!(
        again.archive(stream(1), PackScope::All).unwrap(),
        store.archive(stream(1), PackScope::All).unwrap(),
        "no batch came back"
    );
}

#[test]
fn a_full_file_begins_anew_and_stays_small() {
    let home = tempfile::tempdir().unwrap();
    let (dir, killed) = (home.path().join("store"), home.path().join("killed"));
    let store = open(&dir).unwrap();
    let commits = 400;
    for version in 0..commits {
        let mut sent = append(stream(3), version, 1, "many");
        sent.events[0].body = noise(version, 700);
        store.append(sent).unwrap();
    }
    assert_eq!(dir.join(FILE).metadata().unwrap().len(), 24 << 10);
    let log = store.log(0, usize::MAX).unwrap();
    copy(&dir, &killed);
    let (again, report) = SledStore::open(&killed, &options()).unwrap();
    assert!(
        report.replayed > 0 && report.replayed < commits / 10,
        "{} of {commits}",
        report.replayed
    );
    assert_eq!(again.log(0, usize::MAX).unwrap(), log);
    assert!(again.verify(&mut |_| {}).unwrap().is_sound());
}

/// A store as a kill left it, whose last commits are side records: they have no place in the log that could be missing.
fn killed_after_side_records(home: &Path) -> (std::path::PathBuf, Vec<u8>) {
    let (dir, killed) = (home.join("store"), home.join("killed"));
    filled(&dir);
    let store = open(&dir).unwrap();
    for number in 0..20_u8 {
        store
            .keep("tokens", &[number], &noise(u64::from(number), 60))
            .unwrap();
    }
    copy(&dir, &killed);
    let used = used(&killed);
    (killed, used)
}

fn has_all_tokens(store: &SledStore) -> bool {
    (0..20_u8).all(|number| store.fetch("tokens", &[number]).unwrap() == Some(noise(u64::from(number), 60)))
}

#[test]
fn side_records_that_were_acknowledged_and_no_longer_read_are_named() {
    let home = tempfile::tempdir().unwrap();
    let (killed, used) = killed_after_side_records(home.path());
    let dir = home.path().join("damaged");
    let refused = |what: &str| {
        let error = open(&dir).err().unwrap_or_else(|| panic!("{what}: opened"));
        assert!(
            matches!(&error, StoreError::LostCommits { file, expected, found }
                if file.ends_with(FILE) && found < expected && *expected == used.len() as u64),
            "{what}: {error}"
        );
        assert!(error.to_string().contains("rebuild --give-up-lost"), "{error}");
    };
    for step in 0..40 {
        let at = step * (used.len() - 1) / 39;
        copy(&killed, &dir);
        let mut flipped = used.clone();
        flipped[at] ^= 0x20;
        fs::write(dir.join(FILE), flipped).unwrap();
        refused(&format!("byte {at} flipped"));
    }
    for part in 0..5 {
        copy(&killed, &dir);
        fs::write(dir.join(FILE), &used[..used.len() * part / 5]).unwrap();
        refused(&format!("cut to {part}/5"));
    }
    copy(&killed, &dir);
    fs::remove_file(dir.join(FILE)).unwrap();
    refused("gone");
    copy(&killed, &dir);
    fs::write(dir.join(FILE), vec![0; used.len()]).unwrap();
    refused("nothing but zeros");
    // As it was, all is there.
    copy(&killed, &dir);
    assert!(has_all_tokens(&open(&dir).unwrap()));
}

#[test]
fn what_is_lost_can_be_given_up_and_the_store_is_as_strict_as_before() {
    let home = tempfile::tempdir().unwrap();
    let (killed, used) = killed_after_side_records(home.path());
    let resigned = Options {
        lost_commits: LostCommits::GiveUp,
        ..options()
    };
    for half in [&used[..used.len() / 2], &[]] {
        let dir = home.path().join("damaged");
        copy(&killed, &dir);
        fs::write(dir.join(FILE), half).unwrap();
        let (store, _) = SledStore::open(&dir, &resigned).unwrap();
        assert!(!has_all_tokens(&store));
        assert!(store.verify(&mut |_| {}).unwrap().is_sound());
        store.keep("tokens", b"later", b"kept").unwrap();
        let again = home.path().join("again");
        copy(&dir, &again);
        assert_eq!(
            open(&again).unwrap().fetch("tokens", b"later").unwrap(),
            Some(b"kept".to_vec())
        );
        copy(&dir, &again);
        fs::write(again.join(FILE), []).unwrap();
        assert!(matches!(open(&again), Err(StoreError::LostCommits { .. })));
    }
}

#[test]
fn an_older_mark_as_a_power_cut_leaves_it_stops_nothing() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("store");
    filled(&dir);
    let store = open(&dir).unwrap();
    let (older, newer) = (home.path().join("older"), home.path().join("newer"));
    store.keep("t", b"a", b"1").unwrap();
    copy(&dir, &older);
    // Rounds enough that the file began anew since.
    for number in 0..200_u64 {
        store
            .keep("t", &number.to_be_bytes(), &noise(number, 400))
            .unwrap();
    }
    copy(&dir, &newer);
    fs::copy(older.join("acknowledged"), newer.join("acknowledged")).unwrap();
    let again = open(&newer).unwrap();
    for number in 0..200_u64 {
        assert_eq!(
            again.fetch("t", &number.to_be_bytes()).unwrap(),
            Some(noise(number, 400))
        );
    }
    // The other way round, the file is older than what was acknowledged.
    let mixed = home.path().join("mixed");
    copy(&dir, &mixed);
    fs::copy(older.join(FILE), mixed.join(FILE)).unwrap();
    assert!(matches!(
        open(&mixed),
        Err(StoreError::LostCommits { found: 0, .. })
    ));
}
