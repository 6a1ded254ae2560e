//! On which sides a unit is engaged, and whether it is Pinched (pp. 59, 130).

use battleground_geometry::Side;

use crate::editions::profile::PinchBy;
use crate::model::effect::Keyword;
use crate::model::names::UnitId;
use crate::model::state::State;

/// On how many different sides a unit is engaged, Skirmishers not counted. Rules `BG4-RUSH-19`, `BG4-MODS-10`,
/// `BG4-SKIRM-13` (pp. 59, 106, 130).
pub(crate) fn pinched_sides(state: &State, unit: UnitId) -> i32 {
    sides_where(state, unit, |enemy| !state.has(enemy, Keyword::Skirmisher))
}

/// On how many different sides a unit is engaged, with Skirmishers too. Rule `BG3-KEY-31` (p. 31).
pub(crate) fn sides_engaged(state: &State, unit: UnitId) -> i32 {
    sides_where(state, unit, |_| true)
}

fn sides_where(state: &State, unit: UnitId, counts: impl Fn(UnitId) -> bool) -> i32 {
    let mut sides: Vec<Side> = state
        .engaged_with(unit)
        .filter(|(enemy, _, _)| counts(*enemy))
        .map(|(_, own, _)| own)
        .collect();
    sides.sort_unstable_by_key(|side| *side as u8);
    sides.dedup();
    sides.len() as i32
}

/// How often a unit that attacks another has the bonus of a pinch: once for each more side on which that is engaged, or once
/// for each more unit; in the earlier edition only if it is engaged with that enemy alone and another fights another side.
/// Rules `BG4-MODS-10` (p. 106), `BG3-MOD-13`, `BG3-MOD-14` (pp. 19-20), `BG3-KEY-30` (p. 31).
pub(crate) fn pinching(state: &State, unit: UnitId, pinched: UnitId) -> i32 {
    let profile = state.profile();
    let counts = |enemy: UnitId| profile.skirmishers_pinch || !state.has(enemy, Keyword::Skirmisher);
    if profile.pinching_alone && state.engaged_with(unit).count() != 1 {
        return 0;
    }
    let on: Vec<(UnitId, Side)> = state
        .engaged_with(pinched)
        .filter(|(enemy, _, _)| counts(*enemy))
        .map(|(enemy, own, _)| (enemy, own))
        .collect();
    match profile.pinch_by {
        PinchBy::Side => pinched_sides(state, pinched) - 1,
        PinchBy::Unit => {
            let own = on.iter().find(|(enemy, _)| *enemy == unit).map(|(_, side)| *side);
            let elsewhere = on.iter().any(|(_, side)| Some(*side) != own);
            if elsewhere { on.len() as i32 - 1 } else { 0 }
        }
    }
}

/// Whether a unit is Pinched: engaged on two or more different sides, Skirmishers not counted. Rules `BG4-RUSH-19`
/// (p. 59), `BG4-SKIRM-13` (p. 130).
pub(crate) fn is_pinched(state: &State, unit: UnitId) -> bool {
    pinched_sides(state, unit) > 1
}
