//! Commands as lines of text in the rulebook's words, both ways.
//!
//! A line reads without a position: `move A-LB1 1814 v11 with Hale`, `fire A-LB1 at B-PK1`, `turn A-PK1 v3`,
//! `activate A1`, `continue A2`, `seize B1`, `pass`, `rally standard A1`, `enter B-MM4 1901 v7 with Vey`,
//! `attack A-MM1 charge 1009-1109 v3 after 1 and A-AX1 on B-PK1 ; A-DM2 on B-LB1 and B-LB2`,
//! `counter-charge B-MM1 at A-LB1 turn v3 by 1108`, `go B-PK1 1009 v1`, `react A-LB1`, `yes`, `no`. A hex is its four digits, a
//! path its hexes with hyphens, a facing `v` with the hour of the vertex.
//!
//! A line that begins with a hex is the whole Move/Fire of the unit there: `1714-1814 v11; fire 1510` (`joined.rs`).

mod joined;

use std::fmt::Write as _;

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::words::{self, WordFault, join, number, parse_line, read};
use hindsight_kernel::{Message, Notation, message, phrase};

use crate::MenOfIron;
use crate::messages::MESSAGES;
use crate::model::agenda::{Answer, FormationOrder};
use crate::model::attack::{Course, Declared, DeclaredAttacker, TurnAt};
use crate::model::command::Command;
use crate::model::names::{LeaderId, UnitId};

/// Words that no unit, leader, Standard or Command may be called: a line would not say what is meant.
pub(crate) const RESERVED: [&str; 14] = [
    "and", "on", "at", "with", "charge", "through", "by", "turn", "after", "nobody", "leader", "standard",
    "to", "none",
];

/// The first words of all lines.
const VERBS: [&str; 31] = [
    "place",
    "order",
    "ready",
    "activate",
    "rally",
    "shift",
    "pass",
    "continue",
    "seize",
    "decline",
    "move",
    "enter",
    "turn",
    "fire",
    "change",
    "lead",
    "end",
    "attack",
    "yes",
    "no",
    "react",
    "go",
    "eliminate",
    "course",
    "counter-charge",
    "resolve",
    "form",
    "leave",
    "choose",
    "station",
    "plant",
];

fn path_words(path: &[Hex]) -> String {
    if path.is_empty() {
        "none".to_owned()
    } else {
        join(path, "-", ToString::to_string)
    }
}

fn course_words(course: &Course) -> String {
    let mut line = path_words(&course.path);
    if let Some(turn) = course.turn {
        let _ = write!(line, " v{} after {}", turn.facing, turn.after);
    }
    line
}

fn with_words(leaders: &[LeaderId]) -> String {
    if leaders.is_empty() {
        String::new()
    } else {
        format!(" with {}", join(leaders, " ", ToString::to_string))
    }
}

fn attack_words(attack: &Declared) -> String {
    let attackers = join(&attack.attackers, " and ", |attacker| match &attacker.charge {
        Some(course) => format!("{} charge {}", attacker.unit, course_words(course)),
        None => attacker.unit.to_string(),
    });
    let defenders = join(&attack.defenders, " and ", ToString::to_string);
    format!("{attackers} on {defenders}").trim().to_owned()
}

const fn order_words(order: FormationOrder) -> &'static str {
    match order {
        FormationOrder::FormShieldWall => "form shield wall",
        FormationOrder::LeaveShieldWall => "leave shield wall",
        FormationOrder::FormSchiltron => "form schiltron",
        FormationOrder::LeaveSchiltron => "leave schiltron",
    }
}

fn answer_words(answer: &Answer) -> String {
    match answer {
        Answer::Yes => "yes".to_owned(),
        Answer::No => "no".to_owned(),
        Answer::Unit { unit } => format!("choose {unit}"),
        Answer::Place {
            unit,
            hex,
            through: None,
            facing,
        } => format!("go {unit} {hex} v{facing}"),
        Answer::Place {
            unit,
            hex,
            through: Some(through),
            facing,
        } => format!("go {unit} {hex} through {through} v{facing}"),
        Answer::Eliminate => "eliminate".to_owned(),
        Answer::Course { course } => format!("course {}", course_words(course)),
        Answer::CounterCharge {
            unit,
            targets,
            turn,
            path,
        } => {
            let mut line = format!(
                "counter-charge {unit} at {}",
                join(targets, " ", ToString::to_string)
            );
            if let Some(facing) = turn {
                let _ = write!(line, " turn v{facing}");
            }
            if !path.is_empty() {
                let _ = write!(line, " by {}", path_words(path));
            }
            line
        }
        Answer::Attack { attack } => format!("resolve {}", u16::from(*attack) + 1),
        Answer::Formation { order } => order_words(*order).to_owned(),
    }
}

