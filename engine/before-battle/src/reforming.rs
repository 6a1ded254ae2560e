//! Reforming after a combat. §Reforming.

use hindsight_kernel::{Refusal, Seat, Table};

use crate::BeforeBattle;
use crate::command::Reformed;
use crate::event::Event;
use crate::names::UnitId;
use crate::state::State;

/// The units of a player that may turn after the present combat: survivors of it that did not flee.
/// Rules `BB-REF-01`, `BB-FLEE-06` (§Reforming).
pub fn may_reform(state: &State, seat: Seat) -> Vec<UnitId> {
    let Some(combat) = state.combat.combats.first() else {
        return Vec::new();
    };
    combat
        .iter()
        .filter(|&unit| {
            unit.seat() == seat && state.cell(unit).is_some() && !state.combat.fled.contains(unit)
        })
        .collect()
}

/// Who reforms next: the active player first; a player without a unit that may is not asked. Rule `BB-REF-01`.
pub fn next_to_reform(state: &State) -> Option<Seat> {
    let active = state.active?;
    [active, active.opponent()]
        .into_iter()
        .find(|&seat| !state.combat.reformed.contains(&seat) && !may_reform(state, seat).is_empty())
}

/// Each unit that may reform, once and in order, with any facing. Rule `BB-REF-01`.
///
/// New links are not fought in this phase: the combats were fixed at its beginning (`BB-REF-02`).
pub(crate) fn reform(
    table: &mut Table<'_, BeforeBattle>,
    seat: Seat,
    facings: &[Reformed],
) -> Result<(), Refusal> {
    let allowed = may_reform(table.state(), seat);
    if !facings.iter().map(|reformed| &reformed.unit).eq(&allowed) {
        let asked: Vec<UnitId> = facings.iter().map(|reformed| reformed.unit).collect();
        return Err(Refusal::new(
            "BB-REF-01",
            "a reform names each unit of this combat that did not flee, in order",
        )
        .asked(asked)
        .allowed(allowed));
    }
    table.emit(Event::UnitsReformed {
        seat,
        facings: facings.to_vec(),
    });
    Ok(())
}
