//! Benchmark of queries of a crowded position, exact odds, whole games and folding. Run with
//! `cargo bench -p ice-and-fire`.
//!
//! Each line has its limit on an idle machine, and stands beside the copying of a position or of events in the same run: where
//! that takes long, so does everything else.
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

use std::hint::black_box;
use std::time::Instant;

use hindsight_kernel::{
    Bot, EventOf, Game, GameOrder, GameStart, Given, Offers, Rules, Seed, Setups, Sketches, bot_rng, choose,
    codec,
};
use ice_and_fire::IceAndFire;
use ice_and_fire::cards::{AttackAbility, UnitKind};
use ice_and_fire::field::reachable;
use ice_and_fire::model::state::State;
use ice_and_fire::odds::{Stage, Terms};
use ice_and_fire::rules::{charge, terrain};
use serde_json::{Value, json};

/// Microseconds a call takes in the best of several rounds.
fn best(rounds: u32, calls: u32, mut work: impl FnMut()) -> f64 {
    let round = |_| {
        let start = Instant::now();
        (0..calls).for_each(|_| work());
        start.elapsed().as_secs_f64() * 1e6 / f64::from(calls)
    };
    (0..rounds).map(round).fold(f64::INFINITY, f64::min)
}

/// One line: what, how long in microseconds, and whether that is within its limit. A limit of 0 is none.
fn told(name: &str, taken: f64, limit: f64) {
    let verdict = if limit == 0.0 {
        String::new()
    } else {
        let word = if taken <= limit { "PASS" } else { "MISS" };
        format!("{word}, at most {limit}")
    };
    println!("{name:<56} {taken:>12.2} us  {verdict}");
}

/// Two armies that have come near each other, with five terrain pieces.
fn crowded() -> State {
    let unit = |seat: &str, card: &str, x: f64, y: f64, heading: u16| -> Value {
        json!({ "seat": seat, "card": card, "x": x, "y": y, "heading": heading })
    };
    let drawn = json!({
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
    });
    IceAndFire::sketched(&drawn, &[]).expect("a sound drawing").state
}

fn poses(state: &State) {
    for unit in &state.units[..5] {
        let tray = terrain::tray(state, unit.id).expect("it is on the table");
        let ground = terrain::ground(state, unit.id);
        let name = format!("reachable poses of {} in 72 directions", unit.id);
        told(
            &name,
            best(9, 10, || {
                black_box(reachable(black_box(&ground), &tray, 5_000, 72));
            }),
            5_000.0,
        );
    }
    let pairs: Vec<_> = state.units[..5]
        .iter()
        .flat_map(|own| state.units[5..].iter().map(move |enemy| (own.id, enemy.id)))
        .collect();
    let all = best(9, 1, || {
        for &(own, enemy) in &pairs {
            for arc in charge::arcs(state, own, enemy) {
                black_box(charge::best_heading(black_box(state), own, enemy, Some(arc)));
            }
        }
    });
    told(
        "the best heading of a charge on one enemy",
        all / pairs.len() as f64,
        0.0,
    );
}

fn odds() {
    let plain = Terms {
        stage: Stage::Dice(8),
        to_hit: 4,
        abilities: std::iter::empty().collect(),
        reroll_attack: false,
        weakened: false,
        save: 4,
        defence_mod: 0,
        vulnerable: false,
        reroll_defence: false,
        kind: UnitKind::Infantry,
        models: 12,
        wounds_per_model: 1,
        wounded: 0,
        morale: 6,
        panic_mod: 0,
        panicked: false,
        replace_panic: None,
    };
    let charge = Terms {
        stage: Stage::Dice(12),
        abilities: AttackAbility::ALL.into_iter().collect(),
        reroll_attack: true,
        weakened: true,
        vulnerable: true,
        panicked: true,
        defence_mod: -1,
        panic_mod: -1,
        ..plain.clone()
    };
    for (name, terms) in [
        ("odds of eight dice with panic", plain),
        ("odds of twelve dice, all abilities, re-rolls, tokens", charge),
    ] {
        let taken = best(9, 200, || {
            black_box(black_box(&terms).odds().expect("few dice"));
        });
        told(name, taken, 200.0);
    }
}

/// A game that goes on from an opening by the greedy player, at most so many commands: what is left of it, and its events.
fn play(
    opened: (Game<IceAndFire>, Vec<EventOf<IceAndFire>>),
    number: u64,
    most: usize,
    see: &mut dyn FnMut(&Game<IceAndFire>),
) -> Vec<EventOf<IceAndFire>> {
    let mut rng = bot_rng(number);
    let seeds = move |_| Seed::of_game(&[3; 32], &number.to_string());
    let (mut game, mut events) = opened;
    for _ in 0..most {
        if game.ending().is_some() {
            break;
        }
        see(&game);
        let seat = IceAndFire::awaiting(game.state())[0].seat;
        let command = choose::<IceAndFire>(Bot::Greedy, game.state(), seat, &mut rng).expect("offers");
        let given = Given {
            seat: Some(seat),
            order: GameOrder::Play { command },
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

fn open(
    start: GameStart<<IceAndFire as Rules>::Setup, State>,
    number: u64,
) -> (Game<IceAndFire>, Vec<EventOf<IceAndFire>>) {
    let seeds = move |_| Seed::of_game(&[3; 32], &number.to_string());
    let opened = Game::<IceAndFire>::open(start, true, &[], Some(&seeds)).expect("it opens");
    (opened.game, opened.events)
}

fn offers(state: &State) {
    let mut worst = 0.0_f64;
    play(open(GameStart::Position(state.clone()), 0), 0, 12, &mut |game| {
        let asked = IceAndFire::awaiting(game.state())[0].seat;
        let taken = best(9, 1, || {
            black_box(IceAndFire::offers(game.state(), asked));
        });
        worst = worst.max(taken);
    });
    told(
        "the longest offers of twelve commands in the crowd",
        worst,
        10_000.0,
    );
}

fn games() {
    let number = 6;
    let start = Instant::now();
    let all: Vec<_> = (0..number)
        .map(|number| {
            let setup =
                IceAndFire::setup_from(&json!({ "armies": "sample" }), &[]).expect("the sample armies");
            play(
                open(GameStart::Setup(setup), number),
                number,
                usize::MAX,
                &mut |_| (),
            )
        })
        .collect();
    let each = start.elapsed().as_secs_f64() * 1e6 / number as f64;
    let count = all.iter().map(Vec::len).sum::<usize>() as f64;
    told("a greedy game", each, 1e6);
    let copied = best(9, 1, || {
        black_box(all.clone());
    });
    told("reference: a copy of an event", copied / count, 0.0);
    let stored: Vec<_> = all
        .iter()
        .flatten()
        .map(codec::store_event::<IceAndFire>)
        .collect();
    let decoded = best(9, 1, || {
        for event in &stored {
            let event = codec::load_event::<IceAndFire>(&event.kind, event.schema, &event.body);
            black_box(event.expect("it was stored"));
        }
    });
    told("reference: an event is decoded", decoded / count, 0.0);
    let folded = best(9, 1, || {
        for events in &all {
            black_box(Game::<IceAndFire>::fold(events).expect("it was played"));
        }
    });
    // 500,000 events a second are 2 microseconds an event.
    told("an event is folded", folded / count, 2.0);
}

fn main() {
    let state = crowded();
    told(
        "reference: a copy of the position",
        best(9, 50, || {
            black_box(state.clone());
        }),
        0.0,
    );
    poses(&state);
    odds();
    offers(&state);
    games();
}
