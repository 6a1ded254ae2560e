//! Reluctance and Counter-Charges (§11.4, §11.6, p. 11).

use super::push;
use crate::model::drm::Drm;
use crate::model::names::ClassId;

/// The facts that a Reluctance roll depends on. Rules `MOI-CHARGE-12`, `MOI-CHARGE-14` (p. 11).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReluctanceFacts {
    /// The target's class.
    pub target: ClassId,
    /// Whether the charger stands in one of the target's frontal hexes.
    pub frontal: bool,
    /// What the last hexside and the target's hex add. Rule `MOI-CHARGE-14`.
    pub hedge: i32,
}

impl ReluctanceFacts {
    /// Whether a roll is made: against pikes and dismounted men-at-arms from the front, whatever their status. Rule
    /// `MOI-CHARGE-12` (p. 11).
    pub fn is_rolled(&self) -> bool {
        self.frontal && [ClassId::DMAA, ClassId::PIKE].contains(&self.target)
    }

    /// Every DRM. Rule `MOI-CHARGE-14` (p. 11).
    pub fn drms(&self) -> Vec<Drm> {
        let mut drms = Vec::new();
        push(&mut drms, "MOI-CHARGE-14", self.hedge);
        drms
    }
}

/// The facts that a Counter-Charge roll depends on. Rule `MOI-CC-07` (p. 11).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CounterChargeFacts {
    /// The counter-charger's Shock Defense DRM.
    pub rating: i32,
    /// Whether it turns.
    pub turns: bool,
}

impl CounterChargeFacts {
    /// Every DRM. Rule `MOI-CC-07` (p. 11).
    pub fn drms(&self) -> Vec<Drm> {
        let mut drms = Vec::new();
        push(&mut drms, "MOI-CC-07", self.rating);
        if self.turns {
            push(&mut drms, "MOI-CC-05", 1);
        }
        drms
    }
}
