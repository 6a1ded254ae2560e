//! Places and distances: thin geometry that every game system shares. No rule of any game lives here.
//!
//! Read [`squares`] for games ruled in square cells, [`hexes`] for those ruled in hexes, [`mils`] for those measured on a plane
//! of whole thousandths of an inch. What one family of games alone measures stands in a package beside its rules.

#![warn(clippy::too_many_lines)]

pub mod hexes;
pub mod mils;
pub mod squares;
