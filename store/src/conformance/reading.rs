//! Reading back: bodies, ranges, the chain, the log, packing.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{append, stream};
use crate::{AppendError, Check, Digest, EventStore, MAX_BATCH_BYTES, PackScope, StoreError};

pub(super) fn bodies_of_every_size_come_back(store: Arc<dyn EventStore>) {
    let noise = |len: usize| -> Vec<u8> {
        let mut bytes = vec![0; len];
        blake3::Hasher::new()
            .update(&len.to_le_bytes())
            .finalize_xof()
            .fill(&mut bytes);
        bytes
    };
    // Around one item of 5,900 bytes, around 60 KB, and well into many parts; noise does not compress.
    let sizes = [
        0,
        1,
        2_047,
        2_048,
        5_700,
        5_899,
        5_900,
        5_901,
        11_800,
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

pub(super) fn any_text_comes_back(store: Arc<dyn EventStore>) {
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

pub(super) fn the_chain_covers_each_record(store: Arc<dyn EventStore>) {
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

pub(super) fn reads_are_bounded(store: Arc<dyn EventStore>) {
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

pub(super) fn the_log_is_the_order_of_appends(store: Arc<dyn EventStore>) {
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
    // The streams alone, from every position: also from within an append.
    for after in 0..=sent.len() as u64 + 1 {
        let (mut named, mut place) = (Vec::new(), after);
        store
            .grown(after, &mut |stream, position| {
                assert!(position > place, "forwards");
                named.extend(vec![stream; (position - place) as usize]);
                place = position;
                ControlFlow::Continue(())
            })
            .unwrap();
        let behind = sent.iter().skip(after as usize).map(|(stream, _)| *stream);
        assert!(named.into_iter().eq(behind), "behind {after}");
    }
    let mut first = Vec::new();
    let end = |stream, position| {
        first.push((stream, position));
        ControlFlow::Break(())
    };
    store.grown(3, &mut { end }).unwrap();
    assert!(
        matches!(first[..], [(stream, 4..)] if stream == sent[3].0),
        "{first:?}"
    );
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

pub(super) fn packing_changes_nothing(store: Arc<dyn EventStore>) {
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
        store.archive(stream(0), PackScope::All).unwrap();
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
    store.archive(stream(0), PackScope::All).unwrap();
    assert_eq!(store.read(stream(0), 1, u64::MAX).unwrap(), grown);
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
    assert!(matches!(
        store.archive(stream(9), PackScope::All),
        Err(StoreError::NoSuchStream { .. })
    ));
}

pub(super) fn a_stream_that_grows_is_packed_piece_by_piece(store: Arc<dyn EventStore>) {
    let mut version = 0;
    for round in 0..12 {
        for _ in 0..20 {
            let mut sent = append(stream(1), version, 2, "g");
            sent.events[1].body = vec![round; 900];
            version = store.append(sent).unwrap().last;
        }
        let all = store.read(stream(1), 1, u64::MAX).unwrap();
        let log = store.log(0, usize::MAX).unwrap();
        let part = if round == 11 {
            PackScope::All
        } else {
            PackScope::Growing
        };
        store.archive(stream(1), part).unwrap();
        assert_eq!(store.read(stream(1), 1, u64::MAX).unwrap(), all);
        assert_eq!(store.log(0, usize::MAX).unwrap(), log);
        for from in [1, version / 2, version - 1, version] {
            let read = store.read(stream(1), from, from + 1).unwrap();
            assert_eq!(read, all[from as usize - 1..all.len().min(from as usize + 1)]);
        }
        assert_eq!(store.head(stream(1)).unwrap().unwrap().version, version);
        let early = store.command(stream(1), "command g 0").unwrap().unwrap();
        assert_eq!((early.first, early.last), (1, 2));
    }
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
}

pub(super) fn a_sound_store_verifies(store: Arc<dyn EventStore>) {
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
