//! Questions and answers in words.

mod answers;

use hindsight_kernel::{Message, Seat, message};

use crate::messages::MESSAGES;
use crate::model::agenda::{Answer, Options, Question, Topic};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::naming::{player, unit_named};

pub(crate) use answers::answer;

/// A question with the player who is asked.
pub(crate) fn question(state: &State, question: &Question) -> Message {
    ask(question.seat, asked(state, question))
}

/// A player and what they are asked.
pub(crate) fn ask(seat: Seat, question: Message) -> Message {
    message!(MESSAGES, "question", player = player(seat), question)
}

/// What is asked.
pub(crate) fn asked(state: &State, question: &Question) -> Message {
    let named = |unit: Option<UnitId>, otherwise: Message| {
        unit.map_or_else(|| otherwise.into(), |unit| unit_named(state, unit))
    };
    let unit = named(question.unit, message!(MESSAGES, "ask-the-unit"));
    let about = named(question.about, message!(MESSAGES, "ask-the-enemy"));
    match question.topic {
        Topic::FacingSide => message!(MESSAGES, "question-facing-side", unit, about),
        Topic::NearestEnemy => {
            let friends = names_friends(question);
            message!(MESSAGES, "question-nearest", unit, friends)
        }
        Topic::RushTarget => message!(MESSAGES, "question-rush-target", unit),
        Topic::PlacementSide => message!(MESSAGES, "question-placement-side", unit, about),
        Topic::FlankRush => message!(MESSAGES, "question-flank-rush", unit, about),
        Topic::Corner => message!(MESSAGES, "question-corner", unit, about),
        Topic::MoveSide => message!(MESSAGES, "question-move-side", unit),
        Topic::IndirectPath => {
            let friend = is_friend_in_the_way(&question.options);
            message!(MESSAGES, "question-indirect-path", unit, friend)
        }
        Topic::OpenSide => message!(MESSAGES, "question-open-side", unit, about),
        Topic::RangedMode => message!(MESSAGES, "question-ranged-mode", unit),
        Topic::RoutShift => message!(MESSAGES, "question-rout-shift", unit),
        Topic::Replacement => message!(MESSAGES, "question-replacement", unit),
        Topic::FreeAttackTarget => message!(MESSAGES, "question-free-attack-target", unit),
        Topic::Target => message!(MESSAGES, "question-target", unit),
        Topic::BackUp => {
            let destroyed = is_destroyed(state, question.unit);
            message!(MESSAGES, "question-back-up", unit, destroyed)
        }
        Topic::Trigger => message!(MESSAGES, "question-trigger", unit),
        Topic::Blessing => message!(MESSAGES, "question-blessing", unit),
        Topic::Curse => message!(MESSAGES, "question-curse", unit),
        Topic::RallyHeading => message!(MESSAGES, "question-rally-heading", unit),
        Topic::LandOrFly => message!(MESSAGES, "question-land-or-fly", unit),
        Topic::ReorganizedOrder => message!(MESSAGES, "question-reorganized-order", unit),
        Topic::ChangedOrder => message!(MESSAGES, "question-changed-order", unit),
        Topic::WoundsTo => message!(MESSAGES, "question-wounds-to", unit),
        Topic::TurnAway => message!(MESSAGES, "question-turn-away", unit),
        Topic::ThrowTarget => message!(MESSAGES, "question-throw-target", unit),
        Topic::RoutDirection => message!(MESSAGES, "question-rout-direction", unit),
        Topic::RollAnyway => message!(MESSAGES, "question-roll-anyway", unit, about),
        Topic::AvoidObstacle if is_about_an_enemy(question) => {
            message!(MESSAGES, "question-path-past", unit, about)
        }
        Topic::AvoidObstacle => message!(MESSAGES, "question-avoid-obstacle", unit),
        Topic::LandingHeading => message!(MESSAGES, "question-landing-heading", unit),
        Topic::RealignOrder
        | Topic::NextRoutMove
        | Topic::NextCheck
        | Topic::NextFreeAttack
        | Topic::NextAttack
        | Topic::NextThrow
        | Topic::TriggerOrder
        | Topic::ByRuling
        | Topic::Discard
        | Topic::FactionCards
        | Topic::Reroll => {
            let topic: &'static str = question.topic.into();
            message!(MESSAGES, "question-topic", topic)
        }
    }
}

/// Whether a question is about an enemy of the unit that is asked about: one on some of its paths. Rule `BG3-PATH-07` (p. 13).
fn is_about_an_enemy(question: &Question) -> bool {
    let about = question.about.map(UnitId::team);
    about.is_some_and(|team| question.unit.map(UnitId::team) != Some(team))
}

/// Whether a unit has no box left: it lies on the table until Combat Consequences remove it. Rule `BG4-CONS-01` (pp. 111-112).
fn is_destroyed(state: &State, unit: Option<UnitId>) -> bool {
    let unit = unit.and_then(|unit| state.unit(unit));
    unit.is_some_and(|unit| unit.destroyed.is_some() || state.boxes_left(unit) == 0)
}

/// Whether the units to choose from are on the side of the unit that chooses. Rule `BG3-ORD-07` (p. 6).
fn names_friends(question: &Question) -> bool {
    let Options::OneOf(options) = &question.options else {
        return false;
    };
    let team = question.unit.map(UnitId::team);
    options
        .iter()
        .any(|(answer, _)| matches!(answer, Answer::Unit(one) if Some(one.team()) == team))
}

/// Whether going up to a friend is one of the ways. Rule `BG4-PATH-07` (pp. 47-49).
fn is_friend_in_the_way(options: &Options) -> bool {
    let Options::OneOf(options) = options else {
        return false;
    };
    options
        .iter()
        .any(|(answer, _)| matches!(answer, Answer::UpTo(_)))
}