impl Notation for MenOfIron {
    fn format(command: &Command) -> String {
        match command {
            Command::PlaceUnit { unit, hex, facing } => format!("place {unit} {hex} v{facing}"),
            Command::PlaceLeader { leader, hex } => format!("station {leader} {hex}"),
            Command::PlaceStandard { standard, hex } => format!("plant {standard} {hex}"),
            Command::OrderFormation { command, order } => format!("order {command} {}", order_words(*order)),
            Command::Ready => "ready".to_owned(),
            Command::Activate { command } => format!("activate {command}"),
            Command::RallyStandard { standard } => format!("rally standard {standard}"),
            Command::MoveStandard { standard, to } => format!("shift standard {standard} to {to}"),
            Command::Pass => "pass".to_owned(),
            Command::Continue { command } => format!("continue {command}"),
            Command::Seize { command } => format!("seize {command}"),
            Command::Decline => "decline".to_owned(),
            Command::Move {
                unit,
                to,
                facing,
                with,
            } => {
                let facing = facing.map_or_else(String::new, |facing| format!(" v{facing}"));
                format!("move {unit} {to}{facing}{}", with_words(with))
            }
            Command::Enter {
                unit,
                at,
                facing,
                with,
            } => format!("enter {unit} {at} v{facing}{}", with_words(with)),
            Command::Turn { unit, facing } => format!("turn {unit} v{facing}"),
            Command::Fire { unit, target } => format!("fire {unit} at {target}"),
            Command::ChangeMount { unit } => format!("change mount {unit}"),
            Command::MoveFire { from, acts } => joined::words(*from, acts),
            Command::MoveLeader { leader, to } => format!("lead {leader} {to}"),
            Command::EndMoveFire => "end move".to_owned(),
            Command::Attack { attacks } if attacks.is_empty() => "attack nobody".to_owned(),
            Command::Attack { attacks } => format!("attack {}", join(attacks, " ; ", attack_words)),
            Command::Choose { answer } => answer_words(answer),
        }
    }

    fn parse(line: &str) -> Result<Command, Message> {
        parse_line(line, &VERBS, command)
    }
}

fn facing(word: &str) -> Result<Facing, WordFault> {
    word.strip_prefix('v')
        .and_then(|hour| hour.parse().ok())
        .ok_or_else(|| WordFault::at(word, message!(MESSAGES, "words-facing")))
}

fn path(word: &str) -> Result<Vec<Hex>, WordFault> {
    if word == "none" {
        return Ok(Vec::new());
    }
    word.split('-').map(read).collect()
}

fn course(words: &[&str]) -> Result<Course, WordFault> {
    match *words {
        [hexes] => Ok(Course {
            path: path(hexes)?,
            turn: None,
        }),
        [hexes, vertex, "after", steps] => Ok(Course {
            path: path(hexes)?,
            turn: Some(TurnAt {
                after: number(steps, phrase!(MESSAGES, "words-number-of-steps"))?,
                facing: facing(vertex)?,
            }),
        }),
        _ => Err(WordFault::of(words, message!(MESSAGES, "words-course"))),
    }
}

fn with(words: &[&str]) -> Result<Vec<LeaderId>, WordFault> {
    match words {
        [] => Ok(Vec::new()),
        ["with", leaders @ ..] if !leaders.is_empty() => words::each(leaders),
        _ => Err(WordFault::of(words, message!(MESSAGES, "words-with-leaders"))),
    }
}

fn order(words: &[&str]) -> Result<FormationOrder, WordFault> {
    match *words {
        ["form", "shield", "wall"] => Ok(FormationOrder::FormShieldWall),
        ["leave", "shield", "wall"] => Ok(FormationOrder::LeaveShieldWall),
        ["form", "schiltron"] => Ok(FormationOrder::FormSchiltron),
        ["leave", "schiltron"] => Ok(FormationOrder::LeaveSchiltron),
        _ => Err(WordFault::of(words, message!(MESSAGES, "words-formation"))),
    }
}

fn attack(words: &[&str]) -> Result<Declared, WordFault> {
    let mut halves = words.split(|word| *word == "on");
    let (Some(attackers), Some(defenders), None) = (halves.next(), halves.next(), halves.next()) else {
        return Err(WordFault::of(words, message!(MESSAGES, "words-attack")));
    };
    let attacker = |words: &[&str]| match *words {
        [unit] => Ok(DeclaredAttacker {
            unit: read(unit)?,
            charge: None,
        }),
        [unit, "charge", ref rest @ ..] => Ok(DeclaredAttacker {
            unit: read(unit)?,
            charge: Some(course(rest)?),
        }),
        _ => Err(WordFault::of(words, message!(MESSAGES, "words-attacker"))),
    };
    let none = |words: &[&str]| words.is_empty();
    Ok(Declared {
        attackers: if none(attackers) {
            Vec::new()
        } else {
            attackers
                .split(|word| *word == "and")
                .map(attacker)
                .collect::<Result<_, _>>()?
        },
        defenders: if none(defenders) {
            Vec::new()
        } else {
            defenders
                .split(|word| *word == "and")
                .map(|words| match words {
                    [unit] => read::<UnitId>(unit),
                    _ => Err(WordFault::of(words, message!(MESSAGES, "words-one-unit"))),
                })
                .collect::<Result<_, _>>()?
        },
    })
}

