//! Commands as lines of text, in the words of the sheet. Lengths are inches, headings degrees, dice are counted from 1.

use std::fmt::Write as _;
use std::str::FromStr;

use hindsight_kernel::words::{WordFault, number, parse_line, read, word_expected};
use hindsight_kernel::{Argument, Message, Notation, Phrase, Seat, message, phrase};

use super::names::{inches, place};
use crate::IceAndFire;
use crate::cards::{ArmyList, CardId, ConditionToken, ListedUnit};
use crate::field::{Place, Pose, Side, Slot};
use crate::messages::MESSAGES;
use crate::model::command::{Action, Choice, Command};
use crate::model::names::{NcuId, PieceNo, UnitId};
use crate::model::place::Shift;

/// The first words of all lines.
const VERBS: [&str; 29] = [
    "army", "terrain", "place", "name", "side", "deploy", "activate", "arrive", "claim", "maneuver", "march",
    "charge", "melee", "shoot", "demolish", "retreat", "forgo", "play", "order", "reroll", "expend", "pass",
    "align", "back", "pivot", "target", "choose", "settled", "discard",
];

impl Notation for IceAndFire {
    fn format(command: &Command) -> String {
        match command {
            Command::SubmitList { list } => army_line(list),
            Command::NameTerrain { card } => format!("terrain {card}"),
            Command::PlaceTerrain { card, pose } => format!("place {card} {}", pose_words(*pose)),
            Command::Name { seat } => format!("name {seat}"),
            Command::PickSide { edge } => format!("side {}", word(*edge)),
            Command::Deploy { unit, pose } => format!("deploy {unit} {}", pose_words(*pose)),
            Command::Activate { unit } => format!("activate {unit}"),
            Command::Arrive { unit, pose } => format!("arrive {unit} {}", pose_words(*pose)),
            Command::Claim { ncu, zone } => format!("claim {ncu} {}", word(*zone)),
            Command::Act { action } => action_line(action),
            Command::PlayCard { card, choice } => format!("play {card}{}", choice_words(choice)),
            Command::UseOrder { unit, order, choice } => {
                format!("order {unit} {}{}", u16::from(*order) + 1, choice_words(choice))
            }
            Command::Reroll { dice } => format!("reroll {}", dice_words(dice)),
            Command::Expend { dice } => format!("expend {}", dice_words(dice)),
            Command::Pass => "pass".to_owned(),
            Command::Align { slot } => format!("align {}", word(*slot)),
            Command::MoveBack { way, distance, last } => {
                format!("back {} {}{}", word(*way), inches(*distance), then(*last))
            }
            Command::FreePivot { unit, heading } => format!("pivot {unit} {heading}"),
            Command::Target { unit, token } => match token {
                Some(token) => format!("target {unit} {}", word(*token)),
                None => format!("target {unit}"),
            },
            Command::Choose { choice } => format!("choose{}", choice_words(choice)),
            Command::RollToStart => "roll to start".to_owned(),
            Command::Settled => "settled".to_owned(),
            Command::Discard { cards } => cards
                .iter()
                .fold("discard".to_owned(), |line, card| line + " " + card.as_str()),
        }
    }

    fn parse(line: &str) -> Result<Command, Message> {
        parse_line(line, &VERBS, command)
    }
}

/// A word of an enum as it is written on the wire.
fn word<T: Into<&'static str>>(value: T) -> &'static str {
    value.into()
}

fn army_line(list: &ArmyList) -> String {
    let mut line = format!("army {}", list.faction);
    for unit in &list.units {
        let _ = write!(line, " {}", unit.card);
        if let Some(attached) = unit.attachment {
            let _ = write!(line, "+{attached}");
        }
    }
    if !list.ncus.is_empty() {
        line.push_str(" ncus:");
        for ncu in &list.ncus {
            let _ = write!(line, " {ncu}");
        }
    }
    line
}

fn pose_words(pose: Pose) -> String {
    format!("{} heading {}", place(pose.centre()), pose.heading)
}

fn then(last: Option<u16>) -> String {
    last.map(|heading| format!(" then {heading}")).unwrap_or_default()
}

