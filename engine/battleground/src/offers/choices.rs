//! The answers to a question, as they are offered.

use battleground_geometry::Hand;
use hindsight_kernel::{Argument, Message, message};

use crate::messages::MESSAGES;
use crate::model::agenda::{Answer, PathObstacle, Question, Topic};
use crate::model::attack::AttackKind;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::model::words;
use crate::naming::{card_named, card_side, unit_named};

/// An answer to a question. What its own words alone say is offered by them, with the names of the units in them.
pub(super) fn choice(state: &State, question: &Question, answer: &Answer, own_words: &str) -> Message {
    let chosen = match answer {
        Answer::Unit(unit) => Some(chosen_unit(state, question, *unit)),
        Answer::Attack { by, kind, on } => Some(chosen_attack(state, *by, *kind, *on)),
        Answer::Decline => declined(state, question),
        Answer::Side(_) | Answer::Hand(_) => placed(state, question, answer, own_words),
        Answer::UpTo(friend) => Some(message!(
            MESSAGES,
            "choice-up-to",
            friend = unit_named(state, *friend)
        )),
        Answer::Avoid(what) => Some(met(state, *what, true)),
        Answer::Meet(what) => Some(met(state, *what, false)),
        Answer::Card(card) => {
            let card = card_named(state, question.seat, *card);
            Some(message!(MESSAGES, "choice-card", card))
        }
        Answer::Heading(heading) => Some(heading_chosen(question, Argument::text(heading))),
        Answer::Pose(pose) => Some(message!(MESSAGES, "choice-place", place = words::pose(*pose))),
        Answer::Accept => accepted(state, question),
        Answer::Ranged { .. }
        | Answer::Around(_)
        | Answer::Rule { .. }
        | Answer::Places(_)
        | Answer::Number(_)
        | Answer::Shift { .. }
        | Answer::Dice(_)
        | Answer::Order(_) => None,
    };
    chosen.unwrap_or_else(|| message!(MESSAGES, "choice-worded", words = with_names(state, own_words)))
}

/// Words in which units stand by their ids, with their names.
fn with_names(state: &State, words: &str) -> String {
    let mut named = String::new();
    for part in words.split_inclusive(|letter: char| !letter.is_alphanumeric()) {
        let word = part.trim_end_matches(|letter: char| !letter.is_alphanumeric());
        let unit = word.parse().ok().filter(|unit| state.unit(*unit).is_some());
        match unit {
            Some(unit) => {
                named.push_str(&words::unit_name(state, unit));
                named.push_str(&part[word.len()..]);
            }
            None => named.push_str(part),
        }
    }
    named
}

fn of(state: &State, unit: Option<UnitId>) -> Argument {
    unit.map_or_else(
        || message!(MESSAGES, "ask-a-unit").into(),
        |unit| unit_named(state, unit),
    )
}

/// A unit that is chosen, with what it is chosen for.
fn chosen_unit(state: &State, question: &Question, other: UnitId) -> Message {
    let (unit, other) = (of(state, question.unit), unit_named(state, other));
    match question.topic {
        Topic::RushTarget => message!(MESSAGES, "choice-rush", other),
        Topic::RealignOrder => message!(MESSAGES, "choice-realign", other),
        Topic::Replacement => message!(MESSAGES, "choice-replacement", unit, other),
        Topic::BackUp => message!(MESSAGES, "choice-back-up", other),
        Topic::TurnAway => message!(MESSAGES, "choice-turn-away", unit, other),
        Topic::ThrowTarget => message!(MESSAGES, "choice-throw", unit, other),
        _ => message!(MESSAGES, "choice-unit", other),
    }
}

