//! Facts of ammo, damage boxes and destruction.

use hindsight_kernel::{Fact, Restored};

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
                if let Some(there) = self.before.unit(*unit) {
                    self.healed(there, there.all_marked().min(*boxes));
                }
            }
            DamageEvent::UnitDestroyed { unit, cause, by } => self.destroyed(*unit, *cause, *by),
            DamageEvent::DamageCounted => {}
        }
    }

    fn healed(&mut self, unit: &Unit, boxes: u8) {
        if boxes > 0 {
            let all = self.before.kind(unit).boxes.all().max(1);
            self.out.push(Fact::Restored(Restored {
                unit: unit.id.to_string(),
                seat: unit.id.seat(),
                cause: "healing".to_owned(),
                wounds: u32::from(boxes),
                models: u32::from(boxes),
                share: f64::from(boxes) / f64::from(all),
            }));
        }
        self.of_unit("boxes_healed", unit.id, f64::from(boxes));
    }
}
