//! Rulings: what players agreed outside the rules, or a recording error mended.

use hindsight_kernel::{Misfit, Refusal};

use crate::command::Patch;
use crate::event::Event;
use crate::flow::BattleTable;
use crate::state::State;

/// Applies a ruling: emits the event that records the patch, or refuses it.
pub(crate) fn rule(table: &mut BattleTable<'_>, patch: &Patch) -> Result<(), Refusal> {
    table.emit(Event::Ruled { patch: patch.clone() });
    Ok(())
}

/// Changes the position as a ruling says.
pub(crate) fn apply(_state: &mut State, _patch: &Patch) -> Result<(), Misfit> {
    Err(Misfit::new("rulings are not built"))
}
