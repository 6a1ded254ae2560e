//! Recording of the recorded battles of the earlier edition of Battleground, and of one of the later: bots
//! play them with dice of the table, and the page beside each is drawn from its log.
//! `HINDSIGHT_RECORD=write cargo test -p hindsight-tests --test recorded_games recorded_anew -- --ignored`
//! writes texts and pages anew and prints what `recorded.rs` says of their ends; read every difference before
//! it is committed.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use hindsight_engine::kernel::codec::StoredEvent;
use hindsight_engine::kernel::rand_core::Rng;
use hindsight_engine::kernel::{Bot, Seat, Viewer, below, bot_rng};
use hindsight_engine::{AnyGame, CommandError, OpenRequest, PastRecord, System, opening_setup};
use hindsight_notation::bridge::{Heading, write};
use hindsight_notation::print;
use serde_json::{Value, json};

use crate::happenings::{Happening, happenings};
use crate::recorded::{filed, folder};

/// A battle that is recorded.
struct Battle {
    system: &'static str,
    name: &'static str,
    title: &'static str,
    date: &'static str,
    seed: u64,
    setup: Value,
    players: &'static [&'static str],
    /// What is given first, in the notation's words; the bots go on from there.
    first: &'static [(&'static str, &'static str)],
    /// Units that begin in the air, which the bots would not have them do.
    aloft: &'static [&'static str],
    /// How the page begins and ends.
    told: [&'static str; 2],
}

fn battles() -> Vec<Battle> {
    vec![
        Battle {
            system: "battleground-3",
            name: "the-wolves-at-two-woods",
            title: "The wolves at two woods",
            date: "2026-10-03",
            seed: 31,
            setup: json!({ "map": "two-woods", "ready_armies": { "A": "hawkshold-1500", "B": "orc-1500" } }),
            players: &["Hawkshold", "Orcs"],
            first: &[],
            aloft: &[],
            told: [
                "Armies of equal size met between the woods",
                "Nobody was left to fight on",
            ],
        },
        Battle {
            system: "battleground-3",
            name: "the-griffons-over-the-mammoth",
            title: "The griffons over the mammoth",
            date: "2026-10-10",
            seed: 32,
            setup: json!({}),
            players: &["Hawkshold", "Orcs"],
            first: &[
                ("A", "faction hawkshold"),
                ("B", "faction orc"),
                ("A", "budget 2000"),
                ("B", "accept"),
                ("A", "scenario annihilation map open-plain"),
                ("B", "accept"),
                (
                    "A",
                    "army griffon-riders*2 knights hawk-swordsmen hawk-spearmen militia*2 border-skirmishers cards 4",
                ),
                (
                    "B",
                    "army war-mammoth trolls orc-swordsmen orc-spearmen goblin-spearmen goblin-bowmen \
                     goblin-wolf-riders goblin-raiders cards 5",
                ),
            ],
            aloft: &["A1", "A2"],
            told: [
                "Griffons and knights flew and rode against a beast of the largest size",
                "The field was empty of one side",
            ],
        },
        Battle {
            system: "battleground-3",
            name: "three-players-at-the-marsh",
            title: "Three players at the marsh",
            date: "2026-10-17",
            seed: 33,
            setup: json!({ "teams": { "A": 1000, "B": 2000, "C": 1000 } }),
            players: &["Hawkshold", "Orcs", "Free Companies"],
            first: &[
                ("A", "faction hawkshold"),
                ("B", "faction orc"),
                ("C", "faction free-companies"),
                ("A", "scenario annihilation map marsh-crossing"),
                ("B", "accept"),
            ],
            aloft: &[],
            told: [
                "The players of South shared what North had alone",
                "So the battle of the teams was over",
            ],
        },
        Battle {
            system: "battleground-4",
            name: "the-rooks-at-the-mill-stream",
            title: "The rooks at the mill stream",
            date: "2026-10-24",
            seed: 34,
            setup: json!({}),
            players: &["Gravenmoor", "Ostmark"],
            first: &[
                ("A", "faction gravenmoor"),
                ("B", "faction ostmark"),
                ("A", "budget 2000"),
                ("B", "accept"),
                ("A", "scenario breaking-point map mill-stream budget 2000"),
                ("B", "accept"),
                (
                    "A",
                    "army clan-axes*2 clan-spears moor-bows moor-rabble*2 wolf-riders berserks rook-riders*2 \
                     bog-slingers cards 4",
                ),
                (
                    "B",
                    "army league-swords*2 levy-spears*2 league-spears town-archers household-foot league-lancers \
                     field-ballista cards 4",
                ),
            ],
            aloft: &["A9", "A10"],
            told: [
                "Riders on rooks flew over a stream with a mill at the line of the League",
                "There the battle broke off",
            ],
        },
    ]
}

