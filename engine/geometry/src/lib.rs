//! Where things stand: thin geometry that every game system shares. No rule of any game lives here.
//!
//! Read [`squares`] for games ruled in square cells, [`inches`] for those measured on a continuous table.

pub mod inches;
pub mod squares;
