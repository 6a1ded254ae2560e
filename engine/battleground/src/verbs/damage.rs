//! Damage is marked, and what it leads to at once (pp. 96, 111-112).

use crate::model::agenda::{BattleTable, CourageStep};
use crate::model::cards::Boxes;
use crate::model::event::{CourageEvent, DamageEvent, Event, MovementEvent};
use crate::model::names::UnitId;
use crate::model::state::{Cause, CheckKind, RoutCause, Status};
use crate::model::unused::without_objectives;
use crate::procedures::attack::standing::damage_waits;
use crate::procedures::backing_up;

/// Boxes that were marked at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Marked {
    /// Marked before.
    pub(crate) before: u8,
    /// Marked after.
    pub(crate) after: u8,
}

/// Marks one box a wound in the order green, yellow, red; wounds beyond the last box are lost but told. `fresh` damage
/// counts from Combat Consequences on. Rules `BG4-ATK-06`, `BG4-COMB-02` (pp. 90, 96).
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
        table.emit(Event::Damage(DamageEvent::BoxesMarked {
            unit,
            boxes,
            excess,
            by,
            fresh,
        }));
    }
    Marked {
        before,
        after: before + boxes,
    }
}

/// Which causes of a Rout Check newly marked boxes are. Rules `BG4-CONS-05`, `BG4-COUR-12` (pp. 86-87, 111-112).
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
/// in a Free Attack takes a Follow-up Rout Check for it, or one when the phase is repeated. Rules `BG4-COUR-12`, `BG4-COUR-20`,
/// `BG4-COUR-21`, `BG4-TURN-07`, `BG3-COUR-18` (p. 24).
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
    let follows_up = state.edition.courage_steps(true).contains(&CourageStep::FollowUp);
    if marked.after <= marked.before {
        return;
    }
    // Its owner is asked first whether a Back Up Unit takes its place. Rule BG3-BACK-02 (p. 23).
    let backed_up = marked.after >= boxes.all()
        && state.profile().back_up_by_choice
        && !backing_up::candidates(state, there).is_empty();
    if marked.after < boxes.all() {
        let by: Vec<UnitId> = by.into_iter().collect();
        let rules = crate::verbs::noted::of_damage(state, unit, (marked.before, marked.after), &by);
        crate::verbs::noted::note(table, rules);
    }
    if marked.after >= boxes.all() {
        if backed_up {
            return;
        }
        let cause = if free_attack {
            Cause::FreeAttack
        } else {
            Cause::Damage
        };
        destroy(table, unit, cause, by);
        return;
    }
    let found = causes(boxes, marked);
    if free_attack && status == Status::Routing && follows_up {
        if !found.is_empty() {
            table.emit(Event::Courage(CourageEvent::CheckForced {
                unit,
                kind: CheckKind::FollowUp,
            }));
        }
        return;
    }
    for cause in found {
        table.emit(Event::Courage(CourageEvent::CauseNoted { unit, cause }));
    }
}

/// Damage outside attacks with all that it leads to, in a Combat Phase at its consequences only. Rules `BG4-ATK-06`,
/// `BG4-COMB-02`, `BG4-COUR-12`, `BG4-ENG-11` (pp. 82-83, 86-87, 90, 96, 111).
pub(crate) fn suffer(table: &mut BattleTable<'_>, unit: UnitId, wounds: u32, by: Option<UnitId>) {
    let waits = damage_waits(table.state());
    let marked = mark(table, unit, wounds, by, waits);
    if !waits {
        settle(table, unit, marked, by, false);
    }
}

/// Destroys a unit outside Combat Consequences: it is removed, its engagements end, objectives that point to it are
/// erased, and nobody steps in. Rules `BG4-CONS-02`, `BG4-CONS-03`, `BG4-ENG-11` (pp. 29-31, 82-83, 111).
pub(crate) fn destroy(table: &mut BattleTable<'_>, unit: UnitId, cause: Cause, by: Option<UnitId>) {
    crate::verbs::charges::note_charges_of_destroyed(table, unit);
    let state = table.state();
    let (rules, rivals) = (
        crate::verbs::noted::of_destruction(state, unit, by),
        crate::verbs::noted::rivals(state, unit),
    );
    table.emit(Event::Damage(DamageEvent::UnitDestroyed { unit, cause, by }));
    erase_objectives(table, &[unit]);
    crate::verbs::noted::note(table, rules);
    crate::verbs::noted::engagements_ended(table, unit, &rivals);
}

/// Erases objectives that point to destroyed units, and the tokens that only those headed for; the rest of the order
/// stays. Rules `BG4-ORDER-13`, `BG4-ORDER-14`, `BG4-ORDER-16`, `BG4-CONS-03` (pp. 28-31, 82, 111).
pub(crate) fn erase_objectives(table: &mut BattleTable<'_>, gone: &[UnitId]) {
    for (unit, status) in without_objectives(table.state(), gone) {
        table.emit(Event::Movement(MovementEvent::StatusChanged {
            unit,
            status,
            why: "its objective is destroyed".to_owned(),
        }));
    }
    crate::verbs::order_writing::remove_unused_tokens(table);
}