fn action_line(action: &Action) -> String {
    match action {
        Action::Maneuver {
            first,
            distance,
            last,
        } => {
            let first = first
                .map(|heading| format!(" pivot {heading}"))
                .unwrap_or_default();
            format!("maneuver{first} move {}{}", inches(*distance), then(*last))
        }
        Action::March { distance, last } => format!("march move {}{}", inches(*distance), then(*last)),
        Action::Charge {
            target,
            heading,
            arc,
            weapon,
        } => {
            let arc = arc.map(|side| format!(" arc {}", word(side))).unwrap_or_default();
            format!("charge {target} heading {heading}{arc}{}", weapon_words(*weapon))
        }
        Action::Melee {
            target,
            facing,
            slot,
            weapon,
        } => {
            let facing = if *facing { " facing" } else { "" };
            let slot = slot
                .map(|slot| format!(" slot {}", word(slot)))
                .unwrap_or_default();
            format!("melee {target}{facing}{slot}{}", weapon_words(*weapon))
        }
        Action::Ranged {
            target,
            shift,
            weapon,
        } => {
            let shift = shift.map(shift_words).unwrap_or_default();
            format!("shoot {target}{shift}{}", weapon_words(*weapon))
        }
        Action::Demolish { piece } => format!("demolish {piece}"),
        Action::Retreat => "retreat".to_owned(),
        Action::Forgo => "forgo".to_owned(),
    }
}

fn weapon_words(weapon: Option<u8>) -> String {
    weapon
        .map(|weapon| format!(" weapon {}", u16::from(weapon) + 1))
        .unwrap_or_default()
}

fn shift_words(shift: Shift) -> String {
    format!(" shift {} {}", shift.direction, inches(shift.distance))
}

fn dice_words(dice: &[u8]) -> String {
    match dice {
        [] => "none".to_owned(),
        dice => joined(dice.iter().map(|place| u16::from(*place) + 1)),
    }
}

fn joined<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    words.join(",")
}

fn choice_words(choice: &Choice) -> String {
    let mut line = String::new();
    if !choice.units.is_empty() {
        let _ = write!(line, " on {}", joined(&choice.units));
    }
    if !choice.tokens.is_empty() {
        let _ = write!(
            line,
            " token {}",
            joined(choice.tokens.iter().map(|token| word(*token)))
        );
    }
    if !choice.dice.is_empty() {
        let _ = write!(line, " dice {}", dice_words(&choice.dice));
    }
    if let Some(shift) = choice.shift {
        line.push_str(&shift_words(shift));
    }
    line
}

/// The command of a line's words.
fn command(words: &[&str]) -> Result<Option<Command>, WordFault> {
    if let Some(action) = action(words)? {
        return Ok(Some(Command::Act { action }));
    }
    Ok(Some(match words {
        ["army", faction, rest @ ..] => Command::SubmitList {
            list: army(faction, rest)?,
        },
        ["terrain", card] => Command::NameTerrain { card: read(card)? },
        ["place", card, at, "heading", heading] => Command::PlaceTerrain {
            card: read(card)?,
            pose: pose(at, heading)?,
        },
        ["name", named] => Command::Name { seat: seat(named)? },
        ["side", edge] => Command::PickSide {
            edge: choice_of(edge, phrase!(MESSAGES, "words-edge"))?,
        },
        ["deploy", unit, at, "heading", heading] => Command::Deploy {
            unit: read(unit)?,
            pose: pose(at, heading)?,
        },
        ["activate", unit] => Command::Activate { unit: read(unit)? },
        ["arrive", unit, at, "heading", heading] => Command::Arrive {
            unit: read(unit)?,
            pose: pose(at, heading)?,
        },
        ["claim", ncu, zone] => Command::Claim {
            ncu: read::<NcuId>(ncu)?,
            zone: choice_of(zone, phrase!(MESSAGES, "words-zone"))?,
        },
        ["play", card, rest @ ..] => Command::PlayCard {
            card: read(card)?,
            choice: choice(rest)?,
        },
        ["order", unit, order, rest @ ..] => Command::UseOrder {
            unit: read(unit)?,
            order: counted(order)?,
            choice: choice(rest)?,
        },
        ["reroll", places] => Command::Reroll { dice: dice(places)? },
        ["expend", places] => Command::Expend { dice: dice(places)? },
        ["pass"] => Command::Pass,
        ["align", slot] => Command::Align {
            slot: choice_of(slot, phrase!(MESSAGES, "words-slot"))?,
        },
        ["back", way, far, rest @ ..] => Command::MoveBack {
            way: choice_of(way, phrase!(MESSAGES, "words-way"))?,
            distance: mils(far)?,
            last: last(rest)?,
        },
        ["pivot", unit, heading] => Command::FreePivot {
            unit: read(unit)?,
            heading: number(heading, phrase!(MESSAGES, "words-heading"))?,
        },
        ["target", unit] => Command::Target {
            unit: read(unit)?,
            token: None,
        },
        ["target", unit, token] => Command::Target {
            unit: read(unit)?,
            token: Some(choice_of(token, phrase!(MESSAGES, "words-token"))?),
        },
        ["choose", rest @ ..] => Command::Choose {
            choice: choice(rest)?,
        },
        ["roll", "to", "start"] => Command::RollToStart,
        ["settled"] => Command::Settled,
        ["discard", cards @ ..] => Command::Discard {
            cards: cards
                .iter()
                .map(|card| read::<CardId>(card))
                .collect::<Result<_, _>>()?,
        },
        _ => return Ok(None),
    }))
}