fn counter_charge(unit: &str, words: &[&str]) -> Result<Answer, WordFault> {
    let end = words
        .iter()
        .position(|word| *word == "turn" || *word == "by")
        .unwrap_or(words.len());
    let (targets, rest) = words.split_at(end);
    let (turn, hexes) = match *rest {
        [] => (None, None),
        ["turn", vertex] => (Some(vertex), None),
        ["by", hexes] => (None, Some(hexes)),
        ["turn", vertex, "by", hexes] => (Some(vertex), Some(hexes)),
        _ => return Err(WordFault::of(rest, message!(MESSAGES, "words-turn-or-path"))),
    };
    Ok(Answer::CounterCharge {
        unit: read(unit)?,
        targets: words::each(targets)?,
        turn: turn.map(facing).transpose()?,
        path: hexes.map_or(Ok(Vec::new()), path)?,
    })
}

/// The answer of these words, if they are one.
fn answer(words: &[&str]) -> Result<Option<Answer>, WordFault> {
    Ok(Some(match *words {
        ["yes"] => Answer::Yes,
        ["no"] => Answer::No,
        ["choose" | "react", unit] => Answer::Unit { unit: read(unit)? },
        ["go", unit, hex, vertex] => Answer::Place {
            unit: read(unit)?,
            hex: read(hex)?,
            through: None,
            facing: facing(vertex)?,
        },
        ["go", unit, hex, "through", through, vertex] => Answer::Place {
            unit: read(unit)?,
            hex: read(hex)?,
            through: Some(read(through)?),
            facing: facing(vertex)?,
        },
        ["eliminate"] => Answer::Eliminate,
        ["course", ref rest @ ..] => Answer::Course {
            course: course(rest)?,
        },
        ["counter-charge", unit, "at", ref rest @ ..] => counter_charge(unit, rest)?,
        ["resolve", attack] => {
            let place: u16 = number(attack, phrase!(MESSAGES, "words-number-of-attack"))?;
            match place.checked_sub(1).and_then(|place| u8::try_from(place).ok()) {
                Some(attack) => Answer::Attack { attack },
                None => return Err(WordFault::at(attack, message!(MESSAGES, "words-attack-from-one"))),
            }
        }
        ["form" | "leave", ..] => Answer::Formation { order: order(words)? },
        _ => return Ok(None),
    }))
}

