//! A process that writes to a store and says what was acknowledged, to be killed or watched.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use hindsight_store::{
    Append, CommandStamp, Durability, EventStore, Expected, NewEvent, Options, PackScope, SledStore,
    StreamCard, StreamId, Version,
};

/// Streams of each writing thread.
pub(crate) const STREAMS: u64 = 4;

/// Streams from this number on have small bodies alone, so that one after the other their commits go through the
/// write-ahead file.
pub(crate) const TINY: u64 = 1 << 20;

/// Set to `<directory> <first thread> <threads> <appends a thread>` in the process that writes.
pub(crate) const ROLE: &str = "HINDSIGHT_TEST_WRITER";

/// Set to the name of a durability, where the writer is not to be strict.
pub(crate) const DURABILITY: &str = "HINDSIGHT_TEST_DURABILITY";

/// A small generator of numbers (splitmix64), so that a seed names a run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % bound
    }
}

/// Name of a stream by its number.
pub(crate) fn stream(number: u64) -> StreamId {
    StreamId::new(1_700_000_000_000 + number, u128::from(number))
}

/// The body that the record of a stream at a version must have.
pub(crate) fn body(number: u64, version: Version) -> Vec<u8> {
    let mut random = Random(number << 32 ^ version);
    let len = match random.below(200) {
        _ if number >= TINY => 20 + random.below(60),
        0 => 90_000,
        1..=5 => 20_000,
        _ => 40 + random.below(120),
    };
    let mut bytes = vec![0; len as usize];
    let mut hasher = blake3::Hasher::new();
    hasher
        .update(&number.to_le_bytes())
        .update(&version.to_le_bytes());
    hasher.finalize_xof().fill(&mut bytes);
    bytes
}

/// An append of `count` records behind a version.
pub(crate) fn append(number: u64, head: Version, count: u64) -> Append {
    let event = |version| NewEvent {
        kind: "written".to_owned(),
        schema: 1,
        body: body(number, version),
    };
    Append {
        stream: stream(number),
        expected: Expected::Exactly(head),
        recorded_at_ms: 1_700_000_000_000 + head,
        command: CommandStamp {
            id: format!("{number}-{head}"),
            actor: "writer".to_owned(),
            rules: "1".to_owned(),
            body: count.to_be_bytes().to_vec(),
        },
        events: (head + 1..=head + count).map(event).collect(),
        card: (head == 0).then(|| StreamCard {
            title: format!("stream {number}"),
            ..StreamCard::default()
        }),
    }
}

/// Appends that are stored together behind a version, so many, each of so many records; their ids say that they belong together.
pub(crate) fn list(number: u64, head: Version, appends: u64, count: u64) -> Vec<Append> {
    (0..appends)
        .map(|place| {
            let mut one = append(number, head + place * count, count);
            one.command.id = format!("{number}-{head}:{place}/{appends}");
            one
        })
        .collect()
}

/// Writes as the role says, and ends the process; returns at once in a process without the role.
pub(crate) fn run_if_asked() {
    let Ok(role) = std::env::var(ROLE) else { return };
    let mut words = role.rsplitn(4, ' ');
    let mut number = || words.next().unwrap().parse::<u64>().unwrap();
    let (appends, threads, first) = (number(), number(), number());
    let dir = words.next().unwrap();
    let (store, report) = match SledStore::open(Path::new(dir), &options()) {
        Ok(opened) => opened,
        Err(error) => {
            say(&format!("failed {error}"));
            std::process::exit(2);
        }
    };
    say(&format!("open {} {}", report.position, report.removed.len()));
    let store: Arc<dyn EventStore> = Arc::new(store);
    let writers: Vec<_> = (first..first + threads)
        .map(|thread| {
            let store = Arc::clone(&store);
            std::thread::spawn(move || write(&*store, thread, appends))
        })
        .collect();
    for writer in writers {
        writer.join().unwrap();
    }
    store.close().unwrap();
    say("end");
    std::process::exit(0);
}

/// How the tests open their stores.
pub(crate) fn options() -> Options {
    let relaxed = std::env::var(DURABILITY).is_ok_and(|name| name == Durability::ProcessCrash.name());
    Options {
        cache_bytes: 64 << 20,
        durability: if relaxed {
            Durability::ProcessCrash
        } else {
            Durability::Strict
        },
        ..Options::default()
    }
}

fn write(store: &dyn EventStore, thread: u64, appends: u64) {
    let mut random = Random(thread ^ u64::from(std::process::id()) << 20);
    let numbers = thread * STREAMS..(thread + 1) * STREAMS;
    let mut heads: Vec<Version> = numbers
        .clone()
        .map(|number| store.head(stream(number)).unwrap().map_or(0, |head| head.version))
        .collect();
    for _ in 0..appends {
        let at = random.below(STREAMS);
        let number = numbers.start + at;
        let head = &mut heads[at as usize];
        let count = 1 + random.below(8);
        let at = if random.below(4) == 0 {
            let appends = 2 + random.below(5);
            let places = store
                .append_together(list(number, *head, appends, count))
                .unwrap();
            assert_eq!(places[0].first, *head + 1);
            assert_eq!(places.last().unwrap().last, *head + appends * count);
            *places.last().unwrap()
        } else {
            let at = store.append(append(number, *head, count)).unwrap();
            assert_eq!((at.first, at.last), (*head + 1, *head + count));
            at
        };
        *head = at.last;
        say(&format!("ack {number} {} {}", at.last, at.position));
        match random.below(100) {
            0 => {
                let part = if number.is_multiple_of(2) {
                    PackScope::All
                } else {
                    PackScope::Growing
                };
                store.archive(stream(number), part).unwrap();
            }
            1 => store
                .put_snapshot(stream(number), at.last, 1, &body(number, at.last))
                .unwrap(),
            2 => store
                .keep("heads", &number.to_be_bytes(), &at.last.to_be_bytes())
                .unwrap(),
            _ => {}
        }
    }
}

/// One line to the one who watches, in one system call.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // Nobody is left to be told when the reader is gone.
    drop(
        out.write_all(format!("{line}\n").as_bytes())
            .and_then(|()| out.flush()),
    );
}
