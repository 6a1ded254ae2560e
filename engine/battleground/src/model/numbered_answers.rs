//! Choices by number, as they were recorded before they had names.
//!
//! An old game goes on being heard and folded: a number that is said today is taken for the name it stands for, and one
//! that lies in a frame of an old stream is read where the rule looks for its answer.

use crate::model::agenda::{Answer, Options, Question, Topic};
use crate::model::state::State;

impl Answer {
    /// Whether this is the choice of that name, which had that number.
    pub(crate) fn means(&self, name: &Self, number: u8) -> bool {
        self == name || *self == Self::Number(number)
    }
}

/// The name of what an answer by number chooses; every other answer as it is.
pub(crate) fn named(state: &State, question: &Question, answer: &Answer) -> Answer {
    let (Answer::Number(number), Options::OneOf(options)) = (answer, &question.options) else {
        return answer.clone();
    };
    if options.iter().any(|(option, _)| option == answer) {
        return answer.clone(); // The question is an old one too.
    }
    let place = usize::from(*number);
    let name = match question.topic {
        // The place among all attacks of the phase, those made already too.
        Topic::NextAttack => state.declared.get(place).map(|declared| attack(&declared.attack)),
        // The place among all rules that wait, the other player's too.
        Topic::TriggerOrder => crate::model::triggered::named(&state.triggered, place),
        // Option A was 0 even where it was not offered.
        Topic::IndirectPath => {
            let first = options
                .first()
                .is_some_and(|(option, _)| matches!(option, Answer::UpTo(_)));
            place
                .checked_sub(usize::from(!first))
                .and_then(|place| options.get(place))
                .map(|(option, _)| option.clone())
        }
        Topic::FacingSide
        | Topic::NearestEnemy
        | Topic::RealignOrder
        | Topic::RushTarget
        | Topic::PlacementSide
        | Topic::FlankRush
        | Topic::Corner
        | Topic::MoveSide
        | Topic::OpenSide
        | Topic::RangedMode
        | Topic::RoutShift
        | Topic::NextRoutMove
        | Topic::NextCheck
        | Topic::Replacement
        | Topic::NextFreeAttack
        | Topic::FreeAttackTarget
        | Topic::Target
        | Topic::BackUp
        | Topic::Trigger
        | Topic::ByRuling
        | Topic::Blessing
        | Topic::Curse
        | Topic::Discard
        | Topic::RallyHeading
        | Topic::LandOrFly
        | Topic::ReorganizedOrder
        | Topic::ChangedOrder
        | Topic::WoundsTo
        | Topic::Reroll
        | Topic::TurnAway
        | Topic::ThrowTarget
        | Topic::NextThrow
        | Topic::RoutDirection
        | Topic::FactionCards
        | Topic::RollAnyway
        | Topic::AvoidObstacle
        | Topic::LandingHeading => options.get(place).map(|(option, _)| option.clone()),
    };
    name.unwrap_or_else(|| answer.clone())
}

fn attack(attack: &crate::model::attack::Attack) -> Answer {
    Answer::Attack {
        by: attack.attacker,
        kind: attack.kind,
        on: attack.target,
    }
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::Seat;

    use super::*;
    use crate::model::agenda::Around;
    use crate::scene::id;

    fn question(topic: Topic, options: &[Answer]) -> Question {
        Question {
            seat: Seat::A,
            topic,
            unit: None,
            about: None,
            options: Options::OneOf(
                options
                    .iter()
                    .map(|option| (option.clone(), String::new()))
                    .collect(),
            ),
            rule: String::new(),
        }
    }

    #[test]
    fn a_number_of_an_old_record_is_taken_for_the_name_it_stood_for() {
        let state = State::default();
        let (up, back) = (Answer::UpTo(id("A2")), Answer::Around(Around::Backward));
        let unit = Answer::Unit(id("B1"));
        let rows = [
            // Option A was 0; where there was none, the ways round were still counted from 1.
            (Topic::IndirectPath, vec![up.clone(), back.clone()], 0, up.clone()),
            (
                Topic::IndirectPath,
                vec![up.clone(), back.clone()],
                1,
                back.clone(),
            ),
            (
                Topic::IndirectPath,
                vec![back.clone(), up.clone()],
                1,
                back.clone(),
            ),
            (
                Topic::IndirectPath,
                vec![back.clone(), up.clone()],
                0,
                Answer::Number(0),
            ),
            (
                Topic::Target,
                vec![unit.clone(), Answer::Decline],
                1,
                Answer::Decline,
            ),
            (Topic::Target, vec![unit.clone()], 1, Answer::Number(1)),
            // The question is an old one.
            (Topic::Target, vec![unit, Answer::Number(0)], 0, Answer::Number(0)),
        ];
        for (topic, options, number, expected) in rows {
            let asked = question(topic, &options);
            assert_eq!(named(&state, &asked, &Answer::Number(number)), expected);
        }
        assert_eq!(named(&state, &question(Topic::Target, &[]), &back), back);
    }
}
