//! Benchmark of queries of a crowded position: 24 units, 8 pieces of terrain. Prints one line each.
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

mod clock;
mod position;

use std::hint::black_box;

use battleground::editions::Edition;
use battleground::field::{Field, Purpose};
use battleground::model::names::UnitId;
use battleground::model::state::State;
use battleground_geometry::{FacingSide, Side};

use clock::best;
use position::position;

/// The best of several rounds, in microseconds a call.
fn measure(name: &str, calls: u32, mut work: impl FnMut() -> usize) {
    let mut found = 0;
    let time = best(15, calls, || found = black_box(work()));
    println!("{name:<58} {:>10.3} us   (found {found})", time * 1e6);
}

fn main() {
    for edition in [Edition::V4, Edition::V3] {
        println!("{}", edition.system());
        run(edition);
    }
}

/// The questions of an edition.
fn run(edition: Edition) {
    let state = State {
        edition,
        ..position()
    };
    let field = Field::of(&state);
    let all: Vec<UnitId> = state.units.iter().map(|unit| unit.id).collect();
    let viewer = all[8];
    let unit = state.unit(viewer).expect("it stands there");
    measure("field of a position", 200, || {
        black_box(Field::of(&state)).obstacles(unit, &[]).len()
    });
    measure("visible enemies of one unit", 100, || {
        field.visible_enemies(viewer, Purpose::Move).len()
    });
    measure("visibility of all pairs of 24 units, with the field", 5, || {
        let field = Field::of(&state);
        let seen = |unit: &UnitId| field.visible_enemies(*unit, Purpose::Move).len();
        all.iter().map(seen).sum()
    });
    measure("nearest enemy of one unit", 100, || {
        let found = field.nearest_enemy(viewer, Purpose::Move, &[]);
        usize::from(found.is_ok_and(|enemy| enemy.is_some()))
    });
    measure("open paths of one unit to 12 enemies", 50, || {
        let open = |enemy: &&UnitId| {
            let side = match field.facing_sides(viewer, **enemy) {
                Some(FacingSide::One(side) | FacingSide::Either(side, _)) => side,
                None => Side::Front,
            };
            field.to_side(viewer, **enemy, side).is_some_and(|(to, _)| {
                let path = field.open_path(viewer, Some((**enemy, side)), to, Purpose::Move);
                path.is_open()
            })
        };
        all[12..].iter().filter(open).count()
    });
    measure("ground under one unit", 1_000, || {
        let card = field.card(viewer).expect("it stands there");
        field
            .ground_steps(unit, std::slice::from_ref(card))
            .unsigned_abs() as usize
    });
    measure("current MC of 24 units", 100, || {
        all.iter()
            .map(|unit| usize::from(field.current_mc(*unit).number()))
            .sum()
    });
}
