//! Kinds of terrain that an edition has (pp. 27-28, 113-119).

use crate::editions::Edition;
use crate::model::cards::TerrainType;

/// Whether an edition has a kind of terrain: the earlier one neither Broken Ground, which is Very Rough Ground there, nor Sheer
/// Cliffs; the later one no terrain that says its own effects. Rules `BG3-TERR-12` (pp. 28, 35), `BG4-TERR-13` (pp. 116-119).
pub(crate) const fn has_terrain(edition: Edition, kind: TerrainType) -> bool {
    match edition {
        Edition::V3 => !matches!(kind, TerrainType::BrokenGround | TerrainType::SheerCliff),
        Edition::V4 => !matches!(kind, TerrainType::Custom),
    }
}
