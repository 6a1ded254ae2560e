//! Swooping attacks of Airborne units and the answer to them (pp. 125-126).

use battleground_geometry::{Side, covers};

use crate::field::{Field, TOL};
use crate::model::names::UnitId;
use crate::model::state::{Status, Unit};

/// The enemies that an Airborne unit may swoop on: those under at least two of its side centre points, on the ground
/// and neither in a forest nor in other terrain that blocks Visibility.
///
/// RULING: BG4-FLY-13, in every Combat Phase while the overlap holds; only a unit with at least half its area in such
/// terrain is safe, a hill is none.
///
/// Rule `BG4-FLY-13` (p. 125).
pub(crate) fn targets(field: &Field<'_>, flyer: &Unit) -> Vec<UnitId> {
    let state = field.state();
    if !flyer.airborne || flyer.status == Status::Routing || flyer.turn.cast {
        return Vec::new();
    }
    state
        .enemies_of(flyer.id.seat())
        .filter(|enemy| !enemy.airborne && is_over(field, flyer.id, enemy.id))
        .filter(|enemy| !field.is_hidden_from_above(enemy.id))
        .map(|enemy| enemy.id)
        .collect()
}

/// Whether at least two side centre points of a flyer lie over an enemy. Rule `BG4-FLY-13` (p. 125).
pub(crate) fn is_over(field: &Field<'_>, flyer: UnitId, enemy: UnitId) -> bool {
    let (Some(card), Some(below)) = (field.card(flyer), field.card(enemy)) else {
        return false;
    };
    let points = Side::ALL.into_iter().flat_map(|side| card.centre_points(side));
    points.filter(|point| covers(below, *point, TOL)).count() >= 2
}

/// Whether a unit may answer a swoop: any that does not rout. Rule `BG4-FLY-14` (p. 126).
pub(crate) fn may_answer(unit: &Unit) -> bool {
    unit.status != Status::Routing && !unit.turn.cast
}
