//! Benchmark of queries of a large battle, whole games and folding. Run with `cargo bench -p men-of-iron`; words behind `--`
//! choose the lines that have one of them in their names.
//!
//! Each line has its limit on an idle machine, and stands beside the copying of a position in the same run: where that takes long,
//! so does everything else. Time is that of the processor.
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

use std::hint::black_box;

use hindsight_kernel::{
    Bot, EventOf, Game, GameOrder, GameStart, Given, Inspect, Offers, Pictures, Rules, Seat, Seed, Setups,
    bot_rng, choose,
};
use men_of_iron::MenOfIron;
use men_of_iron::model::agenda::Step;
use men_of_iron::model::attack::{Course, Declared, DeclaredAttacker};
use men_of_iron::model::names::UnitId;
use men_of_iron::model::piece::PiecePlace;
use men_of_iron::model::state::{Activated, Activation, Kind, State};
use men_of_iron::odds::{Assumptions, attack_odds, shock_odds};
use men_of_iron::rules::declaration::check;
use men_of_iron::rules::setup::first_position;
use men_of_iron::views::reach::reachable;
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The seconds that this thread has run: what other programs take counts for nothing.
fn ran() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Whether a line is asked for.
fn is_wanted(name: &str) -> bool {
    let mut words = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .peekable();
    words.peek().is_none() || words.any(|word| name.contains(&word))
}

/// The best of several rounds, in microseconds a call, against a limit in microseconds.
fn measure(name: &str, limit: f64, calls: u32, mut work: impl FnMut() -> usize) {
    if !is_wanted(name) {
        return;
    }
    let (mut best, mut found) = (f64::MAX, 0);
    for _ in 0..9 {
        let begun = ran();
        for _ in 0..calls {
            found = black_box(work());
        }
        best = best.min((ran() - begun) / f64::from(calls));
    }
    told(name, best * 1e6, limit, found);
}

fn told(name: &str, taken: f64, limit: f64, found: usize) {
    let verdict = if limit == 0.0 {
        String::new()
    } else if taken <= limit {
        format!("PASS, at most {limit:.0}")
    } else {
        format!("MISS, at most {limit:.0}")
    };
    println!("{name:<52} {taken:>12.2} us  {verdict:<20} (found {found})");
}

/// A whole game of two greedy players: its events, and the seconds it took.
fn greedy_game(battle: &str, number: u64) -> (Vec<EventOf<MenOfIron>>, f64) {
    let begun = ran();
    let mut rng = bot_rng(number);
    let seeds = move |_| Seed::of_game(&[9; 32], &number.to_string());
    let setup = MenOfIron::setup_from(&json!({ "battle": battle }), &[]).expect("a sample battle");
    let opened =
        Game::<MenOfIron>::open(GameStart::Setup(setup), true, &[], Some(&seeds)).expect("it begins");
    let (mut game, mut events) = (opened.game, opened.events);
    while game.ending().is_none() {
        let seat = MenOfIron::awaiting(game.state())
            .first()
            .map_or(Seat::A, |asked| asked.seat);
        let command =
            choose::<MenOfIron>(Bot::Greedy, game.state(), seat, &mut rng).expect("something is offered");
        let given = Given {
            seat: Some(seat),
            order: GameOrder::Play { command },
            dice: Vec::new(),
        };
        let decided = game.decide(&given, &[], Some(&seeds)).expect("it is legal");
        events.extend(decided.events);
        game = decided.game;
    }
    (events, ran() - begun)
}

