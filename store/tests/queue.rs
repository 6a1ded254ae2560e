//! The write queue: bounded, drained on closing, and no caller can bring it down.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::mpsc;

use hindsight_store::conformance::{append, stream};
use hindsight_store::{AppendError, Appended, EventLog, Options, SledStore, Upkeep};

fn open(queue: usize) -> (tempfile::TempDir, SledStore) {
    let home = tempfile::tempdir().unwrap();
    let options = Options {
        queue,
        cache_bytes: 16 << 20,
        ..Options::default()
    };
    let (store, _) = SledStore::open(home.path(), &options).unwrap();
    (home, store)
}

#[test]
fn a_full_queue_answers_busy_and_keeps_what_it_took() {
    let (_home, store) = open(3);
    let (entered, at_work) = mpsc::channel();
    let (release, held) = mpsc::channel::<()>();
    // Holds the committer after the first append.
    store.on_commit(Box::new(move |_| {
        entered.send(()).unwrap_or_default();
        held.recv().unwrap_or_default();
    }));
    store.append(append(stream(0), 0, 1, "first")).unwrap();
    at_work.recv().unwrap();
    let (sender, results) = mpsc::channel();
    for number in 1..=5 {
        let sender = sender.clone();
        let done = Box::new(move |result: Result<_, _>| sender.send((number, result.map(|_| ()))).unwrap());
        store.submit(append(stream(number), 0, 1, "more"), done);
    }
    drop(sender);
    // Three fit; the other two are told at once.
    for _ in 0..2 {
        let (number, result) = results.recv().unwrap();
        assert!(matches!(result, Err(AppendError::Busy)), "{number}: {result:?}");
        assert!(number > 3);
    }
    assert_eq!(store.stats().queued, 3);
    drop(release);
    let mut stored: Vec<_> = results
        .iter()
        .map(|(number, result)| result.map(|()| number).unwrap())
        .collect();
    stored.sort_unstable();
    assert_eq!(stored, [1, 2, 3]);
    assert_eq!(store.position(), 4);
}

#[test]
fn closing_finishes_what_is_queued() {
    let (home, store) = open(1000);
    let (sender, results) = mpsc::channel();
    for number in 0..500 {
        let sender = sender.clone();
        store.submit(
            append(stream(number), 0, 2, "x"),
            Box::new(move |result| sender.send(result.is_ok()).unwrap()),
        );
    }
    drop(sender);
    store.close().unwrap();
    assert_eq!(results.iter().filter(|stored| *stored).count(), 500);
    drop(store);
    let (store, report) = SledStore::open(home.path(), &Options::default()).unwrap();
    assert_eq!(
        (report.position, report.streams, report.refreshed),
        (1000, 500, 0)
    );
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
}

#[test]
fn a_callback_that_panics_harms_nobody_else() {
    let (_home, store) = open(10);
    store.submit(append(stream(1), 0, 1, "x"), Box::new(|_| panic!("on purpose")));
    store.append(append(stream(2), 0, 1, "y")).unwrap();
    assert_eq!(store.position(), 2);
}

#[test]
fn the_same_command_twice_in_one_commit_is_stored_once() {
    let (_home, store) = open(100);
    store.append(append(stream(1), 0, 1, "x")).unwrap();
    let (entered, at_work) = mpsc::channel();
    let (release, held) = mpsc::channel::<()>();
    store.on_commit(Box::new(move |_| {
        entered.send(()).unwrap_or_default();
        held.recv().unwrap_or_default();
    }));
    store.submit(
        append(stream(2), 0, 1, "x"),
        Box::new(|result| assert!(result.is_ok())),
    );
    at_work.recv().unwrap();
    // All of these wait together: another stream, a command, the same again, another one under its id.
    let mut other = append(stream(1), 1, 2, "y");
    other.command.body = b"do something else".to_vec();
    let asked = [
        append(stream(2), 1, 1, "y"),
        append(stream(1), 1, 2, "y"),
        append(stream(1), 1, 2, "y"),
        other,
        append(stream(1), 3, 1, "z"),
    ];
    let (sender, results) = mpsc::channel();
    for (number, append) in asked.into_iter().enumerate() {
        let sender = sender.clone();
        let done = Box::new(move |result| sender.send((number, result)).unwrap());
        store.submit(append, done);
    }
    drop(sender);
    drop(release);
    let mut results: Vec<_> = results.iter().collect();
    results.sort_by_key(|(number, _)| *number);
    let [
        (_, Ok(_)),
        (_, Ok(first)),
        (_, Ok(again)),
        (_, Err(reused)),
        (_, Ok(later)),
    ] = &results[..]
    else {
        panic!("{results:?}");
    };
    assert_eq!((first.first, first.last, first.repeated), (2, 3, false));
    assert_eq!(
        *again,
        Appended {
            repeated: true,
            ..*first
        }
    );
    assert!(
        matches!(reused, AppendError::CommandReused { id } if id == "command y 1"),
        "{reused}"
    );
    assert_eq!((later.first, later.repeated), (4, false));
    assert_eq!(store.stats().repeats, 1);
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
}
