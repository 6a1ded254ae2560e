//! Lines to commands.

use battleground_geometry::{Degrees, Hand, Inches, Point, Pose, Side, Way};
use hindsight_kernel::Seat;
use hindsight_kernel::words::{WordFault, each, entries, is_plain, number, parse_line, parts, read, unquote};

use crate::model::agenda::{Answer, Around, PathObstacle, Placed};
use crate::model::attack::AttackKind;
use crate::model::cards::{Colour, RangedType};
use crate::model::command::{Command, Leg, Ordered, Rallied, UnitLegs};
use crate::model::effect::Distance;
use crate::model::movement_category::Mc;
use crate::model::names::{CardNo, TokenNo, UnitId};
use crate::model::orders::{Objective, Order, WrittenOrder};
use crate::model::state::{Agreed, Allegiance, ArmyList};

use super::RESERVED;

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
    let inches: f64 = number(word, "a length in inches")?;
    Inches::new(inches).map_err(|error| WordFault::at(word, error.to_string()))
}

fn degrees(word: &str) -> Result<Degrees, WordFault> {
    let degrees: f64 = number(word, "an angle in degrees")?;
    Degrees::new(degrees).map_err(|error| WordFault::at(word, error.to_string()))
}

fn point(word: &str) -> Result<Point, WordFault> {
    let (x, y) = word
        .split_once(',')
        .ok_or_else(|| WordFault::at(word, format!("a point reads `18.5,3.75`, not {word:?}")))?;
    Ok(Point::new(inches(x)?, inches(y)?))
}

fn pose(word: &str) -> Result<Pose, WordFault> {
    let (centre, heading) = word
        .split_once('@')
        .ok_or_else(|| WordFault::at(word, format!("a pose reads `18.5,3.75@90`, not {word:?}")))?;
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
        None => Err(WordFault::at(word, format!("an id is expected, not {word:?}"))),
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
            format!("the name of a rule is expected, not {line:?}"),
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
                format!("an order reads `C2.5>B3 A`, not {:?}", words.join(" ")),
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
                format!("an order is C, H, R, S, L or F, not {word:?}"),
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
        let inches: f64 = number(cap, "a movement cap in inches")?;
        Some(Mc::of(inches).map_err(|error| WordFault::at(cap, error.to_string()))?)
    };
    let objective = if let Some(unit) = aim.strip_prefix('>') {
        Some(Objective::Enemy(read(unit)?))
    } else if let Some(unit) = aim.strip_prefix('+') {
        Some(Objective::Friend(read(unit)?))
    } else if let Some(token) = aim.strip_prefix('#') {
        Some(Objective::Location(TokenNo(number(token, "a token's number")?)))
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
            let (unit, rest) = part.split_first().ok_or("an entry begins with a unit")?;
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
                format!("a heading reads `@90` or `@90 A`, not {:?}", words.join(" ")),
            ));
        }
    };
    let heading = word
        .strip_prefix('@')
        .ok_or_else(|| WordFault::at(word, format!("a heading reads `@90`, not {word:?}")))?;
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
            format!("left or right is expected, not {other:?}"),
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
            format!(
                "a leg is `forward 2.5`, `backward 1`, `sideways left 1`, `turn left 30 along 1.25`, `about face` or `reform 90`, not {:?}",
                words.join(" ")
            ),
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
        _ => Err(WordFault::of(
            words,
            "each of several units has its legs after its name: `A1 forward 2 and A2 nothing`",
        )),
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
                agreed.budget = Some(number(points, "a budget in points")?);
                rest = after;
            }
            _ => {
                return Err(WordFault::of(
                    words,
                    "a scenario reads `scenario breaking-point map meadows budget 2000`",
                ));
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
                return Err(WordFault::of(words, "an army ends with `cards` and their number"));
            };
            list.cards = number(cards, "a number of command cards")?;
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
            Some((name, times)) => (name, number(times, "a number of units")?),
            None => (*word, 1),
        };
        if times > MOST_OF_A_KIND {
            return Err(WordFault::at(
                word,
                format!("{times} units of one kind are no army"),
            ));
        }
        list.units.extend(std::iter::repeat_n(id(name)?, times));
    }
    Ok(Command::BuildArmy { list })
}

