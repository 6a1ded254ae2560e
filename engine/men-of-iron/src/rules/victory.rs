//! Flight Points and the Loss Check (§16.0, p. 14).

use hindsight_kernel::Seat;
use hindsight_kernel::agenda::Taken;

use super::asking::{Board, roll, then};
use crate::data::ExtraEvent;
use crate::model::agenda::{Need, Step};
use crate::model::drm::Drm;
use crate::model::event::Event;
use crate::model::names::Name;
use crate::model::piece::{Place, Unit};
use crate::model::state::{EndReason, Ending, Kind, SEATS, State};

/// The Flight Points of an eliminated unit. Rules `MOI-VIC-04`, `MOI-RES-13` (pp. 12, 14).
fn worth(state: &State, unit: &Unit) -> i32 {
    state
        .battle
        .charts
        .class
        .get(&unit.class)
        .map_or(2, |card| i32::from(card.fp))
}

/// The Flight Points of a side: units eliminated, leaders lost, units Retired now, and what the battle adds. Rules
/// `MOI-VIC-04`, `MOI-VIC-05`, `MOI-VIC-07`, `MOI-LEAD-12` (p. 14).
pub fn flight_points(state: &State, seat: Seat) -> i32 {
    let units: i32 = state
        .units
        .values()
        .filter(|unit| unit.seat == seat)
        .map(|unit| match unit.place {
            Place::Eliminated => worth(state, unit),
            Place::On { .. } if unit.is_retired() => 1,
            Place::On { .. } | Place::Due | Place::Unplaced => 0,
        })
        .sum();
    let leaders: i32 = state
        .leaders
        .values()
        .filter(|leader| leader.seat == seat && leader.losses > 0)
        .map(|leader| {
            let king = state.battle.leader.get(&leader.id).is_some_and(|card| card.king);
            2 * i32::from(leader.losses) + i32::from(king)
        })
        .sum();
    units + leaders + extra_points(state, seat)
}

/// What the battle adds for losses. Rule `MOI-VIC-07` (p. 14).
fn extra_points(state: &State, seat: Seat) -> i32 {
    let mut points = 0;
    for extra in state
        .battle
        .options
        .extra_fp
        .iter()
        .filter(|extra| extra.side == seat)
    {
        let fits = |names: &[Name]| extra.id.is_none_or(|id| names.contains(&id));
        let times = match extra.event {
            ExtraEvent::UnitEliminated => state
                .units
                .values()
                .filter(|unit| unit.seat == seat && unit.place == Place::Eliminated)
                .filter(|unit| fits(&[unit.id.0, unit.class.0]))
                .count(),
            ExtraEvent::LeaderKilled => state
                .leaders
                .values()
                .filter(|leader| leader.seat == seat && fits(&[leader.id.0]))
                .map(|leader| usize::from(leader.losses))
                .sum(),
            ExtraEvent::StandardCaptured => state
                .standards
                .values()
                .filter(|standard| standard.seat == seat && standard.captured && fits(&[standard.id.0]))
                .count(),
        };
        points += i32::from(extra.points) * times as i32;
    }
    points
}

/// The Flight Points of both sides.
pub fn points_of_both(state: &State) -> [i32; 2] {
    SEATS.map(|seat| flight_points(state, seat))
}

/// The Flight Level of a side. Rule `MOI-VIC-02` (p. 14).
pub fn flight_level(state: &State, seat: Seat) -> i32 {
    state
        .battle
        .side
        .get(&seat)
        .map_or(0, |side| i32::from(side.flight_level))
}

/// The end of an Activation: after a Free one both armies make a Loss Check. Rules `MOI-VIC-01` to `MOI-VIC-03`,
/// `MOI-VIC-06`, `MOI-ACT-16` (pp. 14, 16).
///
/// RULING: the active player rolls first.
pub(crate) fn end_of_activation(table: &mut Board<'_>) -> Result<Taken, Need> {
    let state = table.state();
    let free = state
        .activation
        .is_some_and(|activation| activation.kind == Kind::Free);
    let active = state.active;
    let mut flees = [false; 2];
    if free {
        for seat in [active, active.opponent()] {
            flees[seat.index() & 1] = loss_check(table, seat)?;
        }
    }
    let points = points_of_both(table.state());
    table.emit(Event::ActivationEnded);
    let (winner, reason) = match flees {
        [false, false] => return Ok(then(table, [Step::Continuation])),
        [true, true] => (None, EndReason::BothFled),
        [true, false] => (Some(Seat::B), EndReason::LossCheck),
        [false, true] => (Some(Seat::A), EndReason::LossCheck),
    };
    let ending = Ending {
        winner,
        reason,
        points,
    };
    table.emit(Event::GameEnded { ending });
    Ok(Taken::Went)
}

/// One army's Loss Check; a roll that could change nothing is not made. Rules `MOI-VIC-02`, `MOI-VIC-06` (p. 14).
fn loss_check(table: &mut Board<'_>, seat: Seat) -> Result<bool, Need> {
    let state = table.state();
    let (points, level) = (flight_points(state, seat), flight_level(state, seat));
    let throw = if points > level || points + 9 <= level {
        None
    } else {
        Some(roll(
            table,
            "loss check",
            seat,
            vec![Drm::new("MOI-VIC-02", points)],
        )?)
    };
    let total = throw.as_ref().map_or(points, crate::model::drm::Throw::total);
    let fails = total > level;
    table.emit(Event::LossChecked {
        seat,
        points,
        level,
        throw,
        fails,
    });
    Ok(fails)
}
