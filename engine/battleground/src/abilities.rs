//! Faction abilities (pp. 36, 100, 127).

use hindsight_kernel::{Refusal, Seat};

use crate::flow::{BattleTable, not_built};
use crate::names::UnitId;

pub(crate) fn use_ability(
    _table: &mut BattleTable<'_>,
    _seat: Seat,
    _ability: &str,
    _on: &[UnitId],
) -> Result<(), Refusal> {
    Err(not_built())
}
