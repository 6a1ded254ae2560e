//! Facts of events of rallying and Standards.

use hindsight_kernel::{Fact, Seat};

use super::{counted, losses, tested};
use crate::model::event::RallyEvent;
use crate::model::names::UnitId;
use crate::model::piece::Status;
use crate::model::state::State;
use crate::rules::measure;

/// Tells the facts of an event of rallying and Standards.
pub(super) fn facts(before: &State, event: &RallyEvent, out: &mut Vec<Fact>) {
    let seat_of = |unit: UnitId| before.unit(unit).map_or(before.active, |unit| unit.seat);
    rolls(before, event, out);
    counts(before, event, out);
    match event {
        RallyEvent::UnitRallied { unit, .. } => {
            out.push(Fact::Rallied {
                unit: unit.to_string(),
                seat: seat_of(*unit),
            });
            losses::rallied(before, *unit, out);
        }
        RallyEvent::StandardCaptured { standard, .. } => {
            let seat = before.standard(*standard).map(|standard| standard.seat);
            out.push(counted("standards captured", seat, None, 1.0));
        }
        RallyEvent::StandardMoved { standard, .. } => {
            let seat = before.standard(*standard).map(|standard| standard.seat);
            out.push(counted("standards moved", seat, None, 1.0));
        }
        RallyEvent::StandardCheckRolled { .. } => {}
    }
}

/// Tells the dice of an event.
fn rolls(before: &State, event: &RallyEvent, out: &mut Vec<Fact>) {
    let seat = event.subjects().roller(before);
    match event {
        RallyEvent::StandardCheckRolled {
            unit,
            throw,
            eliminated,
        } => out.push(tested(
            "standard move check",
            seat,
            Some(*unit),
            None,
            throw,
            4,
            !eliminated,
        )),
        RallyEvent::UnitRallied { .. }
        | RallyEvent::StandardMoved { .. }
        | RallyEvent::StandardCaptured { .. } => {}
    }
}

/// Tells the catalogue's own counts of an event.
fn counts(before: &State, event: &RallyEvent, out: &mut Vec<Fact>) {
    let seat_of = |unit: UnitId| before.unit(unit).map(|unit| unit.seat);
    let mut count = |counter: &str, seat: Option<Seat>, unit: Option<UnitId>, amount: f64| {
        out.push(counted(counter, seat, unit, amount));
    };
    match event {
        RallyEvent::UnitRallied {
            unit,
            to: Status::Normal,
        } => count("disordered units rallied", seat_of(*unit), Some(*unit), 1.0),
        RallyEvent::UnitRallied {
            unit,
            to: Status::Disordered,
        } => count("retired units saved", seat_of(*unit), Some(*unit), 1.0),
        RallyEvent::StandardCheckRolled {
            unit,
            eliminated: true,
            ..
        } => count("units lost to a moved standard", seat_of(*unit), Some(*unit), 1.0),
        RallyEvent::StandardCaptured { standard, .. } => {
            let seat = before.standard(*standard).map(|standard| standard.seat);
            // Retired units count 1 and are eliminated. Rule `MOI-STD-08`.
            let cost: i32 = measure::units_of_standard(before, *standard)
                .filter(|unit| unit.is_retired() && unit.hex().is_some())
                .map(|unit| before.class_card(unit).map_or(2, |card| i32::from(card.fp)) - 1)
                .sum();
            count("points lost with a standard", seat, None, f64::from(cost));
        }
        RallyEvent::UnitRallied { .. }
        | RallyEvent::StandardCheckRolled { .. }
        | RallyEvent::StandardMoved { .. } => {}
    }
}
