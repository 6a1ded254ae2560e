//! Back Up Units (pp. 82-83, 130).

use crate::agenda::{Answered, Need};
use crate::event::Event;
use crate::flow::BattleTable;
use crate::names::UnitId;
use crate::state::State;

/// A Back Up Unit that steps in for a unit that is destroyed. Rule `BG4-ENG-09`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Replacement {
    /// The destroyed unit.
    pub(crate) destroyed: UnitId,
    /// Who takes its place.
    pub(crate) by: UnitId,
    /// Where the destroyed unit lay.
    pub(crate) pose: hindsight_geometry::inches::Pose,
}

/// Which Back Up Units step in for the units that the Combat Phase destroyed, the Active Player's first. Asked while
/// the destroyed units still lie on the table; emits nothing. Rule `BG4-ENG-07`.
///
/// # Errors
/// [`Need::Ask`] where an owner must choose.
pub(crate) fn replacements(
    _state: &State,
    _destroyed: &[UnitId],
    _answers: &[Answered],
) -> Result<Vec<Replacement>, Need> {
    Ok(Vec::new())
}

/// Puts the Back Up Units in the places of units that have just been removed, and settles every engagement that a
/// removed unit had: it passes to the replacement or ends. Rules `BG4-ENG-07`, `-09`, `BG4-CONS-03`.
pub(crate) fn replace_destroyed(
    table: &mut BattleTable<'_>,
    destroyed: &[UnitId],
    _replacements: &[Replacement],
) {
    let left: Vec<_> = table
        .state()
        .engagements
        .iter()
        .filter(|engagement| !destroyed.iter().any(|unit| engagement.has(*unit)))
        .copied()
        .collect();
    if left.len() < table.state().engagements.len() {
        table.emit(Event::EngagementsChanged { engagements: left });
    }
}

/// Whether a unit backs up a friend. Rule `BG4-ENG-06`.
pub(crate) fn is_backing_up(_state: &State, _unit: UnitId) -> bool {
    false
}

/// The Back Up Units of a unit that may step in for it now. Rules `BG4-ENG-06`, `-10`.
pub(crate) fn candidates(_state: &State, _unit: &crate::state::Unit) -> Vec<UnitId> {
    Vec::new()
}

/// Destroys a unit that failed its Rout Check and puts a Back Up Unit in its place. Rules `BG4-ENG-08`, `-09`.
pub(crate) fn step_in(_table: &mut BattleTable<'_>, _failed: UnitId, _by: UnitId) {}
