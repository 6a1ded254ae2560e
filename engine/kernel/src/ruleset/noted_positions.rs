//! Positions noted beside the table, in the midst of a game, and pieces that are placed before the battle.

use super::Story;
use crate::message;
use crate::{
    MESSAGES, NOTED, NoteSheet, NotedPosition, OtherPlace, PlacedPiece, Refusal, Table, unfit_place,
};

/// Positions noted beside the table: a battle of which only the state at the end of each turn is kept, and a record set right.
/// By default a game has none.
pub trait NotedPositions: Story {
    /// The number of the turn by which the coverage of a record is told. By default that of the moment; rounds, where the turns that
    /// nobody recorded are not counted.
    fn counted_turn(state: &Self::State) -> u32 {
        Self::moment(state).turn
    }

    /// The sheet on which the present position can be noted; nothing before the battle and after its end.
    fn sheet(_state: &Self::State) -> Option<NoteSheet> {
        None
    }

    /// Sets the whole board as it was noted, with the turn and whose it is: refuses what no table can have, or emits the event
    /// that records it. What was under way is over. The kernel has checked what holds in every game. Rule `HS-NOTE-01`.
    ///
    /// # Errors
    /// The fault, with its place in the noted position as `path`.
    fn note(_table: &mut Table<'_, Self>, _noted: &NotedPosition) -> Result<(), Refusal> {
        Err(Refusal::new(NOTED, message!(MESSAGES, "noted-nowhere")))
    }

    /// The piece that a command places before the battle, with its place; nothing for a command that places none. By default no
    /// command does.
    fn placed_by(_state: &Self::State, _command: &Self::Command) -> Option<PlacedPiece> {
        None
    }

    /// The same command with another place for its piece. The rules judge the place when the command is decided. Rule `HS-PLACE-01`.
    ///
    /// # Errors
    /// A command that places no piece; a place that the board does not have, with the member at fault as `path`.
    fn placed_elsewhere(
        _state: &Self::State,
        _command: &Self::Command,
        _place: &OtherPlace,
    ) -> Result<Self::Command, Refusal> {
        Err(unfit_place("", message!(MESSAGES, "placed-nowhere")))
    }
}