fn at(state: &mut State, unit: &str, hex: &str, facing: u8) {
    let place = PiecePlace::On {
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
    measure("reference: a copy of a position", 0.0, 200, || {
        black_box(opening.clone()).units.len()
    });
    let rider = unit(&opening, "A-MM2");
    measure("reachable hexes of mounted men-at-arms", 2_000.0, 20, || {
        reachable(&opening, &rider).len()
    });
    let genitor = unit(&opening, "A-GN1");
    measure("reachable hexes of genitors", 2_000.0, 20, || {
        reachable(&opening, &genitor).len()
    });
    // Three chargers before five missile units and men-at-arms who counter-charge.
    let mut crowded = opening.clone();
    for (unit, hex, facing) in [
        ("B-MM1", "0510", 5),
        ("B-MM2", "0609", 5),
        ("B-MM3", "0811", 7),
        ("A-MM1", "0612", 11),
        ("A-LB1", "0513", 1),
        ("A-LB2", "0713", 11),
        ("A-LB3", "0412", 1),
        ("A-LB4", "0711", 7),
        ("A-SL1", "0812", 11),
        ("A-DM1", "0613", 1),
    ] {
        at(&mut crowded, unit, hex, facing);
    }
    crowded.active = hindsight_kernel::Seat::B;
    crowded.activation = Some(Activation {
        kind: Kind::Free,
        of: Activated::Command("B1".parse().expect("an id")),
    });
    crowded.agenda = vec![Step::DeclareAttacks.into()];
    let charge = |unit: &str, path: &[&str]| DeclaredAttacker {
        unit: unit.parse().expect("an id"),
        charge: Some(Course {
            path: path.iter().map(|hex| hex.parse().expect("a hex")).collect(),
            turn: None,
        }),
    };
    let declared = Declared {
        attackers: vec![
            charge("B-MM1", &["0511", "0512"]),
            charge("B-MM2", &["0610", "0611"]),
            charge("B-MM3", &["0712"]),
        ],
        defenders: vec!["A-MM1".parse().expect("an id")],
    };
    check(&crowded, Seat::B, std::slice::from_ref(&declared)).expect("these are legal Charges");
    measure("odds of the first rolls of three chargers", 5_000.0, 20, || {
        attack_odds(&crowded, &declared, Assumptions::default()).map_or(0, |odds| odds.defenders.len())
    });
    let whole = std::slice::from_ref(&declared);
    measure("odds of a whole shock of three chargers", 5_000.0, 10, || {
        shock_odds(&crowded, whole, Assumptions::default()).map_or(0, |odds| odds.fates.len())
    });
    measure("threats of both sides", 0.0, 3, || {
        MenOfIron::threats(&crowded).map_or(0, |threats| threats.len())
    });
    measure("picture of a position", 0.0, 50, || {
        MenOfIron::board(&crowded).tokens.len()
    });
    // The Move/Fire Phase of the largest Command, everybody in command.
    let mut moving = opening.clone();
    moving.active = Seat::A;
    moving.activation = Some(Activation {
        kind: Kind::Free,
        of: Activated::Command("A2".parse().expect("an id")),
    });
    moving.agenda = vec![Step::MoveFire.into()];
    measure("offers of a Move/Fire Phase", 10_000.0, 20, || {
        MenOfIron::offers(&moving, Seat::A).len()
    });
    let mut close = crowded.clone();
    for (unit, hex, facing) in [
        ("A-PK1", "1012", 1),
        ("A-DM2", "1111", 1),
        ("B-PK1", "1011", 7),
        ("B-PK2", "1110", 7),
        ("B-CB1", "0911", 5),
        ("B-CB2", "1210", 7),
    ] {
        at(&mut close, unit, hex, facing);
    }
    measure("offers of a Shock Phase in a crowd", 10_000.0, 20, || {
        MenOfIron::offers(&close, Seat::B).len()
    });
    if !is_wanted("a greedy game") && !is_wanted("an event is folded") {
        return;
    }
    let mut all = Vec::new();
    for (number, battle) in ["harrow-ford", "late-marshal", "brackwater", "osier-bank"]
        .into_iter()
        .enumerate()
    {
        let (events, seconds) = greedy_game(battle, number as u64);
        told(
            &format!("a greedy game of {battle}"),
            seconds * 1e6,
            1e6,
            events.len(),
        );
        all.push(events);
    }
    let count: usize = all.iter().map(Vec::len).sum();
    let per_event = |name: &str, limit: f64, work: &mut dyn FnMut() -> usize| {
        let mut best = f64::MAX;
        for _ in 0..9 {
            let begun = ran();
            black_box(work());
            best = best.min(ran() - begun);
        }
        // 500,000 events a second are 2 microseconds an event.
        told(name, best * 1e6 / count as f64, limit, count);
    };
    per_event("reference: a copy of an event", 0.0, &mut || {
        black_box(all.clone()).len()
    });
    per_event("an event is folded", 2.0, &mut || {
        all.iter()
            .map(|events| Game::<MenOfIron>::fold(events).map_or(0, |_| 1))
            .sum()
    });
}
