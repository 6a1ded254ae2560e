//! Command status (§15.2, p. 13).

use hindsight_kernel::agenda::Taken;

use super::asking::{BattleTable, then};
use crate::field::Occupants;
use crate::model::agenda::Need;
use crate::model::event::{ActivationEvent, InZoc};
use crate::model::names::CommandId;
use crate::model::piece::PiecePlace;

/// Fixes command status for the whole Activation, and notes where every unit begins it. Rules `MOI-CMD-04`, `MOI-CMD-08`,
/// `MOI-ZOC-05` (pp. 5-6, 13).
pub(crate) fn fix_status(table: &mut BattleTable<'_>, command: CommandId) -> Result<Taken, Need> {
    let state = table.state();
    let (held, occupants) = (state.units_in_command(command), Occupants::of(state));
    let out_of_command = state
        .units
        .values()
        .filter(|unit| {
            unit.command == command
                && matches!(unit.place, PiecePlace::On { .. } | PiecePlace::Due)
                && !held.contains(&unit.id)
        })
        .map(|unit| unit.id)
        .collect();
    let (mut adjacent, mut in_zoc) = (Vec::new(), Vec::new());
    for unit in state.units.values() {
        let Some(hex) = unit.hex() else {
            continue;
        };
        if occupants.next_to_enemy(hex, unit.seat) {
            adjacent.push(unit.id);
            let of = state.enemy_zocs(hex, unit.seat);
            if !of.is_empty() {
                in_zoc.push(InZoc { unit: unit.id, of });
            }
        }
    }
    table.emit(ActivationEvent::CommandStatusSet {
        command,
        out_of_command,
        adjacent,
        in_zoc,
    });
    Ok(then(table, []))
}
