//! Where things stand: thin geometry that every game system shares. No rule of any game lives here.
//!
//! Read [`squares`] for games ruled in square cells.

pub mod squares;
