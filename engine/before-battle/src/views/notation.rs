//! Commands as lines of text in the rulebook's words, both ways.
//!
//! A line reads without a position: `move A3 right 2`, `hustle B1`, `turn A1 right right`, `sidestep A2 left`,
//! `shoot A4 turn left lane right at B3`, `end actions`, `deploy A3 c2 N`, `reform B2 E, B3 S`,
//! `weapons A1 spear-2, A4 shield-2`, `roll to start`, `take deployment`, `take first turn`, `name A first deployer`,
//! `name B first player`, `list ... / general with ... / distractions ...`, `list unknown shown ...`, `reveal ...`.

use std::fmt::{Display, Write as _};
use std::str::FromStr;

use hindsight_geometry::squares::{Hand, Rotation};
use hindsight_kernel::words::{self, WordFault, each, join, parse_line, parts, read};
use hindsight_kernel::{Argument, Message, Notation, message, phrase};

use crate::BeforeBattle;
use crate::messages::MESSAGES;
use crate::model::command::{Command, Reformed};
use crate::model::names::Name;
use crate::model::state::{ArmyList, Assigned, Right};

fn say_list(list: &ArmyList) -> String {
    let mut line = join(&list.units, " ", ToString::to_string);
    if !list.general_items.is_empty() {
        let _ = write!(
            line,
            " / general with {}",
            join(&list.general_items, " ", ToString::to_string)
        );
    }
    if !list.distractions.is_empty() {
        let _ = write!(
            line,
            " / distractions {}",
            join(&list.distractions, " ", ToString::to_string)
        );
    }
    line.trim_start().to_owned()
}

fn say_weapons(weapons: Option<&[Assigned]>) -> String {
    match weapons {
        None => "unknown".to_owned(),
        Some([]) => "none".to_owned(),
        Some(weapons) => join(weapons, ", ", |assigned| {
            format!("{} {}", assigned.unit, assigned.item)
        }),
    }
}

fn rotation_words(rotation: Rotation) -> &'static str {
    match rotation {
        Rotation::Left => "left",
        Rotation::Right => "right",
        Rotation::About => "right right",
    }
}

impl Notation for BeforeBattle {
    /// A command as a line.
    fn format(command: &Command) -> String {
        match command {
            Command::ConfirmList { list, shown } => {
                let list = list.as_ref().map_or_else(|| "unknown".to_owned(), say_list);
                match shown {
                    Some(shown) if shown.is_empty() => format!("list {list} shown"),
                    Some(shown) => format!("list {list} shown {}", join(shown, " ", ToString::to_string)),
                    None => format!("list {list}"),
                }
            }
            Command::ConfirmWeapons { weapons } => format!("weapons {}", say_weapons(weapons.as_deref())),
            Command::RollStart => "roll to start".to_owned(),
            Command::TakeRight {
                right: Right::Deployment,
            } => "take deployment".to_owned(),
            Command::TakeRight {
                right: Right::FirstTurn,
            } => "take first turn".to_owned(),
            Command::NameDeployer { seat } => format!("name {seat} first deployer"),
            Command::NameFirst { seat } => format!("name {seat} first player"),
            Command::Deploy { unit, cell, facing } => format!("deploy {unit} {cell} {facing}"),
            Command::Reveal { list, weapons } => {
                let mut line = "reveal".to_owned();
                if let Some(list) = list {
                    let _ = write!(line, " list {}", say_list(list));
                }
                if let Some(weapons) = weapons {
                    let _ = write!(line, " weapons {}", say_weapons(Some(weapons)));
                }
                line
            }
            Command::Move {
                unit,
                turn: Some(hand),
                cells,
            } => format!("move {unit} {hand} {cells}"),
            Command::Move {
                unit,
                turn: None,
                cells,
            } => format!("move {unit} {cells}"),
            Command::Hustle { unit } => format!("hustle {unit}"),
            Command::Turn { unit, rotation } => format!("turn {unit} {}", rotation_words(*rotation)),
            Command::Sidestep { unit, hand } => format!("sidestep {unit} {hand}"),
            Command::Shoot {
                unit,
                turn: Some(hand),
                lane,
                target,
            } => {
                format!("shoot {unit} turn {hand} lane {lane} at {target}")
            }
            Command::Shoot {
                unit,
                turn: None,
                lane,
                target,
            } => format!("shoot {unit} lane {lane} at {target}"),
            Command::EndActions => "end actions".to_owned(),
            Command::Reform { facings } if facings.is_empty() => "reform nobody".to_owned(),
            Command::Reform { facings } => {
                format!(
                    "reform {}",
                    join(facings, ", ", |reformed| {
                        format!("{} {}", reformed.unit, reformed.facing)
                    })
                )
            }
        }
    }

