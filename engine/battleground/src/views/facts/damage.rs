//! Facts of ammo, damage boxes and destruction.

use super::Story;
use crate::model::event::DamageEvent;
use crate::model::state::Unit;

impl Story<'_> {
    /// The facts of an event of the chapter.
    pub(super) fn of_damage(&mut self, event: &DamageEvent) {
        match event {
            DamageEvent::AmmoMarked { unit, by } => {
                let counter = if *by > 0 { "ammo_used" } else { "reloads" };
                self.of_unit(counter, *unit, f64::from(by.unsigned_abs()));
            }
            DamageEvent::BoxesMarked {
                unit,
                boxes,
                excess,
                by,
                ..
            } => self.damage(*unit, *boxes, *excess, *by),
            DamageEvent::BoxesErased { unit, boxes } => {
                let marked = self.before.unit(*unit).map_or(0, Unit::all_marked);
                self.of_unit("boxes_healed", *unit, f64::from(marked.min(*boxes)));
            }
            DamageEvent::UnitDestroyed { unit, cause, by } => self.destroyed(*unit, *cause, *by),
            DamageEvent::DamageCounted => {}
        }
    }
}
