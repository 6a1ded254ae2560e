//! Final rushes as they are judged when they are made (pp. 13-15).

use battleground_geometry::{Approach, Inches, Limit, Object, Side};

use crate::field::ground_costs::MOST_BY_ROAD;
use crate::field::{Field, Purpose};
use crate::model::names::UnitId;
use crate::model::state::{Glimpse, Unit};
use crate::procedures::rush::reach::{reached_by_front, rush_mc};

/// Distance to the closest point of an enemy's card within which a unit cannot turn back. Rule `BG3-RUSH-10` (p. 14).
const NO_TURNING_BACK: Inches = Inches::mils(1_250);

/// The side of an enemy that a unit must rush: the open side whose centre point is nearest, on a tie the Facing Side, and
/// where no side within reach is open to its front the nearest of them on which a flank of it fits. Nothing unless an open
/// path leads there; no other side takes its place. Rules `BG3-RUSH-04` to `BG3-RUSH-07`, `BG3-RUSH-18` (pp. 13-15).
pub(crate) fn permitted(field: &Field<'_>, unit: &Unit, enemy: UnitId, facing: Side) -> Vec<Side> {
    let mut sides = aimed_sides(field, unit, enemy, facing);
    sides.retain(|side| {
        field.to_side(unit.id, enemy, *side).is_some_and(|(point, _)| {
            field
                .open_path(unit.id, Some((enemy, *side)), point, Purpose::Move)
                .is_open()
        })
    });
    sides
}

/// The sides of an enemy that a unit would have to rush, whether or not an open path leads there. Rules `BG3-RUSH-04`,
/// `BG3-RUSH-05`, `BG3-RUSH-18` (pp. 13-15).
// RULING: BG3-RUSH-18, a flank leads where none of the sides that a rush could reach (line, lane, distance) is open to the
// front: "it might otherwise have a legal final rush" is read of the side that it could rush, not of one behind the enemy.
pub(crate) fn aimed_sides(field: &Field<'_>, unit: &Unit, enemy: UnitId, facing: Side) -> Vec<Side> {
    let open = field.nearest_open_sides(unit.id, enemy, facing);
    let by_front = |side: &Side| {
        // Quickly no: farther than it moves on a road.
        let (_, distance) = field.to_side(unit.id, enemy, *side)?;
        (distance <= rush_mc(field, unit, MOST_BY_ROAD).inches()).then_some(())?;
        // ERR: only whether it can be reached is asked; why not is told by the ladder of the side that is aimed at.
        reached_by_front(field, unit, enemy, *side).ok()
    };
    if open.iter().any(|side| by_front(side).is_some()) {
        return open;
    }
    let reached: Vec<(Side, bool)> = Side::ALL
        .into_iter()
        .filter_map(|side| Some((side, by_front(&side)?)))
        .collect();
    if reached.iter().any(|(_, front)| *front) {
        return open;
    }
    let by_flank: Vec<Side> = reached.into_iter().map(|(side, _)| side).collect();
    if !by_flank.is_empty() {
        return nearest_of(field, unit, enemy, &by_flank);
    }
    if open.is_empty() {
        return nearest_for_a_flank(field, unit, enemy);
    }
    open
}

/// The nearest sides of an enemy on which a flank of a unit fits. Rule `BG3-RUSH-18` (p. 14).
fn nearest_for_a_flank(field: &Field<'_>, unit: &Unit, enemy: UnitId) -> Vec<Side> {
    let (Some(own), Some(target)) = (field.card(unit.id), field.body(enemy)) else {
        return Vec::new();
    };
    let obstacles = field.obstacles(unit, &[enemy]);
    let objects: Vec<Object<'_>> = obstacles.iter().map(|obstacle| obstacle.object).collect();
    let (size, frontage) = (own.size(), field.profile().frontage);
    let measures = field.profile().measures;
    let fits = |side: &Side| {
        [Side::Left, Side::Right].into_iter().any(|flank| {
            let least = frontage.least(size.side(flank), target.size().side(*side));
            let approach = Approach::front_to(target, *side, size).with_side(flank);
            !approach.best(least, &objects, measures).is_empty()
        })
    };
    let open: Vec<Side> = Side::ALL.into_iter().filter(fits).collect();
    nearest_of(field, unit, enemy, &open)
}

/// The sides of an enemy, among these, whose centre points are nearest to a unit. Rule `BG3-RUSH-05` (p. 13).
fn nearest_of(field: &Field<'_>, unit: &Unit, enemy: UnitId, sides: &[Side]) -> Vec<Side> {
    let (Some(own), Some(target)) = (field.card(unit.id), field.body(enemy)) else {
        return Vec::new();
    };
    let eye = own.front_centre();
    let distances: Vec<Inches> = sides
        .iter()
        .map(|side| eye.distance(target.target_point(*side, eye)))
        .collect();
    let tied = field.profile().measures.shortest(&distances);
    tied.into_iter().map(|place| sides[place]).collect()
}

/// Whether what the start of the turn showed of an enemy keeps a unit from turning back. Rule `BG3-RUSH-10` (p. 14).
pub(crate) fn was_near(field: &Field<'_>, glimpse: &Glimpse) -> bool {
    let measures = field.profile().measures;
    measures.reaches(glimpse.distance, NO_TURNING_BACK, Limit::Within)
}
