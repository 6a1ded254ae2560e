//! The two editions of the game, which share this package.
//!
//! [`profile`] holds what differs in a number or a switch: the chapters read it and know no edition. [`steps`] holds what
//! differs in its order. `v3` and `v4` hold the values of both and, under the same file names, what is done in another way.
//! `citations` chooses the ids of the edition in play where a citation leaves.

pub(crate) mod citations;
pub(crate) mod lens;
pub mod profile;
pub mod steps;
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
