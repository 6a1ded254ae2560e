//! Links, combats and their order. §Actions, §Combat.

use crate::geometry::faces;
use crate::names::{UnitId, UnitSet};
use crate::state::State;

/// Whether two units are enemies, adjacent, and at least one faces the other. Rule `BB-CMB-01` (§Combat).
pub fn linked(state: &State, one: UnitId, other: UnitId) -> bool {
    one.seat() != other.seat() && (faces(state, one, other) || faces(state, other, one))
}

/// Whether a unit is in combat where everybody stands now. Rule `BB-ACT-06` (§Actions).
pub fn in_combat(state: &State, unit: UnitId) -> bool {
    state.cell(unit).is_some()
        && state
            .standing_of(unit.seat().opponent())
            .any(|other| linked(state, unit, other.id))
}

/// Every link on the board, the southern unit first. Rule `BB-CMB-01`.
pub fn links(state: &State) -> Vec<(UnitId, UnitId)> {
    let mut links = Vec::new();
    for one in state.standing_of(hindsight_kernel::Seat::A) {
        for other in state.standing_of(hindsight_kernel::Seat::B) {
            if linked(state, one.id, other.id) {
                links.push((one.id, other.id));
            }
        }
    }
    links
}

/// The combats on the board, each a maximal set of linked units, in the order in which they are fought: by the first cell
/// of each, row 1 first and column a first. Rules `BB-CMB-02`, `BB-CMB-03`, `BB-CMB-05` (§Combat).
///
/// RULING: the fixed order by cell.
pub fn combats(state: &State) -> Vec<UnitSet> {
    let mut groups: Vec<UnitSet> = Vec::new();
    for (one, other) in links(state) {
        let mut joined = UnitSet::from_iter([one, other]);
        groups.retain(|group| {
            let touches = group.contains(one) || group.contains(other);
            if touches {
                joined = joined.union(*group);
            }
            !touches
        });
        groups.push(joined);
    }
    groups.sort_by_key(|group| group.iter().filter_map(|unit| state.cell(unit)).min());
    groups
}

/// The units of a combat that still stand, by cell: row 1 first, within a row column a first.
pub fn by_cell(state: &State, combat: UnitSet) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = combat.iter().filter(|&unit| state.cell(unit).is_some()).collect();
    units.sort_by_key(|&unit| state.cell(unit));
    units
}
