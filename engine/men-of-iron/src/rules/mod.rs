//! The rules, one file or folder a chapter of the rulebook.
//!
//! A chapter's `check_…` function judges a command without changing anything, in the order of its refusals; the function of the
//! command's own name emits what happens. Steps of the agenda that go on by themselves stand beside them.

#![allow(
    clippy::unnecessary_wraps,
    reason = "the functions of all steps have one type, whether they can be refused or not"
)]

pub mod activation;
pub mod advance;
pub mod asking;
pub mod charge;
pub mod command;
pub mod continued;
pub mod countercharge;
pub mod declaration;
pub mod facing;
pub mod fire;
pub mod formations;
pub mod hobilars;
pub mod invariants;
pub mod leaders;
pub mod measure;
pub mod modifiers;
pub mod movement;
pub mod plausible;
pub mod rally;
pub mod reinforcements;
pub mod results;
pub mod retreat_before_shock;
pub mod rulings;
pub mod setup;
pub mod shock;
pub mod standards;
#[cfg(test)]
mod tests;
pub mod victory;
