//! Answers to questions, as they are offered and as they were given.

use battleground_geometry::{Hand, Inches, Side};
use hindsight_kernel::{Argument, Message, message};

use crate::messages::{MESSAGES, inches, none, orders, place, unit_or_none};
use crate::model::agenda::{Answer, Around, Options, PathObstacle, Question, Topic};
use crate::model::attack::AttackKind;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::model::words;
use crate::naming::{card_named, card_side, unit_named};
use crate::rules::triggers;

/// An answer to a question: as it is offered, and as it was given.
///
/// The words of an option stay as they were recorded, with bare ids; they are read only for what the answer does not say itself: how far
/// a way round leads, which special rule is meant.
pub(crate) fn answer(state: &State, question: &Question, answer: &Answer) -> Message {
    match answer {
        Answer::Unit(unit) => chosen_unit(state, question, *unit),
        Answer::Attack { by, kind, on } => chosen_attack(state, *by, *kind, *on),
        Answer::Decline => declined(state, question),
        Answer::Accept => accepted(state, question),
        Answer::Side(side) => chosen_side(state, question, answer, *side),
        Answer::Hand(hand) => chosen_hand(state, question, *hand),
        Answer::UpTo(friend) => {
            let friend = unit_named(state, *friend);
            message!(MESSAGES, "choice-up-to", friend)
        }
        Answer::Avoid(what) => met(state, *what, true),
        Answer::Meet(what) => met(state, *what, false),
        Answer::Card(card) => {
            let card = card_named(state, question.seat, *card);
            message!(MESSAGES, "choice-card", card)
        }
        Answer::Heading(heading) => heading_chosen(question, Argument::text(heading)),
        Answer::Pose(pose) => message!(MESSAGES, "choice-place", place = place(*pose)),
        Answer::Ranged { range, way } => {
            let way: &str = way.into();
            message!(MESSAGES, "choice-ranged", way, range = inches(range.inches()))
        }
        Answer::Around(way) => around(*way, own_words(question, answer)),
        Answer::Rule { .. } => rule(state, answer),
        Answer::Places(placed) => {
            let slides = slides(state, own_words(question, answer));
            let places = || {
                placed.iter().map(|one| {
                    let unit = unit_named(state, one.unit);
                    message!(MESSAGES, "choice-placed", unit, place = place(one.pose))
                })
            };
            let places = slides.map_or_else(|| Argument::list(places()), Argument::list);
            message!(MESSAGES, "choice-places", places)
        }
        Answer::Number(number) => {
            let words = match own_words(question, answer) {
                "" => none(),
                words => words.to_owned().into(),
            };
            message!(MESSAGES, "choice-number", number = u16::from(*number) + 1, words)
        }
        Answer::Shift { hand, inches: by } => {
            message!(
                MESSAGES,
                "choice-shift",
                distance = inches(*by),
                hand = hand_word(*hand)
            )
        }
        Answer::Dice(dice) => message!(MESSAGES, "choice-dice", dice = dice.len()),
        Answer::Order(order) => message!(MESSAGES, "choice-order", orders = orders(state, order)),
    }
}

/// The words of an option as they were recorded; nothing where they are hidden or the answer is none of the options.
fn own_words<'q>(question: &'q Question, answer: &Answer) -> &'q str {
    let Options::OneOf(options) = &question.options else {
        return "";
    };
    let option = options.iter().find(|(option, _)| option == answer);
    option.map_or("", |(_, words)| words)
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
fn declined(state: &State, question: &Question) -> Message {
    let (unit, about) = (of(state, question.unit), of(state, question.about));
    let words = own_words(question, &Answer::Decline);
    match question.topic {
        Topic::RushTarget => message!(MESSAGES, "choice-no-rush"),
        Topic::FlankRush | Topic::Corner => message!(MESSAGES, "choice-no-rush-of", about),
        Topic::Replacement => message!(MESSAGES, "choice-takes-result", unit),
        Topic::BackUp => message!(MESSAGES, "choice-nobody-steps-in", unit),
        Topic::Target => message!(MESSAGES, "choice-no-attack", unit),
        Topic::RollAnyway => message!(MESSAGES, "choice-rolls-nothing", unit, about),
        Topic::AvoidObstacle if question.about.is_some() => message!(MESSAGES, "choice-not-past", about),
        Topic::AvoidObstacle => message!(MESSAGES, "choice-covers-nothing", unit),
        Topic::FactionCards => message!(MESSAGES, "choice-cards-stay"),
        Topic::NextAttack => message!(MESSAGES, "choice-partner-first"),
        Topic::Trigger => message!(MESSAGES, "choice-rule-unused"),
        Topic::Blessing | Topic::Curse => stays(words),
        Topic::ByRuling => message!(MESSAGES, "choice-nothing-to-do", text = after_colon(words)),
        Topic::RallyHeading => message!(MESSAGES, "choice-stays-airborne", unit),
        _ => message!(MESSAGES, "choice-no"),
    }
}

