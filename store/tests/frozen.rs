//! A store and a stream file written by release 1 of the formats, read for good.
//!
//! `frozen/` is never written again. A new format gets files of its own beside these
//! (`HINDSIGHT_FREEZE=2 cargo test -p hindsight-store --features conformance --test frozen -- --ignored`).

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use hindsight_store::conformance::{append, stream};
use hindsight_store::{
    EventLog, EventStore, Imported, MemoryStore, Options, PackScope, SideRecords, SledStore, StreamCard,
    StreamIndex, Upkeep, export, import,
};

fn frozen(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/frozen")
        .join(name)
}

/// Every kind of item: small, compressed, in parts, packed; a card, a deleted draft, side records.
fn write(store: &dyn EventStore) {
    let mut version = 0;
    for round in 0..12_usize {
        let mut sent = append(stream(1), version, 1 + round % 3, "frozen");
        if round == 0 {
            let (system, title) = ("before-battle".to_owned(), "Żółć".to_owned());
            sent.card = Some(StreamCard {
                system,
                title,
                players: vec!["Anna".to_owned()],
                ..StreamCard::default()
            });
        }
        if round == 5 {
            sent.events[0].body = vec![7; 5_000];
        }
        if round == 7 {
            // Noise, so that it stays too large for one item.
            let mut noise = vec![0; 70_000];
            blake3::Hasher::new().finalize_xof().fill(&mut noise);
            sent.events[0].body = noise;
        }
        version = store.append(sent).unwrap().last;
    }
    store.append(append(stream(2), 0, 3, "packed")).unwrap();
    store.append(append(stream(2), 3, 2, "packed")).unwrap();
    store.archive(stream(2), PackScope::All).unwrap();
    let mut draft = append(stream(3), 0, 1, "draft");
    draft.card = Some(StreamCard {
        status: "draft".to_owned(),
        ..StreamCard::default()
    });
    store.append(draft).unwrap();
    store.delete_draft(stream(3), 5).unwrap();
    store.keep("tokens", b"key", b"value").unwrap();
}

#[test]
#[ignore = "writes the files of a new format"]
fn freeze() {
    let number = std::env::var("HINDSIGHT_FREEZE").unwrap();
    let home = tempfile::tempdir().unwrap();
    let (store, _) = SledStore::open(home.path(), &Options::default()).unwrap();
    write(&store);
    let mut file = Vec::new();
    export(&store, stream(1), &mut file).unwrap();
    store.close().unwrap();
    drop(store);
    let pack = |bytes: &[u8]| zstd::encode_all(bytes, 19).unwrap();
    fs::create_dir_all(frozen("")).unwrap();
    fs::write(frozen(&format!("stream-{number}.ndjson.zst")), pack(&file)).unwrap();
    for name in ["db", "conf"] {
        let bytes = fs::read(home.path().join(name)).unwrap();
        fs::write(frozen(&format!("store-{number}.{name}.zst")), pack(&bytes)).unwrap();
    }
}

#[test]
fn a_store_of_release_1_opens_and_reads_the_same() {
    let home = tempfile::tempdir().unwrap();
    for name in ["db", "conf"] {
        let packed = fs::read(frozen(&format!("store-1.{name}.zst"))).unwrap();
        fs::write(home.path().join(name), zstd::decode_all(&*packed).unwrap()).unwrap();
    }
    let (store, _) = SledStore::open(home.path(), &Options::default()).unwrap();
    let today = MemoryStore::new();
    write(&today);
    assert_eq!(
        store.log(0, usize::MAX).unwrap(),
        today.log(0, usize::MAX).unwrap()
    );
    for number in [1, 2, 3] {
        assert_eq!(
            store.card(stream(number)).unwrap(),
            today.card(stream(number)).unwrap()
        );
    }
    assert_eq!(
        store.fetch("tokens", b"key").unwrap().as_deref(),
        Some(&b"value"[..])
    );
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
}

#[test]
fn a_stream_file_of_release_1_is_imported() {
    let file = zstd::decode_all(&*fs::read(frozen("stream-1.ndjson.zst")).unwrap()).unwrap();
    let (store, today) = (MemoryStore::new(), MemoryStore::new());
    let imported = import(&store, &mut &*file).unwrap();
    assert_eq!(
        imported,
        Imported::New {
            stream: stream(1),
            records: 24
        }
    );
    write(&today);
    assert_eq!(
        store.read(stream(1), 1, u64::MAX).unwrap(),
        today.read(stream(1), 1, u64::MAX).unwrap()
    );
    let mut again = Vec::new();
    export(&store, stream(1), &mut again).unwrap();
    let ((head, records), (head_again, records_again)) = (parts(&file), parts(&again));
    assert!(
        records == records_again,
        "the records are written as before, byte for byte"
    );
    assert_eq!(head, head_again);
}

/// The first line of a stream file, its index card read as any release wrote it, and the records behind it.
fn parts(file: &[u8]) -> (serde_json::Value, &[u8]) {
    let end = file.iter().position(|byte| *byte == b'\n').unwrap();
    let mut head: serde_json::Value = serde_json::from_slice(&file[..end]).unwrap();
    let card: StreamCard = serde_json::from_value(head["card"].take()).unwrap();
    head["card"] = serde_json::to_value(card).unwrap();
    (head, &file[end..])
}
