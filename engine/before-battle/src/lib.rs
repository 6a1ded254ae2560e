//! The rules of Before Battle: two armies of six units on a board of square cells.
//!
//! One file a chapter of the rulebook, one function a rule, each with the rule's id; `rules.toml` lists them all. Here live
//! the game's cards, state, commands, events and decisions; no file, clock, thread, network or randomness of its own.
//! Read [`state`] first, then [`command`] and [`event`], then the chapters in the book's order, and `decide` for what leads
//! from one to the next. [`rules`] says which file answers what the kernel asks.

#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::float_cmp,
        reason = "a test may fail by panicking"
    )
)]

pub mod cards;
pub mod command;
pub mod event;
pub mod names;
pub mod pack;
pub mod setup;
pub mod state;

pub mod actions;
pub mod army;
pub mod attack;
pub mod combat;
mod course;
mod decide;
pub mod deploy;
pub mod fleeing;
pub mod geometry;
pub mod invariants;
pub mod order_of_blows;
pub mod position;
pub mod reforming;
#[cfg(test)]
mod refusals;
pub mod resolution;
pub mod reveal;
pub mod rules;
pub mod rulings;
#[cfg(test)]
mod scene;
pub mod shooting;
pub mod sketch;
pub mod start;
#[cfg(test)]
mod symmetry;
pub mod turn;
pub mod victory;
pub mod weapons;

pub mod board;
pub mod bot;
mod coach;
pub mod facts;
pub mod inspect;
pub mod mustering;
pub mod notation;
pub mod offers;
pub mod sentences;
mod story;
pub mod threat;
pub mod view;

/// Before Battle: implements each trait of a rule set ([`hindsight_kernel::RuleSet`]) in the file of its subject, [`rules`]
/// first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BeforeBattle;
