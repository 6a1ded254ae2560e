//! Moves to a token and after a leader (pp. 28-31, 52-57).

use battleground_geometry::{Approach, Card, Degrees, Hand, Inches, Limit, Object, Point, Pose, Side};

use crate::editions::profile::Reached;
use crate::field::tokens::nearest_part;
use crate::field::{Field, Path, Purpose, TOL};
use crate::model::agenda::{Answer, Need, Topic, answer_to};
use crate::model::names::{TokenNo, UnitId};
use crate::model::rule::Rule;
use crate::procedures::movement::asked::BlockedPath;
use crate::procedures::movement::choices::{ask, choose};
use crate::procedures::movement::context::MoveContext;
use crate::procedures::movement::mover::{Progress, length};
use crate::procedures::movement::plan::{Aim, Plan};
use crate::procedures::movement::plans::Ends;
use crate::procedures::movement::rest::{kinds, rest};
use crate::procedures::movement::target::{field_at, touches_point};
use crate::procedures::v4::paths;
use crate::procedures::v4::toward_enemy::nearest_open_side;

/// The parts of a token that a path may lead to: the nearest first. Rule `BG4-ORDMV-08` (p. 52).
pub(crate) fn parts(side: Inches, token: Point, from: Point) -> Vec<Point> {
    let half = side.half().value();
    let mut parts = Vec::with_capacity(9);
    for x in [-half, 0.0, half] {
        for y in [-half, 0.0, half] {
            if x != 0.0 || y != 0.0 {
                parts.push(Point::new(
                    length(token.x.value() + x),
                    length(token.y.value() + y),
                ));
            }
        }
    }
    parts.sort_by_key(|part| from.distance(*part));
    parts.insert(0, nearest_part(side, token, from));
    parts
}

/// After a leader, to the middle of its rear side. Rules `BG4-ORDMV-16`, `BG4-ORDMV-17` (pp. 56-57).
///
/// # Errors
/// [`Need::Ask`] where the owner has a choice.
pub(crate) fn to_leader(context: &MoveContext<'_>, leader: UnitId) -> Result<Plan, Need> {
    let from = context.mover.start();
    let moved = field_at(context, from.pose);
    let field = moved.as_ref().unwrap_or(context.field);
    let Some(card) = field.body(leader).copied() else {
        return rest(context, &from);
    };
    let toward = |point: Point| {
        move |at: &Progress, _: &Field<'_>, _: Point| {
            choose(context, at, point, Some(leader), &Ends::ANYWHERE, kinds(context))
                .map(|course| (course.legs, course.end))
        }
    };
    let path_to = |side: Side| {
        let point = card.side_centre(side);
        if context.unit.airborne {
            Path::Open
        } else {
            field.open_path(context.unit.id, Some((leader, side)), point, Purpose::Move)
        }
    };
    let mut side = Side::Rear;
    let mut path = path_to(side);
    if path != Path::Open
        && let Some(open) = nearest_open_side(context, field, leader, Side::Rear)?
        && open != side
    {
        side = open;
        path = path_to(side);
    }
    let point = place_behind(context, field, leader, &card, side)?;
    let aim = Aim::Leader(leader, side);
    match path {
        Path::Open => {
            let (legs, end) = toward(point)(&from, field, point)?;
            Ok(Plan::of(&context.mover, legs, &end).toward(aim))
        }
        Path::Line(blocker) | Path::Narrow(blocker) => {
            let blocked = BlockedPath {
                aim,
                points: vec![card.side_centre(side)],
                target: Some((leader, side)),
                blocker,
                crossed: matches!(path, Path::Line(_)),
            };
            let ((legs, end), indirect) = paths::go(context, &from, field, &blocked, &toward(point))?;
            Ok(Plan::of(&context.mover, legs, &end).toward(aim).by(indirect))
        }
    }
}

