//! The terrain table: what a kind of ground costs a unit card to cross (pp. 115-117).

use crate::editions::Edition;
use crate::editions::profile::TerrainCosts;
use crate::field::crossing::{Cost, Crossing};
use crate::model::cards::{CustomCost, CustomTerrain, Piece, TerrainType, UnitType};
use crate::model::effect::Keyword;

/// No terrain raises the MC by more rows. Rule `BG4-TERR-13` (pp. 116-119).
pub(crate) const MOST_BY_ROAD: i32 = 2;

/// A line of the terrain table: the general change, and the keywords named with another one. Rule `BG4-TERR-13` (pp. 116-119).
fn row(kind: TerrainType, crossing: Crossing) -> (Cost, &'static [(Keyword, Cost)]) {
    use Cost::{Impassable, Steps};
    use Keyword::{Cavalry, Colossal, Large, Normal, Wheeled};
    match kind {
        TerrainType::BrokenGround => (Steps(-2), &[(Cavalry, Impassable), (Wheeled, Impassable)]),
        TerrainType::Forest => (
            Steps(-1),
            &[(Large, Steps(-3)), (Colossal, Steps(-3)), (Wheeled, Steps(-3))],
        ),
        TerrainType::FortificationWall => (Impassable, &[]),
        // What custom terrain costs stands in its piece.
        TerrainType::FortificationDoor | TerrainType::FortificationInside | TerrainType::Custom => {
            (Steps(0), &[])
        }
        TerrainType::LowBrush => (Steps(-1), &[(Wheeled, Steps(-3))]),
        TerrainType::LowWall | TerrainType::Hedge => {
            (Steps(-1), &[(Wheeled, Impassable), (Colossal, Steps(0))])
        }
        TerrainType::Hill => (Steps(-1), &[]),
        TerrainType::Road => (Steps(1), &[(Wheeled, Steps(MOST_BY_ROAD))]),
        TerrainType::RoughGround => (Steps(-1), &[(Cavalry, Steps(-2)), (Wheeled, Steps(-3))]),
        TerrainType::Sand => (Steps(-1), &[(Cavalry, Steps(-2)), (Wheeled, Steps(-2))]),
        TerrainType::SheerCliff => (
            Impassable,
            &[(Normal, Impassable), (Large, Impassable), (Colossal, Steps(-3))],
        ),
        TerrainType::Stakes => match crossing {
            Crossing::AgainstPoints => (Steps(-1), &[(Cavalry, Steps(-3)), (Wheeled, Impassable)]),
            // RULING: BG4-TERR-13, Wheeled units are not named in this direction: 0.
            Crossing::WithPoints => (Steps(0), &[(Cavalry, Steps(-1))]),
        },
        TerrainType::Swamp | TerrainType::ShallowWater => {
            (Steps(-2), &[(Large, Steps(-1)), (Colossal, Steps(0))])
        }
        TerrainType::DeepWater => (
            Impassable,
            &[(Normal, Impassable), (Large, Steps(-2)), (Colossal, Steps(-1))],
        ),
        TerrainType::VeryDeepWater => (
            Impassable,
            &[(Normal, Impassable), (Large, Impassable), (Colossal, Steps(-2))],
        ),
        TerrainType::WetGround => (Steps(-1), &[(Wheeled, Steps(-2))]),
        // Rows of the earlier edition alone stand in its own table.
        TerrainType::RiverRapids
        | TerrainType::Shoreline
        | TerrainType::VeryRoughGround
        | TerrainType::Fence => crate::field::earlier_costs::row(kind, crossing),
    }
}

/// How a kind of terrain treats a unit card: of the named keywords that it has the worst counts, without one the
/// general value. Rules `BG4-TERR-11`, `BG4-TERR-13` (pp. 115, 116-119).
pub(super) fn cost(edition: Edition, kind: TerrainType, card: &UnitType, crossing: Crossing) -> Cost {
    let (general, named) = match edition.profile().terrain_costs {
        TerrainCosts::Fourth => row(kind, crossing),
        TerrainCosts::Third => crate::field::earlier_costs::row(kind, crossing),
    };
    // RULING: BG4-TERR-11, keywords that the line does not name do not count with the general value.
    let of_keywords = named
        .iter()
        .filter(|(keyword, _)| card.is(*keyword))
        .map(|(_, cost)| *cost)
        .min();
    of_keywords.unwrap_or(general)
}

/// The same of custom terrain. Rules `BG3-TERR-01`, `BG3-TERR-05` (p. 27).
fn custom_cost(custom: &CustomTerrain, card: &UnitType) -> Cost {
    let cost = |cost: CustomCost| match cost {
        CustomCost::Impassable => Cost::Impassable,
        CustomCost::Slower(rows) => Cost::Steps(-i32::from(rows)),
    };
    let of_keywords = custom.crossing_for.iter().filter(|named| card.is(named.keyword));
    let worst = of_keywords.map(|named| cost(named.cost)).min();
    worst.unwrap_or_else(|| cost(custom.crossing))
}

/// How a piece of terrain treats a unit card.
pub(super) fn cost_of(edition: Edition, piece: &Piece, card: &UnitType, crossing: Crossing) -> Cost {
    match &piece.custom {
        Some(custom) => custom_cost(custom, card),
        None => cost(edition, piece.kind, card, crossing),
    }
}
