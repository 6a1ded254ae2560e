//! The table in whole thousandths of an inch: places, headings in whole degrees, poses, and convex outlines with the exact
//! measures between them.
//!
//! For games whose events hold rounded places: corners are rounded before anything is measured, so the same poses give the
//! same distances on every machine, and a record folds to the same state for ever. `battleground-geometry` measures unrounded
//! and rounds once, when a move ends; the two agree to the rounding, and a test of that package holds them together.
//! Two things are in contact at a distance of at most [`CONTACT`], and overlap only deeper than that.
//!
//! Rule ids name the block of the catalogue that a function answers.

mod outline;
mod place;

pub use outline::{CONTACT, GRAIN, Outline, cross, distance_to_side};
pub use place::{Place, Pose, sin_cos, turned};

#[cfg(test)]
mod tests;
