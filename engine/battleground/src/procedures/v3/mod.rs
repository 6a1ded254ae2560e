//! Procedures of the Rulebook Redesign 1.1 of rules version 3.0 (2011), where they are others than those of the later edition.

pub(crate) mod doors;
pub(crate) mod following;
pub(crate) mod held;
pub(crate) mod holding;
pub(crate) mod javelins;
pub(crate) mod landing;
pub(crate) mod objectives;
pub(crate) mod overlap;
pub(crate) mod paths;
pub(crate) mod rout;
pub(crate) mod rush;
pub(crate) mod shooting;
pub(crate) mod shot_refusals;
pub(crate) mod sight;
pub(crate) mod skirmish_rallies;
pub(crate) mod skirmishers;
pub(crate) mod spells;
pub(crate) mod stopping;
#[cfg(test)]
mod tests;
pub(crate) mod toward_enemy;