/// A command decided with as many random dice as the rules ask for: its records, and the game after it.
fn thrown(
    game: &dyn AnyGame,
    seat: Seat,
    command: &Value,
    rng: &mut dyn Rng,
) -> Result<(Vec<PastRecord>, Box<dyn AnyGame>), String> {
    let mut dice: Vec<u8> = Vec::new();
    loop {
        let given = json!({ "type": "play", "seat": seat, "command": command, "dice": dice });
        match game.decide(given, None, None) {
            Ok(decided) => {
                let stored = decided.command;
                let records = decided
                    .events
                    .into_iter()
                    .enumerate()
                    .map(|(place, event)| PastRecord {
                        event,
                        command: (place == 0).then(|| stored.clone()),
                    });
                return Ok((records.collect(), decided.game));
            }
            Err(CommandError::Refused(refusal)) if refusal.details.contains_key("needed") => {
                let number = |name: &str, of: &Value| of[name].as_u64().unwrap_or_default();
                let needed = &refusal.details["needed"];
                let left = refusal.details["left"].as_u64().unwrap_or_default();
                for _ in left..number("count", needed) {
                    let sides = usize::try_from(number("sides", needed)).unwrap_or(6);
                    dice.push(1 + u8::try_from(below(rng, sides).unwrap_or_default()).unwrap_or_default());
                }
            }
            Err(trouble) => return Err(format!("{trouble}: {command}")),
        }
    }
}

/// A first order with the Airborne mark, for a unit that begins in the air.
fn take_off(command: &mut Value, aloft: &[&str]) {
    if command["type"] == "assign_order" && aloft.iter().any(|unit| command["unit"] == *unit) {
        command["order"]["airborne"] = json!(true);
    }
}

fn played(system: &dyn System, battle: &Battle) -> Result<(Vec<PastRecord>, Box<dyn AnyGame>), String> {
    let mut rng = bot_rng(battle.seed);
    let request = OpenRequest {
        setup: Some(battle.setup.clone()),
        position: None,
        server_dice: false,
    };
    let opened = system
        .open(&request, &[], None)
        .map_err(|trouble| trouble.to_string())?;
    let mut all: Vec<PastRecord> = opened
        .events
        .into_iter()
        .enumerate()
        .map(|(place, event)| PastRecord {
            event,
            command: (place == 0).then(|| opened.command.clone()),
        })
        .collect();
    let mut game = opened.game;
    let mut first = battle.first.iter();
    loop {
        let next = if let Some((seat, words)) = first.next() {
            let seat = seat.parse().map_err(|_| format!("no seat {seat}"))?;
            let command = system
                .parse_command(words)
                .map_err(|why| format!("{words}: {why}"))?;
            Some((seat, command))
        } else {
            let awaiting = game.info(Viewer::Everything).awaiting;
            let asked = awaiting.first().map(|asked| asked.seat);
            asked.and_then(|seat| Some((seat, game.choose(Bot::Greedy, seat, &mut rng)?)))
        };
        let Some((seat, mut command)) = next else { break };
        take_off(&mut command, battle.aloft);
        let (records, after) = thrown(game.as_ref(), seat, &command, &mut rng)?;
        all.extend(records);
        game = after;
        if game.info(Viewer::Everything).outcome.is_some() {
            break;
        }
        if all.len() > 60_000 {
            return Err(format!("{} does not come to an end", battle.name));
        }
    }
    Ok((all, game))
}

