//! Streams and whole stores leave as files and come back the same.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use hindsight_store::conformance::{append, stream};
use hindsight_store::{
    Append, BatchPlace, EventLog, EventStore, Imported, MemoryStore, Options, PackScope, RecordLine, SideOp,
    SideRecords, SledStore, StoreError, StreamCard, StreamFilter, StreamId, StreamIndex, Upkeep, export,
    import, restore,
};

fn open(dir: &Path) -> SledStore {
    SledStore::open(
        dir,
        &Options {
            cache_bytes: 16 << 20,
            ..Options::default()
        },
    )
    .unwrap()
    .0
}

/// A stream of forty batches, one of them large, with a card.
fn fill(store: &dyn EventStore, id: StreamId) {
    let mut version = 0;
    for round in 0..40 {
        let mut sent = append(id, version, 1 + round % 4, "x");
        if round == 0 {
            let title = "Żółć \"quoted\"".to_owned();
            sent.card = Some(StreamCard {
                title,
                status: "finished".to_owned(),
                ..StreamCard::default()
            });
        }
        if round == 20 {
            sent.events[0].body = (0..200_000_u32).map(|n| (n.wrapping_mul(n) >> 3) as u8).collect();
        }
        version = store.append(sent).unwrap().last;
    }
}

fn exported(store: &dyn EventStore, id: StreamId) -> Vec<u8> {
    let mut file = Vec::new();
    export(store, id, &mut file).unwrap();
    file
}

#[test]
fn a_stream_leaves_and_comes_back_with_its_chain() {
    let dir = tempfile::tempdir().unwrap();
    let (from, to) = (open(&dir.path().join("a")), open(&dir.path().join("b")));
    fill(&from, stream(9));
    from.append(append(stream(1), 0, 3, "other")).unwrap();
    to.append(append(stream(2), 0, 5, "elsewhere")).unwrap();
    from.archive(stream(9), PackScope::All).unwrap();
    let file = exported(&from, stream(9));
    let original = from.read(stream(9), 1, u64::MAX).unwrap();
    let records = original.len() as u64;
    for store in [&to as &dyn EventStore, &MemoryStore::new()] {
        assert_eq!(
            import(store, &mut &*file).unwrap(),
            Imported::New {
                stream: stream(9),
                records
            }
        );
        let copy = store.read(stream(9), 1, u64::MAX).unwrap();
        for (copy, original) in copy.iter().zip(&original) {
            let position = copy.position;
            assert_eq!(
                *copy,
                hindsight_store::Record {
                    position,
                    ..original.clone()
                }
            );
        }
        assert_eq!(copy.len(), original.len());
        assert_eq!(store.card(stream(9)).unwrap(), from.card(stream(9)).unwrap());
        assert_eq!(exported(store, stream(9)), file);
        // Twice is once.
        let again = import(store, &mut &*file).unwrap();
        assert_eq!(
            again,
            Imported::AlreadyThere {
                stream: stream(9),
                version: records
            }
        );
        assert_eq!(store.read(stream(9), 1, u64::MAX).unwrap(), copy);
        assert!(store.verify(&mut |_| {}).unwrap().is_sound());
    }
}

#[test]
fn an_import_goes_on_where_the_stream_ends() {
    let (short, long) = (MemoryStore::new(), MemoryStore::new());
    for store in [&short, &long] {
        store.append(append(stream(1), 0, 2, "a")).unwrap();
    }
    let early = exported(&short, stream(1));
    long.append(append(stream(1), 2, 3, "b")).unwrap();
    long.append(append(stream(1), 5, 1, "c")).unwrap();
    let late = exported(&long, stream(1));
    assert_eq!(
        import(&short, &mut &*late).unwrap(),
        Imported::Extended {
            stream: stream(1),
            from: 2,
            to: 6
        }
    );
    assert_eq!(
        short.read(stream(1), 1, 9).unwrap(),
        long.read(stream(1), 1, 9).unwrap()
    );
    assert_eq!(
        import(&short, &mut &*early).unwrap(),
        Imported::AlreadyThere {
            stream: stream(1),
            version: 6
        }
    );
}

