//! Whatever bots play at a table with reported dice, its text replays to the same events.
#![allow(clippy::unwrap_used)] // A test that meets what it does not expect ends there.

use hindsight_engine::kernel::rand_core::Rng;
use hindsight_engine::kernel::{Bot, Seat, Viewer, below, bot_rng};
use hindsight_engine::{AnyGame, CommandError, OpenRequest, PastRecord, System, opening_setup};
use hindsight_notation::bridge::{Batch, Heading, replay, write};
use hindsight_notation::{parse, print};
use serde_json::{Value, json};

/// How many commands a game of this test has at most.
const MOST: usize = 60;

fn records(batch: &Batch) -> impl Iterator<Item = PastRecord> + '_ {
    batch.events.iter().enumerate().map(|(place, event)| PastRecord {
        event: event.clone(),
        command: (place == 0).then(|| batch.command.clone()),
    })
}

/// Decides a command with as many random dice as the rules ask for.
fn throw(game: &dyn AnyGame, seat: Seat, command: &Value, rng: &mut dyn Rng) -> (Batch, Box<dyn AnyGame>) {
    let mut dice: Vec<u8> = Vec::new();
    loop {
        let given = json!({ "type": "play", "seat": seat, "command": command, "dice": dice });
        match game.decide(given, None, None) {
            Ok(decided) => {
                return (
                    Batch {
                        command: decided.command,
                        events: decided.events,
                    },
                    decided.game,
                );
            }
            Err(CommandError::Refused(refusal)) if refusal.details.contains_key("needed") => {
                let sides = refusal.details["needed"]["sides"].as_u64().unwrap() as usize;
                let count = refusal.details["needed"]["count"].as_u64().unwrap();
                for _ in refusal.details["left"].as_u64().unwrap()..count {
                    dice.push(1 + below(rng, sides).unwrap() as u8);
                }
            }
            Err(trouble) => panic!("{trouble}: {command}"),
        }
    }
}

fn play(system: &dyn System, bot: Bot, seed: u64) -> Vec<PastRecord> {
    let mut rng = bot_rng(seed);
    let opened = system
        .open(
            &OpenRequest {
                setup: None,
                position: None,
                server_dice: false,
            },
            &[],
            None,
        )
        .unwrap();
    let mut all: Vec<PastRecord> = records(&Batch {
        command: opened.command,
        events: opened.events,
    })
    .collect();
    let mut game = opened.game;
    for _ in 0..MOST {
        let Some(asked) = game
            .info(Viewer::Everything)
            .awaiting
            .first()
            .map(|asked| asked.seat)
        else {
            break;
        };
        let Some(command) = game.choose(bot, asked, &mut rng) else {
            break;
        };
        let (batch, after) = throw(game.as_ref(), asked, &command, &mut rng);
        all.extend(records(&batch));
        game = after;
    }
    all
}

#[test]
fn the_text_of_a_game_replays_to_its_events() {
    for system in hindsight_engine::systems() {
        for (bot, seed) in (0..8).map(|seed| (if seed % 2 == 0 { Bot::Random } else { Bot::Greedy }, seed)) {
            let records = play(*system, bot, seed);
            let chronicle = system.chronicle(&records).unwrap();
            let setup = records[0].command.as_deref().and_then(opening_setup);
            let document = write(
                *system,
                chronicle.as_ref(),
                Heading {
                    setup,
                    ..Heading::default()
                },
            )
            .unwrap();
            let text = print(&document);
            let again = replay(&parse(&text).unwrap(), &[]).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
            assert_eq!(again.records(), records, "{} seed {seed}\n{text}", system.id());
        }
    }
}

#[test]
fn a_game_told_from_its_position_plays_the_same() {
    for system in hindsight_engine::systems() {
        let records = play(*system, Bot::Greedy, 99);
        let chronicle = system.chronicle(&records).unwrap();
        let document = write(*system, chronicle.as_ref(), Heading::default()).unwrap();
        let again = replay(&parse(&print(&document)).unwrap(), &[]).unwrap();
        let end = chronicle.game_at(chronicle.len(), Viewer::Everything).unwrap();
        assert_eq!(
            again.game.state(Viewer::Everything),
            end.state(Viewer::Everything),
            "{}",
            system.id()
        );
    }
}
