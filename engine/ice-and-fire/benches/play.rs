//! How long a greedy game, the fold of its stream, and the offers of a crowded position take. Run with
//! `cargo bench -p ice-and-fire --bench play`.
//!
//! Beside each figure stands a reference of the same run: a copy of the events or of the position. A greedy game must take at
//! most 1 s, crowded offers at most 10 ms, and a stream must fold at 500,000 events a second or more, on an idle machine.
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

use std::hint::black_box;
use std::time::Instant;

use hindsight_kernel::{
    Bot, EventOf, Game, Given, Offers, Order, Rules, Seed, Setups, Sketches, Start, bot_rng, choose, codec,
};
use ice_and_fire::IceAndFire;
use serde_json::{Value, json};

/// Seconds a call takes in the best of several rounds.
fn best(rounds: u32, mut work: impl FnMut()) -> f64 {
    let round = |_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    };
    (0..rounds).map(round).fold(f64::INFINITY, f64::min)
}

/// A whole game of the greedy bot against itself: its events.
fn play(number: u64) -> Vec<EventOf<IceAndFire>> {
    let mut rng = bot_rng(number);
    let seeds = move |_| Seed::of_game(&[3; 32], &number.to_string());
    let setup = IceAndFire::setup_from(&json!({ "armies": "sample" }), &[]).expect("the sample armies");
    let opened = Game::<IceAndFire>::open(Start::Setup(setup), true, &[], Some(&seeds)).expect("opens");
    let (mut game, mut events) = (opened.game, opened.events);
    while game.ending().is_none() {
        let seat = IceAndFire::awaiting(game.state())[0].seat;
        let command = choose::<IceAndFire>(Bot::Greedy, game.state(), seat, &mut rng).expect("offers");
        let given = Given {
            seat: Some(seat),
            order: Order::Play { command },
            dice: vec![],
        };
        let decided = game
            .decide(&given, &[], Some(&seeds))
            .expect("an offer is accepted");
        game = decided.game;
        events.extend(decided.events);
    }
    events
}

/// Two armies that have come near each other, with five terrain pieces, and NCUs beside the board.
fn crowded() -> Value {
    let unit = |seat: &str, card: &str, x: f64, y: f64, heading: u16| json!({ "seat": seat, "card": card, "x": x, "y": y, "heading": heading });
    json!({
        "round": 2,
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

fn offers() {
    let position = IceAndFire::sketched(&crowded(), &[])
        .expect("a sound drawing")
        .state;
    let copy = best(50, || {
        black_box(position.clone());
    });
    println!(
        "{:<44} {:>9.3} ms",
        "reference: a copy of the position",
        copy * 1e3
    );
    let seeds = move |_| Seed::of_game(&[3; 32], "offers");
    let opened = Game::<IceAndFire>::open(Start::Position(position.clone()), true, &[], Some(&seeds));
    let mut game = opened.expect("a position to begin from").game;
    let mut worst = 0.0_f64;
    for step in 0..12 {
        let Some(asked) = IceAndFire::awaiting(game.state()).first().map(|asked| asked.seat) else {
            break;
        };
        let seconds = best(10, || {
            black_box(IceAndFire::offers(game.state(), asked));
        });
        worst = worst.max(seconds);
        let count = IceAndFire::offers(game.state(), asked).len();
        println!(
            "{:<44} {:>9.3} ms",
            format!("offers {step} to {asked}: {count}"),
            seconds * 1e3
        );
        let mut rng = bot_rng(step);
        let command = choose::<IceAndFire>(Bot::Greedy, game.state(), asked, &mut rng).expect("offers");
        let given = Given {
            seat: Some(asked),
            order: Order::Play { command },
            dice: vec![],
        };
        game = game.decide(&given, &[], Some(&seeds)).expect("accepted").game;
    }
    println!(
        "{:<44} {:>9.3} ms",
        "the longest of them (at most 10)",
        worst * 1e3
    );
}

fn main() {
    offers();
    let start = Instant::now();
    let games: Vec<Vec<EventOf<IceAndFire>>> = (0..6).map(play).collect();
    let each = start.elapsed().as_secs_f64() / games.len() as f64;
    let count: usize = games.iter().map(Vec::len).sum();
    println!("{:<44} {each:>9.3} s (at most 1)", "a greedy game");
    let told = |name: &str, seconds: f64| {
        println!("{name:<44} {:>9.2} M events/s", count as f64 / seconds / 1e6);
    };
    println!("{count} events of {} games", games.len());
    told(
        "reference: a copy of the events",
        best(15, || {
            black_box(games.clone());
        }),
    );
    let stored: Vec<codec::StoredEvent> = games
        .iter()
        .flatten()
        .map(codec::store_event::<IceAndFire>)
        .collect();
    told(
        "reference: decoding",
        best(10, || {
            for event in &stored {
                let event = codec::load_event::<IceAndFire>(&event.kind, event.schema, &event.body);
                black_box(event.expect("it was stored"));
            }
        }),
    );
    told(
        "fold (at least 0.5)",
        best(15, || {
            for events in &games {
                black_box(Game::<IceAndFire>::fold(events).expect("it was played"));
            }
        }),
    );
}
