//! Every rule set behind one door: ask [`system`] for an id and get a [`System`] that opens, folds, decides, looks
//! and explains games without the caller knowing which game it is.
//!
//! Types here speak JSON values (the wire form), boards, facts and stored events. Read [`System`] and [`AnyGame`]
//! first, then [`Chronicle`] for everything that needs a game's past. No rule lives here.

mod any_game;
mod chronicle;
mod coaching;
mod forking;
mod given;
mod snapshot;
mod system;

pub use any_game::{AnyDecided, AnyGame, GameInfo, WireOffer};
pub use chronicle::{Chronicle, Line, PastRecord, Step};
pub use forking::{Batch, Forked, Rethrow};
pub use given::Trouble;
pub use hindsight_kernel as kernel;
pub use system::{OpenRequest, Schemas, Sketched, System, opening_setup};

/// All systems of this release, in the order in which they are listed.
pub fn systems() -> &'static [&'static dyn System] {
    &[
        &system::Of::<before_battle::BeforeBattle>::NEW,
        &system::Of::<battleground::Battleground>::NEW,
    ]
}

/// The system with this id.
pub fn system(id: &str) -> Option<&'static dyn System> {
    systems().iter().copied().find(|system| system.id() == id)
}