/// The command of these words, if they are one.
fn command(words: &[&str]) -> Result<Option<Command>, WordFault> {
    if let Some(line) = joined::command(words)? {
        return Ok(Some(line));
    }
    if let Some(answer) = answer(words)? {
        return Ok(Some(Command::Choose { answer }));
    }
    Ok(Some(match *words {
        ["place", unit, hex, vertex] => Command::PlaceUnit {
            unit: read(unit)?,
            hex: read(hex)?,
            facing: facing(vertex)?,
        },
        ["station", leader, hex] => Command::PlaceLeader {
            leader: read(leader)?,
            hex: read(hex)?,
        },
        ["plant", standard, hex] => Command::PlaceStandard {
            standard: read(standard)?,
            hex: read(hex)?,
        },
        ["order", command, ref rest @ ..] => Command::OrderFormation {
            command: read(command)?,
            order: order(rest)?,
        },
        ["ready"] => Command::Ready,
        ["activate", command] => Command::Activate {
            command: read(command)?,
        },
        ["rally", "standard", standard] => Command::RallyStandard {
            standard: read(standard)?,
        },
        ["shift", "standard", standard, "to", hex] => Command::MoveStandard {
            standard: read(standard)?,
            to: read(hex)?,
        },
        ["pass"] => Command::Pass,
        ["continue", command] => Command::Continue {
            command: read(command)?,
        },
        ["seize", command] => Command::Seize {
            command: read(command)?,
        },
        ["decline"] => Command::Decline,
        ["move", unit, hex, ref rest @ ..] => {
            let (vertex, rest) = match *rest {
                [first, ref rest @ ..] if first != "with" => (Some(facing(first)?), rest),
                ref rest => (None, rest),
            };
            Command::Move {
                unit: read(unit)?,
                to: read(hex)?,
                facing: vertex,
                with: with(rest)?,
            }
        }
        ["enter", unit, hex, vertex, ref rest @ ..] => Command::Enter {
            unit: read(unit)?,
            at: read(hex)?,
            facing: facing(vertex)?,
            with: with(rest)?,
        },
        ["turn", unit, vertex] => Command::Turn {
            unit: read(unit)?,
            facing: facing(vertex)?,
        },
        ["fire", unit, "at", target] => Command::Fire {
            unit: read(unit)?,
            target: read(target)?,
        },
        ["change", "mount", unit] => Command::ChangeMount { unit: read(unit)? },
        ["lead", leader, hex] => Command::MoveLeader {
            leader: read(leader)?,
            to: read(hex)?,
        },
        ["end", "move"] => Command::EndMoveFire,
        ["attack", "nobody"] => Command::Attack { attacks: Vec::new() },
        ["attack", ref rest @ ..] if !rest.is_empty() => Command::Attack {
            attacks: rest
                .split(|word| *word == ";")
                .map(attack)
                .collect::<Result<_, _>>()?,
        },
        _ => return Ok(None),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn back(line: &str) -> Command {
        let command = MenOfIron::parse(line).unwrap_or_else(|fault| panic!("{line}: {fault}"));
        assert_eq!(MenOfIron::format(&command), line);
        let json = serde_json::to_string(&command).unwrap();
        assert_eq!(serde_json::from_str::<Command>(&json).unwrap(), command);
        command
    }

    #[test]
    fn lines_are_read_as_they_are_written() {
        for line in [
            "place A-LB1 0612 v1",
            "station Hale 0812",
            "plant A1 0915",
            "order A2 form shield wall",
            "order B2 leave schiltron",
            "ready",
            "activate A1",
            "rally standard A1",
            "shift standard A1 to 1115",
            "pass",
            "continue A2",
            "seize B1",
            "decline",
            "move A-LB1 1814",
            "move A-LB1 1814 v11",
            "move A-LB1 1814 with Hale",
            "move A-LB1 1814 v11 with Hale Osric",
            "enter B-MM4 1901 v7 with Vey",
            "enter B-MM4 1901 v7",
            "turn A-PK1 v3",
            "fire A-LB1 at B-PK1",
            "change mount A-HB1",
            "lead Hale 0813",
            "1714-1814 v11; fire 1510",
            "1714-1814-1815 with Hale; fire 1510; 1816 v3; v5; 1817-1818 v7",
            "1714 v3; change mount; 1715-1716 v11 with Hale Osric",
            "1714-1814; 1815 with Hale",
            "1714; fire 1510",
            "1714-1815 v1; 1816",
            "end move",
            "attack nobody",
            "attack A-DM1 on B-LB1",
            "attack A-MM1 charge 1009-1109 v3 after 1 and A-AX1 on B-PK1 ; A-DM2 on B-LB1 and B-LB2",
            "attack A-MM1 charge 1009 on B-PK1",
            "yes",
            "no",
            "choose A-LB1",
            "go B-PK1 1009 v1",
            "go B-PK1 1009 through B-LB1 v1",
            "eliminate",
            "course 1009-1109 v3 after 0",
            "counter-charge B-MM1 at A-DM1 A-DM2",
            "counter-charge B-MM1 at A-LB1 turn v3 by 1108",
            "counter-charge B-MM1 at A-LB1 by 1108-1109",
            "resolve 1",
            "form schiltron",
            "leave shield wall",
        ] {
            back(line);
        }
        assert_eq!(MenOfIron::parse("react A-LB1"), MenOfIron::parse("choose A-LB1"));
        // What a client may post and no player means is written and read too.
        let odd = Command::Attack {
            attacks: vec![Declared {
                attackers: vec![DeclaredAttacker {
                    unit: UnitId::of("A-MM1"),
                    charge: Some(Course {
                        path: Vec::new(),
                        turn: None,
                    }),
                }],
                defenders: Vec::new(),
            }],
        };
        assert_eq!(MenOfIron::parse(&MenOfIron::format(&odd)), Ok(odd));
    }

    #[test]
    fn faults_point_at_their_word() {
        for (line, column) in [
            ("march A1", 1),
            ("move A-LB1 18x4", 12),
            ("move A-LB1 1814 v2", 17),
            ("attack A-DM1 B-LB1", 8),
            ("resolve 0", 9),
            ("1714-18x4", 6),
            ("1714-1814 v2; fire 1510", 11),
            ("1714-1814 v1; shoot 1510", 15),
            ("1714 with Hale", 6),
        ] {
            let fault = MenOfIron::parse(line).unwrap_err();
            assert!(fault.contains(&format!("column {column}:")), "{line}: {fault}");
        }
        assert!(MenOfIron::parse("").is_err() && MenOfIron::parse("move").is_err());
    }
}
