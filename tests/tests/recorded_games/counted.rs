//! Games whose dice are reported by counts wherever the rules take them: they go the same way as with faces.

use hindsight_engine::kernel::{CountedBy, FaceRange, Fact, ReportedDice, Viewer, wire};
use hindsight_engine::{AnyDecided, AnyGame, CommandError, CommandRequest, TableCommand};
use serde_json::Value;

use crate::implied::{Record, present_line, simulated_games_of};
use crate::recorded::GAMES;

/// The faces of a roll as they are reported where they may be counted.
fn counted(by: &CountedBy, faces: &[ReportedDice]) -> ReportedDice {
    let shown: Vec<u16> = faces
        .iter()
        .map(|die| match die {
            ReportedDice::Face(face) => u16::from(*face),
            other => panic!("{other} is counted already"),
        })
        .collect();
    match by {
        CountedBy::Ranges(ranges) => {
            let within = |range: &FaceRange| {
                let fits = |face: &&u16| (u16::from(range.from)..=u16::from(range.to)).contains(*face);
                shown.iter().filter(fits).count() as u16
            };
            ReportedDice::Counts(ranges.iter().map(within).collect())
        }
        CountedBy::Sums(groups) => {
            let mut rest = &shown[..];
            let sums = groups.iter().map(|dice| {
                let (these, others) = rest.split_at(usize::from(*dice));
                rest = others;
                these.iter().sum()
            });
            ReportedDice::Sums(sums.collect())
        }
    }
}

/// A command with its dice counted where the rules take it; how many rolls were counted.
fn with_counts(game: &dyn AnyGame, request: &CommandRequest) -> (AnyDecided, usize) {
    let (mut faces, mut rolls) = (&request.dice[..], 0);
    let mut request = CommandRequest {
        dice: Vec::new(),
        ..request.clone()
    };
    loop {
        let refusal = match game.decide_request(request.clone(), None, None) {
            Ok(decided) => return (decided, rolls),
            Err(CommandError::Refused(refusal)) if refusal.details.contains_key("needed") => refusal,
            Err(why) => panic!("{}: {why}", request.to_value()),
        };
        let needed = &refusal.details["needed"];
        let count = usize::try_from(needed["count"].as_u64().unwrap()).unwrap();
        let (these, others) = faces.split_at(count);
        faces = others;
        match needed.get("counted") {
            Some(by) => {
                let by: CountedBy = serde_json::from_value(by.clone()).unwrap();
                request.dice.push(counted(&by, these));
                rolls += 1;
            }
            None => request.dice.extend_from_slice(these),
        }
    }
}

/// Whether a command names dice of the last roll by their places: those are of the faces as they were recorded.
fn names_dice(request: &CommandRequest) -> bool {
    let TableCommand::Play { command } = &request.command else {
        return false;
    };
    names_places(command)
}

fn names_places(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.iter().any(|(name, value)| {
            matches!(&**name, "dice" | "places") && value.is_array() || names_places(value)
        }),
        Value::Array(items) => items.iter().any(names_places),
        _ => false,
    }
}

/// What the dice of a decision came to: for what, what was needed, what came, what was to be expected.
fn results(game: &dyn AnyGame, decided: &AnyDecided) -> Vec<Value> {
    let mut found = Vec::new();
    game.show_command(&decided.command, &decided.events, &mut |step| {
        for fact in step.facts() {
            if let Fact::DiceRolled(rolled) = fact {
                let of = (
                    rolled.purpose,
                    rolled.unit,
                    rolled.target,
                    rolled.result,
                    rolled.expected,
                );
                found.push(wire::to_value(&of));
            }
        }
    })
    .unwrap();
    found
}

/// Plays a record with faces and with counts beside it; how many rolls were counted, and of how many.
fn check(record: Record) -> (usize, usize) {
    let name = record.name;
    let (mut by_faces, mut by_counts) = (record.begun.duplicate(), record.begun);
    let (mut counted, mut rolls) = (0, 0);
    for (place, (request, _)) in record.commands.iter().enumerate() {
        let plain = by_faces.decide_request(request.clone(), None, None).unwrap();
        let later = record.commands[place..].iter().skip(1).take(6);
        let (other, of_these) = if later.map(|(next, _)| next).any(names_dice) {
            (by_counts.decide_request(request.clone(), None, None).unwrap(), 0)
        } else {
            with_counts(by_counts.as_ref(), request)
        };
        counted += of_these;
        let came = results(by_faces.as_ref(), &plain);
        rolls += came.len();
        assert_eq!(
            results(by_counts.as_ref(), &other),
            came,
            "{name}: {}",
            request.to_value()
        );
        let board = |game: &dyn AnyGame| wire::to_value(&game.board(Viewer::Everything));
        assert!(
            board(other.game.as_ref()) == board(plain.game.as_ref()),
            "{name}: another board after {}",
            request.to_value()
        );
        (by_faces, by_counts) = (plain.game, other.game);
    }
    let outcome = |game: &dyn AnyGame| game.info(Viewer::Everything).outcome;
    assert_eq!(outcome(by_counts.as_ref()), outcome(by_faces.as_ref()), "{name}");
    (counted, rolls)
}

#[test]
fn recorded_games_go_the_same_way_with_counted_dice() {
    for recorded in GAMES {
        let (counted, rolls) = check(present_line(recorded));
        println!("{}: {counted} of {rolls} rolls counted", recorded.name);
    }
}

fn simulated_games_go_the_same_way(system: &str) {
    let (mut counted, mut rolls) = (0, 0);
    for record in simulated_games_of(system) {
        let (some, all) = check(record);
        counted += some;
        rolls += all;
    }
    println!("{system}: {counted} of {rolls} rolls counted");
    assert_eq!(counted > 0, system != "men-of-iron", "{system}");
}

#[test]
fn before_battle_is_counted() {
    simulated_games_go_the_same_way("before-battle");
}

#[test]
fn battleground_4_is_counted() {
    simulated_games_go_the_same_way("battleground-4");
}

#[test]
fn battleground_3_is_counted() {
    simulated_games_go_the_same_way("battleground-3");
}

/// One die is thrown at a time, and each face of it matters.
#[test]
fn men_of_iron_has_nothing_to_count() {
    simulated_games_go_the_same_way("men-of-iron");
}

#[test]
fn ice_and_fire_is_counted() {
    simulated_games_go_the_same_way("ice-and-fire");
}