    /// The command of a line, or what is wrong with it.
    fn parse(line: &str) -> Result<Command, Message> {
        parse_line(line, &VERBS, command)
    }
}

/// The first words of all lines.
const VERBS: [&str; 14] = [
    "list", "weapons", "roll", "take", "name", "deploy", "reveal", "move", "hustle", "turn", "sidestep",
    "shoot", "end", "reform",
];

/// The command of these words, if they are one.
fn command(words: &[&str]) -> Result<Option<Command>, WordFault> {
    match *words {
        ["list", ref rest @ ..] => hear_confirm(rest),
        ["weapons", ref rest @ ..] => Ok(Command::ConfirmWeapons {
            weapons: hear_weapons(rest)?,
        }),
        ["roll", "to", "start"] => Ok(Command::RollStart),
        ["take", "deployment"] => Ok(Command::TakeRight {
            right: Right::Deployment,
        }),
        ["take", "first", "turn"] => Ok(Command::TakeRight {
            right: Right::FirstTurn,
        }),
        ["name", named, "first", "deployer"] => Ok(Command::NameDeployer { seat: read(named)? }),
        ["name", named, "first", "player"] => Ok(Command::NameFirst { seat: read(named)? }),
        ["deploy", unit, cell, facing] => Ok(Command::Deploy {
            unit: read(unit)?,
            cell: read(cell)?,
            facing: read(facing)?,
        }),
        ["reveal", ref rest @ ..] => hear_reveal(rest),
        ["move", unit, cells] => Ok(Command::Move {
            unit: read(unit)?,
            turn: None,
            cells: number(cells)?,
        }),
        ["move", unit, hand, cells] => Ok(Command::Move {
            unit: read(unit)?,
            turn: Some(read::<Hand>(hand)?),
            cells: number(cells)?,
        }),
        ["hustle", unit] => Ok(Command::Hustle { unit: read(unit)? }),
        ["turn", unit, ref rotation @ ..] => Ok(Command::Turn {
            unit: read(unit)?,
            rotation: hear_rotation(rotation)?,
        }),
        ["sidestep", unit, hand] => Ok(Command::Sidestep {
            unit: read(unit)?,
            hand: read(hand)?,
        }),
        ["shoot", unit, "lane", along, "at", target] => Ok(Command::Shoot {
            unit: read(unit)?,
            turn: None,
            lane: read(along)?,
            target: read(target)?,
        }),
        ["shoot", unit, "turn", hand, "lane", along, "at", target] => Ok(Command::Shoot {
            unit: read(unit)?,
            turn: Some(read(hand)?),
            lane: read(along)?,
            target: read(target)?,
        }),
        ["end", "actions"] => Ok(Command::EndActions),
        ["reform", "nobody"] => Ok(Command::Reform { facings: Vec::new() }),
        ["reform", ref rest @ ..] => {
            let facings = pairs(rest, "A1 N")?;
            let facings = facings
                .into_iter()
                .map(|(unit, facing)| Reformed { unit, facing })
                .collect();
            Ok(Command::Reform { facings })
        }
        _ => return Ok(None),
    }
    .map(Some)
}

/// Unit and something more, separated by commas.
fn pairs<A: FromStr<Err: Display + 'static>, B: FromStr<Err: Display + 'static>>(
    words: &[&str],
    form: &'static str,
) -> Result<Vec<(A, B)>, WordFault> {
    parts(words)
        .into_iter()
        .map(|part| match part[..] {
            [one, other] => Ok((read(one)?, read(other)?)),
            _ => Err(WordFault::of(
                &part,
                message!(
                    MESSAGES,
                    "words-entry-expected",
                    form,
                    found = Argument::quoted(part.join(" "))
                ),
            )),
        })
        .collect()
}

fn hear_weapons(words: &[&str]) -> Result<Option<Vec<Assigned>>, WordFault> {
    match words {
        ["unknown"] => Ok(None),
        ["none"] => Ok(Some(Vec::new())),
        [] => Err(message!(MESSAGES, "words-weapons").into()),
        pieces => {
            let pairs = pairs(pieces, "A1 spear-2")?;
            Ok(Some(
                pairs
                    .into_iter()
                    .map(|(unit, item)| Assigned { unit, item })
                    .collect(),
            ))
        }
    }
}

