//! The rules of Ice and Fire: two armies of units on trays, a tactics board and a deck of cards each.
//!
//! Read in this order: [`cards`] (what a pack holds), [`model`] (state, command, event and fold), [`field`] (the table as
//! it is measured), [`rules`] (a file or folder a chapter of the catalogue, one function a rule). No file, clock, thread,
//! network or randomness of its own is here. `system` tells the kernel which file answers what.

#![warn(clippy::too_many_lines)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::float_cmp,
        reason = "a test may fail by panicking"
    )
)]

pub mod cards;
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
pub mod views;

/// Ice and Fire, by the sheet of season 2021 S04. Every trait of a rule set is implemented on it in the file of its subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IceAndFire;
