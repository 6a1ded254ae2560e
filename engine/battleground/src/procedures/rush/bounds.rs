//! Bounds of a Final Rush: what an order, an objective and the start of the turn leave a unit (pp. 53-57, 61-66).

use battleground_geometry::{Inches, Limit, Side};

use crate::editions::profile::{PathRule, TurningBackTo};
use crate::field::tokens::nearest_part;
use crate::field::{Blocker, Field, Path, Purpose, TOL};
use crate::model::names::{TokenNo, UnitId};
use crate::model::orders::Objective;
use crate::model::state::{Glimpse, Status, Unit};
use crate::procedures::movement::plan::Goal;
use crate::procedures::reached_point::lies_on_its_point;
use crate::procedures::rush::glimpses::{glimpses_of, look, seen_of};
use crate::procedures::rush::ladder::{Bounds, ladder};
use crate::procedures::v3::paths::obstacles::enemies_on;
use crate::procedures::v3::rush;

/// What the order of a unit leaves it as things stand, whatever the start of the turn was. Rule `BG4-RUSH-03` (pp. 61-62).
pub(crate) fn by_order(field: &Field<'_>, unit: &Unit) -> Bounds {
    Bounds {
        objective: kept_by_objective(field, unit, &[], |enemy| look(field, unit, enemy)),
        near: Vec::new(),
    }
}

/// What a unit's order and the start of the turn leave it.
pub(crate) fn bounds(field: &Field<'_>, unit: &Unit) -> Bounds {
    let near = too_near_to_turn_back(field, unit);
    // Rule BG4-CMD-07: under Direct Control the objective is ignored.
    let objective = if unit.turn.controlled {
        None
    } else {
        kept_by_objective(field, unit, &near, |enemy| seen_of(field, unit, enemy))
    };
    Bounds { objective, near }
}

/// The enemies from which a unit cannot turn back this turn. Rule `BG4-RUSH-10` (p. 66).
pub(crate) fn too_near_to_turn_back(field: &Field<'_>, unit: &Unit) -> Vec<UnitId> {
    let state = field.state();
    if state.profile().no_turning_back_to == TurningBackTo::AnyPart {
        // Those that it may rush now and was near to then. Rule BG3-RUSH-10 (p. 14).
        let mut near: Vec<UnitId> = glimpses_of(state, unit)
            .filter(|glimpse| rush::was_near(field, glimpse))
            .map(|glimpse| glimpse.enemy)
            .collect();
        near.dedup();
        if near.is_empty() {
            return near;
        }
        let bounds = by_order(field, unit);
        near.retain(|enemy| {
            let sees = look(field, unit, *enemy);
            sees.iter()
                .any(|glimpse| ladder(field, unit, glimpse, &bounds).is_ok())
        });
        return near;
    }
    glimpses_of(state, unit)
        .filter(|glimpse| glimpse.could_rush && TOL.reaches(glimpse.distance, NO_TURNING_BACK, Limit::Within))
        .map(|glimpse| glimpse.enemy)
        .collect()
}

/// Nearer than this to a Facing Side's centre point a unit cannot turn back. Rule `BG4-RUSH-10` (p. 66).
pub(crate) const NO_TURNING_BACK: Inches = Inches::mils(1_250);

/// The enemies that a unit's objective leaves it: the objective itself, and those that stand in the way to it. Nothing if
/// it has no objective. `near` are those from which it cannot turn back, `seen` what it may rush of an enemy. Rules
/// `BG4-RUSH-03` (pp. 61-62), `BG4-ORDMV-09` (pp. 53-54), `BG4-ORDMV-14` (p. 56), `BG4-ORDMV-17` (p. 57).
pub(crate) fn kept_by_objective(
    field: &Field<'_>,
    unit: &Unit,
    near: &[UnitId],
    seen: impl Fn(UnitId) -> Vec<Glimpse>,
) -> Option<Vec<UnitId>> {
    let Status::Ready(Some(orders)) = unit.status else {
        return None;
    };
    Some(match orders.objective? {
        Objective::Enemy(enemy) => {
            let seen = seen(enemy);
            // RULING: BG4-GEO-11, until its owner has chosen on a diagonal, one that stands in the way to either side.
            let sides = field.possible_sides(unit.id, enemy);
            let instead = sides
                .into_iter()
                .flat_map(|side| rushed_instead(field, unit, (enemy, side), near, &seen));
            std::iter::once(enemy).chain(instead).collect()
        }
        // A point that it touches is reached, however it came there: its order follows without it. Rule BG3-ORD-15 (p. 8).
        Objective::Location(_) if lies_on_its_point(field.state(), unit, field.card(unit.id)?) => {
            return None;
        }
        // RULING: BG4-ORDMV-09, an enemy that crosses the line or closes the corridor stands in the way.
        Objective::Location(token) if field.profile().paths == PathRule::Chosen => {
            let (_, at) = field.state().tokens.get(&token)?;
            let point = nearest_part(field.profile().token, *at, field.card(unit.id)?.front_centre());
            enemies_on(field, unit, Goal { point, of: None }).of_some
        }
        Objective::Location(token) => {
            let path = path_to_token(field, unit, token)?;
            intervening(unit, path).into_iter().collect()
        }
        // Close does not use friends. RULING: BG3-ORD-11 (p. 7).
        Objective::Friend(_) if !field.profile().friend_objectives => return None,
        // Only one that the line of step 2 passes through; one that narrows the corridor is gone round. BG4-ORDMV-17.
        Objective::Friend(leader) => blocked_paths(field, unit, leader, Side::Rear)
            .into_iter()
            .filter(|path| matches!(path, Path::Line(_)))
            .filter_map(|path| intervening(unit, path))
            .collect(),
    })
}