/// Units by slashes or spaces; `with` after the General or `general with` begins his items.
fn hear_list(words: &[&str]) -> Result<ArmyList, WordFault> {
    let mut list = ArmyList {
        units: Vec::new(),
        general_items: Vec::new(),
        distractions: Vec::new(),
    };
    for section in words.split(|&word| word == "/") {
        match section {
            ["distractions", names @ ..] => list.distractions.extend(each::<Name>(names)?),
            ["general", "with", items @ ..] => list.general_items.extend(each::<Name>(items)?),
            units => {
                let mut parts = units.splitn(2, |&word| word == "with");
                list.units.extend(each::<Name>(parts.next().unwrap_or_default())?);
                list.general_items
                    .extend(each::<Name>(parts.next().unwrap_or_default())?);
            }
        }
    }
    Ok(list)
}

fn hear_confirm(words: &[&str]) -> Result<Command, WordFault> {
    let place = words.iter().position(|&word| word == "shown");
    let (list, shown) = match place {
        Some(place) => (&words[..place], Some(each(&words[place + 1..])?)),
        None => (words, None),
    };
    let list = if list == ["unknown"] {
        None
    } else {
        Some(hear_list(list)?)
    };
    Ok(Command::ConfirmList { list, shown })
}

fn hear_reveal(words: &[&str]) -> Result<Command, WordFault> {
    let place = words.iter().position(|&word| word == "weapons");
    let (list, weapons) = match place {
        Some(place) => (&words[..place], hear_weapons(&words[place + 1..])?),
        None => (words, None),
    };
    let list = match list {
        [] => None,
        ["list", units @ ..] => Some(hear_list(units)?),
        _ => {
            return Err(WordFault::of(list, message!(MESSAGES, "words-reveal")));
        }
    };
    Ok(Command::Reveal { list, weapons })
}

fn hear_rotation(words: &[&str]) -> Result<Rotation, WordFault> {
    match words {
        ["left"] => Ok(Rotation::Left),
        ["right"] => Ok(Rotation::Right),
        ["right", "right"] | ["left", "left"] | ["around"] => Ok(Rotation::About),
        _ => Err(WordFault::of(words, message!(MESSAGES, "words-turn"))),
    }
}

