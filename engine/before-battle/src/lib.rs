//! The rules of Before Battle: two armies of six units on a board of square cells.
//!
//! Read [`model`] first (names, cards, state, commands, events and their fold), then [`field`] (who faces and fights whom), then
//! [`rules`], one file a chapter of the rulebook, and `flow` for what leads from one to the next. [`views`] draws and tells a
//! game, [`players`] plays one, [`packs`] reads its cards; `system` names the file that answers each question of the kernel.
//! `rules.toml` lists all rules. No file, clock, thread, network or randomness of its own is here.

#![warn(clippy::too_many_lines)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::float_cmp,
        reason = "a test may fail by panicking"
    )
)]

pub mod field;
mod flow;
pub mod messages;
pub mod model;
pub mod offers;
pub mod packs;
pub mod players;
pub mod rules;
#[cfg(test)]
mod scene;
mod system;
pub mod views;

/// Before Battle: implements each trait of a rule set ([`hindsight_kernel::RuleSet`]) in the file of its
/// subject, `system` first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BeforeBattle;
