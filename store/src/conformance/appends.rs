//! Appending: versions, conflicts, repeated commands, limits.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use super::{append, stream};
use crate::{
    Append, AppendError, Appended, EventLog, EventStore, Expected, Heard, MAX_BATCH_BYTES, MemoryStore,
    StreamCard,
};

pub(super) fn an_append_reads_back(store: Arc<dyn EventStore>) {
    let sent = append(stream(1), 0, 3, "a");
    let at = store.append(sent.clone()).unwrap();
    assert_eq!(
        (at.stream, at.first, at.last, at.position, at.repeated),
        (stream(1), 1, 3, 3, false)
    );
    let records = store.read(stream(1), 1, 3).unwrap();
    assert_eq!(records.len(), 3);
    for (index, (record, event)) in records.iter().zip(&sent.events).enumerate() {
        assert_eq!(
            (&record.kind, record.schema, &record.body),
            (&event.kind, event.schema, &event.body)
        );
        assert_eq!(
            (record.version, record.position),
            (index as u64 + 1, index as u64 + 1)
        );
        assert_eq!((usize::from(record.batch_index), record.batch_len), (index, 3));
        assert_eq!((&*record.actor, &*record.command_id), ("anna", "command a 0"));
        assert_eq!(
            (record.recorded_at_ms, record.stream),
            (sent.recorded_at_ms, stream(1))
        );
        let command = record
            .command
            .as_ref()
            .map(|command| (&*command.rules, &*command.body));
        assert_eq!(command, (index == 0).then_some(("0.1.0", &b"do a"[..])));
    }
    let head = store.head(stream(1)).unwrap().unwrap();
    assert_eq!(
        (head.version, head.position, head.digest),
        (3, 3, records[2].digest)
    );
    assert_eq!(store.head(stream(2)).unwrap(), None);
    assert_eq!(store.read(stream(2), 1, 9).unwrap(), []);
    assert_eq!(store.position(), 3);
}

pub(super) fn versions_and_positions_have_no_gaps(store: Arc<dyn EventStore>) {
    let mut positions = BTreeSet::new();
    let mut versions = [0; 4];
    for round in 0..40_usize {
        let number = round % 4;
        let count = 1 + round % 3;
        let at = store
            .append(append(stream(number as u64), versions[number], count, "r"))
            .unwrap();
        assert_eq!(at.first, versions[number] + 1);
        versions[number] += count as u64;
        assert_eq!(at.last, versions[number]);
    }
    for (number, last) in versions.into_iter().enumerate() {
        let records = store.read(stream(number as u64), 1, u64::MAX).unwrap();
        assert!(records.iter().map(|record| record.version).eq(1..=last));
        positions.extend(records.iter().map(|record| record.position));
    }
    assert!(positions.into_iter().eq(1..=versions.iter().sum()));
}

pub(super) fn a_stale_writer_loses(store: Arc<dyn EventStore>) {
    let s = stream(1);
    store.append(append(s, 0, 2, "a")).unwrap();
    let before = store.read(s, 1, 9).unwrap();
    for wrong in [0, 1, 3, u64::MAX] {
        let error = store.append(append(s, wrong, 1, "b")).unwrap_err();
        let AppendError::Conflict {
            stream,
            expected,
            found,
        } = error
        else {
            panic!("{error}")
        };
        assert_eq!((stream, expected, found), (s, wrong, 2));
    }
    assert_eq!(store.read(s, 1, 9).unwrap(), before);
    assert_eq!(store.position(), 2);
    let error = store.append(append(stream(2), 1, 1, "b")).unwrap_err();
    assert!(
        matches!(
            error,
            AppendError::Conflict {
                expected: 1,
                found: 0,
                ..
            }
        ),
        "{error}"
    );
    assert_eq!(store.head(stream(2)).unwrap(), None);
    assert_eq!(store.stats().conflicts, 5);
}

pub(super) fn one_of_many_equal_writers_wins(store: Arc<dyn EventStore>) {
    const WRITERS: usize = 16;
    for round in 0..10 {
        let (sender, receiver) = mpsc::channel();
        // Submitted without waiting, so that many land in one commit.
        for writer in 0..WRITERS {
            let sender = sender.clone();
            let sent = append(stream(1), round, 1, &format!("writer {writer}"));
            store.submit(sent, Box::new(move |result| sender.send(result).unwrap()));
        }
        let results: Vec<_> = receiver.iter().take(WRITERS).collect();
        let won = results.iter().filter(|result| result.is_ok()).count();
        assert_eq!(won, 1, "round {round}: {results:?}");
        for result in results {
            if let Err(error) = result {
                assert!(matches!(error, AppendError::Conflict { .. }), "{error}");
            }
        }
    }
    assert_eq!(store.head(stream(1)).unwrap().unwrap().version, 10);
}

