//! Time that the plan of one unit takes among 24 with 8 pieces of terrain.

use std::time::{Duration, Instant};

use crate::field::Field;
use crate::model::agenda::Need;
use crate::model::cards::{Piece, TerrainType};
use crate::model::orders::Order;
use crate::model::state::State;
use crate::procedures::movement::{supposed, would_move};
use crate::scene::{ground, hill, id, moving, scene};

fn square(kind: TerrainType, x: f64, y: f64) -> Piece {
    ground(kind, &[(x, y), (x + 4.0, y), (x + 4.0, y + 3.0), (x, y + 3.0)])
}

/// Two lines of twelve units, six wide and two deep, a few inches apart.
fn crowd() -> State {
    let mut all = scene();
    for place in 0..12_u8 {
        let (column, row) = (f64::from(place % 6), f64::from(place / 6));
        let movement = [3.5, 5.0, 6.0][usize::from(place % 3)];
        all = all
            .unit(
                &format!("A{}", place + 1),
                moving(movement),
                (5.0 + column * 5.1, 8.5 - row * 3.2, 0.0),
            )
            .unit(
                &format!("B{}", place + 1),
                moving(movement),
                (6.0 + column * 4.9, 19.0 + row * 3.2, 180.0 + column * 3.0),
            );
    }
    for piece in [
        square(TerrainType::Forest, 6.0, 12.0),
        square(TerrainType::BrokenGround, 14.0, 13.0),
        square(TerrainType::Swamp, 22.0, 12.0),
        square(TerrainType::LowBrush, 29.0, 13.0),
        square(TerrainType::Road, 0.0, 13.5),
        square(TerrainType::Sand, 18.0, 10.5),
        square(TerrainType::ShallowWater, 10.0, 15.0),
        hill(1, &[(24.0, 16.0), (28.0, 16.0), (28.0, 18.0), (24.0, 18.0)]),
    ] {
        all = all.terrain(piece);
    }
    all.order("A3", Order::Hold).state()
}

#[test]
fn every_unit_of_a_crowd_knows_what_to_do() {
    let state = crowd();
    let field = Field::of(&state);
    for unit in state.on_table() {
        assert!(supposed(&field, unit.id).is_some(), "{}", unit.id);
    }
}

#[test]
#[ignore = "a measurement: run it alone and with --release"]
fn one_unit_thinks_for_at_most_a_millisecond() {
    let state = crowd();
    let mut times: Vec<(Duration, String)> = Vec::new();
    for number in 1..=12 {
        let who = id(&format!("A{number}"));
        let mut best = Duration::MAX;
        let mut what = "";
        for _ in 0..20 {
            let start = Instant::now();
            let found = would_move(&Field::of(&state), who, &[]);
            best = best.min(start.elapsed());
            what = match found {
                Ok(_) => "moves",
                Err(Need::Ask(_)) => "asks",
                Err(Need::Refuse(_)) => "refuses",
            };
        }
        times.push((best, format!("{who} {what}")));
    }
    times.sort();
    for (time, who) in &times {
        println!("{who}: {time:?}");
    }
    let middle = times[times.len() / 2].0;
    assert!(middle < Duration::from_millis(1), "{middle:?}");
}
