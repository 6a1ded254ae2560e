//! The moment at which a battle is decided (earlier edition: p. 4).

use crate::editions::profile::VictoryBy;
use crate::model::agenda::{GreenAt, Step};
use crate::model::names::Team;
use crate::model::state::State;

/// Whether a battle is decided before this step, where it ends as soon as a player has no units left: after an action of the
/// Movement and Command phase, after Combat Consequences, and at the end of a Courage Phase. Rule `BG3-SET-13` (p. 4).
pub(crate) fn is_decided_before(state: &State, step: &Step) -> bool {
    state.profile().victory == VictoryBy::Annihilation
        && state.turn > 0
        && state.ending.is_none()
        && Team::BOTH
            .iter()
            .any(|team| state.of_team(*team).next().is_none())
        && match step {
            Step::MovementAndCommand | Step::CloseMovement | Step::ChooseTargets | Step::BeginTurn => true,
            Step::GreenWindow { at, .. } => *at == GreenAt::Movement,
            Step::Courage { step, only, .. } => {
                only.is_none() && Some(step) == state.edition.courage_steps(true).first()
            }
            _ => false,
        }
}
