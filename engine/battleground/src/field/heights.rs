//! Heights in feet, of units and of what lies between them: what stops a line (pp. 7, 16, 27-28).

use crate::field::terrain::Lay;
use crate::field::{Field, Size, Stand};
use crate::model::cards::TerrainType;
use crate::model::names::UnitId;

/// A height in feet. Rule `BG3-TERR-08` (p. 27).
pub(crate) type Feet = u32;

/// How high a forest is. Rule `BG3-TERR-08` (p. 27).
pub(crate) const FOREST: Feet = 30;

/// The height of a hill line. Rule `BG3-TERR-08` (p. 27).
pub(crate) const HILL_LINE: Feet = 10;

/// The height of a unit itself. Rule `BG3-TERR-08` (p. 27).
pub(crate) const fn tall(size: Size) -> Feet {
    match size {
        Size::Normal => 10,
        Size::Large => 20,
        Size::Colossal => 30,
    }
}

/// The ground on which a card stands: at least half of it. Rules `BG3-TERR-06`, `BG3-TERR-07` (p. 27).
pub(crate) fn ground(field: &Field<'_>, stand: &Stand) -> Feet {
    Feet::from(field.level_under(stand)) * HILL_LINE
}

/// A unit's own height and that of the ground it stands on. Rule `BG3-TERR-09` (pp. 16, 27).
pub(crate) fn top(field: &Field<'_>, stand: &Stand) -> Feet {
    ground(field, stand) + tall(stand.size)
}

/// The same of a unit on the table.
pub(crate) fn top_in_feet(field: &Field<'_>, unit: UnitId) -> Option<Feet> {
    field.stand(unit).map(|stand| top(field, stand))
}

/// Whether a unit stops lines for orders and rushes: every one on the ground does, whatever its size, unless the viewer has
/// the high ground over the object and stands as high as its top. Rules `BG3-GEO-03` (p. 7), `BG3-TERR-07` (p. 27),
/// `BG3-KEY-13` (p. 29).
pub(crate) fn blocks_view(field: &Field<'_>, viewer: &Stand, target: &Stand, blocker: &Stand) -> bool {
    // Nothing on the ground stops a line from the air or to it, and nothing in the air stops any.
    let itself = blocker.id == viewer.id;
    if itself || blocker.airborne || viewer.airborne || target.airborne {
        return false;
    }
    let from = ground(field, viewer);
    !(from > ground(field, target) && top(field, blocker) <= from)
}

/// Whether a piece of terrain stops lines for orders and rushes. Rules `BG3-GEO-09` (p. 7), `BG3-TERR-10` (pp. 27-28).
pub(crate) fn ground_blocks_view<'s>(
    field: &Field<'s>,
    lay: &Lay<'s>,
    viewer: &Stand,
    target: &Stand,
) -> bool {
    let Some(height) = height_of(field, lay, viewer, target) else {
        return false;
    };
    let from = ground(field, viewer);
    !(from > ground(field, target) && height <= from)
}

/// How high a piece of terrain stands in the way of two units, its own height on that of the ground it lies on; nothing if it does
/// not at all. Rules `BG3-TERR-08` to `BG3-TERR-10` (pp. 27-28).
pub(crate) fn height_of<'s>(
    field: &Field<'s>,
    lay: &Lay<'s>,
    viewer: &Stand,
    target: &Stand,
) -> Option<Feet> {
    if viewer.airborne || target.airborne {
        return None;
    }
    let on_its_ground = |height: Feet| Feet::from(field.level_of_ground_under(lay)) * HILL_LINE + height;
    match lay.piece.kind {
        TerrainType::Forest => Some(on_its_ground(FOREST)),
        // RULING: BG3-TERR-10, a hill blocks like a unit of its height at that place; not for those who stand on it.
        TerrainType::Hill => {
            let stands_on = |stand: &Stand| field.stands_on_level(&stand.card, lay);
            let between = !stands_on(viewer) && !stands_on(target);
            between.then_some(Feet::from(lay.piece.level) * HILL_LINE)
        }
        // Rule BG3-TERR-01 (p. 27).
        TerrainType::Custom => {
            let height = lay.piece.custom.as_ref()?.height?;
            Some(on_its_ground(Feet::from(height)))
        }
        _ if lay.piece.blocks_visibility => Some(on_its_ground(FOREST)),
        _ => None,
    }
}
