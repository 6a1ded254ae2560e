//! How long the reachable poses of one unit take among two whole armies. Run with `cargo bench -p ice-and-fire --bench field`.

use std::hint::black_box;
use std::time::Instant;

use hindsight_kernel::Sketches;
use ice_and_fire::IceAndFire;
use ice_and_fire::field::reachable;
use ice_and_fire::rules::{charge, terrain};
use serde_json::{Value, json};

/// Two armies that have come near each other, with five terrain pieces.
fn crowded() -> Value {
    let unit = |seat: &str, card: &str, x: f64, y: f64, heading: u16| json!({ "seat": seat, "card": card, "x": x, "y": y, "heading": heading });
    json!({
        "units": [
            unit("A", "mw-shield", 12.0, 17.0, 0), unit("A", "mw-arch", 24.0, 14.0, 0),
            unit("A", "mw-knight", 31.0, 17.0, 20), unit("A", "mw-levy", 39.0, 16.0, 350),
            unit("A", "mw-axes", 18.0, 20.0, 10), unit("B", "ka-raid", 12.0, 29.0, 180),
            unit("B", "ka-sling", 24.0, 33.0, 180), unit("B", "ka-ride", 32.0, 29.0, 200),
            unit("B", "ka-reav", 40.0, 28.0, 170), unit("B", "ka-wall", 20.0, 28.0, 190),
        ],
        "terrain": [
            { "card": "forest", "x": 24.0, "y": 24.0, "heading": 30 }, { "card": "bog", "x": 8.0, "y": 23.0 },
            { "card": "palisade", "x": 36.0, "y": 23.0, "heading": 45 }, { "card": "stakes", "x": 44.0, "y": 21.0 },
            { "card": "wall", "x": 16.0, "y": 24.0 },
        ],
    })
}

fn main() {
    let state = IceAndFire::sketched(&crowded(), &[])
        .expect("a sound drawing")
        .state;
    let rounds = 200;
    let start = Instant::now();
    let mut poses = 0;
    for round in 0..rounds {
        let unit = state.units[round % 5].id;
        let (Some(tray), ground) = (terrain::tray(&state, unit), terrain::ground(&state, unit)) else {
            continue;
        };
        poses += reachable(black_box(&ground), &tray, 5_000, 72).len();
    }
    let each = start.elapsed().as_secs_f64() / rounds as f64;
    println!(
        "reachable poses of a unit in 72 directions: {:.3} ms, {} of them",
        each * 1e3,
        poses / rounds
    );
    let start = Instant::now();
    let mut ways = 0;
    for round in 0..rounds {
        let (unit, enemy) = (state.units[round % 5].id, state.units[5 + (round / 5) % 5].id);
        for arc in charge::arcs(&state, unit, enemy) {
            ways += usize::from(charge::best_heading(black_box(&state), unit, enemy, Some(arc)).is_some());
        }
    }
    let each = start.elapsed().as_secs_f64() / rounds as f64;
    println!(
        "the best heading of a charge on one enemy: {:.3} ms, {ways} of {rounds} can charge",
        each * 1e3
    );
}
