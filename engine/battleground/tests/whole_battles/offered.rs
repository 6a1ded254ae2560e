//! Offers against commands: what is offered is accepted, and what is not offered does no harm.

use battleground::Battleground;
use battleground::model::command::Command;
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Choice, Notation, Offer, Offers, Rules, Seat, below, bot_rng};
use serde_json::{Value, json};

use crate::playout::{Playout, begin, each_of, games, is_over, request, step};
use crate::words::check_words;

#[test]
fn every_offer_is_accepted() {
    // The first fights come in turn 3 or 4; a campaign looks further.
    let turns = if std::env::var_os("HINDSIGHT_PLAYOUTS").is_some() {
        16
    } else {
        5
    };
    each_of(games(1, 10), |number| {
        let mut rng = bot_rng(number + 1_000);
        let mut playout = begin(number, &request(number));
        while !is_over(&playout) && playout.state.turn < turns {
            // All offers of some states: of most in the set-up, of few when the battle is long.
            let every = 1 + usize::from(playout.state.turn) * 4;
            if playout.commands.len().is_multiple_of(every) {
                check_offers(&playout);
            }
            step(&mut playout, &mut rng);
        }
    });
}

fn check_offers(playout: &Playout) {
    let asked: Vec<Seat> = Battleground::awaiting(&playout.state)
        .iter()
        .map(|asked| asked.seat)
        .collect();
    for seat in (0..3).filter_map(Seat::new) {
        let offers = Battleground::offers(&playout.state, seat);
        assert_eq!(
            !offers.is_empty(),
            asked.contains(&seat),
            "{}: offers to {seat} at {:?}",
            playout.place(),
            playout.state.agenda.last()
        );
        for offer in &offers {
            assert_eq!(offer.seat, seat);
            if let Choice::Form { samples, .. } = &offer.choice {
                assert!(
                    !samples.is_empty(),
                    "{}: {} has no sample",
                    playout.place(),
                    offer.label
                );
            }
        }
        for command in offers.iter().flat_map(Offer::commands) {
            let result = playout.decide(seat, command);
            assert!(
                result.is_ok(),
                "{}: {} is offered: {:?}",
                playout.place(),
                Battleground::format(command),
                result.err()
            );
        }
    }
}

/// Something else of the same kind in place of a part of a command: another unit, number, side, or nothing at all.
fn spoil(value: &mut Value, units: &[String], rng: &mut impl Rng) {
    let mut pick = |limit: usize| below(rng, limit).unwrap_or(0);
    match value {
        Value::String(text) if text.parse::<battleground::model::names::UnitId>().is_ok() => {
            text.clone_from(&units[pick(units.len())]);
        }
        Value::String(text) => {
            let words = [
                "left", "right", "front", "rear", "close", "hold", "range", "A", "B", "green", "C",
            ];
            words[pick(words.len())].clone_into(text);
        }
        Value::Number(number) => {
            let was = number.as_f64().unwrap_or(0.0);
            let others = [
                0.0,
                1.0,
                -1.0,
                was + 1.0,
                was - 0.5,
                was * 1.5,
                255.0,
                36.0,
                1e9,
                -1e9,
            ];
            let now = others[pick(others.len())];
            *value = if now.fract() == 0.0 {
                json!(now as i64)
            } else {
                json!(now)
            };
        }
        Value::Bool(flag) => *flag = !*flag,
        Value::Null => *value = json!(units[pick(units.len())]),
        Value::Array(all) => match pick(4) {
            0 => all.clear(),
            1 if !all.is_empty() => all.push(all[0].clone()),
            _ if !all.is_empty() => {
                let place = pick(all.len());
                spoil(&mut all[place], units, rng);
            }
            _ => all.push(json!(units[pick(units.len())])),
        },
        Value::Object(fields) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            if !names.is_empty() {
                let name = &names[pick(names.len())];
                if pick(8) == 0 {
                    fields[name] = Value::Null;
                } else {
                    spoil(&mut fields[name], units, rng);
                }
            }
        }
    }
}

/// Commands that nobody was offered, each near to one that was, or to one of another time, by those who are asked: of
/// others the kernel takes none.
fn mutants(playout: &Playout, kept: &[Command], rng: &mut impl Rng) -> Vec<(Seat, Command)> {
    let units: Vec<String> = playout
        .state
        .units
        .iter()
        .map(|unit| unit.id.to_string())
        .chain(["A60".to_owned(), "B1".to_owned()])
        .collect();
    let mut found = Vec::new();
    for asked in Battleground::awaiting(&playout.state) {
        let seat = asked.seat;
        let offers = Battleground::offers(&playout.state, seat);
        let offered: Vec<&Command> = offers.iter().flat_map(Offer::commands).collect();
        for _ in 0..16 {
            let from = if below(rng, 3) == Some(0) || offered.is_empty() {
                below(rng, kept.len()).map(|place| kept[place].clone())
            } else {
                below(rng, offered.len()).map(|place| offered[place].clone())
            };
            let Some(from) = from else { continue };
            let mut value = serde_json::to_value(&from).unwrap();
            for _ in 0..=below(rng, 3).unwrap_or(0) {
                spoil(&mut value, &units, rng);
            }
            if let Ok(command) = serde_json::from_value(value) {
                found.push((seat, command));
            }
            // As it was made, but perhaps at another time or by the other.
            found.push((seat, from));
        }
    }
    found
}

#[test]
fn a_command_that_is_not_offered_is_refused_with_its_rule_or_does_no_harm() {
    let book = Battleground::rulebook();
    let (mut accepted, mut refused) = (0_u32, 0_u32);
    each_of(games(1, 10), |number| {
        let mut rng = bot_rng(number + 2_000);
        let mut playout = begin(number + 2_000, &request(number));
        let mut kept: Vec<Command> = Vec::new();
        while !is_over(&playout) && playout.state.turn < 16 {
            let every = 1 + usize::from(playout.state.turn);
            if playout.commands.len().is_multiple_of(every) {
                for (seat, command) in mutants(&playout, &kept, &mut rng) {
                    match playout.decide(seat, &command) {
                        Ok((state, events)) => {
                            accepted += 1;
                            assert!(!events.is_empty(), "{}: {command:?}", playout.place());
                            Battleground::invariants(&state).unwrap_or_else(|broken| {
                                panic!("{} after {command:?} of {seat}: {broken}", playout.place())
                            });
                        }
                        Err(refusal) => {
                            refused += 1;
                            check_words(&playout.state, &refusal.message, &playout.place());
                            assert!(
                                book.get(&refusal.rule.0).is_some() && refusal.rule.0 != "HS-FAULT-01",
                                "{}: {command:?} of {seat}: {refusal:?}",
                                playout.place()
                            );
                        }
                    }
                }
            }
            let asked = Battleground::awaiting(&playout.state);
            let seat = asked[below(&mut rng, asked.len()).unwrap()].seat;
            let command = playout.choose(hindsight_kernel::Bot::Random, seat, &mut rng);
            playout.play(seat, &command);
            if kept.len() < 200 {
                kept.push(command);
            } else {
                let place = below(&mut rng, kept.len()).unwrap();
                kept[place] = command;
            }
        }
    });
    println!("{accepted} accepted, {refused} refused");
    assert!(accepted > 20 && refused > 100);
}
