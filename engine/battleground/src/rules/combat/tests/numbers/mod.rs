//! Modifiers and target numbers (pp. 94-95, 101-110).

pub(crate) mod cards;
mod charges;
mod editions;
mod ground;
mod ranged;
mod stats;

use battleground_geometry::Side;
use hindsight_kernel::Seat;

use super::*;
use crate::editions::Edition;
use crate::model::cards::{RangedType, TerrainType};
use crate::model::charging::is_charging;
use crate::model::effect::{Change, Condition, Duration, Effect, Special, Target};
use crate::model::orders::{Objective, Order, Orders};
use crate::model::state::{Lasting, LastingKind, Status};
use crate::procedures::attack::bands::{Band, band_by};
use crate::procedures::attack::standing::{Shade, base_attacks};
use crate::scene::{colossal, ground, hill, inches, moving, scene, shooting, wall, with_keywords};

/// A1 on the front of B1, both line units, engaged since an earlier turn.
fn duel(attacker: UnitType, target: UnitType) -> Scene {
    scene()
        .unit("A1", attacker, FRONT)
        .unit("B1", target, AT)
        .engaged("A1", "B1", Side::Front)
}

/// A shooter that looks north from (18, 10) with its front at 11.25, and a target whose front lies `distance` away.
fn range(shooter: UnitType, target: UnitType, distance: f64) -> Scene {
    let y = 11.25 + distance + target.size.depth().value() / 2.0;
    scene()
        .unit("A1", shooter, (18.0, 10.0, 0.0))
        .unit("B1", target, (18.0, y, 180.0))
        .order("A1", Order::Range)
        .order("B1", Order::Hold)
}

fn archers() -> UnitType {
    shooting(24.5, RangedType::Indirect)
}

fn melee(scene: Scene) -> (i32, i32, i32, i32) {
    short(&numbers(&scene.state(), "A1", "B1", AttackKind::Melee))
}

fn shot(scene: Scene) -> (i32, i32, i32, i32) {
    short(&numbers(&scene.state(), "A1", "B1", AttackKind::Ranged))
}
