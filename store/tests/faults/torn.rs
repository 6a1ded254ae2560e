//! A database that ends in the middle of a commit, which it takes batch by batch: all of it or none of it is there
//! afterwards. The write-ahead file mends such an end; these are stores without one, or whose last write to it was lost
//! with the power.

use std::fs;
use std::path::Path;
use std::sync::{Arc, mpsc};

use hindsight_store::conformance::{append, behind_its_back, stream};
use hindsight_store::{Appended, EventLog, Options, PackScope, Record, SledStore, StoreError, Upkeep};

use super::{copy, examine, filled, open, options};

/// Batches of the commit that is cut short.
const BATCHES: u64 = 6;

/// A store whose last commit holds six batches, as it lay on the disk before that commit, after it, and with all of it in the database.
pub(crate) struct Cut {
    home: tempfile::TempDir,
    pub(crate) before: Vec<Record>,
    pub(crate) after: Vec<Record>,
    batches: Vec<Appended>,
}

impl Cut {
    pub(crate) fn make() -> Self {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path().join("store");
        let before = filled(&dir);
        let store = Arc::new(open(&dir).unwrap());
        copy(&dir, &home.path().join("before"));
        let heads: Vec<u64> = (0..10)
            .map(|number| store.head(stream(number)).unwrap().unwrap().version)
            .collect();
        // The committer calls back between two commits, so what is asked for meanwhile is in the next one together.
        let (sender, answers) = mpsc::channel();
        let again = Arc::clone(&store);
        let events = |number: u64| 1 + number as usize % 3;
        store.submit(
            append(stream(9), heads[9], 1, "first"),
            Box::new(move |first| {
                let from = first.unwrap().position;
                for number in 0..BATCHES {
                    let (sender, head) = (sender.clone(), heads[number as usize]);
                    again.submit(
                        append(stream(number), head, events(number), "cut"),
                        Box::new(move |result| drop(sender.send((from, result)))),
                    );
                }
            }),
        );
        let mut batches = Vec::new();
        for (from, answer) in answers {
            let at = answer.unwrap();
            assert!(at.position > from);
            batches.push(at);
        }
        batches.sort_by_key(|at| at.position);
        assert_eq!(store.stats().commits, 2, "one for the first, one for the six");
        let after = store.log(0, usize::MAX).unwrap();
        copy(&dir, &home.path().join("after"));
        store.close().unwrap();
        drop(store);
        let closed = home.path().join("closed");
        copy(&dir, &closed);
        // A kill leaves the index as it was written last.
        let older = home.path().join("older");
        copy(&home.path().join("before"), &older);
        let index = |db: &sled::Db| {
            let kinds = [b"c".as_slice(), b"mcards-at"];
            kinds
                .into_iter()
                .flat_map(|kind| db.scan_prefix(kind).map(Result::unwrap))
                .collect::<Vec<_>>()
        };
        let mut cards = Vec::new();
        behind_its_back(&older, |db| cards = index(db));
        behind_its_back(&closed, |db| {
            assert_ne!(index(db), cards);
            for (key, item) in cards {
                db.insert(key, item).unwrap();
            }
        });
        Self {
            home,
            before,
            after,
            batches,
        }
    }

    pub(crate) fn dir(&self, name: &str) -> std::path::PathBuf {
        self.home.path().join(name)
    }

    /// Up to before the six batches.
    pub(crate) fn kept(&self) -> &[Record] {
        &self.after[..=self.before.len()]
    }

    /// The mark as it was when the six batches had not been acknowledged.
    pub(crate) fn unacknowledged(&self, dir: &Path) {
        fs::copy(self.dir("before").join("acknowledged"), dir.join("acknowledged")).unwrap();
    }

    /// Opens a store; the records that it took back. It holds either all of the commit or nothing of it.
    pub(crate) fn opened(&self, dir: &Path) -> u64 {
        let (store, report) = SledStore::open(dir, &options()).unwrap();
        let log = store.log(0, usize::MAX).unwrap();
        let whole = log.len() == self.after.len();
        assert_eq!(log, if whole { &self.after } else { self.kept() });
        assert_eq!(report.position, log.len() as u64);
        assert!(store.verify(&mut |_| {}).unwrap().is_sound());
        for at in &self.batches {
            let head = store.head(at.stream).unwrap().unwrap();
            assert_eq!(head.version, if whole { at.last } else { at.first - 1 });
            let again = append(at.stream, at.first - 1, (at.last + 1 - at.first) as usize, "cut");
            assert_eq!(store.append(again).unwrap().repeated, whole);
        }
        store.close().unwrap();
        drop(store);
        assert!(
            open(dir).unwrap().log(0, usize::MAX).unwrap().len() == self.after.len(),
            "written again, all is there"
        );
        report.taken_back
    }
}

#[test]
fn a_commit_of_which_batches_are_missing_is_taken_back() {
    let cut = Cut::make();
    let records: u64 = cut.batches.iter().map(|at| at.last + 1 - at.first).sum();
    for whole in 0..=BATCHES as usize {
        let dir = cut.dir("torn");
        copy(&cut.dir("closed"), &dir);
        cut.unacknowledged(&dir);
        behind_its_back(&dir, |db| {
            for at in &cut.batches[whole..] {
                let removed = db.remove(super::event_key(number(at), at.first)).unwrap();
                assert!(removed.is_some());
            }
        });
        let expected = if whole == BATCHES as usize { 0 } else { records };
        assert_eq!(cut.opened(&dir), expected, "{whole} of the batches");
    }
}

/// The number of a batch's stream.
fn number(at: &Appended) -> u64 {
    (0..10).find(|number| stream(*number) == at.stream).unwrap()
}

#[test]
fn an_acknowledged_commit_of_which_batches_are_missing_is_named_and_left_alone() {
    let cut = Cut::make();
    let dir = cut.dir("torn");
    copy(&cut.dir("closed"), &dir);
    let last = cut.batches.last().unwrap();
    behind_its_back(&dir, |db| {
        drop(
            db.remove(super::event_key(number(last), last.first))
                .unwrap()
                .unwrap(),
        );
    });
    for _ in 0..2 {
        let error = open(&dir).err().unwrap();
        assert!(
            matches!(&error, StoreError::Truncated { expected, found, .. }
                if *expected == last.position && *found == cut.kept().len() as u64),
            "{error}"
        );
    }
}

#[test]
fn a_last_commit_whose_streams_are_packed_is_whole() {
    let cut = Cut::make();
    let dir = cut.dir("closed");
    let relaxed = Options {
        durability: hindsight_store::Durability::ProcessCrash,
        ..options()
    };
    fs::remove_file(dir.join("acknowledged")).unwrap();
    let (store, _) = SledStore::open(&dir, &relaxed).unwrap();
    for at in &cut.batches {
        store.archive(at.stream, PackScope::All).unwrap();
    }
    store.close().unwrap();
    drop(store);
    let (store, report) = SledStore::open(&dir, &relaxed).unwrap();
    assert_eq!((report.taken_back, report.position), (0, cut.after.len() as u64));
    drop(store);
    assert_eq!(examine(&dir, &cut.after), super::Seen::Unchanged);
}
