//! Where things stand: thin geometry that every game system shares. No rule of any game lives here.
//!
//! Read [`squares`] for games ruled in square cells, [`hexes`] for those ruled in hexes, [`inches`] for those measured on a
//! continuous table.

pub mod hexes;
pub mod inches;
pub mod squares;
