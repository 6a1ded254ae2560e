//! Missile fire (§9.3, pp. 7-8).

use super::push;
use crate::data::{Charts, Column, Order, Outcome};
use crate::field::Aspect;
use crate::model::drm::Drm;
use crate::model::names::{ClassId, WeaponId};
use crate::model::piece::Formation;

/// The facts that a shot depends on. Rule `MOI-FIRE-17` (pp. 7-13).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FireFacts {
    /// The weapon.
    pub weapon: WeaponId,
    /// The range in hexes.
    pub range: u32,
    /// Whether the firer is Disordered.
    pub firer_disordered: bool,
    /// The target's class.
    pub target: ClassId,
    /// The column in which the target is read. Rule `MOI-FIRE-18`.
    pub column: Column,
    /// Whether the target is Disordered or Retired.
    pub order: Order,
    /// Whether the target is Retired.
    pub retired: bool,
    /// The target's formation.
    pub formation: Formation,
    /// Through which of the target's sides the shot comes.
    pub aspect: Aspect,
    /// The DRM of the target's hex and of the hexside through which the shot enters it. Rule `MOI-FIRE-22`.
    pub terrain: i32,
    /// What the battle gives for a Schiltron. Rule `MOI-SCHIL-04`.
    pub schiltron_drm: i32,
}

impl FireFacts {
    /// Every DRM that adds something, each with its rule. Rule `MOI-FIRE-17` (pp. 7-13).
    pub fn drms(&self, charts: &Charts) -> Vec<Drm> {
        let mut drms = Vec::new();
        let range = charts.weapon.get(&self.weapon).and_then(|weapon| {
            let place = usize::try_from(self.range).ok()?.checked_sub(1)?;
            weapon.range_drm.get(place)
        });
        push(&mut drms, "MOI-FIRE-17", range.map_or(0, |&drm| i32::from(drm)));
        if self.firer_disordered {
            push(&mut drms, "MOI-RES-02", -1);
        }
        if self.column == Column::Mounted && self.aspect.is_flank() && self.formation != Formation::Schiltron
        {
            push(&mut drms, "MOI-FIRE-20", 1);
        }
        if self.retired {
            push(&mut drms, "MOI-RES-10", 2);
        }
        match self.formation {
            Formation::ShieldWall if self.aspect.is_frontal() => push(&mut drms, "MOI-WALL-05", -1),
            Formation::Schiltron => push(&mut drms, "MOI-SCHIL-04", self.schiltron_drm),
            Formation::Open | Formation::ShieldWall => {}
        }
        push(&mut drms, "MOI-FIRE-22", self.terrain);
        let class = charts.class.get(&self.target);
        push(
            &mut drms,
            "MOI-MOVE-20",
            class.map_or(0, |class| i32::from(class.fire_target_drm)),
        );
        drms
    }

    /// The Fire Table's result for an adjusted die roll. Rules `MOI-FIRE-16`, `MOI-FIRE-18` (p. 7).
    pub fn result(&self, charts: &Charts, adjusted: i32) -> Outcome {
        charts.fire_result(adjusted, self.column, self.order)
    }
}
