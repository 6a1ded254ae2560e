//! The Rally Phase and rallying at a Standard (§13.1-§13.2, p. 12).

use hindsight_kernel::agenda::Taken;

use super::asking::{BattleTable, then};
use super::measure::is_next_to_enemy;
use super::standards::retired_near;
use crate::model::agenda::Need;
use crate::model::event::RallyEvent;
use crate::model::names::{StandardId, UnitId};
use crate::model::piece::{Status, Unit};
use crate::model::state::State;

fn is_safe(state: &State, unit: &Unit) -> bool {
    unit.hex()
        .is_some_and(|hex| !is_next_to_enemy(state, hex, unit.seat))
}

/// The Disordered units of the activated Command that rally: idle, and no enemy unit next to them. Rules `MOI-RALLY-01`,
/// `MOI-RALLY-03` to `MOI-RALLY-05` (p. 12).
pub fn rallying(state: &State) -> Vec<UnitId> {
    let command = state.active_command();
    state
        .units
        .values()
        .filter(|unit| {
            Some(unit.command) == command
                && unit.status == Status::Disordered
                && !unit.acts.acted
                && is_safe(state, unit)
        })
        .map(|unit| unit.id)
        .collect()
}

/// The Rally Phase: automatic, without a roll. Rule `MOI-RALLY-01` (pp. 12, 16).
pub(crate) fn rally(table: &mut BattleTable<'_>) -> Result<Taken, Need> {
    for unit in rallying(table.state()) {
        table.emit(RallyEvent::UnitRallied {
            unit,
            to: Status::Normal,
        });
    }
    Ok(then(table, []))
}

/// A Standard rallies its Retired units: they become Disordered. Rule `MOI-RALLY-02` (p. 12).
pub(crate) fn rally_at_standard(table: &mut BattleTable<'_>, standard: StandardId) -> Result<Taken, Need> {
    for id in retired_near(table.state(), standard) {
        let state = table.state();
        if state.unit(id).is_some_and(|unit| is_safe(state, unit)) {
            table.emit(RallyEvent::UnitRallied {
                unit: id,
                to: Status::Disordered,
            });
        }
    }
    Ok(then(table, []))
}
