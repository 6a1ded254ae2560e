//! Distances and limits of shots (pp. 12, 26, 107-108).

use battleground_geometry::{FacingSide, Inches, Side};

use crate::editions::Profile;
use crate::editions::profile::Measure;
use crate::field::{Field, Purpose};
use crate::model::agenda::{Answered, Need};
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::state::{Status, Unit};
use crate::procedures::attack::standing;
use crate::procedures::attack::weapon::enemy_objective;

/// How far a unit shoots by its order. Rules `BG4-ORDER-07`, `BG4-ORDER-08` (p. 26).
///
/// RULING: BG4-COMB-07, Direct Control does not lift this limit.
pub(crate) fn limit(profile: &Profile, unit: &Unit, range: Inches) -> Inches {
    if !profile.orders_hold_fire {
        return range; // Rule BG3-ORD-05 (p. 6).
    }
    match unit.status {
        Status::Ready(Some(orders)) => match orders.order {
            Order::Short => range.min(Inches::mils(7_000)),
            Order::Long => range.min(Inches::mils(14_000)),
            Order::Close | Order::Hold | Order::Range | Order::Follow => range,
        },
        Status::Ready(None) | Status::Disrupted | Status::Routing => range,
    }
}

/// The side of a target that faces a unit: of an engaged pair the engaged one. Rule `BG4-GEO-20` (pp. 39, 50-51, 65, 107).
pub(crate) fn side_of(
    field: &Field<'_>,
    unit: UnitId,
    target: UnitId,
    answers: &[Answered],
) -> Result<Side, Need> {
    if let Some(engagement) = standing::engagement_of(field.state(), unit, target)
        && let Some((_, _, its)) = engagement.seen_by(unit)
    {
        return Ok(its);
    }
    field.facing_side(unit, target, answers)
}

/// The distance to a target's Facing Side; before its owner has chosen on a diagonal, to the front or rear. Rules
/// `BG4-GEO-20`, `BG4-MODS-14` (pp. 39, 50-51, 65, 107).
pub(crate) fn distance(
    field: &Field<'_>,
    unit: UnitId,
    target: UnitId,
    answers: &[Answered],
) -> Option<Inches> {
    if field.profile().shots_measured_to == Measure::ClosestPoint {
        return field.within(unit, target); // Rule BG3-MOD-16 (pp. 20, 35).
    }
    // ERR: before its owner has chosen, the front or rear is measured.
    let side = side_of(field, unit, target, answers).ok().or_else(|| {
        field.facing_sides(unit, target).map(|facing| match facing {
            FacingSide::One(side) | FacingSide::Either(side, _) => side,
        })
    })?;
    field.to_side(unit, target, side).map(|(_, distance)| distance)
}

/// Whether a unit shoots its Enemy Unit Objective past a nearer enemy. Rule `BG4-MODS-17` (p. 108).
pub(crate) fn is_not_nearest(field: &Field<'_>, unit: &Unit, target: UnitId) -> bool {
    if unit.turn.controlled || enemy_objective(unit) != Some(target) {
        return false;
    }
    match field.nearest_enemy(unit.id, Purpose::Shoot, &[]) {
        Ok(nearest) => nearest.is_some_and(|nearest| nearest != target),
        Err(_) => false, // A tie that its owner breaks: the objective may be the nearest.
    }
}
