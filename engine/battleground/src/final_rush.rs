//! Final Rush (pp. 58-73).

use crate::agenda::{Frame, Need};
use crate::flow::{BattleTable, Taken, not_built};

pub(crate) fn take_snapshot(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}

/// Whether a unit, if it were activated now, would Final Rush, or, under Direct Control, may: compulsory for a unit under
/// its order. False once a normal move was made this turn, and for a unit that is marked to rush no more. Rules
/// `BG4-RUSH-01` to `-11`, `BG4-TURN-04`.
pub(crate) fn must_rush(_state: &crate::state::State, _unit: crate::names::UnitId) -> bool {
    false
}

/// Final Rushes with a unit of the frame's [`Step::Activate`], or with those of it that rush together: emits everything,
/// with the mark of activation, and leaves the frame where it is. A unit that declines is only marked to rush no more.
///
/// [`Step::Activate`]: crate::agenda::Step::Activate
pub(crate) fn rush(
    _table: &mut BattleTable<'_>,
    _frame: &Frame,
    _unit: crate::names::UnitId,
) -> Result<Taken, Need> {
    Err(not_built().into())
}

/// Whether a unit could Final Rush an enemy from where all stand now, if its player were active. Rule `BG4-SKIRM-10`.
pub(crate) fn could_rush_now(
    _state: &crate::state::State,
    _unit: &crate::state::Unit,
    _enemy: crate::names::UnitId,
) -> bool {
    false
}
