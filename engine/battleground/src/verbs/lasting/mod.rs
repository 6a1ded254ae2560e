//! Lasting effects on a unit: Blessings, Curses, boxes of abilities, effects of cards and rulings; which of
//! them are in force, and when they end (pp. 6, 18-20, 134-135).

use crate::model::agenda::BattleTable;
use crate::model::effect::Duration;
use crate::model::event::{AbilityEvent, Event, MovementEvent, TurnMark};
use crate::model::lasting::{ending, in_combat};
use crate::model::names::UnitId;

/// Ends the effects on a unit for whose length `over` says so. Rules `BG4-SPELL-04`, `BG4-SPELL-05` (pp. 134-135).
pub(crate) fn end_lasting(table: &mut BattleTable<'_>, id: UnitId, over: &dyn Fn(Duration) -> bool) {
    let state = table.state();
    let Some(unit) = state.unit(id) else {
        return;
    };
    let ended: Vec<(u8, String, Vec<u8>)> = (0..=u8::MAX)
        .zip(&unit.lasting)
        .map(|(place, lasting)| {
            let effects = ending(state, unit, lasting, &|effect| over(effect.lasts()));
            let all = effects.len() == lasting.effects.len();
            (place, lasting, effects, all)
        })
        .filter(|(_, _, effects, _)| !effects.is_empty())
        .map(|(place, lasting, effects, all)| {
            let some = if all { Vec::new() } else { effects };
            (place, lasting.name.clone(), some)
        })
        .collect();
    if !ended.is_empty() {
        keep_for_the_phase(table, id);
    }
    for (place, name, effects) in ended.into_iter().rev() {
        table.emit(Event::Ability(AbilityEvent::LastingEnded {
            unit: id,
            place,
            name,
            effects,
        }));
    }
}

/// Notes the Blessings and Curses that lie on a unit before a spell of the Combat Phase changes them, where spells are cast
/// among its attacks: by those it fights to the consequences of the phase.
// RULING: BG3-COMB-02 (pp. 16-17), BG3-SPELL-04 (p. 32). Spells are "actions that count as attacks", of which no consequence applies
// before step 4, and units "fight with the effectiveness they had when the combat phase started": so the order of spells and attacks
// does not matter. What is written is written at once, is replaced at once and counts from the consequences on.
pub(crate) fn keep_for_the_phase(table: &mut BattleTable<'_>, id: UnitId) {
    let state = table.state();
    if !state.profile().spells_in_combat || !in_combat(state) {
        return;
    }
    let Some(unit) = state.unit(id).filter(|unit| unit.turn.spelled_from.is_none()) else {
        return;
    };
    let written = unit.lasting.iter();
    let mark = TurnMark::SpelledFrom(
        written
            .filter(|lasting| lasting.kind.is_blessing_or_curse())
            .cloned()
            .collect(),
    );
    table.emit(Event::Movement(MovementEvent::Marked { unit: id, mark }));
}

#[cfg(test)]
mod tests;