pub(super) fn a_repeated_command_is_recognised(store: Arc<dyn EventStore>) {
    let s = stream(1);
    let sent = append(s, 0, 2, "a");
    let first = store.append(sent.clone()).unwrap();
    store.append(append(s, 2, 1, "b")).unwrap();
    let again = store.append(sent.clone()).unwrap();
    assert_eq!(
        again,
        Appended {
            repeated: true,
            ..first
        }
    );
    // Whatever version the writer expects by now, and whatever the rules would make of it.
    let mut later = sent;
    later.expected = Expected::Exactly(3);
    later.events.truncate(1);
    later.recorded_at_ms += 1;
    assert_eq!(store.append(later).unwrap(), again);
    assert_eq!(store.head(s).unwrap().unwrap().version, 3);
    assert_eq!(store.command(s, "command a 0").unwrap(), Some(again));
    assert_eq!(store.command(s, "command c 0").unwrap(), None);
    assert_eq!(store.command(stream(2), "command a 0").unwrap(), None);
    assert_eq!(store.stats().repeats, 2);
}

pub(super) fn a_repeated_command_is_stored_once(store: Arc<dyn EventStore>) {
    const WRITERS: usize = 8;
    let (sender, receiver) = mpsc::channel();
    for _ in 0..WRITERS {
        let sender = sender.clone();
        store.submit(
            append(stream(1), 0, 1, "a"),
            Box::new(move |result| sender.send(result).unwrap()),
        );
    }
    let results: Vec<_> = receiver.iter().take(WRITERS).map(Result::unwrap).collect();
    assert_eq!(results.iter().filter(|at| !at.repeated).count(), 1);
    assert!(
        results
            .iter()
            .all(|at| (at.first, at.last, at.position) == (1, 1, 1))
    );
    assert_eq!(store.position(), 1);
}

pub(super) fn a_reused_command_id_is_refused(store: Arc<dyn EventStore>) {
    let s = stream(1);
    let sent = append(s, 0, 1, "a");
    store.append(sent.clone()).unwrap();
    let mut other_body = sent.clone();
    other_body.command.body.push(b'!');
    let mut other_actor = sent;
    other_actor.command.actor = String::from("boris");
    for other in [other_body, other_actor] {
        let error = store.append(other).unwrap_err();
        assert!(
            matches!(&error, AppendError::CommandReused { id } if id == "command a 0"),
            "{error}"
        );
    }
    assert_eq!(store.position(), 1);
}

pub(super) fn command_ids_belong_to_their_stream(store: Arc<dyn EventStore>) {
    store.append(append(stream(1), 0, 1, "a")).unwrap();
    let mut other = append(stream(2), 0, 1, "a");
    other.command.body = b"another".to_vec();
    assert!(!store.append(other).unwrap().repeated);
}

/// Commands of stream 1 behind a version, of 2, 1 and 3 events.
fn together(version: u64) -> Vec<Append> {
    [(0, 2, "x"), (2, 1, "y"), (3, 3, "z")]
        .into_iter()
        .map(|(behind, count, name)| append(stream(1), version + behind, count, name))
        .collect()
}

pub(super) fn commands_stored_together_are_all_there(store: Arc<dyn EventStore>) {
    let heard = store.subscribe(9);
    let first = store.append(append(stream(1), 0, 1, "a")).unwrap();
    let places = store.append_together(together(1)).unwrap();
    let of = |at: &Appended| (at.first, at.last, at.position, at.repeated);
    assert_eq!(
        places.iter().map(of).collect::<Vec<_>>(),
        [(2, 3, 3, false), (4, 4, 4, false), (5, 7, 7, false)]
    );
    // Each is a command of its own, as if it had come alone.
    let alone = MemoryStore::new();
    alone.append(append(stream(1), 0, 1, "a")).unwrap();
    for append in together(1) {
        alone.append(append).unwrap();
    }
    assert_eq!(
        store.read(stream(1), 1, 9).unwrap(),
        alone.read(stream(1), 1, 9).unwrap()
    );
    assert_eq!(store.card(stream(1)).unwrap().unwrap().card.events, 7);
    for at in [first].into_iter().chain(places) {
        let Heard::Appended(notice) = heard.next(Duration::from_secs(9)) else {
            panic!("no notice of {at:?}")
        };
        assert_eq!((notice.first, notice.last), (at.first, at.last));
    }
    assert_eq!((store.stats().appends, store.stats().commits), (4, 2));
}

