//! A kill in the middle of a commit that is written batch by batch: all of it or none of it is there afterwards.

use std::fs;
use std::path::Path;
use std::sync::{Arc, mpsc};

use hindsight_store::conformance::{append, behind_its_back, stream};
use hindsight_store::{Appended, EventStore, Options, Pack, Record, SledStore, StoreError};

use super::{copy, examine, filled, open, options};

/// Batches of the commit that is cut short.
const BATCHES: u64 = 6;

/// A store whose last commit holds six batches, as it lay on the disk before and after that commit.
struct Cut {
    home: tempfile::TempDir,
    before: Vec<Record>,
    after: Vec<Record>,
    batches: Vec<Appended>,
}

impl Cut {
    fn make() -> Self {
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
        Self {
            home,
            before,
            after,
            batches,
        }
    }

    fn dir(&self, name: &str) -> std::path::PathBuf {
        self.home.path().join(name)
    }

    /// Up to before the six batches.
    fn kept(&self) -> &[Record] {
        &self.after[..=self.before.len()]
    }

    /// The mark as it was when the six batches had not been acknowledged.
    fn unacknowledged(&self, dir: &Path) {
        fs::copy(self.dir("before").join("acknowledged"), dir.join("acknowledged")).unwrap();
    }

    /// Opens a store; the records that it took back. It holds either all of the commit or nothing of it.
    fn opened(&self, dir: &Path) -> u64 {
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
        copy(&cut.dir("after"), &dir);
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
fn wherever_the_database_is_cut_off_the_commit_is_there_or_not() {
    let cut = Cut::make();
    let end = |name: &str| {
        let bytes = fs::read(cut.dir(name).join("db")).unwrap();
        bytes.iter().rposition(|byte| *byte != 0).unwrap() + 1
    };
    let (from, to) = (end("before"), end("after"));
    assert!(to > from + 1_000, "{from} to {to}");
    let bytes = fs::read(cut.dir("after").join("db")).unwrap();
    let (mut none, mut taken_back, mut all) = (0, 0, 0);
    for step in 0..=60 {
        let at = from + (to - from) * step / 60;
        let dir = cut.dir("cut");
        copy(&cut.dir("after"), &dir);
        cut.unacknowledged(&dir);
        let mut cut_off = bytes.clone();
        cut_off[at..].fill(0);
        fs::write(dir.join("db"), cut_off).unwrap();
        // The append before the six was not acknowledged by this mark either; where it is gone nothing else is there.
        let (store, report) = SledStore::open(&dir, &options()).unwrap();
        let log = store.log(0, usize::MAX).unwrap();
        assert!(store.verify(&mut |_| {}).unwrap().is_sound());
        drop(store);
        if log.len() == cut.before.len() {
            assert_eq!(log, cut.before);
            none += 1;
        } else {
            taken_back += u64::from(report.taken_back > 0);
            all += u64::from(log.len() == cut.after.len());
            assert_eq!(cut.opened(&dir), 0, "taken back once and for all");
        }
    }
    println!("cut off at 61 places: {none} before the commit, {taken_back} in it, {all} behind it");
    assert!(taken_back > 10 && all > 0, "{none} {taken_back} {all}");
}

#[test]
fn an_acknowledged_commit_of_which_batches_are_missing_is_named_and_left_alone() {
    let cut = Cut::make();
    let dir = cut.dir("torn");
    copy(&cut.dir("after"), &dir);
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
    let dir = cut.dir("after");
    let relaxed = Options {
        durability: hindsight_store::Durability::ProcessCrash,
        ..options()
    };
    fs::remove_file(dir.join("acknowledged")).unwrap();
    let (store, _) = SledStore::open(&dir, &relaxed).unwrap();
    for at in &cut.batches {
        store.archive(at.stream, Pack::All).unwrap();
    }
    store.close().unwrap();
    drop(store);
    let (store, report) = SledStore::open(&dir, &relaxed).unwrap();
    assert_eq!((report.taken_back, report.position), (0, cut.after.len() as u64));
    drop(store);
    assert_eq!(examine(&dir, &cut.after), super::Seen::Unchanged);
}
