//! Players without a person: the greedy bot and the coach.

mod coach;
mod greedy;

use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Analysis, Players, Seat};

use crate::IceAndFire;
use crate::model::command::Command;
use crate::model::state::State;

impl Players for IceAndFire {
    fn greedy(state: &State, seat: Seat, rng: &mut dyn Rng) -> Option<Command> {
        greedy::greedy(state, seat, rng)
    }
}

impl Analysis for IceAndFire {}