/// The enemies that a unit rushes in place of its objective, of which this is the Facing Side: whoever stands in the way
/// to that side, or to the Nearest Open Side that stands for it. None as long as the objective itself can be rushed, which
/// has priority. Rules `BG3-RUSH-13` (pp. 8, 13), `BG4-RUSH-03` (pp. 61-62), `BG4-ORDMV-14` (p. 56), `BG4-ORDMV-18` (pp.
/// 50-57).
pub(crate) fn rushed_instead(
    field: &Field<'_>,
    unit: &Unit,
    (objective, facing): (UnitId, Side),
    near: &[UnitId],
    seen: &[Glimpse],
) -> Vec<UnitId> {
    let mut in_the_way: Vec<UnitId> = match field.profile().paths {
        PathRule::Procedure => blocked_paths(field, unit, objective, facing)
            .into_iter()
            .filter_map(|path| intervening(unit, path))
            .collect(),
        PathRule::Chosen => match field.to_side(unit.id, objective, facing) {
            Some((point, _)) => {
                let of = Some(objective);
                enemies_on(field, unit, Goal { point, of }).of_some
            }
            None => Vec::new(),
        },
    };
    if in_the_way.is_empty() {
        return in_the_way;
    }
    let bounds = Bounds {
        objective: Some(vec![objective]),
        near: near.to_vec(),
    };
    let can_be_rushed = seen
        .iter()
        .filter(|glimpse| glimpse.enemy == objective && glimpse.facing.is_none_or(|side| side == facing))
        .any(|glimpse| ladder(field, unit, glimpse, &bounds).is_ok());
    if can_be_rushed {
        in_the_way.clear();
    }
    in_the_way
}

/// The enemy that closes a path. Rule `BG4-PATH-05` (p. 47).
pub(crate) fn intervening(unit: &Unit, path: Path) -> Option<UnitId> {
    match path {
        Path::Line(Blocker::Unit(other)) | Path::Narrow(Blocker::Unit(other)) => {
            (other.team() != unit.id.team()).then_some(other)
        }
        Path::Open | Path::Line(_) | Path::Narrow(_) => None,
    }
}

/// The paths to a side of a unit that are not open: the one to the side itself, and the one to the Nearest Open Side that
/// then stands for it. None if that side can be reached. What blocks the path to the side itself stands in the way also
/// where another side is open. Rules `BG4-ORDMV-14` (p. 56), `BG4-PATH-01`, `BG4-PATH-04` (pp. 46-47).
pub(crate) fn blocked_paths(field: &Field<'_>, unit: &Unit, target: UnitId, side: Side) -> Vec<Path> {
    let path = |side: Side| {
        field
            .to_side(unit.id, target, side)
            .map_or(Path::Open, |(point, _)| {
                field.open_path(unit.id, Some((target, side)), point, Purpose::Move)
            })
    };
    let direct = path(side);
    if direct.is_open() {
        return Vec::new();
    }
    let stands_for_it = field.nearest_open_sides(unit.id, target, side).first().copied();
    let second = stands_for_it.filter(|open| *open != side).map(path);
    std::iter::once(direct)
        .chain(second)
        .filter(|path| !path.is_open())
        .collect()
}

/// The path to the nearest part of a token. Rules `BG4-ORDER-11`, `BG4-ORDMV-07` (p. 52).
pub(crate) fn path_to_token(field: &Field<'_>, unit: &Unit, token: TokenNo) -> Option<Path> {
    let (_, at) = field.state().tokens.get(&token)?;
    let nearest = nearest_part(field.profile().token, *at, field.card(unit.id)?.front_centre());
    Some(field.open_path(unit.id, None, nearest, Purpose::Move))
}
