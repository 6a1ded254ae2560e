//! Routing: rout moves, and answers to their questions (pp. 74-80).

mod answers;

use crate::model::agenda::{BattleTable, Frame, Need, Step, Taken, proceed};
use crate::model::event::{CourageEvent, Event, MoveKind, MovementEvent, TurnMark};
use crate::model::names::UnitId;
use crate::model::state::RoutCause;
use crate::procedures::rout::rout;
use crate::procedures::rout_plan::RoutPlan;
use crate::procedures::skirmish_rallies;
use crate::verbs::damage::destroy;
use crate::verbs::routing::end_engagements;

pub(crate) use answers::check_heading;

/// A unit makes its rout move. Rules `BG4-ROUT-01` to `BG4-ROUT-18` (pp. 23-24, 74-79, 85, 87), `BG3-ROUT-02` to `BG3-ROUT-14` (pp.
/// 23-24), `BG3-KEY-16` (p. 29), `BG3-KEY-35`, `BG3-KEY-36` (p. 31).
///
/// # Errors
/// [`Need::Ask`] where its owner has a choice.
pub(crate) fn rout_move(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::RoutMove { unit: id, initial } = frame.step else {
        return Ok(Taken::Waits);
    };
    let state = table.state();
    let Some(unit) = state.unit(id).filter(|unit| unit.pose.is_some()) else {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    let plan = rout(state, unit, initial, frame)?;
    let rallies = plan.rallies.then(|| skirmish_rallies::rallies(id));
    happen(table, id, plan);
    proceed(table, 1, rallies);
    Ok(Taken::Went)
}

/// A rout move happens, with what it leads to.
fn happen(table: &mut BattleTable<'_>, id: UnitId, plan: RoutPlan) {
    end_engagements(table, id);
    if plan.takes_off {
        table.emit(Event::Movement(MovementEvent::FlightChanged {
            unit: id,
            airborne: true,
        }));
    }
    if plan.shifts {
        let mark = TurnMark::Shifted;
        table.emit(Event::Movement(MovementEvent::Marked { unit: id, mark }));
    }
    if let Some(run) = plan.run {
        table.emit(Event::Movement(MovementEvent::UnitMoved {
            unit: id,
            kind: MoveKind::Rout,
            legs: run.legs,
            to: run.to,
            distance: run.distance,
            allowance: run.allowance,
            shown: None,
        }));
    }
    if plan.comes_out {
        table.emit(Event::Movement(MovementEvent::SlidUnder {
            unit: id,
            slid: false,
        }));
    }
    for friend in plan.checking {
        table.emit(if plan.checked_at_once {
            Event::Courage(CourageEvent::PassedThrough { unit: friend, by: id })
        } else {
            Event::Courage(CourageEvent::CauseNoted {
                unit: friend,
                cause: RoutCause::MovedThrough,
            })
        });
    }
    for unit in plan.run_through {
        let mark = TurnMark::RunThrough;
        table.emit(Event::Movement(MovementEvent::Marked { unit, mark }));
    }
    if let Some(cause) = plan.fate {
        destroy(table, id, cause, None);
    }
    if plan.rallies {
        let mark = TurnMark::RalliedAfterRunning;
        table.emit(Event::Movement(MovementEvent::Marked { unit: id, mark }));
    }
}

#[cfg(test)]
pub(crate) mod tests;
