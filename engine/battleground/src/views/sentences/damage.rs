//! Sentences of ammo, damage boxes and destruction.

use super::phrases::cause;
use crate::model::event::DamageEvent;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::model::words::{count, unit_name};

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &DamageEvent) -> String {
    let name = |unit: &UnitId| unit_name(state, *unit);
    match event {
        DamageEvent::AmmoMarked { unit, by } => {
            if *by > 0 {
                format!("{} marks {}", name(unit), count(*by, "ammo box", "ammo boxes"))
            } else {
                let boxes = count(i64::from(*by).abs(), "ammo box", "ammo boxes");
                format!("{} erases {boxes}", name(unit))
            }
        }
        DamageEvent::BoxesMarked {
            unit,
            boxes,
            excess,
            by,
            ..
        } => {
            let by = by.map_or_else(String::new, |by| format!(" from {}", unit_name(state, by)));
            let excess = match excess {
                0 => String::new(),
                more => format!(", {more} in excess"),
            };
            format!(
                "{} takes {}{by}{excess}",
                name(unit),
                count(*boxes, "damage box", "damage boxes")
            )
        }
        DamageEvent::BoxesErased { unit, boxes } => {
            format!(
                "{} erases {}",
                name(unit),
                count(*boxes, "damage box", "damage boxes")
            )
        }
        DamageEvent::DamageCounted => "The damage of the Combat Phase takes effect".to_owned(),
        DamageEvent::UnitDestroyed { unit, cause: how, by } => {
            let points = state.unit(*unit).map_or(0, |unit| state.kind(unit).points);
            let by = by.map_or_else(String::new, |by| format!(", by {}", unit_name(state, by)));
            format!(
                "{} is destroyed {}{by} ({})",
                name(unit),
                cause(*how),
                count(points, "point", "points")
            )
        }
    }
}
