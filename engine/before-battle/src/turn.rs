//! Rounds, turns and phases. §BATTLE, §Actions.

use hindsight_kernel::{Refusal, Seat, Table};

use crate::BeforeBattle;
use crate::event::Event;
use crate::names::UnitId;
use crate::state::{State, seat_name};

/// The turn after the present one, or nothing after the second turn of the last round.
/// Rules `BB-TURN-01`, `BB-TURN-03` (§BATTLE).
pub fn next_turn(state: &State) -> Option<(u8, Seat)> {
    let first = state.start.first_turn.unwrap_or(Seat::A);
    match state.active {
        None => Some((1, first)),
        Some(active) if active == first => Some((state.round, first.opponent())),
        Some(_) if state.round < state.cards.board.rounds => Some((state.round + 1, first)),
        Some(_) => None,
    }
}

/// The number of the present turn over the whole battle, from 1; 0 before it.
pub fn turn_number(state: &State) -> u32 {
    let second = state.active.is_some() && state.active != state.start.first_turn.or(Some(Seat::A));
    (2 * u32::from(state.round) + u32::from(second)).saturating_sub(1)
}

/// Units of the active player that may still be picked. Rule `BB-TURN-02` (§Actions).
pub fn units_to_act(state: &State) -> impl Iterator<Item = UnitId> {
    state
        .standing()
        .map(|unit| unit.id)
        .filter(|&unit| Some(unit.seat()) == state.active && !state.acted.contains(unit))
}

/// Whether a player may pick a unit to act now. Rule `BB-TURN-02` (§Actions).
pub fn may_be_picked(state: &State, seat: Seat, unit: UnitId) -> Result<(), Refusal> {
    let refuse = |message: String| {
        Err(Refusal::new("BB-TURN-02", message)
            .asked(unit)
            .allowed(units_to_act(state).collect::<Vec<_>>()))
    };
    if unit.seat() != seat {
        return refuse(format!("{unit} is not a unit of {}", seat_name(seat)));
    }
    if state.cell(unit).is_none() {
        return refuse(format!("{} is not on the board", state.name(unit)));
    }
    if state.acted.contains(unit) {
        return refuse(format!("{} has acted this turn", state.name(unit)));
    }
    Ok(())
}

/// Begins a turn. Rule `BB-TURN-01`.
pub(crate) fn begin_turn(table: &mut Table<'_, BeforeBattle>, round: u8, seat: Seat) {
    table.emit(Event::TurnBegan { round, seat });
}
