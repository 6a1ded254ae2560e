//! Enemies that an objective leaves a unit to Final Rush: itself, and those that stand in the way (pp. 53-57,
//! 61-62).

use battleground_geometry::Side;

use crate::editions::profile::PathRule;
use crate::field::Field;
use crate::field::tokens::nearest_part;
use crate::model::agenda::{Answer, Frame, Need, Topic};
use crate::model::names::{UnitId, side_name};
use crate::model::orders::Objective;
use crate::model::rule::Rule;
use crate::model::state::{Status, Unit};
use crate::procedures::movement::plan::Goal;
use crate::procedures::reached_point::lies_on_its_point;
use crate::procedures::rush::asked::answered;
use crate::procedures::rush::bounds::{rushed_instead, too_near_to_turn_back};
use crate::procedures::rush::glimpses::seen_of;
use crate::procedures::v3::paths::obstacles::enemies_on;

/// The unit's objective and the sides of it on a diagonal of which its owner has still to choose the Facing Side, where an
/// enemy is rushed in place of it for only one of them: with whether it is. Rules `BG4-GEO-11`, `BG4-ORDMV-14` (p. 56).
pub(crate) fn stands_in_the_way_of(
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
    let near = too_near_to_turn_back(field, unit);
    let seen = seen_of(field, unit, objective);
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
pub(crate) fn may_be_passed_by(field: &Field<'_>, unit: &Unit, enemy: UnitId) -> bool {
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
pub(crate) fn stands_in_the_way(
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
pub(crate) fn leads_past(field: &Field<'_>, id: UnitId, enemy: UnitId, frame: &Frame) -> Result<bool, Need> {
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
