//! How long the questions of the opening position of the largest map take. Prints one line each.
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

use std::hint::black_box;
use std::time::Instant;

use hindsight_kernel::{Inspect, Offers, Pictures, Setups};
use men_of_iron::MenOfIron;
use men_of_iron::model::attack::{Course, Declared, DeclaredAttacker};
use men_of_iron::model::names::UnitId;
use men_of_iron::model::piece::Place;
use men_of_iron::model::state::State;
use men_of_iron::odds::{Assumptions, attack_odds};
use men_of_iron::rules::setup::first_position;
use men_of_iron::views::reach::reachable;
use serde_json::json;

/// The best of several rounds, in microseconds a call.
fn measure(name: &str, calls: u32, mut work: impl FnMut() -> usize) {
    let mut best = f64::MAX;
    let mut found = 0;
    for _ in 0..15 {
        let begun = Instant::now();
        for _ in 0..calls {
            found = black_box(work());
        }
        best = best.min(begun.elapsed().as_secs_f64() / f64::from(calls));
    }
    println!("{name:<58} {:>10.3} us   (found {found})", best * 1e6);
}

fn at(state: &mut State, unit: &str, hex: &str, facing: u8) {
    let place = Place::On {
        hex: hex.parse().expect("a hex"),
        facing: facing.to_string().parse().expect("a facing"),
    };
    let id: UnitId = unit.parse().expect("an id");
    state.units.get_mut(&id).expect("it is there").place = place;
}

fn main() {
    let setup = MenOfIron::setup_from(&json!({ "battle": "harrow-ford" }), &[]).expect("the sample battle");
    let opening = first_position(&std::sync::Arc::new(setup.battle));
    let unit = |state: &State, id: &str| {
        state
            .unit(id.parse().expect("an id"))
            .expect("it is there")
            .clone()
    };
    let rider = unit(&opening, "A-MM2");
    measure("reachable hexes of mounted men-at-arms", 20, || {
        reachable(&opening, &rider).len()
    });
    let genitor = unit(&opening, "A-GN1");
    measure("reachable hexes of genitors", 20, || {
        reachable(&opening, &genitor).len()
    });
    // Three chargers before four missile units and men-at-arms who counter-charge.
    let mut crowded = opening.clone();
    for (unit, hex, facing) in [
        ("B-MM1", "0509", 5),
        ("B-MM2", "0609", 5),
        ("B-MM3", "0610", 7),
        ("A-MM1", "0612", 11),
        ("A-LB1", "0512", 1),
        ("A-LB2", "0712", 11),
        ("A-LB3", "0513", 1),
        ("A-SL1", "0713", 11),
    ] {
        at(&mut crowded, unit, hex, facing);
    }
    crowded.active = hindsight_kernel::Seat::B;
    let charge = |unit: &str, path: &[&str]| DeclaredAttacker {
        unit: unit.parse().expect("an id"),
        charge: Some(Course {
            path: path.iter().map(|hex| hex.parse().expect("a hex")).collect(),
            turn: None,
        }),
    };
    let declared = Declared {
        attackers: vec![
            charge("B-MM1", &["0510", "0511"]),
            charge("B-MM2", &["0611"]),
            charge("B-MM3", &["0711"]),
        ],
        defenders: vec!["A-MM1".parse().expect("an id")],
    };
    measure("exact odds of a shock of three chargers", 20, || {
        attack_odds(&crowded, &declared, Assumptions::default()).map_or(0, |odds| odds.defenders.len())
    });
    measure("threats of both sides", 3, || {
        MenOfIron::threats(&crowded).map_or(0, |threats| threats.len())
    });
    measure("picture of a position", 50, || {
        MenOfIron::board(&crowded).tokens.len()
    });
    measure("offers of the opening", 50, || {
        let seat = opening.active;
        MenOfIron::offers(&opening, seat).len()
    });
}
