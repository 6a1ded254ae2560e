//! Marking damage, and what it leads to (pp. 96, 111-112).

use crate::model::agenda::{BattleTable, Frame, Need, Taken, proceed};
use crate::model::cards::Boxes;
use crate::model::event::{CourageEvent, DamageEvent, Event};
use crate::model::names::UnitId;
use crate::model::state::{Cause, State};
use crate::procedures::javelins;
use crate::verbs::damage::{Marked, causes, erase_objectives};

/// Combat Consequences: all destroyed units are removed, then Back Up Units step in, then Yellow and Red are updated and
/// causes of Rout Checks noted, then special rules triggered by damage or destruction are applied.
///
/// Rules `BG4-CONS-01` to `BG4-CONS-06`, `BG4-ENG-07` (pp. 111-112).
pub(crate) fn consequences(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let state = table.state();
    let hurt = hurt_in_combat(state);
    let destroyed: Vec<UnitId> = hurt
        .iter()
        .filter(|(_, boxes, marked)| marked.after >= boxes.all())
        .map(|(unit, _, _)| *unit)
        .collect();
    let replacements = crate::verbs::backing_up::replacements(state, &destroyed, &frame.answers)?;
    let mut rules = Vec::new();
    for (unit, _, marked) in &hurt {
        if destroyed.contains(unit) {
            rules.extend(crate::verbs::noted::of_destruction(
                state,
                *unit,
                killer(state, *unit),
            ));
        } else {
            let attackers = crate::verbs::noted::attackers_of(state, *unit);
            let line = (marked.before, marked.after);
            rules.extend(crate::verbs::noted::of_damage(state, *unit, line, &attackers));
        }
    }
    let rivals: Vec<(UnitId, Vec<UnitId>)> = destroyed
        .iter()
        .map(|unit| (*unit, crate::verbs::noted::rivals(state, *unit)))
        .collect();
    let fought = state.engagements.clone();
    let killers: Vec<Option<UnitId>> = destroyed.iter().map(|unit| killer(state, *unit)).collect();
    table.emit(Event::Damage(DamageEvent::DamageCounted));
    for (&unit, by) in destroyed.iter().zip(killers) {
        table.emit(Event::Damage(DamageEvent::UnitDestroyed {
            unit,
            cause: Cause::Attack,
            by,
        }));
    }
    if !destroyed.is_empty() {
        crate::verbs::backing_up::replace_destroyed(table, &destroyed, &replacements, &fought);
        erase_objectives(table, &destroyed);
    }
    for (unit, boxes, marked) in hurt {
        if !destroyed.contains(&unit) {
            for cause in causes(boxes, marked) {
                table.emit(Event::Courage(CourageEvent::CauseNoted { unit, cause }));
            }
        }
    }
    crate::verbs::noted::note(table, rules);
    for (gone, rivals) in rivals {
        crate::verbs::noted::engagements_ended(table, gone, &rivals);
    }
    proceed(table, 1, []);
    Ok(Taken::Went)
}

/// Units with boxes marked in this Combat Phase, the Active Player's first.
fn hurt_in_combat(state: &State) -> Vec<(UnitId, Boxes, Marked)> {
    let in_order = state.in_order();
    let units = in_order.iter().flat_map(|seat| {
        state
            .units
            .iter()
            .filter(|unit| unit.id.seat() == *seat && unit.destroyed.is_none())
    });
    units
        .filter(|unit| unit.fresh > 0 || unit.marked >= state.kind(unit).boxes.all())
        .map(|unit| {
            let marked = Marked {
                // Before the phase, whatever was healed in it. Rule BG3-SPELL-05 (p. 32).
                before: unit.turn.healed_from.unwrap_or(unit.marked),
                after: unit.all_marked(),
            };
            (unit.id, state.kind(unit).boxes, marked)
        })
        .collect()
}

/// Whose attack marked the last box.
fn killer(state: &State, unit: UnitId) -> Option<UnitId> {
    state
        .declared
        .iter()
        .find(|declared| declared.felled && declared.attack.target == unit)
        .map(|declared| declared.attack.attacker)
        .or_else(|| javelins::felled_by(state, state.unit(unit)?))
}
