//! Folding of rulings.

use hindsight_kernel::{FoldError, message};

use crate::messages::MESSAGES;
use crate::model::agenda::{Step, Topic};
use crate::model::attack::Attack;
use crate::model::command::Patch;
use crate::model::names::UnitId;
use crate::model::orders::Objective;
use crate::model::state::{Cause, Lasting, LastingKind, State, Status, Unit};
use crate::model::unused::{unused_tokens, without_objectives};

pub(crate) fn on_table(state: &mut State, id: UnitId) -> Result<&mut Unit, FoldError> {
    state
        .unit_mut(id)
        .filter(|unit| unit.pose.is_some())
        .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-not-on-the-table", id)))
}

/// Takes a unit off the table with all that waits for it: its attacks and those on it, its check, its orders under Direct
/// Control, objectives that name it.
///
/// RULING: HS-RULE-01, an open question is put anew to whoever still has a choice; the moment in which a card is carried
/// out by rulings stays open. Rules `BG4-CONS-03`, `BG4-ORDER-13`, `BG4-ORDER-14`, `BG4-ORDER-16` (pp. 28-31, 82, 111).
pub(crate) fn destroy(state: &mut State, id: UnitId) {
    crate::model::fold::remove(state, id, Cause::Ruling);
    for (unit, status) in without_objectives(state, &[id]) {
        if let Some(unit) = state.unit_mut(unit) {
            unit.status = status;
        }
    }
    state
        .declared
        .retain(|declared| declared.done || !is_party(&declared.attack, id));
    if state.attack.as_deref().is_some_and(|attack| is_party(attack, id)) {
        state.attack = None;
    }
    let asked = |step: &Step| matches!(step, Step::Ask(question) if question.topic != Topic::ByRuling);
    if state.agenda.last().is_some_and(|frame| asked(&frame.step)) {
        state.agenda.pop();
        if let Some(frame) = state.agenda.last_mut() {
            frame.answers.clear();
        }
    }
    state
        .agenda
        .retain(|frame| frame.step != Step::SubmitLegs { unit: id });
}

pub(crate) fn is_party(attack: &Attack, unit: UnitId) -> bool {
    attack.attacker == unit || attack.target == unit
}

/// Changes the position as a ruling says.
pub(crate) fn apply(state: &mut State, patch: &Patch) -> Result<(), FoldError> {
    change(state, patch)?;
    for (token, _) in unused_tokens(state) {
        state.tokens.remove(&token);
    }
    Ok(())
}

pub(crate) fn change(state: &mut State, patch: &Patch) -> Result<(), FoldError> {
    match patch {
        Patch::Place { unit, pose } => on_table(state, *unit)?.pose = Some(pose.rounded()),
        Patch::Boxes { unit, damage, ammo } => {
            let unit = on_table(state, *unit)?;
            unit.marked = damage.unwrap_or(unit.marked);
            unit.ammo_marked = ammo.unwrap_or(unit.ammo_marked);
        }
        Patch::Order { unit, order } => {
            if let (Some(Objective::Location(token)), Some(at)) = (order.objective, order.token_at) {
                state.tokens.insert(token, (unit.seat(), at));
            }
            let unit = on_table(state, *unit)?;
            unit.status = Status::Ready(Some(order.orders()));
            unit.airborne = order.airborne;
        }
        Patch::Disrupt { unit } => on_table(state, *unit)?.status = Status::Disrupted,
        Patch::Rout { unit } => on_table(state, *unit)?.status = Status::Routing,
        Patch::Destroy { unit } => {
            let id = *unit;
            on_table(state, id)?;
            destroy(state, id);
        }
        // What was agreed is in the ruling itself.
        Patch::RollOff { .. } | Patch::Dispute { .. } => {}
        Patch::Actions { seat, count } => state.player_mut(*seat).actions = *count,
        Patch::Disengage { unit, from } => {
            let before = state.engagements.len();
            state
                .engagements
                .retain(|engagement| !(engagement.has(*unit) && engagement.has(*from)));
            if state.engagements.len() == before {
                return Err(FoldError::new(message!(MESSAGES, "fold-not-engaged", unit, from)));
            }
        }
        Patch::Effect { unit, name, effects } => {
            let by = unit.seat();
            on_table(state, *unit)?.lasting.push(Lasting {
                name: name.clone(),
                kind: LastingKind::Ruling,
                by,
                effects: effects.clone(),
            });
        }
    }
    Ok(())
}
