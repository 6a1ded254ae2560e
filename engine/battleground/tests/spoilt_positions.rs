//! Positions of real battles with one or more values spoilt: each is refused, or can be begun from, shown and played on
//! without a panic.
//!
//! `HINDSIGHT_SPOILT` sets how many are tried. A failing one is named by its number, which is its seed.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use battleground::Battleground;
use battleground::model::state::State;
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{
    Bot, Offers, Packs, Pictures, Rules, Seat, Seed, ServerTray, Setups, Table, bot_rng, choose,
};
use serde_json::{Value, json};

fn tried(usually: u64) -> u64 {
    std::env::var("HINDSIGHT_SPOILT")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(usually)
}

fn seed(number: u64) -> Seed {
    Seed::of_game(&[9; 32], &number.to_string())
}

/// Lets a bot play so many commands, with its own dice for each.
fn played(mut state: State, number: u64, commands: u64) -> State {
    let mut rng = bot_rng(number);
    for done in 0..commands {
        let Some(seat) = Battleground::awaiting(&state).first().map(|asked| asked.seat) else {
            break;
        };
        let Some(command) = choose::<Battleground>(Bot::Random, &state, seat, &mut rng) else {
            break;
        };
        let mut tray = ServerTray::new(seed(number), 100 * done);
        let mut table = Table::<Battleground>::new(state.clone(), &mut tray);
        if Battleground::decide(&mut table, seat, &command).is_err() {
            break;
        }
        let Ok((after, _)) = table.finish() else {
            break;
        };
        state = after;
    }
    state
}

/// Positions after the set-up, in the thick of it.
fn battles() -> Vec<Value> {
    [0_u64, 1, 2]
        .map(|number| {
            let setup = Battleground::setup_from(&json!({}), &Battleground::sample_packs()).unwrap();
            let mut tray = ServerTray::new(seed(number), 0);
            let mut table = Table::<Battleground>::new(State::default(), &mut tray);
            Battleground::begin(&mut table, &setup).unwrap();
            let (state, _) = table.finish().unwrap();
            serde_json::to_value(played(state, number, 150 + 60 * number)).unwrap()
        })
        .into()
}

/// All places of a value, as JSON pointers.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                places(field, &format!("{at}/{name}"), found);
            }
        }
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                places(item, &format!("{at}/{place}"), found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    if !at.is_empty() {
        found.push(at.to_owned());
    }
}

/// Another value of the same form, at an extreme.
fn spoilt(value: &Value, others: &[Value], rng: &mut impl Rng) -> Value {
    let pick = |count: usize, rng: &mut dyn Rng| rng.next_u64() as usize % count.max(1);
    match value {
        Value::Number(_) => {
            let numbers = [
                json!(0),
                json!(1),
                json!(7),
                json!(127),
                json!(200),
                json!(254),
                json!(255),
                json!(65_535),
                json!(-1),
                json!(-128),
                json!(2_147_483_647),
                json!(0.5),
                json!(36.0),
                json!(1e6),
            ];
            numbers[pick(numbers.len(), rng)].clone()
        }
        Value::String(_) => {
            let texts = ["A1", "B1", "A99", "B50", "routing", "disrupted", "front", "left"];
            json!(texts[pick(texts.len(), rng)])
        }
        Value::Bool(flag) => json!(!flag),
        Value::Null => json!(1),
        Value::Array(items) => match pick(3, rng) {
            0 => json!([]),
            1 => {
                let item = items.first().cloned().unwrap_or(Value::Null);
                json!(vec![item; 260])
            }
            _ => Value::Array(items.iter().rev().cloned().collect()),
        },
        Value::Object(_) => others[pick(others.len(), rng)].clone(),
    }
}

#[test]
fn a_spoilt_position_is_refused_or_played() {
    let battles = battles();
    for battle in &battles {
        let position = serde_json::from_value::<State>(battle.clone()).unwrap();
        let mut tray = ServerTray::new(seed(0), 0);
        let mut table = Table::<Battleground>::new(State::default(), &mut tray);
        Battleground::begin_at(&mut table, position).unwrap();
    }
    // The book is the same in all, and large: what a position says of the battle is spoilt more often.
    let ways: Vec<Vec<String>> = battles
        .iter()
        .map(|battle| {
            let mut found = Vec::new();
            places(battle, "", &mut found);
            let (book, rest): (Vec<String>, Vec<String>) =
                found.into_iter().partition(|place| place.starts_with("/book"));
            rest.iter()
                .cloned()
                .chain(rest.iter().cloned())
                .chain(book.into_iter().step_by(7))
                .collect()
        })
        .collect();
    let (mut begun, count) = (0, tried(60));
    for number in 0..count {
        let mut rng = bot_rng(10_000 + number);
        let which = number as usize % battles.len();
        let mut position = battles[which].clone();
        for _ in 0..=rng.next_u64() % 3 {
            let place = &ways[which][rng.next_u64() as usize % ways[which].len()];
            let others: Vec<Value> = [0, 1, 2]
                .iter()
                .filter_map(|_| {
                    let other = &ways[which][rng.next_u64() as usize % ways[which].len()];
                    battles[which].pointer(other).cloned()
                })
                .collect();
            if let Some(value) = position.pointer_mut(place) {
                *value = spoilt(value, &others, &mut rng);
            }
        }
        let Ok(position) = serde_json::from_value::<State>(position) else {
            continue;
        };
        println!("position {number}");
        let mut tray = ServerTray::new(seed(number), 0);
        let mut table = Table::<Battleground>::new(State::default(), &mut tray);
        if Battleground::begin_at(&mut table, position).is_err() {
            continue;
        }
        let Ok((state, _)) = table.finish() else {
            continue;
        };
        begun += 1;
        let _ = Battleground::board(&state);
        for seat in [Seat::A, Seat::B] {
            let _ = Battleground::offers(&state, seat);
        }
        let _ = played(state, number, 12);
    }
    assert!(begun * 10 > count, "{begun} of {count} could be begun from");
}
