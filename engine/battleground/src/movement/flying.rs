//! Flying: straight and by turns over everything, and landing (pp. 123-125).

use hindsight_geometry::inches::{
    Approach, Card, Hand, Inches, Limit, Object, Point, Pose, Turn, Way, overlaps, shift,
};

use super::mover::{GRAIN, Progress, Rein, angle, is_gentle, length};
use super::plans::{Ends, Here, PlanKind, cut};
use super::procedure::{Quarry, Reach, choose, into_sight};
use super::{Aim, Errand, Plan};
use crate::agenda::Need;
use crate::command::Leg;
use crate::field::{Field, Obstacle, Purpose, TOL, lasting_steps, stored};
use crate::final_rush::LEAST_CONTACT;
use crate::orders::Order;
use crate::state::{Status, Unit};

/// Why a flyer may not land now, if it may not. Rule `BG4-FLY-06`.
pub(crate) fn cannot_land(unit: &Unit) -> Option<&'static str> {
    if !unit.airborne {
        Some("only an Airborne unit lands")
    } else if unit.turn.took_off {
        Some("a unit may not take off and land in the same turn")
    } else {
        None
    }
}

/// How far a flyer may have moved on a landing move: its ground MC, with its cap. Rule `BG4-FLY-06`.
pub(crate) fn landing_limit(field: &Field<'_>, unit: &Unit, rein: Rein) -> Inches {
    let state = field.state();
    let mc = state.kind(unit).movement.stepped(lasting_steps(state, unit));
    match (rein, unit.status) {
        (Rein::Order, Status::Ready(Some(orders))) => orders.cap.map_or(mc, |cap| mc.min(cap)),
        (Rein::Order | Rein::Control, _) => mc,
    }
    .inches()
}

/// Whether a unit could lie there on the ground. Rule `BG4-FLY-06`.
pub(crate) fn is_landing_place(field: &Field<'_>, unit: &Unit, pose: Pose) -> bool {
    field.card(unit.id).is_some_and(|card| {
        let landed = on_the_ground(unit);
        is_clear(&field.obstacles(&landed, &[]), &card.at(pose))
    })
}

/// Whether a card overlaps none of these.
fn is_clear(obstacles: &[Obstacle<'_>], card: &Card) -> bool {
    obstacles
        .iter()
        .all(|obstacle| !overlaps(card, obstacle.object, TOL))
}

fn on_the_ground(unit: &Unit) -> Unit {
    Unit {
        airborne: false,
        ..unit.clone()
    }
}

/// Toward an enemy: a flyer with Close lands before it as soon as it can, one with a ranged order stops in range. Rules
/// `BG4-FLY-03`, `-05`, `-16`.
///
/// # Errors
/// [`Need::Ask`] where the owner has a choice.
pub(crate) fn to_enemy(
    errand: &Errand<'_>,
    from: &Progress,
    field: &Field<'_>,
    quarry: &Quarry,
    range: Option<Reach>,
) -> Result<Plan, Need> {
    let id = errand.unit.id;
    let mut quarry = *quarry;
    let mut place = None;
    if errand.orders.order == Order::Close
        && let (Some(own), Some(enemy)) = (field.card(id), field.body(quarry.enemy))
    {
        let (left, right) = enemy.side_ends(quarry.side);
        if overlaps(own, Object::Line(&[left, right]), TOL) {
            quarry.side = quarry.side.opposite();
            quarry.point = enemy.target_point(quarry.side, own.front_centre());
        }
        place = landing_place(errand, field, &quarry);
        if let Some(landing) = place.and_then(|place| landing(errand, from, field, place)) {
            return Ok(landing.toward(Aim::Enemy(quarry.enemy, quarry.side)));
        }
    }
    let in_sight = into_sight(errand, field, &quarry);
    let ends = Ends {
        seen: in_sight.as_ref().map(|sees| sees as &dyn Fn(Pose) -> bool),
        ..Ends::ANYWHERE
    };
    let toward = |ends: &Ends<'_>| {
        let enemy = Some(quarry.enemy);
        choose(errand, from, quarry.point, enemy, ends, &PlanKind::FLYING)
    };
    let mut course = toward(&ends)?;
    let limit = landing_limit(field, errand.unit, Rein::Order);
    if place.is_some() && TOL.reaches(length(course.distance), limit, Limit::Within) {
        // It has come too far to land, and lies on nothing, so that it can next turn; elsewhere it may end above others,
        // as any flyer. Rules BG4-FLY-03, -05 (p. 124).
        let landed = on_the_ground(errand.unit);
        let obstacles = field.obstacles(&landed, &[]);
        let room = |pose: Pose| is_clear(&obstacles, &errand.mover.card_at(pose));
        if !room(course.end.pose) {
            let room = Some(&room as &dyn Fn(Pose) -> bool);
            let short = toward(&Ends { room, ..ends })?;
            if room.is_some_and(|room| room(short.end.pose)) {
                course = short;
            }
        }
    }
    let lookout = field.lookout(id, quarry.enemy, Purpose::Shoot);
    let (legs, end) = match range {
        Some(range) => cut(&errand.mover, from, &course.legs, &|pose| {
            let front = errand.mover.card_at(pose).front_centre();
            let reach = range.range.inches().value() + GRAIN;
            Here::within(reach, front.distance(quarry.point).value()).and(|| lookout.sees(pose))
        }),
        None => (course.legs, course.end),
    };
    Ok(Plan::of(&errand.mover, legs, &end).toward(Aim::Enemy(quarry.enemy, quarry.side)))
}

