//! Tests of a Final Rush, one after the other (pp. 61-68).

use battleground_geometry::{Inches, Limit, Point, Side};

use crate::field::{Field, TOL};
use crate::model::effect::Keyword;
use crate::model::names::UnitId;
use crate::model::state::{Glimpse, State, Unit};
use crate::procedures::rush::glimpses::with_doors_opened;
use crate::procedures::rush::no_rush::NoFinalRush;
use crate::procedures::rush::placement::Ways;
use crate::procedures::rush::reach::{WayTo, places, way_to};

/// An enemy that may be Final Rushed now.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    /// Who.
    pub(crate) enemy: UnitId,
    /// The permitted side.
    pub(crate) side: Side,
    /// The Facing Side it stands for, where that is still to be chosen.
    pub(crate) facing: Option<Side>,
    /// The centre point that is rushed.
    pub(crate) point: Point,
    /// On a Colossal flank, which of its centre points that is. Rule `BG4-COLOS-03` (p. 121).
    pub(crate) place: Option<u8>,
    /// How far it is.
    pub(crate) distance: Inches,
    /// Rows of the Movement Category table for the mildest terrain of the path.
    pub(crate) path: i32,
    /// Where the rusher may come to lie.
    pub(crate) ways: Ways,
}

/// What keeps a unit to certain enemies.
pub(crate) struct Bounds {
    /// Its order: nothing if every enemy will do. Rule `BG4-RUSH-03` (pp. 61-62).
    pub(crate) objective: Option<Vec<UnitId>>,
    /// Those from which it cannot turn back. Rule `BG4-RUSH-10` (p. 66).
    pub(crate) near: Vec<UnitId>,
}

/// The Final Rush Procedure for one enemy, step by step. Rules `BG4-RUSH-01`, `BG4-RUSH-03` to `BG4-RUSH-08`, `BG4-RUSH-10`,
/// `BG4-RUSH-12` to `BG4-RUSH-15`, `BG4-RUSH-22`, `BG4-RUSH-24`, `BG4-FLY-12`, `BG4-SKIRM-04` (pp. 61-62, 64, 65, 66, 68, 69-72,
/// 125, 128).
pub(crate) fn ladder(
    field: &Field<'_>,
    unit: &Unit,
    glimpse: &Glimpse,
    bounds: &Bounds,
) -> Result<Target, NoFinalRush> {
    let opened = with_doors_opened(field, glimpse.enemy);
    let field = opened.as_ref().unwrap_or(field);
    let state = field.state();
    let enemy = state
        .unit(glimpse.enemy)
        .filter(|enemy| enemy.pose.is_some() && field.card(enemy.id).is_some())
        .ok_or(NoFinalRush::NoEnemy)?;
    if enemy.airborne || enemy.turn.began_flying {
        return Err(NoFinalRush::EnemyFlying);
    }
    if bounds
        .objective
        .as_ref()
        .is_some_and(|only| !only.contains(&enemy.id))
    {
        return Err(NoFinalRush::NotItsObjective);
    }
    if !glimpse.visible {
        return Err(NoFinalRush::NotVisible);
    }
    let side = glimpse.side.ok_or(NoFinalRush::NoOpenPath)?;
    let way = way_to(field, unit, enemy.id, side)?;
    if let Some(near) = bounds.near.first()
        && !bounds.near.contains(&enemy.id)
    {
        // RULING: BG4-RUSH-10, of several all stay eligible.
        return Err(NoFinalRush::NoTurningBack(*near));
    }
    if state.has(unit.id, Keyword::Skirmisher) && !skirmisher_may_rush(state, enemy.id, side) {
        return Err(NoFinalRush::SkirmisherInFront);
    }
    let ways = places(field, unit, (enemy.id, side), &way)?;
    let WayTo {
        point,
        distance,
        path,
    } = way;
    // Of a slid unit too the place is told on the whole flank, which it has again one day. Rule BG4-COLOS-03.
    let place = field.card(enemy.id).and_then(|card| {
        let several = side.is_flank() && card.size().cards_deep() > 1;
        let place = card
            .centre_points(side)
            .position(|centre| TOL.reaches(centre.distance(point), Inches::ZERO, Limit::Within));
        place.filter(|_| several).map(|place| place as u8)
    });
    Ok(Target {
        enemy: enemy.id,
        side,
        facing: glimpse.facing,
        point,
        place,
        distance,
        path,
        ways,
    })
}

/// Whether a Skirmisher's own limits allow a rush: a line unit only on its flank or rear, or where the rush pinches it.
/// Rules `BG4-SKIRM-04`, `BG4-SKIRM-06` (p. 128).
pub(crate) fn skirmisher_may_rush(state: &State, enemy: UnitId, side: Side) -> bool {
    state.has(enemy, Keyword::Skirmisher)
        || side != Side::Front
        || state.engaged_with(enemy).any(|(_, own, _)| own != Side::Front)
}
