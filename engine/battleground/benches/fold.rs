//! Benchmark of folding streams. Run with `cargo bench -p battleground --bench fold`.
//!
//! The stream of a whole greedy battle must fold at 500,000 events a second or more on an idle machine. In the same run the
//! same events are copied, and decoded from the bytes a store keeps: folding should cost less than decoding.
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

mod bots;
mod clock;

use std::hint::black_box;

use battleground::{Battleground, Battleground3};
use bots::Edition;
use hindsight_kernel::{Bot, EventOf, Game, codec};

use clock::best;

fn main() {
    run::<Battleground>();
    run::<Battleground3>();
}

/// The streams of an edition.
fn run<R: Edition>() {
    println!("{}", R::ID);
    let battles: Vec<Vec<EventOf<R>>> = (0..2)
        .map(|number| bots::play::<R>(Bot::Greedy, number, |_, _| ()))
        .collect();
    let stored: Vec<Vec<codec::StoredEvent>> = battles
        .iter()
        .map(|events| events.iter().map(codec::store_event::<R>).collect())
        .collect();
    let count: usize = battles.iter().map(Vec::len).sum();
    let bytes: usize = stored.iter().flatten().map(|event| event.body.len()).sum();
    println!(
        "{count} events of {} battles, {} bytes each",
        battles.len(),
        bytes / count
    );
    let load = |event: &codec::StoredEvent| {
        codec::load_event::<R>(&event.kind, event.schema, &event.body).expect("it was stored")
    };
    let told = |name: &str, seconds: f64| {
        println!("{name:<40} {:>7.2} M events/s", count as f64 / seconds / 1e6);
    };
    told(
        "reference: a copy of the events",
        best(15, 1, || {
            black_box(battles.clone());
        }),
    );
    told(
        "reference: decoding",
        best(15, 1, || {
            for event in stored.iter().flatten() {
                black_box(load(event));
            }
        }),
    );
    told(
        "fold",
        best(15, 1, || {
            for events in &battles {
                black_box(Game::<R>::fold(events).expect("it was played"));
            }
        }),
    );
    told(
        "decode and fold",
        best(15, 1, || {
            for events in &stored {
                let events: Vec<_> = events.iter().map(load).collect();
                black_box(Game::<R>::fold(&events).expect("it was played"));
            }
        }),
    );
}
