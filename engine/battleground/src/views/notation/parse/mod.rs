//! Lines to commands.

mod answers;

use answers::{answer, from_one};
use battleground_geometry::{Degrees, Hand, Inches, Point, Pose, Way};
use hindsight_kernel::words::{
    WordFault, each, entries, is_plain, number, parse_line, parts, read, sentence_of, unquote,
};
use hindsight_kernel::{Argument, Message, Seat, message, phrase};

use super::RESERVED;
use crate::messages::MESSAGES;
use crate::model::cards::Colour;
use crate::model::command::{Command, Leg, Ordered, Rallied, UnitLegs};
use crate::model::movement_category::Mc;
use crate::model::names::{CardNo, TokenNo, UnitId};
use crate::model::orders::{Objective, Order, WrittenOrder};
use crate::model::state::{Agreed, Allegiance, ArmyList};

/// The first words of all lines.
const VERBS: [&str; 28] = [
    "faction",
    "budget",
    "scenario",
    "accept",
    "army",
    "name",
    "deploy",
    "assign",
    "choose",
    "play",
    "pass",
    "claim",
    "ability",
    "change",
    "control",
    "draw",
    "pay",
    "fly",
    "rally",
    "reload",
    "reorganize",
    "sound",
    "recall",
    "cast",
    "activate",
    "move",
    "report",
    "end",
];

fn inches(word: &str) -> Result<Inches, WordFault> {
    let inches: f64 = number(word, phrase!(MESSAGES, "words-length"))?;
    Inches::new(inches).map_err(|error| WordFault::at(word, sentence_of(&error)))
}

fn degrees(word: &str) -> Result<Degrees, WordFault> {
    let degrees: f64 = number(word, phrase!(MESSAGES, "words-angle"))?;
    Degrees::new(degrees).map_err(|error| WordFault::at(word, sentence_of(&error)))
}

fn point(word: &str) -> Result<Point, WordFault> {
    let (x, y) = word.split_once(',').ok_or_else(|| {
        WordFault::at(
            word,
            message!(MESSAGES, "words-point", word = Argument::quoted(word)),
        )
    })?;
    Ok(Point::new(inches(x)?, inches(y)?))
}

fn pose(word: &str) -> Result<Pose, WordFault> {
    let (centre, heading) = word.split_once('@').ok_or_else(|| {
        WordFault::at(
            word,
            message!(MESSAGES, "words-pose", word = Argument::quoted(word)),
        )
    })?;
    Ok(Pose {
        centre: point(centre)?,
        heading: degrees(heading)?,
    })
}

/// An id of a pack: as it is or quoted.
fn id(word: &str) -> Result<String, WordFault> {
    match unquote(word)? {
        Some(id) => Ok(id),
        None if is_plain(word, &RESERVED) => Ok(word.to_owned()),
        None => Err(WordFault::at(
            word,
            message!(MESSAGES, "words-id", word = Argument::quoted(word)),
        )),
    }
}

/// The name of a rule: as it is or quoted.
fn title(words: &[&str]) -> Result<String, WordFault> {
    let line = words.join(" ");
    match unquote(&line)? {
        Some(title) => Ok(title),
        None if super::is_title(&line) => Ok(line),
        None => Err(WordFault::of(
            words,
            message!(MESSAGES, "words-rule-name", line = Argument::quoted(line)),
        )),
    }
}

/// `C2.5>B3`, and `A` behind it.
fn order(words: &[&str]) -> Result<WrittenOrder, WordFault> {
    let (word, airborne) = match words {
        [word] => (*word, false),
        [word, "A"] => (*word, true),
        _ => {
            return Err(WordFault::of(
                words,
                message!(MESSAGES, "words-order", found = Argument::quoted(words.join(" "))),
            ));
        }
    };
    let mut letters = word.chars();
    let base = match letters.next() {
        Some('C') => Order::Close,
        Some('H') => Order::Hold,
        Some('R') => Order::Range,
        Some('S') => Order::Short,
        Some('L') => Order::Long,
        Some('F') => Order::Follow,
        Some(_) | None => {
            return Err(WordFault::at(
                word,
                message!(MESSAGES, "words-order-letter", word = Argument::quoted(word)),
            ));
        }
    };
    let rest = letters.as_str();
    let (rest, token_at) = match rest.split_once(':') {
        Some((rest, at)) => (rest, Some(point(at)?)),
        None => (rest, None),
    };
    let place = rest.find(['>', '+', '#']).unwrap_or(rest.len());
    let (cap, aim) = rest.split_at(place);
    let cap = if cap.is_empty() {
        None
    } else {
        let inches: f64 = number(cap, phrase!(MESSAGES, "words-cap"))?;
        Some(Mc::of(inches).map_err(|error| WordFault::at(cap, sentence_of(&error)))?)
    };
    let objective = if let Some(unit) = aim.strip_prefix('>') {
        Some(Objective::Enemy(read(unit)?))
    } else if let Some(unit) = aim.strip_prefix('+') {
        Some(Objective::Friend(read(unit)?))
    } else if let Some(token) = aim.strip_prefix('#') {
        Some(Objective::Location(TokenNo(number(
            token,
            phrase!(MESSAGES, "words-token-number"),
        )?)))
    } else {
        None
    };
    Ok(WrittenOrder {
        order: base,
        cap,
        objective,
        token_at,
        airborne,
    })
}

