//! Any sequence of operations leaves a store in the state of a plain list: also across openings and packing.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::Path;

use hindsight_store::conformance::stream;
use hindsight_store::{
    Append, AppendError, CommandStamp, EventLog, EventStore, Expected, MemoryStore, NewEvent, Options,
    PackScope, SledStore, Upkeep, export, import,
};
use proptest::prelude::*;

/// One thing that may happen.
#[derive(Debug, Clone)]
enum Step {
    Append {
        stream: u64,
        wrong_by: i8,
        command: u8,
        actor: u8,
        bodies: Vec<Vec<u8>>,
    },
    Archive {
        stream: u64,
    },
    Reopen,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let body = prop_oneof![
        8 => prop::collection::vec(any::<u8>(), 0..60),
        1 => prop::collection::vec(any::<u8>(), 2_000..4_000),
        1 => (60_000..150_000_usize, any::<u8>()).prop_map(|(len, byte)| {
            (0..len).map(|at| (at as u8).wrapping_mul(byte) ^ (at >> 7) as u8).collect()
        }),
    ];
    let append = (
        0..3_u64,
        prop_oneof![6 => Just(0_i8), 1 => -2..3_i8],
        0..40_u8,
        0..8_u8,
        prop::collection::vec(body, 1..5),
    )
        .prop_map(|(stream, wrong_by, command, actor, bodies)| Step::Append {
            stream,
            wrong_by,
            command,
            actor: actor / 7,
            bodies,
        });
    let step = prop_oneof![
        20 => append,
        1 => (0..3_u64).prop_map(|stream| Step::Archive { stream }),
        1 => Just(Step::Reopen),
    ];
    prop::collection::vec(step, 1..60)
}

/// What a record is, without the chain.
type Plain = (u64, u64, Vec<u8>);

/// A stream as a list, with its commands: who asked, first and last version.
#[derive(Default)]
struct Model {
    streams: BTreeMap<u64, Vec<Plain>>,
    commands: BTreeMap<(u64, u8), (u8, u64, u64)>,
    position: u64,
}

impl Model {
    /// What the append should do, and does to the model.
    fn append(&mut self, number: u64, expected: u64, command: u8, actor: u8, bodies: &[Vec<u8>]) -> Outcome {
        let records = self.streams.entry(number).or_default();
        if let Some(&(by, first, last)) = self.commands.get(&(number, command)) {
            return if by == actor {
                Outcome::Stored(first, last, true)
            } else {
                Outcome::Reused
            };
        }
        let found = records.len() as u64;
        if expected != found {
            return Outcome::Conflict(found);
        }
        for body in bodies {
            self.position += 1;
            records.push((records.len() as u64 + 1, self.position, body.clone()));
        }
        let last = records.len() as u64;
        self.commands.insert((number, command), (actor, found + 1, last));
        Outcome::Stored(found + 1, last, false)
    }

    fn check(&self, store: &dyn EventStore) {
        for (number, records) in &self.streams {
            let read = store.read(stream(*number), 1, u64::MAX).unwrap();
            assert!(
                read.iter()
                    .map(|record| (record.version, record.position, record.body.clone()))
                    .eq(records.iter().cloned())
            );
            let head = store
                .head(stream(*number))
                .unwrap()
                .map_or(0, |head| head.version);
            assert_eq!(head, records.len() as u64);
            let card = store
                .card(stream(*number))
                .unwrap()
                .map_or(0, |listed| listed.card.events);
            assert_eq!(card, head);
        }
        assert_eq!(store.position(), self.position);
        let log = store.log(0, usize::MAX).unwrap();
        assert!(log.iter().map(|record| record.position).eq(1..=self.position));
        let verdict = store.verify(&mut |_| {}).unwrap();
        assert!(verdict.is_sound(), "{verdict:?}");
    }
}

#[derive(Debug, PartialEq)]
enum Outcome {
    Stored(u64, u64, bool),
    Conflict(u64),
    Reused,
}

fn do_append(
    store: &dyn EventStore,
    number: u64,
    expected: u64,
    command: u8,
    actor: u8,
    bodies: &[Vec<u8>],
) -> Outcome {
    let append = Append {
        stream: stream(number),
        expected: Expected::Exactly(expected),
        recorded_at_ms: 1,
        command: CommandStamp {
            id: format!("c{command}"),
            actor: format!("a{actor}"),
            rules: String::new(),
            body: vec![command],
        },
        events: bodies
            .iter()
            .map(|body| NewEvent {
                kind: "k".into(),
                schema: 1,
                body: body.clone(),
            })
            .collect(),
        card: None,
    };
    match store.append(append) {
        Ok(at) => Outcome::Stored(at.first, at.last, at.repeated),
        Err(AppendError::Conflict { found, .. }) => Outcome::Conflict(found),
        Err(AppendError::CommandReused { .. }) => Outcome::Reused,
        Err(other) => panic!("{other}"),
    }
}

fn open(dir: &Path) -> SledStore {
    SledStore::open(
        dir,
        &Options {
            cache_bytes: 8 << 20,
            ..Options::default()
        },
    )
    .unwrap()
    .0
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn both_stores_do_what_a_list_does(steps in steps()) {
        let home = tempfile::tempdir().unwrap();
        let memory = MemoryStore::new();
        let mut disk = Some(open(home.path()));
        let mut model = Model::default();
        for step in steps {
            match step {
                Step::Append { stream, wrong_by, command, actor, bodies } => {
                    let found = model.streams.get(&stream).map_or(0, Vec::len) as u64;
                    let expected = found.saturating_add_signed(wrong_by.into());
                    let outcome = model.append(stream, expected, command, actor, &bodies);
                    for store in [&memory as &dyn EventStore, disk.as_ref().unwrap()] {
                        prop_assert_eq!(&do_append(store, stream, expected, command, actor, &bodies), &outcome);
                    }
                }
                Step::Archive { stream: number } => {
                    let part = if number.is_multiple_of(2) { PackScope::All } else { PackScope::Growing };
                    let known = disk.as_ref().unwrap().archive(stream(number), part).is_ok();
                    prop_assert_eq!(known, model.streams.get(&number).is_some_and(|records| !records.is_empty()));
                }
                Step::Reopen => {
                    drop(disk.take());
                    disk = Some(open(home.path()));
                }
            }
        }
        let disk = disk.unwrap();
        model.check(&memory);
        model.check(&disk);
        // Same operations, same records, same chain.
        prop_assert_eq!(memory.log(0, usize::MAX).unwrap(), disk.log(0, usize::MAX).unwrap());
        // Export, import, export is the identity.
        for number in model.streams.iter().filter(|(_, records)| !records.is_empty()).map(|(number, _)| *number) {
            let (mut first, mut second) = (Vec::new(), Vec::new());
            export(&disk, stream(number), &mut first).unwrap();
            let other = MemoryStore::new();
            import(&other, &mut &*first).unwrap();
            export(&other, stream(number), &mut second).unwrap();
            prop_assert!(first == second);
        }
    }
}
