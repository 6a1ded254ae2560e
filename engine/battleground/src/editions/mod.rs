//! The two editions of the game, which share this package.
//!
//! [`profile`] holds what differs in a number or a switch: the chapters read it and know no edition. [`steps`] holds what
//! differs in its order. `v3` and `v4` hold the values of both and, under the same file names, what is done in another way.
//! `citations` chooses the ids of the edition in play where a citation leaves.
//!
//! # What the earlier edition adds
//!
//! Of its rules about three in four are those of the later edition, or differ in a number: these cost a field of the profile
//! (635 lines of fields with their pages, 200 of values) and the line that asks it, some 200 of the 27,100 lines of `rules`, 280 of
//! 3,480 in `field` (180 of them what a card covers part of). Beside that stand, tests left out:
//!
//! | where | lines | what |
//! | --- | --- | --- |
//! | `editions/v3` | 5,400 | procedures that are others, and the system itself (284) |
//! | `editions/{profile,steps,citations,lens}.rs`, `editions/profile` | 1,330 | what both editions read |
//! | `players/coach/earlier` | 2,600 | mistakes that only this edition has |
//! | `model/state/{house,seat_players}.rs` | 140 | options, and more seats than two |
//! | `packs/sample-3.json`, `errata-3.json` | 1,240 | its cards, and the errata of its book |
//! | `rules-3.toml` | 2,070 | its rules, a sentence each |
//!
//! What could not be shared, each because the steps differ and not a number in them:
//!
//! - `paths`: a unit's owner decides obstacle by obstacle, and the fastest of the paths that are left counts; the later edition
//!   has an Open Path or an Indirect Path by a list of options. `overlap` (part of a friend covered on the way) belongs to it.
//! - `rout`: a router goes away from those it fought without turning, and through friends by the room it finds; the later edition
//!   turns it about and moves it like any unit, with one shift.
//! - `rush`, `skirmishers`, `throws`: rushes are judged as they are made, not as the turn began.
//! - `sight`, `shooting`: lines of fire by height and by half of the front, where the later edition has corners and bands.
//! - `landing`, `fliers`: a flyer lands after its move, and must seek the enemy when nobody else is left.
//! - `spells`, `paid`: spells among the declared attacks, and ranged attacks that are paid for.
//! - `doors`, `terrain`, `held`: fortifications with defended doors, another table of terrain, a point that is held.

pub(crate) mod citations;
pub(crate) mod lens;
pub mod profile;
pub mod steps;
#[cfg(test)]
mod symmetry;
pub mod v3;
pub mod v4;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use profile::Profile;

/// Which rulebook is played. It stands in the state; the chapters read its [`Profile`] and never ask for it by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Edition {
    /// The V4.0 Main Rulebook (2019).
    #[default]
    V4,
    /// The Rulebook Redesign 1.1 of rules version 3.0 (2011).
    V3,
}

impl Edition {
    /// The id of its system.
    pub const fn system(self) -> &'static str {
        match self {
            Self::V4 => "battleground-4",
            Self::V3 => "battleground-3",
        }
    }

    /// Its numbers and switches.
    pub const fn profile(self) -> &'static Profile {
        match self {
            Self::V4 => &v4::PROFILE,
            Self::V3 => &v3::PROFILE,
        }
    }

    /// Whether it is the later one, which stored events and setups leave out.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
    pub(crate) const fn is_later(&self) -> bool {
        matches!(self, Self::V4)
    }
}
