//! How much of a stream is packed.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use hindsight_store::conformance::{append, stream};
use hindsight_store::{EventStore, Options, Pack, SledStore};

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
    assert_eq!(store.archive(stream(1), Pack::Growing).unwrap(), (0, 0));
    grow(78);
    let (before, after) = store.archive(stream(1), Pack::Growing).unwrap();
    assert!((80_000..100_000).contains(&before), "{before}");
    assert!(after * 10 < before, "{after} of {before}");
    grow(3);
    assert_eq!(store.archive(stream(1), Pack::Growing).unwrap(), (0, 0));
    // All of it: the rest, and then nothing is left.
    let (rest, _) = store.archive(stream(1), Pack::All).unwrap();
    assert!((3_000..4_000).contains(&rest), "{rest}");
    assert_eq!(store.archive(stream(1), Pack::All).unwrap(), (0, 0));
    assert_eq!(store.read(stream(1), 1, u64::MAX).unwrap().len(), 83);
}
