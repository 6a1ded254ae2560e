//! Answers to questions, word by word.

use battleground_geometry::{Hand, Side};
use hindsight_kernel::words::{WordFault, number, read};
use hindsight_kernel::{Argument, Phrase, message, phrase};

use super::{degrees, hand, inches, of_units, order, pose, title};
use crate::messages::MESSAGES;
use crate::model::agenda::{Answer, Around, PathObstacle, Placed};
use crate::model::attack::AttackKind;
use crate::model::cards::RangedType;
use crate::model::effect::Distance;
use crate::model::names::CardNo;

/// A number counted from 1.
pub(super) fn from_one(word: &str, what: Phrase) -> Result<u8, WordFault> {
    let number: u16 = number(word, what)?;
    number
        .checked_sub(1)
        .and_then(|number| u8::try_from(number).ok())
        .ok_or_else(|| {
            WordFault::at(
                word,
                message!(MESSAGES, "words-counted-from-1", what, word = word.to_owned()),
            )
        })
}

/// Something in the way: a unit, or a piece of terrain by its place on the map.
fn obstacle(words: &[&str]) -> Result<PathObstacle, WordFault> {
    match words {
        ["piece", place] => {
            let counted: u32 = number(place, phrase!(MESSAGES, "words-terrain-number"))?;
            counted
                .checked_sub(1)
                .and_then(|place| u16::try_from(place).ok())
                .map(PathObstacle::Terrain)
                .ok_or_else(|| WordFault::at(place, message!(MESSAGES, "words-terrain-from-1")))
        }
        [unit] => read(unit).map(PathObstacle::Unit),
        _ => Err(WordFault::of(
            words,
            message!(
                MESSAGES,
                "words-obstacle",
                found = Argument::quoted(words.join(" "))
            ),
        )),
    }
}

fn attack(words: &[&str]) -> Result<AttackKind, WordFault> {
    match words {
        ["melee", "attack"] => Ok(AttackKind::Melee),
        ["free", "attack"] => Ok(AttackKind::Free),
        ["ranged", "attack"] => Ok(AttackKind::Ranged),
        ["ranged", "attack", place] => match from_one(place, phrase!(MESSAGES, "words-ranged-number"))? {
            0 => Ok(AttackKind::Ranged),
            later => Ok(AttackKind::OtherRanged { attack: later - 1 }),
        },
        ["thrown", "attack"] => Ok(AttackKind::Thrown),
        ["swoop", "attack"] => Ok(AttackKind::Swoop),
        ["answer", "to", "the", "swoop"] => Ok(AttackKind::SwoopAnswer),
        ["spell", spell] => Ok(AttackKind::Spell {
            spell: from_one(spell, phrase!(MESSAGES, "words-spell-number"))?,
        }),
        ["strike", "with", "spell", spell] => Ok(AttackKind::Strike {
            spell: from_one(spell, phrase!(MESSAGES, "words-spell-number"))?,
        }),
        _ => Err(WordFault::of(
            words,
            message!(
                MESSAGES,
                "words-attack",
                found = Argument::quoted(words.join(" "))
            ),
        )),
    }
}

fn ranged(range: &str, way: &[&str]) -> Result<Answer, WordFault> {
    let inches: f64 = number(range, phrase!(MESSAGES, "words-range"))?;
    let way = match way {
        ["indirect"] => RangedType::Indirect,
        ["line", "of", "sight"] => RangedType::LineOfSight,
        ["low", "arc"] => RangedType::LowArc,
        _ => {
            return Err(WordFault::of(
                way,
                message!(
                    MESSAGES,
                    "words-ranged-type",
                    found = Argument::quoted(way.join(" "))
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
            message!(
                MESSAGES,
                "words-way-round",
                found = Argument::quoted(words.join(" "))
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
            .map(|which| number(which, phrase!(MESSAGES, "words-rule-number")))
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
            message!(MESSAGES, "words-placed", found = Argument::quoted(rest.join(" "))),
        )),
    });
    placed.map(Answer::Places)
}

/// An answer to a question.
///
/// # Errors
/// The words are no answer.
pub(super) fn answer(words: &[&str]) -> Result<Answer, WordFault> {
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
                message!(MESSAGES, "words-side", other = Argument::quoted(other)),
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
        ["option", place] => Ok(Answer::Number(from_one(
            place,
            phrase!(MESSAGES, "words-option-number"),
        )?)),
        ["shift", to, length] => Ok(Answer::Shift {
            hand: hand(to)?,
            inches: inches(length)?,
        }),
        ["heading", to] => Ok(Answer::Heading(degrees(to)?)),
        ["place", at] => Ok(Answer::Pose(pose(at)?)),
        ["place", placed @ ..] => places(placed),
        ["card", card] => Ok(Answer::Card(CardNo(number(
            card,
            phrase!(MESSAGES, "words-card-number"),
        )?))),
        ["dice", "none"] => Ok(Answer::Dice(Vec::new())),
        ["dice", dice @ ..] if !dice.is_empty() => dice
            .iter()
            .map(|die| from_one(die, phrase!(MESSAGES, "words-die-number")))
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
            message!(
                MESSAGES,
                "words-answer",
                found = Argument::quoted(words.join(" "))
            ),
        )),
    }
}
