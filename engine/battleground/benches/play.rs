//! Benchmark of playing whole battles of 2000 points. Run with `cargo bench -p battleground --bench play`;
//! `HINDSIGHT_GAMES` sets the number of greedy battles (8 if it is not set).
//!
//! A greedy battle must take at most 1 s of the processor, better 0.2 s. Where the system tells it, the time on the
//! processor is printed, so that it matters little what else the machine does; each line also gives it in copies of a
//! position taken in the same run.
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

mod bots;
mod clock;

use std::hint::black_box;

use battleground::model::state::State;
use battleground::{Battleground, Battleground3};
use bots::Edition;
use hindsight_kernel::Bot;

use clock::{Stopwatch, best};

fn main() {
    let games: u64 = std::env::var("HINDSIGHT_GAMES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(8);
    run::<Battleground>(games);
    run::<Battleground3>(games);
}

/// The battles of an edition.
fn run<R: Edition>(games: u64) {
    println!("{}", R::ID);
    let copy = copy_of_a_position::<R>();
    println!("reference: a copy of a position takes {:.2} us", copy * 1e6);
    for (bot, name, games) in [(Bot::Greedy, "greedy", games), (Bot::Random, "random", games / 2)] {
        let (mut commands, mut events) = (0, 0);
        let watch = Stopwatch::start();
        for number in 0..games {
            events += bots::play::<R>(bot, number, |_, _| commands += 1).len();
        }
        let seconds = watch.seconds() / games.max(1) as f64;
        println!(
            "{name} against {name}, {games} battles: {seconds:.3} s each, {:.2} battles/s; {} commands and {} events each, \
             {:.0} copies of a position a command",
            1.0 / seconds,
            commands / games.max(1),
            events / games.max(1) as usize,
            seconds * games as f64 / f64::from(u32::try_from(commands).unwrap_or(u32::MAX)) / copy,
        );
    }
}

/// How long the copy of a position with all its units takes, in seconds.
fn copy_of_a_position<R: Edition>() -> f64 {
    let mut position = State::default();
    bots::play::<R>(Bot::Greedy, 0, |state, _| {
        if state.turn == 3 && position.turn < 3 {
            position = state.clone();
        }
    });
    best(15, 1_000, || {
        black_box(position.clone());
    })
}
