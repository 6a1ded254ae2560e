//! The terrain table (pp. 28, 35).

use crate::field::crossing::{Cost, Crossing};
use crate::model::cards::TerrainType;
use crate::model::effect::Keyword;

/// A line of the terrain table: the change for normal units, and the keywords named with another one. A Colossal unit has
/// its own column where one is printed, else that of Large units. Rules `BG3-TERR-05`, `BG3-TERR-12` to `BG3-TERR-22`
/// (pp. 27-28, 35).
pub(crate) fn row(kind: TerrainType, crossing: Crossing) -> (Cost, &'static [(Keyword, Cost)]) {
    use crate::field::crossing::Cost::{Impassable, Steps};
    use crate::model::effect::Keyword::{Cavalry, Colossal, Large, Normal, Wheeled};
    match kind {
        TerrainType::Road => (Steps(1), &[(Wheeled, Steps(2))]),
        TerrainType::Forest => (
            Steps(-1),
            &[(Large, Steps(-3)), (Colossal, Steps(-3)), (Wheeled, Steps(-3))],
        ),
        TerrainType::LowBrush => (Steps(-1), &[(Wheeled, Steps(-3))]),
        TerrainType::ShallowWater => (Steps(-2), &[(Large, Steps(-1)), (Colossal, Steps(0))]),
        TerrainType::DeepWater => (
            Impassable,
            &[(Normal, Impassable), (Large, Steps(-2)), (Colossal, Steps(-1))],
        ),
        TerrainType::VeryDeepWater => (
            Impassable,
            &[(Normal, Impassable), (Large, Impassable), (Colossal, Steps(-2))],
        ),
        TerrainType::RiverRapids => (
            Impassable,
            &[(Normal, Impassable), (Large, Steps(-3)), (Colossal, Steps(-2))],
        ),
        TerrainType::Swamp => (
            Steps(-2),
            &[(Large, Steps(-1)), (Colossal, Steps(0)), (Wheeled, Impassable)],
        ),
        TerrainType::Shoreline | TerrainType::FortificationDoor | TerrainType::FortificationInside => {
            (Steps(0), &[])
        }
        TerrainType::WetGround | TerrainType::Sand => (Steps(-1), &[(Wheeled, Steps(-2))]),
        TerrainType::RoughGround => (Steps(-1), &[(Cavalry, Steps(-2)), (Wheeled, Steps(-3))]),
        TerrainType::VeryRoughGround => (Steps(-2), &[(Cavalry, Impassable), (Wheeled, Impassable)]),
        TerrainType::Stakes => match crossing {
            Crossing::AgainstPoints => (Steps(-1), &[(Cavalry, Steps(-3)), (Wheeled, Impassable)]),
            Crossing::WithPoints => (Steps(0), &[(Cavalry, Steps(-1)), (Wheeled, Impassable)]),
        },
        TerrainType::Hedge | TerrainType::LowWall => (
            Steps(-1),
            &[(Large, Steps(0)), (Colossal, Steps(0)), (Wheeled, Impassable)],
        ),
        // RULING: BG3-TERR-18, wheeled units are slowed by a fence as others are; Large ones are not.
        TerrainType::Fence => (Steps(-1), &[(Large, Steps(0)), (Colossal, Steps(0))]),
        TerrainType::Hill => (Steps(-1), &[]),
        // Its costs stand in the piece. Rule BG3-TERR-01 (p. 27).
        TerrainType::Custom => (Steps(0), &[]),
        // The last two are the later edition's own terrains: no pack and no drawing of this one names them, but games recorded before
        // that was refused may.
        TerrainType::FortificationWall | TerrainType::BrokenGround | TerrainType::SheerCliff => {
            (Impassable, &[])
        }
    }
}
