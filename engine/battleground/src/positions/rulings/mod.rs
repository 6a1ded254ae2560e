//! Rulings: what players agreed outside the rules, or a recording error mended. They act on a battle in play.

mod refusal;

use hindsight_kernel::Seat;
use refusal::{DisputeRefusal, RulingRefusal};

use crate::editions::profile::Disputes;
use crate::model::agenda::BattleTable;
use crate::model::bounds::MOST_RULED;
use crate::model::command::Patch;
use crate::model::effect::Effect;
use crate::model::event::{Event, ProcedureEvent};
use crate::model::fold::rulings::apply;
use crate::model::names::UnitId;
use crate::model::refusal::Refusal;
use crate::model::state::{Lasting, LastingKind, State};
use crate::positions::of_edition::check_ruling;
use crate::positions::start::sound_at_rest;
use crate::verbs::orders::check_order;

/// Applies a ruling: emits the event that records the patch, or refuses one that names nobody or breaks an invariant.
/// Rule `HS-RULE-01`.
pub(crate) fn rule(table: &mut BattleTable<'_>, patch: &Patch) -> Result<(), Refusal> {
    let asked = || Box::new(patch.clone());
    let state = table.state();
    // Which reading of a rule holds may be in dispute during the set-up already. Rules BG3-GEN-03 (p. 2), BG4-PRIN-06 (p. 6).
    let settles = matches!(patch, Patch::RollOff { .. } | Patch::Dispute { .. });
    if (state.turn == 0 && !settles) || state.ending.is_some() {
        return Err(RulingRefusal::NotInPlay { patch: asked() }.into());
    }
    for id in units_of(patch) {
        if state.unit(id).is_none_or(|unit| unit.pose.is_none()) {
            let (unit, patch) = (id, asked());
            return Err(RulingRefusal::NotOnTheTable { unit, patch }.into());
        }
    }
    if let Patch::RollOff {
        dispute,
        south,
        north,
    } = patch
    {
        check_disputes(state, Disputes::LowerRoll)?;
        check_roll_off(dispute, *south, *north)?;
    }
    if let Patch::Dispute {
        dispute,
        low,
        high,
        die,
    } = patch
    {
        check_disputes(state, Disputes::OneDie)?;
        check_one_die([dispute, low, high], *die)?;
        if die.is_none() {
            return roll_dispute(table, [dispute, low, high]);
        }
    }
    check_ruling(state, patch)?;
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
        return Err(RulingRefusal::TooMuchDamage {
            unit: unit.id,
            boxes: state.kind(unit).boxes.all(),
            patch: asked(),
        }
        .into());
    }
    if let Patch::Effect { unit, name, effects } = patch {
        check_effect(state, *unit, name, effects)?;
    }
    if !settles {
        let mut after = state.clone();
        apply(&mut after, patch).map_err(|error| RulingRefusal::Unfit {
            error: error.message(),
            patch: asked(),
        })?;
        sound_at_rest(&after).map_err(|fault| RulingRefusal::Unsound {
            fault,
            patch: asked(),
        })?;
    }
    table.emit(Event::Procedure(ProcedureEvent::Ruled {
        patch: patch.clone(),
        roll: None,
    }));
    // What waited for a unit that is gone goes on without it.
    crate::model::agenda::go_on(table)
}

/// Whose interpretation is used: that of the lower die; nobody's yet on equal dice. Rule `BG4-PRIN-06` (p. 6).
pub(crate) fn prevails(south: u8, north: u8) -> Option<Seat> {
    match south.cmp(&north) {
        std::cmp::Ordering::Less => Some(Seat::A),
        std::cmp::Ordering::Greater => Some(Seat::B),
        std::cmp::Ordering::Equal => None,
    }
}

/// Refuses the way of settling disputes that is the other edition's. Rules `BG3-GEN-03` (p. 2), `BG4-PRIN-06` (p. 7).
fn check_disputes(state: &State, asked: Disputes) -> Result<(), DisputeRefusal> {
    let settled_by = state.profile().disputes;
    if settled_by == asked {
        return Ok(());
    }
    Err(match settled_by {
        Disputes::LowerRoll => DisputeRefusal::RollOff,
        Disputes::OneDie => DisputeRefusal::OneDie,
    })
}

/// Rolls the die of a dispute as the dice of the game are rolled; nothing else changes. Rule `BG3-GEN-03` (p. 2).
fn roll_dispute(table: &mut BattleTable<'_>, [dispute, low, high]: [&String; 3]) -> Result<(), Refusal> {
    let roll = table.roll("a dispute", Seat::A, 6, 1)?;
    let patch = Patch::Dispute {
        dispute: dispute.clone(),
        low: low.clone(),
        high: high.clone(),
        die: roll.faces.first().copied(),
    };
    table.emit(Event::Procedure(ProcedureEvent::Ruled {
        patch,
        roll: Some(roll),
    }));
    Ok(())
}

/// One die settles a dispute whose two readings are told in words.
// RULING: BG3-GEN-03, the readings are named before the roll, for 1 to 3 and for 4 to 6.
fn check_one_die(told: [&String; 3], die: Option<u8>) -> Result<(), DisputeRefusal> {
    if told
        .iter()
        .any(|words| !(1..=500).contains(&words.chars().count()))
    {
        return Err(DisputeRefusal::Readings(die));
    }
    if die.is_some_and(|die| !(1..=6).contains(&die)) {
        return Err(DisputeRefusal::NoSuchFace(die));
    }
    Ok(())
}

/// A roll-off has a dispute in words and two different dice.
// RULING: BG4-PRIN-06, equal rolls are rolled again.
fn check_roll_off(dispute: &str, south: u8, north: u8) -> Result<(), DisputeRefusal> {
    if !(1..=500).contains(&dispute.chars().count()) {
        return Err(DisputeRefusal::Words([south, north]));
    }
    if ![south, north].iter().all(|face| (1..=6).contains(face)) {
        return Err(DisputeRefusal::NoSuchFaces([south, north]));
    }
    if prevails(south, north).is_none() {
        return Err(DisputeRefusal::EqualDice([south, north]));
    }
    Ok(())
}

/// What a ruling may put on a unit: so many things, within the bounds of cards, and only what works there.
fn check_effect(state: &State, unit: UnitId, name: &str, effects: &[Effect]) -> Result<(), RulingRefusal> {
    if !(1..=60).contains(&name.chars().count()) {
        return Err(RulingRefusal::EffectName);
    }
    let ruled = |lasting: &&Lasting| lasting.kind == LastingKind::Ruling;
    let there = state
        .unit(unit)
        .map_or(0, |unit| unit.lasting.iter().filter(ruled).count());
    if there >= MOST_RULED {
        return Err(RulingRefusal::TooManyEffects { unit, there });
    }
    let mut faults = crate::model::bounds::of_effects(effects);
    if faults.is_empty() {
        faults = crate::packs::faults_of_a_box(state.edition, effects);
    }
    if faults.is_empty() {
        Ok(())
    } else {
        let faults = faults.into_iter();
        let listed = faults.map(crate::model::bounds::placed);
        Err(RulingRefusal::FaultyEffects(listed.collect()))
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
        Patch::Actions { .. } | Patch::RollOff { .. } | Patch::Dispute { .. } => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