/// A number counted from 1.
fn from_one(word: &str, what: &str) -> Result<u8, WordFault> {
    let number: u16 = number(word, what)?;
    number
        .checked_sub(1)
        .and_then(|number| u8::try_from(number).ok())
        .ok_or_else(|| WordFault::at(word, format!("{what} is counted from 1, not {word}")))
}

/// Something in the way: a unit, or a piece of terrain by its place on the map.
fn obstacle(words: &[&str]) -> Result<PathObstacle, WordFault> {
    match words {
        ["piece", place] => {
            let counted: u32 = number(place, "a terrain piece")?;
            counted
                .checked_sub(1)
                .and_then(|place| u16::try_from(place).ok())
                .map(PathObstacle::Terrain)
                .ok_or_else(|| WordFault::at(place, "a terrain piece is counted from 1"))
        }
        [unit] => read(unit).map(PathObstacle::Unit),
        _ => Err(WordFault::of(
            words,
            format!(
                "a unit or a piece of terrain is expected, not {:?}",
                words.join(" ")
            ),
        )),
    }
}

fn attack(words: &[&str]) -> Result<AttackKind, WordFault> {
    match words {
        ["melee", "attack"] => Ok(AttackKind::Melee),
        ["free", "attack"] => Ok(AttackKind::Free),
        ["ranged", "attack"] => Ok(AttackKind::Ranged),
        ["ranged", "attack", place] => match from_one(place, "a ranged attack's place on the card")? {
            0 => Ok(AttackKind::Ranged),
            later => Ok(AttackKind::OtherRanged { attack: later - 1 }),
        },
        ["thrown", "attack"] => Ok(AttackKind::Thrown),
        ["swoop", "attack"] => Ok(AttackKind::Swoop),
        ["answer", "to", "the", "swoop"] => Ok(AttackKind::SwoopAnswer),
        ["spell", spell] => Ok(AttackKind::Spell {
            spell: from_one(spell, "a spell's place on the card")?,
        }),
        ["strike", "with", "spell", spell] => Ok(AttackKind::Strike {
            spell: from_one(spell, "a spell's place on the card")?,
        }),
        _ => Err(WordFault::of(
            words,
            format!(
                "an attack is a melee, free, ranged, thrown or swoop attack, an answer to the swoop or a spell, not {:?}",
                words.join(" ")
            ),
        )),
    }
}

fn ranged(range: &str, way: &[&str]) -> Result<Answer, WordFault> {
    let inches: f64 = number(range, "a range in inches")?;
    let way = match way {
        ["indirect"] => RangedType::Indirect,
        ["line", "of", "sight"] => RangedType::LineOfSight,
        ["low", "arc"] => RangedType::LowArc,
        _ => {
            return Err(WordFault::of(
                way,
                format!(
                    "a ranged attack is indirect, line of sight or low arc, not {:?}",
                    way.join(" ")
                ),
            ));
        }
    };
    let range = Distance::try_from(inches)?;
    Ok(Answer::Ranged { range, way })
}

fn around(words: &[&str]) -> Result<Around, WordFault> {
    match words {
        ["straight"] => Ok(Around::Straight),
        ["turn", to] => Ok(Around::Turn(hand(to)?)),
        ["sideways", to] => Ok(Around::Sideways(hand(to)?)),
        ["about", "face"] => Ok(Around::AboutFace),
        ["reform", to] => Ok(Around::Reform(hand(to)?)),
        ["backward"] => Ok(Around::Backward),
        _ => Err(WordFault::of(
            words,
            format!(
                "a way round is `straight`, `turn left`, `sideways left`, `about face`, `reform left` or `backward`, not {:?}",
                words.join(" ")
            ),
        )),
    }
}

fn rule(name: &[&str], unit: &str, other: Option<&str>, which: Option<&str>) -> Result<Answer, WordFault> {
    Ok(Answer::Rule {
        unit: read(unit)?,
        name: title(name)?,
        other: other.map(read).transpose()?,
        number: which
            .map(|which| number(which, "the number of a rule"))
            .transpose()?,
    })
}

