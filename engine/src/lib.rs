//! Every rule set behind one door: ask [`system`] for an id and get a [`System`] that opens, folds, decides, looks
//! and explains games without the caller knowing which game it is.
//!
//! Types here speak JSON values (the wire form), boards, facts and stored events. Read [`System`] and [`AnyGame`]
//! first, then [`Chronicle`] for everything that needs a game's past. No rule lives here.

#![warn(clippy::too_many_lines)]

mod any_game;
mod any_system;
mod by_orders;
mod chronicle;
mod coaching;
mod forking;
mod given;
mod laid_open;
mod redacted;
mod running_on;
mod schemas;
mod snapshot;
mod system;

use std::sync::OnceLock;

use hindsight_kernel::RuleSet;

pub use any_game::{AnyDecided, AnyGame, BoardWithoutDice, GameInfo, WireOffer};
pub use any_system::{
    COMPONENTS, SystemCommand, SystemPack, SystemPatch, SystemSetup, SystemSketch, SystemState,
};
pub use by_orders::{AnyOrderStep, AnyOrders};
pub use chronicle::{Chronicle, ChronicleLine, FoldStep, PastRecord};
pub use forking::{Batch, Forked, Rethrow};
pub use given::{ChangeRequest, CommandError, CommandRequest, TableCommand};
pub use hindsight_kernel as kernel;
pub use laid_open::lays_open;
pub use running_on::{AnyGoal, AnyNextChoice, AnyRun, AnySetUp, RunCaller, RunPlace, StandingPass};
pub use schemas::Schemas;
pub use system::{OpenRequest, Sketched, System, opening_setup};

/// The systems in use, settled when they are first asked for.
static IN_USE: OnceLock<Vec<&'static dyn System>> = OnceLock::new();

/// The systems of this release, in the order in which they are listed.
pub fn built_in_systems() -> Vec<&'static dyn System> {
    vec![
        built_in::<before_battle::BeforeBattle>(),
        built_in::<battleground::Battleground>(),
        built_in::<battleground::Battleground3>(),
        built_in::<ice_and_fire::IceAndFire>(),
        built_in::<men_of_iron::MenOfIron>(),
    ]
}

/// The system that a rule set of this release is; its schemas are checked in.
const fn built_in<R: RuleSet>() -> &'static dyn System {
    const { &system::Of::<R, schemas::CheckedIn>::NEW }
}

/// The system that a rule set is.
pub const fn system_of<R: RuleSet>() -> &'static dyn System {
    const { &system::Of::<R, schemas::Generated>::NEW }
}

/// Settles which systems are in use, for a program that adds one of its own. It must come before anything else of this
/// package; without it the systems of this release are in use.
///
/// # Errors
/// They are settled already.
pub fn use_systems(systems: Vec<&'static dyn System>) -> Result<(), SystemsInUse> {
    IN_USE.set(systems).map_err(|_| SystemsInUse)
}

/// The systems are settled already: somebody has asked for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the systems in use are settled already")]
pub struct SystemsInUse;

/// What the games of a system are counted in, as its captions begin: rounds, turns of one side after another, activations.
/// A game's card holds their number.
pub fn counted_in(system: &str) -> &'static str {
    match system {
        "battleground-3" | "battleground-4" => "turn",
        "men-of-iron" => "activation",
        _ => "round",
    }
}

/// All systems in use, in the order in which they are listed.
pub fn systems() -> &'static [&'static dyn System] {
    IN_USE.get_or_init(built_in_systems)
}

/// The system with this id.
pub fn system(id: &str) -> Option<&'static dyn System> {
    systems().iter().copied().find(|system| system.id() == id)
}