pub(super) fn of_a_refused_list_nothing_is_stored(store: Arc<dyn EventStore>) {
    store.append(append(stream(1), 0, 1, "a")).unwrap();
    let with = |change: &dyn Fn(&mut Vec<Append>)| {
        let mut list = together(1);
        change(&mut list);
        store.append_together(list).unwrap_err()
    };
    let conflict = |error: AppendError| match error {
        AppendError::Conflict { expected, found, .. } => (expected, found),
        other => panic!("{other}"),
    };
    assert!(matches!(with(&|list| list.clear()), AppendError::Empty));
    // The list as a whole comes too late, and then only its last command does not follow the one before it.
    assert_eq!(conflict(store.append_together(together(0)).unwrap_err()), (0, 1));
    let gap = |list: &mut Vec<Append>| list[2].expected = Expected::Exactly(5);
    assert_eq!(conflict(with(&gap)), (5, 4));
    let error = with(&|list| list[2].stream = stream(2));
    assert!(matches!(error, AppendError::OtherStream { .. }), "{error}");
    for (place, id) in [(1, "command x 1"), (2, "command a 0")] {
        let error = with(&|list: &mut Vec<Append>| id.clone_into(&mut list[place].command.id));
        assert!(
            matches!(&error, AppendError::CommandReused { id: reused } if reused == id),
            "{error}"
        );
    }
    assert!(matches!(with(&|list| list[1].events.clear()), AppendError::Empty));
    let error = with(&|list| {
        for append in list {
            append.events[0].body = vec![0; MAX_BATCH_BYTES / 2];
        }
    });
    assert!(matches!(error, AppendError::TooLarge { .. }), "{error}");
    assert_eq!(store.position(), 1);
    assert_eq!(store.head(stream(1)).unwrap().unwrap().version, 1);
    assert_eq!(store.head(stream(2)).unwrap(), None);
    store.append_together(together(1)).unwrap();
}

pub(super) fn a_repeated_list_is_recognised(store: Arc<dyn EventStore>) {
    let first = store.append_together(together(0)).unwrap();
    store.append(append(stream(1), 6, 1, "b")).unwrap();
    let again = store.append_together(together(0)).unwrap();
    let repeated = |at: &Appended| Appended {
        repeated: true,
        ..*at
    };
    assert_eq!(again, first.iter().map(repeated).collect::<Vec<_>>());
    // A list that was never stored, with a command in it that was.
    let mut other = together(7);
    other[1].command = together(0)[1].command.clone();
    let error = store.append_together(other).unwrap_err();
    assert!(
        matches!(&error, AppendError::CommandReused { id } if *id == together(0)[1].command.id),
        "{error}"
    );
    assert_eq!(store.position(), 7);
    assert_eq!(store.stats().repeats, 3);
}

pub(super) fn what_is_too_large_is_refused(store: Arc<dyn EventStore>) {
    let good = || append(stream(1), 0, 1, "a");
    let mut empty = good();
    empty.events.clear();
    assert!(matches!(store.append(empty), Err(AppendError::Empty)));
    let mut nameless = good();
    nameless.command.id.clear();
    assert!(matches!(store.append(nameless), Err(AppendError::NoCommandId)));
    let mut long_id = good();
    long_id.command.id = "x".repeat(129);
    let mut long_actor = good();
    long_actor.command.actor = "x".repeat(129);
    let mut long_kind = good();
    long_kind.events[0].kind = "x".repeat(129);
    let mut big = good();
    big.events[0].body = vec![0; MAX_BATCH_BYTES + 1];
    let mut many = good();
    many.events = vec![many.events[0].clone(); 10_001];
    let mut card = good();
    card.card = Some(StreamCard {
        title: "x".repeat(40_000),
        ..StreamCard::default()
    });
    for (row, append) in [long_id, long_actor, long_kind, big, many, card]
        .into_iter()
        .enumerate()
    {
        let error = store.append(append).unwrap_err();
        assert!(
            matches!(error, AppendError::TooLarge { .. }),
            "row {row}: {error}"
        );
    }
    assert_eq!(store.position(), 0);
    let mut longest = good();
    longest.command.id = "x".repeat(128);
    longest.events = vec![longest.events[0].clone(); 10_000];
    assert_eq!(store.append(longest).unwrap().last, 10_000);
}
