//! What every store must do, whatever it is made of: one list of cases, each run against a fresh, empty store.

#![expect(clippy::unwrap_used, reason = "a case fails by panicking")]
#![expect(clippy::needless_pass_by_value, reason = "a case owns its store")]

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::{Arc, Barrier, mpsc};
use std::time::Duration;

use crate::{
    Append, AppendError, Audience, Check, CommandStamp, Digest, EventStore, Expected, Heard, MAX_BATCH_BYTES,
    NewEvent, Order, SideOp, SideOutcome, SortBy, StoreError, StreamCard, StreamFilter, StreamId,
};

/// A case: its name and what it does with an empty store. It panics if the store is wrong.
pub type Case = (&'static str, fn(Arc<dyn EventStore>));

/// All cases.
pub const CASES: &[Case] = &[
    ("an append reads back", an_append_reads_back),
    (
        "versions and positions have no gaps",
        versions_and_positions_have_no_gaps,
    ),
    ("a stale writer loses and nothing changes", a_stale_writer_loses),
    ("one of many equal writers wins", one_of_many_equal_writers_wins),
    (
        "a repeated command is recognised",
        a_repeated_command_is_recognised,
    ),
    (
        "a repeated command among concurrent ones is stored once",
        a_repeated_command_is_stored_once,
    ),
    (
        "a command id for another command is refused",
        a_reused_command_id_is_refused,
    ),
    (
        "command ids belong to their stream",
        command_ids_belong_to_their_stream,
    ),
    ("what is too large is refused", what_is_too_large_is_refused),
    ("bodies of every size come back", bodies_of_every_size_come_back),
    ("any text and any bytes come back", any_text_comes_back),
    ("the chain covers each record", the_chain_covers_each_record),
    ("reads are bounded by what is asked", reads_are_bounded),
    ("the log is the order of appends", the_log_is_the_order_of_appends),
    (
        "packing changes nothing that can be read",
        packing_changes_nothing,
    ),
    ("lists filter, sort and page", lists_filter_sort_and_page),
    ("cards follow the appends", cards_follow_the_appends),
    ("a draft is put away, not erased", a_draft_is_put_away),
    ("snapshots are found by version and format", snapshots_are_found),
    ("side records are kept", side_records_are_kept),
    ("side changes are all or nothing", side_changes_are_all_or_nothing),
    (
        "followers hear of appends, slow ones that they lag",
        followers_hear,
    ),
    ("a closed store takes nothing", a_closed_store_takes_nothing),
    ("a sound store verifies", a_sound_store_verifies),
];

/// Runs every case on a store of its own.
pub fn run(mut fresh: impl FnMut() -> Arc<dyn EventStore>) {
    for (name, case) in CASES {
        println!("conformance: {name}");
        case(fresh());
    }
}

/// A stream name for tests.
pub fn stream(number: u64) -> StreamId {
    StreamId::new(1_700_000_000_000 + number, u128::from(number))
}

/// An append for tests: `count` small events, with a command id made of the stream and `tag`.
pub fn append(stream: StreamId, expected: u64, count: usize, tag: &str) -> Append {
    let event = |index| NewEvent {
        kind: format!("kind-{}", index % 3),
        schema: 1 + (index % 2) as u16,
        body: format!("{tag} {expected} {index}").into_bytes(),
    };
    Append {
        stream,
        expected: if expected == 0 {
            Expected::New
        } else {
            Expected::Exactly(expected)
        },
        recorded_at_ms: 1_700_000_000_000 + expected % 1_000_000,
        command: CommandStamp {
            id: format!("command {tag} {expected}"),
            actor: "anna".to_owned(),
            rules: "0.1.0".to_owned(),
            body: format!("do {tag}").into_bytes(),
        },
        events: (0..count).map(event).collect(),
        card: None,
    }
}

fn an_append_reads_back(store: Arc<dyn EventStore>) {
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

fn versions_and_positions_have_no_gaps(store: Arc<dyn EventStore>) {
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

fn a_stale_writer_loses(store: Arc<dyn EventStore>) {
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

fn one_of_many_equal_writers_wins(store: Arc<dyn EventStore>) {
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

fn a_repeated_command_is_recognised(store: Arc<dyn EventStore>) {
    let s = stream(1);
    let sent = append(s, 0, 2, "a");
    let first = store.append(sent.clone()).unwrap();
    store.append(append(s, 2, 1, "b")).unwrap();
    let again = store.append(sent.clone()).unwrap();
    assert_eq!(
        again,
        crate::Appended {
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

fn a_repeated_command_is_stored_once(store: Arc<dyn EventStore>) {
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

fn a_reused_command_id_is_refused(store: Arc<dyn EventStore>) {
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

fn command_ids_belong_to_their_stream(store: Arc<dyn EventStore>) {
    store.append(append(stream(1), 0, 1, "a")).unwrap();
    let mut other = append(stream(2), 0, 1, "a");
    other.command.body = b"another".to_vec();
    assert!(!store.append(other).unwrap().repeated);
}

fn what_is_too_large_is_refused(store: Arc<dyn EventStore>) {
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

fn bodies_of_every_size_come_back(store: Arc<dyn EventStore>) {
    let noise = |len: usize| -> Vec<u8> {
        let mut bytes = vec![0; len];
        blake3::Hasher::new()
            .update(&len.to_le_bytes())
            .finalize_xof()
            .fill(&mut bytes);
        bytes
    };
    // Around one item of 60 KB, around 64 KB, and well into many parts; noise does not compress.
    let sizes = [
        0,
        1,
        2_047,
        2_048,
        61_000,
        61_439,
        61_440,
        61_441,
        65_535,
        65_536,
        131_072,
        700_000,
        MAX_BATCH_BYTES - 100,
    ];
    let mut version = 0;
    for (row, size) in sizes.into_iter().enumerate() {
        let mut sent = append(stream(1), version, 1, &format!("{row}"));
        sent.events[0].body = if row % 4 == 3 { vec![7; size] } else { noise(size) };
        let body = sent.events[0].body.clone();
        version = store.append(sent).unwrap().last;
        assert!(
            store.read(stream(1), version, version).unwrap()[0].body == body,
            "size {size}"
        );
    }
    let mut large_command = append(stream(2), 0, 40, "large");
    large_command.command.body = noise(300_000);
    large_command
        .events
        .iter_mut()
        .for_each(|event| event.body = noise(9_000));
    store.append(large_command.clone()).unwrap();
    let records = store.read(stream(2), 1, 40).unwrap();
    assert!(
        records
            .iter()
            .map(|record| &record.body)
            .eq(large_command.events.iter().map(|event| &event.body))
    );
    assert!(records[0].command.as_ref().unwrap().body == large_command.command.body);
    let all = store.read(stream(1), 1, u64::MAX).unwrap();
    assert!(all.iter().map(|record| record.body.len()).eq(sizes));
}

fn any_text_comes_back(store: Arc<dyn EventStore>) {
    let texts = [
        "",
        "\0",
        "Żółć ⚔ 𝔊",
        "\"quotes\" \\ \n\t",
        "\u{202e}right to left",
    ];
    let mut version = 0;
    for text in texts {
        let mut sent = append(stream(1), version, 1, "x");
        sent.command.id = format!("id {text}");
        sent.command.actor = String::from(text);
        sent.command.rules = String::from(text);
        sent.command.body = (0..=255).collect();
        sent.events[0].kind = String::from(text);
        sent.events[0].schema = u16::MAX;
        sent.recorded_at_ms = u64::MAX;
        version = store.append(sent).unwrap().last;
        let record = store.read(stream(1), version, version).unwrap().remove(0);
        assert_eq!(
            (&*record.actor, &*record.kind, record.command_id),
            (text, text, format!("id {text}"))
        );
        assert_eq!((record.schema, record.recorded_at_ms), (u16::MAX, u64::MAX));
        assert!(record.command.unwrap().body.into_iter().eq(0..=255));
    }
}

fn the_chain_covers_each_record(store: Arc<dyn EventStore>) {
    // Equal but for one thing in the first record: every digest from there on differs.
    for (number, tag) in [(1, "a"), (2, "b")] {
        let mut sent = append(stream(1), 0, 1, "a");
        sent.stream = stream(number);
        sent.events[0].body = tag.as_bytes().to_vec();
        store.append(sent).unwrap();
        store.append(append(stream(number), 1, 2, "c")).unwrap();
    }
    let left = store.read(stream(1), 1, 3).unwrap();
    let right = store.read(stream(2), 1, 3).unwrap();
    let digests: BTreeSet<[u8; 32]> = left.iter().chain(&right).map(|record| record.digest.0).collect();
    assert_eq!(digests.len(), 6);
    assert!(!digests.contains(&Digest::default().0));
    // A read from the middle gives the same digests as one from the start.
    assert_eq!(store.read(stream(1), 3, 3).unwrap()[0], left[2]);
}

fn reads_are_bounded(store: Arc<dyn EventStore>) {
    let s = stream(1);
    let mut version = 0;
    for count in [1, 4, 2, 3] {
        version = store.append(append(s, version, count, "a")).unwrap().last;
    }
    let all = store.read(s, 1, u64::MAX).unwrap();
    assert_eq!(all.len(), 10);
    for from in 0..=12 {
        for to in 0..=12 {
            let expected: Vec<_> = all
                .iter()
                .filter(|record| record.version >= from && record.version <= to)
                .cloned()
                .collect();
            assert_eq!(store.read(s, from, to).unwrap(), expected, "{from}..={to}");
        }
    }
    let mut seen = Vec::new();
    store
        .scan(s, 2, 10, Check::Continuity, &mut |record| {
            seen.push((record.version, record.body.to_vec()));
            if seen.len() == 3 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .unwrap();
    assert!(
        seen.into_iter().eq(all[1..4]
            .iter()
            .map(|record| (record.version, record.body.clone())))
    );
}

fn the_log_is_the_order_of_appends(store: Arc<dyn EventStore>) {
    let mut versions = [0; 3];
    let mut sent = Vec::new();
    for round in 0..60_usize {
        let number = (round * 7 + round / 5) % 3;
        let count = 1 + round % 4;
        store
            .append(append(stream(number as u64), versions[number], count, "l"))
            .unwrap();
        for _ in 0..count {
            versions[number] += 1;
            sent.push((stream(number as u64), versions[number]));
        }
    }
    let log = store.log(0, usize::MAX).unwrap();
    assert!(
        log.iter()
            .map(|record| (record.stream, record.version))
            .eq(sent.iter().copied())
    );
    assert!(log.iter().map(|record| record.position).eq(1..=sent.len() as u64));
    for (after, limit) in [
        (0, 1),
        (1, 2),
        (3, 50),
        (sent.len() as u64 - 1, 5),
        (sent.len() as u64, 5),
        (9_999, 5),
        (5, 0),
    ] {
        let expected: Vec<_> = log.iter().skip(after as usize).take(limit).cloned().collect();
        assert_eq!(
            store.log(after, limit).unwrap(),
            expected,
            "after {after}, limit {limit}"
        );
    }
    let of_stream: Vec<_> = log
        .into_iter()
        .filter(|record| record.stream == stream(1))
        .collect();
    assert_eq!(store.read(stream(1), 1, u64::MAX).unwrap(), of_stream);
}

fn packing_changes_nothing(store: Arc<dyn EventStore>) {
    let mut versions = [0; 2];
    for round in 0..200_usize {
        let number = round % 2;
        let count = 1 + round % 5;
        let mut sent = append(stream(number as u64), versions[number], count, "p");
        if round == 100 {
            sent.events[0].body = vec![3; 200_000];
        }
        versions[number] = store.append(sent).unwrap().last;
    }
    let streams = [0, 1].map(|number| store.read(stream(number), 1, u64::MAX).unwrap());
    let log = store.log(0, usize::MAX).unwrap();
    let head = store.head(stream(0)).unwrap();
    for _ in 0..2 {
        store.archive(stream(0)).unwrap();
        assert_eq!(store.read(stream(0), 1, u64::MAX).unwrap(), streams[0]);
        assert_eq!(store.read(stream(1), 1, u64::MAX).unwrap(), streams[1]);
        assert_eq!(store.log(0, usize::MAX).unwrap(), log);
        assert_eq!(store.log(77, 9).unwrap(), log[77..86]);
        assert_eq!(store.head(stream(0)).unwrap(), head);
    }
    for from in [1, 2, 50, versions[0]] {
        assert_eq!(
            store.read(stream(0), from, from + 3).unwrap(),
            streams[0][from as usize - 1..]
                .iter()
                .take(4)
                .cloned()
                .collect::<Vec<_>>()
        );
    }
    // It may still grow, still knows its commands, and may be packed again.
    let error = store.append(append(stream(0), 1, 1, "q")).unwrap_err();
    assert!(
        matches!(error, AppendError::Conflict { found, .. } if found == versions[0]),
        "{error}"
    );
    assert!(store.append(append(stream(0), 0, 1, "p")).unwrap().repeated);
    store.append(append(stream(0), versions[0], 3, "q")).unwrap();
    let grown = store.read(stream(0), 1, u64::MAX).unwrap();
    assert_eq!(grown[..streams[0].len()], streams[0]);
    assert_eq!(grown.len(), streams[0].len() + 3);
    store.archive(stream(0)).unwrap();
    assert_eq!(store.read(stream(0), 1, u64::MAX).unwrap(), grown);
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
    assert!(matches!(
        store.archive(stream(9)),
        Err(StoreError::NoSuchStream { .. })
    ));
}

fn card(number: u64) -> StreamCard {
    StreamCard {
        system: ["chess", "go"][(number % 2) as usize].to_owned(),
        title: format!("Game {number}"),
        status: if number.is_multiple_of(3) {
            "finished"
        } else {
            "running"
        }
        .to_owned(),
        players: vec!["Anna".to_owned(), format!("Player {}", number % 5)],
        factions: vec![format!("f{}", number % 4)],
        tags: if number == 7 {
            vec!["Seven".to_owned()]
        } else {
            Vec::new()
        },
        visibility: if number.is_multiple_of(4) {
            "private"
        } else {
            "public"
        }
        .to_owned(),
        owner: format!("owner{}", number % 2),
        marks: if number > 8 {
            vec!["bot".to_owned()]
        } else {
            Vec::new()
        },
        created_ms: 1000 + number / 2,
        ..StreamCard::default()
    }
}

fn lists_filter_sort_and_page(store: Arc<dyn EventStore>) {
    for number in 0..12 {
        let mut sent = append(stream(number), 0, 1, "c");
        sent.recorded_at_ms = 5000 - number;
        sent.card = Some(card(number));
        store.append(sent).unwrap();
    }
    let all = StreamFilter::default;
    let some = |text: &str| Some(text.to_owned());
    let list = |filter: &StreamFilter| -> Vec<u64> {
        let whole = store.streams(filter, None, 100).unwrap();
        assert_eq!(whole.next, None);
        let whole: Vec<_> = whole.streams.iter().map(|listed| listed.stream).collect();
        for limit in [1, 2, 5] {
            let mut paged = Vec::new();
            let mut cursor = None;
            loop {
                let page = store.streams(filter, cursor, limit).unwrap();
                assert!(page.streams.len() <= limit);
                paged.extend(page.streams.iter().map(|listed| listed.stream));
                // Cursors survive being text.
                match page.next {
                    Some(next) => cursor = Some(next.to_string().parse().unwrap()),
                    None => break,
                }
            }
            assert_eq!(paged, whole, "limit {limit}");
        }
        whole
            .into_iter()
            .map(|stream| stream.made_at_ms() - 1_700_000_000_000)
            .collect()
    };
    assert_eq!(list(&all()), [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    assert_eq!(
        list(&StreamFilter {
            order: Order::Ascending,
            ..all()
        }),
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    );
    let updated = StreamFilter {
        sort: SortBy::Updated,
        ..all()
    };
    assert_eq!(list(&updated), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    assert_eq!(
        list(&StreamFilter {
            system: some("go"),
            ..all()
        }),
        [11, 9, 7, 5, 3, 1]
    );
    assert_eq!(
        list(&StreamFilter {
            status: some("finished"),
            ..all()
        }),
        [9, 6, 3, 0]
    );
    assert_eq!(
        list(&StreamFilter {
            player: some("Player 1"),
            ..all()
        }),
        [11, 6, 1]
    );
    assert_eq!(
        list(&StreamFilter {
            faction: some("f3"),
            ..all()
        }),
        [11, 7, 3]
    );
    assert_eq!(
        list(&StreamFilter {
            tag: some("Seven"),
            ..all()
        }),
        [7]
    );
    assert_eq!(
        list(&StreamFilter {
            mark: some("bot"),
            ..all()
        }),
        [11, 10, 9]
    );
    assert_eq!(
        list(&StreamFilter {
            without_mark: some("bot"),
            system: some("go"),
            ..all()
        }),
        [7, 5, 3, 1]
    );
    assert_eq!(
        list(&StreamFilter {
            visibility: some("private"),
            ..all()
        }),
        [8, 4, 0]
    );
    assert_eq!(
        list(&StreamFilter {
            owner: some("owner1"),
            status: some("finished"),
            ..all()
        }),
        [9, 3]
    );
    assert_eq!(
        list(&StreamFilter {
            audience: Audience::Public,
            system: some("chess"),
            ..all()
        }),
        [10, 6, 2]
    );
    let owner = Audience::Owner("owner0".to_owned());
    assert_eq!(
        list(&StreamFilter {
            audience: owner,
            system: some("chess"),
            ..all()
        }),
        [10, 8, 6, 4, 2, 0]
    );
    let other = Audience::Owner("owner1".to_owned());
    assert_eq!(
        list(&StreamFilter {
            audience: other,
            system: some("chess"),
            ..all()
        }),
        [10, 6, 2]
    );
    assert_eq!(
        list(&StreamFilter {
            text: some("GAME 1"),
            ..all()
        }),
        [11, 10, 1]
    );
    assert_eq!(
        list(&StreamFilter {
            text: some("seven"),
            ..all()
        }),
        [7]
    );
    assert_eq!(
        list(&StreamFilter {
            text: some("nothing"),
            ..all()
        }),
        Vec::<u64>::new()
    );
    // From 1002 (number 4) and before 1004 (number 8).
    let between = StreamFilter {
        since_ms: Some(1002),
        until_ms: Some(1004),
        ..all()
    };
    assert_eq!(list(&between), [7, 6, 5, 4]);
    assert_eq!(
        list(&StreamFilter {
            order: Order::Ascending,
            ..between
        }),
        [4, 5, 6, 7]
    );
    assert_eq!(
        list(&StreamFilter {
            since_ms: Some(9),
            until_ms: Some(3),
            ..all()
        }),
        Vec::<u64>::new()
    );
    // A cursor from outside the range of times does not widen it.
    let first = store.streams(&all(), None, 1).unwrap().next;
    let early = StreamFilter {
        until_ms: Some(1001),
        ..all()
    };
    assert_eq!(store.streams(&early, first, 100).unwrap().streams.len(), 2);
    assert!("17".parse::<crate::Cursor>().is_err());
}

fn cards_follow_the_appends(store: Arc<dyn EventStore>) {
    let s = stream(1);
    assert_eq!(store.card(s).unwrap(), None);
    let mut sent = append(s, 0, 2, "a");
    sent.card = Some(StreamCard {
        created_ms: 0,
        ..card(1)
    });
    let began = sent.recorded_at_ms;
    store.append(sent).unwrap();
    let first = store.card(s).unwrap().unwrap().card;
    assert_eq!(
        (first.created_ms, first.updated_ms, first.events),
        (began, began, 2)
    );
    store.append(append(s, 2, 3, "b")).unwrap();
    let grown = store.card(s).unwrap().unwrap().card;
    assert_eq!(
        *grown,
        StreamCard {
            updated_ms: began + 2,
            events: 5,
            ..(*first).clone()
        }
    );
    store
        .set_card(
            s,
            StreamCard {
                title: "New".to_owned(),
                created_ms: 0,
                events: 99,
                ..(*grown).clone()
            },
        )
        .unwrap();
    let edited = store.card(s).unwrap().unwrap().card;
    assert_eq!(
        *edited,
        StreamCard {
            title: "New".to_owned(),
            ..(*grown).clone()
        }
    );
    assert!(matches!(
        store.set_card(stream(2), card(2)),
        Err(StoreError::NoSuchStream { .. })
    ));
    // A refused append leaves the card alone.
    let mut stale = append(s, 1, 1, "c");
    stale.card = Some(card(5));
    store.append(stale).unwrap_err();
    assert_eq!(store.card(s).unwrap().unwrap().card, edited);
    assert_eq!(store.head(s).unwrap().unwrap().version, 5);
}

fn a_draft_is_put_away(store: Arc<dyn EventStore>) {
    for (number, status, count) in [(1, "draft", 2), (2, "running", 1), (3, "draft", 5)] {
        let mut sent = append(stream(number), 0, count, "d");
        sent.card = Some(StreamCard {
            status: status.to_owned(),
            ..card(number)
        });
        store.append(sent).unwrap();
    }
    assert!(matches!(
        store.delete_draft(stream(9), 3),
        Err(StoreError::NoSuchStream { .. })
    ));
    for number in [2, 3] {
        assert!(matches!(
            store.delete_draft(stream(number), 3),
            Err(StoreError::NotADraft { .. })
        ));
    }
    store.delete_draft(stream(1), 3).unwrap();
    let shown = store.streams(&StreamFilter::default(), None, 9).unwrap();
    assert_eq!(
        shown
            .streams
            .iter()
            .map(|listed| listed.stream)
            .collect::<Vec<_>>(),
        [stream(3), stream(2)]
    );
    let all = store
        .streams(
            &StreamFilter {
                deleted: true,
                ..StreamFilter::default()
            },
            None,
            9,
        )
        .unwrap();
    assert_eq!(all.streams.len(), 3);
    assert!(store.card(stream(1)).unwrap().unwrap().deleted);
    assert_eq!(store.read(stream(1), 1, 9).unwrap().len(), 2);
    let error = store.append(append(stream(1), 2, 1, "e")).unwrap_err();
    assert!(matches!(error, AppendError::Deleted { .. }), "{error}");
    assert!(store.append(append(stream(1), 0, 2, "d")).unwrap().repeated);
}

fn snapshots_are_found(store: Arc<dyn EventStore>) {
    let s = stream(1);
    assert_eq!(store.snapshot(s, u64::MAX, 1).unwrap(), None);
    let large: Vec<u8> = (0..300_000_u32)
        .flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes())
        .collect();
    store.put_snapshot(s, 100, 1, b"hundred").unwrap();
    store.put_snapshot(s, 200, 1, &large).unwrap();
    store.put_snapshot(s, 300, 2, b"").unwrap();
    store.put_snapshot(stream(2), 50, 1, b"other").unwrap();
    assert_eq!(store.snapshot(s, 99, 1).unwrap(), None);
    assert_eq!(
        store.snapshot(s, 100, 1).unwrap(),
        Some((100, b"hundred".to_vec()))
    );
    assert_eq!(
        store.snapshot(s, 199, 1).unwrap(),
        Some((100, b"hundred".to_vec()))
    );
    assert!(store.snapshot(s, u64::MAX, 1).unwrap() == Some((200, large)));
    assert_eq!(store.snapshot(s, 400, 2).unwrap(), Some((300, Vec::new())));
    assert_eq!(store.snapshot(s, 400, 3).unwrap(), None);
    store.put_snapshot(s, 100, 1, b"again").unwrap();
    assert_eq!(store.snapshot(s, 100, 1).unwrap(), Some((100, b"again".to_vec())));
    store.delete_snapshots(Some(s)).unwrap();
    assert_eq!(store.snapshot(s, u64::MAX, 1).unwrap(), None);
    assert_eq!(
        store.snapshot(stream(2), 50, 1).unwrap(),
        Some((50, b"other".to_vec()))
    );
    store.delete_snapshots(None).unwrap();
    assert_eq!(store.snapshot(stream(2), 50, 1).unwrap(), None);
}

fn side_records_are_kept(store: Arc<dyn EventStore>) {
    let large = vec![5; 500_000];
    assert_eq!(store.fetch("tokens", b"a").unwrap(), None);
    for (key, value) in [
        (&b"a"[..], &b"1"[..]),
        (b"ab", b"2"),
        (b"b", &large),
        (b"", b"empty"),
        (&[255, 255], b""),
    ] {
        store.keep("tokens", key, value).unwrap();
    }
    store.keep("token", b"sa", b"neighbour").unwrap();
    store.keep("tokens2", b"a", b"neighbour").unwrap();
    assert_eq!(store.fetch("tokens", b"ab").unwrap().as_deref(), Some(&b"2"[..]));
    assert!(store.fetch("tokens", b"b").unwrap().as_deref() == Some(&large[..]));
    assert_eq!(
        store.fetch("tokens", b"").unwrap().as_deref(),
        Some(&b"empty"[..])
    );
    let keys = |prefix: &[u8], after: Option<&[u8]>, limit| -> Vec<Vec<u8>> {
        store
            .side_scan("tokens", prefix, after, limit)
            .unwrap()
            .into_iter()
            .map(|(key, _)| key)
            .collect()
    };
    assert_eq!(keys(b"", None, 99), [&b""[..], b"a", b"ab", b"b", &[255, 255]]);
    assert_eq!(keys(b"a", None, 99), [&b"a"[..], b"ab"]);
    assert_eq!(keys(b"", Some(b"a"), 2), [&b"ab"[..], b"b"]);
    assert_eq!(keys(b"b", Some(b"a"), 2), [b"b"]);
    store.keep("tokens", b"b", b"short now").unwrap();
    assert_eq!(
        store.fetch("tokens", b"b").unwrap().as_deref(),
        Some(&b"short now"[..])
    );
    store.remove("tokens", b"ab").unwrap();
    store.remove("tokens", b"never there").unwrap();
    assert_eq!(store.fetch("tokens", b"ab").unwrap(), None);
    assert_eq!(keys(b"a", None, 99), [b"a"]);
    let long = vec![0; 513];
    assert!(matches!(
        store.keep("tokens", &long, b""),
        Err(StoreError::TooLarge { .. })
    ));
}

fn side_changes_are_all_or_nothing(store: Arc<dyn EventStore>) {
    let put = |key: &[u8], value: &[u8]| SideOp::Put {
        tree: "t".into(),
        key: key.into(),
        value: value.into(),
    };
    let new = |key: &[u8], value: &[u8]| SideOp::PutNew {
        tree: "t".into(),
        key: key.into(),
        value: value.into(),
    };
    let gone = |key: &[u8]| SideOp::Remove {
        tree: "t".into(),
        key: key.into(),
    };
    assert_eq!(
        store.side(vec![new(b"a", b"1"), put(b"b", b"2")]).unwrap(),
        SideOutcome::Done
    );
    let exists = SideOutcome::Exists {
        tree: "t".into(),
        key: b"a".into(),
        value: b"1".into(),
    };
    assert_eq!(
        store
            .side(vec![put(b"c", b"3"), gone(b"b"), new(b"a", b"4")])
            .unwrap(),
        exists
    );
    assert_eq!(store.fetch("t", b"c").unwrap(), None);
    assert_eq!(store.fetch("t", b"b").unwrap().as_deref(), Some(&b"2"[..]));
    // A batch sees its own changes.
    assert_eq!(
        store.side(vec![gone(b"a"), new(b"a", b"5")]).unwrap(),
        SideOutcome::Done
    );
    assert_eq!(store.fetch("t", b"a").unwrap().as_deref(), Some(&b"5"[..]));
    // Of many who want to be first, one is.
    let barrier = Arc::new(Barrier::new(4));
    let winners: usize = (0..4_u8)
        .map(|writer| {
            let (store, barrier) = (Arc::clone(&store), Arc::clone(&barrier));
            let op = new(b"first", &[writer]);
            std::thread::spawn(move || {
                barrier.wait();
                usize::from(store.side(vec![op]).unwrap() == SideOutcome::Done)
            })
        })
        .collect::<Vec<_>>()
        .into_iter()
        .map(|thread| thread.join().unwrap())
        .sum();
    assert_eq!(winners, 1);
}

fn followers_hear(store: Arc<dyn EventStore>) {
    const WAIT: Duration = Duration::from_secs(20);
    let quick = store.subscribe(100);
    let slow = store.subscribe(2);
    let mut version = 0;
    for _ in 0..5 {
        version = store.append(append(stream(1), version, 2, "n")).unwrap().last;
    }
    store.append(append(stream(1), 0, 1, "conflict")).unwrap_err();
    for round in 0..5_u64 {
        let Heard::Appended(notice) = quick.next(WAIT) else {
            panic!("round {round}")
        };
        let expected = (stream(1), 2 * round + 1, 2 * round + 2, 2 * round + 2);
        assert_eq!(
            (notice.stream, notice.first, notice.last, notice.position),
            expected
        );
    }
    assert_eq!(quick.next(Duration::ZERO), Heard::Nothing);
    assert!(matches!(slow.next(WAIT), Heard::Appended(_)));
    assert!(matches!(slow.next(WAIT), Heard::Appended(_)));
    assert_eq!(slow.next(WAIT), Heard::Lagged(3));
    assert_eq!(slow.next(Duration::ZERO), Heard::Nothing);
    store.close().unwrap();
    assert_eq!(quick.next(WAIT), Heard::Closed);
}

fn a_closed_store_takes_nothing(store: Arc<dyn EventStore>) {
    store.append(append(stream(1), 0, 1, "a")).unwrap();
    store.close().unwrap();
    store.close().unwrap();
    assert!(matches!(
        store.append(append(stream(1), 1, 1, "b")),
        Err(AppendError::Closed)
    ));
    let (sender, receiver) = mpsc::channel();
    store.submit(
        append(stream(1), 1, 1, "b"),
        Box::new(move |result| sender.send(result).unwrap()),
    );
    assert!(matches!(receiver.recv().unwrap(), Err(AppendError::Closed)));
    assert!(matches!(store.keep("t", b"k", b"v"), Err(StoreError::Closed)));
    assert_eq!(store.read(stream(1), 1, 9).unwrap().len(), 1);
}

fn a_sound_store_verifies(store: Arc<dyn EventStore>) {
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
    for number in 0..5 {
        let mut version = 0;
        for count in [1, 300, 2] {
            version = store
                .append(append(stream(number), version, count, "v"))
                .unwrap()
                .last;
        }
    }
    let mut seen = 0;
    let verdict = store.verify(&mut |records| seen = records).unwrap();
    assert_eq!(
        (verdict.streams, verdict.records, verdict.faults),
        (5, 1515, 0),
        "{verdict:?}"
    );
    assert_eq!(verdict.first_fault, None);
    assert_eq!(seen, 1515);
}
