//! Games for the benchmarks: played by bots through the same door as the server's.

#![allow(dead_code, reason = "each benchmark uses its part")]

use std::path::Path;

use hindsight_engine::kernel::codec::StoredEvent;
use hindsight_engine::kernel::{Bot, Seed, Viewer, bot_rng};
use hindsight_engine::{AnyDecided, AnyGame, OpenRequest, System};
use hindsight_store::{
    Append, CommandStamp, EventLog, Expected, NewEvent, Options, SledStore, StreamCard, StreamId,
};
use serde_json::{Value, json};

/// A recorded game: each command as it is stored, with its events.
pub(crate) struct Recorded {
    pub(crate) commands: Vec<(Vec<u8>, Vec<StoredEvent>)>,
}

impl Recorded {
    /// All events in order.
    pub(crate) fn events(&self) -> Vec<StoredEvent> {
        self.commands
            .iter()
            .flat_map(|(_, events)| events.clone())
            .collect()
    }

    /// How many events it has.
    pub(crate) fn len(&self) -> usize {
        self.commands.iter().map(|(_, events)| events.len()).sum()
    }

    /// Only the commands whose events fit into so many.
    pub(crate) fn cut(mut self, most: usize) -> Self {
        let mut events = 0;
        self.commands.retain(|(_, more)| {
            events += more.len();
            events <= most
        });
        self
    }
}

pub(crate) fn system() -> &'static dyn System {
    hindsight_engine::system("before-battle").unwrap()
}

/// A bot game with at least so many events if that can be had: rulings set the round back and bring units back to
/// the board, so that the battle goes on.
pub(crate) fn play(number: u64, bot: Bot, least: usize) -> Recorded {
    let system = system();
    let mut bytes = [11; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    let seeds = move |_| Seed::new(bytes);
    let mut rng = bot_rng(number);
    let request = OpenRequest {
        setup: None,
        position: None,
        server_dice: true,
    };
    let opened = system
        .open(&request, &system.sample_packs(), Some(&seeds))
        .unwrap();
    let mut recorded = Recorded { commands: Vec::new() };
    let mut game = keep(&mut recorded, opened);
    loop {
        let info = game.info(Viewer::Everything);
        let Some(asked) = info.awaiting.first() else {
            return recorded;
        };
        let (seat, acting) = (asked.seat, asked.decision == "action");
        if acting && recorded.len() < least && info.moment.round > 1 {
            let lost = lost(&game.state(Viewer::Everything));
            let mut rule = |patch: Value| {
                let command = json!({ "type": "rule", "patch": patch, "reason": "the battle goes on" });
                let decided = game.decide(command, None, Some(&seeds)).ok();
                let done = decided.is_some();
                if let Some(decided) = decided {
                    game = keep(&mut recorded, decided);
                }
                done
            };
            rule(json!({ "type": "set_turn", "round": 1, "active": seat }));
            for unit in lost {
                let facing = &unit["facing"];
                CELLS.iter().any(|cell| {
                    let unit = &unit["id"];
                    rule(json!({ "type": "restore_unit", "unit": unit, "cell": cell, "facing": facing, "models": 4 }))
                });
            }
        }
        let Some(asked) = game
            .info(Viewer::Everything)
            .awaiting
            .first()
            .map(|asked| asked.seat)
        else {
            return recorded;
        };
        let command = game.choose(bot, asked, &mut rng).unwrap();
        let command = json!({ "type": "play", "seat": asked, "command": command });
        game = keep(&mut recorded, game.decide(command, None, Some(&seeds)).unwrap());
    }
}

fn keep(recorded: &mut Recorded, decided: AnyDecided) -> Box<dyn AnyGame> {
    recorded.commands.push((decided.command, decided.events));
    decided.game
}

/// Where units come back to the board: the first of these that is free.
const CELLS: [&str; 12] = [
    "a1", "a9", "b1", "b9", "c2", "c8", "d1", "d9", "e2", "e8", "a5", "e5",
];

fn lost(state: &Value) -> Vec<Value> {
    let units = state["units"].as_array().unwrap();
    units
        .iter()
        .filter(|unit| unit["lost"].is_string())
        .cloned()
        .collect()
}

/// The events of many games of about so many events, by random and greedy bots in turn.
pub(crate) fn games(count: u64, events: usize) -> Vec<Recorded> {
    (0..count)
        .map(|number| {
            let bot = if number % 2 == 0 { Bot::Random } else { Bot::Greedy };
            play(number, bot, events).cut(events)
        })
        .collect()
}

/// The name of a benchmark's game.
pub(crate) fn stream(number: u64) -> StreamId {
    StreamId::new(
        1_700_000_000_000 + number,
        u128::from(number) * 0x1234_5678_9ABC_DEF1,
    )
}

/// A new store with the game under each of these names.
pub(crate) fn store(dir: &Path, games: &[(StreamId, &Recorded)]) -> SledStore {
    let (store, _) = SledStore::open(dir, &Options::default()).unwrap();
    let (sender, answers) = std::sync::mpsc::channel();
    for &(stream, game) in games {
        let mut version = 0;
        for (place, (command, events)) in game.commands.iter().enumerate() {
            let append = Append {
                stream,
                expected: Expected::Exactly(version),
                recorded_at_ms: 1_700_000_000_000 + version,
                command: CommandStamp {
                    id: format!("{place:08x}"),
                    actor: "anna".to_owned(),
                    rules: "1.0.0".to_owned(),
                    body: command.clone(),
                },
                events: events
                    .iter()
                    .map(|event| NewEvent {
                        kind: event.kind.clone(),
                        schema: event.schema,
                        body: event.body.clone(),
                    })
                    .collect(),
                card: (version == 0).then(|| StreamCard {
                    system: "before-battle".to_owned(),
                    ..StreamCard::default()
                }),
            };
            version += events.len() as u64;
            let sender = sender.clone();
            store.submit(append, Box::new(move |done| sender.send(done.map(drop)).unwrap()));
        }
        for _ in &game.commands {
            answers.recv().unwrap().unwrap();
        }
    }
    store
}
