//! On which sides a unit is engaged, and whether it is Pinched (pp. 59, 130).

use hindsight_geometry::inches::Side;

use crate::model::effect::Keyword;
use crate::model::names::UnitId;
use crate::model::state::State;

/// On how many different sides a unit is engaged, Skirmishers not counted. Rules `BG4-RUSH-19`, `BG4-MODS-10`,
/// `BG4-SKIRM-13`.
pub(crate) fn pinched_sides(state: &State, unit: UnitId) -> i32 {
    let mut sides: Vec<Side> = state
        .engaged_with(unit)
        .filter(|(enemy, _, _)| !state.has(*enemy, Keyword::Skirmisher))
        .map(|(_, own, _)| own)
        .collect();
    sides.sort_unstable_by_key(|side| *side as u8);
    sides.dedup();
    sides.len() as i32
}

/// Whether a unit is Pinched: engaged on two or more different sides, Skirmishers not counted. Rules `BG4-RUSH-19`
/// (p. 59), `BG4-SKIRM-13` (p. 130).
pub(crate) fn is_pinched(state: &State, unit: UnitId) -> bool {
    pinched_sides(state, unit) > 1
}
