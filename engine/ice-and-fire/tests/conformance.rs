//! The laws that hold of every game.

use hindsight_kernel::testing::{ConformancePlan, conformance, conformance_of};
use ice_and_fire::IceAndFire;

/// Whole games hold some hundred positions, each with some dozen offers: everything is tried before every position in a
/// long run, and before every tenth usually.
#[test]
fn the_laws_of_every_game_hold() {
    if std::env::var_os("HINDSIGHT_LONG").is_some() {
        conformance::<IceAndFire>();
        return;
    }
    conformance_of::<IceAndFire>(&ConformancePlan {
        dear_every: 10,
        ..ConformancePlan::default()
    });
}
