//! Benchmark of the exact odds of one attack. Run with `cargo bench -p battleground --bench odds`.

use std::hint::black_box;
use std::time::Instant;

use battleground::model::effect::Dice;
use battleground::rules::combat::odds::{Prospect, Start};

fn main() {
    let plain = Prospect {
        start: Start::Dice(5),
        to_hit: 3,
        hit_rerolls: Vec::new(),
        hits: Vec::new(),
        impact_hits: 0,
        to_wound: 2,
        wound_rerolls: Vec::new(),
        wounds: Vec::new(),
        least: 0,
        boxes: 9,
    };
    let charge = Prospect {
        start: Start::Dice(9),
        to_hit: 6,
        impact_hits: 2,
        to_wound: 7,
        ..plain.clone()
    };
    let cards = Prospect {
        hit_rerolls: vec![(Dice::Failed, Some(2)), (Dice::Successful, Some(2))],
        wound_rerolls: vec![(Dice::Successful, None)],
        wounds: vec![2, -1],
        ..charge.clone()
    };
    for (name, prospect) in [
        ("five dice at 3 and 2", plain),
        ("nine dice at 6 and 7, two Impact Hits", charge),
        ("the same with rerolls by both sides and damage cards", cards),
    ] {
        let rounds = 20_000;
        let start = Instant::now();
        let mut sum = 0.0;
        for _ in 0..rounds {
            sum += black_box(&prospect).odds().expect("few dice").boxes.mean();
        }
        let each = start.elapsed().as_secs_f64() / f64::from(rounds);
        println!(
            "{name}: {:.1} us, {:.3} boxes on average",
            each * 1e6,
            sum / f64::from(rounds)
        );
    }
}
