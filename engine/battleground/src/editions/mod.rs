//! The two editions of the game, which share this package: in what they differ as data.
//!
//! [`profile`] holds what differs in a number or a switch: the chapters read it and know no edition; `earlier` and `later` hold the
//! values. [`steps`] holds what differs in its order. What is done in another way is a procedure with a seam
//! ([`procedures`](crate::procedures)). Both are one system ([`BattlegroundOf`]) with two numbers, and each cites its own rules
//! ([`crate::model::rule`]).
//!
//! # What the earlier edition adds
//!
//! Of its rules about three in four are those of the later edition, or differ in a number: these cost a field of the profile
//! (635 lines of fields with their pages, 200 of values) and the line that asks it. Beside that stand, tests left out:
//!
//! | where | lines | what |
//! | --- | --- | --- |
//! | `procedures/v3` | 4,600 | procedures that are others |
//! | `rules/{flying_off,paid_attacks}.rs`, `rules/combat/throws.rs` | 410 | actions that only this edition has |
//! | `editions/{profile,steps}.rs`, `editions/profile`, `lens.rs` | 1,140 | what both editions read |
//! | `players/coach` | 2,000 | mistakes that only this edition has, listed in `standards.rs` |
//! | `model/state/{house,seat_players}.rs` | 140 | options, and more seats than two |
//! | `packs/sample-3.json`, `errata-3.json` | 1,240 | its cards, and the errata of its book |
//! | `rules-3.toml` | 2,070 | its rules, a sentence each |
//!
//! What could not be shared, each because the steps differ and not a number in them:
//!
//! - `paths`, `toward_enemy`, `objectives`: a unit's owner decides obstacle by obstacle, and the fastest of the paths that are left
//!   counts; the later edition has an Open Path or an Indirect Path by a list of options. `overlap` (part of a friend covered on the
//!   way) belongs to it.
//! - `rout`: a router goes away from those it fought without turning, and through friends by the room it finds; the later edition
//!   turns it about and moves it like any unit, with one shift.
//! - `rush`, `skirmishers`, `javelins`: rushes are judged as they are made, not as the turn began.
//! - `sight`, `shooting`: lines of fire by height and by half of the front, where the later edition has corners and bands.
//! - `holding`: by the order alone, where the later edition asks whether the unit would move.
//! - `landing`: a flyer lands after its move, and (`rules/flying_off.rs`) must seek the enemy when nobody else is left.
//! - `spells`: spells among the declared attacks.
//! - `doors`, `held`: fortifications with defended doors, a point that is held; another table of terrain is
//!   `field/earlier_costs.rs`.

pub(crate) mod earlier;
pub(crate) mod later;
pub mod profile;
pub mod steps;
pub(crate) mod terrain;

use std::sync::OnceLock;

use hindsight_kernel::Rulebook;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::system::BattlegroundOf;

pub use profile::Profile;

impl<const EDITION: u8> BattlegroundOf<EDITION> {
    /// The edition.
    pub const EDITION: Edition = Edition::numbered(EDITION);
}

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
    /// The edition with a number; no other has rules here, so a system of another does not compile.
    pub(crate) const fn numbered(number: u8) -> Self {
        match number {
            4 => Self::V4,
            3 => Self::V3,
            _ => panic!("editions 3 and 4 have rules here"),
        }
    }

    /// The title of its system.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::V4 => "Battleground Fantasy Warfare, V4.0",
            Self::V3 => "Battleground Fantasy Warfare, rules version 3.0",
        }
    }

    /// The version of its rules code.
    pub(crate) const fn rules_version(self) -> &'static str {
        match self {
            Self::V4 => "2.0.3",
            Self::V3 => "1.1.1",
        }
    }

    /// The list of its rules.
    pub(crate) fn rulebook(self) -> &'static Rulebook {
        static LATER: OnceLock<Rulebook> = OnceLock::new();
        static EARLIER: OnceLock<Rulebook> = OnceLock::new();
        let (list, text) = match self {
            Self::V4 => (&LATER, include_str!("../../rules.toml")),
            Self::V3 => (&EARLIER, include_str!("../../rules-3.toml")),
        };
        list.get_or_init(|| Rulebook::parse(text).expect("the lists of rules are checked by their tests"))
    }

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
            Self::V4 => &crate::editions::later::PROFILE,
            Self::V3 => &crate::editions::earlier::PROFILE,
        }
    }

    /// Whether it is the later one, which stored events and setups leave out.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
    pub(crate) const fn is_later(&self) -> bool {
        matches!(self, Self::V4)
    }
}
