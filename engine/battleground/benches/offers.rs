//! Benchmark of listing offers. Run with `cargo bench -p battleground --bench offers`.
//!
//! The positions are those of a whole battle of greedy players: for each step of the turn the one with most engagements,
//! and the one whose offers took longest. None must take more than 10 ms on an idle machine; for machines that are not, the
//! copy of a position is measured in the same run. First nothing is remembered of the position, as for a player who comes to
//! it; asked again, what units would do is known.
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

mod bots;
mod clock;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use battleground::model::state::State;
use battleground::{Battleground, Battleground3};
use bots::Edition;
use clock::{best, best_anew};
use hindsight_kernel::{Bot, Seat};

/// A position to be asked again, and whether it counts for more than another of its step.
struct Case {
    state: State,
    seat: Seat,
    weight: f64,
}

fn keep(cases: &mut BTreeMap<String, Case>, state: &State, seat: Seat, step: &str, weight: f64) {
    if cases.get(step).is_none_or(|case| case.weight < weight) {
        let state = state.clone();
        cases.insert(step.to_owned(), Case { state, seat, weight });
    }
}

fn main() {
    run::<Battleground>();
    run::<Battleground3>();
}

/// The positions of an edition.
fn run<R: Edition>() {
    println!("{}", R::ID);
    let (mut crowded, mut slow) = (BTreeMap::new(), BTreeMap::new());
    bots::play::<R>(Bot::Greedy, 0, |state, seat| {
        let step = &R::awaiting(state)[0].decision;
        keep(&mut crowded, state, seat, step, state.engagements.len() as f64);
        let start = Instant::now();
        black_box(R::offers(state, seat));
        keep(&mut slow, state, seat, step, start.elapsed().as_secs_f64());
    });
    for (which, cases) in [("most crowded", &crowded), ("slowest", &slow)] {
        for (step, case) in cases {
            let copy = best(7, 100, || {
                black_box(case.state.clone());
            });
            let found = R::offers(&case.state, case.seat).len();
            let anew = best_anew(7, || {
                black_box(R::offers(&case.state, case.seat));
            });
            let again = best(7, 3, || {
                black_box(R::offers(&case.state, case.seat));
            });
            println!(
                "{which:<13} {step:<22} turn {:>2}, {:>2} units, {:>2} engagements: {:>8.1} us for {found:>3} offers, {:>6.0} \
                 copies of the position ({:.2} us each); {:.1} us when asked again",
                case.state.turn,
                case.state.on_table().count(),
                case.state.engagements.len(),
                anew * 1e6,
                anew / copy,
                copy * 1e6,
                again * 1e6,
            );
        }
    }
}