/// Entries separated by commas, each a unit with more words.
fn of_units<T>(
    words: &[&str],
    entry: impl Fn(UnitId, &[&str]) -> Result<T, WordFault>,
) -> Result<Vec<T>, WordFault> {
    entries(words)
        .iter()
        .map(|part| {
            let (unit, rest) = part
                .split_first()
                .ok_or_else(|| message!(MESSAGES, "words-entry"))?;
            entry(read(unit)?, rest)
        })
        .collect()
}

fn ordered(words: &[&str]) -> Result<Vec<Ordered>, WordFault> {
    of_units(words, |unit, rest| {
        Ok(Ordered {
            unit,
            order: order(rest)?,
        })
    })
}

/// `@90`, and `A` behind it.
fn heading(words: &[&str]) -> Result<(Degrees, bool), WordFault> {
    let (word, airborne) = match words {
        [word] => (*word, false),
        [word, "A"] => (*word, true),
        _ => {
            return Err(WordFault::of(
                words,
                message!(
                    MESSAGES,
                    "words-heading-airborne",
                    found = Argument::quoted(words.join(" "))
                ),
            ));
        }
    };
    let heading = word.strip_prefix('@').ok_or_else(|| {
        WordFault::at(
            word,
            message!(MESSAGES, "words-heading", word = Argument::quoted(word)),
        )
    })?;
    Ok((degrees(heading)?, airborne))
}

fn rallied(words: &[&str]) -> Result<Vec<Rallied>, WordFault> {
    of_units(words, |unit, rest| {
        let (heading, airborne) = heading(rest)?;
        Ok(Rallied {
            unit,
            heading,
            airborne,
        })
    })
}

fn hand(word: &str) -> Result<Hand, WordFault> {
    match word {
        "left" => Ok(Hand::Left),
        "right" => Ok(Hand::Right),
        other => Err(WordFault::at(
            word,
            message!(MESSAGES, "words-hand", other = Argument::quoted(other)),
        )),
    }
}

fn leg(words: &[&str]) -> Result<Leg, WordFault> {
    let shift = |way: Way, length: &str| {
        Ok(Leg::Shift {
            way,
            inches: inches(length)?,
        })
    };
    let turn = |to: &str, by: &str, along: &str, backward: bool| {
        Ok(Leg::Turn {
            hand: hand(to)?,
            angle: degrees(by)?,
            inches: inches(along)?,
            backward,
        })
    };
    match words {
        ["forward", length] => shift(Way::Forward, length),
        ["backward", length] => shift(Way::Backward, length),
        ["sideways", "left", length] => shift(Way::Left, length),
        ["sideways", "right", length] => shift(Way::Right, length),
        ["turn", to, by, "along", along] => turn(to, by, along, false),
        ["turn", "backward", to, by, "along", along] => turn(to, by, along, true),
        ["about", "face"] => Ok(Leg::AboutFace),
        ["reform", to] => Ok(Leg::Reform {
            heading: degrees(to)?,
        }),
        _ => Err(WordFault::of(
            words,
            message!(MESSAGES, "words-leg", found = Argument::quoted(words.join(" "))),
        )),
    }
}

/// Legs in order, the heading of a flyer that lands at the end, the enemy that counts as nearest.
type Moved = (Vec<Leg>, Option<Degrees>, Option<UnitId>);

