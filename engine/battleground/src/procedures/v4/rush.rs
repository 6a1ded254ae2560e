//! Sides of an enemy that may be rushed (pp. 46-47, 62-64).

use battleground_geometry::Side;

use crate::field::{Field, Purpose};
use crate::model::names::UnitId;
use crate::model::state::Unit;

/// The side that stands for the Facing Side: itself if an Open Path leads there, else the Nearest Open Side if one leads
/// there; two if they tie. Rules `BG4-RUSH-05`, `BG4-RUSH-06`, `BG4-PATH-01`, `BG4-PATH-02` (pp. 46-47, 62, 64).
pub(crate) fn permitted(field: &Field<'_>, unit: &Unit, enemy: UnitId, facing: Side) -> Vec<Side> {
    let open = |side: &Side| {
        field.to_side(unit.id, enemy, *side).is_some_and(|(point, _)| {
            field
                .open_path(unit.id, Some((enemy, *side)), point, Purpose::Move)
                .is_open()
        })
    };
    if open(&facing) {
        return vec![facing];
    }
    let mut sides = field.nearest_open_sides(unit.id, enemy, facing);
    sides.retain(open);
    sides
}
