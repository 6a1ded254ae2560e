//! Snapshot of the start of the turn: what each unit sees of each enemy then (pp. 62-66).

use crate::editions::profile::Throws;
use crate::field::Field;
use crate::model::agenda::{BattleTable, Frame, Need, Taken, proceed};
use crate::model::event::{Event, MovementEvent, TurnEvent, TurnMark};
use crate::model::names::{Team, UnitId};
use crate::model::state::Status;
use crate::procedures::rush::eligibility::could_rush;
use crate::procedures::rush::glimpses::look_at_all;
use crate::procedures::{javelins, rout};

/// Notes what every own unit sees of every enemy, which side of it may be Final Rushed, and whether it could be, before
/// the first action of the turn.
///
/// RULING: BG4-GEO-21, the engaged units have been realigned before.
/// Rules `BG4-GEO-21`, `BG4-RUSH-04` to `BG4-RUSH-06`, `BG4-RUSH-10` (pp. 62-65, 66).
pub(crate) fn take_snapshot(table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    let state = table.state();
    let field = Field::of(state);
    let mut glimpses = Vec::new();
    if let Some(seat) = state.active {
        for unit in state.of_team(Team::of(seat)) {
            let mut of_unit = look_at_all(&field, unit);
            could_rush(&field, unit, &mut of_unit);
            glimpses.append(&mut of_unit);
        }
    }
    let beyond: Vec<(UnitId, Vec<UnitId>)> = match state.profile().throws {
        Throws::WhenCharging => Vec::new(),
        Throws::WhenEngaged => state
            .on_table()
            .map(|unit| (unit.id, javelins::beyond_range(&field, unit)))
            .filter(|(_, enemies)| !enemies.is_empty())
            .collect(),
    };
    let active = state
        .active
        .into_iter()
        .flat_map(|seat| state.of_team(Team::of(seat)));
    let touched: Vec<(UnitId, Vec<UnitId>)> = active
        .filter(|_| state.profile().routs_through_whom_it_touched)
        .filter(|unit| unit.status == Status::Routing && unit.pose.is_some())
        .map(|unit| (unit.id, rout::touched_friends(&field, unit)))
        .collect();
    table.emit(Event::Turn(TurnEvent::SnapshotTaken { glimpses }));
    for (unit, friends) in touched {
        let mark = TurnMark::Touched(friends);
        table.emit(Event::Movement(MovementEvent::Marked { unit, mark }));
    }
    for (unit, enemies) in beyond {
        table.emit(Event::Movement(MovementEvent::Marked {
            unit,
            mark: TurnMark::Beyond(enemies),
        }));
    }
    proceed(table, 1, []);
    Ok(Taken::Went)
}
