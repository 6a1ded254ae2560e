//! Rulings: what players agreed outside the rules, or a recording error mended. They act on a battle in play.

use hindsight_kernel::{Misfit, Refusal, Seat};

use crate::agenda::BattleTable;
use crate::agenda::{Step, Topic};
use crate::attack::Attack;
use crate::bounds::MOST_RULED;
use crate::combat::without_objectives;
use crate::command::Patch;
use crate::effect::Effect;
use crate::event::Event;
use crate::names::UnitId;
use crate::order_legality::check_order;
use crate::orders::{Objective, unused_tokens};
use crate::position::sound_at_rest;
use crate::state::{Cause, Lasting, LastingKind, State, Status, Unit};

/// Applies a ruling: emits the event that records the patch, or refuses one that names nobody or breaks an invariant.
/// Rule `HS-RULE-01`.
pub(crate) fn rule(table: &mut BattleTable<'_>, patch: &Patch) -> Result<(), Refusal> {
    let refuse = |message: String| Refusal::new("HS-RULE-01", message).asked(patch);
    let state = table.state();
    if state.turn == 0 || state.ending.is_some() {
        return Err(refuse(
            "a ruling changes a battle in play: take back instead".to_owned(),
        ));
    }
    for id in units_of(patch) {
        if state.unit(id).is_none_or(|unit| unit.pose.is_none()) {
            return Err(refuse(format!("{id} is not on the table")));
        }
    }
    if let Patch::RollOff {
        dispute,
        south,
        north,
    } = patch
    {
        check_roll_off(dispute, *south, *north)?;
    }
    if let Patch::Order { unit, order } = patch
        && let Some(unit) = state.unit(*unit)
    {
        check_order(state, unit, order)?;
    }
    if let Patch::Boxes {
        unit,
        damage: Some(damage),
        ..
    } = patch
        && let Some(unit) = state.unit(*unit)
        && *damage >= state.kind(unit).boxes.all()
    {
        return Err(refuse(format!(
            "{} has {} boxes; destroy it instead",
            unit.id,
            state.kind(unit).boxes.all()
        )));
    }
    if let Patch::Effect { unit, name, effects } = patch {
        check_effect(state, *unit, name, effects)?;
    }
    let mut after = state.clone();
    apply(&mut after, patch).map_err(|misfit| refuse(misfit.to_string()))?;
    sound_at_rest(&after).map_err(|fault| refuse(format!("the position would not be sound: {fault}")))?;
    table.emit(Event::Ruled { patch: patch.clone() });
    // What waited for a unit that is gone goes on without it.
    crate::agenda::go_on(table)
}

/// Whose interpretation is used: that of the lower die; nobody's yet on equal dice. Rule `BG4-PRIN-06`.
pub fn prevails(south: u8, north: u8) -> Option<Seat> {
    match south.cmp(&north) {
        std::cmp::Ordering::Less => Some(Seat::A),
        std::cmp::Ordering::Greater => Some(Seat::B),
        std::cmp::Ordering::Equal => None,
    }
}

/// A roll-off has a dispute in words and two different dice.
// RULING: BG4-PRIN-06, equal rolls are rolled again.
fn check_roll_off(dispute: &str, south: u8, north: u8) -> Result<(), Refusal> {
    let refuse = |message: &str| Err(Refusal::new("BG4-PRIN-06", message).asked([south, north]));
    if !(1..=500).contains(&dispute.chars().count()) {
        return refuse("a dispute is told in 1 to 500 characters");
    }
    if ![south, north].iter().all(|face| (1..=6).contains(face)) {
        return refuse("each die shows 1 to 6");
    }
    if prevails(south, north).is_none() {
        return refuse("equal dice settle nothing: roll again");
    }
    Ok(())
}

/// What a ruling may put on a unit: so many things, within the bounds of cards, and only what works there.
fn check_effect(state: &State, unit: UnitId, name: &str, effects: &[Effect]) -> Result<(), Refusal> {
    let refuse = |message: String| Err(Refusal::new("HS-RULE-01", message));
    if !(1..=60).contains(&name.chars().count()) {
        return refuse("name: an effect has a name of 1 to 60 characters".to_owned());
    }
    let ruled = |lasting: &&Lasting| lasting.kind == LastingKind::Ruling;
    let there = state
        .unit(unit)
        .map_or(0, |unit| unit.lasting.iter().filter(ruled).count());
    if there >= MOST_RULED {
        return refuse(format!(
            "{unit} has {there} effects by rulings, at most {MOST_RULED} are kept"
        ));
    }
    let mut faults = crate::bounds::of_effects(effects);
    if faults.is_empty() {
        faults = crate::pack::faults_of_a_box(effects);
    }
    if faults.is_empty() {
        Ok(())
    } else {
        let faults: Vec<String> = faults
            .into_iter()
            .map(|(field, reason)| format!("{field}: {reason}"))
            .collect();
        refuse(faults.join("; "))
    }
}

fn units_of(patch: &Patch) -> Vec<UnitId> {
    match patch {
        Patch::Place { unit, .. }
        | Patch::Boxes { unit, .. }
        | Patch::Order { unit, .. }
        | Patch::Disrupt { unit }
        | Patch::Rout { unit }
        | Patch::Destroy { unit }
        | Patch::Effect { unit, .. } => vec![*unit],
        Patch::Disengage { unit, from } => vec![*unit, *from],
        Patch::Actions { .. } | Patch::RollOff { .. } => Vec::new(),
    }
}

fn on_table(state: &mut State, id: UnitId) -> Result<&mut Unit, Misfit> {
    state
        .unit_mut(id)
        .filter(|unit| unit.pose.is_some())
        .ok_or_else(|| Misfit::new(format!("{id} is not on the table")))
}

/// Takes a unit off the table with all that waits for it: its attacks and those on it, its check, its orders under Direct
/// Control, objectives that name it.
///
/// RULING: HS-RULE-01, an open question is put anew to whoever still has a choice; the moment in which a card is carried
/// out by rulings stays open. Rules `BG4-CONS-03`, `BG4-ORDER-13`, `-14`, `-16`.
fn destroy(state: &mut State, id: UnitId) {
    crate::fold::remove(state, id, Cause::Ruling);
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

fn is_party(attack: &Attack, unit: UnitId) -> bool {
    attack.attacker == unit || attack.target == unit
}

/// Changes the position as a ruling says.
pub(crate) fn apply(state: &mut State, patch: &Patch) -> Result<(), Misfit> {
    change(state, patch)?;
    for (token, _) in unused_tokens(state) {
        state.tokens.remove(&token);
    }
    Ok(())
}

fn change(state: &mut State, patch: &Patch) -> Result<(), Misfit> {
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
        Patch::RollOff { .. } => {}
        Patch::Actions { seat, count } => state.player_mut(*seat).actions = *count,
        Patch::Disengage { unit, from } => {
            let before = state.engagements.len();
            state
                .engagements
                .retain(|engagement| !(engagement.has(*unit) && engagement.has(*from)));
            if state.engagements.len() == before {
                return Err(Misfit::new(format!("{unit} and {from} are not engaged")));
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

#[cfg(test)]
#[path = "rulings_tests.rs"]
mod tests;
