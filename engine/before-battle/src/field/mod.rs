//! The board as it is measured: who faces whom, and which units are in combat with each other.
//!
//! Pure questions about a position: nothing here decides, rolls or changes anything.

pub mod combat;
pub mod geometry;
