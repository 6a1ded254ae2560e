//! Where things stand: thin geometry that every game system shares. No rule of any game lives here.
//!
//! Read [`squares`] for games ruled in square cells, [`hexes`] for those ruled in hexes, [`inches`] for those measured on a
//! continuous table, [`mils`] for those measured on one of whole thousandths of an inch.

pub mod hexes;
pub mod inches;
pub mod mils;
pub mod squares;
