//! The combat tables read for a described situation: every DRM with its rule, pure functions of facts that the rules fill in.
//!
//! A situation is a struct of plain facts; what it adds up to is a list of [`Drm`]s, and the charts of the battle say what the
//! adjusted die roll means. Nothing here looks at a position.

mod charge;
mod fire;
mod shock;
mod small;
#[cfg(test)]
mod tests;

pub use charge::{CounterChargeFacts, ReluctanceFacts};
pub use fire::FireFacts;
pub use shock::{AttackerFacts, ShockFacts};
pub use small::{
    MAX_COUNTER_CHARGE, MAX_PASS_THROUGH, MAX_RELUCTANCE, continuity_drms, fire_casualty, loss_check,
    seizure_drms, shock_casualty, standard_check,
};

use crate::model::drm::Drm;

/// Adds a modifier where it adds something.
fn push(drms: &mut Vec<Drm>, rule: &'static str, value: i32) {
    if value != 0 {
        drms.push(Drm::new(rule, value));
    }
}
