//! How long the Movement Procedure takes for one unit among 24 with 8 pieces of terrain. Run with
//! `cargo bench -p battleground --bench movement`.
//!
//! For every order and every objective each unit of one side is asked where it would go: in front, behind friends, beside
//! woods and water. The slowest unit must take at most 1 ms on an idle machine; for machines that are not, the copy of the
//! position is measured in the same run.
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

mod clock;
mod position;

use std::hint::black_box;

use battleground::field::Field;
use battleground::model::names::{SEATS, TokenNo, UnitId};
use battleground::model::orders::{Objective, Order, Orders};
use battleground::model::state::{State, Status};
use battleground::rules::movement::would_move;
use hindsight_geometry::inches::{Inches, Point};

use clock::{best, best_anew};
use position::position;

/// Longest and mean time over the units of South, in seconds, where nothing is remembered of the position.
fn over_units(state: &State) -> (f64, f64, UnitId) {
    let times = state.own(SEATS[0]).map(|unit| {
        let time = best_anew(5, || {
            let field = Field::of(state);
            black_box(would_move(&field, unit.id, &[]).is_ok());
        });
        (time, unit.id)
    });
    let times: Vec<(f64, UnitId)> = times.collect();
    let slowest = times.iter().copied().max_by(|a, b| a.0.total_cmp(&b.0));
    let (most, who) = slowest.expect("South has units");
    (
        most,
        times.iter().map(|(time, _)| time).sum::<f64>() / times.len() as f64,
        who,
    )
}

fn main() {
    let base = position();
    let copy = best(15, 1_000, || {
        black_box(base.clone());
    });
    println!("reference: a copy of the position takes {:.2} us", copy * 1e6);
    let unit = |seat: usize, number: u8| UnitId::new(SEATS[seat], number).expect("a small number");
    let (token, leader) = (TokenNo(1), unit(0, 12));
    let objectives = [
        ("the Nearest Enemy", None),
        ("an enemy in the rear", Some(Objective::Enemy(unit(1, 9)))),
        ("a token", Some(Objective::Location(token))),
        ("a friend", Some(Objective::Friend(leader))),
    ];
    for order in [Order::Close, Order::Hold, Order::Range, Order::Short, Order::Long] {
        for (goal, objective) in objectives {
            let mut state = base.clone();
            let at = Point::new(Inches::mils(30_000), Inches::mils(24_000));
            state.tokens.insert(token, (SEATS[0], at));
            for own in state.units.iter_mut().filter(|own| own.id.seat() == SEATS[0]) {
                own.status = Status::Ready(Some(Orders {
                    order,
                    cap: None,
                    objective: objective.filter(|_| own.id != leader),
                }));
            }
            let (most, mean, who) = over_units(&state);
            let order: &str = order.into();
            println!(
                "{:<30} mean {:>8.1} us, slowest ({who}) {:>8.1} us, {:>7.0} copies",
                format!("{order}, {goal}"),
                mean * 1e6,
                most * 1e6,
                most / copy
            );
        }
    }
}
