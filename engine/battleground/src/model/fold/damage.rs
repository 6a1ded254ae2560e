//! Folding of events of ammo, damage boxes and destruction.

use hindsight_kernel::{FoldError, message};

use super::living;
use crate::messages::MESSAGES;
use crate::model::event::DamageEvent;
use crate::model::names::UnitId;
use crate::model::state::{Cause, Declared, Pending, State};

/// Applies an event of the chapter.
pub(super) fn evolve(state: &mut State, event: &DamageEvent) -> Result<(), FoldError> {
    match event {
        DamageEvent::AmmoMarked { unit, by } => {
            let unit = living(state, *unit, true)?;
            unit.ammo_marked = unit.ammo_marked.saturating_add_signed(*by);
        }
        DamageEvent::BoxesMarked {
            unit,
            boxes,
            by,
            fresh,
            ..
        } => mark(state, *unit, *boxes, *by, *fresh)?,
        DamageEvent::BoxesErased { unit, boxes } => {
            let id = *unit;
            let unit = living(state, id, false)?;
            let last = unit.fresh.min(*boxes);
            unit.fresh -= last;
            unit.marked = unit.marked.saturating_sub(boxes - last);
            for declared in state.declared.iter_mut().filter(|one| one.attack.target == id) {
                declared.felled &= *boxes == 0; // Its last box is free again.
            }
        }
        DamageEvent::DamageCounted => {
            for unit in &mut state.units {
                unit.marked = unit.marked.saturating_add(std::mem::take(&mut unit.fresh));
            }
        }
        DamageEvent::UnitDestroyed { unit, cause, .. } => {
            living(state, *unit, true)?;
            remove(state, *unit, *cause);
        }
    }
    Ok(())
}

fn boxes_of(state: &State, id: UnitId) -> Result<u8, FoldError> {
    let unit = state
        .unit(id)
        .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-unit", id)))?;
    Ok(state.kind(unit).boxes.all())
}

/// Boxes are marked. The declared attack that marks its target's last box is remembered until the consequences.
fn mark(state: &mut State, id: UnitId, boxes: u8, by: Option<UnitId>, fresh: bool) -> Result<(), FoldError> {
    let all = boxes_of(state, id)?;
    let unit = living(state, id, true)?;
    let room = all.saturating_sub(unit.all_marked());
    if boxes > room {
        return Err(FoldError::new(message!(MESSAGES, "fold-boxes")));
    }
    if fresh {
        unit.fresh += boxes;
    } else {
        unit.marked += boxes;
    }
    let last = boxes > 0 && boxes == room;
    let attack = state
        .attack
        .as_deref()
        .filter(|attack| last && attack.target == id && by == Some(attack.attacker));
    let own = attack.and_then(|attack| {
        let same = |one: &&mut Declared| {
            one.done
                && one.attack.target == id
                && one.attack.attacker == attack.attacker
                && one.attack.kind == attack.kind
        };
        state.declared.iter_mut().find(same)
    });
    if let Some(own) = own {
        own.felled = true;
    }
    Ok(())
}

/// A unit leaves the table for good: it fights nobody and checks nothing any more. What a Back Up Unit takes over is told
/// by an event of its own.
pub(crate) fn remove(state: &mut State, gone: UnitId, cause: Cause) {
    if let Some(unit) = state.unit_mut(gone) {
        unit.destroyed = Some(cause);
        unit.pose = None;
        unit.airborne = false;
        unit.slid = false;
        unit.lasting.clear();
        unit.pending = Pending::default();
    }
    state.engagements.retain(|engagement| !engagement.has(gone));
    if state.check.as_ref().is_some_and(|check| check.unit == gone) {
        state.check = None;
    }
}