fn legs(words: &[&str]) -> Result<Moved, WordFault> {
    let (mut legs, mut land, mut nearest) = (Vec::new(), None, None);
    for part in parts(words) {
        match part[..] {
            ["nothing"] => {}
            ["land", heading] => land = Some(degrees(heading)?),
            ["nearest", enemy] => nearest = Some(read(enemy)?),
            ref words => legs.push(leg(words)?),
        }
    }
    Ok((legs, land, nearest))
}

/// The legs of several units: `A1 forward 2 and A2 turn left 30 along 1.25`.
fn legs_together(words: &[&str]) -> Result<Command, WordFault> {
    let one = |words: &[&str]| match words {
        [unit, rest @ ..] if !rest.is_empty() => {
            let (legs, land, nearest) = legs(rest)?;
            let unit = read(unit)?;
            Ok(UnitLegs {
                unit,
                legs,
                land,
                nearest,
            })
        }
        _ => Err(WordFault::of(words, message!(MESSAGES, "words-several-units"))),
    };
    let moves = if words.is_empty() {
        Vec::new()
    } else {
        words
            .split(|word| *word == "and")
            .map(one)
            .collect::<Result<_, _>>()?
    };
    Ok(Command::SubmitLegsTogether { moves })
}

fn scenario(words: &[&str]) -> Result<Command, WordFault> {
    let mut agreed = Agreed::default();
    let mut rest = words;
    if let [first, after @ ..] = rest
        && !matches!(*first, "map" | "budget")
    {
        agreed.scenario = Some(id(first)?);
        rest = after;
    }
    loop {
        match rest {
            [] => return Ok(Command::ProposeScenario { agreed }),
            ["map", map, after @ ..] => {
                agreed.map = Some(id(map)?);
                rest = after;
            }
            ["budget", points, after @ ..] => {
                agreed.budget = Some(number(points, phrase!(MESSAGES, "words-budget"))?);
                rest = after;
            }
            _ => {
                return Err(WordFault::of(words, message!(MESSAGES, "words-scenario")));
            }
        }
    }
}

/// The most units of one entry of an army list.
const MOST_OF_A_KIND: usize = 200;

fn army(words: &[&str]) -> Result<Command, WordFault> {
    let mut list = ArmyList {
        units: Vec::new(),
        cards: 0,
        abilities: Vec::new(),
    };
    let mut buys = false;
    let mut rest = words;
    while let Some((word, after)) = rest.split_first() {
        rest = after;
        if *word == "cards" {
            let [cards] = rest else {
                return Err(WordFault::of(words, message!(MESSAGES, "words-army-end")));
            };
            list.cards = number(cards, phrase!(MESSAGES, "words-cards"))?;
            break;
        }
        if *word == "abilities" && !buys {
            buys = true;
            continue;
        }
        if buys {
            list.abilities.push(id(word)?);
            continue;
        }
        let (name, times) = match word.rsplit_once('*') {
            Some((name, times)) => (name, number(times, phrase!(MESSAGES, "words-units"))?),
            None => (*word, 1),
        };
        if times > MOST_OF_A_KIND {
            return Err(WordFault::at(
                word,
                message!(MESSAGES, "words-too-many-units", times),
            ));
        }
        list.units.extend(std::iter::repeat_n(id(name)?, times));
    }
    Ok(Command::BuildArmy { list })
}

fn colour(word: &str) -> Result<Colour, WordFault> {
    match word {
        "red" => Ok(Colour::Red),
        "blue" => Ok(Colour::Blue),
        "green" => Ok(Colour::Green),
        other => Err(WordFault::at(
            word,
            message!(MESSAGES, "words-colour", other = Argument::quoted(other)),
        )),
    }
}

/// The words behind `on`.
fn on(words: &[&str]) -> Result<Vec<UnitId>, WordFault> {
    match words {
        [] => Ok(Vec::new()),
        ["on", named @ ..] if !named.is_empty() => each(named),
        _ => Err(WordFault::of(
            words,
            message!(MESSAGES, "words-on", found = Argument::quoted(words.join(" "))),
        )),
    }
}

fn sound(words: &[&str]) -> Result<Command, WordFault> {
    let begins = |word: &str| {
        words
            .iter()
            .position(|other| *other == word)
            .unwrap_or(words.len())
    };
    let reorganize = begins("reorganize");
    let rally = begins("rally").min(reorganize);
    let behind = |from: usize, to: usize| words.get(from + 1..to).unwrap_or_default();
    Ok(Command::SoundTheCharge {
        charge: ordered(&words[..rally])?,
        rally: rallied(behind(rally, reorganize))?,
        reorganize: ordered(behind(reorganize, words.len()))?,
    })
}

