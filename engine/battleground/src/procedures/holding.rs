//! Units that hold their place (pp. 54, 110, 133; earlier edition: p. 20).

use crate::field::Field;
use crate::model::state::Unit;
use crate::procedures::{v3, v4};

/// Whether a unit is Holding. Rules `BG4-MODS-18`, `BG4-MODS-19`, `BG4-EQUIP-08` (pp. 54, 108-110, 133), `BG3-MOD-26` (p. 20).
pub(crate) fn is_holding(field: &Field<'_>, unit: &Unit) -> bool {
    if field.profile().holds_with_point {
        v3::holding::is_holding(field.profile(), unit)
    } else {
        v4::holding::is_holding(field, unit)
    }
}
