//! Procedures of the V4.0 Main Rulebook (2019), where they are others than those of the earlier edition.

pub(crate) mod holding;
pub(crate) mod objectives;
pub(crate) mod paths;
pub(crate) mod rout;
pub(crate) mod rush;
pub(crate) mod shooting;
pub(crate) mod toward_enemy;