fn number(word: &str) -> Result<u8, WordFault> {
    words::number(word, phrase!(MESSAGES, "words-number-of-cells"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use hindsight_kernel::Seat;

    use super::*;
    use crate::model::names::{UNITS, UnitId};
    use hindsight_geometry::squares::{Cell, Facing, Lane};

    fn a_name() -> impl Strategy<Value = Name> {
        "[a-z0-9][a-z0-9-]{0,22}"
            .prop_filter("words of the notation are no ids of a pack", |text: &String| {
                ![
                    "unknown",
                    "none",
                    "shown",
                    "with",
                    "general",
                    "distractions",
                    "weapons",
                    "list",
                ]
                .contains(&text.as_str())
            })
            .prop_map(|text| text.parse().unwrap())
    }

    fn a_unit() -> impl Strategy<Value = UnitId> {
        (0..UNITS).prop_map(|index| UnitId::all().nth(index).unwrap())
    }

    fn a_facing() -> impl Strategy<Value = Facing> {
        (0..4_usize).prop_map(|index| Facing::ALL[index])
    }

    fn a_hand() -> impl Strategy<Value = Hand> {
        prop_oneof![Just(Hand::Left), Just(Hand::Right)]
    }

    fn a_list() -> impl Strategy<Value = ArmyList> {
        let names = |most| prop::collection::vec(a_name(), 0..most);
        (prop::collection::vec(a_name(), 1..7), names(4), names(4)).prop_map(
            |(units, general_items, distractions)| ArmyList {
                units,
                general_items,
                distractions,
            },
        )
    }

    fn weapons() -> impl Strategy<Value = Vec<Assigned>> {
        prop::collection::vec(
            (a_unit(), a_name()).prop_map(|(unit, item)| Assigned { unit, item }),
            0..7,
        )
    }

    fn a_seat() -> impl Strategy<Value = Seat> {
        (0..26_usize).prop_map(|index| Seat::new(index).unwrap())
    }

    fn a_command() -> impl Strategy<Value = Command> {
        let rotation = (0..3_usize).prop_map(|index| Rotation::ALL[index]);
        let lane = (0..3_usize).prop_map(|index| Lane::ALL[index]);
        let cell = (0..26_u8, 0..26_u8).prop_map(|(col, row)| Cell::new(col, row).unwrap());
        let reformed = (a_unit(), a_facing()).prop_map(|(unit, facing)| Reformed { unit, facing });
        prop_oneof![
            (
                prop::option::of(a_list()),
                prop::option::of(prop::collection::vec(a_name(), 0..10))
            )
                .prop_map(|(list, shown)| Command::ConfirmList { list, shown }),
            prop::option::of(weapons()).prop_map(|weapons| Command::ConfirmWeapons { weapons }),
            prop_oneof![Just(Right::Deployment), Just(Right::FirstTurn)]
                .prop_map(|right| Command::TakeRight { right }),
            a_seat().prop_map(|seat| Command::NameDeployer { seat }),
            a_seat().prop_map(|seat| Command::NameFirst { seat }),
            (a_unit(), cell, a_facing()).prop_map(|(unit, cell, facing)| Command::Deploy {
                unit,
                cell,
                facing
            }),
            (prop::option::of(a_list()), prop::option::of(weapons()))
                .prop_map(|(list, weapons)| Command::Reveal { list, weapons }),
            (a_unit(), prop::option::of(a_hand()), any::<u8>())
                .prop_map(|(unit, turn, cells)| Command::Move { unit, turn, cells }),
            a_unit().prop_map(|unit| Command::Hustle { unit }),
            (a_unit(), rotation).prop_map(|(unit, rotation)| Command::Turn { unit, rotation }),
            (a_unit(), a_hand()).prop_map(|(unit, hand)| Command::Sidestep { unit, hand }),
            (a_unit(), prop::option::of(a_hand()), lane, a_unit()).prop_map(|(unit, turn, lane, target)| {
                Command::Shoot {
                    unit,
                    turn,
                    lane,
                    target,
                }
            }),
            Just(Command::EndActions),
            Just(Command::RollStart),
            prop::collection::vec(reformed, 0..7).prop_map(|facings| Command::Reform { facings }),
        ]
    }

    proptest! {
        #[test]
        fn every_command_is_heard_as_it_is_said(command in a_command()) {
            let line = BeforeBattle::format(&command);
            prop_assert_eq!(BeforeBattle::parse(&line), Ok(command.clone()), "{}", line);
            let wire = hindsight_kernel::wire::to_value(&command);
            prop_assert_eq!(hindsight_kernel::wire::from_value::<Command>(wire), Ok(command));
        }

        #[test]
        fn no_line_breaks_the_ear(line in "\\PC{0,80}") {
            if let Ok(command) = BeforeBattle::parse(&line) {
                prop_assert_eq!(BeforeBattle::parse(&BeforeBattle::format(&command)), Ok(command));
            }
        }
    }

    #[test]
    fn lines_read_as_people_write_them() {
        let rows = [
            ("move A3 right 2", "move A3 right 2"),
            ("move  A3 2", "move A3 2"),
            ("turn A1 right right", "turn A1 right right"),
            ("turn A1 left left", "turn A1 right right"),
            ("turn A1 around", "turn A1 right right"),
            (
                "shoot A4 turn left lane right at B3",
                "shoot A4 turn left lane right at B3",
            ),
            ("reform B2 E,B3 S", "reform B2 E, B3 S"),
            (
                "weapons A1 spear-2,A4 shield-2",
                "weapons A1 spear-2, A4 shield-2",
            ),
            (
                "list rm-militia rm-bows rm-riders / rm-gate rm-knights / rm-orsa with sword-1 shield-1 / distractions rm-levy rm-mill rm-swans",
                "list rm-militia rm-bows rm-riders rm-gate rm-knights rm-orsa / general with sword-1 shield-1 / distractions rm-levy rm-mill rm-swans",
            ),
        ];
        for (written, said) in rows {
            let command = BeforeBattle::parse(written).unwrap_or_else(|why| panic!("{written}: {why}"));
            assert_eq!(BeforeBattle::format(&command), said);
        }
        for wrong in [
            "",
            "fly A1",
            "move A1",
            "move A7 2",
            "move A1 300",
            "turn A1 up",
            "deploy A1 z99 N",
            "reform",
            "shoot A1 at B1",
        ] {
            assert!(BeforeBattle::parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
