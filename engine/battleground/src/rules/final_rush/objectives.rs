//! Enemies that an objective leaves a unit to Final Rush: itself, and those that stand in the way (pp. 53-57,
//! 61-62).

use battleground_geometry::Side;

use super::answered;
use super::eligibility::{Bounds, ladder};
use crate::editions::profile::PathRule;
use crate::editions::v3::paths::obstacles::{Goal, enemies_on};
use crate::field::tokens::nearest_part;
use crate::field::{Blocker, Field, Path, Purpose};
use crate::model::agenda::{Answer, Frame, Need, Topic};
use crate::model::names::{TokenNo, UnitId, side_name};
use crate::model::orders::Objective;
use crate::model::rule::Rule;
use crate::model::state::{Glimpse, Status, Unit};
use crate::rules::order_writing::lies_on_its_point;

/// The enemies that a unit's objective leaves it: the objective itself, and those that stand in the way to it. Nothing if
/// it has no objective. `near` are those from which it cannot turn back, `seen` what it may rush of an enemy. Rules
/// `BG4-RUSH-03` (pp. 61-62), `BG4-ORDMV-09` (pp. 53-54), `BG4-ORDMV-14` (p. 56), `BG4-ORDMV-17` (p. 57).
pub(super) fn kept_by_objective(
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
fn rushed_instead(
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
fn intervening(unit: &Unit, path: Path) -> Option<UnitId> {
    match path {
        Path::Line(Blocker::Unit(other)) | Path::Narrow(Blocker::Unit(other)) => {
            (other.team() != unit.id.team()).then_some(other)
        }
        Path::Open | Path::Line(_) | Path::Narrow(_) => None,
    }
}

/// The unit's objective and the sides of it on a diagonal of which its owner has still to choose the Facing Side, where an
/// enemy is rushed in place of it for only one of them: with whether it is. Rules `BG4-GEO-11`, `BG4-ORDMV-14` (p. 56).
pub(super) fn stands_in_the_way_of(
    field: &Field<'_>,
    unit: &Unit,
    enemy: UnitId,
) -> Option<(UnitId, Vec<(Side, bool)>)> {
    let Status::Ready(Some(orders)) = unit.status else {
        return None;
    };
    let Some(Objective::Enemy(objective)) = orders.objective.filter(|_| !unit.turn.controlled) else {
        return None;
    };
    if objective == enemy {
        return None;
    }
    let near = super::eligibility::too_near_to_turn_back(field, unit);
    let seen = super::eligibility::seen_of(field, unit, objective);
    let sides: Vec<(Side, bool)> = field
        .possible_sides(unit.id, objective)
        .into_iter()
        .map(|side| {
            let instead = rushed_instead(field, unit, (objective, side), &near, &seen);
            (side, instead.contains(&enemy))
        })
        .collect();
    let differ = sides.iter().any(|(_, closed)| *closed) && sides.iter().any(|(_, closed)| !closed);
    differ.then_some((objective, sides))
}

/// Whether some of the paths that a unit's owner may choose lead past an enemy that is not its objective, and others do not: then
/// they say which it takes. Rules `BG3-PATH-04`, `BG3-PATH-07` (pp. 12-13), `BG3-RUSH-13` (pp. 8, 13).
pub(super) fn may_be_passed_by(field: &Field<'_>, unit: &Unit, enemy: UnitId) -> bool {
    let Status::Ready(Some(orders)) = unit.status else {
        return false;
    };
    let (Some(objective), Some(own)) = (orders.objective, field.card(unit.id)) else {
        return false;
    };
    if field.profile().paths != PathRule::Chosen || unit.turn.controlled {
        return false;
    }
    let goals: Vec<Goal> = match objective {
        Objective::Enemy(objective) if objective != enemy => {
            let sides = field.possible_sides(unit.id, objective).into_iter();
            let of = Some(objective);
            sides
                .filter_map(|side| field.to_side(unit.id, objective, side))
                .map(|(point, _)| Goal { point, of })
                .collect()
        }
        Objective::Location(_) if lies_on_its_point(field.state(), unit, own) => Vec::new(),
        Objective::Location(token) => {
            let at = field.state().tokens.get(&token).map(|(_, at)| *at);
            let point = at.map(|at| nearest_part(field.profile().token, at, own.front_centre()));
            point.map(|point| Goal { point, of: None }).into_iter().collect()
        }
        Objective::Enemy(_) | Objective::Friend(_) => Vec::new(),
    };
    !goals.is_empty()
        && goals
            .into_iter()
            .all(|goal| !enemies_on(field, unit, goal).of_all.contains(&enemy))
}

/// Whether an enemy that is rushed in place of the objective stands in the way to it: where that hangs on a diagonal, the
/// owner says which side of the objective faces the unit. Rules `BG4-GEO-11`, `BG4-ORDMV-14` (pp. 8, 56).
pub(super) fn stands_in_the_way(
    field: &Field<'_>,
    id: UnitId,
    enemy: UnitId,
    frame: &Frame,
) -> Result<bool, Need> {
    let unit = field.state().unit(id);
    let Some((objective, sides)) = unit.and_then(|unit| stands_in_the_way_of(field, unit, enemy)) else {
        return Ok(true);
    };
    let options = sides
        .iter()
        .map(|(side, closed)| {
            let so = if *closed { ", in whose way it stands" } else { "" };
            let words = format!("the {} of {objective} is its Facing Side{so}", side_name(*side));
            (Answer::Side(*side), words)
        })
        .collect();
    let answer = answered(
        frame,
        id,
        Topic::FacingSide,
        Some(objective),
        options,
        Rule::Geo11,
    )?;
    Ok(sides
        .iter()
        .any(|(side, closed)| *closed && Answer::Side(*side) == answer))
}

/// Whether the path that a unit's owner chooses leads past an enemy that is not its objective: they are asked where some of
/// the paths do and others do not. Rules `BG3-PATH-07` (p. 13), `BG3-RUSH-13` (pp. 8, 13).
// RULING: BG3-PATH-07, who says that it does not has given up this rush, and is held to it: of the obstacles in the way they are asked only
// what leaves such a path.
pub(super) fn leads_past(field: &Field<'_>, id: UnitId, enemy: UnitId, frame: &Frame) -> Result<bool, Need> {
    let unit = field.state().unit(id);
    if !unit.is_some_and(|unit| may_be_passed_by(field, unit, enemy)) {
        return Ok(true);
    }
    let options = vec![
        (
            Answer::Accept,
            format!("its path leads past {enemy}, which it rushes"),
        ),
        (
            Answer::Decline,
            format!("it takes a path that does not lead past {enemy}"),
        ),
    ];
    let answer = answered(
        frame,
        id,
        Topic::AvoidObstacle,
        Some(enemy),
        options,
        Rule::Obstacle,
    )?;
    Ok(answer == Answer::Accept)
}

/// The paths to a side of a unit that are not open: the one to the side itself, and the one to the Nearest Open Side that
/// then stands for it. None if that side can be reached. What blocks the path to the side itself stands in the way also
/// where another side is open. Rules `BG4-ORDMV-14` (p. 56), `BG4-PATH-01`, `BG4-PATH-04` (pp. 46-47).
fn blocked_paths(field: &Field<'_>, unit: &Unit, target: UnitId, side: Side) -> Vec<Path> {
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
fn path_to_token(field: &Field<'_>, unit: &Unit, token: TokenNo) -> Option<Path> {
    let (_, at) = field.state().tokens.get(&token)?;
    let nearest = nearest_part(field.profile().token, *at, field.card(unit.id)?.front_centre());
    Some(field.open_path(unit.id, None, nearest, Purpose::Move))
}
