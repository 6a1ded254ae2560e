//! The rules of Men of Iron: medieval battles on a hex map, played as a chain of Activations instead of turns.
//!
//! Read [`model`] first (names, state, agenda, commands, events), then [`data`] for what a pack holds, then [`rules`], one
//! file or folder a chapter of the rulebook. [`field`] measures the map, [`tables`] reads the combat tables, [`odds`] works
//! out chances. `rules.toml` lists all rules.

#![warn(clippy::too_many_lines)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::float_cmp,
        reason = "a test may fail by panicking"
    )
)]
#![allow(
    clippy::similar_names,
    reason = "firer and fired, road and card are the words of the game"
)]
#![allow(
    clippy::struct_excessive_bools,
    reason = "what is printed on a counter, and what a unit did, are facts independent of each other"
)]

pub mod data;
pub mod field;
mod flow;
pub mod messages;
pub mod model;
pub mod odds;
pub mod offers;
pub mod packs;
pub mod players;
pub mod rules;
mod system;
pub mod tables;
pub mod views;

/// Men of Iron: implements each trait of a rule set ([`hindsight_kernel::RuleSet`]) in the file of its subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MenOfIron;
