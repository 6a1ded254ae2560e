//! The Movement Procedure toward an enemy: whom, to which side, by which path, how far (pp. 38-40, 46-52).

use battleground_geometry::Way::Forward;
use battleground_geometry::{Inches, Limit, Point, Pose, Side};

use crate::editions::profile::PathRule;
use crate::field::{Blocker, Field, Path, Purpose, TOL};
use crate::model::agenda::{Answer, Need, Topic, fitting_answer};
use crate::model::cards::RangedType;
use crate::model::command::Leg;
use crate::model::effect::Keyword;
use crate::model::names::{UnitId, side_name};
use crate::model::orders::{Objective, Order};
use crate::model::rule::Rule;
use crate::procedures::movement::asked::BlockedPath;
use crate::procedures::movement::choices::{ask, choose};
use crate::procedures::movement::context::MoveContext;
use crate::procedures::movement::flying;
use crate::procedures::movement::mover::Progress;
use crate::procedures::movement::plan::{Aim, Plan};
use crate::procedures::movement::plans::cut::Here;
use crate::procedures::movement::plans::{Ends, PlanKind, ahead_and_aside, cut};
use crate::procedures::movement::reach::Reach;
use crate::procedures::movement::target::{MoveTarget, into_sight};
use crate::procedures::rush::ladder;
use crate::procedures::v4::paths;

/// A quick yes: whether a unit surely moves, or its owner is asked first, whatever the best of its plans. It does if it
/// goes for an enemy that it sees, nothing has it go round, and straight ahead alone brings it nearer: another plan is
/// preferred only if it ends nearer still. Rules `BG4-MOVE-06`, `BG4-MOVE-07`, `BG4-ORDMV-01` (pp. 39, 43, 50).
pub(crate) fn surely_moves(context: &MoveContext<'_>) -> bool {
    /// More than rounding a pose can undo.
    const SOME_WAY: f64 = 0.02;
    let (id, field) = (context.unit.id, context.field);
    let set = match context.orders.objective {
        Some(Objective::Enemy(enemy)) => Some(enemy).filter(|enemy| field.card(*enemy).is_some()),
        Some(Objective::Location(_) | Objective::Friend(_)) => return false,
        None => None,
    };
    let by_procedure = field.profile().paths == PathRule::Procedure;
    if context.orders.order != Order::Close || context.unit.airborne || !by_procedure {
        return false;
    }
    let move_target = match move_target(context, field, set) {
        Ok(Some(move_target)) => move_target,
        Ok(None) => return false,
        Err(_) => return true,
    };
    let goes_straight = match move_target.path {
        Path::Open => true,
        Path::Line(Blocker::Unit(other)) | Path::Narrow(Blocker::Unit(other)) => other.team() != id.team(),
        Path::Line(_) | Path::Narrow(_) => false,
    };
    if !goes_straight
        || keeps_off(context, &move_target)
        || !field.is_visible(id, move_target.enemy, Purpose::Move)
    {
        return false;
    }
    let start = context.mover.start();
    let (ahead, _) = ahead_and_aside(&context.mover.card_at(start.pose), move_target.point);
    let straight = context.mover.shifted(&start, Forward, ahead.max(0.0));
    straight.is_some_and(|(_, distance)| distance > SOME_WAY)
}

pub(crate) fn aim(move_target: &MoveTarget) -> Aim {
    Aim::Enemy(move_target.enemy, move_target.side)
}

/// Steps 1 to 3: the enemy, the side and the path, with Nearest Open Side where the path is blocked. Rules
/// `BG4-MOVE-02`, `BG4-MOVE-03`, `BG4-PATH-01` to `BG4-PATH-04` (pp. 38, 46-47).
pub(crate) fn move_target(
    context: &MoveContext<'_>,
    field: &Field<'_>,
    set: Option<UnitId>,
) -> Result<Option<MoveTarget>, Need> {
    let id = context.unit.id;
    let first = match set {
        Some(enemy) => Some(enemy),
        None => field.nearest_enemy(id, Purpose::Move, context.answers)?,
    };
    let Some(first) = first else {
        return Ok(None);
    };
    let facing = field.facing_side(id, first, context.answers)?;
    let Some(direct) = to_side(context, field, first, facing, facing) else {
        return Ok(None);
    };
    if direct.path == Path::Open {
        return Ok(Some(direct));
    }
    let visible = field.visible_enemies(id, Purpose::Move);
    let mut candidates = match (set, visible.is_empty()) {
        (Some(enemy), _) => vec![enemy],
        (None, false) => visible.clone(),
        (None, true) => field.state().enemies_of(id.seat()).map(|unit| unit.id).collect(),
    };
    candidates.retain(|enemy| field.card(*enemy).is_some());
    if !candidates.contains(&first) {
        candidates.push(first);
    }
    // Each enemy whose path is blocked is measured to its Nearest Open Side, at most once. Rule BG4-PATH-03.
    let mut converted: Vec<(UnitId, Option<Side>)> = Vec::new();
    let mut blocked = (first, facing);
    loop {
        let open = nearest_open_side(context, field, blocked.0, blocked.1)?;
        converted.push((blocked.0, open));
        let mut measured: Vec<(UnitId, Side, Inches)> = Vec::new();
        for enemy in &candidates {
            let known = converted.iter().find(|(one, _)| one == enemy);
            let side = match known {
                Some((_, None)) => continue,
                Some((_, Some(side))) => *side,
                None => field.facing_side(id, *enemy, context.answers)?,
            };
            let Some((_, mut distance)) = field.to_side(id, *enemy, side) else {
                continue;
            };
            if known.is_none() && visible.is_empty() {
                distance = field.within(id, *enemy).unwrap_or(distance);
            }
            measured.push((*enemy, side, distance));
        }
        let nearest = field.nearest_by_sides(id, &measured, blocked.0, context.answers)?;
        let Some((nearest, side, _)) = measured.into_iter().find(|(enemy, ..)| Some(*enemy) == nearest)
        else {
            return Ok(Some(direct));
        };
        let facing = field.facing_side(id, nearest, context.answers)?;
        let Some(found) = to_side(context, field, nearest, side, facing) else {
            return Ok(Some(direct));
        };
        if converted.iter().any(|(one, _)| *one == nearest) || found.path == Path::Open {
            return Ok(Some(found));
        }
        blocked = (nearest, facing);
    }
}

