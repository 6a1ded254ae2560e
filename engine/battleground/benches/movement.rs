//! Benchmark of the Movement Procedure for one unit among 24 with 8 pieces of terrain. Run with
//! `cargo bench -p battleground --bench movement`.
//!
//! A word behind it (`-- follow`) measures only the orders whose name begins so.
//!
//! For every order and every objective each unit of one side is asked where it would go: in front, behind friends, beside
//! woods and water. The slowest unit must take at most 1 ms on an idle machine; for machines that are not, the copy of the
//! position is measured in the same run.
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

mod clock;
mod position;

use std::hint::black_box;

use battleground::editions::Edition;
use battleground::field::Field;
use battleground::model::names::{Team, TokenNo, UnitId};
use battleground::model::orders::{Objective, Order, Orders};
use battleground::model::state::{State, Status};
use battleground::procedures::movement::would_move;
use battleground_geometry::{Inches, Point};

use clock::{best, best_anew};
use position::position;

/// Longest and mean time over the units of South, in seconds, where nothing is remembered of the position.
fn over_units(state: &State) -> (f64, f64, UnitId) {
    let times = state.own(Team::South.lead()).map(|unit| {
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
    for edition in [Edition::V4, Edition::V3] {
        println!("{}", edition.system());
        run(edition);
    }
}

/// The orders of an edition; in one that has no friendly objectives Follow stands for them.
fn run(edition: Edition) {
    let base = State {
        edition,
        ..position()
    };
    let copy = best(15, 1_000, || {
        black_box(base.clone());
    });
    println!("reference: a copy of the position takes {:.2} us", copy * 1e6);
    let unit =
        |seat: usize, number: u8| UnitId::new(Team::BOTH[seat].lead(), number).expect("a small number");
    let (token, leader) = (TokenNo(1), unit(0, 12));
    let objectives = [
        ("the Nearest Enemy", None),
        ("an enemy in the rear", Some(Objective::Enemy(unit(1, 9)))),
        ("a token", Some(Objective::Location(token))),
        ("a friend", Some(Objective::Friend(leader))),
    ];
    let profile = edition.profile();
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let is_wanted = |order: &Order| {
        let name: &str = order.into();
        wanted
            .as_ref()
            .is_none_or(|wanted| name.starts_with(wanted.as_str()))
    };
    for &order in profile.orders.iter().filter(|order| is_wanted(order)) {
        for (goal, objective) in objectives {
            let friend = matches!(objective, Some(Objective::Friend(_)));
            if friend && !profile.friend_objectives || order == Order::Follow && objective.is_some() {
                continue;
            }
            let mut state = base.clone();
            let at = Point::new(Inches::mils(30_000), Inches::mils(24_000));
            state.tokens.insert(token, (Team::South.lead(), at));
            for own in state
                .units
                .iter_mut()
                .filter(|own| own.id.seat() == Team::South.lead())
            {
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
