//! What all actions of the Movement & Command Phase have in common: when one may begin, what it costs, and the window after it
//! (pp. 32-35).

use hindsight_kernel::{Refusal, Seat};

use crate::model::agenda::{BattleTable, GreenAt, Step, proceed};
use crate::model::event::{Event, Use};
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::{State, Unit};

/// An own unit on the table, or a refusal.
pub(crate) fn own_unit(state: &State, seat: Seat, id: UnitId) -> Result<&Unit, Refusal> {
    state
        .unit(id)
        .filter(|unit| unit.id.seat() == seat && unit.pose.is_some())
        .ok_or_else(|| Refusal::new(Rule::Turn03, format!("{id} is no unit of yours on the table")).asked(id))
}

/// Refuses to spend more command actions than are left. Rules `BG4-CMD-04`, `-15`.
pub(crate) fn afford(state: &State, seat: Seat, cost: u8) -> Result<(), Refusal> {
    let left = state.player(seat).actions;
    if cost <= left {
        Ok(())
    } else {
        Err(
            Refusal::new(Rule::Cmd15, format!("this costs {cost} CA, {left} are left"))
                .asked(cost)
                .allowed(left),
        )
    }
}

/// Spends command actions. Rule `BG4-CMD-04`.
pub(crate) fn spend(table: &mut BattleTable<'_>, seat: Seat, count: u8, on: Use) {
    if count > 0 {
        table.emit(Event::ActionsSpent { seat, count, on });
    }
}

/// An action is completed: its effects have taken hold, both may play green cards. Rules `BG4-TURN-07`, `BG4-CARDS-04`.
pub(crate) fn completed(table: &mut BattleTable<'_>, seat: Seat) {
    proceed(table, 0, [action_window(seat)]);
}

/// The window after each completed action of the Movement & Command Phase. Rule `BG4-CARDS-04`.
pub(crate) const fn action_window(active: Seat) -> Step {
    Step::GreenWindow {
        at: GreenAt::Movement,
        asked: active,
        passed: false,
    }
}

/// Refuses what only the active player may do between two actions of their Movement & Command Phase. Rule `BG4-TURN-03`.
pub(crate) fn check_action(state: &State, seat: Seat) -> Result<(), Refusal> {
    if state.active != Some(seat) {
        return Err(Refusal::new(
            Rule::Turn03,
            "only the active player acts in the Movement & Command Phase",
        ));
    }
    match state.agenda.last().map(|frame| &frame.step) {
        Some(Step::MovementAndCommand) => Ok(()),
        Some(_) | None => Err(Refusal::new(
            Rule::Turn03,
            "no action of the Movement & Command Phase may begin now",
        )),
    }
}
