//! The rules, one file a chapter of the rulebook, in the book's order; then what a position may be.
//!
//! A chapter's `check_…` function judges a command without changing anything, in the order of its refusals; the function of the
//! command's own name emits what happens.

pub mod army;
pub mod equipment;
pub mod reveal;
pub mod secret_choices;
pub mod weapons;

pub mod start;

pub mod deploy;

pub mod actions;
pub mod shooting;
pub mod turn;

pub mod attack;
pub mod order_of_blows;
pub mod resolution;

pub mod fleeing;
pub mod reforming;

pub mod victory;

pub mod asking;
pub mod invariants;
mod plausible;
pub mod position;
pub mod rulings;
pub mod setup;

#[cfg(test)]
mod tests;