/// The action of a line's words, if it is one.
fn action(words: &[&str]) -> Result<Option<Action>, WordFault> {
    Ok(Some(match words {
        ["maneuver", rest @ ..] => maneuver(rest)?,
        ["march", "move", far, rest @ ..] => Action::March {
            distance: mils(far)?,
            last: last(rest)?,
        },
        ["march", rest @ ..] => Action::March {
            distance: 0,
            last: last(rest)?,
        },
        ["charge", target, "heading", heading, "arc", side, rest @ ..] => Action::Charge {
            target: read(target)?,
            heading: number(heading, phrase!(MESSAGES, "words-heading"))?,
            arc: Some(choice_of::<Side>(side, phrase!(MESSAGES, "words-side"))?),
            weapon: weapon(rest)?,
        },
        ["charge", target, "heading", heading, rest @ ..] => Action::Charge {
            target: read(target)?,
            heading: number(heading, phrase!(MESSAGES, "words-heading"))?,
            arc: None,
            weapon: weapon(rest)?,
        },
        ["melee", target, rest @ ..] => melee(target, rest)?,
        ["shoot", target, rest @ ..] => {
            let (shift, rest) = shift(rest)?;
            Action::Ranged {
                target: read(target)?,
                shift,
                weapon: weapon(rest)?,
            }
        }
        ["demolish", piece] => Action::Demolish {
            piece: PieceNo(number(piece, phrase!(MESSAGES, "words-terrain-number"))?),
        },
        ["retreat"] => Action::Retreat,
        ["forgo"] => Action::Forgo,
        _ => return Ok(None),
    }))
}

fn maneuver(words: &[&str]) -> Result<Action, WordFault> {
    let (first, rest) = match words {
        ["pivot", heading, rest @ ..] => (Some(number(heading, phrase!(MESSAGES, "words-heading"))?), rest),
        rest => (None, rest),
    };
    let (distance, rest) = match rest {
        ["move", far, rest @ ..] => (mils(far)?, rest),
        rest => (0, rest),
    };
    Ok(Action::Maneuver {
        first,
        distance,
        last: last(rest)?,
    })
}

fn melee(target: &str, words: &[&str]) -> Result<Action, WordFault> {
    let (facing, rest) = match words {
        ["facing", rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let (slot, rest) = match rest {
        ["slot", slot, rest @ ..] => (
            Some(choice_of::<Slot>(slot, phrase!(MESSAGES, "words-slot"))?),
            rest,
        ),
        rest => (None, rest),
    };
    Ok(Action::Melee {
        target: read::<UnitId>(target)?,
        facing,
        slot,
        weapon: weapon(rest)?,
    })
}

fn army(faction: &str, words: &[&str]) -> Result<ArmyList, WordFault> {
    let split = words
        .iter()
        .position(|word| *word == "ncus:")
        .unwrap_or(words.len());
    let (units, ncus) = words.split_at(split);
    Ok(ArmyList {
        faction: read(faction)?,
        units: units
            .iter()
            .map(|word| {
                Ok(match word.split_once('+') {
                    Some((card, attached)) => ListedUnit {
                        card: read(card)?,
                        attachment: Some(read(attached)?),
                    },
                    None => ListedUnit {
                        card: read(word)?,
                        attachment: None,
                    },
                })
            })
            .collect::<Result<_, WordFault>>()?,
        ncus: ncus
            .iter()
            .skip(1)
            .map(|word| read::<CardId>(word))
            .collect::<Result<_, _>>()?,
    })
}

fn choice(words: &[&str]) -> Result<Choice, WordFault> {
    let mut choice = Choice::default();
    let mut rest = words;
    loop {
        rest = match rest {
            [] => return Ok(choice),
            ["on", units, rest @ ..] => {
                choice.units = units.split(',').map(read::<UnitId>).collect::<Result<_, _>>()?;
                rest
            }
            ["token", tokens, rest @ ..] => {
                let one = |word| choice_of::<ConditionToken>(word, phrase!(MESSAGES, "words-token"));
                choice.tokens = tokens.split(',').map(one).collect::<Result<_, _>>()?;
                rest
            }
            ["dice", places, rest @ ..] => {
                choice.dice = dice(places)?;
                rest
            }
            ["shift", ..] => {
                let (found, rest) = shift(rest)?;
                choice.shift = found;
                rest
            }
            [other, ..] => {
                return Err(WordFault::at(
                    other,
                    message!(MESSAGES, "words-choice", other = Argument::quoted(other)),
                ));
            }
        };
    }
}

fn shift<'w, 'l>(words: &'w [&'l str]) -> Result<(Option<Shift>, &'w [&'l str]), WordFault> {
    Ok(match words {
        ["shift", direction, far, rest @ ..] => (
            Some(Shift {
                direction: number(direction, phrase!(MESSAGES, "words-direction"))?,
                distance: mils(far)?,
            }),
            rest,
        ),
        rest => (None, rest),
    })
}