/// The command of a line, or what is wrong with it.
pub(crate) fn parse(line: &str) -> Result<Command, Message> {
    parse_line(line, &VERBS, command)
}

/// The command of these words, if they are one.
fn command(words: &[&str]) -> Result<Option<Command>, WordFault> {
    match *words {
        ["faction", faction] => Ok(Command::ChooseFaction {
            allegiance: Allegiance {
                faction: id(faction)?,
                mercenaries: None,
                also: Vec::new(),
            },
        }),
        ["faction", faction, "mercenaries", source, ref also @ ..] => Ok(Command::ChooseFaction {
            allegiance: Allegiance {
                faction: id(faction)?,
                mercenaries: Some(id(source)?),
                also: also.iter().map(|source| id(source)).collect::<Result<_, _>>()?,
            },
        }),
        ["budget", points] => Ok(Command::ProposeBudget {
            points: number(points, phrase!(MESSAGES, "words-budget"))?,
        }),
        ["scenario", ref rest @ ..] => scenario(rest),
        ["accept"] => Ok(Command::AcceptProposal),
        ["army", ref rest @ ..] => army(rest),
        ["name", seat] => Ok(Command::Name {
            seat: read::<Seat>(seat)?,
        }),
        ["deploy", unit, at] => Ok(Command::Deploy {
            unit: read(unit)?,
            pose: pose(at)?,
        }),
        ["assign", "defaults"] => Ok(Command::AssignDefaults),
        ["assign", unit, ref rest @ ..] => Ok(Command::AssignOrder {
            unit: read(unit)?,
            order: order(rest)?,
        }),
        ["choose", ref rest @ ..] => Ok(Command::Choose {
            answer: answer(rest)?,
        }),
        ["play", card, as_colour, ref rest @ ..] => Ok(Command::PlayCard {
            card: CardNo(number(card, phrase!(MESSAGES, "words-card-number"))?),
            colour: colour(as_colour)?,
            on: on(rest)?,
        }),
        ["pass"] => Ok(Command::Pass),
        ["claim", "reroll"] => Ok(Command::ClaimReroll),
        ["pass", "phase"] => Ok(Command::PassPhase),
        ["ability", ability, ref rest @ ..] => Ok(Command::UseAbility {
            ability: id(ability)?,
            on: on(rest)?,
        }),
        ["change", unit, ref rest @ ..] => Ok(Command::ChangeOrder {
            unit: read(unit)?,
            order: order(rest)?,
        }),
        ["control", unit] => Ok(Command::DirectControl { unit: read(unit)? }),
        ["draw"] => Ok(Command::DrawCard { card: None }),
        ["draw", card] => Ok(Command::DrawCard {
            card: Some(CardNo(number(card, phrase!(MESSAGES, "words-card-number"))?)),
        }),
        ["rally", unit, ref rest @ ..] => {
            let (heading, airborne) = heading(rest)?;
            Ok(Command::Rally {
                unit: read(unit)?,
                heading,
                airborne,
            })
        }
        ["pay", "to", "shoot", unit] => Ok(Command::PayToShoot { unit: read(unit)? }),
        ["fly", "off", unit] => Ok(Command::FlyOff { unit: read(unit)? }),
        ["reload", unit] => Ok(Command::Reload { unit: read(unit)? }),
        ["reorganize", unit, ref rest @ ..] => Ok(Command::Reorganize {
            unit: read(unit)?,
            order: order(rest)?,
        }),
        ["sound", "the", "charge", ref rest @ ..] => sound(rest),
        ["recall", ref rest @ ..] => Ok(Command::Recall { units: each(rest)? }),
        ["cast", unit, "spell", spell, "on", target] => Ok(Command::Cast {
            unit: read(unit)?,
            spell: from_one(spell, phrase!(MESSAGES, "words-spell-number"))?,
            target: read(target)?,
        }),
        ["activate", ref rest @ ..] => Ok(Command::Activate { units: each(rest)? }),
        ["move", "together", ref rest @ ..] => legs_together(rest),
        ["move", ref rest @ ..] if !rest.is_empty() => {
            let (legs, land, nearest) = legs(rest)?;
            Ok(Command::SubmitLegs { legs, land, nearest })
        }
        ["report", unit, at] => Ok(Command::ReportMove {
            unit: read(unit)?,
            pose: pose(at)?,
        }),
        ["end", "phase"] => Ok(Command::EndPhase),
        _ => return Ok(None),
    }
    .map(Some)
}
