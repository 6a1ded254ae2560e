//! Marking damage, and what it leads to (pp. 96, 111-112).

use crate::agenda::{BattleTable, Taken, proceed};
use crate::agenda::{Frame, Need, Step};
use crate::cards::Boxes;
use crate::event::Event;
use crate::names::UnitId;
use crate::orders::Objective;
use crate::state::{Cause, CheckKind, RoutCause, State, Status};

/// Boxes that were marked at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Marked {
    /// Marked before.
    pub(crate) before: u8,
    /// Marked after.
    pub(crate) after: u8,
}

/// Marks one box a wound in the order green, yellow, red; wounds beyond the last box are lost but told. `fresh` damage
/// counts from Combat Consequences on. Rules `BG4-ATK-06`, `BG4-COMB-02`.
pub(crate) fn mark(
    table: &mut BattleTable<'_>,
    unit: UnitId,
    wounds: u32,
    by: Option<UnitId>,
    fresh: bool,
) -> Marked {
    let state = table.state();
    let Some(there) = state.unit(unit).filter(|unit| unit.destroyed.is_none()) else {
        return Marked::default();
    };
    let before = there.all_marked();
    let room = state.kind(there).boxes.all().saturating_sub(before);
    let boxes = u8::try_from(wounds).unwrap_or(u8::MAX).min(room);
    if wounds > 0 {
        let excess = u8::try_from(wounds - u32::from(boxes)).unwrap_or(u8::MAX);
        table.emit(Event::BoxesMarked {
            unit,
            boxes,
            excess,
            by,
            fresh,
        });
    }
    Marked {
        before,
        after: before + boxes,
    }
}

/// Which causes of a Rout Check newly marked boxes are. Rules `BG4-CONS-05`, `BG4-COUR-12`.
pub(crate) fn causes(boxes: Boxes, marked: Marked) -> Vec<RoutCause> {
    let Marked { before, after } = marked;
    let yellow_ends = boxes.green.saturating_add(boxes.yellow);
    let passes = |line: u8| before < line && after >= line;
    let mut found = Vec::new();
    if passes(boxes.green) {
        found.push(RoutCause::LastGreen);
    }
    if boxes.yellow > 0 && passes(yellow_ends) {
        found.push(RoutCause::LastYellow);
    }
    if after > before && after > yellow_ends {
        found.push(RoutCause::Red);
    }
    found
}

/// What damage outside the Combat Phase leads to at once: destruction, else causes of Rout Checks; a Routing unit hurt
/// in a Free Attack takes a Follow-up Rout Check for it. Rules `BG4-COUR-12`, `-20`, `-21`, `BG4-TURN-07`.
pub(crate) fn settle(
    table: &mut BattleTable<'_>,
    unit: UnitId,
    marked: Marked,
    by: Option<UnitId>,
    free_attack: bool,
) {
    let state = table.state();
    let Some(there) = state.unit(unit).filter(|unit| unit.destroyed.is_none()) else {
        return;
    };
    let (boxes, status) = (state.kind(there).boxes, there.status);
    if marked.after <= marked.before {
        return;
    }
    if marked.after < boxes.all() {
        let by: Vec<UnitId> = by.into_iter().collect();
        let rules = crate::triggers::of_damage(state, unit, (marked.before, marked.after), &by);
        crate::triggers::note(table, rules);
    }
    if marked.after >= boxes.all() {
        let cause = if free_attack {
            Cause::FreeAttack
        } else {
            Cause::Damage
        };
        destroy(table, unit, cause, by);
        return;
    }
    let found = causes(boxes, marked);
    if free_attack && status == Status::Routing {
        if !found.is_empty() {
            table.emit(Event::CheckForced {
                unit,
                kind: CheckKind::FollowUp,
            });
        }
        return;
    }
    for cause in found {
        table.emit(Event::CauseNoted { unit, cause });
    }
}

/// Whether damage is only marked and counts later: as long as Combat Consequences are still to come. Rules `BG4-COMB-02`,
/// `BG4-CONS-04`.
pub(crate) fn damage_waits(state: &State) -> bool {
    let mut steps = state.agenda.iter().map(|frame| &frame.step);
    steps.any(|step| *step == Step::Consequences)
}

/// Damage outside attacks with all that it leads to, in a Combat Phase at its consequences only. Rules `BG4-ATK-06`,
/// `BG4-COMB-02`, `BG4-COUR-12`, `BG4-ENG-11`.
pub(crate) fn suffer(table: &mut BattleTable<'_>, unit: UnitId, wounds: u32, by: Option<UnitId>) {
    let waits = damage_waits(table.state());
    let marked = mark(table, unit, wounds, by, waits);
    if !waits {
        settle(table, unit, marked, by, false);
    }
}