fn places(words: &[&str]) -> Result<Answer, WordFault> {
    let placed = of_units(words, |unit, rest| match rest {
        [at] => Ok(Placed {
            unit,
            pose: pose(at)?,
        }),
        _ => Err(WordFault::of(
            rest,
            format!("a place reads `A1 18,3@0`, not {:?}", rest.join(" ")),
        )),
    });
    placed.map(Answer::Places)
}

fn answer(words: &[&str]) -> Result<Answer, WordFault> {
    match words {
        ["none"] => Ok(Answer::Decline),
        ["yes"] => Ok(Answer::Accept),
        [side, "side"] => match *side {
            "front" => Ok(Answer::Side(Side::Front)),
            "right" => Ok(Answer::Side(Side::Right)),
            "rear" => Ok(Answer::Side(Side::Rear)),
            "left" => Ok(Answer::Side(Side::Left)),
            other => Err(WordFault::at(
                side,
                format!("a side is front, right, rear or left, not {other:?}"),
            )),
        },
        ["left"] => Ok(Answer::Hand(Hand::Left)),
        ["right"] => Ok(Answer::Hand(Hand::Right)),
        ["range", range, way @ ..] => ranged(range, way),
        ["up", "to", friend] => read(friend).map(Answer::UpTo),
        ["around", way @ ..] => around(way).map(Answer::Around),
        ["avoid", what @ ..] => obstacle(what).map(Answer::Avoid),
        ["meet", what @ ..] => obstacle(what).map(Answer::Meet),
        ["rule", name @ .., "of", unit, "on", other, "number", which] => {
            rule(name, unit, Some(other), Some(which))
        }
        ["rule", name @ .., "of", unit, "number", which] => rule(name, unit, None, Some(which)),
        ["rule", name @ .., "of", unit, "on", other] => rule(name, unit, Some(other), None),
        ["rule", name @ .., "of", unit] => rule(name, unit, None, None),
        // As it was written before choices had names.
        ["option", place] => Ok(Answer::Number(from_one(place, "an option's number")?)),
        ["shift", to, length] => Ok(Answer::Shift {
            hand: hand(to)?,
            inches: inches(length)?,
        }),
        ["heading", to] => Ok(Answer::Heading(degrees(to)?)),
        ["place", at] => Ok(Answer::Pose(pose(at)?)),
        ["place", placed @ ..] => places(placed),
        ["card", card] => Ok(Answer::Card(CardNo(number(card, "a card's number")?))),
        ["dice", "none"] => Ok(Answer::Dice(Vec::new())),
        ["dice", dice @ ..] if !dice.is_empty() => dice
            .iter()
            .map(|die| from_one(die, "a die's place"))
            .collect::<Result<_, _>>()
            .map(Answer::Dice),
        ["order", given @ ..] => order(given).map(Answer::Order),
        [unit] => read(unit).map(Answer::Unit),
        [unit, kind @ .., "on", target] => Ok(Answer::Attack {
            by: read(unit)?,
            kind: attack(kind)?,
            on: read(target)?,
        }),
        _ => Err(WordFault::of(
            words,
            format!(
                "a choice is a unit, `yes`, `none`, `rear side`, `left`, `A1 melee attack on B3`, `range 14 indirect`, `up to A2`, `around turn left`, `avoid A2`, `meet piece 3`, `rule Feared of A1 on B3`, `shift left 0.5`, `heading 90`, `place 18,3@0`, `place A1 18,3@0, A2 20.5,3@0`, `card 12`, `dice 1 3` or `order C`, not {:?}",
                words.join(" ")
            ),
        )),
    }
}

fn colour(word: &str) -> Result<Colour, WordFault> {
    match word {
        "red" => Ok(Colour::Red),
        "blue" => Ok(Colour::Blue),
        "green" => Ok(Colour::Green),
        other => Err(WordFault::at(
            word,
            format!("a colour is red, blue or green, not {other:?}"),
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
            format!("`on A1` is expected, not {:?}", words.join(" ")),
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
pub(crate) fn parse(line: &str) -> Result<Command, String> {
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
            points: number(points, "a budget in points")?,
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
            card: CardNo(number(card, "a card's number")?),
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
            card: Some(CardNo(number(card, "a card's number")?)),
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
            spell: from_one(spell, "a spell's place on the card")?,
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
