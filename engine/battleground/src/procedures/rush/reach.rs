//! Reach of a Final Rush: the way to a side of an enemy, the terrain that slows it, and the places at its end (pp. 13-15, 62-72).

use battleground_geometry::{Card, Footprint, Inches, Point, Pose, Side};

use super::placement;
use super::placement::{Spot, Ways};
use crate::field::{CORRIDOR, Field};
use crate::model::movement_category::Mc;
use crate::model::names::UnitId;
use crate::model::state::Unit;
use crate::procedures::doors;
use crate::procedures::rush::no_rush::NoFinalRush;

/// The way of a rush to a side of an enemy: an open path that is short enough.
pub(crate) struct WayTo {
    /// The centre point of the side.
    pub(crate) point: Point,
    /// How far it is from the front centre point.
    pub(crate) distance: Inches,
    /// The change of Movement Category by the terrain of the path.
    pub(crate) path: i32,
}

impl WayTo {
    /// How far a unit moves by these rows of the Movement Category table, if that reaches the side. Rules `BG4-RUSH-07` (p. 65),
    /// `BG3-RUSH-08` (p. 14).
    fn within(&self, field: &Field<'_>, unit: &Unit, steps: i32) -> Result<Inches, NoFinalRush> {
        let (distance, profile) = (self.distance, field.profile());
        let reach = rush_mc(field, unit, steps).inches();
        if profile.measures.reaches(distance, reach, profile.rush_limit) {
            Ok(reach)
        } else {
            Err(NoFinalRush::TooFar { distance, reach })
        }
    }
}

/// The way of a rush to a side of an enemy. Rules `BG4-RUSH-05`, `BG4-RUSH-07`, `BG4-RUSH-08` (pp. 62, 65), `BG3-RUSH-06` to
/// `BG3-RUSH-09` (p. 14).
///
/// # Errors
/// No path is open, or it is too far.
pub(crate) fn way_to(
    field: &Field<'_>,
    unit: &Unit,
    enemy: UnitId,
    side: Side,
) -> Result<WayTo, NoFinalRush> {
    let (point, distance) = field.to_side(unit.id, enemy, side).ok_or(NoFinalRush::NoEnemy)?;
    let path = field
        .path_steps(unit.id, (enemy, side), point)
        .ok_or(NoFinalRush::PathBlocked(side))?;
    let way = WayTo {
        point,
        distance,
        path,
    };
    way.within(field, unit, steps(field, unit, path, point, None))?;
    Ok(way)
}

/// The places at a side of an enemy in which a rusher that takes this way may come to lie. Rules `BG4-RUSH-08`, `BG4-RUSH-12` to
/// `BG4-RUSH-15`, `BG4-RUSH-22`, `BG4-RUSH-24` (pp. 65, 68, 69-72), `BG3-RUSH-09`, `BG3-RUSH-14`, `BG3-RUSH-18` (p. 14).
///
/// # Errors
/// There is no room, or the terrain of the place makes it too far.
pub(crate) fn places(
    field: &Field<'_>,
    unit: &Unit,
    (enemy, side): (UnitId, Side),
    way: &WayTo,
) -> Result<Ways, NoFinalRush> {
    let ways = placement::ways(field, unit, enemy, side, way.point).ok_or(NoFinalRush::NoRoom)?;
    let mut too_far = NoFinalRush::NoRoom;
    let ways = ways.keep(|spot: &mut Spot| {
        let placed = Card::new(spot.pose, field.state().size(unit));
        if !doors::enough_in_door(field, enemy, side, &placed) {
            return false;
        }
        spot.steps = steps(field, unit, way.path, way.point, Some(&placed));
        match way.within(field, unit, spot.steps) {
            Ok(reach) => {
                spot.reach = reach;
                true
            }
            Err(why) => {
                too_far = why;
                false
            }
        }
    });
    ways.ok_or(too_far)
}

/// Whether a side of an enemy can be reached by a rush as things stand: with the front if so, else with a flank or at a corner. Line, lane,
/// distance and room count, whatever the order, the Facing Side or another enemy says. Rule `BG3-RUSH-18` (p. 15).
///
/// # Errors
/// What the side fails by.
pub(crate) fn reached_by_front(
    field: &Field<'_>,
    unit: &Unit,
    enemy: UnitId,
    side: Side,
) -> Result<bool, NoFinalRush> {
    let way = way_to(field, unit, enemy, side)?;
    let ways = places(field, unit, (enemy, side), &way)?;
    Ok(matches!(ways, Ways::Front(_)))
}

/// How far a unit may rush: its current Movement Category, under Direct Control without its cap. Rules `BG4-RUSH-08`,
/// `BG4-CMD-07` (pp. 36, 46, 61, 65, 66).
pub(crate) fn rush_mc(field: &Field<'_>, unit: &Unit, steps: i32) -> Mc {
    if unit.turn.controlled {
        field.uncapped_mc_by(unit, steps)
    } else {
        field.mc_by(unit, steps)
    }
}

/// The change of MC by terrain for a rush: of the pose before, the mildest path and the placed pose the worst; a road
/// helps only if all three lie on it.
///
/// RULING: the path goes through the mildest terrain that a clear corridor can keep to. Rule `BG4-RUSH-08` (p. 65).
pub(crate) fn steps(field: &Field<'_>, unit: &Unit, path: i32, to: Point, placed: Option<&Card>) -> i32 {
    let Some(own) = field.card(unit.id).copied() else {
        return path;
    };
    let mut covered = vec![own];
    covered.extend(placed.copied());
    let ground = field.turn_steps(unit, &covered);
    if path < 0 {
        return path.min(ground);
    }
    if ground > 0
        && let Some(corridor) = corridor(own.front_centre(), to)
    {
        covered.insert(1, corridor);
        return field.turn_steps(unit, &covered).max(0);
    }
    ground
}

/// The corridor centred on a line.
fn corridor(from: Point, to: Point) -> Option<Card> {
    let length = from.distance(to);
    let bearing = from.bearing(to)?;
    let middle = from.towards(bearing, length.half());
    let size = Footprint::new(CORRIDOR.width, length, 1).ok()?;
    Some(Card::new(Pose::new(middle.x, middle.y, bearing), size))
}
