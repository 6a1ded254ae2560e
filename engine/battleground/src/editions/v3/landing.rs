//! Landing at the end of a move, and at a point objective (p. 29).

use battleground_geometry::{Degrees, Point, Pose, gap, reform};

use crate::field::{Field, TOL};
use crate::model::agenda::BattleTable;
use crate::model::command::Leg;
use crate::model::event::{Event, MoveKind, MovementEvent};
use crate::model::names::UnitId;
use crate::model::state::Unit;
use crate::rules::movement::context::MoveContext;
use crate::rules::movement::is_landing_place;
use crate::rules::movement::mover::{Progress, length};
use crate::rules::movement::plan::Plan;

/// Facings are tried in steps of so many degrees, the smallest turn first.
const FACING_STEP: u16 = 15;
/// Places on the way are tried at steps of so many inches, the last one first.
const STEP: f64 = 0.1;

/// The facing nearest to its own in which a unit could lie on the ground at a place. Rule `BG3-KEY-17` (p. 29).
fn free_facing(field: &Field<'_>, unit: &Unit, at: Pose) -> Option<Degrees> {
    let turns = (0..=180 / FACING_STEP).map(|step| f64::from(step * FACING_STEP));
    turns
        .flat_map(|turn| [turn, -turn])
        .filter_map(|turn| Degrees::new(at.heading.value() + turn).ok())
        .map(|heading| heading.heading().rounded())
        .find(|heading| is_landing_place(field, unit, reform(at, *heading)))
}

/// A unit that lost the Airborne mark lands where its move ended, in the facing nearest to its own that is free; where there is
/// none it stays in the air. Rule `BG3-KEY-17` (p. 29).
pub(crate) fn after_its_move(table: &mut BattleTable<'_>, id: UnitId) {
    let state = table.state();
    let Some(unit) = state.unit(id).filter(|unit| unit.turn.lands && unit.airborne) else {
        return;
    };
    let Some(pose) = unit.pose else {
        return;
    };
    let Some(heading) = free_facing(&Field::of(state), unit, pose) else {
        return;
    };
    if heading != pose.heading {
        table.emit(Event::Movement(MovementEvent::UnitTurned {
            unit: id,
            kind: MoveKind::Ordered,
            heading,
        }));
    }
    table.emit(Event::Movement(MovementEvent::FlightChanged {
        unit: id,
        airborne: false,
    }));
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
                to: to.rounded(),
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
