//! The rolls that need no table.

use super::push;
use crate::model::drm::Drm;

/// An adjusted Reluctance roll up to this lets the Charge go on. Rule `MOI-CHARGE-13` (p. 11).
pub const MAX_RELUCTANCE: i32 = 4;
/// An adjusted Counter-Charge roll up to this succeeds. Rule `MOI-CC-07` (p. 11).
pub const MAX_COUNTER_CHARGE: i32 = 4;
/// A roll up to this harms a missile unit through which friends ride. Rule `MOI-MOVE-15` (p. 6).
pub const MAX_PASS_THROUGH: i32 = 4;

/// The DRMs of a Continuity roll, which succeeds at the Activation Rating or less. Rules `MOI-ACT-08`, `MOI-ACT-09`,
/// `MOI-ACT-20` (pp. 4, 16).
pub fn continuity_drms(penalty: u8, battle: i8) -> Vec<Drm> {
    let mut drms = Vec::new();
    push(&mut drms, "MOI-ACT-09", i32::from(penalty));
    push(&mut drms, "MOI-ACT-20", i32::from(battle));
    drms
}

/// The DRMs of a Seizure roll, which succeeds at the Activation Rating or less. Rules `MOI-ACT-12`, `MOI-ACT-20` (pp. 4, 16).
pub fn seizure_drms(battle: i8) -> Vec<Drm> {
    let mut drms = Vec::new();
    push(&mut drms, "MOI-ACT-20", i32::from(battle));
    drms
}

/// Whether a leader dies of Shock or Charge: the die less the Activation Rating is 3 or more. Rule `MOI-LEAD-04` (p. 13).
pub const fn shock_casualty(die: i32, rating: u8) -> bool {
    die - rating as i32 >= 3
}

/// Whether a leader dies of missile fire: 8 or 9. Rule `MOI-LEAD-05` (p. 13).
pub const fn fire_casualty(die: i32) -> bool {
    die >= 8
}

/// Whether a Retired unit is lost when its Standard moves away: the die and its Disordered Shock Defense DRM make 5 or more.
/// Rule `MOI-STD-04` (p. 12).
pub const fn standard_check(adjusted: i32) -> bool {
    adjusted >= 5
}

/// Whether an army flees: the die and its Flight Points exceed its Flight Level. Rule `MOI-VIC-02` (p. 14).
pub const fn loss_check(die: i32, points: i32, level: i32) -> bool {
    die + points > level
}
