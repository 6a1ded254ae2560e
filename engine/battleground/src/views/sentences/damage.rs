//! Sentences of ammo, damage boxes and destruction.

use hindsight_kernel::{Message, message};

use crate::messages::{MESSAGES, destroyed_cause, unit, unit_or_none};
use crate::model::event::DamageEvent;
use crate::model::names::UnitId;
use crate::model::state::State;

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &DamageEvent) -> Message {
    let unit = |id: &UnitId| unit(state, *id);
    match event {
        DamageEvent::AmmoMarked { unit: id, by } => {
            let (unit, ammo) = (unit(id), by.unsigned_abs());
            if *by > 0 {
                message!(MESSAGES, "ammo-marked", unit, ammo)
            } else {
                message!(MESSAGES, "ammo-erased", unit, ammo)
            }
        }
        DamageEvent::BoxesMarked {
            unit: id,
            boxes,
            excess,
            by,
            ..
        } => message!(
            MESSAGES,
            "boxes-marked",
            unit = unit(id),
            boxes,
            by = unit_or_none(state, *by),
            excess
        ),
        DamageEvent::BoxesErased { unit: id, boxes } => {
            message!(MESSAGES, "boxes-erased", unit = unit(id), boxes)
        }
        DamageEvent::DamageCounted => message!(MESSAGES, "damage-counted"),
        DamageEvent::UnitDestroyed { unit: id, cause, by } => message!(
            MESSAGES,
            "unit-destroyed",
            unit = unit(id),
            cause = destroyed_cause(*cause),
            by = unit_or_none(state, *by),
            points = state.unit(*id).map_or(0, |unit| state.kind(unit).points)
        ),
    }
}