/// What is accepted.
fn accepted(state: &State, question: &Question) -> Message {
    let (unit, about) = (of(state, question.unit), of(state, question.about));
    let words = own_words(question, &Answer::Accept);
    match question.topic {
        Topic::RollAnyway => message!(MESSAGES, "choice-rolls", unit, about),
        Topic::AvoidObstacle if question.about.is_some() => message!(MESSAGES, "choice-past", about),
        Topic::AvoidObstacle => message!(MESSAGES, "choice-covers-part", unit),
        Topic::FactionCards => message!(MESSAGES, "choice-cards-leave"),
        Topic::Trigger => {
            let meant = words
                .strip_prefix("use ")
                .and_then(|words| triggers::by_words(state, words));
            let rule = meant.map_or_else(
                || message!(MESSAGES, "choice-its-rule"),
                |meant| rule(state, &meant),
            );
            message!(MESSAGES, "choice-rule-used", rule)
        }
        Topic::Blessing | Topic::Curse => stays(words),
        Topic::ByRuling => message!(MESSAGES, "choice-carried-out", text = after_colon(words)),
        _ => message!(MESSAGES, "choice-yes"),
    }
}

/// A Blessing or a Curse that stays, by the words of the option: `Ward stays`.
fn stays(words: &str) -> Message {
    let effect = words.strip_suffix(" stays").unwrap_or(words).to_owned();
    message!(MESSAGES, "choice-stays", effect)
}

/// Title and text of a card that the players carry out: what follows the first colon.
fn after_colon(words: &str) -> String {
    words.split_once(": ").map_or("", |(_, text)| text).to_owned()
}

/// A special rule that waits: `Terrifying of Line (A1) (Levy (B2))`.
fn rule(state: &State, answer: &Answer) -> Message {
    let Answer::Rule {
        unit,
        name,
        other,
        number,
    } = answer
    else {
        return message!(MESSAGES, "choice-its-rule");
    };
    message!(
        MESSAGES,
        "choice-rule",
        rule = name,
        unit = unit_named(state, *unit),
        other = unit_or_none(state, *other),
        number = number.unwrap_or(0)
    )
}

/// A side of an enemy or of the unit itself.
fn chosen_side(state: &State, question: &Question, answer: &Answer, side: Side) -> Message {
    let (about, side) = (of(state, question.about), card_side(side));
    // In two questions what the choice leads to stands after a comma.
    let says_more = own_words(question, answer).contains(',');
    match question.topic {
        Topic::FlankRush => message!(MESSAGES, "choice-rush-with", about, side, beside = says_more),
        Topic::FacingSide if says_more => message!(MESSAGES, "choice-side-in-the-way", side, about),
        _ => message!(MESSAGES, "choice-side", side, about),
    }
}

/// Left or right.
fn chosen_hand(state: &State, question: &Question, hand: Hand) -> Message {
    let hand = hand_word(hand);
    match question.topic {
        Topic::Corner => {
            let about = of(state, question.about);
            message!(MESSAGES, "choice-rush-corner", hand, about)
        }
        Topic::PlacementSide => message!(MESSAGES, "choice-further", hand),
        _ => message!(MESSAGES, "choice-hand", hand),
    }
}