pub(crate) fn to_side(
    context: &MoveContext<'_>,
    field: &Field<'_>,
    enemy: UnitId,
    side: Side,
    facing: Side,
) -> Option<MoveTarget> {
    let (point, _) = field.to_side(context.unit.id, enemy, side)?;
    // BG4-FLY-16: for a flyer every path is open.
    let path = if context.unit.airborne {
        Path::Open
    } else {
        field.open_path(context.unit.id, Some((enemy, side)), point, Purpose::Move)
    };
    Some(MoveTarget {
        enemy,
        side,
        point,
        path,
        is_facing: side == facing,
    })
}

/// The open side of a unit whose centre point is nearest; on a tie the Facing Side, then the owner's choice. Rules
/// `BG4-PATH-01`, `BG4-PATH-02` (pp. 46-47).
pub(crate) fn nearest_open_side(
    context: &MoveContext<'_>,
    field: &Field<'_>,
    target: UnitId,
    facing: Side,
) -> Result<Option<Side>, Need> {
    let id = context.unit.id;
    let tied = field.nearest_open_sides(id, target, facing);
    if tied.len() < 2 {
        return Ok(tied.first().copied());
    }
    let (topic, about) = (Topic::OpenSide, Some(target));
    let given = fitting_answer(
        context.answers,
        topic,
        Some(id),
        about,
        |answer| matches!(answer, Answer::Side(side) if tied.contains(side)),
    );
    if let Some(Answer::Side(side)) = given {
        return Ok(Some(*side));
    }
    let options = tied
        .iter()
        .map(|side| {
            (
                Answer::Side(*side),
                format!("the {} of {target}", side_name(*side)),
            )
        })
        .collect();
    Err(ask(context, topic, about, options, Rule::Path02))
}

/// Step 5: what brings the unit nearest to the side it goes for, up to where its order stops it. Rules `BG4-MOVE-06` to
/// `BG4-MOVE-09`, `BG4-ORDMV-02`, `BG4-SKIRM-05` (pp. 38-45, 50-51, 128).
pub(crate) fn step_five(
    context: &MoveContext<'_>,
    from: &Progress,
    field: &Field<'_>,
    move_target: &MoveTarget,
    range: Option<Reach>,
) -> Result<(Vec<Leg>, Progress), Need> {
    let in_sight = into_sight(context, field, move_target);
    let course = choose(
        context,
        from,
        move_target.point,
        Some(move_target.enemy),
        &Ends {
            seen: in_sight.as_ref().map(|sees| sees as &dyn Fn(Pose) -> bool),
            ..Ends::ANYWHERE
        },
        &PlanKind::ALL,
    )?;
    let near = |pose: Pose, inches: f64| {
        let front = context.mover.card_at(pose).front_centre();
        Here::within(inches + 1e-6, front.distance(move_target.point).value())
    };
    if let Some(range) = range {
        let lookout = field.lookout(context.unit.id, move_target.enemy, Purpose::Shoot);
        let stop = |pose: Pose| {
            let shoots =
                || range.way != RangedType::LineOfSight || shoots_freely(context, field, pose, move_target);
            near(pose, range.range.inches().value()).and(|| lookout.sees(pose) && shoots())
        };
        return Ok(cut(&context.mover, from, &course.legs, &stop));
    }
    if keeps_off(context, move_target) {
        let keeps = context.field.profile().keeps_off;
        return Ok(cut(&context.mover, from, &course.legs, &|pose| {
            near(pose, keeps.value())
        }));
    }
    Ok((course.legs, course.end))
}

