//! Players without a person: the greedy one; and the coach, who watches.

pub mod coach;
mod greedy;
#[cfg(test)]
mod tests;
mod worth;

use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Analysis, Features, Players, Seat};

use crate::MenOfIron;
use crate::model::command::Command;
use crate::model::piece::Status;
use crate::model::state::State;
use crate::rules::victory;

impl Players for MenOfIron {
    fn greedy(state: &State, seat: Seat, rng: &mut dyn Rng) -> Option<Command> {
        greedy::choose(state, seat, rng)
    }
}

impl Analysis for MenOfIron {
    /// What a position is worth to a seat, in numbers that a statistic can weigh.
    fn features(state: &State, seat: Seat) -> Features {
        let enemy = seat.opponent();
        let left = |of: Seat| f64::from(victory::flight_level(state, of) - victory::flight_points(state, of));
        let shaken =
            |of: Seat, status: Status| state.on_map(of).filter(|unit| unit.status == status).count() as f64;
        Features {
            version: 1,
            numbers: vec![
                ("flight level left", left(seat)),
                ("enemy flight level left", left(enemy)),
                ("disordered", shaken(seat, Status::Disordered)),
                ("enemy disordered", shaken(enemy, Status::Disordered)),
                ("retired", shaken(seat, Status::Retired)),
                ("enemy retired", shaken(enemy, Status::Retired)),
                ("active", f64::from(u8::from(state.active == seat))),
                ("penalty", f64::from(state.player(seat).penalty)),
            ],
        }
    }
}
