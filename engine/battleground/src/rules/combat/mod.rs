//! The Combat Phase (pp. 90-112): targets, the attack sequence, its numbers, its odds, its consequences.
//!
//! In the order of the book: `targets` and `shooting` choose, `refused` says why an attack is no choice, `standing` and `conditions` say what a unit is in a fight,
//! `modifiers` make the numbers (with `bands`, `count`, `equipment` and `swoop`), `next_attack` says in which order they come, `sequence` rolls, `hits_and_wounds` counts, `windows` asks for cards, which `taking_effect` lets
//! work, `moved` says whom wounds fall on, [`dice`] reads, `consequences` settles. [`odds`] knows all of it beforehand.

#![allow(
    clippy::similar_names,
    reason = "the state of a battle and the stage of an attack are both called by their names"
)]

pub mod ammunition;
pub mod dice;
pub mod odds;

mod bands;
mod conditions;
mod consequences;
mod count;
mod equipment;
mod hits_and_wounds;
mod modifiers;
mod moved;
mod next_attack;
mod refused;
mod sequence;
pub(crate) mod shooting;
mod standing;
mod swoop;
mod taking_effect;
mod target_refusals;
mod targets;
pub(crate) mod weapon;
pub(crate) mod windows;
pub(crate) mod without_card;

pub(crate) use consequences::consequences;
pub(crate) use moved::taker;
pub(crate) use refused::refused_attack;
pub(crate) use sequence::{attack, attacks, begin_attack, claim_reroll, is_rolled, reroll};
pub(crate) use shooting::{distance as shooting_distance, targets as shooting_targets, weapons};
pub(crate) use taking_effect::take_effect;
pub(crate) use targets::choose_targets;
pub(crate) use weapon::Weapon;
pub(crate) use windows::{awaiting, offers};

/// What the modifier of a unit that moves and shoots is called. Rule `BG4-MODS-16` (p. 107).
pub(crate) const MOVE_AND_SHOOT: &str = count::name::MOVE_AND_SHOOT;

pub(crate) use {
    bands::{Band, band_by},
    hits_and_wounds::{is_wounding, wounds_changed},
    modifiers::Situation,
    standing::{Shade, is_outreached, shade},
    targets::{Choice, Choices, choices, in_words, named, prepared, throws_besides},
};

#[cfg(test)]
pub(crate) use modifiers::numbers;

#[cfg(test)]
mod tests;