/// Whether an Open Path leads to the Facing Side from there, as a Line of Sight attack asks for. RULING: BG4-ORDMV-04.
pub(crate) fn shoots_freely(
    context: &MoveContext<'_>,
    field: &Field<'_>,
    pose: Pose,
    move_target: &MoveTarget,
) -> bool {
    let id = context.unit.id;
    let field = field.clone().with(id, pose);
    let Some(facing) = field.facing_sides(id, move_target.enemy) else {
        return false;
    };
    Side::ALL
        .into_iter()
        .filter(|side| facing.allows(*side))
        .any(|side| {
            field
                .to_side(id, move_target.enemy, side)
                .is_some_and(|(point, _)| {
                    field.open_path(id, Some((move_target.enemy, side)), point, Purpose::Shoot) == Path::Open
                })
        })
}

/// Whether a Skirmisher on Close may not rush what it goes for and stops at 1.25 inches. Rules `BG4-SKIRM-04`, `BG4-SKIRM-05` (p.
/// 128).
pub(crate) fn keeps_off(context: &MoveContext<'_>, move_target: &MoveTarget) -> bool {
    let state = context.field.state();
    state.kind(context.unit).is(Keyword::Skirmisher)
        && context.orders.order == Order::Close
        && matches!(context.orders.objective, None | Some(Objective::Enemy(_)))
        && !ladder::skirmisher_may_rush(state, move_target.enemy, move_target.side)
}

/// Toward the Nearest Enemy, or an enemy that is set. Rules `BG4-MOVE-02` to `BG4-MOVE-09`, `BG4-ORDMV-01` to `BG4-ORDMV-04`,
/// `BG4-ORDMV-13` to `BG4-ORDMV-15` (pp. 38-45, 50-51, 54-56).
///
/// # Errors
/// [`Need::Ask`] where the owner has a choice.
pub(crate) fn to_enemy(
    context: &MoveContext<'_>,
    from: &Progress,
    field: &Field<'_>,
    set: Option<UnitId>,
    range: Option<Reach>,
) -> Result<Plan, Need> {
    let Some(move_target) = move_target(context, field, set)? else {
        return Ok(Plan::of(&context.mover, Vec::new(), from));
    };
    if context.unit.airborne {
        return flying::to_enemy(context, from, field, &move_target, range);
    }
    match move_target.path {
        Path::Open => {
            let (legs, end) = step_five(context, from, field, &move_target, range)?;
            Ok(Plan::of(&context.mover, legs, &end).toward(aim(&move_target)))
        }
        Path::Line(blocker) | Path::Narrow(blocker) => {
            let blocked = BlockedPath {
                aim: aim(&move_target),
                points: vec![move_target.point],
                target: Some((move_target.enemy, move_target.side)),
                blocker,
                crossed: matches!(move_target.path, Path::Line(_)),
            };
            let toward = |at: &Progress, field: &Field<'_>, _: Point| {
                step_five(context, at, field, &move_target, range)
            };
            let ((legs, end), indirect) = paths::go(context, from, field, &blocked, &toward)?;
            Ok(Plan::of(&context.mover, legs, &end)
                .toward(aim(&move_target))
                .by(indirect))
        }
    }
}

/// Whether a Range, Short or Long unit stands still that sees its enemy: it is in range, and for a Line of Sight attack an Open Path
/// leads to the Facing Side. Rules `BG4-MOVE-05`, `BG4-ORDMV-02`, `BG4-ORDMV-04`, `BG4-KEYW-03` (pp. 39, 50-51, 120).
///
/// # Errors
/// [`Need::Ask`] where the owner has a choice.
pub(crate) fn stands(
    context: &MoveContext<'_>,
    field: &Field<'_>,
    range: Reach,
    set: Option<UnitId>,
    enemy: UnitId,
) -> Result<bool, Need> {
    let id = context.unit.id;
    let side = field.facing_side(id, enemy, context.answers)?;
    let Some((point, distance)) = field.to_side(id, enemy, side) else {
        return Ok(false);
    };
    let open = || field.open_path(id, Some((enemy, side)), point, Purpose::Shoot) == Path::Open;
    if !TOL.reaches(distance, range.range.inches(), Limit::Within) {
        return Ok(false);
    }
    if range.way != RangedType::LineOfSight || open() {
        return Ok(true);
    }
    // RULING: BG4-ORDMV-04. It stands too if the Nearest Open Side rule turns it to another enemy that it can shoot.
    let Some(other) =
        move_target(context, field, set)?.filter(|other| other.enemy != enemy && other.is_facing)
    else {
        return Ok(false);
    };
    let distance = field
        .card(id)
        .map(|card| card.front_centre().distance(other.point));
    Ok(other.path == Path::Open
        && field.is_visible(id, other.enemy, Purpose::Shoot)
        && distance.is_some_and(|distance| TOL.reaches(distance, range.range.inches(), Limit::Within)))
}
