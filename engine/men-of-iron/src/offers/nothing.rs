//! Commands by which a player declines and spends nothing.

use hindsight_kernel::Seat;

use super::listed;
use crate::model::agenda::{Answer, Step};
use crate::model::command::Command;
use crate::model::state::State;
use crate::rules::movement::passing_unit;

/// The command by which a seat that is asked declines: no Seizure, no shot, no Counter-Charge, the end of all movement and fire.
///
/// A Pass is none: it gives the Free Activation to the enemy (rule `MOI-ACT-05`).
pub(super) fn nothing(state: &State, seat: Seat) -> Option<Command> {
    match &state.agenda.last()?.step {
        Step::Ask(question) if question.seat == seat => listed(&question.options)
            .contains(&Answer::No)
            .then_some(Command::Choose { answer: Answer::No }),
        Step::OpeningFormations { seat: asked, .. } if *asked == seat => Some(Command::Ready),
        Step::SeizeOffer { .. } if state.active.opponent() == seat => Some(Command::Decline),
        Step::MoveFire if state.active == seat && passing_unit(state).is_none() => Some(Command::EndMoveFire),
        _ => None,
    }
}
