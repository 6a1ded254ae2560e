//! Wounds by Dangerous terrain. Rule `IF-TERR-04`.

use hindsight_kernel::{Refusal, RollAbout};

use super::casualties;
use super::dice::d3;
use crate::model::agenda::GameTable;
use crate::model::event::{Cause, ChargeEvent};
use crate::model::names::{PieceNo, UnitId};
use crate::model::unit::Unit;

/// A unit suffers D3 + 1 wounds for each Dangerous piece. Rule `IF-TERR-04`.
///
/// RULING (`IF-TERR-04`): each piece counts separately, except in a Charge, where a unit suffers once.
pub(crate) fn hurt(
    table: &mut GameTable<'_>,
    id: UnitId,
    pieces: &[PieceNo],
    in_charge: bool,
) -> Result<(), Refusal> {
    for _ in pieces {
        let state = table.state();
        let spared = in_charge && state.charge.as_ref().is_some_and(|charge| charge.hurt);
        if spared || !state.unit(id).is_some_and(Unit::is_alive) {
            return Ok(());
        }
        let roll = table.roll_about(RollAbout::of(&id), "Dangerous terrain", id.seat(), 6, 1)?;
        let wounds = roll.faces.first().copied().map_or(1, d3) + 1;
        if in_charge {
            table.emit(ChargeEvent::ChargerHurt);
        }
        casualties::suffer(table, id, wounds.into(), Cause::Terrain, Some(roll));
    }
    Ok(())
}
