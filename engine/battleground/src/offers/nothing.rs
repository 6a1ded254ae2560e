//! Commands by which a player declines and spends nothing.

use hindsight_kernel::Seat;

use crate::model::agenda::{Answer, Options, Question, Step, Topic};
use crate::model::command::Command;
use crate::model::state::State;
use crate::rules::{activation, combat, turn};
use crate::verbs::actions::check_action;

/// The command by which a seat that is asked declines: no card, no attack, no special rule, no dice thrown again, the end of the
/// phase once every unit is activated.
pub(crate) fn nothing(state: &State, seat: Seat) -> Option<Command> {
    match &state.agenda.last()?.step {
        Step::GreenWindow { asked, .. } => (*asked == seat).then_some(Command::Pass),
        Step::Attack => combat::windows::is_asked(state, seat).then_some(Command::Pass),
        Step::Ask(question) if question.seat == seat => {
            declined(question).map(|answer| Command::Choose { answer })
        }
        // Of several partners each ends their own part: the others still have theirs.
        Step::MovementAndCommand if turn::acting(state) == [seat] => {
            let may_end =
                check_action(state, seat).is_ok() && activation::still_to_activate(state, seat).is_empty();
            may_end.then_some(Command::EndPhase)
        }
        _ => None,
    }
}

/// The answer that takes nothing of what a question offers; none where to decline is a way of its own.
fn declined(question: &Question) -> Option<Answer> {
    if let Options::Dice { .. } = &question.options {
        return Some(Answer::Dice(Vec::new()));
    }
    let Options::OneOf(options) = &question.options else {
        return None;
    };
    let takes_nothing = match question.topic {
        Topic::RushTarget
        | Topic::FlankRush
        | Topic::Corner
        | Topic::Replacement
        | Topic::Target
        | Topic::BackUp
        | Topic::Trigger
        | Topic::RollAnyway => true,
        Topic::FacingSide
        | Topic::NearestEnemy
        | Topic::RealignOrder
        | Topic::PlacementSide
        | Topic::MoveSide
        | Topic::IndirectPath
        | Topic::OpenSide
        | Topic::RangedMode
        | Topic::RoutShift
        | Topic::NextRoutMove
        | Topic::NextCheck
        | Topic::NextFreeAttack
        | Topic::FreeAttackTarget
        | Topic::NextAttack
        | Topic::TriggerOrder
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
        | Topic::AvoidObstacle
        | Topic::LandingHeading => false,
    };
    let is_offered = options.iter().any(|(answer, _)| *answer == Answer::Decline);
    (takes_nothing && is_offered).then_some(Answer::Decline)
}
