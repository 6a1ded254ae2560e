//! Movement of units under their orders.

pub(crate) mod editions;
mod flyers;
mod procedure;
mod standing;
mod summary;
mod ways;

use battleground_geometry::{Degrees, Hand, Side, Way, contact_length, overlaps};
use hindsight_kernel::Seat;

use crate::field::{Field, Path, Purpose};
use crate::model::agenda::{Answer, Answered, Need, Options, Topic};
use crate::model::cards::{Boxes, Profile, RangedType, Spell, SpellKeyword, UnitType};
use crate::model::command::Leg;
use crate::model::effect::{Distance, Keyword};
use crate::model::names::TokenNo;
use crate::model::orders::{Objective, Order, Orders, WrittenOrder};
use crate::model::state::{State, Status};
use crate::model::tolerance::TOL;
use crate::procedures::movement::mover::{MovedBy, Mover};
use crate::procedures::movement::plan::{Aim, Plan};
use crate::procedures::movement::{would_it_move, would_move, would_move_with};
use crate::procedures::rush::eligibility::may_rush;
use crate::procedures::rush::no_rush::NoFinalRush;
use crate::procedures::rush::targets::must_rush;
use crate::scene::{
    Scene, begun, colossal, forward as straight, id, inches, line, mc, moving, point, pose, scene, shooting,
    with_keywords,
};

fn plan(state: &State) -> Plan {
    would_move(&Field::of(state), id("A1"), &[]).unwrap()
}

/// An enemy straight ahead of (18, 10) whose front centre is so far from the unit's.
fn ahead(kind: UnitType, order: Order, distance: f64) -> Scene {
    scene()
        .unit("A1", kind, (18.0, 10.0, 0.0))
        .order("A1", order)
        .unit("B1", line(), (18.0, 12.5 + distance, 180.0))
        .set(|state| state.normal_moves = true)
}

fn moved(kind: UnitType, order: Order, distance: f64) -> f64 {
    plan(&ahead(kind, order, distance).state())
        .distance
        .rounded()
        .value()
}

fn bow(range: f64) -> UnitType {
    shooting(range, RangedType::Indirect)
}

fn token(scene: Scene, unit: &str, number: u8, at: (f64, f64)) -> Scene {
    scene
        .objective(unit, Objective::Location(TokenNo(number)))
        .set(|state| {
            state.tokens.insert(TokenNo(number), (Seat::A, point(at.0, at.1)));
        })
}

fn capped(scene: Scene, cap: f64) -> Scene {
    scene.change("A1", |unit| {
        if let Status::Ready(Some(orders)) = &mut unit.status {
            orders.cap = Some(mc(cap));
        }
    })
}

/// A leader at (18, 14) that looks north: its rear centre is (18, 12.75).
fn led(units: &[(&str, f64, f64)]) -> Scene {
    units.iter().fold(
        scene().unit("A9", line(), (18.0, 14.0, 0.0)),
        |scene, (name, x, y)| {
            scene
                .unit(name, line(), (*x, *y, 0.0))
                .objective(name, Objective::Friend(id("A9")))
        },
    )
}

fn flyer() -> UnitType {
    UnitType {
        movement: mc(2.5),
        flying: Some(mc(8.5)),
        boxes: Boxes {
            green: 2,
            yellow: 1,
            red: 1,
        },
        ..with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Flying])
    }
}

fn in_the_air(scene: Scene) -> Scene {
    scene.change("A1", |unit| {
        unit.airborne = true;
        unit.turn.began_flying = true;
    })
}
