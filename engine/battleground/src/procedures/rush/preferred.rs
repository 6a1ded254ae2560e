//! Which of several enemies that may be rushed goes before the others (pp. 8, 13, 66).

use battleground_geometry::Side;

use super::targets::targets;
use crate::editions::profile::RushChoice;
use crate::field::Field;
use crate::model::agenda::{Frame, Need};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::procedures::attack::weapon::enemy_objective;

/// The enemies that a unit would Final Rush by its order alone; several where its owner would choose. Rule
/// `BG4-RUSH-09` (p. 66).
pub(crate) fn targets_by_order(state: &State, unit: UnitId) -> Vec<UnitId> {
    let field = Field::of(state);
    let sides: Vec<(UnitId, Side)> = targets(&field, unit)
        .iter()
        .map(|target| (target.enemy, target.side))
        .collect();
    preferred(&field, unit, &sides)
}

/// Those of several legal targets that a unit must rush, each with the side it is rushed on: the one Most Directly Ahead, or
/// the nearest by mirrored corners; several on a tie, and where the owner has still to choose a Facing Side on a diagonal.
/// Rules `BG4-RUSH-09` (p. 66), `BG3-RUSH-11` (p. 13).
pub(crate) fn preferred(field: &Field<'_>, unit: UnitId, sides: &[(UnitId, Side)]) -> Vec<UnitId> {
    match field.profile().rush_choice {
        RushChoice::MostDirectlyAhead => field.most_directly_ahead(unit, sides),
        RushChoice::NearestByCorners => match objective_among(field, unit, sides) {
            Some(enemy) => vec![enemy],
            None => field.possibly_nearest_by_corners(unit, &enemies_of(sides)),
        },
    }
}

/// The same once the owner has chosen those Facing Sides that decide it: on a diagonal the effective distance hangs on the side,
/// which is the choice of the unit's owner. Rules `BG3-GEO-02` (p. 3), `BG3-RUSH-11` (p. 13).
///
/// # Errors
/// [`Need::Ask`] where such a side is open.
pub(crate) fn preferred_now(
    field: &Field<'_>,
    unit: UnitId,
    sides: &[(UnitId, Side)],
    frame: &Frame,
) -> Result<Vec<UnitId>, Need> {
    match field.profile().rush_choice {
        RushChoice::MostDirectlyAhead => Ok(preferred(field, unit, sides)),
        RushChoice::NearestByCorners => match objective_among(field, unit, sides) {
            Some(enemy) => Ok(vec![enemy]),
            None => field.nearest_by_corners(unit, &enemies_of(sides), &frame.answers),
        },
    }
}

/// The enemy that is a unit's objective, if it may be rushed: it comes before whatever is closer. Rule `BG3-RUSH-13` (pp. 8, 13).
fn objective_among(field: &Field<'_>, unit: UnitId, sides: &[(UnitId, Side)]) -> Option<UnitId> {
    let objective = enemy_objective(field.state().unit(unit)?)?;
    sides
        .iter()
        .any(|(one, _)| *one == objective)
        .then_some(objective)
}

/// The enemies of these sides, each once.
fn enemies_of(sides: &[(UnitId, Side)]) -> Vec<UnitId> {
    let mut enemies: Vec<UnitId> = sides.iter().map(|(enemy, _)| *enemy).collect();
    enemies.sort_unstable();
    enemies.dedup();
    enemies
}