fn weapon(words: &[&str]) -> Result<Option<u8>, WordFault> {
    match words {
        [] => Ok(None),
        ["weapon", place] => Ok(Some(counted(place)?)),
        [other, ..] => Err(WordFault::at(
            other,
            message!(MESSAGES, "words-weapon", other = Argument::quoted(other)),
        )),
    }
}

fn last(words: &[&str]) -> Result<Option<u16>, WordFault> {
    match words {
        [] => Ok(None),
        ["then", heading] => Ok(Some(number(heading, phrase!(MESSAGES, "words-heading"))?)),
        [other, ..] => Err(WordFault::at(
            other,
            message!(MESSAGES, "words-then-heading", other = Argument::quoted(other)),
        )),
    }
}

/// A number counted from 1 as a place counted from 0.
fn counted(word: &str) -> Result<u8, WordFault> {
    let from_one: u16 = number(word, phrase!(MESSAGES, "words-number-from-1"))?;
    let place = from_one.checked_sub(1).and_then(|place| u8::try_from(place).ok());
    place.ok_or_else(|| WordFault::at(word, message!(MESSAGES, "words-number-to-256")))
}

fn dice(word: &str) -> Result<Vec<u8>, WordFault> {
    if word == "none" {
        return Ok(Vec::new());
    }
    word.split(',').map(counted).collect()
}

fn choice_of<T: FromStr>(word: &str, what: Phrase) -> Result<T, WordFault> {
    word.parse()
        .map_err(|_| WordFault::at(word, word_expected(what, word)))
}

fn seat(word: &str) -> Result<Seat, WordFault> {
    match word {
        "A" => Ok(Seat::A),
        "B" => Ok(Seat::B),
        _ => Err(WordFault::at(
            word,
            message!(MESSAGES, "words-seat", word = Argument::quoted(word)),
        )),
    }
}

/// A length in inches as thousandths, exactly: at most three decimals.
fn mils(word: &str) -> Result<i32, WordFault> {
    let wrong = || {
        WordFault::at(
            word,
            message!(MESSAGES, "words-length", word = Argument::quoted(word)),
        )
    };
    let (sign, digits) = match word.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, word),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let plain = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    if !plain(whole) || !plain(part) || part.len() > 3 || whole.len() > 7 {
        return Err(wrong());
    }
    let whole: i64 = whole.parse().map_err(|_| wrong())?;
    let part: i64 = format!("{part:0<3}").parse().map_err(|_| wrong())?;
    i32::try_from(sign * (whole * 1_000 + part)).map_err(|_| wrong())
}

fn pose(at: &str, heading: &str) -> Result<Pose, WordFault> {
    let Some((x, y)) = at.split_once(',') else {
        return Err(WordFault::at(
            at,
            message!(MESSAGES, "words-place", at = Argument::quoted(at)),
        ));
    };
    let centre = Place::new(mils(x)?, mils(y)?);
    Ok(Pose::new(
        centre.x,
        centre.y,
        number(heading, phrase!(MESSAGES, "words-heading"))?,
    ))
}