/// A way round, with its length where the words of the option tell it: `a turn to the left, 2.5"`.
fn around(way: Around, words: &str) -> Message {
    let (way, hand) = match way {
        Around::Straight => ("straight", "none"),
        Around::Turn(to) => ("turn", hand_word(to)),
        Around::Sideways(to) => ("sideways", hand_word(to)),
        Around::AboutFace => ("about_face", "none"),
        Around::Reform(to) => ("reform", hand_word(to)),
        Around::Backward => ("backward", "none"),
    };
    let distance = words
        .rsplit_once(", ")
        .and_then(|(_, length)| printed_length(length));
    let distance = distance.map_or_else(none, |distance| inches(distance).into());
    message!(MESSAGES, "choice-around", way, hand, distance)
}

/// A length as options print it: `2.5"`.
fn printed_length(text: &str) -> Option<Inches> {
    // ERR: words of an old option that print no length have none.
    let inches: f64 = text.strip_suffix('"')?.parse().ok()?;
    Inches::new(inches).ok()
}

/// How far units that rush together come to lie to a side, by the words of the option: `A1 1.5" to the left, A2 0.5" to the right`.
fn slides(state: &State, words: &str) -> Option<Vec<Message>> {
    let slide = |words: &str| {
        let (unit, rest) = words.split_once(' ')?;
        let (length, hand) = rest.split_once(" to the ")?;
        let hand = if hand == "left" { Hand::Left } else { Hand::Right };
        // ERR: words that do not read so are those of an option of another release.
        let unit = unit_named(state, unit.parse().ok()?);
        let distance = inches(printed_length(length)?);
        Some(message!(
            MESSAGES,
            "choice-slid",
            unit,
            distance,
            hand = hand_word(hand)
        ))
    };
    words.split(", ").map(slide).collect()
}

/// The word by which a message chooses left or right.
const fn hand_word(hand: Hand) -> &'static str {
    words::hand(hand)
}

/// A way with regard to an obstacle.
fn met(state: &State, what: PathObstacle, avoids: bool) -> Message {
    message!(
        MESSAGES,
        "choice-obstacle",
        obstacle = obstacle(state, what),
        avoids
    )
}

/// A heading in which a unit runs, lands or rallies.
fn heading_chosen(question: &Question, heading: Argument) -> Message {
    let does = match question.topic {
        Topic::RoutDirection => "runs",
        Topic::LandingHeading => "lands",
        // A flyer that is Rallied may stay in the air instead.
        Topic::RallyHeading if !own_words(question, &Answer::Decline).is_empty() => "lands",
        _ => "looks",
    };
    message!(MESSAGES, "choice-heading", does, heading)
}

