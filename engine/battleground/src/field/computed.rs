//! Computed lengths and angles, and what arithmetic on them may lose.

use battleground_geometry::{Degrees, Inches};

/// What arithmetic on distances may lose.
pub(crate) const GRAIN: f64 = 1e-6;

/// A computed length.
pub(crate) fn length(inches: f64) -> Inches {
    Inches::new(inches).unwrap_or(Inches::ZERO)
}

/// A computed angle.
pub(crate) fn angle(degrees: f64) -> Degrees {
    Degrees::new(degrees).unwrap_or(Degrees::ZERO)
}
