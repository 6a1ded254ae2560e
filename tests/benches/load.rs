//! Reading a game from the disk into a state, against decoding the same bytes from memory.
//!
//! 500-event games of random and greedy bots, read in random order from a warm store, each with its own system's fold.
//! The reference decodes the bytes of the same events, held in memory, one after the other, and folds nothing.
//! `cargo bench -p hindsight-tests --bench load`

#![allow(clippy::unwrap_used, reason = "a failed measurement should stop the program")]

mod games;
mod measure;

use std::ops::ControlFlow;

use before_battle::BeforeBattle;
use hindsight_engine::AnyGame;
use hindsight_engine::kernel::codec::{self, StoredEvent};
use hindsight_store::{Check, EventStore, SledStore, StreamId};

use measure::{Bound, Row, in_turn, median, seconds, table};

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
    let memory: Vec<Vec<StoredEvent>> = played.iter().map(games::Recorded::events).collect();
    // A round reads so many games, scattered over the store.
    let order: Vec<u64> = (0..100).map(|step| step * 1_237 % STREAMS).collect();
    let events: usize = order
        .iter()
        .map(|number| memory[(number % PLAYED) as usize].len())
        .sum();
    let rate = |took: f64| events as f64 / took;
    let decode = || {
        rate(seconds(|| {
            for number in &order {
                for event in &memory[(number % PLAYED) as usize] {
                    let event = codec::load_event::<BeforeBattle>(&event.kind, event.schema, &event.body);
                    drop(std::hint::black_box(event.unwrap()));
                }
            }
        }))
    };
    let load = || {
        rate(seconds(|| {
            for number in &order {
                assert!(lent(&store, games::stream(*number)).version() > 0);
            }
        }))
    };
    let copied = || {
        rate(seconds(|| {
            for number in &order {
                let game = games::system()
                    .fold(&read(&store, games::stream(*number)))
                    .unwrap();
                assert!(game.version() > 0);
            }
        }))
    };
    let scan = || {
        rate(seconds(|| {
            for number in &order {
                drop(std::hint::black_box(read(&store, games::stream(*number))));
            }
        }))
    };
    let fold = || {
        rate(seconds(|| {
            for number in &order {
                games::system().fold(&memory[(number % PLAYED) as usize]).unwrap();
            }
        }))
    };
    let chain = || {
        rate(seconds(|| {
            for number in &order {
                drop(std::hint::black_box(
                    store.read(games::stream(*number), 1, u64::MAX).unwrap(),
                ));
            }
        }))
    };
    let rows = [
        (
            "load, decode and fold / decode",
            Bound::AtLeast(0.5),
            in_turn(load, decode),
        ),
        (
            "load into a list, decode and fold / decode",
            Bound::None,
            in_turn(copied, decode),
        ),
        (
            "load into a list alone / decode",
            Bound::None,
            in_turn(scan, decode),
        ),
        (
            "load with its chain checked / decode",
            Bound::None,
            in_turn(chain, decode),
        ),
        (
            "decode and fold from memory / decode",
            Bound::None,
            in_turn(fold, decode),
        ),
    ];
    let mut rows: Vec<Row> = rows
        .into_iter()
        .map(|(what, bound, (ours, reference))| Row {
            what: what.to_owned(),
            unit: "events/s",
            ours,
            reference,
            bound,
        })
        .collect();
    let absolute = rows[0].ours.clone();
    let million = vec![1e6; absolute.len()];
    let figure = median(&absolute).0;
    rows.insert(
        1,
        Row {
            what: "load, decode and fold / a million".to_owned(),
            unit: "events/s",
            ours: absolute,
            reference: million,
            bound: Bound::AtLeast(1.0),
        },
    );
    let bytes: usize = memory.iter().flatten().map(|event| event.body.len()).sum();
    let all: usize = memory.iter().map(Vec::len).sum();
    table(
        &format!(
            "load: {STREAMS} games of {:.0} events, {:.0} bytes an event; {:.2} ms a game",
            all as f64 / PLAYED as f64,
            bytes as f64 / all as f64,
            all as f64 / PLAYED as f64 / figure * 1e3
        ),
        &rows,
    );
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
