//! The course of a game as every chapter asks for it: the active player, the number of rounds.

use hindsight_kernel::Seat;

use crate::model::state::State;

/// The most rounds of a game. Rule `IF-ROUND-01`.
pub const ROUNDS: u8 = 6;

/// The active player; outside turns the first player of the round. Rule `IF-TIME-01`.
pub fn active(state: &State) -> Seat {
    state.active.or(state.first).unwrap_or(Seat::A)
}
