//! Room for a flyer to land, and how far it may have moved (pp. 29, 124-125).

use battleground_geometry::{Card, Inches, Pose, overlaps};

use crate::field::{Field, Obstacle, TOL, lasting_steps};
use crate::model::state::{Status, Unit};
use crate::procedures::movement::mover::MovedBy;

/// A reason for which a flyer may not land now. Rule `BG4-FLY-06` (pp. 124-125).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoLanding {
    /// It is on the ground.
    NotAirborne,
    /// It took off in this turn.
    TookOff,
}

impl NoLanding {
    /// The word by which a message chooses it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::NotAirborne => "not_airborne",
            Self::TookOff => "took_off",
        }
    }
}

/// The reason for which a flyer may not land now, if it may not. Rule `BG4-FLY-06` (pp. 124-125).
pub(crate) fn cannot_land(unit: &Unit) -> Option<NoLanding> {
    if !unit.airborne {
        Some(NoLanding::NotAirborne)
    } else if unit.turn.took_off {
        Some(NoLanding::TookOff)
    } else {
        None
    }
}

/// How far a flyer may have moved on a landing move: its ground MC, with its cap. Rule `BG4-FLY-06` (pp. 124-125).
pub(crate) fn landing_limit(field: &Field<'_>, unit: &Unit, moved_by: MovedBy) -> Inches {
    let state = field.state();
    let card = state.kind(unit);
    // In the earlier edition the flying movement counts in the turn of a landing too. Rule BG3-KEY-12 (p. 29).
    let printed = card.flying.filter(|_| state.profile().lands_by_flying_move);
    let mc = printed
        .unwrap_or(card.movement)
        .stepped(lasting_steps(state, unit));
    match (moved_by, unit.status) {
        (MovedBy::Order, Status::Ready(Some(orders))) => orders.cap.map_or(mc, |cap| mc.min(cap)),
        (MovedBy::Order | MovedBy::Control, _) => mc,
    }
    .inches()
}

/// Whether a unit could lie there on the ground. Rule `BG4-FLY-06` (pp. 124-125).
pub(crate) fn is_landing_place(field: &Field<'_>, unit: &Unit, pose: Pose) -> bool {
    field.card(unit.id).is_some_and(|card| {
        let landed = on_the_ground(unit);
        is_clear(&field.obstacles(&landed, &[]), &card.at(pose))
    })
}

/// Whether a card overlaps none of these.
pub(crate) fn is_clear(obstacles: &[Obstacle<'_>], card: &Card) -> bool {
    obstacles
        .iter()
        .all(|obstacle| !overlaps(card, obstacle.object, TOL))
}

/// How near to the side of its enemy a flyer on Close lands: within its landing distance, or in the earlier edition nearer than
/// it moves on the ground. Rules `BG4-FLY-06` (p. 124), `BG3-KEY-19` (p. 29).
pub(crate) fn landing_reach(field: &Field<'_>, unit: &Unit) -> f64 {
    /// What is less than a length, at the least.
    const LESS: f64 = 1e-4;
    if field.profile().lands_to_rush {
        return landing_limit(field, unit, MovedBy::Order).value() + TOL.limit.value();
    }
    let state = field.state();
    let ground = state.kind(unit).movement.stepped(lasting_steps(state, unit));
    let capped = match unit.status {
        Status::Ready(Some(orders)) => orders.cap.map_or(ground, |cap| ground.min(cap)),
        Status::Ready(None) | Status::Disrupted | Status::Routing => ground,
    };
    capped.inches().value() - LESS
}

/// The unit as it would be on the ground.
pub(crate) fn on_the_ground(unit: &Unit) -> Unit {
    Unit {
        airborne: false,
        ..unit.clone()
    }
}