/// A moment worth a sentence: how much, its version, its turn, its words.
struct Worth {
    weight: u32,
    version: u64,
    turn: u32,
    words: String,
}

/// The page of a battle: its armies, then what weighed most, turn by turn, then its end.
fn page(system: &dyn System, battle: &Battle, records: &[PastRecord]) -> String {
    let chronicle = system.chronicle(records).unwrap();
    let (mut armies, mut worth, mut last) = (Vec::new(), Vec::new(), None);
    chronicle
        .walk(1, u64::MAX, Viewer::Everything, &mut |step| {
            let words = step.words();
            let words = words.trim_end_matches('.').to_owned();
            let weight = match step.kind().as_str() {
                "army_mustered" => {
                    let until = words.find(':').unwrap_or(words.len());
                    armies.push((step.version(), words[..until].to_owned()));
                    0
                }
                "unit_destroyed" => 5,
                "final_rushed" => 3,
                "status_changed" if words.contains("Routing") => 4,
                "flight_changed" => 4,
                "card_played" => 2,
                "battle_ended" => {
                    last = Some((step.version(), words.clone()));
                    0
                }
                _ => 0,
            };
            if weight > 0 && !words.contains(['[', ']']) {
                worth.push(Worth {
                    weight,
                    version: step.version(),
                    turn: step.moment().turn,
                    words,
                });
            }
            true
        })
        .unwrap();
    let link = |version: u64, words: &str| format!("[{words}]({}.hgn#v{version})", battle.name);
    let mut text = format!("# {}\n\n", battle.title);
    let musters: Vec<String> = armies
        .iter()
        .map(|(version, words)| link(*version, words))
        .collect();
    let _ = writeln!(text, "{}: {}.", battle.told[0], musters.join(", and "));
    let mut by_turn: BTreeMap<u32, Vec<Worth>> = BTreeMap::new();
    for one in worth {
        by_turn.entry(one.turn).or_default().push(one);
    }
    for (turn, mut moments) in by_turn {
        moments.sort_by_key(|one| (std::cmp::Reverse(one.weight), one.version));
        moments.truncate(4);
        moments.sort_by_key(|one| one.version);
        let links: Vec<String> = moments.iter().map(|one| link(one.version, &one.words)).collect();
        let (first, rest) = links.split_at(1);
        let _ = writeln!(text, "\nOn turn {turn}, {}.", first.join(""));
        for pair in rest.chunks(2) {
            let _ = writeln!(text, "Then {}.", pair.join(", and "));
        }
    }
    if let Some((version, words)) = last {
        let _ = writeln!(text, "\n{}: {}.", battle.told[1], link(version, &words));
    }
    text
}

#[test]
#[ignore = "writes the recorded battles of the earlier edition anew"]
fn recorded_anew() {
    for battle in battles() {
        let system = hindsight_engine::system(battle.system).unwrap();
        let (records, game) = played(system, &battle).unwrap();
        let chronicle = system.chronicle(&records).unwrap();
        let setup = records[0].command.as_deref().and_then(opening_setup);
        let seats = (0..)
            .zip(battle.players)
            .filter_map(|(place, name)| Some((Seat::new(place)?, (*name).to_owned())));
        let heading = Heading {
            title: Some(battle.title.to_owned()),
            date: Some(battle.date.to_owned()),
            seats: seats.collect(),
            setup,
            ..Heading::default()
        };
        let document = write(system, chronicle.as_ref(), heading).unwrap();
        let info = game.info(Viewer::Everything);
        println!("{}: {:?}, {} events", battle.name, info.outcome, records.len());
        let standing: Vec<(String, u32)> = game
            .units(Viewer::Everything)
            .into_iter()
            .filter(|unit| unit.alive)
            .map(|unit| (unit.id, unit.left))
            .collect();
        println!("{standing:?}");
        if std::env::var_os("HINDSIGHT_RECORD").is_some_and(|wish| wish == "write") {
            let file = |end: &str| folder("games").join(format!("{}.{end}", battle.name));
            fs::write(file("hgn"), print(&document)).unwrap();
            fs::write(file("md"), page(system, &battle, &records)).unwrap();
        }
    }
}

