//! The laws that hold of every game.

use ice_and_fire::IceAndFire;

#[test]
fn the_laws_of_every_game_hold() {
    hindsight_kernel::testing::conformance::<IceAndFire>();
}