/// Where a flyer with Close wants to land before its enemy. RULING: BG4-FLY-03. It lies flush before the side, as near as
/// nothing overlaps, facing it.
fn landing_place(errand: &Errand<'_>, field: &Field<'_>, quarry: &Quarry) -> Option<Pose> {
    const STEPS_TO_INCH: f64 = 100.0;
    let enemy = field.body(quarry.enemy)?;
    let landed = on_the_ground(errand.unit);
    let all = field.obstacles(&landed, &[]);
    let approach = Approach::front_to(enemy, quarry.side, errand.mover.size()).aimed_at(quarry.point);
    let others: Vec<Object<'_>> = field
        .obstacles(&landed, &[quarry.enemy])
        .iter()
        .map(|obstacle| obstacle.object)
        .collect();
    // A Final Rush of that side must be legal from there next turn.
    if approach.best(LEAST_CONTACT, &others, TOL).is_empty() {
        return None;
    }
    let flush = approach.pose(Inches::ZERO);
    let limit = landing_limit(field, errand.unit, Rein::Order);
    let steps = (limit.value() * STEPS_TO_INCH).floor() as u32;
    (0..=steps)
        .map(|step| shift(flush, Way::Backward, length(f64::from(step) / STEPS_TO_INCH)))
        .find(|pose| is_clear(&all, &errand.mover.card_at(*pose)))
}

/// The landing there, if it can be made this turn: the middle of the card gets there straight or by one turn, and all it
/// has flown this turn counts. RULING: BG4-FLY-03. Rule `BG4-FLY-06`.
fn landing(errand: &Errand<'_>, from: &Progress, field: &Field<'_>, place: Pose) -> Option<Plan> {
    if cannot_land(errand.unit).is_some() {
        return None;
    }
    let limit = landing_limit(field, errand.unit, Rein::Order);
    let most = (limit.value() - from.used).min(errand.mover.left(from));
    let (mut legs, end) = fly_to(errand, from, place.centre, most)?;
    if end.pose.heading.turn_to(place.heading).value().abs() > 0.005 {
        legs.push(Leg::Reform {
            heading: place.heading,
        });
    }
    let end = Progress { pose: place, ..end };
    Some(Plan {
        to: stored(place, |there| is_landing_place(field, errand.unit, there)),
        lands: true,
        ..Plan::of(&errand.mover, legs, &end)
    })
}

/// The one leg, straight or a turn, that brings the middle of the card to a point with at most so much distance.
fn fly_to(errand: &Errand<'_>, from: &Progress, centre: Point, most: f64) -> Option<(Vec<Leg>, Progress)> {
    let card = errand.mover.card_at(from.pose);
    let (right, ahead) = card.own_axes(centre);
    if right.abs().value() <= TOL.touch.value() && ahead.value() >= -TOL.touch.value() {
        let distance = ahead.value().max(0.0);
        let (end, moved) = errand.mover.shifted(from, Way::Forward, distance)?;
        let legs = if moved > GRAIN {
            vec![Leg::Shift {
                way: Way::Forward,
                inches: length(moved),
            }]
        } else {
            Vec::new()
        };
        return (moved <= most + GRAIN && moved >= distance - 1e-4).then_some((legs, end));
    }
    let found = [Hand::Left, Hand::Right]
        .into_iter()
        .filter_map(|hand| turn_to(&card, hand, centre))
        .filter(|turn| is_gentle(&card, *turn) && turn.cost(&card).value() <= most + GRAIN)
        .min_by(|a, b| a.ruler().cmp(&b.ruler()))?;
    let end = errand.mover.turned(from, found, false)?;
    let leg = Leg::Turn {
        hand: found.hand(),
        angle: found.angle(),
        inches: found.ruler(),
        backward: false,
    };
    Some((vec![leg], end))
}

/// The turn to a hand that brings the middle of a card to a point, if there is one. Rule `BG4-MOVE-13`, solved for angle
/// and ruler: from the outside corner the middle lies half the width inward and the ruler less half the depth ahead.
fn turn_to(card: &Card, hand: Hand, centre: Point) -> Option<Turn> {
    let (half, depth) = (
        card.size().width().half().value(),
        card.size().depth().half().value(),
    );
    let (right, ahead) = card.own_axes(centre);
    // In the card's axes, mirrored so that the turn goes to the right; the outside corner is the left one.
    let right = match hand {
        Hand::Right => right.value(),
        Hand::Left => -right.value(),
    };
    let (x, y) = (right + half, ahead.value() - depth);
    // Nearer to the outside corner than the middle itself ever is.
    let square = x * x + y * y - half * half;
    if square < -GRAIN {
        return None;
    }
    let along = square.max(0.0).sqrt();
    let ruler = along + depth;
    let turned = (x.atan2(y) - half.atan2(along)).to_degrees();
    if !(0.0..=90.0).contains(&turned) {
        return None;
    }
    Turn::new(hand, angle(turned), length(ruler)).ok()
}
