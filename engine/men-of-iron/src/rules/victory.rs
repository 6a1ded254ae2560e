//! Flight Points and the Loss Check (§16.0, p. 14).

use hindsight_kernel::agenda::Taken;
use hindsight_kernel::{DiceNeed, RollAbout, Seat};

use super::asking::{BattleTable, roll, then};
use crate::data::ExtraEvent;
use crate::model::agenda::{Need, Step};
use crate::model::drm::Drm;
use crate::model::event::EndingEvent;
use crate::model::names::Name;
use crate::model::piece::{Leader, PiecePlace, Standard, Unit};
use crate::model::state::{EndReason, Ending, Kind, SEATS, State};

/// The Flight Points of an eliminated unit. Rules `MOI-VIC-04`, `MOI-RES-13` (pp. 12, 14).
pub(crate) fn worth(state: &State, unit: &Unit) -> i32 {
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
    let units = state.units.values().filter(|unit| unit.seat == seat);
    let leaders = state.leaders.values().filter(|leader| leader.seat == seat);
    let standards = state.standards.values().filter(|standard| standard.seat == seat);
    units.map(|unit| points_of_unit(state, unit)).sum::<i32>()
        + leaders.map(|leader| points_of_leader(state, leader)).sum::<i32>()
        + standards
            .map(|standard| points_of_standard(state, standard))
            .sum::<i32>()
}

/// The Flight Points of one unit: eliminated or Retired now, with what the battle adds. Rules `MOI-VIC-04`, `MOI-VIC-07` (p. 14).
pub fn points_of_unit(state: &State, unit: &Unit) -> i32 {
    match unit.place {
        PiecePlace::Eliminated => {
            let names = [unit.id.0, unit.class.0];
            worth(state, unit) + extra_points(state, unit.seat, ExtraEvent::UnitEliminated, &names)
        }
        PiecePlace::On { .. } if unit.is_retired() => 1,
        PiecePlace::On { .. } | PiecePlace::Due | PiecePlace::Unplaced => 0,
    }
}

/// The Flight Points of one leader: every loss of them or of a replacement. Rules `MOI-VIC-05`, `MOI-VIC-07`, `MOI-LEAD-12`
/// (p. 14).
pub fn points_of_leader(state: &State, leader: &Leader) -> i32 {
    if leader.losses == 0 {
        return 0;
    }
    let king = state.battle.leader.get(&leader.id).is_some_and(|card| card.king);
    let extra = extra_points(state, leader.seat, ExtraEvent::LeaderKilled, &[leader.id.0]);
    i32::from(leader.losses) * (2 + extra) + i32::from(king)
}

/// The Flight Points that the battle gives for a captured Standard. Rule `MOI-VIC-07` (p. 14).
pub fn points_of_standard(state: &State, standard: &Standard) -> i32 {
    if standard.captured {
        extra_points(
            state,
            standard.seat,
            ExtraEvent::StandardCaptured,
            &[standard.id.0],
        )
    } else {
        0
    }
}

/// What the battle adds for one loss of a piece with these names. Rule `MOI-VIC-07` (p. 14).
fn extra_points(state: &State, seat: Seat, event: ExtraEvent, names: &[Name]) -> i32 {
    state
        .battle
        .options
        .extra_fp
        .iter()
        .filter(|extra| extra.side == seat && extra.event == event)
        .filter(|extra| extra.id.is_none_or(|id| names.contains(&id)))
        .map(|extra| i32::from(extra.points))
        .sum()
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
pub(crate) fn end_of_activation(table: &mut BattleTable<'_>) -> Result<Taken, Need> {
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
    table.emit(EndingEvent::ActivationEnded);
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
    table.emit(EndingEvent::GameEnded { ending });
    Ok(Taken::Went)
}

/// One army's Loss Check; a roll that could change nothing is not made. Rules `MOI-VIC-02`, `MOI-VIC-06` (p. 14).
fn loss_check(table: &mut BattleTable<'_>, seat: Seat) -> Result<bool, Need> {
    let state = table.state();
    let (points, level) = (flight_points(state, seat), flight_level(state, seat));
    let throw = if points > level || points + 9 <= level {
        None
    } else {
        Some(roll(
            table,
            RollAbout::default().need(DiceNeed::AtMost(level - points)),
            "loss check",
            seat,
            vec![Drm::new("MOI-VIC-02", points)],
        )?)
    };
    let total = throw.as_ref().map_or(points, crate::model::drm::Throw::total);
    let fails = total > level;
    table.emit(EndingEvent::LossChecked {
        seat,
        points,
        level,
        throw,
        fails,
    });
    Ok(fails)
}
