//! The heuristic player.

use hindsight_kernel::Seat;
use hindsight_kernel::rand_core::Rng;

use crate::command::Command;
use crate::state::State;

/// The heuristic player's choice for a seat that is asked.
pub(crate) fn greedy(_state: &State, _seat: Seat, _rng: &mut dyn Rng) -> Option<Command> {
    None
}
