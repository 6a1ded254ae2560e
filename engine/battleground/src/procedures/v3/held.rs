//! A unit on Hold on a point that it has reached (p. 8).

use battleground_geometry::{Card, Degrees, Point, Turn, about_face, gap, reform, shift};

use crate::field::TOL;
use crate::model::command::Leg;
use crate::model::orders::Order;
use crate::model::state::{State, Status, Unit};

/// So finely a turn on the spot and one along a ruler are looked at.
const PARTS: u16 = 60;

/// The point on which a unit may maneuver without a command action: it reached it on Hold in its owner's last turn. Rule
/// `BG3-ORD-16` (p. 8).
pub(crate) fn maneuvers_on(state: &State, unit: &Unit) -> Option<Point> {
    let held = unit.held?;
    let on_hold = matches!(unit.status, Status::Ready(Some(orders)) if orders.order == Order::Hold && orders.objective.is_none());
    let free = state.profile().free_on_reached_point
        && on_hold
        && held.turn.saturating_add(2) == state.turn
        && state.is_active(unit.id.seat())
        && !state.is_engaged(unit.id)
        && !unit.turn.controlled
        && !unit.turn.rallied
        && !unit.turn.run_through;
    free.then_some(held.at)
}

/// Whether a card ceases to touch a point somewhere along a leg. Rule `BG3-ORD-16` (p. 8).
pub(crate) fn leaves(card: &Card, leg: &Leg, point: Point) -> bool {
    let off = |card: &Card| gap(card, &point) > TOL.touch;
    match *leg {
        // What is touched at both ends of a straight way is touched all along it.
        Leg::Shift { way, inches } => off(&card.at(shift(card.pose(), way, inches))),
        Leg::AboutFace => off(&card.at(about_face(card.pose()))),
        Leg::Reform { heading } => {
            let by = card.pose().heading.turn_to(heading).value();
            (1..=PARTS).any(|part| {
                let share = f64::from(part) / f64::from(PARTS);
                let turned = Degrees::new(card.pose().heading.value() + by * share);
                turned.is_ok_and(|turned| off(&card.at(reform(card.pose(), turned.heading()))))
            })
        }
        Leg::Turn {
            hand, angle, inches, ..
        } => match Turn::new(hand, angle, inches) {
            Ok(turn) => (1..=PARTS).any(|part| off(&turn.partly(card, f64::from(part) / f64::from(PARTS)))),
            Err(_) => false,
        },
    }
}
