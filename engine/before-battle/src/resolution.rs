//! Combat resolution: who won, and who rolls to flee. §Combat resolution.

use hindsight_kernel::{Seat, Table};

use crate::BeforeBattle;
use crate::combat::linked;
use crate::event::Event;
use crate::names::{UnitId, UnitSet};
use crate::state::State;

/// Whether a link of a combat is left between survivors of both sides. Rule `BB-RES-01` (§Combat resolution).
///
/// RULING: units that no longer touch an enemy of that combat are not fighting.
pub fn still_fighting(state: &State, combat: UnitSet) -> bool {
    combat
        .iter()
        .any(|one| combat.iter().any(|other| linked(state, one, other)))
}

/// Who inflicted more wounds, overkill not counted; nobody if it is equal. Rules `BB-RES-02`, `BB-RES-03`.
pub fn combat_winner(wounds: [u16; 2]) -> Option<Seat> {
    match wounds[0].cmp(&wounds[1]) {
        std::cmp::Ordering::Greater => Some(Seat::A),
        std::cmp::Ordering::Less => Some(Seat::B),
        std::cmp::Ordering::Equal => None,
    }
}

/// The loser's surviving units of a combat, nearest to their own board edge first, then by column.
/// Rule `BB-RES-04` (§Combat resolution).
pub fn flee_order(state: &State, combat: UnitSet, loser: Seat) -> Vec<UnitId> {
    let mut units: Vec<_> = combat
        .iter()
        .filter(|unit| unit.seat() == loser)
        .filter_map(|unit| {
            let cell = state.cell(unit)?;
            Some((state.rows_to_home(loser, cell), cell.col(), unit))
        })
        .collect();
    units.sort_unstable();
    units.into_iter().map(|(_, _, unit)| unit).collect()
}

/// Records the result of the present combat. Rules `BB-RES-01` to `BB-RES-04`.
pub(crate) fn resolve(table: &mut Table<'_, BeforeBattle>, combat: UnitSet) {
    let state = table.state();
    let wounds = state.combat.inflicted;
    let fighting = still_fighting(state, combat);
    let winner = if fighting { combat_winner(wounds) } else { None };
    let tests = winner.map_or_else(Vec::new, |winner| flee_order(state, combat, winner.opponent()));
    table.emit(Event::CombatResolved {
        wounds,
        fighting,
        winner,
        tests,
    });
}
