//! Landing at the end of a move, and at a point objective (p. 29).

use battleground_geometry::{Degrees, Object, Point, Pose, gap, reform};

use crate::field::{Field, TOL, stored};
use crate::model::agenda::{Answer, Answered, Asking, Need, Options, Topic, answer_to};
use crate::model::command::Leg;
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::Unit;
use crate::procedures::movement::context::MoveContext;
use crate::procedures::movement::flying::room::is_landing_place;
use crate::procedures::movement::mover::{Progress, length};
use crate::procedures::movement::plan::Plan;

/// Facings are tried and offered in steps of so many degrees, the smallest turn first.
const FACING_STEP: f64 = 15.0;
/// Where none of them is free, and none along what lies there, they are tried in so many degrees.
const FINE_STEP: f64 = 0.25;
/// Places on the way are tried at steps of so many inches, the last one first.
const STEP: f64 = 0.1;

/// Headings whose turns from a heading are these, to either side, the smallest turn first.
fn turned_by(from: Degrees, turns: impl Iterator<Item = f64>) -> impl Iterator<Item = Degrees> {
    turns
        .flat_map(|turn| [turn, -turn])
        .filter_map(move |turn| Degrees::new(from.value() + turn).ok())
        .map(|heading| heading.heading().rounded())
}

/// Headings all around in steps, the smallest turn first.
fn around(from: Degrees, step: f64) -> impl Iterator<Item = Degrees> {
    let steps = (180.0 / step).round() as u32;
    turned_by(from, (0..=steps).map(move |count| f64::from(count) * step))
}

/// Headings along and across the edges of what lies within reach of a card however it is turned: a gap that is just wide enough
/// is entered by these alone.
fn along_what_lies_there(field: &Field<'_>, unit: &Unit, at: Pose) -> Vec<Degrees> {
    let landed = Unit {
        airborne: false,
        ..unit.clone()
    };
    let size = field.state().size(unit);
    let reach = f64::hypot(size.width().half().value(), size.depth().half().value());
    let mut turns: Vec<f64> = Vec::new();
    for obstacle in field.obstacles(&landed, &[]) {
        let outline = match obstacle.object {
            Object::Card(card) => card.corners().to_vec(),
            Object::Area(area) => area.outline().to_vec(),
            Object::Line(points) => points.to_vec(),
            Object::Point(_) => continue,
        };
        let closed = outline.iter().cycle().skip(1);
        for (from, to) in outline.iter().zip(closed) {
            let ends = [*from, *to];
            if from == to || gap(&at.centre, Object::Line(&ends)).value() > reach {
                continue;
            }
            let (x, y) = ((to.x - from.x).value(), (to.y - from.y).value());
            let along = x.atan2(y).to_degrees() - at.heading.value();
            turns.extend((0..4).map(|quarter| {
                let turn = (along + 90.0 * f64::from(quarter)).rem_euclid(360.0);
                if turn > 180.0 { turn - 360.0 } else { turn }
            }));
        }
    }
    turns.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let heading = |turn: f64| Degrees::new(at.heading.value() + turn).ok();
    let headings = turns.into_iter().filter_map(heading);
    headings.map(|heading| heading.heading().rounded()).collect()
}

/// The facing nearest to its own in which a unit could lie on the ground at a place: in steps, else along what lies there, else in
/// fine steps. Rule `BG3-KEY-17` (p. 29).
pub(crate) fn free_facing(field: &Field<'_>, unit: &Unit, at: Pose) -> Option<Degrees> {
    let is_free = |heading: &Degrees| is_landing_place(field, unit, reform(at, *heading));
    around(at.heading, FACING_STEP)
        .find(is_free)
        .or_else(|| along_what_lies_there(field, unit, at).into_iter().find(is_free))
        .or_else(|| around(at.heading, FINE_STEP).find(is_free))
}

/// The facings that are offered to the owner of a unit that lands at a place, the nearest to its own first.
fn offered_facings(field: &Field<'_>, unit: &Unit, at: Pose) -> Vec<Degrees> {
    let is_free = |heading: &Degrees| is_landing_place(field, unit, reform(at, *heading));
    let all = around(at.heading, FACING_STEP).chain(along_what_lies_there(field, unit, at));
    let mut free: Vec<Degrees> = Vec::new();
    for heading in all.filter(is_free) {
        if !free.contains(&heading) {
            free.push(heading);
        }
    }
    if free.is_empty() {
        free.extend(around(at.heading, FINE_STEP).find(is_free));
    }
    free
}