#[test]
fn another_stream_of_the_same_name_is_refused() {
    let (here, there) = (MemoryStore::new(), MemoryStore::new());
    for (store, tag) in [(&here, "b"), (&there, "c")] {
        store.append(append(stream(1), 0, 2, "a")).unwrap();
        store.append(append(stream(1), 2, 2, tag)).unwrap();
        store.append(append(stream(1), 4, 1, "d")).unwrap();
    }
    let before = here.read(stream(1), 1, 9).unwrap();
    let error = import(&here, &mut &*exported(&there, stream(1))).unwrap_err();
    assert!(
        matches!(error, StoreError::Diverges { version: 3, .. }),
        "{error}"
    );
    assert_eq!(here.read(stream(1), 1, 9).unwrap(), before);
    // The same events, but cut into batches in another way, are another history too.
    let other = MemoryStore::new();
    other.append(append(stream(1), 0, 3, "a")).unwrap();
    let shorter = MemoryStore::new();
    shorter.append(append(stream(1), 0, 2, "a")).unwrap();
    let error = import(&shorter, &mut &*exported(&other, stream(1))).unwrap_err();
    assert!(
        matches!(error, StoreError::Diverges { version: 1, .. }),
        "{error}"
    );
}

#[test]
fn a_tampered_file_is_refused_and_the_line_named() {
    let from = MemoryStore::new();
    for (expected, count) in [(0, 2), (2, 2)] {
        let sent = append(stream(1), expected, count, "a");
        from.append(Append {
            recorded_at_ms: 1_700_000_000_000,
            ..sent
        })
        .unwrap();
    }
    let file = String::from_utf8(exported(&from, stream(1))).unwrap();
    let lines: Vec<&str> = file.lines().collect();
    let with = |number: usize, from: &str, to: &str| {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        assert!(lines[number - 1].contains(from), "{}", lines[number - 1]);
        lines[number - 1] = lines[number - 1].replacen(from, to, 1);
        lines.join("\n") + "\n"
    };
    let without = |number: usize| {
        let mut lines = lines.clone();
        lines.remove(number - 1);
        lines.join("\n") + "\n"
    };
    let swapped = [lines[0], lines[1], lines[3], lines[2], lines[4]].join("\n") + "\n";
    let damaged = [
        (with(3, "\"schema\":2", "\"schema\":3"), 3),
        (with(2, "anna", "boris"), 2),
        (with(2, "1700000000000", "1700000000001"), 2),
        (with(4, "\"rules\":\"0.1.0\"", "\"rules\":\"0.1.1\""), 4),
        (with(5, "\"body\":\"", "\"body\":\"QQ=="), 5),
        (with(5, "\"version\":4", "\"version\":5"), 5),
        (with(2, "\"of\":2", "\"of\":1"), 2),
        (with(1, "\"records\":4", "\"records\":5"), 6),
        (with(3, "{", "["), 3),
        (without(2), 2),
        (without(3), 3),
        (without(5), 5),
        (swapped, 3),
        (file.trim_end().to_owned(), 5),
        (String::new(), 1),
        ("{\"hindsight\":\"pack\",\"format\":1}\n".to_owned(), 1),
    ];
    for (row, (text, expected)) in damaged.into_iter().enumerate() {
        let into = MemoryStore::new();
        let error = import(&into, &mut text.as_bytes()).unwrap_err();
        let StoreError::BadImport { line, .. } = error else {
            panic!("row {row}: {error}")
        };
        assert_eq!(line, expected, "row {row}: {error}");
        assert_eq!(into.position(), 0, "row {row}");
    }
    let newer = with(1, "\"format\":1", "\"format\":2");
    let error = import(&MemoryStore::new(), &mut newer.as_bytes()).unwrap_err();
    assert!(
        matches!(
            error,
            StoreError::NewerFormat {
                found: 2,
                known: 1,
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn a_backup_restores_everything() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(&dir.path().join("a"));
    for number in [3, 1, 2] {
        fill(&store, stream(number));
    }
    store.archive(stream(1), PackScope::All).unwrap();
    let mut draft = append(stream(4), 0, 1, "draft");
    draft.card = Some(StreamCard {
        status: "draft".to_owned(),
        ..StreamCard::default()
    });
    store.append(draft).unwrap();
    store.delete_draft(stream(4), 9).unwrap();
    let version = store.head(stream(2)).unwrap().unwrap().version;
    store.append(append(stream(2), version, 1, "late")).unwrap();
    store.keep("tokens", b"\x00key", b"value").unwrap();
    store.keep("packs", b"large", &vec![9; 300_000]).unwrap();
    let file = dir.path().join("all.backup");
    let report = store.backup_to_file(&file, &mut |_, _| {}).unwrap();
    assert_eq!(
        (report.streams, report.side, report.records),
        (4, 2, store.position())
    );
    assert!(!dir.path().join("all.backup.partial").exists());
    // Later appends are not in it.
    store.append(append(stream(2), version + 1, 1, "later")).unwrap();
    let restored_to = dir.path().join("b");
    assert_eq!(restore(&file, &restored_to, &mut |_, _| {}).unwrap(), report);
    let restored = open(&restored_to);
    assert_eq!(
        restored.log(0, usize::MAX).unwrap(),
        store.log(0, report.records as usize).unwrap()
    );
    assert_eq!(restored.position(), report.records);
    let everything = StreamFilter {
        deleted: true,
        ..StreamFilter::default()
    };
    let (left, right) = (&store, &restored).map_both(|store| store.streams(&everything, None, 99).unwrap());
    for (left, right) in left
        .streams
        .iter()
        .zip(&right.streams)
        .filter(|(left, _)| left.stream != stream(2))
    {
        assert_eq!(left, right);
    }
    assert_eq!(left.streams.len(), right.streams.len());
    assert_eq!(
        restored.fetch("tokens", b"\x00key").unwrap().as_deref(),
        Some(&b"value"[..])
    );
    assert!(restored.fetch("packs", b"large").unwrap() == Some(vec![9; 300_000]));
    assert!(restored.verify(&mut |_| {}).unwrap().is_sound());
    // It goes on as the old one would have.
    assert_eq!(
        restored
            .append(append(stream(2), version + 1, 1, "later"))
            .unwrap()
            .position,
        report.records + 1
    );
    assert!(restored.append(append(stream(1), 0, 1, "x")).unwrap().repeated);
    // Only into an empty directory.
    assert!(matches!(
        restore(&file, &restored_to, &mut |_, _| {}),
        Err(StoreError::NotEmpty { .. })
    ));
}

trait MapBoth<T> {
    fn map_both<R>(self, map: impl Fn(T) -> R) -> (R, R);
}

impl<T> MapBoth<T> for (T, T) {
    fn map_both<R>(self, map: impl Fn(T) -> R) -> (R, R) {
        (map(self.0), map(self.1))
    }
}

#[test]
fn a_damaged_backup_is_refused_and_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(&dir.path().join("a"));
    fill(&store, stream(1));
    let file = dir.path().join("all.backup");
    store.backup_to_file(&file, &mut |_, _| {}).unwrap();
    let good = fs::read(&file).unwrap();
    let plain = String::from_utf8(zstd::decode_all(&*good).unwrap()).unwrap();
    let pack = |text: &str| zstd::encode_all(text.as_bytes(), 1).unwrap();
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 0x10;
    let last_line = plain.trim_end().rfind('\n').unwrap() + 1;
    let without_end = plain[..last_line].to_owned();
    // A record beyond all places: the next one of its batch would have none.
    let of_two = plain
        .lines()
        .find(|line| line.contains("\"batch\":{\"index\":0,\"of\":2}"))
        .unwrap();
    let place = of_two.find("\"position\":").unwrap() + "\"position\":".len();
    let digits = of_two[place..]
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap();
    let beyond = format!("{}{}{}", &of_two[..place], u64::MAX, &of_two[place + digits..]);
    let beyond = plain.replacen(of_two, &beyond, 1);
    let damaged = [
        pack(&beyond),
        good[..good.len() / 2].to_vec(),
        flipped,
        Vec::new(),
        b"not a backup at all".to_vec(),
        pack(&without_end),
        pack(&plain.replacen("anna", "boris", 1)),
        pack("{\"backup\":{\"format\":1,\"position\":0}}\n"),
    ];
    for (row, bytes) in damaged.into_iter().enumerate() {
        let path = dir.path().join("damaged");
        fs::write(&path, bytes).unwrap();
        let into = dir.path().join("into");
        restore(&path, &into, &mut |_, _| {}).unwrap_err();
        assert!(!into.exists(), "row {row}");
        assert!(!dir.path().join("into.restoring").exists(), "row {row}");
    }
    let path = dir.path().join("newer");
    fs::write(&path, pack(&plain.replacen("\"format\":1", "\"format\":7", 1))).unwrap();
    let error = restore(&path, &dir.path().join("into"), &mut |_, _| {}).unwrap_err();
    assert!(
        matches!(
            error,
            StoreError::NewerFormat {
                found: 7,
                known: 1,
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn a_backup_is_of_one_moment_while_others_write() {
    let dir = tempfile::tempdir().unwrap();
    let store = std::sync::Arc::new(open(&dir.path().join("a")));
    let pair = |number: u32, value: &[u8]| {
        let key = |half: u8| [&number.to_be_bytes()[..], &[half]].concat();
        [0, 1]
            .map(|half| SideOp::Put {
                tree: "pairs".to_owned(),
                key: key(half),
                value: value.to_vec(),
            })
            .to_vec()
    };
    // More than a backup reads at once, and large ones among them.
    let large = vec![5; 20_000];
    for number in 0..900 {
        let value = if number % 90 == 0 { &large[..] } else { b"before" };
        store.side(pair(number, value)).unwrap();
    }
    fill(&*store, stream(1));
    let before = store.log(0, usize::MAX).unwrap();
    let file = dir.path().join("all.backup");
    // The first records are told of when the backup has begun and before it comes to the side records.
    let (begun, has_begun) = std::sync::mpsc::channel::<()>();
    let (changed, has_changed) = std::sync::mpsc::channel::<()>();
    let writer = std::thread::spawn({
        let store = std::sync::Arc::clone(&store);
        move || {
            has_begun.recv().unwrap();
            for number in 0..1_000 {
                store.side(pair(number, b"after")).unwrap();
            }
            for half in [0, 1] {
                store
                    .remove("pairs", &[&7_u32.to_be_bytes()[..], &[half]].concat())
                    .unwrap();
            }
            let head = store.head(stream(1)).unwrap().unwrap().version;
            store.append(append(stream(1), head, 3, "after")).unwrap();
            store.append(append(stream(2), 0, 3, "after")).unwrap();
            changed.send(()).unwrap();
        }
    });
    let mut out = Gate {
        out: Vec::new(),
        begun: Some(begun),
        changed: has_changed,
    };
    let report = Upkeep::backup(&*store, &mut out, &mut |_, _| {}).unwrap();
    writer.join().unwrap();
    assert_eq!((report.records, report.side), (before.len() as u64, 1_800));
    fs::write(&file, &out.out).unwrap();
    let into = dir.path().join("b");
    restore(&file, &into, &mut |_, _| {}).unwrap();
    let restored = open(&into);
    assert_eq!(restored.log(0, usize::MAX).unwrap(), before);
    for number in 0..1_000_u32 {
        let expected = match number {
            900.. => None,
            number if number % 90 == 0 => Some(large.clone()),
            _ => Some(b"before".to_vec()),
        };
        for half in [0, 1] {
            let key = [&number.to_be_bytes()[..], &[half]].concat();
            assert_eq!(restored.fetch("pairs", &key).unwrap(), expected, "{number}");
        }
    }
    assert!(restored.verify(&mut |_| {}).unwrap().is_sound());
    assert_eq!(
        restored.card(stream(1)).unwrap().unwrap().card.events,
        before.len() as u64
    );
}

/// Lets a writer work once the first bytes of a backup come.
struct Gate {
    out: Vec<u8>,
    begun: Option<std::sync::mpsc::Sender<()>>,
    changed: std::sync::mpsc::Receiver<()>,
}

impl std::io::Write for Gate {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if let Some(begun) = self.begun.take() {
            begun.send(()).unwrap();
            self.changed.recv().unwrap();
        }
        self.out.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_a_restore_left_that_was_cut_short_goes_and_a_running_one_stays() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(&dir.path().join("a"));
    fill(&store, stream(1));
    let file = dir.path().join("all.backup");
    store.backup_to_file(&file, &mut |_, _| {}).unwrap();
    let (into, building) = (dir.path().join("into"), dir.path().join("into.restoring"));
    // One that runs holds the lock of what it builds.
    fs::create_dir(&building).unwrap();
    fs::write(building.join("db"), b"half").unwrap();
    let lock = fs::File::create(building.join("lock")).unwrap();
    lock.try_lock().unwrap();
    let error = restore(&file, &into, &mut |_, _| {}).unwrap_err();
    assert!(matches!(error, StoreError::InUse { .. }), "{error}");
    assert!(building.join("db").exists() && !into.exists());
    drop(lock);
    restore(&file, &into, &mut |_, _| {}).unwrap();
    assert!(!building.exists());
    assert!(open(&into).verify(&mut |_| {}).unwrap().is_sound());
}

/// A batch of no records would get another digest than the file claims, and the same file would never be known again.
#[test]
fn a_batch_that_counts_wrong_is_refused() {
    for (index, of) in [(0, 0), (1, 1), (5, 3)] {
        let store = MemoryStore::new();
        store.append(append(stream(1), 0, 1, "x")).unwrap();
        let mut file = Vec::new();
        export(&store, stream(1), &mut file).unwrap();
        let text = String::from_utf8(file).unwrap();
        let (header, line) = text.trim_end().split_once('\n').unwrap();
        let mut record: RecordLine = serde_json::from_str(line).unwrap();
        record.batch = BatchPlace { index, of };
        let forged = format!("{header}\n{}\n", serde_json::to_string(&record).unwrap());
        let error = import(&MemoryStore::new(), &mut forged.as_bytes()).unwrap_err();
        assert!(
            matches!(&error, StoreError::BadImport { line: 2, why } if why.contains("counted from 0")),
            "{index} of {of}: {error}"
        );
    }
}
