//! Toward a token and after a leader (pp. 28-31, 52-57).

use battleground_geometry::{
    Approach, Card, Degrees, Hand, Inches, Limit, Object, Point, Pose, Side, gap, share_inside,
};

use super::indirect::{self};
use super::mover::{Progress, length};
use super::plans::{Ends, Here, PlanKind};
use super::procedure::{ask, choose, field_at, nearest_open_side, to_enemy};
use crate::editions::profile::{PathRule, Reached};
use crate::editions::v3;
use crate::field::tokens::{nearest_part, token_card};
use crate::field::{Field, Path, Purpose, TOL};
use crate::model::agenda::{Answer, Need, Topic, answer_to};
use crate::model::names::{TokenNo, UnitId};
use crate::model::orders::{Objective, Order, Orders};
use crate::model::rule::Rule;
use crate::model::state::{State, Unit};
use crate::rules::movement::asked::BlockedPath;
use crate::rules::movement::context::MoveContext;
use crate::rules::movement::plan::{Aim, Plan};

/// The parts of a token that a path may lead to: the nearest first. Rule `BG4-ORDMV-08` (p. 52).
fn parts(side: Inches, token: Point, from: Point) -> Vec<Point> {
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

/// Whether a unit's token lies completely under a friendly unit or completely in terrain impassable to it: then it is
/// Disrupted when it activates. RULING: its own card does not count. Rule `BG4-ORDER-12` (p. 29).
pub(crate) fn is_token_blocked(state: &State, field: &Field<'_>, unit: &Unit, token: TokenNo) -> bool {
    let Some(card) = state.tokens.get(&token).and_then(|(_, at)| token_card(*at)) else {
        return false;
    };
    let slack = TOL.touch.value();
    let covered = |friend: &Unit| {
        state.card(friend).is_some_and(|over| {
            let (width, depth) = (over.size().width().half(), over.size().depth().half());
            card.corners().iter().all(|corner| {
                let (right, ahead) = over.own_axes(*corner);
                right.abs().value() <= width.value() + slack && ahead.abs().value() <= depth.value() + slack
            })
        })
    };
    let friends = state
        .of_team(unit.id.team())
        .filter(|friend| friend.id != unit.id && !friend.airborne);
    let pieces = state.map().map_or(&[][..], |map| &map.pieces);
    let impassable = pieces.iter().filter_map(|piece| field.barred_area(unit, piece));
    friends.into_iter().any(covered) || (!unit.airborne && share_inside(&card, impassable) >= 1.0 - 1e-3)
}

/// To a token, and with what is left after the rest of the order. Rules `BG4-ORDMV-07` to `BG4-ORDMV-12`, `BG4-FLY-04` (pp. 52,
/// 53-54, 124).
///
/// # Errors
/// [`Need::Ask`] where the owner has a choice.
pub(crate) fn to_token(context: &MoveContext<'_>, token: TokenNo) -> Result<Plan, Need> {
    let from = context.mover.start();
    let Some((_, at)) = context.field.state().tokens.get(&token).copied() else {
        return rest(context, &from);
    };
    let front = context.mover.card_at(from.pose).front_centre();
    let side = context.field.profile().token;
    let nearest = nearest_part(side, at, front);
    let toward = |at: &Progress, _: &Field<'_>, point: Point| {
        let kinds = kinds(context);
        choose(context, at, point, None, &Ends::ANYWHERE, kinds).map(|course| (course.legs, course.end))
    };
    if context.field.profile().paths == PathRule::Chosen {
        return to_exact_point(context, &from, token, at);
    }
    let path = if context.unit.airborne {
        Path::Open
    } else {
        context
            .field
            .open_path(context.unit.id, None, nearest, Purpose::Move)
    };
    let ((legs, end), indirect) = match path {
        Path::Open => (toward(&from, context.field, nearest)?, None),
        Path::Line(blocker) | Path::Narrow(blocker) => {
            let blocked = BlockedPath {
                aim: Aim::Token(token),
                points: parts(side, at, front),
                target: None,
                blocker,
                crossed: matches!(path, Path::Line(_)),
            };
            let (done, indirect) = indirect::go(context, &from, context.field, &blocked, &toward)?;
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

/// Whether any part of a unit's card touches a point. Rule `BG3-ORD-15` (p. 8).
fn touches_point(context: &MoveContext<'_>, at: &Progress, point: Point) -> bool {
    gap(&context.mover.card_at(at.pose), &point) <= TOL.touch
}

/// To an exact point by the path that the unit takes there: it is reached as soon as any part of the card touches it, and the rest
/// of the order follows with what is left; a flyer lands there. Rules `BG3-ORD-14`, `BG3-ORD-15` (p. 8), `BG3-PATH-01`
/// (p. 12), `BG3-KEY-20` (p. 29).
fn to_exact_point(
    context: &MoveContext<'_>,
    from: &Progress,
    token: TokenNo,
    point: Point,
) -> Result<Plan, Need> {
    let goal = v3::paths::Goal { point, of: None };
    let stop = |pose: Pose| Here::within(1e-6, gap(&context.mover.card_at(pose), &point).value());
    let until = v3::paths::Until::Holds(&stop);
    let on_path = v3::paths::way(context, from, context.field, goal, &until)?;
    if !touches_point(context, &on_path.done.1, point) {
        return Ok(on_path.plan(context).toward(Aim::Token(token)));
    }
    let (how, (legs, end)) = (on_path.how, on_path.done);
    let there = |plan: Plan| {
        let plan = plan.toward(Aim::Token(token));
        match how {
            Some(how) => plan.by(how),
            None => plan,
        }
    };
    if context.unit.airborne && !context.unit.turn.took_off && context.field.profile().lands_at_point {
        let landed = v3::landing::at_point(context, from, &legs, point);
        let plan = landed.unwrap_or_else(|| Plan::of(&context.mover, legs, &end));
        return Ok(there(Plan {
            reached: Some(token),
            ..plan
        }));
    }
    let after = rest(context, &end)?;
    let mut all = legs;
    all.extend(after.legs);
    let plan = Plan {
        legs: all,
        reached: Some(token),
        others: None,
        ..after
    };
    // How it stopped in the end counts: up to a friend a Colossal unit tramples it. Rule BG3-KEY-09 (p. 30).
    Ok(if plan.indirect.is_some() {
        plan.toward(Aim::Token(token))
    } else {
        there(plan)
    })
}

fn kinds(context: &MoveContext<'_>) -> &'static [PlanKind] {
    if context.unit.airborne {
        &PlanKind::FLYING
    } else {
        &PlanKind::ALL
    }
}

/// The order without its objective, from where the unit has come to. Rules `BG4-ORDMV-10`, `BG3-ORD-15` (p. 8).
fn rest(context: &MoveContext<'_>, from: &Progress) -> Result<Plan, Need> {
    if context.orders.order == Order::Hold {
        return Ok(Plan::of(&context.mover, Vec::new(), from));
    }
    let plain = MoveContext {
        orders: Orders {
            objective: None,
            ..context.orders
        },
        mover: context.mover.clone(),
        ..*context
    };
    match context.orders.order {
        Order::Follow => to_friend(&plain, from, None),
        Order::Close | Order::Hold | Order::Range | Order::Short | Order::Long => {
            to_enemy(&plain, from, None)
        }
    }
}

/// After a friend, the nearest one unless it is set: to its nearest centre point that is not of its front. Nowhere if there is
/// no friend left. Rule `BG3-ORD-07` (p. 6).
///
/// # Errors
/// [`Need::Ask`] where the owner has a choice.
pub(crate) fn to_friend(
    context: &MoveContext<'_>,
    from: &Progress,
    set: Option<UnitId>,
) -> Result<Plan, Need> {
    let moved = field_at(context, from.pose);
    let field = moved.as_ref().unwrap_or(context.field);
    let set = set.filter(|friend| field.card(*friend).is_some());
    let nearest = match set {
        Some(friend) => Some(friend),
        None => field.nearest_friend(context.unit.id, context.answers)?,
    };
    let stays = Plan::of(&context.mover, Vec::new(), from);
    let Some(friend) = nearest else {
        return Ok(stays);
    };
    let front = context.mover.card_at(from.pose).front_centre();
    let Some(body) = field.body(friend) else {
        return Ok(stays);
    };
    let closest = v3::paths::ClosestPoints::of(context, friend, body, front, |side| side != Side::Front);
    let Some((side, goal)) = closest.chosen(context)? else {
        return Ok(stays);
    };
    let goal = v3::paths::Goal {
        point: goal,
        of: Some(friend),
    };
    let until = v3::paths::Until::Arrives;
    Ok(v3::paths::way(context, from, field, goal, &until)?
        .plan(context)
        .toward(Aim::Leader(friend, side)))
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
            let ((legs, end), indirect) = indirect::go(context, &from, field, &blocked, &toward(point))?;
            Ok(Plan::of(&context.mover, legs, &end).toward(aim).by(indirect))
        }
    }
}

/// Where a follower's front centre shall touch its leader: the middle of the side, or where the contact is greatest if
/// another unit stands there; followers that activate together share the side. RULING: BG4-ORDMV-16.
fn place_behind(
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

/// Units that refer to a token.
pub(crate) fn is_sought(state: &State, token: TokenNo, but: UnitId) -> bool {
    state.units.iter().any(|unit| {
        unit.id != but
            && unit.destroyed.is_none()
            && crate::rules::movement::context::orders_of(unit)
                .is_some_and(|orders| orders.objective == Some(Objective::Location(token)))
    })
}
