//! Swooping attacks of Airborne units and the answer to them (pp. 125-126).

use hindsight_geometry::inches::{Side, covers};

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
    let Some(card) = field.card(flyer.id) else {
        return Vec::new();
    };
    let points: Vec<_> = Side::ALL
        .into_iter()
        .flat_map(|side| card.centre_points(side))
        .collect();
    state
        .enemies_of(flyer.id.seat())
        .filter(|enemy| !enemy.airborne)
        .filter(|enemy| {
            field.card(enemy.id).is_some_and(|below| {
                let over = points.iter().filter(|point| covers(below, **point, TOL));
                over.count() >= 2
            })
        })
        .filter(|enemy| !field.is_hidden_from_above(enemy.id))
        .map(|enemy| enemy.id)
        .collect()
}

/// Whether a unit may answer a swoop: any that does not rout. Rule `BG4-FLY-14`.
pub(crate) fn may_answer(unit: &Unit) -> bool {
    unit.status != Status::Routing && !unit.turn.cast
}
