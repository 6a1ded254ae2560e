//! Tolerance of all comparisons of lengths (p. 8).

use battleground_geometry::{Inches, Tolerance};

/// The one tolerance of the game. Rule `BG4-GEO-04`.
pub const TOL: Tolerance = Tolerance::uniform(Inches::mils(10));
