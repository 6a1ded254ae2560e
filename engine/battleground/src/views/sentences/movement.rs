//! Sentences of movement, orders and marks of units.

use battleground_geometry::Degrees;

use super::phrases::{mark, moved};
use crate::model::event::{MoveKind, MovementEvent};
use crate::model::names::{UnitId, seat_name};
use crate::model::state::{State, Status};
use crate::model::words::{self, unit_name};

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &MovementEvent) -> String {
    let name = |unit: &UnitId| unit_name(state, *unit);
    match event {
        // A unit of a concealed army is known by the event that deploys it. Rule BG4-ARMY-05.
        MovementEvent::UnitMoved {
            unit,
            shown: Some(shown),
            ..
        } if state.unit(*unit).is_none() && state.book.kind(shown.kind).is_some() => {
            let mut known = state.clone();
            known.units.push(shown.as_ref().clone());
            sentence(&known, event)
        }
        MovementEvent::UnitMoved { .. } | MovementEvent::UnitsMoved { .. } => {
            let moves = event.movements();
            let each: Vec<String> = moves.iter().map(|(kind, one)| moved(state, *kind, one)).collect();
            words::list(&each)
        }
        MovementEvent::UnitTurned {
            unit, heading, kind, ..
        } => match kind {
            MoveKind::Ruling => format!("By ruling {} looks to {heading}", name(unit)),
            MoveKind::RoutTurn => format!("{} {}, Routing", name(unit), rout_turn(state, *unit, *heading)),
            MoveKind::Deployed
            | MoveKind::Ordered
            | MoveKind::Controlled
            | MoveKind::Rush
            | MoveKind::Realigned
            | MoveKind::Rout
            | MoveKind::Rally
            | MoveKind::SteppedIn => format!("{} now looks to {heading}", name(unit)),
        },
        MovementEvent::FlightChanged { unit, airborne: true } => format!("{} takes off", name(unit)),
        MovementEvent::FlightChanged {
            unit,
            airborne: false,
        } => format!("{} lands", name(unit)),
        MovementEvent::SlidUnder { unit, slid: true } => {
            format!("{} slides its front card under the enemy", name(unit))
        }
        MovementEvent::SlidUnder { unit, slid: false } => {
            format!("{} slides its front card back", name(unit))
        }
        MovementEvent::StatusChanged { unit, status, why } => {
            let why = if why.is_empty() {
                String::new()
            } else {
                format!(" ({why})")
            };
            match status {
                Status::Ready(_) | Status::Disrupted | Status::Routing => {
                    format!("{} is now {}{why}", name(unit), words::status(*status))
                }
            }
        }
        MovementEvent::TokenPlaced { token, seat, at } => match at {
            Some(at) => format!(
                "{} lays objective token {} at ({}, {})",
                seat_name(*seat),
                token.0,
                at.x.value(),
                at.y.value()
            ),
            None => format!("Objective token {} of {} is taken off", token.0, seat_name(*seat)),
        },
        MovementEvent::Marked { unit, mark: set } => mark(state, *unit, set),
        MovementEvent::PointHeld { unit, .. } => format!("{} has reached its point and holds it", name(unit)),
    }
}

/// How a unit turns that begins to rout: about, or to another heading where the edition says so. Rules `BG4-MAN-06`,
/// `BG3-COUR-07`, `BG3-COUR-08` (p. 22).
fn rout_turn(state: &State, unit: UnitId, heading: Degrees) -> String {
    const SAME: f64 = 0.01;
    let before = state.unit(unit).and_then(|unit| unit.pose);
    let turned = before.map(|before| before.heading.turn_to(heading).value().abs());
    match turned {
        Some(by) if (180.0 - by) < SAME => "makes an About Face".to_owned(),
        Some(by) if by < SAME => format!("keeps looking to {heading}"),
        Some(_) | None => format!("turns to {heading}"),
    }
}
