//! Reading a game from the disk into a state, against decoding the same bytes from memory.
//!
//! 500-event games of random and greedy bots, read in random order from a warm store, each with its own system's fold:
//! as they are written (those that somebody plays now, which are in memory: they are read so after a kill alone), packed
//! as they are once they were left alone while they go on or the server was stopped, and packed as they are once they are
//! over. The reference decodes the bytes of the same streams, held in memory, one after the other, and folds nothing.
//! `cargo bench -p hindsight-tests --bench load`

#![allow(clippy::unwrap_used, reason = "a failed measurement should stop the program")]

mod games;
mod measure;

use std::ops::ControlFlow;

use before_battle::BeforeBattle;
use hindsight_engine::AnyGame;
use hindsight_engine::kernel::codec::{self, StoredEvent};
use hindsight_store::{Check, EventLog, PackScope, SledStore, StreamId, Upkeep};

use measure::{Bound, Row, in_turn, seconds, table};

/// Games in the store: copies of fewer that were played.
const STREAMS: u64 = 2_000;
const PLAYED: u64 = 40;
const EVENTS: usize = 500;

fn main() {
    let played = games::games(PLAYED, EVENTS);
    let named: Vec<(StreamId, &games::Recorded)> = (0..STREAMS)
        .map(|number| (games::stream(number), &played[(number % PLAYED) as usize]))
        .collect();
    let home = tempfile::tempdir().unwrap();
    let store = games::store(home.path(), &named);
    // Each stream has its bytes for itself, in memory as in the store.
    let memory: Vec<Vec<StoredEvent>> = named.iter().map(|(_, game)| game.events()).collect();
    let bench = Bench {
        store,
        // A round reads so many games, scattered over the store.
        order: (0..100).map(|step| step * 1_237 % STREAMS).collect(),
        memory,
    };
    let mut rows = bench.loads("as written");
    for (held, part) in [("going on", PackScope::Growing), ("over", PackScope::All)] {
        for (stream, _) in &named {
            bench.store.archive(*stream, part).unwrap();
        }
        rows.extend(bench.loads(held));
    }
    rows.push(
        bench.against_decoding("decode and fold from memory", Bound::None, |number| {
            games::system().fold(&bench.memory[number as usize]).unwrap();
        }),
    );
    let bytes: usize = bench.memory.iter().flatten().map(|event| event.body.len()).sum();
    let all: usize = bench.memory.iter().map(Vec::len).sum();
    table(
        &format!(
            "load: {STREAMS} games of {:.0} events, {:.0} bytes an event; as written, left alone while they go on, and over",
            all as f64 / STREAMS as f64,
            bytes as f64 / all as f64,
        ),
        &rows,
    );
}

/// What is measured on.
struct Bench {
    store: SledStore,
    /// The streams of a round, by number.
    order: Vec<u64>,
    /// The events of each stream.
    memory: Vec<Vec<StoredEvent>>,
}

impl Bench {
    /// Events a second, doing this with each stream of a round.
    fn rate(&self, each: impl Fn(u64)) -> f64 {
        let events: usize = self
            .order
            .iter()
            .map(|number| self.memory[*number as usize].len())
            .sum();
        events as f64 / seconds(|| self.order.iter().for_each(|number| each(*number)))
    }

    fn against_decoding(&self, what: &str, bound: Bound, each: impl Fn(u64)) -> Row {
        let decode = |number: u64| {
            for event in &self.memory[number as usize] {
                let event = codec::load_event::<BeforeBattle>(&event.kind, event.schema, &event.body);
                drop(std::hint::black_box(event.unwrap()));
            }
        };
        let (ours, reference) = in_turn(|| self.rate(&each), || self.rate(decode));
        Row {
            what: format!("{what} / decode"),
            unit: "events/s",
            ours,
            reference,
            bound,
        }
    }

    /// The ways to load a game, as the store holds it now.
    fn loads(&self, held: &str) -> Vec<Row> {
        let (system, store) = (games::system(), &self.store);
        let whole = self.against_decoding(
            &format!("{held}: load, decode and fold"),
            Bound::AtLeast(0.5),
            |number| assert!(lent(store, games::stream(number)).version() > 0),
        );
        let million = Row {
            what: format!("{held}: load, decode and fold / a million"),
            unit: "events/s",
            reference: vec![1e6; whole.ours.len()],
            ours: whole.ours.clone(),
            bound: Bound::AtLeast(1.0),
        };
        let copied = self.against_decoding(
            &format!("{held}: load into a list, decode and fold"),
            Bound::None,
            |number| {
                let game = system.fold(&read(store, games::stream(number))).unwrap();
                assert!(game.version() > 0);
            },
        );
        let scan = self.against_decoding(
            &format!("{held}: load into a list alone"),
            Bound::None,
            |number| {
                drop(std::hint::black_box(read(store, games::stream(number))));
            },
        );
        let chain = self.against_decoding(
            &format!("{held}: load with its chain checked"),
            Bound::None,
            |number| {
                drop(std::hint::black_box(
                    store.read(games::stream(number), 1, u64::MAX).unwrap(),
                ));
            },
        );
        vec![whole, million, copied, scan, chain]
    }
}

/// The game of a stream, folded from what the store lends.
fn lent(store: &SledStore, stream: StreamId) -> Box<dyn AnyGame> {
    let mut game = games::system().blank();
    store
        .scan(stream, 1, u64::MAX, Check::Continuity, &mut |record| {
            game.apply_parts(record.kind, record.schema, record.body).unwrap();
            ControlFlow::Continue(())
        })
        .unwrap();
    game
}

/// The stored events of a stream in a list.
fn read(store: &SledStore, stream: StreamId) -> Vec<StoredEvent> {
    let mut events = Vec::new();
    store
        .scan(stream, 1, u64::MAX, Check::Continuity, &mut |record| {
            events.push(StoredEvent {
                kind: record.kind.to_owned(),
                schema: record.schema,
                body: record.body.to_vec(),
            });
            ControlFlow::Continue(())
        })
        .unwrap();
    events
}
