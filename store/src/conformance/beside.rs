//! Cases of what lies beside the events: snapshots, side records, followers; and closing.

use std::sync::Arc;
use std::sync::Barrier;
use std::sync::mpsc;
use std::time::Duration;

use super::{append, stream};
use crate::{AppendError, EventStore, Heard, Rebuilt, SideOp, SideOutcome, StoreError, StreamCard};

pub(super) fn snapshots_are_found(store: Arc<dyn EventStore>) {
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

pub(super) fn changed_cards_are_told(store: Arc<dyn EventStore>) {
    let (teller, told) = mpsc::channel();
    let mut sent = append(stream(1), 0, 1, "a");
    let draft = StreamCard {
        status: "draft".to_owned(),
        ..StreamCard::default()
    };
    sent.card = Some(draft.clone());
    store.append(sent).unwrap();
    store.on_card(Box::new(move |changed| teller.send(changed).unwrap()));
    // An append is told of otherwise; a refused change is none.
    store.append(append(stream(1), 1, 1, "b")).unwrap();
    assert!(store.set_card(stream(2), draft.clone()).is_err());
    assert!(store.delete_draft(stream(1), 1).is_err());
    assert_eq!(told.try_recv(), Err(mpsc::TryRecvError::Empty));
    store.set_card(stream(1), draft).unwrap();
    assert_eq!(told.try_recv(), Ok(stream(1)), "before the writer hears of it");
    store.delete_draft(stream(1), 2).unwrap();
    assert_eq!(told.try_recv(), Ok(stream(1)));
}

pub(super) fn a_rebuild_leaves_what_is_right(store: Arc<dyn EventStore>) {
    for number in 0..5 {
        let mut sent = append(stream(number), 0, 2, "a");
        sent.card = Some(StreamCard {
            title: format!("Game {number}"),
            status: "draft".to_owned(),
            ..StreamCard::default()
        });
        store.append(sent).unwrap();
        store.append(append(stream(number), 2, 3, "b")).unwrap();
        store.put_snapshot(stream(number), 4, 1, b"state").unwrap();
    }
    store.delete_draft(stream(4), 5).unwrap();
    let cards = || {
        (0..5)
            .map(|number| store.card(stream(number)).unwrap())
            .collect::<Vec<_>>()
    };
    let before = cards();
    let right = Rebuilt {
        streams: 5,
        mended: 0,
        removed: 0,
    };
    assert_eq!(store.rebuild(&mut |_| {}).unwrap(), right);
    assert_eq!(cards(), before);
    assert!(before[4].as_ref().unwrap().deleted);
    assert_eq!(store.snapshot(stream(1), u64::MAX, 1).unwrap(), None);
    assert_eq!(store.head(stream(1)).unwrap().unwrap().version, 5);
    assert_eq!(store.append(append(stream(1), 5, 1, "c")).unwrap().last, 6);
    assert_eq!(store.rebuild(&mut |_| {}).unwrap(), right);
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
}

pub(super) fn side_records_are_kept(store: Arc<dyn EventStore>) {
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

pub(super) fn side_changes_are_all_or_nothing(store: Arc<dyn EventStore>) {
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

pub(super) fn followers_hear(store: Arc<dyn EventStore>) {
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

pub(super) fn a_closed_store_takes_nothing(store: Arc<dyn EventStore>) {
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