/// The plan of a unit that lands at the end of its move, or at its point, with the facing that its owner chooses. Rules `BG3-KEY-17`,
/// `BG3-KEY-20` (p. 29).
///
/// # Errors
/// [`Need::Ask`] where several facings are free.
// RULING: BG3-KEY-17, "any facing": those in steps of 15 degrees from its own and those along what lies there are offered; any other
// is told by a report of where it lies.
pub(crate) fn facing_chosen(
    field: &Field<'_>,
    unit: &Unit,
    plan: Plan,
    answers: &[Answered],
) -> Result<Plan, Need> {
    let lands = unit.turn.lands || (plan.lands && plan.reached.is_some());
    if !(lands && unit.airborne && field.profile().lands_after_moving) {
        return Ok(plan);
    }
    let facings = offered_facings(field, unit, plan.to);
    let heading = match &facings[..] {
        [] => return Ok(plan),
        [only] => *only,
        _ => match answer_to(answers, Topic::LandingHeading, Some(unit.id), None) {
            Some(Answer::Heading(heading)) if facings.contains(heading) => *heading,
            Some(_) | None => return Err(facing_question(unit.id, plan.to.heading, &facings).into()),
        },
    };
    Ok(plan.landing_in(unit, heading))
}

fn facing_question(unit: UnitId, own: Degrees, facings: &[Degrees]) -> Asking {
    let option = |heading: &Degrees| {
        let words = if *heading == own {
            format!("{unit} lands looking on to {heading}")
        } else {
            format!("{unit} lands looking to {heading}")
        };
        (Answer::Heading(*heading), words)
    };
    Asking {
        seat: unit.seat(),
        topic: Topic::LandingHeading,
        unit: Some(unit),
        about: None,
        options: Options::OneOf(facings.iter().map(option).collect()),
        rule: Rule::Lands.into(),
    }
}

/// The plan of a flyer that has come to its point objective: it lands there, and where that is occupied as near to it as its
/// way leads. Nothing if it finds no place at all, and stays in the air. Rule `BG3-KEY-20` (p. 29).
pub(crate) fn at_point(
    context: &MoveContext<'_>,
    from: &Progress,
    legs: &[Leg],
    point: Point,
) -> Option<Plan> {
    let mover = &context.mover;
    let mut best: Option<(f64, Plan)> = None;
    for kept in (0..=legs.len()).rev() {
        let (before, last) = match kept.checked_sub(1) {
            Some(place) => (&legs[..place], Some(legs[place])),
            None => (&legs[..0], None),
        };
        let at = before.iter().try_fold(*from, |at, leg| mover.step(&at, leg))?;
        for part in parts(last) {
            let end = match &part {
                Some(leg) => mover.step(&at, leg),
                None => Some(at),
            };
            let Some((end, heading)) =
                end.and_then(|end| Some((end, free_facing(context.field, context.unit, end.pose)?)))
            else {
                continue;
            };
            let to = reform(end.pose, heading);
            let missing = gap(&mover.card_at(to), &point).value();
            if best.as_ref().is_some_and(|(least, _)| missing >= *least - 1e-6) {
                continue;
            }
            let mut done = before.to_vec();
            done.extend(part);
            if heading != end.pose.heading {
                done.push(Leg::Reform { heading });
            }
            let plan = Plan {
                to: stored(to, |there| is_landing_place(context.field, context.unit, there)),
                lands: true,
                ..Plan::of(mover, done, &end)
            };
            let touches = missing <= TOL.touch.value();
            best = Some((missing, plan));
            if touches {
                break;
            }
        }
        if best.is_some() {
            break;
        }
    }
    best.map(|(_, plan)| plan)
}

/// A leg and its shorter parts, the longest first; nothing at the end, or alone where there is no leg.
fn parts(leg: Option<Leg>) -> Vec<Option<Leg>> {
    let Some(leg) = leg else {
        return vec![None];
    };
    let whole = match leg {
        Leg::Shift { inches, .. } | Leg::Turn { inches, .. } => inches.value(),
        Leg::AboutFace | Leg::Reform { .. } => 0.0,
    };
    let steps = (whole / STEP).floor() as u32;
    let mut all = vec![Some(leg)];
    all.extend((1..=steps).map(|step| {
        let inches = length(whole - f64::from(step) * STEP);
        Some(match leg {
            Leg::Shift { way, .. } => Leg::Shift { way, inches },
            Leg::Turn {
                hand,
                angle,
                backward,
                ..
            } => Leg::Turn {
                hand,
                angle,
                inches,
                backward,
            },
            Leg::AboutFace | Leg::Reform { .. } => leg,
        })
    }));
    all
}
