//! The Combat Phase (pp. 90-112): targets, the attack sequence, its numbers, its odds, its consequences.
//!
//! In the order of the book: `targets` choose, `refused` says why an attack is no choice, `next_attack` says in which order they
//! come, `sequence` rolls, `windows` asks for cards, which `taking_effect` lets work, `throws` are those of units that engage,
//! `consequences` settles. [`odds`] knows all of it beforehand. The numbers of an attack are made by
//! [`procedures::attack`](crate::procedures::attack).

#![allow(
    clippy::similar_names,
    reason = "the state of a battle and the stage of an attack are both called by their names"
)]

pub mod odds;
pub(crate) mod throws;

mod consequences;
mod next_attack;
mod refused;
mod sequence;
mod taking_effect;
mod target_refusals;
mod targets;
mod window_refusals;
pub(crate) mod windows;
pub(crate) mod without_card;

pub(crate) use consequences::consequences;

pub(crate) use refused::refused_attack;
pub(crate) use sequence::{attack, attacks, begin_attack, check_counted, claim_reroll, is_rolled, reroll};

pub(crate) use taking_effect::take_effect;
pub(crate) use targets::choose_targets;

pub(crate) use windows::{awaiting, offers};

pub(crate) use targets::{Choices, choices, prepared, throws_besides};

#[cfg(test)]
pub(crate) mod tests;
