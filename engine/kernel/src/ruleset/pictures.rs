//! A game as it is drawn.

use super::Rules;
use crate::{Board, LastChange};

/// The neutral picture of a position, which every page and report draws without knowing the system.
pub trait Pictures: Rules {
    /// The neutral picture.
    fn board(state: &Self::State) -> Board;

    /// The picture of an event over the board after it.
    fn last_change(_before: &Self::State, _event: &Self::Event) -> LastChange {
        LastChange::default()
    }
}
