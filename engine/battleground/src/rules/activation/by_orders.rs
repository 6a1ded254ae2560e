//! Units whose standing orders decide what they do, in the order in which they are activated one after the other (pp. 33, 38-43).

use hindsight_kernel::{Seat, StandingOrder};

use super::{ActivationKind, activation_kind, still_to_activate};
use crate::field::Field;
use crate::model::command::Command;
use crate::model::names::{Team, UnitId};
use crate::model::state::{State, Unit};
use crate::procedures::rush::group::{holds_up_moves, rushers_of};
use crate::verbs::actions::check_action;

/// Whether a seat is asked for its next action of the Movement & Command Phase. Rule `BG4-TURN-03` (p. 33).
pub(crate) fn asks_for_orders(state: &State, seat: Seat) -> bool {
    state.active.is_some()
        && seat.index() < state.players.len()
        && check_action(state, seat).is_ok()
        && crate::rules::turn::acting(state).contains(&seat)
}

/// The units of a seat that are still to be activated, the front-most first: it makes room for those behind it. Rules `BG4-TURN-03` to
/// `BG4-TURN-05` (pp. 33-36).
///
/// Due are those that must be activated and do what their order or their status says; one under Direct Control goes where its owner leads
/// it. A unit that must Final Rush goes before them. Where several must, their players choose which
/// goes first: none of them is due, and the rules refuse the moves of the others until they have rushed.
pub(crate) fn standing_orders(state: &State, seat: Seat) -> Vec<StandingOrder<Command>> {
    if !asks_for_orders(state, seat) {
        return Vec::new();
    }
    let field = Field::of(state);
    let rushing: Vec<UnitId> = if state.normal_moves {
        Vec::new()
    } else {
        state
            .of_team(Team::of(seat))
            .filter(|unit| !unit.turn.activated && !unit.turn.controlled)
            .map(|unit| unit.id)
            .filter(|unit| holds_up_moves(state, *unit))
            .collect()
    };
    let only_rusher = rushing.first().filter(|_| rushing.len() == 1);
    let must = still_to_activate(state, seat);
    let is_due = |unit: &Unit| match activation_kind(state, &field, unit, &rushers_of(state, &[unit.id])) {
        ActivationKind::Controlled => false,
        ActivationKind::Rushes => only_rusher == Some(&unit.id),
        ActivationKind::Nothing
        | ActivationKind::Disrupted
        | ActivationKind::Routs
        | ActivationKind::Rallies
        | ActivationKind::Follows => must.contains(&unit.id),
    };
    let waiting = state.own(seat).filter(|unit| !unit.turn.activated);
    let mut able: Vec<(&Unit, bool)> = waiting.map(|unit| (unit, is_due(unit))).collect();
    let forward = if Team::of(seat) == Team::of(Seat::A) {
        1.0
    } else {
        -1.0
    };
    let advance = |unit: &Unit| unit.pose.map_or(0.0, |pose| forward * pose.centre.y.value());
    able.sort_by(|(one, _), (other, _)| {
        let waits = |unit: &Unit| only_rusher != Some(&unit.id);
        let nearer_the_front = advance(other).total_cmp(&advance(one));
        let first = waits(one).cmp(&waits(other)).then(nearer_the_front);
        first.then_with(|| one.id.cmp(&other.id))
    });
    able.into_iter()
        .map(|(unit, is_due)| StandingOrder {
            unit: unit.id.to_string(),
            command: Command::Activate { units: vec![unit.id] },
            is_due,
        })
        .collect()
}