/// An attack by a unit of a player.
fn chosen_attack(state: &State, by: UnitId, kind: AttackKind, on: UnitId) -> Message {
    let (unit, target) = (unit_named(state, by), unit_named(state, on));
    let word = match kind {
        AttackKind::Melee => "melee",
        AttackKind::Free => "free",
        AttackKind::Ranged => "ranged",
        AttackKind::Thrown => "thrown",
        AttackKind::Swoop => "swoop",
        AttackKind::SwoopAnswer => "swoop_answer",
        AttackKind::OtherRanged { attack } => {
            let number = u16::from(attack) + 2;
            return message!(MESSAGES, "choice-other-ranged", unit, target, number);
        }
        AttackKind::Spell { spell } | AttackKind::Strike { spell } => {
            let spells = state.unit(by).map(|unit| &state.kind(unit).spells);
            let printed = spells.and_then(|spells| spells.get(usize::from(spell)));
            let spell = printed.map_or_else(
                || message!(MESSAGES, "ask-a-spell").into(),
                |spell| Argument::from(&spell.name),
            );
            return message!(MESSAGES, "choice-spell", unit, spell, target);
        }
    };
    message!(MESSAGES, "choice-attack", unit, attack = word, target)
}

/// What is declined.
fn declined(state: &State, question: &Question) -> Option<Message> {
    let (unit, about) = (of(state, question.unit), of(state, question.about));
    Some(match question.topic {
        Topic::RushTarget => message!(MESSAGES, "choice-no-rush"),
        Topic::FlankRush | Topic::Corner => message!(MESSAGES, "choice-no-rush-of", about),
        Topic::Replacement => message!(MESSAGES, "choice-takes-result", unit),
        Topic::BackUp => message!(MESSAGES, "choice-nobody-steps-in", unit),
        Topic::Target => message!(MESSAGES, "choice-no-attack", unit),
        Topic::RollAnyway => message!(MESSAGES, "choice-rolls-nothing", unit, about),
        Topic::AvoidObstacle if question.about.is_some() => message!(MESSAGES, "choice-not-past", about),
        Topic::FactionCards => message!(MESSAGES, "choice-cards-stay"),
        Topic::NextAttack => message!(MESSAGES, "choice-partner-first"),
        _ => return None,
    })
}

/// What is accepted.
fn accepted(state: &State, question: &Question) -> Option<Message> {
    let (unit, about) = (of(state, question.unit), of(state, question.about));
    Some(match question.topic {
        Topic::RollAnyway => message!(MESSAGES, "choice-rolls", unit, about),
        Topic::AvoidObstacle if question.about.is_some() => message!(MESSAGES, "choice-past", about),
        Topic::FactionCards => message!(MESSAGES, "choice-cards-leave"),
        _ => return None,
    })
}

/// A side of an enemy or of the unit itself, or a hand; nothing where the words say more.
fn placed(state: &State, question: &Question, answer: &Answer, own_words: &str) -> Option<Message> {
    let about = of(state, question.about);
    let says_more = own_words.contains(',');
    Some(match (question.topic, answer) {
        (Topic::FacingSide | Topic::OpenSide, Answer::Side(side)) if !says_more => {
            message!(MESSAGES, "choice-side", side = card_side(*side), about)
        }
        (Topic::FlankRush, Answer::Side(side)) if !says_more => {
            message!(MESSAGES, "choice-rush-with", about, side = card_side(*side))
        }
        (Topic::Corner, Answer::Hand(hand)) => {
            message!(MESSAGES, "choice-rush-corner", hand = hand_word(*hand), about)
        }
        (Topic::PlacementSide, Answer::Hand(hand)) => {
            message!(MESSAGES, "choice-further", hand = hand_word(*hand))
        }
        (_, Answer::Hand(hand)) => message!(MESSAGES, "choice-hand", hand = hand_word(*hand)),
        _ => return None,
    })
}

/// The word by which a message chooses left or right.
const fn hand_word(hand: Hand) -> &'static str {
    words::hand(hand)
}

/// A way with regard to an obstacle.
fn met(state: &State, what: PathObstacle, avoids: bool) -> Message {
    let obstacle = words::obstacle(state, what);
    message!(MESSAGES, "choice-obstacle", obstacle, avoids)
}

/// A heading in which a unit runs, lands or rallies.
fn heading_chosen(question: &Question, heading: Argument) -> Message {
    let does = match question.topic {
        Topic::RoutDirection => "runs",
        Topic::LandingHeading => "lands",
        _ => "looks",
    };
    message!(MESSAGES, "choice-heading", does, heading)
}
