//! Facts of events of Reaction, Active and Return Fire.

use hindsight_kernel::{Fact, Seat};

use super::counts::of_shot;
use super::{counted, decided, shot};
use crate::data::Reaction;
use crate::model::event::FireEvent;
use crate::model::names::UnitId;
use crate::model::state::State;

/// Tells the facts of an event of Reaction, Active and Return Fire.
pub(super) fn facts(before: &State, event: &FireEvent, out: &mut Vec<Fact>) {
    rolls(before, event, out);
    counts(before, event, out);
}

/// Tells the dice of an event.
fn rolls(before: &State, event: &FireEvent, out: &mut Vec<Fact>) {
    let seat = event.subjects().roller(before);
    match event {
        FireEvent::ReactionFired {
            unit,
            target,
            shot: of,
            ..
        } => {
            shot(before, "reaction fire", *unit, *target, of, out);
            out.push(decided(seat, "reaction fire", "taken"));
        }
        FireEvent::ActiveFired {
            unit,
            target,
            shot: of,
            ..
        } => {
            shot(before, "active fire", *unit, *target, of, out);
        }
        FireEvent::ReturnFired {
            unit,
            target,
            shot: of,
            ..
        } => {
            shot(before, "return fire", *unit, *target, of, out);
            out.push(decided(seat, "return fire", "taken"));
        }
    }
}

/// Tells the catalogue's own counts of an event.
fn counts(before: &State, event: &FireEvent, out: &mut Vec<Fact>) {
    let seat_of = |unit: UnitId| before.unit(unit).map(|unit| unit.seat);
    let mut count = |counter: &str, seat: Option<Seat>, unit: Option<UnitId>, amount: f64| {
        out.push(counted(counter, seat, unit, amount));
    };
    match event {
        FireEvent::ReactionFired {
            unit, target, shot, ..
        } => {
            of_shot(before, "reaction fire", *unit, shot, &mut count);
            let once = before
                .unit(*unit)
                .and_then(|unit| before.weapon_of(unit))
                .is_some_and(|(_, weapon)| weapon.reaction == Reaction::One);
            if let Some(target) = before.unit(*target).filter(|_| once) {
                let class = before.class_of(target);
                count(
                    &format!("crossbow reaction at {class}"),
                    seat_of(*unit),
                    Some(*unit),
                    1.0,
                );
            }
        }
        FireEvent::ActiveFired { unit, shot, .. } => of_shot(before, "active fire", *unit, shot, &mut count),
        FireEvent::ReturnFired { unit, shot, .. } => of_shot(before, "return fire", *unit, shot, &mut count),
    }
}
