//! Skirmishers that rally by themselves (p. 130; earlier edition: p. 31).

use crate::editions::Edition;
use crate::model::agenda::Step;
use crate::model::state::State;
use crate::procedures::v3;

pub(crate) use super::v3::skirmish_rallies::rallies;

/// Whether a step is that in which a Skirmisher rallies by itself, also after its rout move of the turn.
pub(crate) fn is_by_itself(state: &State, name: &str) -> bool {
    match state.edition {
        Edition::V3 => v3::skirmish_rallies::is_by_itself(state, name),
        Edition::V4 => false,
    }
}

/// The steps in which routing Skirmishers rally at the start and at the end of a Movement and Command phase. In the later edition
/// each rallies when it would activate. Rule `BG3-KEY-37` (p. 31).
pub(crate) fn rallies_of_the_phase(state: &State) -> Vec<Step> {
    match state.edition {
        Edition::V3 => v3::skirmish_rallies::rallies_of_the_phase(state),
        Edition::V4 => Vec::new(),
    }
}
