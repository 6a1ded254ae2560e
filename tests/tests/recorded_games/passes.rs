//! Passes put into the recorded games of Ice and Fire, where a trigger asks a player whom an older release did not ask.
//! `HINDSIGHT_RECORD=write cargo test -p hindsight-tests --test recorded_games passes_put_in -- --ignored` writes the texts; read
//! every difference before it is committed.

use std::fs;

use hindsight_engine::kernel::{ReportedDice, Seat, Viewer};
use hindsight_engine::{AnyDecided, AnyGame, CommandError, OpenRequest, PastRecord, opening_setup};
use hindsight_notation::bridge::{Heading, write};
use hindsight_notation::{Act, WrittenStart, print};
use serde_json::{Value, json};

use crate::recorded::{GAMES, Recorded, document, folder};

/// A command decided with as many of these dice as it needs, and how many those are.
fn given(
    game: &dyn AnyGame,
    seat: Option<Seat>,
    command: &Value,
    dice: &[ReportedDice],
) -> Result<(AnyDecided, usize), String> {
    let mut used = 0;
    loop {
        let given = json!({ "type": "play", "seat": seat, "command": command, "dice": dice[..used] });
        match game.decide(given, None, None) {
            Ok(decided) => return Ok((decided, used)),
            Err(CommandError::Refused(refusal)) if refusal.details.contains_key("needed") => {
                let number = |of: &Value| usize::try_from(of.as_u64().unwrap_or_default()).unwrap();
                used += number(&refusal.details["needed"]["count"]) - number(&refusal.details["left"]);
                if used > dice.len() {
                    return Err(format!("{refusal}"));
                }
            }
            Err(trouble) => return Err(trouble.to_string()),
        }
    }
}

fn records(decided: &AnyDecided) -> impl Iterator<Item = PastRecord> + '_ {
    let stored = &decided.command;
    decided
        .events
        .iter()
        .enumerate()
        .map(move |(place, event)| PastRecord {
            event: event.clone(),
            command: (place == 0).then(|| stored.clone()),
        })
}

/// The records of a game with passes where its text has none, and how many were put in.
fn with_passes(game: &Recorded) -> (Vec<PastRecord>, usize) {
    let document = document(game);
    let system = hindsight_engine::system(&document.system).unwrap();
    let setup = match &document.start {
        WrittenStart::Usual => json!({}),
        WrittenStart::Setup(setup) => setup.clone(),
        WrittenStart::Position(_) => panic!("{} begins from a position", game.name),
    };
    let request = OpenRequest {
        setup: Some(setup),
        position: None,
        server_dice: false,
    };
    let opened = system.open(&request, &[], None).unwrap();
    let mut all: Vec<PastRecord> = records(&opened).collect();
    let mut head = opened.game;
    let (mut dice, mut passes): (Vec<ReportedDice>, usize) = (Vec::new(), 0);
    let pass = json!({ "type": "pass" });
    for entry in &document.line.entries {
        let Act::Play { words, dice: own } = &entry.given.act else {
            panic!("{}: only commands of the rules are expected", game.name)
        };
        let command = system.parse_command(words.as_str()).unwrap();
        let own: Vec<ReportedDice> = own.iter().flat_map(|roll| roll.faces.clone()).collect();
        loop {
            // Dice that are left over fell behind a question that is new.
            let taken = if dice.is_empty() {
                given(head.as_ref(), entry.given.seat, &command, &own)
            } else {
                Err("dice are left over".to_owned())
            };
            let refused = match taken {
                Ok((decided, used)) => {
                    dice = own[used..].to_vec();
                    all.extend(records(&decided));
                    head = decided.game;
                    break;
                }
                Err(why) => why,
            };
            let asked = head.info(Viewer::Everything).awaiting;
            let asked = asked.first().unwrap();
            assert_eq!(
                asked.decision, "trigger_effect",
                "{}: {words}, {refused}",
                game.name
            );
            let (decided, used) = given(head.as_ref(), Some(asked.seat), &pass, &dice).unwrap();
            dice.drain(..used);
            all.extend(records(&decided));
            head = decided.game;
            passes += 1;
        }
    }
    while head.info(Viewer::Everything).outcome.is_none() && !dice.is_empty() {
        let asked = head.info(Viewer::Everything).awaiting[0].seat;
        let (decided, used) = given(head.as_ref(), Some(asked), &pass, &dice).unwrap();
        dice.drain(..used);
        all.extend(records(&decided));
        head = decided.game;
        passes += 1;
    }
    (all, passes)
}

#[test]
#[ignore = "writes the recorded games of Ice and Fire with the passes that the rules ask for"]
fn passes_put_in() {
    for game in GAMES {
        let document = document(game);
        if document.system != "ice-and-fire" {
            continue;
        }
        let system = hindsight_engine::system(&document.system).unwrap();
        let (records, passes) = with_passes(game);
        println!("{}: {passes} passes put in, {} events", game.name, records.len());
        let heading = Heading {
            title: document.title,
            date: document.date,
            packs: document.packs,
            seats: document.seats,
            tags: document.tags,
            more: document.more,
            setup: records[0].command.as_deref().and_then(opening_setup),
        };
        let chronicle = system.chronicle(&records).unwrap();
        let told = write(system, chronicle.as_ref(), heading).unwrap();
        if std::env::var_os("HINDSIGHT_RECORD").is_some_and(|wish| wish == "write") {
            fs::write(folder("games").join(format!("{}.hgn", game.name)), print(&told)).unwrap();
        }
    }
}
