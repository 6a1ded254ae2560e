//! Flying: straight and by turns over everything, and landing (pp. 123-125).
//!
//! `landing` says where a flyer under its order lands before its enemy.

pub(crate) mod landing;
pub(crate) mod room;

use battleground_geometry::{Approach, Inches, Limit, Object, Pose, Side, Way, gap, overlaps, shift};
use landing::{Beside, landing};

use super::mover::{MovedBy, Progress};
use super::plans::{Ends, PlanKind, cut};
use crate::field::{Field, LEAST_CONTACT, Purpose, TOL};
use crate::model::agenda::Need;
use crate::model::orders::Order;
use crate::procedures::movement::choices::choose;
use crate::procedures::movement::context::MoveContext;
use crate::procedures::movement::flying::room::{is_clear, landing_limit, on_the_ground};
use crate::procedures::movement::mover::{GRAIN, length};
use crate::procedures::movement::plan::{Aim, Plan};
use crate::procedures::movement::plans::cut::Here;
use crate::procedures::movement::reach::Reach;
use crate::procedures::movement::target::{MoveTarget, into_sight};

/// Toward an enemy: a flyer with Close lands before it as soon as it can, one with a ranged order stops in range. Rules
/// `BG4-FLY-03`, `BG4-FLY-05`, `BG4-FLY-16` (pp. 123-124).
///
/// # Errors
/// [`Need::Ask`] where the owner has a choice.
pub(crate) fn to_enemy(
    context: &MoveContext<'_>,
    from: &Progress,
    field: &Field<'_>,
    move_target: &MoveTarget,
    range: Option<Reach>,
) -> Result<Plan, Need> {
    let id = context.unit.id;
    let mut move_target = *move_target;
    let mut room_before_it = false;
    if context.orders.order == Order::Close
        && let (Some(own), Some(enemy)) = (field.card(id), field.body(move_target.enemy))
    {
        let (left, right) = enemy.side_ends(move_target.side);
        let lands_to_rush = field.profile().lands_to_rush;
        let above = if lands_to_rush {
            overlaps(own, Object::Line(&[left, right]), TOL)
        } else {
            overlaps(own, enemy, TOL) // Rule BG3-KEY-19 (p. 29).
        };
        let facing = move_target.side;
        if above {
            move_target.side = move_target.side.opposite();
            move_target.point = enemy.target_point(move_target.side, own.front_centre());
        }
        let preferred = move_target.side;
        let land_at = |side: Side, at: Beside| {
            let at_side = MoveTarget {
                side,
                point: enemy.target_point(side, own.front_centre()),
                ..move_target
            };
            let landing = landing(context, from, field, (&at_side, at))?;
            Some(landing.toward(Aim::Enemy(move_target.enemy, side)))
        };
        // In the earlier edition another side will do where there is no place at that one, the Facing Side first, and else the one
        // with the place nearest to the enemy; where no side has one, any place near enough. Rule BG3-KEY-19 (p. 29).
        // RULING: BG3-KEY-19, the far side is the one opposite the Facing Side. "If possible" is by the one leg that a flyer moves; a
        // place counts as at the side that is the Facing Side there.
        let at_another = || {
            let others = Side::ALL
                .into_iter()
                .filter(|side| ![preferred, facing].contains(side));
            let landings = others.filter_map(|side| land_at(side, Beside::TheSide));
            landings.min_by_key(|landing| gap(&context.mover.card_at(landing.to), enemy))
        };
        let landing = if lands_to_rush {
            land_at(preferred, Beside::AnySide)
        } else {
            land_at(preferred, Beside::TheSide)
                .or_else(|| land_at(facing, Beside::TheSide).filter(|_| facing != preferred))
                .or_else(at_another)
                .or_else(|| land_at(preferred, Beside::AnySide))
        };
        if let Some(landing) = landing {
            return Ok(landing);
        }
        room_before_it = lands_to_rush && has_room_before(context, field, &move_target);
    }
    let in_sight = into_sight(context, field, &move_target);
    let ends = Ends {
        seen: in_sight.as_ref().map(|sees| sees as &dyn Fn(Pose) -> bool),
        ..Ends::ANYWHERE
    };
    let toward = |ends: &Ends<'_>| {
        let enemy = Some(move_target.enemy);
        choose(context, from, move_target.point, enemy, ends, &PlanKind::FLYING)
    };
    let mut course = toward(&ends)?;
    let limit = landing_limit(field, context.unit, MovedBy::Order);
    if room_before_it && TOL.reaches(length(course.distance), limit, Limit::Within) {
        // It has come too far to land, and lies on nothing, so that it can next turn; elsewhere it may end above others,
        // as any flyer. Rules BG4-FLY-03, -05 (p. 124).
        let landed = on_the_ground(context.unit);
        let obstacles = field.obstacles(&landed, &[]);
        let room = |pose: Pose| is_clear(&obstacles, &context.mover.card_at(pose));
        if !room(course.end.pose) {
            let room = Some(&room as &dyn Fn(Pose) -> bool);
            let short = toward(&Ends { room, ..ends })?;
            if room.is_some_and(|room| room(short.end.pose)) {
                course = short;
            }
        }
    }
    let lookout = field.lookout(id, move_target.enemy, Purpose::Shoot);
    let (legs, end) = match range {
        Some(range) if field.profile().ranged_stays_for_target => {
            let shooter =
                crate::procedures::v3::shooting::Shooter::of(field, context.unit, range.range.inches());
            cut(&context.mover, from, &course.legs, &|pose| {
                shooter.stops(move_target.enemy, pose)
            })
        }
        Some(range) => cut(&context.mover, from, &course.legs, &|pose| {
            let front = context.mover.card_at(pose).front_centre();
            let reach = range.range.inches().value() + GRAIN;
            Here::within(reach, front.distance(move_target.point).value()).and(|| lookout.sees(pose))
        }),
        None => (course.legs, course.end),
    };
    Ok(Plan::of(&context.mover, legs, &end).toward(Aim::Enemy(move_target.enemy, move_target.side)))
}

/// Whether there is room to land before the side of an enemy, within the ground distance of it, so that a later Final Rush
/// of that side has a place. Rule `BG4-FLY-03` (p. 124).
fn has_room_before(context: &MoveContext<'_>, field: &Field<'_>, move_target: &MoveTarget) -> bool {
    const STEPS_TO_INCH: f64 = 100.0;
    let Some(enemy) = field.body(move_target.enemy) else {
        return false;
    };
    let landed = on_the_ground(context.unit);
    let all = field.obstacles(&landed, &[]);
    let approach =
        Approach::front_to(enemy, move_target.side, context.mover.size()).aimed_at(move_target.point);
    let others: Vec<Object<'_>> = field
        .obstacles(&landed, &[move_target.enemy])
        .iter()
        .map(|obstacle| obstacle.object)
        .collect();
    if approach.best(LEAST_CONTACT, &others, TOL).is_empty() {
        return false;
    }
    let flush = approach.pose(Inches::ZERO);
    let limit = landing_limit(field, context.unit, MovedBy::Order);
    let steps = (limit.value() * STEPS_TO_INCH).floor() as u32;
    (0..=steps)
        .map(|step| shift(flush, Way::Backward, length(f64::from(step) / STEPS_TO_INCH)))
        .any(|pose| is_clear(&all, &context.mover.card_at(pose)))
}
