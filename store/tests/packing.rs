//! Packing: how much of a stream is packed.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use hindsight_store::conformance::{append, stream};
use hindsight_store::{EventLog, Options, PackScope, SideRecords, SledStore, Upkeep, shrink};

#[test]
fn a_stream_that_grows_keeps_its_end_until_it_is_worth_a_block() {
    let home = tempfile::tempdir().unwrap();
    let (store, _) = SledStore::open(home.path(), &Options::default()).unwrap();
    let mut version = 0;
    let mut grow = |batches: usize| {
        for _ in 0..batches {
            let mut sent = append(stream(1), version, 1, "g");
            sent.events[0].body = vec![7; 1_000];
            version = store.append(sent).unwrap().last;
        }
    };
    // 2 KB are not worth a block; 80 KB make three; 3 KB more stay as they are.
    grow(2);
    assert_eq!(store.archive(stream(1), PackScope::Growing).unwrap(), (0, 0));
    grow(78);
    let (before, after) = store.archive(stream(1), PackScope::Growing).unwrap();
    assert!((80_000..100_000).contains(&before), "{before}");
    assert!(after * 10 < before, "{after} of {before}");
    grow(3);
    assert_eq!(store.archive(stream(1), PackScope::Growing).unwrap(), (0, 0));
    // All of it: the rest, and then nothing is left.
    let (rest, _) = store.archive(stream(1), PackScope::All).unwrap();
    assert!((3_000..4_000).contains(&rest), "{rest}");
    assert_eq!(store.archive(stream(1), PackScope::All).unwrap(), (0, 0));
    assert_eq!(store.read(stream(1), 1, u64::MAX).unwrap().len(), 83);
}

#[test]
fn packing_gives_no_room_back_and_shrinking_does() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("store");
    let (store, _) = SledStore::open(&dir, &Options::default()).unwrap();
    for number in 0..60 {
        for version in 0..100 {
            let mut sent = append(stream(number), version, 1, "g");
            sent.events[0].body = vec![7; 1_000];
            store.append(sent).unwrap();
        }
        store.archive(stream(number), PackScope::All).unwrap();
    }
    store.keep("tokens", b"key", b"value").unwrap();
    let log = store.log(0, usize::MAX).unwrap();
    store.close().unwrap();
    drop(store);
    // What a shrinking left that was cut short.
    std::fs::create_dir(dir.join("store.shrinking")).unwrap();
    std::fs::write(dir.join("store.shrinking/all.backup"), b"half of it").unwrap();
    // Files of others, of which some look like the store's.
    let theirs = ["damaged.conf", "today.backup", "folder/db"];
    std::fs::create_dir(dir.join("folder")).unwrap();
    for name in theirs {
        std::fs::write(dir.join(name), name).unwrap();
    }
    let mut steps = Vec::new();
    let shrunk = shrink(&dir, &Options::default(), &mut |done, all| {
        steps.push((done, all));
    })
    .unwrap();
    println!("{shrunk:?}");
    // How much sled's own flusher left behind depends on how busy the machine is: 0.54 of it stayed on a loaded one.
    assert!(shrunk.after * 4 < shrunk.before * 3, "{shrunk:?}");
    assert!(
        steps.is_sorted() && steps.last() == Some(&(12_000, 12_000)),
        "{:?}",
        steps.last()
    );
    let names: Vec<_> = std::fs::read_dir(home.path())
        .unwrap()
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    assert_eq!(names, ["store"], "nothing is left beside it");
    assert!(!dir.join("store.shrinking").exists());
    for name in theirs {
        assert_eq!(std::fs::read_to_string(dir.join(name)).unwrap(), name);
    }
    let (store, _) = SledStore::open(&dir, &Options::default()).unwrap();
    assert_eq!(store.log(0, usize::MAX).unwrap(), log);
    assert_eq!(
        store.fetch("tokens", b"key").unwrap().as_deref(),
        Some(&b"value"[..])
    );
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
    assert_eq!(store.append(append(stream(1), 100, 1, "on")).unwrap().last, 101);
}
