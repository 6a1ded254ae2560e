//! Facts of events of Loss Checks, the end of an Activation and of the battle, and rulings.

use hindsight_kernel::{Fact, Seat, SideId};

use super::counts::end_of_activation;
use super::{counted, noted, ruled, tested};
use crate::model::event::EndingEvent;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::rules::victory;

/// Tells the facts of an event of Loss Checks, the end of an Activation and of the battle, and rulings.
pub(super) fn facts(before: &State, event: &EndingEvent, out: &mut Vec<Fact>) {
    rolls(before, event, out);
    counts(before, event, out);
    match event {
        EndingEvent::LossChecked { seat, points, .. } => {
            let enemy = seat.opponent();
            out.push(Fact::Scored {
                side: SideId::of_seat(enemy),
                amount: 0.0,
                total: f64::from(*points),
                reason: "Flight Points of the enemy".to_owned(),
            });
        }
        EndingEvent::PositionNoted { .. } => noted(before, &event.clone().into(), out),
        EndingEvent::Patched { .. } => ruled(before, &event.clone().into(), out),
        EndingEvent::GameEnded { ending } => {
            for seat in [Seat::A, Seat::B] {
                let margin = victory::flight_level(before, seat) - ending.points[seat.index() & 1];
                out.push(counted("flight level left", Some(seat), None, f64::from(margin)));
            }
        }
        EndingEvent::ActivationEnded => {}
    }
}

/// Tells the dice of an event.
fn rolls(before: &State, event: &EndingEvent, out: &mut Vec<Fact>) {
    let seat = event.subjects().roller(before);
    match event {
        EndingEvent::LossChecked {
            level,
            throw: Some(throw),
            fails,
            ..
        } => {
            // The Flight Points are among the modifiers already. Rule `MOI-VIC-02` (p. 14).
            out.push(tested("loss check", seat, None, None, throw, *level, !fails));
        }
        EndingEvent::LossChecked { .. }
        | EndingEvent::ActivationEnded
        | EndingEvent::GameEnded { .. }
        | EndingEvent::PositionNoted { .. }
        | EndingEvent::Patched { .. } => {}
    }
}

/// Tells the catalogue's own counts of an event.
fn counts(before: &State, event: &EndingEvent, out: &mut Vec<Fact>) {
    let mut count = |counter: &str, seat: Option<Seat>, unit: Option<UnitId>, amount: f64| {
        out.push(counted(counter, seat, unit, amount));
    };
    match event {
        EndingEvent::LossChecked {
            seat, throw: None, ..
        } => count("loss checks without a roll", Some(*seat), None, 1.0),
        EndingEvent::ActivationEnded => end_of_activation(before, &mut count),
        EndingEvent::LossChecked { .. }
        | EndingEvent::GameEnded { .. }
        | EndingEvent::PositionNoted { .. }
        | EndingEvent::Patched { .. } => {}
    }
}