/// Where a follower's front centre shall touch its leader: the middle of the side, or where the contact is greatest if
/// another unit stands there; followers that activate together share the side. RULING: BG4-ORDMV-16.
pub(crate) fn place_behind(
    context: &MoveContext<'_>,
    field: &Field<'_>,
    leader: UnitId,
    card: &Card,
    side: Side,
) -> Result<Point, Need> {
    let footprint = context.mover.size();
    let middle = card.side_centre(side);
    let approach = Approach::front_to(card, side, footprint);
    let front = |pose: Pose| Card::new(pose, footprint).front_centre();
    if context.unit.airborne {
        return Ok(middle);
    }
    if context.followers.len() > 1 {
        let (left, right) = card.side_ends(side);
        let along = left.bearing(right).unwrap_or(Degrees::ZERO);
        let (sin, cos) = along.value().to_radians().sin_cos();
        let mut row: Vec<(f64, UnitId)> = context
            .followers
            .iter()
            .filter_map(|id| {
                let own = context.field.state().unit(*id)?;
                let from = context.field.state().card(own)?.front_centre();
                let off = from.x.value() * sin + from.y.value() * cos;
                Some((off, *id))
            })
            .collect();
        row.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        if let Some(place) = row.iter().position(|(_, id)| *id == context.unit.id) {
            let off = place as f64 - (row.len() as f64 - 1.0) / 2.0;
            return Ok(front(approach.pose(length(off * footprint.width().value()))));
        }
    }
    let obstacles: Vec<Object<'_>> = field
        .obstacles(context.unit, &[leader])
        .iter()
        .map(|obstacle| obstacle.object)
        .collect();
    let best = approach.best(Inches::mils(50), &obstacles, TOL);
    match best.as_slice() {
        [] => Ok(middle),
        [only] => Ok(front(only.pose)),
        [one, other, ..] => {
            let given = answer_to(
                context.answers,
                Topic::PlacementSide,
                Some(context.unit.id),
                Some(leader),
            );
            // The onlooker looks at the side from outside, as the follower does.
            let (left, right) = if one.slide < other.slide {
                (one, other)
            } else {
                (other, one)
            };
            match given {
                Some(Answer::Hand(Hand::Left)) => Ok(front(left.pose)),
                Some(Answer::Hand(Hand::Right)) => Ok(front(right.pose)),
                Some(_) | None => Err(ask(
                    context,
                    Topic::PlacementSide,
                    Some(leader),
                    vec![
                        (Answer::Hand(Hand::Left), "to the left".to_owned()),
                        (Answer::Hand(Hand::Right), "to the right".to_owned()),
                    ],
                    Rule::Ordmv16,
                )),
            }
        }
    }
}

/// To a token, and with what is left after the rest of the order. Rules `BG4-ORDMV-07` to `BG4-ORDMV-12`, `BG4-FLY-04` (pp. 52,
/// 53-54, 124).
///
/// # Errors
/// [`Need::Ask`] where the owner has a choice.
pub(crate) fn to_token(
    context: &MoveContext<'_>,
    from: &Progress,
    token: TokenNo,
    at: Point,
) -> Result<Plan, Need> {
    let front = context.mover.card_at(from.pose).front_centre();
    let side = context.field.profile().token;
    let nearest = nearest_part(side, at, front);
    let toward = |at: &Progress, _: &Field<'_>, point: Point| {
        let kinds = kinds(context);
        choose(context, at, point, None, &Ends::ANYWHERE, kinds).map(|course| (course.legs, course.end))
    };
    let path = if context.unit.airborne {
        Path::Open
    } else {
        context
            .field
            .open_path(context.unit.id, None, nearest, Purpose::Move)
    };
    let ((legs, end), indirect) = match path {
        Path::Open => (toward(from, context.field, nearest)?, None),
        Path::Line(blocker) | Path::Narrow(blocker) => {
            let blocked = BlockedPath {
                aim: Aim::Token(token),
                points: parts(side, at, front),
                target: None,
                blocker,
                crossed: matches!(path, Path::Line(_)),
            };
            let (done, indirect) = paths::go(context, from, context.field, &blocked, &toward)?;
            (done, Some(indirect))
        }
    };
    let there = context.mover.card_at(end.pose).front_centre();
    let missing = there.distance(nearest_part(side, at, there));
    let touched = match context.field.profile().point_reached {
        Reached::ByFrontCentre => TOL.reaches(missing, Inches::ZERO, Limit::Within),
        Reached::ByAnyPart => touches_point(context, &end, at),
    };
    let plan = if touched {
        let after = rest(context, &end)?;
        let mut all = legs;
        all.extend(after.legs);
        Plan {
            legs: all,
            reached: Some(token),
            others: None,
            ..after
        }
    } else {
        Plan::of(&context.mover, legs, &end)
    };
    let plan = plan.toward(Aim::Token(token));
    Ok(match indirect {
        Some(indirect) => plan.by(indirect),
        None => plan,
    })
}