/// Destroys a unit outside Combat Consequences: it is removed, its engagements end, objectives that point to it are
/// erased, and nobody steps in. Rules `BG4-CONS-02`, `-03`, `BG4-ENG-11`.
pub(crate) fn destroy(table: &mut BattleTable<'_>, unit: UnitId, cause: Cause, by: Option<UnitId>) {
    let state = table.state();
    let (rules, rivals) = (
        crate::triggers::of_destruction(state, unit, by),
        crate::triggers::rivals(state, unit),
    );
    table.emit(Event::UnitDestroyed { unit, cause, by });
    erase_objectives(table, &[unit]);
    crate::triggers::note(table, rules);
    crate::triggers::engagements_ended(table, unit, &rivals);
}

/// Erases objectives that point to destroyed units, and the tokens that only those headed for; the rest of the order
/// stays. Rules `BG4-ORDER-13`, `-14`, `-16`, `BG4-CONS-03`.
pub(crate) fn erase_objectives(table: &mut BattleTable<'_>, gone: &[UnitId]) {
    for (unit, status) in without_objectives(table.state(), gone) {
        table.emit(Event::StatusChanged {
            unit,
            status,
            why: "its objective is destroyed".to_owned(),
        });
    }
    crate::orders::remove_unused_tokens(table);
}

/// The units whose objective is one of those that are gone, with the status that is left to them. Rules `BG4-ORDER-13`,
/// `-14`.
pub(crate) fn without_objectives(state: &State, gone: &[UnitId]) -> Vec<(UnitId, Status)> {
    state
        .units
        .iter()
        .filter(|unit| unit.destroyed.is_none())
        .filter_map(|unit| match unit.status {
            Status::Ready(Some(orders)) => match orders.objective {
                Some(Objective::Enemy(aim) | Objective::Friend(aim)) if gone.contains(&aim) => Some((
                    unit.id,
                    Status::Ready(Some(crate::orders::Orders {
                        objective: None,
                        ..orders
                    })),
                )),
                Some(Objective::Enemy(_) | Objective::Friend(_) | Objective::Location(_)) | None => None,
            },
            Status::Ready(None) | Status::Disrupted | Status::Routing => None,
        })
        .collect()
}

/// Combat Consequences: all destroyed units are removed, then Back Up Units step in, then Yellow and Red are updated and
/// causes of Rout Checks noted, then special rules triggered by damage or destruction are applied.
///
/// Rules `BG4-CONS-01` to `-06`, `BG4-ENG-07` (pp. 111-112).
pub(crate) fn consequences(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let state = table.state();
    let hurt = hurt_in_combat(state);
    let destroyed: Vec<UnitId> = hurt
        .iter()
        .filter(|(_, boxes, marked)| marked.after >= boxes.all())
        .map(|(unit, _, _)| *unit)
        .collect();
    let replacements = crate::backing_up::replacements(state, &destroyed, &frame.answers)?;
    let mut rules = Vec::new();
    for (unit, _, marked) in &hurt {
        if destroyed.contains(unit) {
            rules.extend(crate::triggers::of_destruction(
                state,
                *unit,
                killer(state, *unit),
            ));
        } else {
            let attackers = crate::triggers::attackers_of(state, *unit);
            let line = (marked.before, marked.after);
            rules.extend(crate::triggers::of_damage(state, *unit, line, &attackers));
        }
    }
    let rivals: Vec<(UnitId, Vec<UnitId>)> = destroyed
        .iter()
        .map(|unit| (*unit, crate::triggers::rivals(state, *unit)))
        .collect();
    let fought = state.engagements.clone();
    table.emit(Event::DamageCounted);
    for &unit in &destroyed {
        let by = killer(table.state(), unit);
        table.emit(Event::UnitDestroyed {
            unit,
            cause: Cause::Attack,
            by,
        });
    }
    if !destroyed.is_empty() {
        crate::backing_up::replace_destroyed(table, &destroyed, &replacements, &fought);
        erase_objectives(table, &destroyed);
    }
    for (unit, boxes, marked) in hurt {
        if !destroyed.contains(&unit) {
            for cause in causes(boxes, marked) {
                table.emit(Event::CauseNoted { unit, cause });
            }
        }
    }
    crate::triggers::note(table, rules);
    for (gone, rivals) in rivals {
        crate::triggers::engagements_ended(table, gone, &rivals);
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
        .filter(|unit| unit.fresh > 0)
        .map(|unit| {
            let marked = Marked {
                before: unit.marked,
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
}
