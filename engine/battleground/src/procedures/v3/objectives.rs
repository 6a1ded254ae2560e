//! Moves to an exact point (pp. 8, 12, 29).

use battleground_geometry::{Point, Pose, gap};

use crate::model::agenda::Need;
use crate::model::names::TokenNo;
use crate::procedures::movement::context::MoveContext;
use crate::procedures::movement::mover::Progress;
use crate::procedures::movement::plan::{Aim, Goal, Plan};
use crate::procedures::movement::plans::cut::Here;
use crate::procedures::movement::rest::rest;
use crate::procedures::movement::target::touches_point;
use crate::procedures::v3::paths::until::Until;
use crate::procedures::v3::{landing, paths};

/// To an exact point by the path that the unit takes there: it is reached as soon as any part of the card touches it, and the rest
/// of the order follows with what is left; a flyer lands there. Rules `BG3-ORD-14`, `BG3-ORD-15` (p. 8), `BG3-PATH-01`
/// (p. 12), `BG3-KEY-20` (p. 29).
pub(crate) fn to_exact_point(
    context: &MoveContext<'_>,
    from: &Progress,
    token: TokenNo,
    point: Point,
) -> Result<Plan, Need> {
    let goal = Goal { point, of: None };
    let stop = |pose: Pose| Here::within(1e-6, gap(&context.mover.card_at(pose), &point).value());
    let until = Until::Holds(&stop);
    let on_path = paths::way(context, from, context.field, goal, &until)?;
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
        let landed = landing::at_point(context, from, &legs, point);
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