/// Freezes what happens in none of the recorded battles.
#[test]
#[ignore = "freezes streams of the release that HINDSIGHT_FREEZE_RELEASE names, where it has not frozen them"]
fn happenings_frozen() {
    let release =
        std::env::var("HINDSIGHT_FREEZE_RELEASE").expect("HINDSIGHT_FREEZE_RELEASE names a release");
    for happening in happenings() {
        let system = hindsight_engine::system(happening.system).unwrap();
        let file = folder("frozen")
            .join(&release)
            .join(format!("{}.ndjson", happening.name));
        if file.exists() {
            continue;
        }
        let batches = happened(system, &happening).unwrap_or_else(|why| panic!("{}: {why}", happening.name));
        let batches = batches
            .iter()
            .map(|(command, events)| (&command[..], &events[..]));
        let (store, id) = filed(system, batches, happening.name);
        let mut bytes = Vec::new();
        hindsight_store::export(&store, id, &mut bytes).unwrap();
        fs::write(file, bytes).unwrap();
    }
}

/// A command with the events that it recorded.
type Batch = (Vec<u8>, Vec<StoredEvent>);

fn happened(system: &dyn System, happening: &Happening) -> Result<Vec<Batch>, String> {
    let drawn = match &happening.sketch {
        Some(sketch) => Some(
            system
                .sketch(sketch, happening.pack.as_slice())
                .map_err(|why| why.to_string())?
                .position,
        ),
        None => None,
    };
    let request = OpenRequest {
        setup: happening.setup.clone(),
        position: drawn,
        server_dice: false,
    };
    let opened = system
        .open(&request, &[], None)
        .map_err(|trouble| trouble.to_string())?;
    let mut batches: Vec<Batch> = vec![(opened.command, opened.events)];
    let mut game = opened.game;
    let (bot, number) = happening.bot;
    let mut rng = bot_rng(number);
    let mut first = happening.first.iter();
    if let Some((patch, reason)) = &happening.ruling {
        let given = json!({ "type": "rule", "patch": patch, "reason": reason, "dice": [] });
        let ruled = game.decide(given, None, None).map_err(|why| why.to_string())?;
        batches.push((ruled.command, ruled.events));
        game = ruled.game;
    }
    let missing = |batches: &[Batch]| {
        let is_there = |kind: &str| {
            batches
                .iter()
                .flat_map(|(_, events)| events)
                .any(|event| event.kind == kind)
        };
        happening.until.iter().any(|kind| !is_there(kind))
    };
    while missing(&batches) {
        let asked = game.info(Viewer::Everything).awaiting;
        let asked = asked.first().ok_or("nobody is asked any more")?;
        let said = happening
            .answers
            .iter()
            .find(|(decision, _)| *decision == asked.decision);
        let (seat, command) = match (said, first.as_slice()) {
            (Some((_, words)), _) => (asked.seat, system.parse_command(words)?),
            (None, [(seat, words), ..]) => {
                first.next();
                (
                    seat.parse().map_err(|_| "no such seat")?,
                    system.parse_command(words)?,
                )
            }
            (None, []) => {
                let chosen = game.choose(bot, asked.seat, &mut rng);
                (asked.seat, chosen.ok_or("nothing to choose")?)
            }
        };
        let (more, after) = thrown(game.as_ref(), seat, &command, &mut rng)?;
        let command = more.first().and_then(|record| record.command.clone());
        batches.push((
            command.unwrap_or_default(),
            more.into_iter().map(|record| record.event).collect(),
        ));
        game = after;
        if batches.len() > 500 {
            return Err(format!("{:?} do not all happen", happening.until));
        }
    }
    Ok(batches)
}
