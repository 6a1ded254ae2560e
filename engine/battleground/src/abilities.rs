//! Faction abilities (pp. 36, 100, 127).

use hindsight_kernel::{Refusal, Seat};

use crate::flow::{BattleTable, not_built};
use crate::names::UnitId;

pub(crate) fn use_ability(
    table: &mut BattleTable<'_>,
    seat: Seat,
    ability: &str,
    _on: &[UnitId],
) -> Result<(), Refusal> {
    let top = table.state().agenda.last();
    if matches!(top.map(|frame| &frame.step), Some(crate::agenda::Step::Attack)) {
        return crate::combat::windows::use_ability(table, seat, ability);
    }
    Err(not_built())
}
