//! The catalogue's vectors, asked of positions.

mod category;
mod cover;
mod frame;
mod nearest;
pub(crate) mod noted;
mod paths;
mod properties;
mod sight;
mod stored;
mod terrain;
mod types;

use battleground_geometry::{Card, Footprint};

use super::Field;
use crate::model::cards::UnitType;
use crate::model::effect::Keyword;
use crate::scene::{inches, pose, with_keywords};

/// A Large unit.
fn large() -> UnitType {
    with_keywords(&[Keyword::Large, Keyword::Infantry])
}

/// A card of ordinary size.
fn card((x, y, heading): (f64, f64, f64)) -> Card {
    Card::new(
        pose(x, y, heading),
        Footprint::new(inches(3.5), inches(2.5), 1).unwrap(),
    )
}

/// A rectangle's corners.
fn rectangle((x, y): (f64, f64), (to_x, to_y): (f64, f64)) -> [(f64, f64); 4] {
    [(x, y), (to_x, y), (to_x, to_y), (x, to_y)]
}

fn near(found: f64, printed: f64) {
    assert!((found - printed).abs() < 0.006, "{found}, printed {printed}");
}