/// Something in the way of a unit: another unit, or a piece of terrain by its name.
fn obstacle(state: &State, what: PathObstacle) -> Argument {
    let place = match what {
        PathObstacle::Unit(unit) => return unit_named(state, unit),
        PathObstacle::Terrain(place) => place,
    };
    let piece = state.map().and_then(|map| map.pieces.get(usize::from(place)));
    match piece {
        Some(piece) => message!(MESSAGES, "choice-terrain", terrain = words::terrain_piece(piece)).into(),
        None => message!(MESSAGES, "choice-some-terrain").into(),
    }
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::Seat;

    use super::*;
    use crate::model::agenda::Placed;
    use crate::model::effect::Distance;
    use crate::model::orders::{Order, WrittenOrder};
    use crate::scene::{id, inches, line, pose, scene};

    fn asked(topic: Topic, about: Option<UnitId>, options: &[(Answer, &str)]) -> Question {
        let options = options
            .iter()
            .map(|(answer, words)| (answer.clone(), (*words).to_owned()));
        Question {
            seat: Seat::A,
            topic,
            unit: Some(id("A1")),
            about,
            options: Options::OneOf(options.collect()),
            rule: String::new(),
        }
    }

    /// A question's topic and side, an answer, the words that it was recorded with, and the words that are read.
    type Row = (Topic, Option<UnitId>, Answer, &'static str, &'static str);

    /// Answers about units: attacks, orders, places.
    fn answers_about_units() -> Vec<Row> {
        let attack = Answer::Attack {
            by: id("A1"),
            kind: AttackKind::Melee,
            on: id("B1"),
        };
        let special = Answer::Rule {
            unit: id("A1"),
            name: "Terror".to_owned(),
            other: Some(id("B1")),
            number: Some(2),
        };
        let places = Answer::Places(vec![
            Placed {
                unit: id("A1"),
                pose: pose(18.0, 11.0, 0.0),
            },
            Placed {
                unit: id("A2"),
                pose: pose(20.0, 11.0, 0.0),
            },
        ]);
        let follow = Answer::Order(WrittenOrder {
            objective: Some(crate::model::orders::Objective::Friend(id("A2"))),
            ..WrittenOrder::plain(Order::Follow)
        });
        let (b1, front) = (Some(id("B1")), Answer::Side(Side::Front));
        vec![
            (
                Topic::NextAttack,
                None,
                attack,
                "A1 attacks B1",
                "Line (A1) attacks Line (B1)",
            ),
            (
                Topic::TriggerOrder,
                None,
                special,
                "Terror of A1 (B1), the 2. of that name",
                "Terror of Line (A1) (Line (B1)), number 2 of that name",
            ),
            (
                Topic::PlacementSide,
                None,
                places.clone(),
                "A1 1\" to the left, A2 0.5\" to the right",
                "Line (A1) 1 inch to the left and Line (A2) 0.5 inches to the right",
            ),
            (
                Topic::PlacementSide,
                None,
                places,
                "as the dice fall",
                "Line (A1) at (18, 11), heading 0 and Line (A2) at (20, 11), heading 0",
            ),
            (
                Topic::ReorganizedOrder,
                None,
                follow,
                "",
                "Follow, behind Line (A2)",
            ),
            (
                Topic::FlankRush,
                b1,
                front.clone(),
                "Final Rush B1 with the front, beside the others",
                "Final Rush Line (B1) with the front, beside the others",
            ),
            (
                Topic::FacingSide,
                b1,
                front.clone(),
                "the front of B1 is its Facing Side, in whose way it stands",
                "the front of Line (B1), with an enemy in the way",
            ),
            (
                Topic::FacingSide,
                b1,
                front,
                "the front of B1 is its Facing Side",
                "the front of Line (B1)",
            ),
        ]
    }

    /// Answers about moves, dice and cards.
    fn other_answers() -> Vec<Row> {
        let ranged = Answer::Ranged {
            range: Distance(14_000),
            way: crate::model::cards::RangedType::LineOfSight,
        };
        let shift = Answer::Shift {
            hand: Hand::Left,
            inches: inches(1.0),
        };
        let around = Answer::Around(Around::Turn(Hand::Left));
        vec![
            (
                Topic::RangedMode,
                None,
                ranged,
                "",
                "the Line of Sight attack with range 14 inches",
            ),
            (Topic::RoutShift, None, shift, "", "1 inch to the left"),
            (
                Topic::IndirectPath,
                None,
                around.clone(),
                "option B: a turn to the left, 2.5\"",
                "option B: a turn to the left, 2.5 inches",
            ),
            (
                Topic::IndirectPath,
                None,
                around,
                "a turn to the left",
                "option B: a turn to the left",
            ),
            (
                Topic::Curse,
                None,
                Answer::Accept,
                "Weakness stays",
                "Weakness stays",
            ),
            (
                Topic::ByRuling,
                None,
                Answer::Decline,
                "nothing to do: Rain: Bows: no range",
                "nothing to do: Rain: Bows: no range",
            ),
            (
                Topic::Reroll,
                None,
                Answer::Dice(vec![0, 3]),
                "",
                "roll 2 dice again",
            ),
            (
                Topic::AvoidObstacle,
                None,
                Answer::Decline,
                "it covers nothing, and stops before",
                "Line (A1) covers nothing, and stops before",
            ),
            (
                Topic::RallyHeading,
                None,
                Answer::Decline,
                "stay in the air",
                "Line (A1) stays in the air",
            ),
            (Topic::Target, None, Answer::Number(1), "B1", "option 2: B1"),
        ]
    }

    #[test]
    fn answers_name_units_and_never_cite_them_by_id_alone() {
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", line(), (22.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .state();
        let rows = answers_about_units().into_iter().chain(other_answers());
        for (topic, about, given, words, expected) in rows {
            let question = asked(topic, about, &[(given.clone(), words)]);
            assert_eq!(answer(&state, &question, &given), expected);
        }
    }
}
