//! A random moment of a long game, against folding the whole of it.
//!
//! A snapshot every 100 events, as the server keeps them; a moment is the nearest one and what came after it, both from
//! the store. The reference folds all the events of the same game from the same store.
//! `cargo bench -p hindsight-tests --bench moment`

#![allow(clippy::unwrap_used, reason = "a failed measurement should stop the program")]

mod games;
mod measure;

use std::ops::ControlFlow;

use hindsight_engine::AnyGame;
use hindsight_engine::kernel::Bot;
use hindsight_store::{Check, EventLog, PackScope, SledStore, Snapshots, StreamId, Upkeep};

use measure::{Bound, ROUNDS, Row, quantile, seconds, table};

const EVENTS: usize = 2_000;
const EVERY: u64 = 100;
const FORMAT: u32 = 1;
/// Moments and folds of a round.
const MOMENTS: usize = 400;
const FOLDS: usize = 20;

fn main() {
    let recorded = games::play(3, Bot::Random, EVENTS).cut(EVENTS);
    let length = recorded.len() as u64;
    let home = tempfile::tempdir().unwrap();
    let stream = games::stream(0);
    let store = games::store(home.path(), &[(stream, &recorded)]);
    for version in (EVERY..=length).step_by(EVERY as usize) {
        store
            .put_snapshot(
                stream,
                version,
                FORMAT,
                &whole(&store, stream, version).snapshot(),
            )
            .unwrap();
    }
    let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % length + 1
    };
    let version = next();
    assert_eq!(
        at(&store, stream, version).snapshot(),
        whole(&store, stream, version).snapshot(),
        "a moment is what the fold gives"
    );
    let mut table_rows = Vec::from(rows("running", &store, stream, length, &mut next));
    store.archive(stream, PackScope::All).unwrap();
    table_rows.extend(rows("packed", &store, stream, length, &mut next));
    table(
        &format!("moment: a game of {length} events, a snapshot every {EVERY}"),
        &table_rows,
    );
}

/// Moments of the game as the store holds it now, against folding the whole of it.
fn rows(
    held: &str,
    store: &SledStore,
    stream: StreamId,
    length: u64,
    next: &mut dyn FnMut() -> u64,
) -> [Row; 3] {
    let (mut least, mut first, mut p50, mut full) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let mut once = Vec::new();
        let mut moments: Vec<f64> = (0..MOMENTS)
            .map(|_| {
                let version = next();
                // The first try is what counts; the least of three shows what of the tail is the machine's.
                let tries: [f64; 3] = std::array::from_fn(|_| seconds(|| at(store, stream, version)));
                once.push(tries[0] * 1e6);
                tries.into_iter().fold(f64::INFINITY, f64::min)
            })
            .collect();
        let mut folds: Vec<f64> = (0..FOLDS)
            .map(|_| seconds(|| whole(store, stream, length)))
            .collect();
        least.push(quantile(&mut moments, 0.99) * 1e6);
        first.push(quantile(&mut once, 0.99));
        p50.push(quantile(&mut moments, 0.5) * 1e6);
        full.push(quantile(&mut folds, 0.5) * 1e6);
    }
    let row = |what: &str, ours, bound| Row {
        what: format!("{held}: {what}"),
        unit: "us",
        ours,
        reference: full.clone(),
        bound,
    };
    [
        row(
            "p99 of a random moment / p50 of the whole fold",
            first,
            Bound::AtMost(0.15),
        ),
        row("p99 of the least of three tries / the same", least, Bound::None),
        row("p50 of a random moment / p50 of the whole fold", p50, Bound::None),
    ]
}

/// The game at a version: the nearest snapshot, then the events after it.
fn at(store: &SledStore, stream: StreamId, version: u64) -> Box<dyn AnyGame> {
    let Some((from, bytes)) = store.snapshot(stream, version, FORMAT).unwrap() else {
        return whole(store, stream, version);
    };
    let mut game = games::system().restore(&bytes).unwrap();
    if from < version {
        follow(game.as_mut(), store, stream, from + 1, version);
    }
    assert_eq!(game.version(), version);
    game
}

/// The game at a version, folded from its first event.
fn whole(store: &SledStore, stream: StreamId, version: u64) -> Box<dyn AnyGame> {
    let mut game = games::system().blank();
    follow(game.as_mut(), store, stream, 1, version);
    game
}

/// Applies the stored events of a stretch.
fn follow(game: &mut dyn AnyGame, store: &SledStore, stream: StreamId, from: u64, to: u64) {
    store
        .scan(stream, from, to, Check::Continuity, &mut |record| {
            game.apply_parts(record.kind, record.schema, record.body).unwrap();
            ControlFlow::Continue(())
        })
        .unwrap();
}
