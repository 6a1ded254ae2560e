//! Sentences of movement, orders and marks of units.

use battleground_geometry::Degrees;
use hindsight_kernel::{Argument, Message, message};

use super::marks::mark;
use crate::messages::{self, MESSAGES, heading, inches, none, place, unit};
use crate::model::event::{MoveKind, Movement, MovementEvent};
use crate::model::names::UnitId;
use crate::model::state::{State, Status};
use crate::model::words::hundredths;

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &MovementEvent) -> Message {
    let unit = |id: &UnitId| unit(state, *id);
    match event {
        // A unit of a concealed army is known by the event that deploys it. Rule BG4-ARMY-05.
        MovementEvent::UnitMoved {
            unit: id,
            shown: Some(shown),
            ..
        } if state.unit(*id).is_none() && state.book.kind(shown.kind).is_some() => {
            let mut known = state.clone();
            known.units.push(shown.as_ref().clone());
            sentence(&known, event)
        }
        MovementEvent::UnitMoved { .. } | MovementEvent::UnitsMoved { .. } => moves(state, event),
        MovementEvent::UnitTurned {
            unit: id,
            heading: to,
            kind,
            ..
        } => turned(state, *id, *to, *kind),
        MovementEvent::FlightChanged { unit: id, airborne } => {
            message!(MESSAGES, "flight-changed", unit = unit(id), airborne)
        }
        MovementEvent::SlidUnder { unit: id, slid } => {
            message!(MESSAGES, "slid-under", unit = unit(id), slid)
        }
        MovementEvent::StatusChanged {
            unit: id,
            status,
            why,
        } => status_changed(state, *id, *status, why),
        MovementEvent::TokenPlaced { token, seat, at } => match at {
            Some(at) => message!(
                MESSAGES,
                "token-placed",
                seat = messages::seat(*seat),
                token = *token,
                x = (at.x.value() * 100.0).round() / 100.0,
                y = (at.y.value() * 100.0).round() / 100.0
            ),
            None => message!(
                MESSAGES,
                "token-removed",
                token = *token,
                seat = messages::seat(*seat)
            ),
        },
        MovementEvent::Marked { unit, mark: set } => mark(state, *unit, set),
        MovementEvent::PointHeld { unit: id, .. } => message!(MESSAGES, "point-held", unit = unit(id)),
    }
}

/// The move of a unit, or those of several at once.
fn moves(state: &State, event: &MovementEvent) -> Message {
    let mut moves: Vec<Message> = event
        .movements()
        .iter()
        .map(|(kind, one)| moved(state, *kind, one))
        .collect();
    match moves.pop() {
        Some(only) if moves.is_empty() => only,
        last => {
            let moves = Argument::list(moves.into_iter().chain(last));
            message!(MESSAGES, "units-moved", moves)
        }
    }
}

fn moved(state: &State, kind: MoveKind, one: &Movement) -> Message {
    let Movement {
        unit: id,
        to,
        distance,
        allowance,
        ..
    } = one;
    let unit = unit(state, *id);
    let place = || place(*to);
    let measured = || (hundredths(*distance), inches(*allowance));
    match kind {
        MoveKind::Deployed => message!(
            MESSAGES,
            "unit-deployed",
            seat = messages::seat(id.seat()),
            unit,
            place = place()
        ),
        MoveKind::Ordered if state.unit(*id).is_some_and(|before| before.pose == Some(*to)) => {
            message!(MESSAGES, "unit-stayed", unit)
        }
        MoveKind::Ordered if distance.value() == 0.0 => message!(MESSAGES, "unit-turned-in-place", unit),
        MoveKind::Ordered | MoveKind::Controlled => {
            let (distance, allowance) = measured();
            let by = if kind == MoveKind::Controlled {
                "control"
            } else {
                "order"
            };
            message!(MESSAGES, "unit-moved", unit, distance, allowance, by)
        }
        MoveKind::Rush => message!(MESSAGES, "unit-rushed", unit, distance = inches(*distance)),
        MoveKind::Realigned => message!(MESSAGES, "unit-realigned", unit),
        MoveKind::RoutTurn => message!(MESSAGES, "unit-turned-about", unit),
        MoveKind::Rout => {
            let (distance, allowance) = measured();
            message!(MESSAGES, "unit-routed", unit, distance, allowance)
        }
        MoveKind::Rally => message!(MESSAGES, "unit-reformed", unit),
        MoveKind::SteppedIn => message!(MESSAGES, "unit-stepped-in", unit, place = place()),
        MoveKind::Ruling => message!(MESSAGES, "ruled-place", unit, place = place()),
    }
}

/// A unit that turns where it stands.
fn turned(state: &State, id: UnitId, to: Degrees, kind: MoveKind) -> Message {
    let (unit, heading) = (unit(state, id), heading(to));
    match kind {
        MoveKind::Ruling => message!(MESSAGES, "unit-turned-by-ruling", unit, heading),
        MoveKind::RoutTurn => message!(
            MESSAGES,
            "rout-turn",
            unit,
            turn = rout_turn(state, id, to),
            heading
        ),
        MoveKind::Deployed
        | MoveKind::Ordered
        | MoveKind::Controlled
        | MoveKind::Rush
        | MoveKind::Realigned
        | MoveKind::Rout
        | MoveKind::Rally
        | MoveKind::SteppedIn => message!(MESSAGES, "unit-turned", unit, heading),
    }
}

/// How a unit turns that begins to rout: about, or to another heading where the edition says so. Rules `BG4-MAN-06`,
/// `BG3-COUR-07`, `BG3-COUR-08` (p. 22).
fn rout_turn(state: &State, unit: UnitId, heading: Degrees) -> &'static str {
    const SAME: f64 = 0.01;
    let before = state.unit(unit).and_then(|unit| unit.pose);
    let turned = before.map(|before| before.heading.turn_to(heading).value().abs());
    match turned {
        Some(by) if (180.0 - by) < SAME => "about",
        Some(by) if by < SAME => "none",
        Some(_) | None => "other",
    }
}

fn status_changed(state: &State, id: UnitId, status: Status, why: &str) -> Message {
    let (status, orders) = messages::status_words(state, status);
    let why = if why.is_empty() {
        none()
    } else {
        why.to_owned().into()
    };
    message!(
        MESSAGES,
        "status-changed",
        unit = unit(state, id),
        status,
        orders,
        why
    )
}
